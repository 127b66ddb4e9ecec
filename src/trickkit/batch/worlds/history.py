"""Draws the unknown cards and decisions of a partially seen deal at random, so that it can be replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.machine.program import Program
from trickkit.batch.run.fallback import current_moves
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN, Unknown
from trickkit.model.chance import Stacked
from trickkit.model.deal import Deal
from trickkit.phases.base import Phase
from trickkit.phases.dealing import DealOut, stacked_deal
from trickkit.play.state import State
from trickkit.play.view import View


class Uncertain(Exception):
    """The history cannot be drawn without playing it."""


@frozen(eq=False)
class DealHistory:
    """The history of a deal so far.

    Args:
        deal: what everybody knows about the deal: its number, the hand size, the starter, the totals.
        stacked: all cards of the deal.
        made: the decisions, in any possible order, without pending ones; UNKNOWN for any legal one.
    """

    deal: Deal
    stacked: Stacked
    made: Sequence[tuple[int, Action | Unknown]]

    @classmethod
    def of(cls, world: State) -> DealHistory:
        """The history of the current deal of a game.

        Args:
            world: an unfinished game.
        """
        made = current_moves(world)
        for seat in world.deal.seats:
            for _ in world.committed(seat):
                del made[max(index for index, (mover, _) in enumerate(made) if mover == seat)]
        return cls(world.deal, stacked_deal(world.deal), made)

    @classmethod
    def drawn(cls, program: Program, view: View, rng: Random) -> DealHistory:
        """A possible history of a view's current deal, with unseen cards anywhere they may lie.

        A replay shows whether the decisions are legal with these cards.

        Args:
            program: the program of its rules.
            view: a view of an unfinished game.
            rng: the source of randomness.

        Raises:
            Uncertain: an unknown decision is not one about cards that left a hand unseen, or the result of a phase
                depends on unknown cards.
        """
        unknowns = view.unknowns
        if program.looks_at_hands or unknowns.claims or view.deal.get(DealOut) is None:
            raise Uncertain
        try:
            stacked, departed = unknowns.fill_somehow(rng)
        except IndexError as error:
            raise Uncertain from error
        return cls(view.deal, stacked, list(_made(program, view, departed)))


def _made(program: Program, view: View, departed: Sequence[list[str]]) -> Iterator[tuple[int, Action | Unknown]]:
    """The decisions that are not pending, with cards that left a hand unseen filled in.

    Raises:
        Uncertain: the decisions and these cards do not match.
    """
    phase, phases, now = view.phase, view.rules.phases, view.moves[-1][2] if view.moves else -1
    # Secret decisions of others stay pending until the end of the phase, when everybody hears them.
    heard = phase is not None and type(phase).hears is Phase.hears
    waits = phase == phases[now] and (heard or program.chooses_once(now))
    cards = [iter(texts) for texts in departed]
    mine = sum(1 for seat, _, _ in view.moves if seat == view.seat) - len(view.committed)
    for seat, action, phase_index in view.moves:
        if seat == view.seat:
            mine -= 1
            if mine >= 0:
                yield seat, action
        elif action is not UNKNOWN:
            yield seat, action
        elif phase_index == now and waits:
            continue
        elif program.opcode(phase_index) in (layout.CHOOSE, layout.POWERS):
            card = program.secret_moves(phase_index).get(next(cards[seat], ""))
            if card is None:
                raise Uncertain
            yield seat, card
        else:
            yield seat, UNKNOWN

"""How a deal went that somebody sees only in part: its cards and decisions, with what is not known drawn at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.machine.program import Program
from trickkit.batch.run.resume import current_moves
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN, Unknown
from trickkit.model.chance import Stacked
from trickkit.model.deal import Deal
from trickkit.phases.base import Phase
from trickkit.phases.dealing import DealOut, stacked_deal
from trickkit.play.state import State
from trickkit.play.view import View

MOVED = {layout.PASS, layout.LAY_AWAY}
"""The opcodes of phases in which a seat decides about cards that leave its hand unseen."""


class Uncertain(Exception):
    """A course cannot be drawn without playing it."""


@frozen(eq=False)
class Course:
    """How a deal went so far.

    Args:
        deal: what everybody knows of it: its number, the size of the hands, the starter, the totals.
        stacked: all its cards.
        made: the decisions, in any order in which the seats can have made them, without those that are pending; UNKNOWN
            for any that was legal.
    """

    deal: Deal
    stacked: Stacked
    made: Sequence[tuple[int, Action | Unknown]]

    @classmethod
    def of(cls, world: State) -> Course:
        """How the current deal of a game went.

        Args:
            world: not over.
        """
        made = current_moves(world)
        for seat in world.deal.seats:
            for _ in world.committed(seat):
                del made[max(place for place, (mover, _) in enumerate(made) if mover == seat)]
        return cls(world.deal, stacked_deal(world.deal), made)

    @classmethod
    def drawn(cls, program: Program, view: View, rng: Random) -> Course:
        """How the current deal of a view may have gone, one way of many: its unseen cards lie anywhere they may.

        Whether the decisions are legal with these cards is found out by whoever plays them.

        Args:
            program: of its rules.
            view: of a game that is not over.
            rng: where randomness comes from.

        Raises:
            Uncertain: what somebody decided follows from more than cards that left a hand unseen, or something was
                found out in cards that are not known.
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
    """The decisions that are not pending, of which those about cards that left a hand unseen are known now.

    Raises:
        Uncertain: they do not match.
    """
    phase, phases, now = view.phase, view.rules.phases, view.moves[-1][2] if view.moves else -1
    # What others decide in secret is pending as long as the phase goes on, where all hear of it in the end.
    heard = phase is not None and type(phase).hears is Phase.hears
    waits = phase == phases[now] and (heard or (program.opcode(now) == layout.PASS and phases.count(phase) == 1))
    cards = [iter(texts) for texts in departed]
    mine = sum(1 for seat, _, _ in view.moves if seat == view.seat) - len(view.committed)
    for seat, action, place in view.moves:
        if seat == view.seat:
            mine -= 1
            if mine >= 0:
                yield seat, action
        elif action is not UNKNOWN:
            yield seat, action
        elif place == now and waits:
            continue
        elif program.opcode(place) in MOVED:
            card = program.moves_of[place].get(next(cards[seat], ""))
            if card is None:
                raise Uncertain
            yield seat, card
        else:
            yield seat, UNKNOWN

"""Follows a deal phase by phase on the reference engine, without states, for phases that run in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from attrs import define

from trickkit.batch.kernel.intrinsics import OTHER, STRIDE
from trickkit.batch.kernel.layout import signed
from trickkit.model.actions import Action
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.phases.base import Run
from trickkit.play import advance
from trickkit.play.checks import check_actions, check_deal
from trickkit.play.later import earlier
from trickkit.play.rules import Rules
from trickkit.play.state import State

WORD = (1 << 64) - 1


@define
class DealInProgress:
    """A deal with its current phase and the progress of that phase.

    Args:
        rules: the rules of the game.
        deal: the deal when the current phase began.
        place: the index of that phase; the number of phases when the deal is over.
        run: the phase at work; None before it begins.
        at: the progress of the phase.
    """

    rules: Rules
    deal: Deal
    place: int = 0
    run: Run[Any] | None = None
    at: Any = None

    @classmethod
    def of(cls, state: State) -> DealInProgress:
        """The current deal of a game."""
        context, progress, _ = state._now
        return cls(state.rules, context.run.deal, context.place, context.run, progress)

    def begin(self) -> bool:
        """Begin the current phase; return whether it has a decision. Without one, the phase ends at once."""
        if self.run is not None:
            return True
        begun = self.rules.phases[self.place].begin(self.deal)
        if isinstance(begun, Run):
            progress = begun.start()
            if progress.actors:
                self.run, self.at = begun, progress
                return True
            begun = begun.record(progress)
        self._over(begun)
        return False

    def play(self, seat: int, action: Action) -> None:
        """Act in the current phase."""
        assert self.run is not None
        self.at = self.run.play(self.at, seat, action)
        if not self.at.actors:
            self._over(self.run.record(self.at))

    def _over(self, deal: Deal) -> None:
        """End the current phase."""
        if self.rules.own[self.place]:
            check_deal(deal, self.rules.players, self.rules.phases[self.place])
        self.deal, self.run, self.at = deal, None, None
        self.place = len(self.rules.phases) if deal.closed else self.place + 1

    def follow(self, decisions: Iterator[tuple[int, Action]], place: int) -> None:
        """Make decisions up to the beginning of a phase, or the end of the deal."""
        while self.place < place:
            if self.begin():
                self.play(*next(decisions))

    def play_out(self, choose: Callable[[Sequence[Action]], Action]) -> Iterable[tuple[int, Action]]:
        """Play the current phase to its end, and yield its decisions.

        Args:
            choose: chooses one of the legal actions.
        """
        phase_index = self.place
        while self.place == phase_index and self.begin():
            assert self.run is not None
            seat = self.at.actors[0]
            legal = self.run.legal(self.at, seat)
            action = choose(legal)
            if self.rules.own[phase_index]:
                check_actions((action,), self.rules.listed, self.rules.phases[phase_index])
            self.play(seat, action)
            yield seat, action


def undealt(rules: Rules, number: int, starter: int, totals: tuple[int, ...], stacked: Stacked, chance: Chance) -> Deal:
    """A deal before its first phase.

    Args:
        rules: the rules of the game.
        number: the number of the deal in the game.
        starter: the seat that starts the deal.
        totals: by seat, the points of earlier deals.
        stacked: the fixed part of the deal.
        chance: the source of the rest.
    """
    pack = Deal.fresh(rules.deck, players=rules.players)
    return advance.undealt(pack, rules, starter, earlier(rules, starter, totals, number), totals, stacked, chance)


def drawn_below(state: int, count: int) -> int:
    """A random number in 0..count-1 from a state, the same as in compiled code: see `intrinsics.below`."""
    state &= WORD
    product = state * (state ^ (OTHER & WORD))
    return ((product >> 64 ^ product) & WORD) * count >> 64


def next_state(state: int, steps: int = 1) -> int:
    """The random number state some steps after another, the same as in compiled code."""
    return signed((state + STRIDE * steps) & WORD)

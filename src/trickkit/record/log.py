"""The record entries of a game in progress."""

from __future__ import annotations

from collections.abc import Iterator

from trickkit.model.actions import Action
from trickkit.model.chance import Stacked
from trickkit.model.deal import Deal
from trickkit.phases.dealing import stacked_deal
from trickkit.play.state import State
from trickkit.record.entries import Dealt, Entry, Moved, Over, Scored, both

__all__ = ["Log"]


class Log:
    """Follows a game from its beginning, and derives the entries to record.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> log = Log()
    >>> [type(entry).__name__ for entry in log.begun(state)]
    ['Dealt']
    >>> log.moved(1, "3", state.play(1, "3"))
    [Moved(seat=1, action='3', dealt=None)]
    """

    def __init__(self) -> None:
        self._number = -1
        self._dealt = Stacked()
        self._drawn: object = None
        self._lines = 0

    def begun(self, state: State) -> list[Entry]:
        """The entries for the beginning of a game."""
        return [*self._next_deals(state)]

    def moved(self, seat: int, action: Action | str, state: State) -> list[Entry]:
        """The entries for a move.

        Args:
            seat: who moved.
            action: the action, or its text.
            state: the state after it.
        """
        deal = _deal(state, self._number)
        new = self._newly_dealt(deal)
        moved = Moved(seat, str(action), None if new == Stacked() else new)
        return [moved, *self._newly_scored(state, deal), *self._next_deals(state)]

    def _next_deals(self, state: State) -> Iterator[Entry]:
        """Entries for deals that began since the last call (several after deals without decisions), and for the end."""
        last = len(state.results) - state.is_over
        for deal_number in range(self._number + 1, last + 1):
            deal = _deal(state, deal_number)
            self._number, self._dealt, self._drawn, self._lines = deal_number, Stacked(), None, 0
            yield Dealt(deal_number, deal.begun_by, self._newly_dealt(deal))
            yield from self._newly_scored(state, deal)
        if state.outcome is not None:
            yield Over(state.outcome)

    def _newly_dealt(self, deal: Deal) -> Stacked:
        """The cards and rolls drawn since the last call."""
        # Cards are dealt only if records of phases or random outcomes change, which most moves do not.
        drawn = len(deal.records), deal.chance and deal.chance.rolled
        if drawn == self._drawn:
            return Stacked()
        self._drawn = drawn
        before, now = self._dealt, stacked_deal(deal)
        # Cards that are in the stock later were dealt with the hands, or put there by the game.
        dealing = before.hands is None and now.hands is not None
        new = Stacked(
            hands=now.hands if dealing else None,
            turned=now.turned if before.turned is None else None,
            stock=now.stock if dealing else (),
            rolls=now.rolls[len(before.rolls) :],
        )
        self._dealt = both(before, new)
        return new

    def _newly_scored(self, state: State, deal: Deal) -> Iterator[Entry]:
        """The scores given in the deal since the last call."""
        new, self._lines = deal.lines[self._lines :], len(deal.lines)
        if deal.scored:
            yield Scored(new, state.results[self._number].totals, ends=self._number)
        elif new:
            yield Scored(new, state.scores)


def _deal(state: State, number: int) -> Deal:
    return state.results[number].deal if number < len(state.results) else state.deal

"""The points of the cards that hands have taken so far in a deal, where the rules count cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.scoring.fractions import ScoreFractions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickkit.play.view import View

__all__ = ["card_points"]


@frozen
class _Asked(TrickTable):
    """Tricks that remember what cards a scoring takes to be worth."""

    worths: list[dict[str, int]] = field(factory=list, eq=False)

    def points(self, hand: int, worth: Mapping[str, int]) -> int:
        self._note(worth)
        return TrickTable.points(self, hand, worth)

    def points_in_tricks(self, hand: int, worth: Mapping[str, int]) -> int:
        self._note(worth)
        return TrickTable.points_in_tricks(self, hand, worth)

    def valued(self, players: int, worth: Mapping[str, int]) -> tuple[tuple[tuple[str, int], ...], ...]:
        self._note(worth)
        return TrickTable.valued(self, players, worth)

    def _note(self, worth: Mapping[str, int]) -> None:
        counted = {card: points for card, points in worth.items() if points}
        if counted and counted not in self.worths:
            self.worths.append(counted)


class _Shown:
    """A deal in which its tricks are others."""

    def __init__(self, deal: Any, tricks: TrickTable) -> None:
        self._deal, self._tricks = deal, tricks

    def __getitem__(self, phase: Any) -> Any:
        return self._instead(self._deal[phase])

    def get(self, phase: Any) -> Any:
        return self._instead(self._deal.get(phase))

    def _instead(self, record: Any) -> Any:
        return self._tricks if isinstance(record, TrickTable) else record

    def __getattr__(self, name: str) -> Any:
        return getattr(self._deal, name)


def card_points(view: View) -> tuple[int, ...] | None:
    """By hand, the points of the cards that it has taken in tricks; None where the scoring of the rules counts none.

    The scoring itself is asked what cards are worth, as if the deal of the view were over; where it has several
    answers, there is no one sum to show.

    Args:
        view: in the midst of a deal; nothing else is looked at.

    >>> from trickkit import load
    >>> from trickkit.play.playout import states
    >>> sums = [card_points(state.view(0)) for state in states(load("hearts"), seed=7) if state.deal.number == 0]
    >>> sums[0], sum(sums[-1])
    (None, 24)
    """
    table: TrickTable | None = view.deal.get(Tricks)
    if table is None or any(isinstance(part, ScoreFractions) for part in view.rules.scoring):
        # Fractions are no points until they are rounded.
        return None
    asked = _Asked(table.tricks, table.current, table.taken, table.phases)
    deal: Any = _Shown(view.deal, asked)
    for scoring in view.rules.scoring:
        try:
            scoring.lines(deal)
        except Exception:
            # Scorings of strangers are written for deals that are over, without unknown cards.
            continue
    if len(asked.worths) != 1:
        return None
    return tuple([table.points(hand, asked.worths[0]) for hand in view.deal.seats])

"""The points of cards where the rules count them, and each hand's total so far in a deal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from trickkit.errors import TrickkitError
from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.playout import states
from trickkit.scoring.fractions import ScoreFractions

if TYPE_CHECKING:
    from trickkit.model.deal import Deal
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["card_points", "worths", "worths_in"]

DEALS = 6
"""The most random deals that are played to find the points of cards."""


@frozen
class _Asked(TrickTable):
    """A table of tricks that records the card values with which a scoring counts."""

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
    """A deal with another table of tricks."""

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
    """By hand, the card points taken in tricks so far; None if the scoring counts no card points.

    The scoring itself is called, as if the deal of the view were over, to find the points of cards. If they are not
    unique, there is no single sum to show.

    Args:
        view: a view during a deal; nothing else is read.

    >>> from trickkit import load
    >>> from trickkit.play.playout import states
    >>> sums = [card_points(state.view(0)) for state in states(load("hearts"), seed=7) if state.deal.number == 0]
    >>> sums[0], sum(sums[-1])
    (None, 24)
    """
    worth = worths_in(view.rules, view.deal)
    if worth is None:
        return None
    table = view.deal[Tricks]
    return tuple([table.points(hand, worth) for hand in view.deal.seats])


@lru_cache(maxsize=256)
def worths(rules: Rules) -> Mapping[str, int] | None:
    """The points of cards that are the same in every deal, by text; None if there are none or they vary.

    The scoring is called with random deals. If its points of cards differ, there is no single list; nor is there one if
    cards count in few deals, as in games of several contracts.

    Args:
        rules: the rules of the game.

    >>> from trickkit import load
    >>> worths(load("skat"))["AS"], worths(load("pikoko")), worths(load("belote"))
    (11, None, None)
    """
    answers, played = list[Mapping[str, int]](), 0
    for seed in range(DEALS):
        try:
            state = next(state for state in states(rules, seed=seed) if state.results)
        except (StopIteration, TrickkitError):
            continue
        deal = state.results[0].deal
        played += deal.get(Tricks) is not None
        if worth := worths_in(rules, deal):
            answers.append(worth)
    return answers[0] if 2 * len(answers) > played and all(worth == answers[0] for worth in answers) else None


def worths_in(rules: Rules, deal: Deal) -> Mapping[str, int] | None:
    """The points of cards in the tricks of a deal, as its scoring counts them; None if these are not unique.

    Args:
        rules: the rules of the game.
        deal: a deal with tricks, finished or not.

    >>> from trickkit import load, playout
    >>> rules = load("hearts")
    >>> worths_in(rules, playout(rules, seed=7).results[0].deal)["QS"]
    13
    """
    table: TrickTable | None = deal.get(Tricks)
    if table is None or any(isinstance(part, ScoreFractions) for part in rules.scoring):
        # Fractions are not points until they are rounded.
        return None
    table_asked = _Asked(table.tricks, table.current, table.taken, table.phases)
    shown: Any = _Shown(deal, table_asked)
    for scoring in rules.scoring:
        try:
            scoring.lines(shown)
        except Exception:
            # Scorings of users are written for finished deals without unknown cards.
            continue
    return table_asked.worths[0] if len(table_asked.worths) == 1 else None

"""Later deals of a game, reached without playing the earlier ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.model.result import Result
from trickkit.phases.evaluate import Evaluate, Evaluated
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed

__all__ = ["earlier", "later_deal"]


class UnknownLines(tuple[ScoreLine, ...]):
    """A placeholder for the unknown score lines of an earlier deal: one line of 0 points.

    It records whether the lines were read.

    >>> lines = unknown_lines()
    >>> len(lines), lines.looked_at
    (1, True)
    """

    looked_at = False

    def __len__(self) -> int:
        self.looked_at = True
        return super().__len__()

    def __iter__(self) -> Iterator[ScoreLine]:
        self.looked_at = True
        return super().__iter__()

    def __getitem__(self, place: Any) -> Any:
        self.looked_at = True
        return super().__getitem__(place)


def unknown_lines() -> UnknownLines:
    return UnknownLines([ScoreLine(0, "of a deal that is not known", 0)])


def earlier(
    rules: Rules, starter: int, totals: tuple[int, ...], number: int, lines: UnknownLines | None = None
) -> tuple[Result, ...]:
    """Results for earlier deals of which only the final totals are known.

    Args:
        rules: the rules of the game.
        starter: the seat that started these deals.
        totals: by seat, the points after the last one.
        number: the number of deals.
        lines: the lines of each of them.

    >>> from trickkit import load
    >>> [result.totals for result in earlier(load("hearts"), 0, (3, 5, 8, 10), 2)]
    [(3, 5, 8, 10), (3, 5, 8, 10)]
    """
    if not number:
        return ()
    deal = Deal.fresh(rules.deck, players=rules.players, starter=starter)
    if any(isinstance(phase, Evaluate) for phase in rules.phases):
        deal = deal.with_record(Evaluated(0, (0,) * rules.players))
    lines = unknown_lines() if lines is None else lines
    deal = deal.changed(earlier=(lines,) * (number - 1), lines=lines)
    return (Result(deal, (0,) * rules.players, totals),) * number


def later_deal(rules: Rules, number: int, *, seed: int, starter: int) -> State:
    """A game at the first decision of one of its deals, in which no earlier deal has scored a point.

    Args:
        rules: the rules of the game.
        number: the number of the deal, from 0.
        seed: any integer; the same seed gives the same cards.
        starter: the seat that starts the deal.

    Raises:
        InvalidRules: these rules cannot be played.

    >>> from trickkit import load
    >>> state = later_deal(load("pikinni", players=3), 5, seed=7, starter=1)
    >>> state.deal.number, state.deal.size, state.deal.starter
    (5, 6, 1)
    """
    if not number:
        return rules.start(seed=seed, first=starter)
    before = earlier(rules, starter, (0,) * rules.players, number)
    return resumed(rules, starter, before, starter, Stacked(), Chance(seed))

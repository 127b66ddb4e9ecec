"""Matches between bots: all play the same cards, from every seat."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.bots.base import Bot
from trickkit.bots.flat import compiles
from trickkit.bots.intervals import reach, standard_error
from trickkit.bots.playing import after
from trickkit.bots.uniform import Random
from trickkit.bots.utility import Utility, gained
from trickkit.errors import InvalidRules
from trickkit.play.later import later_deal

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.state import State

__all__ = ["Match", "match"]

LEAST = 10
"""The number of deals that any two bots must share before a match may stop."""

Row = tuple[float | None, ...]


def _rows(given: Sequence[Sequence[float | None]]) -> tuple[Row, ...]:
    return tuple(tuple(row) for row in given)


@frozen
class Match:
    """The result of a match.

    Args:
        points: by deal, by bot, the points of a seat that it played, averaged over seats and rotations; None if it did
            not play the deal.
        sign: 1 if the most points win, -1 if the fewest do.

    >>> found = Match([(3, 1, None), (2, None, 2), (4, 0, None)], sign=1)
    >>> found.mean(0), found.ahead(0, 1)[0]
    (3.0, 3.0)
    """

    points: tuple[Row, ...] = field(converter=_rows)
    sign: int = 1

    @property
    def deals(self) -> int:
        """How many deals were played; each was played once in every rotation."""
        return len(self.points)

    def mean(self, bot: int) -> float:
        """The average points a deal, as the game counts them, of a bot's seats.

        Args:
            bot: its number, from 0.
        """
        return fmean(points for row in self.points if (points := row[bot]) is not None)

    def ahead(self, bot: int, other: int) -> tuple[float, float | None]:
        """How many points a deal a bot leads another by; if the fewest win, how many fewer it has.

        Returns:
            Returns the mean of the differences deal by deal, and its standard error; the error is None for one deal.

        Raises:
            InvalidRules: they have not played a deal together.
        """
        ahead = self.leads(bot, other)
        if not ahead:
            raise InvalidRules(f"bots {bot} and {other} have not played a deal together; play more deals")
        return fmean(ahead), standard_error(ahead)

    def together(self, bot: int, other: int) -> int:
        """The number of deals that two bots both played.

        >>> Match([(3, 1, None), (2, None, 2)]).together(0, 2)
        1
        """
        return len(self.leads(bot, other))

    def leads(self, bot: int, other: int) -> list[float]:
        """A bot's lead over another in each deal that both played, in points.

        >>> Match([(3, 1, None), (2, None, 2), (4, 5, None)]).leads(0, 1)
        [2, -1]
        """
        pairs = [(row[bot], row[other]) for row in self.points]
        return [self.sign * (own - its) for own, its in pairs if own is not None and its is not None]

    def is_sure(self, until: float) -> bool:
        """Whether the 95 % interval of each lead is narrow enough.

        Args:
            until: half the width that is allowed, in points, above 0.

        >>> Match([(3, 1), (2, 2)] * 10).is_sure(1), Match([(3, 1), (2, 2)]).is_sure(1)
        (True, False)
        """
        for bot, other in combinations(range(len(self.points[0])), 2):
            ahead = self.leads(bot, other)
            if len(ahead) < LEAST or reach(standard_error(ahead) or 0) > until:
                return False
        return True


def match(
    rules: Rules,
    bots: Sequence[Bot],
    *,
    deals: int = 100,
    seed: int = 0,
    until: float | None = None,
    budget: timedelta | None = None,
    seen: Callable[[Match], object] = lambda _: None,
) -> Match:
    """Let bots play the same deals from every seat (*duplicate*).

    The sides take the bots in turn, and each deal is played as often as there are bots at the table. Each time all bots
    move on by one seat, so that every bot plays each seat once with the same cards. Therefore the luck of the cards
    affects all equally, and the differences are paired. The deals are first deals or, if hands grow or shrink, all
    deals of a game in turn, as if nobody had any points; seats start in turn. If learned and random bots meet and the
    rules compile, many deals of `batch.lanes` are played at once, and any seat may start. If there are more bots than
    sides, as many play each deal as there is room for, in all combinations by turns. In a game that all win or lose
    together, each bot plays all seats.

    Args:
        rules: of the game.
        bots: two or more.
        deals: the maximum number, 1 or more.
        seed: any integer; equal seeds give equal matches.
        until: stop as soon as half the width of the 95 % interval of each lead is at most this many points, and any two
            bots share ten deals or more; None plays all deals.
        budget: stop after the deal in which this time runs out, but play at least two deals, which an interval needs;
            None for no limit. The number of deals then depends on the machine.
        seen: called after each deal, with the match so far.

    Raises:
        InvalidRules: too few bots, no deal, or no time.

    >>> from trickkit import load
    >>> from trickkit.bots import Flat, Random
    >>> found = match(load("pikinni", players=2), [Flat(4), Random()], deals=8)
    >>> found.deals, found.ahead(0, 1)[0] > 0
    (8, True)
    """
    if len(bots) < 2:
        raise InvalidRules(f"{len(bots)} bots: a match is between 2 or more")
    if deals < 1:
        raise InvalidRules(f"{deals} deals: a match needs 1 or more")
    if budget is not None and budget <= timedelta():
        raise InvalidRules(f"a budget of {budget}: give a span of time above 0")
    utility = Utility.said_by(rules)
    players = [bot.seeded(seed) for bot in bots]
    tables = _tables(len(bots), len(utility.sides), seed)
    end = None if budget is None else time.perf_counter() + budget.total_seconds()
    points: list[Row] = []
    for row in _rows_played(rules, players, tables, utility, deals, seed):
        points.append(row)
        so_far = Match(points, utility.sign)
        seen(so_far)
        is_late = end is not None and len(points) > 1 and time.perf_counter() >= end
        if is_late or (until is not None and so_far.is_sure(until)):
            break
    return so_far


def _rows_played(
    rules: Rules, players: Sequence[Bot], tables: Sequence[tuple[int, ...]], utility: Utility, deals: int, seed: int
) -> Iterator[Row]:
    """The rows of deals, one after the other."""
    by_arrays = all(bot.decides_by_arrays for bot in players)
    # Purely random play is fast enough without the extra `fast`, and thus gives the same match everywhere.
    if by_arrays and not all(isinstance(bot, Random) for bot in players) and compiles(rules):
        from trickkit.bots.lanes_match import rows_in_lanes

        yield from rows_in_lanes(rules, [bot.act_lanes for bot in players], tables, utility, deals=deals, seed=seed)
        return
    most = rules.ending.most_deals()
    # If all hands have the same size, all deals are like the first one.
    numbers = most if most and len(rules.schedule.hand_sizes.distinct(most)) > 1 else 1
    for deal in range(deals):
        start = later_deal(rules, deal % numbers, seed=_seed(seed, deal), starter=deal % rules.players)
        yield _row(start, players, tables[deal % len(tables)], utility)


def _seed(seed: int, deal: int) -> int:
    """The seed of a deal; other seeds of a match give other cards."""
    return (seed << 32) + deal


def _tables(bots: int, sides: int, seed: int) -> list[tuple[int, ...]]:
    """The groups of bots that play together, in random order, each bot in as many groups as the others."""
    tables = [*combinations(range(bots), bots if sides == 1 else min(bots, sides))]
    random.Random(f"{seed}/tables").shuffle(tables)
    return tables


def _row(start: State, bots: Sequence[Bot], table: Sequence[int], utility: Utility) -> Row:
    """By bot, the average score of its seats in a deal over all rotations; None if it did not play."""
    scored: list[list[int]] = [[] for _ in bots]
    for rotation in range(len(table)):
        sides = enumerate(utility.sides)
        seated = {seat: table[(index + rotation) % len(table)] for index, side in sides for seat in side}
        states = after(start, [bots[seated[seat]] for seat in sorted(seated)])
        end = next(state for state in states if len(state.results) > len(start.results))
        for seat, points in enumerate(gained(start, end)):
            scored[seated[seat]].append(points)
    return tuple(fmean(points) if points else None for points in scored)

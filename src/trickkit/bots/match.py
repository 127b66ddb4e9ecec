"""Bots against each other: the same cards for all of them, from every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.bots.base import Bot
from trickkit.bots.intervals import reach, standard_error
from trickkit.bots.utility import Utility, gained
from trickkit.errors import InvalidRules

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.state import State

__all__ = ["Match", "match"]


def _rows(given: Sequence[Sequence[float]]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in given)


@frozen
class Match:
    """What came out of a match.

    Args:
        points: by deal, by bot, the points of a seat that it played, on average over the seats and rotations.
        sign: 1 where the most points win, -1 where the fewest do.

    >>> found = Match([(3, 1), (2, 2), (4, 0)], sign=1)
    >>> found.mean(0), found.ahead(0, 1)[0]
    (3.0, 2.0)
    """

    points: tuple[tuple[float, ...], ...] = field(converter=_rows)
    sign: int = 1

    @property
    def deals(self) -> int:
        """How many deals were played, each once in every rotation."""
        return len(self.points)

    def mean(self, bot: int) -> float:
        """The points a deal of a seat that a bot plays, as the game counts them.

        Args:
            bot: its number, from 0.
        """
        return fmean(row[bot] for row in self.points)

    def ahead(self, bot: int, other: int) -> tuple[float, float | None]:
        """By how many points a deal a bot is ahead of another, where the fewest win by how many it has fewer.

        Returns:
            The mean of the differences deal by deal, and its standard error; None for the error of one deal.
        """
        ahead = [self.sign * (row[bot] - row[other]) for row in self.points]
        return fmean(ahead), standard_error(ahead)


def match(
    rules: Rules,
    bots: Sequence[Bot],
    *,
    deals: int = 100,
    seed: int = 0,
    until: float | None = None,
    seen: Callable[[Match], object] = lambda _: None,
) -> Match:
    """Let bots play the same deals from every seat (*duplicate*).

    Sides take the bots in turn, and each deal is played as often as there are bots, with everybody moved on by one:
    every bot plays each seat once, with the same cards. Luck with the cards therefore hits all alike, and the
    differences are paired. Only first deals are played; seats start in turn.

    Args:
        rules: of the game.
        bots: two or more, but no more than the game has sides.
        deals: how many, 1 or more.
        seed: any integer: the same one, the same match.
        until: stop, after ten deals or more, when half of the 95 % interval of each bot's lead on the first one is at
            most so many points; None plays all deals.
        seen: called after each deal, with the match so far.

    Raises:
        InvalidRules: too few or too many bots, or no deal.

    >>> from trickkit import load
    >>> from trickkit.bots import Flat, Random
    >>> found = match(load("pikinni", players=2), [Flat(4), Random()], deals=8)
    >>> found.deals, found.ahead(0, 1)[0] > 0
    (8, True)
    """
    utility = Utility.said_by(rules)
    if not 2 <= len(bots) <= len(utility.sides):
        raise InvalidRules(
            f"{len(bots)} bots: a match of {rules.key} is between 2 or more, and no more than its "
            f"{len(utility.sides)} sides"
        )
    if deals < 1:
        raise InvalidRules(f"{deals} deals: a match has 1 or more")
    players = [bot.seeded(seed) for bot in bots]
    points: list[Sequence[float]] = []
    for deal in range(deals):
        start = rules.start(seed=_seed(seed, deal), first=deal % rules.players)
        points.append(_rotated(start, players, utility))
        found = Match(points, utility.sign)
        seen(found)
        if until is not None and deal >= 9 and all(reach <= until for reach in _reaches(found, len(bots))):
            break
    return found


def _seed(seed: int, deal: int) -> int:
    """A seed for each deal, so that matches with other seeds have other cards."""
    return (seed << 32) + deal


def _reaches(found: Match, bots: int) -> Iterator[float]:
    """Half of the 95 % interval of each bot's distance from the first one."""
    for bot in range(1, bots):
        yield reach(found.ahead(0, bot)[1] or 0)


def _rotated(start: State, bots: Sequence[Bot], utility: Utility) -> list[float]:
    """By bot, what its seats scored in a deal on average, with everybody at every seat."""
    scored: list[list[int]] = [[] for _ in bots]
    for rotation in range(len(bots)):
        seated = {seat: (number + rotation) % len(bots) for number, side in enumerate(utility.sides) for seat in side}
        state = start
        while state.actors and not state.results:
            seat = state.actors[0]
            state = state.play(seat, bots[seated[seat]].act(state.view(seat)))
        for seat, points in enumerate(gained(start, state)):
            scored[seated[seat]].append(points)
    return [fmean(points) for points in scored]

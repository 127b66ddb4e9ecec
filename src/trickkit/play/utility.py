"""Utility: the aim of a seat, as the rules imply it or as chosen."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from attrs import field, frozen
from attrs.validators import in_

from trickkit.errors import InvalidRules
from trickkit.model.actions import Pass
from trickkit.model.converters import to_groups

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.state import State
    from trickkit.play.view import View

__all__ = ["Utility", "binds", "deal_played", "gained"]

PASS = Pass()
DEALS = 24
"""The number of random deals in all of which seats must score alike to count as one side."""


@frozen
class Utility:
    """The aim of a seat in a deal: to score more than the average of the others, or less if the fewest points win.

    Args:
        sign: 1 if the most points win, -1 if the fewest do.
        sides: the seats that win and lose together, each seat in one side.
        by: what counts. `"margin"`: the points minus the average of the others; `"points"`: the points alone;
            `"place"`: the number of other seats that it is ahead of in the game after the deal, minus the number that
            it is behind, as a share of all other seats.

    >>> Utility(1, ((0, 2), (1, 3))).of((30, 0, 30, 10), seat=2)
    25.0
    >>> Utility(-1, ((0,), (1,), (2,))).of((4, 10, 12), seat=0)
    7.0
    >>> Utility(1, ((0,), (1,), (2,)), by="place").of((4, 10, 12), seat=0, totals=(9, 0, 1))
    0.5
    """

    sign: int
    sides: tuple[tuple[int, ...], ...] = field(converter=to_groups)
    by: str = field(default="margin", validator=in_(("margin", "points", "place")), kw_only=True)

    @classmethod
    def said_by(cls, rules: Rules) -> Utility:
        """The utility that rules imply: their ending defines the sign, and seats that always score alike form a side.

        Nothing else in the rules is read, so this also works for house rules. If all seats are one side, as in a
        cooperative game, a seat wants points.

        >>> from trickkit import load
        >>> Utility.said_by(load("spades")).sides, Utility.said_by(load("hearts")).sign
        (((0, 2), (1, 3)), -1)
        """
        return _said_by(rules)

    def side_of(self, seat: int) -> int:
        """The number of the side of a seat.

        >>> Utility(1, ((0, 2), (1, 3))).side_of(2)
        0
        """
        return next(index for index, side in enumerate(self.sides) if seat in side)

    @property
    def is_opposed(self) -> bool:
        """Whether there are two sides with opposite aims."""
        return len(self.sides) == 2 and self.by == "margin"

    @property
    def is_zero_sum(self) -> bool:
        """Whether the utilities of all seats add up to 0, whatever they score.

        They do if each seat is compared with equally many others.

        >>> Utility(1, ((0,), (1,), (2,))).is_zero_sum, Utility(1, ((0, 1), (2, 3))).is_zero_sum
        (True, True)
        >>> Utility(1, ((0,), (1, 2, 3))).is_zero_sum, Utility(1, ((0, 1, 2),)).is_zero_sum
        (False, False)
        """
        return self.by != "points" and len(self.sides) > 1 and len({len(side) for side in self.sides}) == 1

    @property
    def weights(self) -> tuple[tuple[int, ...], ...]:
        """By side and seat, integer factors for the points; the sum of the products is the utility of the side.

        They yield `scale` times the utility.

        Raises:
            InvalidRules: the utility is the place in the game, which is not a sum of points.

        >>> Utility(-1, ((0,), (1,), (2,))).weights[0], Utility(1, ((0, 2), (1, 3))).weights
        ((-2, 1, 1), ((1, -1, 0, 0), (-1, 1, 0, 0)))
        """
        if self.by == "place":
            raise InvalidRules("a place in the game is not a sum of points: search by margin or by points")
        players = sum(map(len, self.sides))
        if self.is_opposed:
            own, other = (side[0] for side in self.sides)
            first = [self.sign * ((seat == own) - (seat == other)) for seat in range(players)]
            return tuple(first), tuple(-weight for weight in first)
        others = self.by == "margin"
        return tuple(
            tuple(
                self.sign * ((seat == side[0]) * self.scale(index) - (others and seat not in side))
                for seat in range(players)
            )
            for index, side in enumerate(self.sides)
        )

    def scale(self, side: int) -> int:
        """The factor by which the `weights` of a side multiply the utility."""
        if self.is_opposed or self.by == "points":
            return 1
        return sum(map(len, self.sides)) - len(self.sides[side]) or 1

    @cached_property
    def _against(self) -> tuple[tuple[int, ...], ...]:
        """By seat, the seats of other sides."""
        seats = sorted(seat for side in self.sides for seat in side)
        by_seat = {seat: tuple([other for other in seats if other not in side]) for side in self.sides for seat in side}
        return tuple([by_seat[seat] for seat in seats])

    def of(self, points: Sequence[Any], seat: int, totals: Sequence[Any] = ()) -> Any:
        """The utility for a seat; for many deals at once, if their points are given as arrays.

        Args:
            points: the points of a deal, by seat: numbers, or arrays with one number for each deal.
            seat: 0..players-1.
            totals: by seat, the points of earlier deals; () for none. Only the place in the game depends on them.
        """
        others = self._against[seat]
        if self.by == "points" or not others:
            return self.sign * points[seat]
        if self.by == "margin":
            return self.sign * (points[seat] - sum([points[other] for other in others]) / len(others))
        after = [now + before for now, before in zip(points, totals, strict=True)] if totals else points
        ahead = sum([1 * (after[seat] > after[other]) - 1 * (after[seat] < after[other]) for other in others])
        return self.sign * ahead / len(others)


@lru_cache(maxsize=64)
def _said_by(rules: Rules) -> Utility:
    draw = random.Random(0).random
    deals = []
    for seed in range(DEALS):
        state = rules.start(seed=seed)
        deals.append(gained(state, deal_played(state, draw)))
    columns = [*zip(*deals, strict=True)]
    sides = {tuple(seat for seat in range(rules.players) if columns[seat] == column) for column in columns}
    return Utility(1 if rules.ending.wins == "most" else -1, sorted(sides))


def binds(at: State | View) -> bool:
    """Whether the phase binds a seat to its decisions, as an auction does.

    Args:
        at: a game, or a view of one.

    >>> from trickkit import load
    >>> binds(load("bridge").start(seed=7)), binds(load("whist").start(seed=7))
    (True, False)
    """
    return at.phase is not None and at.phase.binding


def deal_played(state: State, draw: Callable[[], float], *, passes: bool = False) -> State:
    """Play the current deal to its end with random actions.

    Args:
        state: a state within a deal.
        draw: returns a number from 0 to below 1, as `Random.random` does.
        passes: whether seats pass wherever they may in phases that bind them, as in the playouts of an evaluation.

    Returns:
        The game after the deal, which is over or at the beginning of the next deal.

    >>> from random import Random
    >>> from trickkit import load
    >>> len(deal_played(load("pikoko", players=3).start(seed=7), Random(7).random).results)
    1
    """
    results = state.results
    while (actors := state.actors) and len(state.results) == len(results):
        legal = state.legal(actors[0])
        index = int(draw() * len(legal))
        passed = passes and legal[-1] is PASS and binds(state)
        state = state.play(actors[0], legal[-1 if passed else index])
    return state


def gained(before: State, after: State) -> tuple[int, ...]:
    """The points scored between two states, by seat.

    >>> from trickkit import load, playout
    >>> rules = load("pikoko", players=3)
    >>> end = playout(rules, seed=7)
    >>> gained(rules.start(seed=7), end) == end.scores
    True
    """
    return tuple([now - then for now, then in zip(after.scores, before.scores, strict=True)])

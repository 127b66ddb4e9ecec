"""Arrival times of a hand's unknown cards: constraints, the number of solutions, and a random solution.

The places of a hand are filled as cards are dealt and drawn. A played card left the hand at a known time, and arrived
after the last time at which the hand had shown that it held no such card. Nobody knows which place each card had. But
dynamic programming over the departures counts the assignments of cards to places that meet all constraints, and these
counts are the weights for drawing one of them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import inf, perm
from random import Random
from typing import TypeVar

from attrs import field, frozen

__all__ = ["ALWAYS", "PLACED", "ArrivalConstraints", "Arrivals"]

T = TypeVar("T")

ALWAYS = -2
"""The time for a thing that may have come at any time; places are filled from -1 on."""

PLACED = -1
"""The code for a card that came to the hand openly, and so has none of the unknown places."""

MOST_BOUNDS = 6
"""The most times that separate groups, as the tables grow exponentially with them."""


@frozen(eq=False)
class ArrivalConstraints:
    """Places filled one after another, and constraints on the arrival times of their contents.

    Places that were filled between the same times are alike, and form a group. A thing may have been in a place of the
    first group after its own time, or of a later group.

    Args:
        filled: when each place was filled, -1 or later, in order.
        left: for each thing that left, in order, the time at which it left and the time after which it arrived.
        bounds: the times that separate groups, in order. With fewer than all, some constraints are dropped, so that
            more ways are counted.

    >>> constraints = ArrivalConstraints.of(filled=[-1, -1, 4], left=[(5, ALWAYS), (7, 3)], later=[])
    >>> constraints.groups, constraints.ways([1, 0])
    ((0, 0, 1), 2)
    >>> constraints.drawn([1, 0], Random(1))
    [0, 1]
    """

    filled: tuple[int, ...]
    left: tuple[tuple[int, int], ...]
    bounds: tuple[int, ...]
    groups: tuple[int, ...] = field(init=False)

    @groups.default
    def _grouped(self) -> tuple[int, ...]:
        return tuple([bisect_left(self.bounds, time) for time in self.filled])

    @classmethod
    def of(cls, filled: Iterable[int], left: Iterable[tuple[int, int]], later: Iterable[int]) -> ArrivalConstraints:
        """The constraints for given places and departures, with the relevant times.

        Args:
            filled: as above.
            left: as above.
            later: for each thing that did not leave, the time after which it came.
        """
        departures = tuple(left)
        times = {*later, *(since for _, since in departures)} - {ALWAYS}
        return cls(tuple(filled), departures, tuple(sorted(times)[-MOST_BOUNDS:]))

    def first(self, since: int) -> int:
        """The first group of places in which a thing may have been.

        Args:
            since: the time after which it came.
        """
        return bisect_right(self.bounds, since)

    def ways(self, staying: Sequence[int]) -> int:
        """The number of ways in which things can have occupied the places.

        Args:
            staying: the number of things that did not leave, by the first group in which each may have been.
        """
        key = tuple(staying)
        if key not in self._counted:
            self._counted[key] = sum(
                [ways * self._ways_to_stay(taken, key) for taken, ways in self._left_counts[-1].items()]
            )
        return self._counted[key]

    @cached_property
    def _counted(self) -> dict[tuple[int, ...], int]:
        return {}

    def drawn(self, staying: Sequence[int], rng: Random) -> list[int]:
        """A random solution: the group of the place of each departed thing, in order.

        Args:
            staying: as for `ways`.
            rng: the source of randomness.

        Raises:
            IndexError: there is no solution.
        """
        last = self._left_counts[-1]
        now = _drawn_by_weight({taken: ways * self._ways_to_stay(taken, staying) for taken, ways in last.items()}, rng)
        groups: list[int] = []
        for step in range(len(self.left) - 1, -1, -1):
            before = {}
            for group in range(len(now)):
                counts = (*now[:group], now[group] - 1, *now[group + 1 :])
                ways = self._left_counts[step].get(counts, 0)
                before[group] = ways * self._free(step, group, counts) if group >= self.first(self.left[step][1]) else 0
            group = _drawn_by_weight(before, rng)
            groups.append(group)
            now = (*now[:group], now[group] - 1, *now[group + 1 :])
        return groups[::-1]

    @cached_property
    def _left_counts(self) -> list[dict[tuple[int, ...], int]]:
        """Before each departure and after the last, the number of ways to vacate given numbers of places by group."""
        tables = [{(0,) * (len(self.bounds) + 1): 1}]
        for step, (_, since) in enumerate(self.left):
            table: dict[tuple[int, ...], int] = {}
            for taken, ways in tables[-1].items():
                for group in range(self.first(since), len(taken)):
                    free = self._free(step, group, taken)
                    if free > 0:
                        now = (*taken[:group], taken[group] + 1, *taken[group + 1 :])
                        table[now] = table.get(now, 0) + ways * free
            tables.append(table)
        return tables

    @cached_property
    def _filled_by(self) -> list[Counter[int]]:
        """By group, how many places had been filled at each departure and at the end."""
        ends = [bisect_left(self.filled, time) for time, _ in self.left]
        return [Counter(self.groups[:end]) for end in (*ends, len(self.filled))]

    def _free(self, step: int, group: int, taken: Sequence[int]) -> int:
        return self._filled_by[step][group] - taken[group]

    def _ways_to_stay(self, taken: Sequence[int], staying: Sequence[int]) -> int:
        """The number of ways in which the things that stayed can occupy the remaining places."""
        ways, places = 1, 0
        for group in range(len(taken) - 1, -1, -1):
            places += self._free(-1, group, taken)
            things = staying[group]
            if things > places:
                return 0
            ways *= perm(places, things)
            places -= things
        return ways


def _drawn_by_weight(weights: dict[T, int], rng: Random) -> T:
    """A random value with probability proportional to its weight."""
    everything = sum(weights.values())
    if not everything:
        raise IndexError("there is no way")
    ticket = rng.randrange(everything)
    for value, weight in weights.items():
        if ticket < weight:
            return value
        ticket -= weight
    raise AssertionError("the weights add up")


@frozen(eq=False)
class Arrivals:
    """Bounds on the arrival times of a hand's unseen cards.

    Args:
        constraints: the constraints on which card may have been in which place.
        groups: by place, the number of its group.
        first: by the text of a card that may still be in the hand, the first group in which it may be.

    >>> came, voids = [(0, -1), (1, -1), (9, 4)], [(3, {"B1"})]
    >>> arrivals = Arrivals.of(came=came, left=[("R1", 5)], voids=voids, texts=["B1", "B2"])
    >>> arrivals.first, arrivals.ways([(arrivals.how("B1"), 1), (arrivals.how("B2"), 1)])
    ({'B1': 1, 'B2': 0}, 2)
    """

    constraints: ArrivalConstraints
    groups: Mapping[int, int]
    first: Mapping[str, int]

    @classmethod
    def of(
        cls,
        *,
        came: Sequence[tuple[int, int]],
        left: Sequence[tuple[str, int]],
        voids: Sequence[tuple[int, Collection[str]]],
        texts: Iterable[str],
    ) -> Arrivals:
        """The bounds that arrivals, departures and voids imply.

        Args:
            came: the places to which cards came, each with the time, in order.
            left: the texts of the cards that left, each with the time, in order.
            voids: the times at which the hand lacked certain cards, with the texts of these.
            texts: the texts of the cards that may still be in the hand.
        """

        def since(text: str, time: float) -> int:
            return max([void_time for void_time, cards in voids if void_time <= time and text in cards], default=ALWAYS)

        later = {text: since(text, inf) for text in texts}
        constraints = ArrivalConstraints.of(
            [time for _, time in came], [(time, since(text, time)) for text, time in left], later.values()
        )
        groups = dict(zip([index for index, _ in came], constraints.groups, strict=True))
        return cls(constraints, groups, {text: constraints.first(time) for text, time in later.items()})

    def how(self, text: str) -> int:
        """A code for the groups of places in which a card may be, as `ways` reads it."""
        return self.first[text] + 1

    def ways(self, cards: Iterable[tuple[int, int]]) -> int:
        """The number of ways in which the cards can have arrived.

        Args:
            cards: pairs of the code for how cards may be in the hand, and their number.
        """
        staying = [0] * (len(self.constraints.bounds) + 1)
        for how, count in cards:
            if how > 0:
                staying[how - 1] += count
        return self.constraints.ways(staying)

    def drawn(self, cards: Iterable[str], rng: Random) -> list[int]:
        """A random solution: the group of the place of each card that left, in order.

        Args:
            cards: the texts of the cards that are still in the hand.
            rng: the source of randomness.
        """
        staying = Counter(self.first[text] for text in cards)
        return self.constraints.drawn([staying[group] for group in range(len(self.constraints.bounds) + 1)], rng)

    def alike(self, places: Iterable[int], group: int) -> list[int]:
        """The places that belong to a group, among given ones."""
        return [index for index in places if self.groups[index] == group]

    def placed(self, cards: Iterable[str], places: Sequence[int], rng: Random) -> list[str]:
        """A random solution: the remaining cards, in the order of their places.

        Args:
            cards: their texts, in random order.
            places: as many.
            rng: the source of randomness.
        """
        free, text_at = list(places), dict[int, str]()
        for text in sorted(cards, key=lambda text: -self.first[text]):
            among = [index for index in free if self.groups[index] >= self.first[text]]
            index = among[int(rng.random() * len(among))]
            free.remove(index)
            text_at[index] = text
        return [text_at[index] for index in places]

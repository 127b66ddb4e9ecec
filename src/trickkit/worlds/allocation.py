"""Random allocation of things to takers under constraints, with all allocations equally likely."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb
from random import Random
from types import MappingProxyType
from typing import Generic, TypeVar

from attrs import field, frozen

from trickkit.model.checks import each_is_a

__all__ = ["Allocation"]

T = TypeVar("T")

DRAWS = 500
"""The number of times that a taker's share is drawn before the search for one that agrees with its claims ends."""

Agrees = Callable[[Sequence[T]], bool]
"""A function that says whether a taker may have certain things."""

Counts = tuple[int, ...]
Options = tuple[tuple[Counts, ...], tuple[int, ...], int]
Weigh = Callable[[Sequence[tuple[int, int]]], int]
"""A function that counts the ways in which a taker can place its things, given pairs of how it may have a kind, and its
number."""

MOST_SPLITS = 50_000
"""The most ways to take things, over all takers, that are counted; if there are more, random exchanges are used."""

SWAPS = 40
"""The number of exchanges tried for every thing."""


class _TooMany(Exception):
    """The limit of the count of allocations was reached."""


@frozen
class Allocation(Generic[T]):
    """Things to allocate, with the takers that may have each.

    Things that the same takers may have are of one kind. Dynamic programming counts the ways to continue after each
    taker. The takers take in turn, and the number that each takes of each kind is drawn with these counts as weights.

    With many kinds this would take too long. In that case some allocation is found first, and then two or three things
    at a time are exchanged at random if their takers allow it. After many exchanges, all allocations are about equally
    likely.

    Args:
        kinds: the things, grouped by which takers may have them.
        wanted: for every taker, how many things it gets.
        allowed: for every taker, whether it may have things of each kind; a code if it may have them in different ways.
        weigh: for every taker, the function that counts the ways to place its things; None if there is nothing to
            place, and () if no taker has one.

    >>> allocation = Allocation((("a", "b"), ("c",)), (1, 2), ((False, True), (True, True)))
    >>> [sorted(share) for share in allocation.drawn(Random(1))]
    [['c'], ['a', 'b'], []]
    """

    kinds: tuple[tuple[T, ...], ...]
    wanted: tuple[int, ...] = field(validator=each_is_a(int))
    allowed: tuple[tuple[int, ...], ...]
    weigh: tuple[Weigh | None, ...] = ()

    @classmethod
    def of(
        cls,
        things: Sequence[T],
        wanted: Sequence[int],
        may: Sequence[Sequence[int]],
        weigh: Sequence[Weigh | None] = (),
    ) -> Allocation[T]:
        """An allocation of things, which are sorted into kinds.

        Args:
            things: in any order.
            wanted: for every taker, how many it gets.
            may: for every thing, whether each taker may have it, as in `allowed`.
            weigh: as above.

        >>> Allocation.of("abc", (1, 2), ((False, True), (False, True), (True, True))).kinds
        (('a', 'b'), ('c',))
        """
        kinds: dict[tuple[int, ...], list[T]] = {}
        for thing, takers in zip(things, may, strict=True):
            kinds.setdefault(tuple(takers), []).append(thing)
        allowed = tuple(tuple([takers[taker] for takers in kinds]) for taker in range(len(wanted)))
        return cls(tuple([tuple(kind) for kind in kinds.values()]), tuple(wanted), allowed, tuple(weigh))

    def giving(self, given: Mapping[T, int]) -> Allocation[T]:
        """The allocation with certain things fixed to certain takers; of equal things, only one.

        Args:
            given: by thing, the number of its taker.

        >>> allocation = Allocation((("a", "b", "c"),), (1, 2), ((True,), (True,)))
        >>> allocation.giving({"b": 0}).drawn(Random(1))[0]
        ['b']
        """
        waiting, may = dict(given), []
        things = [(thing, kind_index) for kind_index, kind in enumerate(self.kinds) for thing in kind]
        for thing, kind_index in things:
            taker = waiting.pop(thing, None)
            how = [allowed[kind_index] for allowed in self.allowed]
            may.append(how if taker is None else [manner * (index == taker) for index, manner in enumerate(how)])
        return Allocation.of([thing for thing, _ in things], self.wanted, may, self.weigh)

    def drawn(self, rng: Random, agrees: Mapping[int, Agrees[T]] = MappingProxyType({})) -> list[list[T]]:
        """A random allocation: for every taker, and finally for nobody, the things it gets, in random order.

        Args:
            rng: the source of randomness.
            agrees: by taker, a test of its share, which is redrawn until it passes. The weights ignore the tests of
                later takers.

        Raises:
            IndexError: there is no allocation, or none was found that passes the tests.
        """
        if not self._can_be_counted:
            return self._mixed(rng)
        left = [rng.sample(kind, len(kind)) for kind in self.kinds]
        shares: list[list[T]] = []
        for taker in range(len(self.wanted)):
            counts = tuple([len(things) for things in left])
            takes = self._taken(counts, taker, rng)
            for _ in range(DRAWS):
                share = [thing for things, take in zip(left, takes, strict=True) for thing in things[:take]]
                if taker not in agrees or agrees[taker](share):
                    break
                if takes == counts:
                    raise IndexError("what is left disagrees with what is known of the last share")
                left, takes = [rng.sample(things, len(things)) for things in left], self._taken(counts, taker, rng)
            else:
                raise IndexError("no share found that agrees with what is known of it")
            for things, take in zip(left, takes, strict=True):
                del things[:take]
            shares.append(share)
        shares.append([thing for things in left for thing in things])
        for share in shares:
            rng.shuffle(share)
        return shares

    def first_splits(self) -> tuple[int, tuple[Counts, ...], tuple[int, ...]]:
        """The first taker that gets anything, its possible counts by kind, and for each the ways to allocate the rest.

        >>> Allocation((("a", "b"), ("c",)), (0, 2), ((1, 1), (1, 1))).first_splits()
        (1, ((1, 1), (2, 0)), (2, 1))
        """
        taker = next(index for index, wanted in enumerate(self.wanted) if wanted)
        options, weights, _ = self._options(tuple([len(kind) for kind in self.kinds]), taker)
        return taker, options, weights

    def any(self) -> list[list[T]]:
        """Some allocation in the form of `drawn`: always the same one, found without counting.

        Raises:
            IndexError: there is no allocation.

        >>> Allocation((("a", "b"), ("c",)), (1, 2), ((True, True), (True, False))).any()
        [['c'], ['a', 'b'], []]
        """
        things = [(kind, thing) for kind, among in enumerate(self.kinds) for thing in among]
        shares: list[list[T]] = [[] for _ in range(len(self.wanted) + 1)]
        for (_, thing), taker in zip(things, self._any_places([kind for kind, _ in things]), strict=True):
            shares[taker].append(thing)
        return shares

    def _taken(self, counts: tuple[int, ...], taker: int, rng: Random) -> tuple[int, ...]:
        """A random number of things of each kind for a taker, given how many are left."""
        options, weights, ways = self._options(counts, taker)
        if not ways:
            raise IndexError("no way to share out what is left")
        if len(options) == 1:
            return options[0]
        # The weights are exact integers, which may be larger than any float.
        ticket = rng.randrange(ways)
        for option, weight in zip(options, weights, strict=True):
            if ticket < weight:
                return option
            ticket -= weight
        raise AssertionError("the weights add up to the number of ways")

    def _options(self, counts: Counts, taker: int) -> Options:
        """The counts by kind that a taker may take, the number of ways to continue from each, and their sum."""
        known = self._known.get((counts, taker))
        if known is not None:
            return known
        allowed = tuple([bool(may) for may in self.allowed[taker]])
        self._spent[0] += _number_of_splits(counts, self.wanted[taker], allowed)
        if self._spent[0] > MOST_SPLITS and not self.weigh:
            raise _TooMany
        options = _splits(counts, self.wanted[taker], self.allowed[taker])
        weigh, weights = self.weigh[taker] if self.weigh else None, []
        for split in options:
            left = tuple([have - take for have, take in zip(counts, split, strict=True)])
            after = self._options(left, taker + 1)[2] if taker + 1 < len(self.wanted) else 1
            ways = _choices(counts, split) * after if after else 0
            weights.append(ways * weigh([*zip(self.allowed[taker], split, strict=True)]) if weigh and ways else ways)
        self._known[counts, taker] = known = options, tuple(weights), sum(weights)
        return known

    @cached_property
    def _known(self) -> dict[tuple[Counts, int], Options]:
        return {}

    @cached_property
    def _spent(self) -> list[int]:
        """The number of ways counted so far, in a mutable cell."""
        return [0]

    @cached_property
    def _can_be_counted(self) -> bool:
        """Whether the count of all allocations stays within the limit; does the count."""
        try:
            return bool(not self.wanted or self._options(tuple([len(kind) for kind in self.kinds]), 0))
        except _TooMany:
            self._known.clear()
            return False

    def _mixed(self, rng: Random) -> list[list[T]]:
        """An approximately uniform allocation, drawn by random exchanges without counting."""
        things = [(kind, thing) for kind, among in enumerate(self.kinds) for thing in rng.sample(among, len(among))]
        places, nobody = self._any_places([kind for kind, _ in things]), len(self.wanted)
        allowed, numbers = [*self.allowed, (1,) * len(self.kinds)], range(len(things))
        for _ in range(SWAPS * len(things)):
            moved = rng.sample(numbers, 3 if len(things) > 2 and rng.random() < 0.25 else 2)
            targets = [places[index] for index in (*moved[1:], moved[0])]
            if all(allowed[target][things[index][0]] for index, target in zip(moved, targets, strict=True)):
                for index, target in zip(moved, targets, strict=True):
                    places[index] = target
        shares: list[list[T]] = [[] for _ in range(nobody + 1)]
        for (_, thing), taker in zip(things, places, strict=True):
            shares[taker].append(thing)
        for share in shares:
            rng.shuffle(share)
        return shares

    def _any_places(self, kinds: Sequence[int]) -> list[int]:
        """A possible taker for each thing, given by kind, within every taker's wanted number; by augmenting paths.

        Raises:
            IndexError: there is no allocation.
        """
        nobody, places = len(self.wanted), [-1] * len(kinds)
        free = [*self.wanted, len(kinds) - sum(self.wanted)]
        last, kind_taker = -1, -1
        for index, kind in enumerate(kinds):
            # Things of one kind go to one taker until it has enough.
            if kind != last or kind_taker < 0 or not free[kind_taker]:
                takers = (
                    candidate
                    for candidate in range(nobody + 1)
                    if free[candidate] and (candidate == nobody or self.allowed[candidate][kind])
                )
                last, kind_taker = kind, next(takers, -1)
            if kind_taker >= 0:
                places[index] = kind_taker
                free[kind_taker] -= 1
                continue
            came: dict[int, tuple[int, int]] = {}
            waiting, end = [index], -1
            for moved in waiting:
                for taker in range(nobody + 1):
                    if taker in came or not (taker == nobody or self.allowed[taker][kinds[moved]]):
                        continue
                    came[taker] = moved, places[moved]
                    if free[taker]:
                        end = taker
                        break
                    waiting += [other for other in range(index) if places[other] == taker]
                if end >= 0:
                    break
            else:
                raise IndexError("no way to share out what is left")
            free[end] -= 1
            while end >= 0:
                moved, before = came[end]
                places[moved], end = end, before
        return places


def _choices(counts: Counts, split: Counts) -> int:
    ways = 1
    for have, take in zip(counts, split, strict=True):
        ways *= comb(have, take)
    return ways


@lru_cache(maxsize=16384)
def _number_of_splits(counts: Counts, size: int, allowed: tuple[bool, ...]) -> int:
    """The number of results of `_splits`, computed without listing them."""
    if size < 0:
        return 0
    ways = [1] + [0] * size
    for have, may in zip(counts, allowed, strict=True):
        if may and have:
            sums = [0, *accumulate(ways)]
            ways = [sums[taken + 1] - sums[max(taken - have, 0)] for taken in range(size + 1)]
    return ways[size]


@lru_cache(maxsize=16384)
def _splits(counts: Counts, size: int, allowed: tuple[int, ...]) -> tuple[Counts, ...]:
    """All ways to take a number of things from the allowed kinds, each as counts by kind."""
    if not counts:
        return ((),) if size == 0 else ()
    most = min(counts[0], size) if allowed[0] else 0
    return tuple(
        (take, *others) for take in range(most + 1) for others in _splits(counts[1:], size - take, allowed[1:])
    )

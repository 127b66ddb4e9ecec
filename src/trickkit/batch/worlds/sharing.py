"""Plans the distribution of cards to takers, for compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod
from typing import Any

import numpy as np

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.worlds.deal import ROW_AT, count_ways
from trickkit.batch.worlds.plan import Plan
from trickkit.worlds.allocation import Allocation

MOST_WAYS = 1 << 20
"""The most numbers in the table of ways."""
NO_WAYS, NO_SPLITS = np.zeros(0), np.zeros((0, 0), np.int64)


def shared_out(
    row: Array,
    deck: Array,
    allocation: Allocation[Any],
    cards_of: Sequence[Sequence[int]],
    to: Sequence[int],
    stock: Sequence[int] | Array,
    secrets: Array,
    written: Array,
) -> Plan:
    """A plan to distribute cards.

    Args:
        row: as in `Plan`, as are the other arrays.
        deck: as in `Plan`.
        allocation: the allocation of the cards to takers.
        cards_of: by kind of the allocation, the numbers of the cards.
        to: by taker of the allocation, the hand or another place, as in `Plan`.
        stock: as in `Plan`.
        secrets: as in `Plan`.
        written: as in `Plan`.

    Raises:
        Unsupported: there are too many ways, or none can be drawn.
    """
    takers = [taker for taker, count in enumerate(allocation.wanted) if count]
    groups, split = _groups(allocation, takers)
    masks = [_bits(groups, allocation, kind) for kind in range(len(allocation.kinds))]
    everybody = (1 << len(groups)) - 1
    order = sorted(range(len(masks)), key=lambda kind: (masks[kind] == everybody, masks[kind]))
    if not split:
        together: dict[int, list[int]] = {}
        for kind in order:
            together.setdefault(masks[kind], []).append(kind)
        merged = [*together.values()]
    else:
        merged = [[kind] for kind in order]
    cards = [[card for kind in kinds for card in cards_of[kind]] for kinds in merged]
    plan = Plan(
        row=row,
        deck=deck,
        cards=_numbers([card for kind in cards for card in kind]),
        kinds=_numbers([0, *accumulate(map(len, cards))]),
        may=_numbers([masks[kinds[0]] for kinds in merged]),
        groups=_numbers([sum([allocation.wanted[taker] for taker in group]) for group in groups]),
        takers=_numbers([
            (to[taker], index, allocation.wanted[taker]) for index, group in enumerate(groups) for taker in group
        ]).reshape(-1, 3),
        stock=_numbers(stock),
        ways=NO_WAYS,
        splits=NO_SPLITS,
        chances=NO_WAYS,
        secrets=secrets,
        written=written,
    )  # fmt: skip
    if split:
        return _with_splits(plan, allocation, order)
    return with_ways(plan, max(map(len, cards), default=0))


def _groups(allocation: Allocation[Any], takers: Sequence[int]) -> tuple[list[list[int]], bool]:
    """Takers grouped by the kinds that they may have, the one with most choice last; and whether ways are weighted.

    Raises:
        Unsupported: the ways are weighted, and more than two takers get cards.
    """
    if allocation.weigh and len(takers) > 1:
        if len(takers) > 2:
            raise Unsupported("cards came to several hands after these had shown that they lack some")
        return [[takers[0]], [takers[1]]], True
    alike: dict[tuple[bool, ...], list[int]] = {}
    for taker in takers:
        alike.setdefault(tuple(map(bool, allocation.allowed[taker])), []).append(taker)
    ordered = sorted(alike, key=lambda may: (sum(may), sum(allocation.wanted[taker] for taker in alike[may])))
    return [alike[may] for may in ordered], False


def _bits(groups: Sequence[Sequence[int]], allocation: Allocation[Any], kind: int) -> int:
    return sum(1 << index for index, group in enumerate(groups) if allocation.allowed[group[0]][kind])


def _with_splits(plan: Plan, allocation: Allocation[Any], order: Sequence[int]) -> Plan:
    """A plan in which the first of two takers draws its share by the number of ways that lead to it."""
    _, splits, weights = allocation.first_splits()
    weighted = [(split, weight) for split, weight in zip(splits, weights, strict=True) if weight]
    every = sum(weight for _, weight in weighted)
    if not every:
        raise Unsupported("there is no way to share out what is left")
    sums = accumulate(weight for _, weight in weighted)
    return plan._replace(
        splits=_numbers([[split[kind] for kind in order] for split, _ in weighted]),
        chances=np.array([before / every for before in sums]),
    )


def with_ways(plan: Plan, largest: int) -> Plan:
    """A plan with its table of ways, given the size of the largest kind."""
    groups, everybody = len(plan.groups) - 1, (1 << len(plan.groups)) - 1
    counted = len(plan.may) - (len(plan.may) > 0 and int(plan.may[-1]) == everybody)
    if not groups or not counted:
        return plan
    size = counted * groups * (largest + 1) * prod([count + 1 for count in plan.groups[:-1].tolist()])
    if size > MOST_WAYS:
        raise Unsupported("there are too many ways to share the cards out to be counted")
    ways = np.zeros(size)
    count_ways(plan, ways, np.empty(ROW_AT, np.int64))
    return plan._replace(ways=ways)


def _numbers(numbers: Sequence[object] | Array) -> Array:
    return np.array(numbers, np.int64)

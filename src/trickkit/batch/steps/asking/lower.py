"""The lowering of bids on everybody, and of estimates called one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.phases.bids import Bids
from trickkit.phases.called import CallEstimates
from trickkit.policies.order import Order

MOST_LIMITS = 400_000
"""The most questions that limits of estimates are asked."""


def bids(lowering: Lowering, phase: Bids) -> int:
    players, bidding = lowering.rules.players, phase.bidding
    seats, subjects, groups = [], [], []
    for starter in range(players):
        turns = bidding.turns(players, starter)
        pairs = [(seat, on) for turn in turns for seat, on in enumerate(turn) if on is not None]
        seats.append([seat for seat, _ in pairs])
        subjects.append([on for _, on in pairs])
        sizes = [sum(on is not None for on in turn) for turn in turns]
        groups.append([sum(sizes[:number]) for number, size in enumerate(sizes) for _ in range(size)])
    most = max(bidding.limit(size) for size in lowering.sizes)
    per_seat = max(row.count(seat) for row in seats for seat in range(players))
    operand = lowering.add(
        "bid_turns",
        bid_turns=[len(row) for row in seats],
        bid_seat=seats,
        bid_subject=subjects,
        bid_group=groups,
        bid_mask=lowering.of_sizes(lambda size: bid_masks(lowering, phase, size, most * per_seat), [0]),
    )
    lowering.number_options(lowering.actions(phase))
    lowering.blocks.append((type(phase).__name__, frozenset(("bids",))))
    return operand


def bid_masks(lowering: Lowering, phase: Bids, size: int, most: int) -> list[int]:
    """The possible bids as bits, by what was spent; the policy is called only with amounts that can be spent."""
    found, reached = [], {0}
    for spent in range(most + 1):
        highest = phase.bidding.highest(size, spent) if spent in reached else 0
        if not 0 <= highest < 62:
            raise Unsupported(f"{phase.bidding!r}: a highest bid of {highest}; the batch engine has 0 to 61")
        reached |= {spent + bid for bid in range(highest + 1)} if spent in reached else set()
        found.append((2 << highest) - 1)
    return found


def called(lowering: Lowering, phase: CallEstimates) -> int:
    row = len(lowering.tables["order"])
    order(lowering, phase.order, row)
    if phase.limits:
        summed = all(limit.reads == ("sum",) for limit in phase.limits)
        lowering.tables["limit_way"][row] = 1 if summed else 2
        starts = []
        for size in range(max(lowering.sizes) + 1):
            starts.append(len(lowering.tables["limits"]))
            if size in lowering.sizes:
                lowering.tables["limits"] += [*(by_sum if summed else by_bids)(lowering, phase, size)]
        lowering.tables["limit_start"][row] = starts
    lowering.number_options(lowering.actions(phase))
    lowering.blocks.append((type(phase).__name__, frozenset(("bids",))))
    return row


def by_sum(lowering: Lowering, phase: CallEstimates, size: int) -> Iterator[int]:
    """The numbers that a seat may say, by seat, by how many have said one, and by their sum."""
    players = lowering.rules.players
    for seat in range(players):
        others = [other for other in range(players) if other != seat]
        for said in range(players):
            for total in range(players * size + 1):
                bids: list[int | None] = [None] * players
                left = total
                for other in others[:said]:
                    bids[other] = min(left, size)
                    left -= min(left, size)
                yield 0 if left else allowed(lowering, phase, seat, tuple(bids), size)


def by_bids(lowering: Lowering, phase: CallEstimates, size: int) -> Iterator[int]:
    """The numbers that a seat may say, by seat, and by what each seat has said."""
    players = lowering.rules.players
    if players * (size + 2) ** (players - 1) * (size + 1) * len(phase.limits) > MOST_LIMITS:
        raise Unsupported(
            f"CallEstimates: {phase.limits!r} may read every estimate of {players} seats with {size} cards, too "
            'many to ask for all; a limit that reads their sum alone says so by reads = ("sum",)'
        )
    for seat in range(players):
        for said in product((None, *range(size + 1)), repeat=players):
            yield allowed(lowering, phase, seat, said, size) if said[seat] is None else 0


def allowed(lowering: Lowering, phase: CallEstimates, seat: int, bids: tuple[int | None, ...], size: int) -> int:
    """The numbers that a seat may say, as bits."""
    numbers = range(size + 1)
    found = sum(1 << one for one in numbers if not any(limit.forbids(one, seat, bids, size) for limit in phase.limits))
    if not found:
        raise Unsupported(f"CallEstimates: {phase.limits!r} leave seat {seat} no number after {bids}")
    return found


def order(lowering: Lowering, policy: Order, row: int) -> None:
    """Write into a row of the poll tables which of the waiting seats may answer, by the starter."""
    players = lowering.rules.players
    table = [
        [
            sum(1 << seat for seat in policy.next(seats_of(waiting), starter, players)) if waiting else 0
            for waiting in range(1 << players)
        ]
        for starter in range(players)
    ]
    polls(lowering, row)
    lowering.tables["order"][row] = table


def polls(lowering: Lowering, row: int) -> None:
    """Add a row to all poll tables."""
    for name in ("order", "limit_way", "limit_start"):
        empty: Any = {"order": [[0]], "limit_way": 0}.get(name, [0])
        lowering.tables[name] += [empty] * (row + 1 - len(lowering.tables[name]))


def seats_of(bits: int) -> tuple[int, ...]:
    """The seats whose bits are set."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)

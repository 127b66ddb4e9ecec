"""The lowering of bids on everybody, and of estimates called one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.figures import tell_bids
from trickkit.batch.lowering.sums import Sum
from trickkit.batch.lowering.unsupported import TooMuch, Unsupported
from trickkit.phases.bids import Bids
from trickkit.phases.called import CallEstimates
from trickkit.policies.order import Order

MOST_LIMITS = 400_000
"""The most calls of limits on estimates, to list what they allow after all possible estimates. If more would be needed,
nodes ask for what the limits read."""


def bids(lowering: Lowering, phase: Bids) -> int:
    players, bidding = lowering.rules.players, phase.bidding
    seats, subjects, groups = [], [], []
    for starter in range(players):
        turns = bidding.turns(players, starter)
        pairs = [(seat, on) for turn in turns for seat, on in enumerate(turn) if on is not None]
        seats.append([seat for seat, _ in pairs])
        subjects.append([on for _, on in pairs])
        sizes = [sum(on is not None for on in turn) for turn in turns]
        groups.append([sum(sizes[:index]) for index, size in enumerate(sizes) for _ in range(size)])
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
    every = [frozenset(zip(*pairs, strict=True)) for pairs in zip(seats, subjects, strict=True)]
    tell_bids(lowering, phase.record, frozenset.intersection(*every), most)
    return operand


def bid_masks(lowering: Lowering, phase: Bids, size: int, most: int) -> list[int]:
    """The possible bids as bits, by what was spent; the policy is called only with amounts that can be spent."""
    players, masks, reached = lowering.rules.players, [], {0}
    for spent in range(most + 1):
        highest = phase.bidding.highest(size, spent) if spent in reached else 0
        if not 0 <= highest < 62:
            once = all(len(phase.bidding.turns(players, starter)) == 1 for starter in range(players))
            error = TooMuch if highest > 0 and once else Unsupported
            raise error(f"{phase.bidding!r}: a highest bid of {highest}; the batch engine has 0 to 61 in several turns")
        reached |= {spent + bid for bid in range(highest + 1)} if spent in reached else set()
        masks.append((2 << highest) - 1)
    return masks


def called(lowering: Lowering, phase: CallEstimates) -> int:
    row = len(lowering.tables["order"])
    order(lowering, phase.order, row)
    if phase.limits:
        way, numbers = limits_by(lowering, phase)
        lowering.tables["limit_way"][row] = way
        starts = []
        for size in range(max(lowering.sizes) + 1):
            starts.append(len(lowering.tables["limits"]))
            if size in lowering.sizes:
                lowering.tables["limits"] += [*numbers(lowering, phase, size)]
        lowering.tables["limit_start"][row] = starts
    lowering.number_options(lowering.actions(phase))
    lowering.blocks.append((type(phase).__name__, frozenset(("bids",))))
    tell_bids(lowering, phase.record, [(seat, seat) for seat in range(lowering.rules.players)], max(lowering.sizes))
    return row


def limits_by(lowering: Lowering, phase: CallEstimates) -> tuple[int, Callable[..., Iterator[int]]]:
    """How a row looks limits up, as numbered in `layout.T_LIMIT_WAY`; and the function that lists their table."""
    if all(limit.reads == ("sum",) for limit in phase.limits):
        return 1, by_sum
    players, size = lowering.rules.players, max(lowering.sizes)
    listed = players * (size + 2) ** (players - 1) * (size + 1) * len(phase.limits)
    return (2, by_bids) if listed <= MOST_LIMITS else (3, by_asking)


def by_sum(lowering: Lowering, phase: CallEstimates, size: int) -> Iterator[int]:
    """The numbers that a seat may say, by seat, by the number of earlier estimates, and by their sum."""
    players = lowering.rules.players
    for seat in range(players):
        others = [other for other in range(players) if other != seat]
        for count in range(players):
            for total in range(players * size + 1):
                bids: list[int | None] = [None] * players
                left = total
                for other in others[:count]:
                    bids[other] = min(left, size)
                    left -= min(left, size)
                yield 0 if left else allowed(phase, seat, tuple(bids), size)


def by_bids(lowering: Lowering, phase: CallEstimates, size: int) -> Iterator[int]:
    """The numbers that a seat may say, by seat, and by the estimate of each seat so far."""
    players = lowering.rules.players
    for seat in range(players):
        for bids in product((None, *range(size + 1)), repeat=players):
            yield allowed(phase, seat, bids, size) if bids[seat] is None else 0


def by_asking(lowering: Lowering, phase: CallEstimates, size: int) -> Iterator[int]:
    """The nodes that ask for everything that limits read, by seat, by waiting seats, as bits, and by number."""
    players, knowledge = lowering.rules.players, lowering.knowledge
    everyone = (1 << players) - 1
    turns = {turn for starter in lowering.tables["order"][-1] for turn in turns_of(starter, everyone)}

    def may_say(seat: int, waiting: int, number: int, deal: BlankDeal) -> int:
        bids: list[Any] = [None] * players
        for other in seats_of(everyone & ~waiting):
            part = layout.S_NUMBER, layout.ESTIMATES_MADE + other, size
            bids[other] = Sum.of(deal.__dict__["_answers"], {part: 1})
        bit = 0 if phase.forbidden(number, seat, tuple(bids), size) else 1 << number
        return knowledge.node((layout.WRITE, layout.MASK, bit, 0))

    for seat, waiting, bid in product(range(players), range(everyone + 1), range(size + 1)):
        asks = partial(may_say, seat, waiting, bid)
        yield knowledge.asked(type(phase).__name__, asks) if (seat, waiting) in turns else 0


def turns_of(order: Sequence[int], everyone: int) -> Iterator[tuple[int, int]]:
    """Each seat that may be asked, with the waiting seats, itself included, as bits.

    Args:
        order: by waiting seats, those that may be asked, as bits.
        everyone: all seats, as bits.
    """
    reached = {everyone}
    for waiting in range(everyone, 0, -1):
        if waiting in reached:
            for seat in seats_of(order[waiting]):
                yield seat, waiting
                reached.add(waiting & ~(1 << seat))


def allowed(phase: CallEstimates, seat: int, bids: tuple[int | None, ...], size: int) -> int:
    """The numbers that a seat may say, as bits."""
    mask = sum(1 << bid for bid in range(size + 1) if not phase.forbidden(bid, seat, bids, size))
    if not mask:
        raise Unsupported(f"CallEstimates: {phase.limits!r} leave seat {seat} no number after {bids}")
    return mask


def order(lowering: Lowering, policy: Order, row: int) -> None:
    """Write into a row of the poll tables, by starter, which of the waiting seats may answer."""
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

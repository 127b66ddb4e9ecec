"""Decides by a rollout policy, in compiled code."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import STRIDE, entry, kernel, share
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1
from trickkit.batch.kernel.masks import lowest, mask_of, rest, size
from trickkit.batch.machine.dispatch import proceed
from trickkit.batch.machine.loop import action_number, decision
from trickkit.batch.rollouts.lower import CONTEXTS, NEED, Rollout
from trickkit.batch.steps.tricks.called import calls_from
from trickkit.batch.steps.tricks.run import WINS, prospect


@entry(turns="few")
def play_by(row: Numbers, cards: Any, tables: Numbers, seats: Any, actions: Any, rollout: Rollout) -> None:
    """Decide by a policy until the deal is over; write down the decisions, if there is room for them.

    Args:
        row: the position of the deal.
        cards: the deck as it was shuffled.
        tables: the tables of the rules.
        seats: receives the seats that decide, if it has room.
        actions: receives the numbers of their actions, if it has room.
        rollout: the policy.
    """
    while row[layout.ACTOR] >= 0:
        opcode = look1(tables, layout.T_OPCODE, row[layout.COUNTER])
        given = row[layout.FORCING] and row[layout.FORCED + row[layout.ACTOR]]
        tricks = opcode == layout.TRICKS or opcode == layout.POWERS
        if given or (rollout.kind == NEED and not tricks) or _at_random(row, rollout):
            option = decision(row, tables, opcode, seats, actions)
        else:
            need = rollout.kind == NEED
            option = _needed(row, tables, rollout) if need else _weighted(row, tables, opcode, rollout)
            if actions.shape[0]:
                seats[row[layout.DECISIONS]] = row[layout.ACTOR]
                actions[row[layout.DECISIONS]] = action_number(row, tables, opcode, option)
            row[layout.DECISIONS] += 1
        proceed(row, cards, tables, option)


@kernel(inline="code")
def _at_random(row: Numbers, rollout: Rollout) -> bool:
    if rollout.epsilon == 0.0:
        return False
    row[layout.RNG] += STRIDE
    return share(row[layout.RNG]) < rollout.epsilon


@kernel
def _wants(row: Numbers, tables: Numbers, rollout: Rollout) -> bool:
    """Whether the playing seat wants the hand that it plays from to win the trick."""
    side, bid, taken = rollout.sides[row[layout.ACTOR]], 0, 0
    wants = rollout.takes[row[layout.ACTOR]] != 0
    for seat in range(tables[layout.PLAYERS]):
        if side >> seat & 1:
            own = layout.BIDS_MADE + seat * (layout.SEATS + 1) if rollout.bids else layout.ESTIMATES_MADE + seat
            if row[own] < 0:
                bid = -1000
            bid += row[own]
            taken += size(row[layout.TAKEN + seat])
    if bid >= 0:
        wants = taken < bid
    taker = row[layout.ROUND + row[layout.HAND]] >> 24 & 255
    return wants == (taker != layout.NOBODY and side >> taker & 1 != 0)


@kernel
def _needed(row: Numbers, tables: Numbers, rollout: Rollout) -> int:
    """A random card among those that serve the need equally well."""
    wants, last = _wants(row, tables, rollout), row[layout.COUNT] + 1 == row[layout.PLAYING]
    best, most, alike, calls = -1, -1 << 40, 0, calls_from(row, tables)
    mask = mask_of(row, tables, layout.MASK)
    while mask:
        face = lowest(mask)
        mask = rest(mask)
        if calls and face >= calls:
            # It makes no calls before it plays.
            break
        strength = prospect(row, tables, face)
        wins, power = strength >= WINS, strength & (WINS - 1)
        if wants:
            worth = WINS + power if wins else -power
        elif wins:
            worth = -WINS + (power if last else -power)
        else:
            worth = WINS + power
        if worth > most:
            best, most, alike = face, worth, 1
        elif worth == most:
            alike += 1
            row[layout.RNG] += STRIDE
            if share(row[layout.RNG]) * alike < 1.0:
                best = face
    return best


@kernel
def _weighted(row: Numbers, tables: Numbers, opcode: int, rollout: Rollout) -> int:
    """A random option, by the weights of the actions."""
    context = rollout.phases[row[layout.COUNTER]] * CONTEXTS
    if opcode == layout.TRICKS or opcode == layout.POWERS:
        context += 3 * _wants(row, tables, rollout)
        context += 0 if row[layout.COUNT] == 0 else 2 if row[layout.COUNT] + 1 == row[layout.PLAYING] else 1
    # Each option replaces the one drawn before with probability weight / total so far (*reservoir sampling*).
    total, chosen, any_one = 0.0, -1, -1
    mask, count = mask_of(row, tables, layout.MASK), 0
    while (count < row[layout.MASK]) if opcode == layout.EXPLORED else (size(mask) > 0):
        option = count
        if opcode != layout.EXPLORED:
            option = lowest(mask)
            mask = rest(mask)
        count += 1
        weight = rollout.weights[context, action_number(row, tables, opcode, option)]
        row[layout.RNG] += STRIDE
        ticket = share(row[layout.RNG])
        total += weight
        if ticket * total < weight:
            chosen = option
        if ticket * count < 1.0:
            any_one = option
    return chosen if total > 0.0 else any_one

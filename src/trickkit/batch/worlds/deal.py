"""Deals the unseen cards of a view in compiled code.

All ways to deal them are equally likely. A table counts the ways to continue after each group has taken its cards of
each kind (*dynamic programming*); these counts are the weights with which the number of cards taken is drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import STRIDE, below, entry, kernel, seeded, share
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1, put
from trickkit.batch.kernel.masks import add_faces, each_kind_once, mask_at, mask_from, mask_of, put_mask, words
from trickkit.batch.steps.choosing.run import may_choose
from trickkit.batch.steps.explored.run import answer, option_of
from trickkit.batch.steps.laying.run import may_lay
from trickkit.batch.steps.tableau.run import give
from trickkit.batch.steps.tricks.powered import choose_again
from trickkit.batch.steps.tricks.run import next_play
from trickkit.batch.worlds.plan import AWAY, AWAY_BY, STOCK, UNDER, Plan

_LISTS, _LEFT, _ENDS, _PLACES = 256, 512, 528, 544
"""The offsets in the work space of: the cards of each group, which follow those of each kind; the number of cards that
each group still needs; the current end of each group's cards; the work space for phases with secrets."""


@kernel
def _strides(plan: Plan, most: int) -> tuple[int, int]:
    """The number of combinations of the groups' needs, and of these with the cards left of a kind."""
    cases = 1
    for group in range(plan.groups.shape[0] - 1):
        cases *= plan.groups[group] + 1
    return cases, cases * (most + 1)


@kernel
def _most(plan: Plan) -> int:
    """The number of cards of the largest kind."""
    most = 0
    for kind in range(plan.kinds.shape[0] - 1):
        most = max(most, plan.kinds[kind + 1] - plan.kinds[kind])
    return most


@kernel
def _counted_kinds(plan: Plan) -> int:
    """The number of kinds that are not open to every group."""
    kinds = plan.may.shape[0]
    return kinds - 1 if kinds and plan.may[kinds - 1] == (1 << plan.groups.shape[0]) - 1 else kinds


@kernel
def _at_end(plan: Plan, left: Any) -> float:
    """The number of ways in which groups can fill their needs from the last kind, which is open to all."""
    kinds, counted, ways = plan.may.shape[0], _counted_kinds(plan), 1.0
    cards = plan.kinds[kinds] - plan.kinds[counted]
    for group in range(plan.groups.shape[0] - 1):
        if left[group] > cards:
            return 0.0
        for taken in range(left[group]):
            ways *= (cards - taken) / (taken + 1)
        cards -= left[group]
    return ways


@entry
def count_ways(plan: Plan, ways: Any, work: Numbers) -> None:
    """Fill the table of `Plan.ways`.

    The indices are: the counted kind; the group, except the last one; the number of cards left of the kind; and the
    needs of all groups except the last one. The entry is the number of ways to continue when this group takes its cards
    of this kind.

    Args:
        plan: the plan; its own table is ignored.
        ways: the table.
        work: work space.
    """
    groups, most = plan.groups.shape[0] - 1, _most(plan)
    cases, size = _strides(plan, most)
    kinds, left = _counted_kinds(plan), work[_LEFT:]
    for kind in range(kinds - 1, -1, -1):
        cards = plan.kinds[kind + 1] - plan.kinds[kind]
        for group in range(groups - 1, -1, -1):
            offset, stride = (kind * groups + group) * size, 1
            for earlier in range(group):
                stride *= plan.groups[earlier] + 1
            for case in range(cases):
                rest = case
                for other in range(groups):
                    left[other] = rest % (plan.groups[other] + 1)
                    rest //= plan.groups[other] + 1
                for remaining in range(cards + 1):
                    most_taken = min(remaining, left[group]) if plan.may[kind] >> group & 1 else 0
                    total, choices, before = 0.0, 1.0, left[group]
                    for taken in range(most_taken + 1):
                        left[group] = before - taken
                        total += choices * _going_on(
                            plan, ways, left, kind, group, remaining - taken, case - taken * stride, cases, size
                        )
                        choices *= (remaining - taken) / (taken + 1)
                    left[group] = before
                    ways[offset + remaining * cases + case] = total


@kernel
def _going_on(
    plan: Plan, ways: Any, left: Any, kind: int, group: int, number: int, case: int, cases: int, size: int
) -> float:
    """The number of ways to continue after a group has taken a number of cards of a kind."""
    groups = plan.groups.shape[0] - 1
    if group + 1 < groups:
        return ways[(kind * groups + group + 1) * size + number * cases + case]
    if number and not plan.may[kind] >> groups & 1:
        return 0.0
    if kind + 1 == _counted_kinds(plan):
        if kind + 1 == plan.may.shape[0]:
            return 1.0 if case == 0 else 0.0
        return _at_end(plan, left)
    cards = plan.kinds[kind + 2] - plan.kinds[kind + 1]
    return ways[(kind + 1) * groups * size + cards * cases + case]


@kernel
def _taken_at_random(work: Numbers, begin: int, end: int, count: int, into: int, state: int) -> int:
    """Move random cards of a kind to a group's list; return the new random number state."""
    for index in range(begin, begin + count):
        state += STRIDE
        other = index + below(state, end - index)
        card = get(work, other)
        put(work, other, get(work, index))
        put(work, into + index - begin, card)
    return state


@kernel
def _grouped(plan: Plan, work: Numbers, state: int) -> int:
    """Distribute the cards to the groups; return the new random number state."""
    groups = plan.groups.shape[0] - 1
    for index in range(plan.cards.shape[0]):
        work[index] = plan.cards[index]
    end = _LISTS
    for group in range(groups + 1):
        work[_LEFT + group] = plan.groups[group]
        work[_ENDS + group] = end
        end += plan.groups[group]
    if plan.splits.shape[0]:
        return _split(plan, work, state)
    counted, most = _counted_kinds(plan), _most(plan)
    cases, size = _strides(plan, most)
    case, stride = np.int64(0), np.int64(1)
    for group in range(groups):
        case += stride * plan.groups[group]
        stride *= plan.groups[group] + 1
    for kind in range(plan.may.shape[0]):
        begin, upto, stride = plan.kinds[kind], plan.kinds[kind + 1], np.int64(1)
        for group in range(groups):
            left, count = work[_LEFT + group], np.int64(0)
            if kind == counted:
                count = left
            elif plan.may[kind] >> group & 1 and left:
                remaining, choices = upto - begin, 1.0
                state += STRIDE
                ticket = share(state) * plan.ways[(kind * groups + group) * size + remaining * cases + case]
                while True:
                    work[_LEFT + group] = left - count
                    ticket -= choices * _going_on(
                        plan,
                        plan.ways,
                        work[_LEFT:],
                        kind,
                        group,
                        remaining - count,
                        case - count * stride,
                        cases,
                        size,
                    )
                    if ticket < 0.0 or count == min(remaining, left):
                        break
                    choices *= (remaining - count) / (count + 1)
                    count += 1
            state = _taken_at_random(work, begin, upto, count, work[_ENDS + group], state)
            begin += count
            case -= count * stride
            stride *= plan.groups[group] + 1
            work[_LEFT + group] = left - count
            work[_ENDS + group] += count
        for index in range(begin, upto):
            work[work[_ENDS + groups]] = work[index]
            work[_ENDS + groups] += 1
    return state


@kernel
def _split(plan: Plan, work: Numbers, state: int) -> int:
    """Give the first group the cards of a random split, and the other one the rest."""
    state += STRIDE
    ticket, split = share(state), 0
    while split + 1 < plan.chances.shape[0] and ticket >= plan.chances[split]:
        split += 1
    for kind in range(plan.may.shape[0]):
        begin, count = plan.kinds[kind], plan.splits[split, kind]
        state = _taken_at_random(work, begin, plan.kinds[kind + 1], count, work[_ENDS], state)
        work[_ENDS] += count
        for index in range(begin + count, plan.kinds[kind + 1]):
            work[work[_ENDS + 1]] = work[index]
            work[_ENDS + 1] += 1
    return state


@entry
def deal_world(row: Numbers, deck: Any, tables: Numbers, plan: Plan, work: Numbers, state: int) -> int:
    """Turn a row into a world of a view: deal its unseen cards, and redraw secret decisions.

    Args:
        row: receives the position of the deal.
        deck: receives the cards in the order in which they come off the pack.
        tables: the tables of the rules.
        plan: the plan of the view.
        work: `plan.ROOM` numbers of work space, followed by room for a row.
        state: the state of the random numbers.

    Returns:
        Returns the state of the random numbers afterwards.
    """
    for index in range(plan.row.shape[0]):
        row[index] = plan.row[index]
    for index in range(plan.deck.shape[0]):
        deck[index] = plan.deck[index]
    state = _grouped(plan, work, state)
    masks, taker, group, begin = tables[layout.HEADER + layout.HEAD * layout.T_CARD_MASK], 0, -1, _LISTS
    while taker < plan.takers.shape[0]:
        to, count = plan.takers[taker, 0], plan.takers[taker, 2]
        if plan.takers[taker, 1] != group:
            group = plan.takers[taker, 1]
            end = begin + plan.groups[group]
        # The last place of a group gets the cards that the others leave; their order matters only in the pack.
        if count < end - begin or to == STOCK:
            for position in range(begin, begin + count):
                state += STRIDE
                other = position + below(state, end - position)
                card = work[other]
                work[other] = work[position]
                work[position] = card
        if to == STOCK:
            for position in range(count):
                deck[plan.stock[position]] = work[begin + position]
        elif tables[layout.SLOTTED]:
            give(row, work, tables, to, begin, begin + count, 1 << to)
        else:
            cards = mask_from(tables, 0)
            for position in range(begin, begin + count):
                cards = cards | mask_at(tables, masks + words(tables) * get(work, position))
            if to == AWAY or to >= AWAY_BY:
                add_faces(row, tables, layout.AWAY, cards)
                if to >= AWAY_BY:
                    add_faces(row, tables, layout.CHOSEN + to - AWAY_BY, cards)
            elif to != UNDER:
                add_faces(row, tables, layout.HANDS + to, cards)
                add_faces(row, tables, layout.HELD_FIRST + to, cards)
        begin += count
        taker += 1
    for position in range(plan.secrets.shape[0]):
        state = _decided_in_secret(row, tables, plan, position, work[ROW_AT:], state)
    _look_again(row, deck, tables)
    row[layout.RNG] = state
    return state


ROW_AT = 1024
"""The offset of a row in the work space."""


@kernel
def _decided_in_secret(row: Numbers, tables: Numbers, plan: Plan, number: int, other: Numbers, state: int) -> int:
    """Redraw the secret decisions of a finished phase, and write its results."""
    for index in range(plan.row.shape[0]):
        other[index] = plan.secrets[number, index]
    while True:
        given = other[layout.FORCED + other[layout.ACTOR]]
        if given:
            option = option_of(other, tables, (given & (1 << layout.FORCED_ACTION) - 1) - 1)
            other[layout.FORCED + other[layout.ACTOR]] = given >> layout.FORCED_ACTION
        else:
            state += STRIDE
            option = below(state, other[layout.MASK])
        if answer(other, tables, option):
            break
    for index in range(plan.written.shape[1]):
        if plan.written[number, index] >= 0:
            row[plan.written[number, index]] = other[plan.written[number, index]]
    return state


@kernel
def _look_again(row: Numbers, deck: Any, tables: Numbers) -> None:
    """Recompute the legal options, as far as they depend on the cards of a hand."""
    opcode = look1(tables, layout.T_OPCODE, row[layout.COUNTER])
    if row[layout.ACTOR] < 0:
        return
    if opcode == layout.TRICKS:
        next_play(row, tables)
    elif opcode == layout.CHOOSE:
        put_mask(row, tables, layout.MASK, may_choose(row, tables))
    elif opcode == layout.LAY:
        put_mask(row, tables, layout.MASK, may_lay(row, tables))
    elif opcode == layout.REVEAL:
        held = mask_of(row, tables, layout.HANDS + row[layout.ACTOR])
        put_mask(row, tables, layout.MASK, each_kind_once(tables, held))
    elif opcode == layout.POWERS:
        next_play(row, tables)
    elif opcode == layout.POWER:
        choose_again(row, deck, tables)


@entry
def deal_worlds(tables: Numbers, plan: Plan, seed: Any, first: int, rows: Any, decks: Any, work: Numbers) -> None:
    """Deal worlds into rows.

    Args:
        tables: the tables of the rules.
        plan: the plan of the view.
        seed: the seed of all worlds: its lower and its upper 64 bits.
        first: the number of the first world; each is a function of the seed and its number.
        rows: the positions of the worlds.
        decks: by world, the cards in the order in which they come off the pack.
        work: work space, followed by room for a row.
    """
    for index in range(rows.shape[0]):
        deal_world(rows[index], decks[index], tables, plan, work, seeded(seed, first + index))

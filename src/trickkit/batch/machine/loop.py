"""Loops over many rows: whole deals, deals from given positions, and rows that wait for outside decisions."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Beginnings, Starts, Written
from trickkit.batch.kernel.intrinsics import STRIDE, below, entry, kernel, seeded
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import column, look1, look2
from trickkit.batch.kernel.masks import (
    Mask,
    count_kinds,
    has,
    look_mask,
    lowest,
    mask_of,
    nth,
    rest,
    size,
    words,
)
from trickkit.batch.machine.dispatch import OVER, begin, opcode_of, proceed_linked
from trickkit.batch.machine.hearing import bid_in, first_secret_bid, secret_bids, secret_estimates
from trickkit.batch.machine.writing import write_down, write_facts
from trickkit.batch.steps.explored.run import action_of, option_of
from trickkit.batch.steps.tableau.run import lay_out, seen_slots
from trickkit.batch.steps.tricks.run import play_out
from trickkit.errors import InvalidRules


@entry(turns="few")
def play_on(row: Numbers, cards: Any, tables: Numbers, seats: Any, actions: Any) -> None:
    """Decide at random until the deal is over; write down the decisions, if there is room for them."""
    while row[layout.ACTOR] >= 0:
        opcode, option = look1(tables, layout.T_OPCODE, row[layout.COUNTER]), OVER
        if opcode == layout.TRICKS:
            if not play_out(row, tables, seats, actions):
                continue
        elif opcode == layout.REVEAL and not row[layout.FORCING]:
            row[layout.COUNTER] = lay_out(row, cards, tables, seats, actions) - 1
        else:
            option = decision(row, tables, opcode, seats, actions)
        # The interpreter is linked into this loop, which does little else.
        proceed_linked(row, cards, tables, option)


@kernel(inline="source")
def decision(row: Numbers, tables: Numbers, opcode: int, seats: Any, actions: Any) -> int:
    """The next queued option, which is neither counted nor recorded; without one, a random option."""
    if row[layout.FORCING] and row[layout.FORCED + row[layout.ACTOR]]:
        return given(row, tables, opcode)
    row[layout.RNG] += STRIDE
    option = _drawn_option(row, tables, opcode, row[layout.RNG])
    if actions.shape[0]:
        seats[row[layout.DECISIONS]] = row[layout.ACTOR]
        actions[row[layout.DECISIONS]] = action_number(row, tables, opcode, option)
    row[layout.DECISIONS] += 1
    return option


@kernel
def given(row: Numbers, tables: Numbers, opcode: int) -> int:
    """The next queued option of the deciding seat."""
    bits = layout.FORCED_ACTION if opcode == layout.EXPLORED else layout.FORCED_OPTION + words(tables)
    given = row[layout.FORCED + row[layout.ACTOR]]
    row[layout.FORCED + row[layout.ACTOR]] = given >> bits
    row[layout.FORCING] -= 1
    code = (given & (1 << bits) - 1) - 1
    if opcode == layout.EXPLORED:
        return option_of(row, tables, code)
    return copy_of(tables, mask_of(row, tables, layout.MASK), code) if opcode >= layout.CHOOSING else code


@kernel
def copy_of(tables: Numbers, mask: Mask, face: int) -> int:
    """The copy of a face that may be chosen among its equal copies; -1 for none."""
    alike = mask & look_mask(tables, layout.T_ALIKE, face)
    return lowest(alike) if alike else -1


@kernel(inline="code")
def _drawn_option(row: Any, tables: Numbers, opcode: int, state: int) -> int:
    """A random option, given a random number state."""
    if opcode == layout.EXPLORED:
        last = row[layout.MASK] - 1
        if (
            row[layout.PASSES] >> min(row[layout.COUNTER], 63) & 1
            and last > 0
            and action_of(row, tables, last) + 1 == tables[layout.PASSING]
        ):
            return last
        return below(state, row[layout.MASK])
    mask = mask_of(row, tables, layout.MASK)
    if not mask:
        raise InvalidRules("a seat must decide, but nothing is legal: a policy forbids too much")
    return nth(mask, below(state, size(mask)))


@kernel(inline="code")
def action_number(row: Any, tables: Numbers, opcode: int, option: int) -> int:
    """The number of the action that an option stands for."""
    if opcode == layout.EXPLORED:
        return action_of(row, tables, option)
    return look2(tables, layout.T_CODE, row[layout.COUNTER], option)


@kernel(inline="source")
def set_out(
    row: Numbers,
    cards: Any,
    tables: Numbers,
    seed: Any,
    deal: int,
    number: int,
    cards_each: int,
    starter: int,
    totals: Any,
    memory: Any,
) -> None:
    """Set up one deal, up to its first decision."""
    row[layout.RNG] = seeded(seed, deal)
    row[layout.NUMBER] = number
    if memory.shape[0]:
        row[layout.SCORED] = memory[0]
        for word in range(layout.MOST_REMEMBERED // 8):
            row[layout.REMEMBERED + word] = memory[1 + word]
    elif not row[layout.STACKED]:
        # Of earlier deals only the points are known: all are assumed to have had a score, and nothing else is
        # remembered.
        row[layout.SCORED] = min(number, layout.MOST_NUMBERS - 1)
        for word in range(layout.MOST_REMEMBERED // 8):
            row[layout.REMEMBERED + word] = tables[layout.FRESH + word]
    row[layout.SIZE] = cards_each
    row[layout.STARTER] = starter
    if starter < 0:
        row[layout.RNG] += STRIDE
        row[layout.STARTER] = below(row[layout.RNG], tables[layout.PLAYERS])
    for seat in range(tables[layout.PLAYERS]):
        row[layout.TOTALS + seat] = totals[seat]
    begin(row, cards, tables)


@entry(turns="few")
def play_deals(tables: Numbers, row: Numbers, cards: Any, seed: Any, starts: Starts, written: Written) -> None:
    """Play deals at random, one after the other.

    Args:
        tables: the tables of the rules.
        row: work space for a row.
        cards: work space for a deck.
        seed: the seed of all deals: its lower and its upper 64 bits.
        starts: their starting points.
        written: receives their results.
    """
    row[layout.STACKED] = 0
    row[layout.FORCING] = 0
    positions = starts.rows.shape[0]
    for deal in range(starts.games.shape[0]):
        game = starts.games[deal]
        if positions:
            position = game % positions
            for index in range(starts.rows.shape[1]):
                row[index] = starts.rows[position, index]
            for index in range(starts.decks.shape[1]):
                cards[index] = starts.decks[position, index]
            row[layout.RNG] = seeded(seed, game)
        else:
            deal_number = starts.numbers[deal]
            totals = starts.totals[deal if starts.totals.shape[0] > 1 else 0]
            size, starter = starts.sizes[deal_number], starts.starters[deal]
            memory = starts.memory[deal if starts.memory.shape[0] > 1 else 0]
            set_out(row, cards, tables, seed, game, deal_number, size, starter, totals, memory)
        play_on(row, cards, tables, written.seats[deal], written.actions[deal])
        write_down(row, cards, tables, written, deal)
        if written.dealt.shape[1]:
            written.dealt[deal, 0] = max(row[layout.SHOWN], -1)
            for index in range(written.dealt.shape[1] - 1):
                written.dealt[deal, index + 1] = cards[index]


@entry(turns="few")
def step_rows(tables: Numbers, rows: Any, decks: Any, options: Any, made: Any, noted: Any, over: Any) -> int:
    """Make a decision in each row; return the number of deals that ended.

    Args:
        tables: the tables of the rules.
        rows: the positions of the deals.
        decks: by row, the cards as they were shuffled.
        options: by row, the option, which must be legal; -1 for no decision.
        made: by row, receives who decides what in which phase, as `layout` packs it.
        noted: by row and decision of its deal, receives the same, if there is room.
        over: receives the indices of the rows whose deals are over.
    """
    count = 0
    for index in range(rows.shape[0]):
        if options[index] < 0:
            continue
        if rows[index, layout.DECISIONS] < noted.shape[1]:
            noted[index, rows[index, layout.DECISIONS]] = made[index]
        rows[index, layout.DECISIONS] += 1
        # The interpreter is linked here, too.
        proceed_linked(rows[index], decks[index], tables, options[index])
        if rows[index, layout.ACTOR] < 0:
            over[count] = index
            count += 1
    return count


@entry
def first_illegal(tables: Numbers, rows: Any, inverse: Any, actions: Any, options: Any, made: Any) -> int:
    """The first row with an illegal action; -1 if there is none. Finds the options of the actions.

    WAIT in place of an action makes no decision.

    Args:
        tables: the tables of the rules.
        rows: the positions of the deals.
        inverse: by phase and number of an action, the option; -1 for none.
        actions: by row, the number of an action.
        options: by row, receives the option; -1 for none.
        made: by row, receives who decides what in which phase, as `layout` packs it.
    """
    for index in range(rows.shape[0]):
        action = actions[index]
        if action == layout.WAIT:
            options[index] = -1
            continue
        if action < 0 or action >= inverse.shape[1]:
            return index
        opcode = look1(tables, layout.T_OPCODE, rows[index, layout.COUNTER])
        if opcode == layout.EXPLORED:
            option = option_of(rows[index], tables, action)
            if option < 0:
                return index
        else:
            option, mask = inverse[rows[index, layout.COUNTER], action], mask_of(rows[index], tables, layout.MASK)
            if option >= 0 and opcode >= layout.CHOOSING:
                option = copy_of(tables, mask, option)
            if option < 0 or not has(mask, option):
                return index
        options[index] = option
        made[index] = (
            rows[index, layout.COUNTER] << layout.NOTED_COUNTER
            | rows[index, layout.ACTOR] << layout.NOTED_SEAT
            | action
        )
    return -1


@entry
def legal_actions(tables: Numbers, rows: Any, found: Any) -> None:
    """By row and number of an action, whether the action is legal."""
    for index in range(rows.shape[0]):
        for action in range(found.shape[1]):
            found[index, action] = 0
        write_legal(rows[index], tables, found[index])


@kernel
def list_legal(row: Numbers, tables: Numbers, opcode: int, options: Any, actions: Any) -> int:
    """List the options of a row's pending decision, and the numbers of their actions; return the number of options."""
    if opcode == layout.EXPLORED:
        for option in range(row[layout.MASK]):
            options[option], actions[option] = option, action_of(row, tables, option)
        return row[layout.MASK]
    mask, count = mask_of(row, tables, layout.MASK), 0
    while mask:
        option = lowest(mask)
        mask = rest(mask)
        options[count], actions[count] = option, look2(tables, layout.T_CODE, row[layout.COUNTER], option)
        count += 1
    return count


@kernel
def write_legal(row: Any, tables: Numbers, found: Any) -> None:
    """Write a 1 for each legal action, by its number, of the seat whose decision is pending."""
    counter = row[layout.COUNTER]
    if look1(tables, layout.T_OPCODE, counter) == layout.EXPLORED:
        for option in range(row[layout.MASK]):
            found[action_of(row, tables, option)] = 1
        return
    mask = mask_of(row, tables, layout.MASK)
    while mask:
        found[look2(tables, layout.T_CODE, counter, lowest(mask))] = 1
        mask = rest(mask)


@entry
def random_actions(tables: Numbers, rows: Any, found: Any) -> None:
    """By row, the legal action that random play would choose."""
    for index in range(rows.shape[0]):
        row = rows[index]
        state = row[layout.RNG] + STRIDE * (row[layout.DECISIONS] + 1)
        opcode = look1(tables, layout.T_OPCODE, row[layout.COUNTER])
        found[index] = action_number(row, tables, opcode, _drawn_option(row, tables, opcode, state))


@entry
def seen_cards(
    tables: Numbers, rows: Any, seats: Any, kinds: Any, hands: Any, out: Any, table: Any, committed: Any
) -> None:
    """Write the cards that seats see into arrays of zeros.

    Args:
        tables: the tables of the rules.
        rows: the positions of the deals.
        seats: by row, the seat.
        kinds: by face, the number of its kind.
        hands: by row, hand and kind, the number of cards that the seat knows to be there.
        out: by row and kind, the number of cards that were played, laid or turned up.
        table: by row, hand and kind, the number of cards face up in front of that hand.
        committed: by row and kind, the number of cards that the seat has chosen in secret.
    """
    for index in range(rows.shape[0]):
        row, seat = rows[index], seats[index]
        if tables[layout.SLOTTED]:
            seen_slots(row, tables, seat, hands[index], out[index], table[index], committed[index])
            continue
        known = mask_of(row, tables, layout.KNOWN + seat)
        for hand in range(tables[layout.PLAYERS]):
            count_kinds(mask_of(row, tables, layout.HANDS + hand) & known, kinds, hands[index, hand], 0)
            if row[layout.PLAYED] >> hand & 1:
                table[index, hand, kinds[row[layout.TABLE] >> 8 * hand & 255]] += 1
        laid, away = mask_of(row, tables, layout.LAID), mask_of(row, tables, layout.AWAY)
        count_kinds(mask_of(row, tables, layout.OUT) | laid | away & known, kinds, out[index], 0)
        opcode = opcode_of(row, tables)
        if opcode == layout.CHOOSE:
            count_kinds(mask_of(row, tables, layout.CHOSEN + seat), kinds, committed[index], 0)


@entry
def seen_facts(tables: Numbers, rows: Any, seats: Any, facts: Any) -> None:
    """Write the facts that seats know besides the cards: those of `write_facts`, except unrevealed ones."""
    players = tables[layout.PLAYERS]
    for index in range(rows.shape[0]):
        row = rows[index]
        write_facts(row, tables, facts[index])
        seat, secret, unheard = seats[index], secret_estimates(row, tables), secret_bids(row, tables)
        for other in range(players):
            if other != seat:
                facts[index, column(layout.B_BACKS, other, players)] = -1
            if secret >> other & 1:
                facts[index, column(layout.B_ESTIMATES, other, players)] = -1
            if unheard >> other & 1:
                for subject in range(players):
                    facts[index, column(layout.B_BIDS + other, subject, players)] = -1
        for turn in range(first_secret_bid(row, tables), row[layout.TURN]):
            other, subject = bid_in(row, tables, turn)
            facts[index, column(layout.B_BIDS + other, subject, players)] = -1


@entry(turns="few")
def set_out_rows(tables: Numbers, rows: Any, decks: Any, lanes: Any, seed: Any, sizes: Any, begins: Beginnings) -> None:
    """Set up new deals in some rows.

    Args:
        tables: the tables of the rules.
        rows: the positions of the deals.
        decks: by row, the cards as they are shuffled.
        lanes: the indices of the rows.
        seed: the seed of all deals: its lower and its upper 64 bits.
        sizes: for each of those rows, the size of the hands.
        begins: likewise, the beginnings of their deals.
    """
    for index in range(lanes.shape[0]):
        row, cards, totals = rows[lanes[index]], decks[lanes[index]], begins.totals[index]
        deal, deal_number, starter = begins.deals[index], begins.numbers[index], begins.starters[index]
        set_out(row, cards, tables, seed, deal, deal_number, sizes[index], starter, totals, totals[:0])


@entry
def write_rows(tables: Numbers, rows: Any, decks: Any, lanes: Any, written: Written) -> None:
    """Write the results of finished deals in some rows."""
    for index in range(lanes.shape[0]):
        write_down(rows[lanes[index]], decks[lanes[index]], tables, written, index)

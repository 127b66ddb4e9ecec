"""Laying out deals in which no card has been moved yet but onto the table, as compiled code."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import drop_faces, mask_at, mask_of, put_mask, words


@kernel(inline="code")
def _card(tables: Numbers, number: int) -> Any:
    """The mask of a card."""
    return mask_at(tables, tables[layout.HEADER + layout.HEAD * layout.T_CARD_MASK] + words(tables) * number)


@entry
def in_order(tables: Numbers, known: Numbers, pile: Numbers, size: int, order: Numbers, work: Numbers) -> bool:
    """Find one of the orders in which the cards can have been dealt.

    Args:
        tables: of the rules.
        known: where the masks of hands stand in a row, the cards that each is known to have been dealt.
        pile: the numbers of the cards that came to no hand, the next one first; -1 for those that are not known.
        size: how many cards each hand gets in the end.
        order: where the numbers of all cards are written.
        work: as many numbers to work in.

    Returns:
        Whether there is one.
    """
    count, players = order.shape[0], tables[layout.PLAYERS]
    for number in range(count):
        order[number], work[number] = -1, 0
    for hand in range(players):
        mine, place = mask_of(known, tables, layout.HANDS + hand), hand * size
        for number in range(count):
            if _card(tables, number) & mine:
                if work[number] or place == hand * size + size:
                    return False
                order[place], work[number] = number, 1
                place += 1
    for index in range(pile.shape[0]):
        number, place = pile[index], players * size + index
        if number >= 0:
            # Beyond the end lie cards that are still to come to hands.
            if place >= count or work[number]:
                return False
            order[place], work[number] = number, 1
    free = 0
    for place in range(count):
        if order[place] < 0:
            while work[free]:
                free += 1
            order[place] = free
            free += 1
    return True


@entry
def take_out(
    tables: Numbers, row: Numbers, deck: Any, known: Numbers, hidden: Numbers, pile: Numbers, cards: Numbers,
    stock: Numbers, counts: Numbers,
) -> bool:  # fmt: skip
    """Take the cards that a seat has not seen out of a row.

    Args:
        tables: of the rules.
        row: where the deal stands.
        deck: the cards as they were dealt.
        known: where the masks of hands stand in a row, the cards that each is known to have been dealt.
        hidden: by hand, how many more it holds.
        pile: as for `in_order`, without a card that came off it.
        cards: where the numbers of those cards are written; there is room for all.
        stock: where it is written at which places of the deck those stand that have come to no hand; likewise.
        counts: where it is written how many these and those are.

    Returns:
        Whether as many cards lie in each place as are to lie there.
    """
    count, size, top = cards.shape[0], row[layout.SIZE], row[layout.TOP]
    for number in range(count):
        cards[number] = 0
    for hand in range(tables[layout.PLAYERS]):
        holds, mine = mask_of(row, tables, layout.HANDS + hand), mask_of(known, tables, layout.HANDS + hand)
        unseen, held = holds & ~mine, 0
        if mine & ~holds:
            return False
        for number in range(count):
            if _card(tables, number) & unseen:
                cards[number] = 1
                held += 1
        if held != hidden[hand]:
            return False
        put_mask(row, tables, layout.HANDS + hand, mine)
        drop_faces(row, tables, layout.HELD_FIRST + hand, unseen)
    for index in range(pile.shape[0]):
        if pile[index] >= 0:
            cards[pile[index]] = 2
    to_come, listed = 0, 0
    for place in range(count):
        hands = place < tables[layout.PLAYERS] * size
        # Cards that are still to be dealt to hands come off the pack before the rest does.
        if place % size >= row[layout.DEALT] if hands else place >= tables[layout.PLAYERS] * size + top:
            to_come += 1
            if cards[deck[place]] != 2:
                cards[deck[place]] = 1
                stock[listed] = place
                listed += 1
    counts[0], counts[1] = 0, listed
    for number in range(count):
        if cards[number] == 1:
            # What is written lies before what is read.
            cards[counts[0]] = number
            counts[0] += 1
    return to_come == pile.shape[0]

"""Writes the results of a deal from its row: facts, points, and inputs of scorings."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Written
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import column, put
from trickkit.batch.kernel.masks import (
    Mask,
    lower,
    mask_from,
    mask_of,
    size,
    upper,
    words,
)
from trickkit.batch.steps.explored.run import stock_card


@kernel
def write_down(row: Numbers, cards: Any, tables: Numbers, written: Written, deal: int) -> None:
    """Write the results of a deal, except for the dealt cards."""
    won, sets, notes, points = written.won[deal], written.sets[deal], written.notes[deal], written.points[deal]
    write_facts(row, tables, written.facts[deal])
    for seat in range(tables[layout.PLAYERS]):
        points[seat] = row[layout.POINTS + seat]
        if won.shape[0]:
            won[seat] = lower(mask_of(row, tables, layout.WON + seat))
        if won.shape[0] and words(tables) > 1:
            won[tables[layout.PLAYERS] + seat] = upper(mask_of(row, tables, layout.WON + seat))
    if sets.shape[0]:
        _write_sets(row, cards, tables, sets)
    for index in range(notes.shape[0]):
        notes[index] = row[tables[layout.NOTED_AT] + index]


@kernel(inline="code")
def _write_sets(row: Numbers, cards: Any, tables: Numbers, sets: Any) -> None:
    """Write which tricks each hand took, which cards it played and chose, and which never came into play.

    If no tricks were played, the cards that a hand holds take the place of those that it played.
    """
    players = tables[layout.PLAYERS]
    for hand in range(players):
        sets[hand] = row[layout.TAKEN + hand]
        held = mask_of(row, tables, layout.HANDS + hand)
        if row[layout.OPENER] >= 0:
            held = mask_of(row, tables, layout.HELD_FIRST + hand) & ~held
        _write_set(tables, sets, players + hand, held)
        _write_set(tables, sets, 2 * players + 2 + hand, mask_of(row, tables, layout.CHOSEN + hand))
    _write_set(tables, sets, 2 * players, mask_of(row, tables, layout.AWAY))
    stock = mask_from(tables, 0)
    for index in range(row[layout.SIZE] * players + row[layout.TOP], row[layout.END]):
        stock = stock | stock_card(row, cards, tables, index)
    _write_set(tables, sets, 2 * players + 1, stock)


@kernel(inline="code")
def _write_set(tables: Numbers, sets: Any, column: int, mask: Mask) -> None:
    """Write a mask."""
    sets[column] = lower(mask)
    if words(tables) > 1:
        sets[3 * tables[layout.PLAYERS] + 2 + column] = upper(mask)


@kernel(inline="source")
def write_facts(row: Numbers, tables: Numbers, facts: Any) -> None:
    """Write the facts of a deal's position, except for the cards."""
    players = tables[layout.PLAYERS]
    facts[layout.F_NUMBER] = row[layout.NUMBER]
    facts[layout.F_SIZE] = row[layout.SIZE]
    facts[layout.F_STARTER] = row[layout.STARTER]
    facts[layout.F_TRUMP] = row[layout.TRUMP]
    facts[layout.F_OPENER] = row[layout.OPENER]
    facts[layout.F_DOUBLES] = row[layout.DOUBLES]
    facts[layout.F_BUYER] = row[layout.BUYER]
    facts[layout.F_DECISIONS] = row[layout.DECISIONS]
    facts[layout.F_DECLARER] = row[layout.DECLARER]
    facts[layout.F_SHOWN] = row[layout.SHOWN]
    facts[layout.F_STUCK] = max(row[layout.CLOSED] - layout.STUCK, -1)
    tricks, estimates = column(layout.B_TRICKS, 0, players), column(layout.B_ESTIMATES, 0, players)
    backs, piles = column(layout.B_BACKS, 0, players), column(layout.B_PILES, 0, players)
    for seat in range(players):
        put(facts, tricks + seat, size(row[layout.TAKEN + seat]))
        put(facts, estimates + seat, row[layout.ESTIMATES_MADE + seat])
        put(facts, backs + seat, row[layout.BACKS + seat])
        put(facts, piles + seat, row[layout.PILES + seat])
    outcomes = tables[layout.RECORDED]
    for index in range(outcomes):
        put(facts, facts.shape[0] - outcomes + index, row[layout.OUTCOMES + index])
    if facts.shape[0] - outcomes > column(layout.B_BIDS, 0, players):
        for seat in range(players):
            bids, made = column(layout.B_BIDS + seat, 0, players), layout.BIDS_MADE + seat * layout.SEATS
            for subject in range(players):
                put(facts, bids + subject, row[made + subject])

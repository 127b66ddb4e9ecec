"""Writes the effects of a phase that ran in Python into a deal's row."""

from __future__ import annotations

from collections.abc import Sequence

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.interpreted import Shape, new_figures
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.program import Program
from trickkit.model.deal import Deal
from trickkit.phases.dealing import DealOut
from trickkit.phases.tricks.record import TrickTable


def write_back(program: Program, row: Array, deck: Array, place: int, number: int, before: Deal, after: Deal) -> None:
    """Write the effects of a phase into a row.

    Args:
        program: the rules, made ready.
        row: the position of the deal when the phase began.
        deck: the cards as they were shuffled; those of the stock change.
        place: the index of the phase.
        number: the number of the combined outcome of phases in Python at the end of the phase.
        before: the deal when it began.
        after: the deal at its end.

    Raises:
        Unsupported: the effects do not fit into a row, or the tables do not include the outcome.
    """
    moved = not after.closed and Shape.of(after) not in program.shapes[place, after.size]
    if moved or number >= program.extent[0]:
        raise Unsupported("a phase in Python has a new outcome")
    for name in ("number", "size", "totals"):
        if getattr(before, name) != getattr(after, name):
            raise Unsupported(f"a phase in Python has changed `{name}` of the deal")
    if before.get(TrickTable) is not after.get(TrickTable):
        raise Unsupported("a phase in Python has played tricks")
    if program.tables[layout.LOTS] and before.chance != after.chance:
        raise Unsupported("a phase in Python has drawn something before tasks are drawn")
    _write_cards(program, row, deck, before, after)
    row[layout.TRUMP] = program.trumps.index(after.trump)
    row[layout.DECLARER] = -1 if after.declarer is None else after.declarer
    row[layout.RESTING] = sum(1 << hand for hand in after.resting)
    row[layout.STARTER] = after.starter
    row[layout.CLOSED] = int(after.closed)
    for line in after.lines[len(before.lines) :]:
        row[layout.POINTS + line.seat] += line.points
    for column, figure in new_figures(program.rules, before, after).items():
        row[column] = figure
    row[program.outcome_of_python] = number


def _write_cards(program: Program, row: Array, deck: Array, before: Deal, after: Deal) -> None:
    """Write the position of the cards, and which seats know it."""
    if before.stock.order != after.stock.order:
        _write_stock(row, deck, before, after)
    if row[layout.OPENER] >= 0:
        for hand in after.seats:
            # Cards that leave a hand without being played count as never having been in it.
            first = program.mask_of(row, layout.HELD_FIRST + hand) & ~(before.held[hand] & ~after.held[hand])
            program.put_mask(row, layout.HELD_FIRST + hand, first)
    if before.out.mask != after.out.mask:
        hidden = after.out.mask & ~before.out.mask & ~_known_to_all(after.known)
        away = program.mask_of(row, layout.AWAY) & after.out.mask | hidden
        program.put_mask(row, layout.AWAY, away)
        program.put_mask(row, layout.OUT, after.out.mask & ~away)
    program.put_masks(row, layout.HANDS, after.held)
    program.put_masks(row, layout.KNOWN, after.known)


def _known_to_all(known: Sequence[int]) -> int:
    """The cards whose position everybody knows."""
    cards = known[0]
    for mask in known:
        cards &= mask
    return cards


def _write_stock(row: Array, deck: Array, before: Deal, after: Deal) -> None:
    """Write the cards of the stock, which are at the end of the deck."""
    dealing = before.get(DealOut)
    if dealing is not None and dealing.lacking:
        raise Unsupported("a phase in Python has changed the stock, from which hands are still to be dealt")
    if row[layout.BOTTOM : layout.BOTTOM + 1].any():
        raise Unsupported("a phase in Python has changed a stock under which a card lies")
    order = [card for card in after.stock.order if card is not None]
    end = int(row[layout.END])
    if len(order) > end:
        raise Unsupported("a phase in Python has put cards into the stock that were out of the game")
    deck[end - len(order) : end] = order
    row[layout.TOP] = end - len(order) - int(row[layout.SIZE]) * after.players

"""Positions with open cards: their relevant past, equivalent cards, and keys that distinguish them.

When only the numbers of tricks count, two pasts are equivalent to a search if every distribution of the remaining
tricks has the same value after both, up to a constant.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel import layout, masks
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.capacity import set_count
from trickkit.batch.kernel.intrinsics import GOLDEN, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1
from trickkit.batch.kernel.masks import Mask, has, lower, lowest, mask_from, mask_of, one_face, rest, shifted, upper
from trickkit.batch.lowering.symbolic import Part
from trickkit.batch.machine.program import Program
from trickkit.batch.points.diagram.kernel import ALL_OF, BEFORE, FIGURE, SETS, WON
from trickkit.batch.search.ending import DealEnd, Ending, further
from trickkit.batch.search.options import set_at, sets_of

TRICKS_ONLY, TRICKS_AND_CARDS, ALL = range(3)
"""What distinguishes positions: the cards and the current trick; also the cards taken; whole rows."""
HOW_MANY, WHICH = 1, 2
"""What matters about the tricks taken: their numbers, or which ones they are."""

IN_TRICKS = layout.WON + layout.SEATS
"""The part of a row that a play can change and that matters to later plays."""

_MULTIPLIER = int(GOLDEN.view(np.int64))


class Past(NamedTuple):
    """The relevance of the tricks taken since a search began, by their code (`ending.further`).

    Args:
        classes: equal for pasts that are equivalent to a search.
        offsets: by side, the constant by which the value of every outcome differs within a class.
        low: the minimum that the first side can still get.
        high: the maximum.
    """

    classes: Array
    offsets: Array
    low: Array
    high: Array


class Alike(NamedTuple):
    """Equivalent cards of a hand: those with no other unplayed card between them in rank.

    Args:
        after: by face, the next one of those that differ only in strength; -1 after the last.
        between: by face, the faces between it and the next one in any order of strength, as sets of `options`.
    """

    after: Array
    between: Array


class Distinct(NamedTuple):
    """The numbers that distinguish positions.

    Args:
        kind: TRICKS_ONLY, TRICKS_AND_CARDS, or ALL.
        interest: the cards for which it matters who took them, as an array of one set (`options`).
        tricks: HOW_MANY or WHICH if tricks matter, too; otherwise 0.
        span: the part of a row that changes.
    """

    kind: int
    interest: Array
    tricks: int
    span: int


@kernel(inline="code")
def _mixed(code: int, number: int) -> int:
    code = (code ^ number) * _MULTIPLIER
    return code ^ (code >> 29 & 0x7FFFFFFFF)


@kernel(inline="code")
def _mixed_with(code: int, mask: Mask) -> int:
    code = _mixed(code, lower(mask))
    return _mixed(code, upper(mask)) if masks.words_of(mask) > 1 else code


@kernel
def key_of(row: Numbers, tables: Numbers, distinct: Distinct, past: int) -> Any:
    """The key of a position, unique up to collisions of 64 bits; never 0."""
    code = np.int64(past + 1)
    if distinct.kind == ALL:
        for index in range(row.shape[0]):
            if index not in (layout.RNG, layout.DECISIONS):
                code = _mixed(code, get(row, index))
        return code | 1
    for hand in range(tables[layout.PLAYERS]):
        code = _mixed_with(code, mask_of(row, tables, layout.HANDS + hand))
    where = row[layout.HAND] | row[layout.COUNT] << 4 | row[layout.CONTEXT] << 8
    code = _mixed(code, where | row[layout.BINDS] << 20)
    if row[layout.COUNT]:
        code = _mixed(_mixed(code, row[layout.WINNING]), row[layout.RANKS])
    if distinct.kind == TRICKS_AND_CARDS:
        interest = set_at(distinct.interest, tables, 0)
        code = _mixed_with(code, mask_of(row, tables, layout.LAID) & interest)
        for hand in range(tables[layout.PLAYERS]):
            code = _mixed_with(code, mask_of(row, tables, layout.WON + hand) & interest)
            if distinct.tricks:
                taken = get(row, layout.TAKEN + hand)
                code = _mixed(code, taken if distinct.tricks == WHICH else masks.size(taken))
    return code | 1


@kernel
def past_of(row: Numbers, tables: Numbers, distinct: Distinct, ending: Ending) -> int:
    """The code of the tricks taken since the search began, if points depend on it; otherwise 0."""
    return further(row, tables, ending) if distinct.kind == TRICKS_ONLY else 0


@kernel
def open_options(row: Numbers, tables: Numbers) -> Mask:
    """The legal options, as bits."""
    if look1(tables, layout.T_OPCODE, row[layout.COUNTER]) == layout.EXPLORED:
        return ~shifted(~mask_from(tables, 0), row[layout.MASK])
    return mask_of(row, tables, layout.MASK)


@kernel
def one_of_each(row: Numbers, tables: Numbers, faces: Mask, alike: Alike) -> Mask:
    """One card from each group of equivalent cards of a hand."""
    others = mask_from(tables, 0)
    if row[layout.COUNT]:
        others = one_face(tables, row[layout.WINNING] >> 8 & 255)
    for hand in range(tables[layout.PLAYERS]):
        if hand != row[layout.HAND]:
            others = others | mask_of(row, tables, layout.HANDS + hand)
    left = faces
    while left:
        face = lowest(left)
        left = rest(left)
        between, after = set_at(alike.between, tables, face), get(alike.after, face)
        while after >= 0 and not between & others:
            if has(faces, after):
                # The next card represents this one.
                faces = faces ^ one_face(tables, face)
                break
            if has(others, after):
                break
            between = between | set_at(alike.between, tables, after)
            after = get(alike.after, after)
    return faces


def distinct_of(program: Program, end: DealEnd, *, in_tricks: bool) -> Distinct:
    """What distinguishes the positions of a deal.

    Args:
        program: the rules of the game.
        end: the value of the deal at its end.
        in_tricks: whether the deal is in its last tricks.
    """
    if end.ending.counted:
        return Distinct(TRICKS_ONLY, sets_of([0], program.words), 0, IN_TRICKS)
    if not in_tricks or program.noted:
        return whole_rows(program)
    players, tricks = program.rules.players, program.columns.of_seats(layout.B_TRICKS)
    interest = matters = 0
    for array, column, mask in end.parts:
        if array not in (WON, SETS, ALL_OF, FIGURE, BEFORE):
            return whole_rows(program)
        if array == WON:
            interest |= cards_of((array, column, mask), players)
        elif array == SETS and column < players:
            matters = WHICH
        elif array == FIGURE and tricks.start <= column < tricks.stop:
            matters = matters or HOW_MANY
    return Distinct(TRICKS_AND_CARDS, sets_of([interest], program.words), matters, IN_TRICKS)


def whole_rows(program: Program) -> Distinct:
    """Positions distinguished by their whole rows."""
    return Distinct(ALL, sets_of([0], program.words), 0, program.width)


def cards_of(part: Part, players: int) -> int:
    """The cards that a part of a scoring counts, as a mask; 0 if it counts something else.

    Args:
        part: the part of the scoring.
        players: the number of seats.
    """
    array, column, mask = part
    if array == WON:
        return mask << 64 * (column // players)
    of_cards = array in (SETS, ALL_OF) and column % set_count(players) >= players
    return mask << 64 * (column // set_count(players)) if of_cards else 0


def nothing_past(sides: int) -> Past:
    """A placeholder if tricks do not distinguish positions: one class, without bounds."""
    huge = np.int64(1) << 60
    return Past(
        np.zeros(1, np.int64), np.zeros((1, sides), np.int64), np.full(1, -huge, np.int64), np.full(1, huge, np.int64)
    )


def past_tricks(row: Array, end: DealEnd, weights: Array, *, all_taken: bool) -> Past:
    """The relevance of tricks to a search: computes the outcomes, and sorts pasts into classes.

    Args:
        row: the position at which the search begins.
        end: the value of the deal at its end, by its tricks.
        weights: (sides, seats): the factors for points, whose sum is the utility of a side.
        all_taken: whether every remaining trick will be played and taken by somebody.
    """
    ending, players = end.ending, weights.shape[1]
    left = ending.radix - 1
    shared = by_sum(players, left)
    end.fill(row, shared[left] if all_taken else np.concatenate(shared))
    powers = ending.radix ** np.arange(players)
    many = len(ending.worth)
    served = ending.worth @ weights.T
    past = Past(*(np.zeros(shape, np.int64) for shape in (many, (many, len(weights)), many, many)))
    numbers: dict[Any, int] = {}
    for taken, vectors in enumerate(shared):
        later = shared[left - taken] if all_taken else np.concatenate(shared[: left - taken + 1])
        after = later @ powers
        for code in (vectors @ powers).tolist():
            outcomes = served[code + after]
            past.low[code], past.high[code] = outcomes[:, 0].min(), outcomes[:, 0].max()
            past.offsets[code] = outcomes[0]
            worth = (outcomes - outcomes[0]).tobytes()
            past.classes[code] = numbers.setdefault((taken if all_taken else code, worth), len(numbers) + 1)
    return past


@lru_cache(maxsize=64)
def by_sum(hands: int, most: int) -> tuple[Array, ...]:
    """By number of tricks, all distributions over the hands: (ways, hands)."""
    vectors = np.stack(np.meshgrid(*[np.arange(most + 1)] * hands, indexing="ij"), axis=-1).reshape(-1, hands)
    sums = vectors.sum(axis=1)
    return tuple(np.ascontiguousarray(vectors[sums == total]) for total in range(most + 1))


def none_alike(program: Program) -> Alike:
    """An `Alike` without equivalent cards."""
    return Alike(np.full(64 * program.words, -1, np.int64), np.zeros((64 * program.words, program.words), np.int64))


def alike_of(program: Program, row: Array, operands: tuple[int, ...]) -> Alike:
    """The equivalent cards in the tricks of a deal.

    Args:
        program: the rules of the game.
        row: a position in its tricks.
        operands: the cards that count together, as a mask for each question of the scoring.
    """
    policy_index = int(row[layout.PLACE])
    if program.folds(row):
        return none_alike(program)
    return _alike(program, policy_index, int(row[layout.TRUMP]), operands)


@lru_cache(maxsize=64)
def _alike(program: Program, place: int, trump: int, operands: tuple[int, ...]) -> Alike:
    count, deck, reads = len(program.rules.deck.faces), program.rules.deck, program.line("reads", place)
    table = int(reads[7]) + trump
    # If the follow policy looks at the best card, each card is equivalent only to itself.
    if reads[0] or not all(card.is_plain for card in deck):
        return none_alike(program)
    suits = program.line("suit", table)[:count]
    strengths = np.array([program.line("strength", table, suit)[:count] for suit in range(int(suits.max()) + 1)])
    masks = sorted({*program.masks("steps"), program.masks("breakers")[table], *operands})
    groups: dict[Any, list[int]] = {}
    for face in range(count):
        kind = (int(suits[face]), tuple(mask >> face & 1 for mask in masks))
        groups.setdefault(kind, []).append(face)
    alike = none_alike(program)
    for group in groups.values():
        # This is the finest order. If another one differs, too many cards may count as lying between two, never too
        # few.
        group.sort(key=lambda face: tuple(strengths[:, face]))
        for weaker, other in pairwise(group):
            low, high = np.minimum(strengths[:, weaker], strengths[:, other]), strengths[:, [weaker, other]].max(axis=1)
            rows = (strengths >= low[:, None]) & (strengths <= high[:, None]) & (low != high)[:, None]
            stands = rows.any(axis=0)
            stands[[weaker, other]] = False
            alike.after[weaker] = other
            alike.between[weaker] = sets_of([sum(1 << int(face) for face in np.flatnonzero(stands))], program.words)[0]
    return alike

"""Continues from an earlier view during tricks, in compiled code: replays plays, and distributes unseen cards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import add_faces, has, mask_at, mask_of, put_mask, words
from trickkit.batch.steps.tricks.progress import read_trick, trick_tables
from trickkit.batch.steps.tricks.run import played

MOST_KINDS = 62
"""The most kinds, and the most places."""

_REACH, _KIND, _WANTED, _GROUP, _MAY, _PLACES, _GROUPS = range(7)
"""The rows of the work space: by card, the places where it may lie (-1 once it was played), and its kind; by place, the
number of cards that it gets, its group, and the kinds that it may have; by kind, the places and the groups that may
have cards of it."""


class Unseen(NamedTuple):
    """The cards unseen in an earlier view, with their possible places.

    The places are the hands, then the places of cards that were put away, then the stock.

    Args:
        cards: (cards,), int64: their numbers in the deck, in the order of `Unknowns`.
        reach: (cards,), int64: the possible places of each, ignoring voids, as bits.
        wanted: (places,), int64: the number of these cards in each place.
        to: (places,), int64: the hand, STOCK or AWAY, as in `Plan.takers`.
    """

    cards: Array
    reach: Array
    wanted: Array
    to: Array


class Shares(NamedTuple):
    """A distribution of cards, as in `Plan`; each array has spare room.

    Args:
        cards: as in `Plan`.
        kinds: likewise.
        may: likewise.
        groups: likewise.
        takers: likewise.
        counts: (5,): the numbers of cards, kinds, groups and takers, and the size of the largest kind.
        work: (7, room): work space, divided by `_REACH` and the names after it.
    """

    cards: Array
    kinds: Array
    may: Array
    groups: Array
    takers: Array
    counts: Array
    work: Array

    @classmethod
    def room(cls, unseen: Unseen) -> Shares:
        """Allocates the arrays."""
        cards, places = len(unseen.cards), len(unseen.wanted)
        room = np.empty((3, cards + 1), np.int64)
        work = np.empty((7, cards + places), np.int64)
        return cls(
            room[0], room[1], room[2], np.empty(places, np.int64), np.empty((places, 3), np.int64),
            np.empty(5, np.int64), work,
        )  # fmt: skip


@entry
def go_on(
    tables: Numbers, before: Numbers, row: Numbers, stays: Numbers, lacking: Numbers, faces: Numbers, unseen: Unseen,
    shares: Shares,
) -> bool:  # fmt: skip
    """Play cards in a row of known cards only, and distribute the unseen ones.

    Args:
        tables: the tables of the rules.
        before: the earlier position; a hand that plays a card holds it, whether known or not.
        row: receives the later position.
        stays: the places in a row that must not have changed.
        lacking: at the places of the masks of hands in a row, the faces that these lack; at the place of the cards that
            are out, all faces. The masks of won cards are overwritten.
        faces: the plays, in order.
        unseen: the cards that the seat had not seen before.
        shares: receives the distribution of the cards that were not played.

    Returns:
        Returns whether the tricks go on, those places are unchanged, and the cards can be distributed.
    """
    for index in range(before.shape[0]):
        row[index] = before[index]
    for index in range(unseen.cards.shape[0]):
        shares.work[_REACH, index] = unseen.reach[index]
    for location in range(unseen.wanted.shape[0]):
        shares.work[_WANTED, location] = unseen.wanted[location]
    if not _play_again(tables, row, lacking, faces, unseen, shares):
        return False
    for index in range(stays.shape[0]):
        if row[stays[index]] != before[stays[index]]:
            return False
    masks = tables[layout.HEADER + layout.HEAD * layout.T_CARD_MASK]
    for hand in range(tables[layout.PLAYERS]):
        lacked = mask_of(lacking, tables, layout.HANDS + hand)
        for index in range(unseen.cards.shape[0]):
            # A hand that lacks one face of a card lacks the card.
            card = mask_at(tables, masks + words(tables) * unseen.cards[index])
            if shares.work[_REACH, index] >= 0 and lacked & card:
                shares.work[_REACH, index] &= ~(1 << hand)
    return _shared(unseen, shares)


@kernel
def _play_again(
    tables: Numbers, row: Numbers, lacking: Numbers, faces: Numbers, unseen: Unseen, shares: Shares
) -> bool:
    """Play cards, and record shown voids and newly seen cards."""
    players, everything = tables[layout.PLAYERS], mask_of(lacking, tables, layout.OUT)
    masks = tables[layout.HEADER + layout.HEAD * layout.T_CARD_MASK]
    for hand in range(players):
        put_mask(lacking, tables, layout.WON + hand, mask_of(row, tables, layout.HANDS + hand))
    for play in range(faces.shape[0]):
        hand, face = row[layout.HAND], faces[play]
        for other in range(players):
            # The hand can play on, whatever it holds.
            put_mask(row, tables, layout.HANDS + other, everything)
        for index in range(unseen.cards.shape[0]):
            if has(mask_at(tables, masks + words(tables) * unseen.cards[index]), face):
                shares.work[_REACH, index] = -1
                shares.work[_WANTED, hand] -= 1
        card = mask_at(tables, trick_tables(row, tables).faces + words(tables) * face)
        step, length = read_trick(row, tables).binds, 2 * words(tables)
        counts = step >= layout.COUNTS
        if counts:
            step, length = step - layout.COUNTS, 3 * words(tables)
        while not has(mask_at(tables, step + words(tables)), face):
            binds = mask_at(tables, step)
            if not everything & ~binds:
                return False
            if not counts or tables[step + 2 * words(tables)] == 1:
                add_faces(lacking, tables, layout.HANDS + hand, binds)
            step += length
        known = mask_of(lacking, tables, layout.WON + hand)
        put_mask(lacking, tables, layout.WON + hand, known & ~card)
        add_faces(row, tables, layout.HELD_FIRST + hand, card)
        if played(row, tables, face):
            return False
    for hand in range(players):
        put_mask(row, tables, layout.HANDS + hand, mask_of(lacking, tables, layout.WON + hand))
    return True


@kernel
def _shared(unseen: Unseen, shares: Shares) -> bool:
    """Distribute cards as `sharing.shared_out` does: places are grouped by the kinds that they may have.

    Returns:
        Returns whether there are few enough kinds.
    """
    reach, kind_of, places_of, kinds = shares.work[_REACH], shares.work[_KIND], shares.work[_PLACES], 0
    for index in range(unseen.cards.shape[0]):
        if reach[index] >= 0:
            kind = 0
            while kind < kinds and places_of[kind] != reach[index]:
                kind += 1
            if kind == kinds:
                if kinds == MOST_KINDS:
                    return False
                places_of[kind] = reach[index]
                kinds += 1
            kind_of[index] = kind
    groups = _grouped(unseen, shares, kinds)
    wanted, group_of, groups_of = shares.work[_WANTED], shares.work[_GROUP], shares.work[_GROUPS]
    for kind in range(kinds):
        groups_of[kind] = 0
        for location in range(unseen.wanted.shape[0]):
            if wanted[location] and places_of[kind] >> location & 1:
                groups_of[kind] |= 1 << group_of[location]
    _list(unseen, shares, kinds, (1 << groups) - 1)
    return True


@kernel
def _grouped(unseen: Unseen, shares: Shares, kinds: int) -> int:
    """Group places by the kinds that they may have, the group with most choice last; return the number of groups."""
    wanted, group_of, may = shares.work[_WANTED], shares.work[_GROUP], shares.work[_MAY]
    places, places_of, groups = unseen.wanted.shape[0], shares.work[_PLACES], 0
    for location in range(places):
        may[location] = 0
        for kind in range(kinds):
            may[location] |= (places_of[kind] >> location & 1) << kind
    for location in range(places):
        first, count, choice = places, np.int64(0), np.int64(0)
        for other in range(places):
            if wanted[location] and wanted[other] and may[other] == may[location]:
                first, count = min(first, other), count + wanted[other]
        if first < location:
            group_of[location] = group_of[first]
        if first != location:
            continue
        for kind in range(kinds):
            choice += may[location] >> kind & 1
        # The first place with the same kinds represents its group; groups are sorted by the number of kinds that they
        # may have.
        group = 0
        while group < groups and (
            shares.takers[group, 0] < choice or (shares.takers[group, 0] == choice and shares.groups[group] <= count)
        ):
            group += 1
        for later in range(groups, group, -1):
            shares.takers[later, 0], shares.groups[later] = shares.takers[later - 1, 0], shares.groups[later - 1]
        for other in range(location):
            if wanted[other] and group_of[other] >= group:
                group_of[other] += 1
        shares.takers[group, 0], shares.groups[group], group_of[location] = choice, count, group
        groups += 1
    taker = 0
    for group in range(groups):
        for location in range(places):
            if wanted[location] and group_of[location] == group:
                shares.takers[taker, 0] = unseen.to[location]
                shares.takers[taker, 1] = group
                shares.takers[taker, 2] = wanted[location]
                taker += 1
    shares.counts[2], shares.counts[3] = groups, taker
    return groups


@kernel
def _list(unseen: Unseen, shares: Shares, kinds: int, everybody: int) -> None:
    """List the cards kind by kind, with kinds of the same groups merged; finally those open to all groups."""
    reach, kind_of, groups_of = shares.work[_REACH], shares.work[_KIND], shares.work[_GROUPS]
    cards, listed, largest, before = 0, 0, 0, -1
    while True:
        after = everybody + 1
        for kind in range(kinds):
            if before < groups_of[kind] < after:
                after = groups_of[kind]
        if after > everybody:
            break
        shares.kinds[listed], shares.may[listed], before = cards, after, after
        for kind in range(kinds):
            if groups_of[kind] == after:
                for index in range(unseen.cards.shape[0]):
                    if reach[index] >= 0 and kind_of[index] == kind:
                        shares.cards[cards] = unseen.cards[index]
                        cards += 1
        largest = max(largest, cards - shares.kinds[listed])
        listed += 1
    shares.kinds[listed] = cards
    shares.counts[0], shares.counts[1], shares.counts[4] = cards, listed, largest

"""The plan by which compiled code deals a view's unseen cards, as named arrays."""

from __future__ import annotations

from typing import NamedTuple

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import Numbers
from trickkit.worlds.unknowns import Unknowns

ROOM = 1024
"""The size of the work space in which compiled code deals a world."""

STOCK, AWAY, UNDER, AWAY_BY = 8, 9, 10, 16
"""The takers besides hands: the pack from which cards still come, the cards that seats laid away, and the cards that
they put under the pack. If a row stores which seat laid cards away (`BY_SEAT`), the seat's number is added to
AWAY_BY."""


class Plan(NamedTuple):
    """A plan for dealing a view's unseen cards.

    Unseen cards with the same possible places are of one kind; places that may have the same kinds are one group. The
    groups take their cards of each kind in turn, and the last group takes what the others leave; cards that every group
    may have are the last kind, which all groups take at the end.

    Args:
        row: (width,), int64: the position of the deal, without the cards that are dealt.
        deck: (256,), uint8: the cards in the order in which they come off the pack.
        cards: (unseen,), int64: their numbers in the deck, kind after kind.
        kinds: (kinds + 1,), int64: the index at which each kind begins, and the last one ends.
        may: (kinds,), int64: the groups that may have cards of a kind, as bits.
        groups: (groups,), int64: the number of cards of each group.
        takers: (places, 3), int64: by place, group by group: the hand, STOCK, AWAY, UNDER or AWAY_BY plus a seat; its
            group; the number of its cards.
        stock: (cards,), int64: the indices in the deck of the cards of STOCK.
        ways: float64: the number of ways to continue for the groups, as `deal.ways` reads it.
        splits: (splits, kinds), int64: the possible numbers of cards of each kind for the first group, if not all ways
            are equally likely; otherwise (0, 0).
        chances: (splits,), float64: the cumulative probability of each split.
        secrets: (phases, width), int64: for each phase that ended with secrets, the row at its beginning, with the
            known decisions queued.
        written: (phases, places), int64: the places in a row that such a phase writes; -1 after the last one.
    """

    row: Array
    deck: Array
    cards: Array
    kinds: Array
    may: Array
    groups: Array
    takers: Array
    stock: Array
    ways: Array
    splits: Array
    chances: Array
    secrets: Array
    written: Array


def places_put_away(tables: Numbers, unknowns: Unknowns) -> list[int]:
    """The places of the unseen cards that hands put away, as in `Plan.takers`, in the order of the hidden places.

    Args:
        tables: the tables of the rules.
        unknowns: the unknowns of a view.
    """
    put = unknowns.hidden_places[len(unknowns.deal.seats) :]
    return [
        UNDER
        if unknowns.deal.events[hidden_place.event].put_under
        else AWAY_BY + hidden_place.hand
        if tables[layout.BY_SEAT]
        else AWAY
        for hidden_place in put
    ]

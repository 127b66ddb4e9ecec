"""Hands that are kept card by card, and the cards in front of seats, as compiled code."""

from __future__ import annotations

import numpy as np

from trickkit.batch import layout as at
from trickkit.batch.bits import compiled
from trickkit.batch.layout import Numbers
from trickkit.batch.lookup import look1, look2


@compiled
def give(s: Numbers, t: Numbers, hand: int, card: int, viewers: int) -> None:
    """Put a card into a hand that is kept card by card."""
    kind = look1(t, at.T_KIND_OF, card)
    s[at.SLOT + hand * at.SLOTS + s[at.HELD + hand]] = kind | viewers << at.VIEWERS
    s[at.HELD + hand] += 1
    s[at.HANDS + hand] |= np.int64(1) << kind


@compiled
def lay(s: Numbers, seat: int, kind: int) -> None:
    """Lay a card out of a hand that is kept card by card; of equal copies the first."""
    first, held, left, found = at.SLOT + seat * at.SLOTS, s[at.HELD + seat], np.int64(0), False
    for place in range(held):
        card = s[first + place]
        if not found and card & at.KIND == kind:
            found = True
            s[at.TABLED_KIND + seat * at.SLOTS + s[at.TABLED + seat]] = card
            continue
        left |= np.int64(1) << (card & at.KIND)
        s[first + place - found] = card
    s[at.HELD + seat] = held - 1
    s[at.HANDS + seat] = left
    s[at.TABLED + seat] += 1
    s[at.PENDING + seat] += 1


@compiled
def evaluate(s: Numbers, t: Numbers, place: int) -> None:
    """Score the cards on the table by the first evaluation that awards any, and clear them away."""
    players = t[at.PLAYERS]
    for one in range(look2(t, at.T_EVALUATIONS, place, 0), look2(t, at.T_EVALUATIONS, place, 1)):
        found = np.int64(0)
        for seat in range(players):
            for card in range(s[at.TABLED + seat]):
                found += look2(
                    t,
                    at.T_RADIX,
                    one,
                    look2(t, at.T_CLASSES, one, s[at.TABLED_KIND + seat * at.SLOTS + card] & at.KIND),
                )
        award = look1(t, at.T_AWARD, look1(t, at.T_AWARD_START, one) + found)
        if award:
            for seat in range(players):
                for card in range(s[at.TABLED + seat]):
                    kind = s[at.TABLED_KIND + seat * at.SLOTS + card] & at.KIND
                    in_class = look2(t, at.T_CLASSES, one, kind)
                    s[at.PILES + seat] += look2(t, at.T_AWARD_CARDS, award, in_class)
                    s[at.POINTS + seat] += look2(t, at.T_AWARD_TIMES, award, in_class) * look1(t, at.T_RANK_OF, kind)
            break
    closing = look2(t, at.T_CLOSING, place, 0)
    for seat in range(players):
        s[at.TABLED + seat] = 0
        if (
            closing
            and s[at.NUMBER] >= look2(t, at.T_CLOSING, place, 1)
            and s[at.TOTALS + seat] + s[at.POINTS + seat] >= closing
        ):
            s[at.CLOSED] = 1

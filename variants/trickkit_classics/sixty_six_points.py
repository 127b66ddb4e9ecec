"""A seat's points in Sechsundsechzig: for cards, marriages, and the last trick."""

from __future__ import annotations

from trickkit import Deal
from trickkit.phases import CallingTricks
from trickkit.phases.tricks.calling import Calls
from trickkit.phases.tricks.declarations import Marriages
from trickkit.phases.tricks.record import Trick, TrickTable

__all__ = ["ENOUGH", "HALF", "LAST", "points", "points_now"]

VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
WORTH = {f"{rank}{suit}": points for rank, points in VALUES.items() for suit in "CDHS"}
ENOUGH, HALF, LAST = 66, 33, 10
MARRIAGE, ROYAL = 20, 40
MARRIAGES = Marriages()


def points(deal: Deal, tricks: tuple[Trick, ...], seat: int, *, last: int = LAST) -> int:
    """A seat's points for cards, and for marriages shown before the next trick; 0 until it has taken a trick.

    Args:
        deal: with its trump and its calls.
        tricks: complete tricks of the deal, from the first.
        seat: 0 or 1.
        last: what the last trick is worth once no card is left.

    >>> from trickkit import playout
    >>> from trickkit.phases import Tricks
    >>> from trickkit_classics.sechsundsechzig import rules
    >>> deal = playout(rules(claims="at_once"), seed=7).results[0].deal
    >>> [points(deal, deal[Tricks].tricks, seat) for seat in deal.seats], len(deal[Tricks].tricks)
    ([0, 58], 6)
    """
    if not any(trick.taker == seat for trick in tricks):
        return 0
    taken = sum(VALUES[play.card[0]] for trick in tricks if trick.taker == seat for play in trick.plays)
    calls: Calls | None = deal.get(CallingTricks)
    played = sum(len(trick.plays) for trick in tricks)
    for call in calls.made if calls else ():
        suit = MARRIAGES.suit(call.word)
        if suit and call.seat == seat and call.cards <= played:
            taken += ROYAL if deal.trump and suit == deal.trump.letter else MARRIAGE
    return taken + (last if played == len(deal.deck) and tricks[-1].taker == seat else 0)


def points_now(deal: Deal, table: TrickTable, seat: int, *, last: int = LAST) -> int:
    """A seat's points after a trick, or after a call before one; the same as `points`.

    Args:
        deal: with its trump and its calls.
        table: the tricks so far.
        seat: 0 or 1.
        last: what the last trick is worth once no card is left.
    """
    if not table.taken_since(0)[seat]:
        return 0
    taken = table.points(seat, WORTH) + last * table.taken_since(len(deal.deck) // 2 - 1)[seat]
    calls: Calls | None = deal.get(CallingTricks)
    if calls is None:
        return taken
    for word in MARRIAGES.words():
        royal = deal.trump is not None and MARRIAGES.suit(word) == deal.trump.letter
        taken += (ROYAL if royal else MARRIAGE) * calls.count([word], seat)
    return taken

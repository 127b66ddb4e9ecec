"""Robbing Whist: ten cards each, of which up to four may be exchanged with the stock, and nobody need trump.

From the dealer's left on, each seat says how many cards it exchanges; then all lay theirs away and draw as many. One
that cannot follow suit throws off any card or beats the trick with a trump, but plays no lower one.
"""

from __future__ import annotations

from trickkit_classics import whist

from trickkit import Rules, variant
from trickkit.phases import DealOut, ExchangeCards, ExchangeNumbers, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.overtrumping import DiscardOrOvertrump
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import PartnersShare, ScoreTricks


@variant
def rules() -> Rules:
    """The rules of Robbing Whist: a point for each trick of a side, in eight deals.

    >>> state = rules().start(seed=7, first=3)
    >>> state.actors, [str(action) for action in state.legal(0)]
    ((0,), ['0', '1', '2', '3', '4'])
    """
    game = whist.rules().replace(Tricks, follow=DiscardOrOvertrump())
    return (
        game.after(DealOut, ExchangeNumbers(most=4))
        .after(ExchangeNumbers, ExchangeCards())
        .replace(
            key="robbing_whist",
            name="Robbing Whist",
            summary="Whist with ten cards each, some of which may be exchanged with the stock.",
            scoring=PartnersShare(parts=ScoreTricks(points=1)),
            schedule=Schedule(hand_sizes=SameSize(10), starter=NextSeat()),
            ending=AfterDeals(deals=8),
        )
    )

"""Ninety-Nine: three cards of each hand are laid away as a bid on its tricks, and trump follows from the last deal.

Each of three seats has twelve cards and lays three of them away, face down. Their suits say how many of the nine tricks
it will take: a club stands for three, a heart for two, a spade for one and a diamond for none. Each trick is a point. A
seat that takes exactly what it bid scores 30 more if it is the only one, 20 if two do, and 10 if all do. There is no
trump in the first deal; then clubs are trump if all three bids of the last deal came true, hearts if two did, spades if
one did, and diamonds if none did.

David Parlett's game, without its premiums for bids that are declared or revealed.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit import Deal, Record, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.phases import DealOut, LayAway, Phase, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.memory import Memory
from trickkit.policies.participants import Everyone
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import ScoreTricks, Scoring

DECK = french("6789TJQKA")
SUITS = "DSHC"
"""The suits that stand for no trick, one, two and three; and trumps after deals in which as many bids came true."""
BID = {card.text: SUITS.index(card.text[1]) for card in DECK}


def came_true(deal: Deal) -> tuple[int, ...]:
    """The seats that took exactly as many tricks as they bid.

    Args:
        deal: at its end.
    """
    bids = [hand.points(BID) for hand in deal[LayAway].hands]
    return tuple(seat for seat in deal.seats if bids[seat] == deal[Tricks].taken[seat])


@frozen
class BidsComeTrue(Record):
    """How many bids of the last deal came true.

    Args:
        number: 0..3; None before the first deal.
    """

    number: int | None


@frozen
class RememberBids(Memory):
    """How many bids of the last deal came true is remembered."""

    record: ClassVar[type[Record]] = BidsComeTrue

    def fresh(self, players: int) -> BidsComeTrue:  # noqa: ARG002
        """Nothing before the first deal."""
        return BidsComeTrue(None)

    def after(self, deal: Deal) -> BidsComeTrue:
        """How many came true in a deal."""
        return BidsComeTrue(len(came_true(deal)))


@frozen
class TrumpFollows(Phase):
    """Trump follows from the number of bids that came true in the last deal; in the first one there is none."""

    def begin(self, deal: Deal) -> Deal:
        """The deal with its trump."""
        successes = deal.remembered(RememberBids).number
        suits = {suit.letter: suit for suit in deal.deck.suits}
        for count, letter in enumerate(SUITS):
            if successes == count:
                return deal.changed(trump=suits[letter])
        return deal


@frozen
class ScoreBidsMade(Scoring):
    """A bid that came true scores 30, or 20 each if two did, or 10 each if all did."""

    reads: ClassVar[tuple[type, ...]] = (LayAway, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for each seat whose bid came true."""
        seats = came_true(deal)
        return tuple(ScoreLine(seat, "bid came true", 40 - 10 * len(seats)) for seat in seats)


@variant
def rules(*, deals: int = 9) -> Rules:
    """The rules of Ninety-Nine. The starter of a deal is its dealer.

    Args:
        deals: how many are played.

    >>> state = rules().start(seed=7, first=2)
    >>> state.actors, state.deal.trump
    ((0, 1, 2), None)
    """
    return Rules(
        key="ninety_nine",
        name="Ninety-Nine",
        summary="Three cards laid away are a bid on the tricks of the other nine.",
        players=3,
        deck=DECK,
        phases=(
            DealOut(),
            TrumpFollows(),
            LayAway(cards=3, who=Everyone(), turned_up=True),
            Tricks(opening=LeftOfStarter()),
        ),
        scoring=(ScoreTricks(points=1), ScoreBidsMade()),
        schedule=Schedule(hand_sizes=SameSize(12), starter=NextSeat()),
        ending=AfterDeals(deals=deals),
        memory=RememberBids(),
    )

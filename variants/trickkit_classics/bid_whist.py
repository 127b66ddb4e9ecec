"""Bid Whist: bid a number of tricks uptown, downtown or without trump, take the kitty, and name what is trump.

Rules: *Bid Whist*, as collected at pagat.com. Two against two. Uptown the high cards win, downtown the low ones; what
was bid without trump may go either way. The starter of a deal is the dealer, who bids last. `trickkit rules bid_whist`
lists the variations.
"""

from __future__ import annotations

from typing import Annotated, Literal

from trickkit import Deck, Rules, variant
from trickkit.model.cards import Card, Suit, french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import (
    ByContract,
    DealOut,
    InContracts,
    LadderAuction,
    LayAway,
    NameTrump,
    TakeStock,
    Tricks,
)
from trickkit.policies.all_pass import LastMustBid
from trickkit.policies.ending import AtTarget
from trickkit.policies.ladders import Joined, Levels
from trickkit.policies.lead import DeclarerOpens
from trickkit.policies.offers import Games
from trickkit.policies.participants import Declarer, Everyone
from trickkit.policies.ranking import TopTrumps
from trickkit.policies.resolution import CardsNeverWin, StrongestWins
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.speaking import OneRound
from trickkit.scoring import ScoreLevels

__all__ = ["JOKERS", "deck", "rules"]

HAND, BOOK, HIGHEST = 12, 6, 7
UP, DOWN, NO_TRUMP = "up", "down", "NT"
HIGH, LOW = "high", "low"
JOKERS = ("BJ", "LJ")
RANKS = "23456789TJQKA"


def deck(*, jokers: bool = True) -> Deck:
    """52 cards, and the big and the little joker.

    >>> len(deck()), deck().cards[-1].text
    (54, 'BJ')
    """
    suit = Suit("jokers", "J")
    return Deck((*french(), *(Card.plain(suit, rank, text) for rank, text in enumerate(reversed(JOKERS)) if jokers)))


@variant
def rules(
    *,
    jokers: Annotated[bool, "whether the two jokers are in the pack; without them the kitty has four cards"] = True,
    lowest: Annotated[Literal[1, 3, 4], "the lowest number that may be bid"] = 3,
    down_is_higher: Annotated[bool, "whether a bid downtown is higher than one of the same number uptown"] = False,
    aces: Annotated[Literal["good", "bad"], "whether aces are best or worst where low cards win"] = "good",
    kitty: Annotated[
        Literal["hidden", "shown"], "whether the others see the cards of the kitty before they are taken"
    ] = "hidden",
    naming: Annotated[
        Literal["before", "after"], "whether trump, or the direction, is named before or after the kitty is taken"
    ] = "before",
    no_trump_doubles: Annotated[bool, "whether bids without trump count double"] = True,
    target: Annotated[int, range(3, 22), "the points that win the game, and as many below 0 lose it"] = 7,
) -> Rules:
    """The rules of Bid Whist with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=3).play_all([(0, "bid 3down"), (1, "pass"), (2, "pass"), (3, "pass")])
    >>> [str(action) for action in state.legal(0)]
    ['name C', 'name D', 'name H', 'name S']
    """
    game = deck(jokers=jokers)
    suits = game.suits[:4]
    blind = len(game) - 4 * HAND
    descending = RANKS[-2::-1] + "A" if aces == "good" else RANKS[::-1]
    uptown, downtown = (TopTrumps(tops=JOKERS, order=order, plain=(*order, "L", "B")) for order in (RANKS, descending))
    trumps = NameTrump(offers=Games({suit.letter: suit for suit in suits}), who=Declarer(), must=True)
    directions = NameTrump(offers=Games({HIGH: None, LOW: None}), who=Declarer(), must=True)
    phases = InContracts((UP, DOWN), trumps), InContracts(NO_TRUMP, directions)
    taking = TakeStock(cards=blind, face_up=kitty == "shown")
    return Rules(
        key="bid_whist",
        name="Bid Whist",
        summary="Bid tricks uptown, downtown or without trump, and take the kitty.",
        source="Bid Whist at pagat.com",
        players=4,
        deck=game,
        phases=(
            DealOut(),
            LadderAuction(
                ladder=Joined(
                    [
                        part
                        for level in range(lowest, HIGHEST + 1)
                        for part in (
                            Levels(levels=[level], denominations=[UP, DOWN], ranked=down_is_higher),
                            Levels(levels=[level], denominations=[NO_TRUMP]),
                        )
                    ]
                ),
                who=Everyone(after=1),
                speaking=OneRound(),
                all_pass=LastMustBid(),
            ),
            *((*phases, taking) if naming == "before" else (taking, *phases)),
            LayAway(cards=blind),
            Tricks(
                ranking=ByContract({(DOWN, LOW): downtown}, uptown),
                resolution=ByContract({NO_TRUMP: CardsNeverWin(JOKERS)}, StrongestWins()),
                opening=DeclarerOpens(),
            ),
        ),
        scoring=ScoreLevels(above=BOOK, given=1, times={NO_TRUMP: 2} if no_trump_doubles else {}),
        schedule=Schedule(hand_sizes=SameSize(HAND), starter=NextSeat()),
        ending=AtTarget(points=target, lost_at=-target),
        symmetry=Symmetry(seats=True, suits=suits),
    )

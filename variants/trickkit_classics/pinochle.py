"""Pinochle for four in partnerships: bid what your melds and tricks are worth, name trump, show melds, and play.

Rules: *Partnership Auction Pinochle* and *Partnership Pinochle*, as bicyclecards.com has them (United States Playing
Card Company), with the values of single melds from *Two-hand Pinochle* there. Two of each card from the nine to the
ace; the ten ranks below the ace. The starter of a deal is the dealer, who bids last. The highest bidder names trump,
everybody shows melds, and a side scores melds and cards; bidders who have less than they bid lose the bid. The first
side with 1000 points wins. `trickkit rules pinochle` lists the variations.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from trickkit import Deck, Rules, variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, LadderAuction, NameTrump, PassBetweenPartners, ShowMelds, Tricks
from trickkit.policies.all_pass import DealIsClosed, LastMustBid
from trickkit.policies.combinations import Combinations
from trickkit.policies.ending import AtTarget
from trickkit.policies.ladders import Numbers
from trickkit.policies.lead import DeclarerOpens, LeftOfStarter
from trickkit.policies.offers import Games
from trickkit.policies.overtrumping import HeadTrumps, MustHead
from trickkit.policies.participants import Declarer, Everyone
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.speaking import UntilOneIsLeft
from trickkit_classics.pinochle_scoring import BiddersFirst, ScorePinochle

__all__ = ["RANKS", "deck", "melding", "rules"]

HAND, STEP, HIGHEST, LOST = 12, 10, 500, -1000
RANKS = {
    "traditional": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    "tens": {"A": 10, "T": 10, "K": 10},
    "fives": {"A": 10, "T": 10, "K": 5, "Q": 5},
}
"""By way of counting, the points of the cards by rank; all of them are 240."""

ALL_PASS = {"forced": LastMustBid(), "thrown_in": DealIsClosed()}
DOUBLES = {"run": 1500, "A": 1000, "K": 800, "Q": 600, "J": 400, "pinochle": 300}


def deck() -> Deck:
    """Two of each card from the nine to the ace.

    >>> len(deck()), " ".join(card.text for card in deck().cards[:12])
    (48, '9C 9C JC JC QC QC KC KC TC TC AC AC')
    """
    return Deck(card for card in french("9JQKTA") for _ in range(2))


def melding(*, doubles: bool = True, royal_in_run: bool = False) -> Combinations:
    """The melds: runs, marriages, the nine of trumps (the dix), four of a rank in all suits, and pinochles.

    Args:
        doubles: whether both runs, all eight of a rank and both pinochles score more than twice as much.
        royal_in_run: whether the king and the queen of a run also score as a marriage.
    """

    def worth(points: int, name: str) -> Any:
        return (points, DOUBLES[name]) if doubles else points

    return Combinations(
        trumps={"A T K Q J": worth(150, "run"), "K Q": 40, "9": 10},
        plain={"K Q": 20},
        sets={rank: worth(points, rank) for rank, points in zip("AKQJ", (100, 80, 60, 40), strict=True)},
        cards={"QS JD": worth(40, "pinochle")},
        contained=royal_in_run,
    )


@variant
def rules(
    *,
    lowest: Annotated[Literal[100, 150, 200, 250], "the lowest bid"] = 100,
    nobody_bids: Annotated[
        Literal["forced", "thrown_in"],
        "what happens if all others pass: the dealer must bid, or may pass as well, and nothing is played",
    ] = "forced",
    passed: Annotated[
        Literal[0, 3, 4],
        "how many cards the bidder's partner passes to the bidder, who then passes as many back, before melds are "
        "shown",
    ] = 0,
    doubles: Annotated[
        bool, "whether both runs, all eight of a rank and both pinochles in one hand score more than twice as much"
    ] = True,
    royal_in_run: Annotated[bool, "whether the king and the queen of a run also score as a marriage"] = False,
    trick_needed: Annotated[bool, "whether a side without a trick scores nothing for its melds"] = True,
    lead: Annotated[Literal["forehand", "bidder"], "who leads to the first trick"] = "forehand",
    heading: Annotated[
        Literal["trumps", "always"], "what must be beaten by those who can: a trump that was led, or every card"
    ] = "trumps",
    counting: Annotated[
        Literal["traditional", "tens", "fives"],
        "what cards are worth: ace 11, ten 10, king 4, queen 3, jack 2; aces, tens and kings 10 each; or aces and tens "
        "10, kings and queens 5",
    ] = "traditional",
    both_reach: Annotated[
        Literal["bidders", "more"],
        "which side wins if both have enough points after the same deal: the bidders, or the one that has more",
    ] = "bidders",
    target: Annotated[int, range(250, 2001, 250), "how many points win the game"] = 1000,
) -> Rules:
    """The rules of Pinochle with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=3).play_all([(0, "100"), (1, "pass"), (2, "pass"), (3, "pass")])
    >>> [str(action) for action in state.legal(0)]
    ['name C', 'name D', 'name H', 'name S']
    """
    game = deck()
    clubs, _, hearts, _ = game.suits
    reached = BiddersFirst if both_reach == "bidders" else AtTarget
    return Rules(
        key="pinochle",
        name="Pinochle",
        summary="Bid what melds and tricks are worth, name trump, show the melds, and take cards that count.",
        source="Partnership Auction Pinochle and Partnership Pinochle, bicyclecards.com",
        players=4,
        deck=game,
        phases=(
            DealOut(),
            LadderAuction(
                ladder=Numbers(range(lowest, HIGHEST + 1, STEP)),
                who=Everyone(after=1),
                speaking=UntilOneIsLeft(),
                all_pass=ALL_PASS[nobody_bids],
            ),
            NameTrump(offers=Games({suit.letter: suit for suit in game.suits}), who=Declarer(), must=True),
            *([PassBetweenPartners(cards=passed, partners=Opposite())] if passed else []),
            ShowMelds(melding=melding(doubles=doubles, royal_in_run=royal_in_run)),
            Tricks(
                follow=MustHead() if heading == "always" else HeadTrumps(),
                opening=LeftOfStarter() if lead == "forehand" else DeclarerOpens(),
            ),
        ),
        scoring=ScorePinochle(ranks=RANKS[counting], trick_needed=trick_needed),
        schedule=Schedule(hand_sizes=SameSize(HAND), starter=NextSeat()),
        ending=reached(points=target, lost_at=LOST, sides=Opposite()),
        symmetry=Symmetry(seats=True, suits=[clubs, hearts]),
    )

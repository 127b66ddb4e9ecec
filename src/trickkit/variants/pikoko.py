"""Pikoko: you see every hand but your own, bid on everyone, and play your left neighbour's hand.

For 3 to 5 players, in three rounds. Rules: *Pikoko*, Adam Porter, Brain Games 2018, in the Dutch, French and German
editions. Options cover the cases in which they are silent or disagree; `trickkit rules pikoko` lists them all.
"""

from __future__ import annotations

from typing import Annotated, Literal

from trickkit.catalog.options import variant
from trickkit.errors import InvalidRules
from trickkit.model.cards import Card, Deck, Face, Suit
from trickkit.model.symmetry import Symmetry
from trickkit.phases import Bids, Confidence, DealOut, Tricks, TurnTrump
from trickkit.play.rules import Rules
from trickkit.policies.bidding import TokensOnEveryone
from trickkit.policies.control import RightNeighbour
from trickkit.policies.ending import AfterDeals, BestDeal
from trickkit.policies.follow import MustFollow, PlainMustFollow
from trickkit.policies.lead import OpenerAlways, WinningHand, WinningSeat
from trickkit.policies.schedule import FewestPoints, SameSize, Schedule
from trickkit.policies.visibility import OthersHands
from trickkit.scoring import ScoreBids, ScoreConfidence

__all__ = ["deck", "rules"]

RED, YELLOW, BLUE = Suit("red", "R"), Suit("yellow", "Y"), Suit("blue", "B")
WHITE, PINK = Suit("white", "W"), Suit("pink", "P")
COLOURS = (RED, YELLOW, BLUE, WHITE, PINK)

MULTICOLOUR = {1: (PINK, YELLOW, RED), 4: (BLUE, WHITE, YELLOW), 7: (PINK, WHITE, RED), 10: (BLUE, WHITE, RED)}
"""The colours of the multicolour card of each number; the other two colours have a card of their own of it."""

HIGHEST = {3: 7, 4: 9, 5: 11}
"""The highest number in the deck, by how many play."""

LEADS = {"winning_peacock": WinningHand(), "winning_owner": WinningSeat(), "start_player": OpenerAlways()}
PEACOCKS = 5
ABSENT_POINTS = {"illegal": 0, "zero": 0, "minus_one": -1}


def _face(colour: Suit, number: int) -> Face:
    return Face(colour, number, f"{colour.letter}{number}")


def deck(players: int) -> Deck:
    """The deck for 3 to 5 players: for every colour and number, exactly one card that can show it.

    Raises:
        InvalidRules: there is no deck for so many players.

    >>> len(deck(3)), len(deck(4)), len(deck(5))
    (29, 39, 47)
    """
    if players not in HIGHEST:
        raise InvalidRules(f"no deck for {players} players; Pikoko is for {', '.join(str(count) for count in HIGHEST)}")
    numbers = range(1, HIGHEST[players] + 1)
    plain = [
        Card(_face(colour, rank).text, (_face(colour, rank),))
        for colour in COLOURS
        for rank in numbers
        if colour not in MULTICOLOUR.get(rank, ())
    ]
    multicolour = [
        Card(f"M{rank}", tuple(_face(colour, rank) for colour in COLOURS if colour in colours))
        for rank, colours in MULTICOLOUR.items()
        if rank in numbers
    ]
    return Deck((*plain, *multicolour), source_text=f"pikoko.deck({players})")


@variant
def rules(
    *,
    players: Annotated[int, range(3, 6), "how many play"] = 4,
    next_lead: Annotated[
        Literal["winning_peacock", "winning_owner", "start_player"],
        "who leads the next trick: the right neighbour of the peacock that won, out of it (German edition); the owner "
        "of that peacock (English review); always the start player (Dutch and French are silent)",
    ] = "winning_peacock",
    start_basis: Annotated[
        Literal["total", "round"], "the points, in all or of the last round, of which the fewest start the next round"
    ] = "total",
    start_tie: Annotated[
        Literal["after_current", "include_current", "next_seat"],
        "who starts at a tie for the fewest points: the first tied seat clockwise after the present start player; the "
        "same, but the present start player first; the seat after the present start player, tied or not",
    ] = "after_current",
    absent_confidence: Annotated[
        Literal["illegal", "zero", "minus_one"],
        "confidence in a peacock that is not in the game: not allowed, worth nothing, or worth -1",
    ] = "illegal",
    self_confidence: Annotated[bool, "whether one may lay the confidence card of one's own peacock"] = True,
    multi_must_follow: Annotated[
        bool, "whether a multicolour card that shows the led colour must follow when no plain card does"
    ] = True,
) -> Rules:
    """The rules of Pikoko with the given options.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules(players=3).start(seed=7, first=0)
    >>> str(state.view(0).deal.hands[0])
    '?? ?? ?? ?? ?? ?? ?? ??'
    """
    return Rules(
        key="pikoko",
        name="Pikoko",
        summary="You see every hand but your own, bid on everyone, and play out of your left neighbour's hand.",
        source="Pikoko (Adam Porter, Brain Games 2018), Dutch, French and German rulebooks",
        players=players,
        deck=deck(players),
        phases=(
            DealOut(visibility=OthersHands()),
            TurnTrump(),
            Bids(bidding=TokensOnEveryone(9)),
            Confidence(cards=0 if absent_confidence == "illegal" else PEACOCKS, own=self_confidence),
            Tricks(
                control=RightNeighbour(),
                follow=MustFollow() if multi_must_follow else PlainMustFollow(),
                lead=LEADS[next_lead],
            ),
        ),
        scoring=(
            ScoreBids(exact=2, close=1),
            ScoreConfidence(right=3, wrong=-1, none=1, absent=ABSENT_POINTS[absent_confidence]),
        ),
        schedule=Schedule(hand_sizes=SameSize(8), starter=FewestPoints(basis=start_basis, tie=start_tie)),
        ending=AfterDeals(deals=3, ties=(BestDeal(),)),
        symmetry=Symmetry(seats=True),
    )

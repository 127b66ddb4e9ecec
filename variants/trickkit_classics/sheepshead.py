"""Sheepshead: pick up the blind, call an ace for a secret partner, and take 61 of the 120 points in the cards.

Rules: *Sheepshead (card game)*, Wikipedia, for five with a called ace, and for three or four. All queens, jacks and
diamonds are trumps. The starter of a deal is asked first whether it picks, and leads. `trickkit rules sheepshead` lists
the variations.
"""

from __future__ import annotations

from typing import Annotated, Literal

from trickkit import Rules, variant
from trickkit.model.cards import piquet
from trickkit.model.symmetry import Symmetry
from trickkit.phases import (
    CallPartner,
    DealOut,
    FixedTrump,
    LadderAuction,
    LayAway,
    TakeStock,
    Tricks,
)
from trickkit.phases.partner import CalledCardBreaks, CalledCardKept
from trickkit.policies.all_pass import AllPass, DealIsClosed, LastMustBid, PlayByDefault
from trickkit.policies.callable_cards import CardsOfHeldSuits
from trickkit.policies.ending import AfterDeals
from trickkit.policies.ladders import Words
from trickkit.policies.participants import Everyone
from trickkit.policies.ranking import TopTrumps
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.speaking import UntilFirstBid
from trickkit_classics.sheepshead_scoring import ScoreSheepshead

__all__ = ["ACES", "RANKING", "TENS", "rules"]

TOPS = tuple(rank + suit for rank in "QJ" for suit in "CSHD")
ACES, TENS = ("AC", "AS", "AH"), ("TC", "TS", "TH")
RANKING = TopTrumps(tops=TOPS, order="789KTA", plain="789JQKTA")
SIZES = {3: 10, 4: 7, 5: 6}
"""By number of seats, how many cards each is dealt; the others are the blind."""

ALL_PASS: dict[str, AllPass] = {
    "leaster": PlayByDefault("leaster"),
    "forced": LastMustBid(),
    "thrown_in": DealIsClosed(),
}


@variant
def rules(
    *,
    players: Annotated[Literal[3, 4, 5], "how many play; with three or four, the picker is always alone"] = 5,
    partner: Annotated[
        Literal["called", "jack"],
        "who is the picker's partner: the holder of a card that the picker calls, or of the jack of diamonds",
    ] = "called",
    call_ten: Annotated[bool, "whether a picker who has the three aces that may be called calls a ten"] = True,
    nobody_picks: Annotated[
        Literal["leaster", "forced", "thrown_in"],
        "what happens if all pass: the fewest points win; or the last seat must pick; or nothing is played",
    ] = "leaster",
    blind: Annotated[
        Literal["first", "last"], "who gets the points of the blind in a leaster: the taker of which trick"
    ] = "last",
    bump: Annotated[bool, "whether the picker's side loses twice what it would have won"] = False,
    deals: Annotated[int, range(1, 61), "how many deals are played"] = 20,
) -> Rules:
    """The rules of Sheepshead with the given options.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=2).play_all([(2, "pass"), (3, "pick")])
    >>> state.actors, len(state.deal.hands[3]), len(state.deal.stock)
    ((3,), 8, 0)
    """
    deck, size = piquet(), SIZES[players]
    diamonds = deck.suits[1]
    blind_size, calls = len(deck) - players * size, players == 5 and partner == "called"
    callable_cards = CardsOfHeldSuits(groups=[ACES, TENS] if call_ten else [ACES], trumps=TOPS)
    return Rules(
        key="sheepshead",
        name="Sheepshead",
        summary="Pick up the blind, call an ace for a secret partner, and take more than half of the points.",
        source="Sheepshead (card game), Wikipedia",
        players=players,
        deck=deck,
        phases=(
            DealOut(),
            LadderAuction(
                ladder=Words({"pick": diamonds}),
                who=Everyone(after=0),
                speaking=UntilFirstBid(),
                all_pass=ALL_PASS[nobody_picks],
            ),
            FixedTrump(diamonds.name),
            TakeStock(cards=blind_size),
            LayAway(cards=blind_size),
            *((CallPartner(cards=callable_cards, alone="alone"),) if calls else ()),
            Tricks(ranking=RANKING, follow=CalledCardKept(), breaking=CalledCardBreaks()),
        ),
        scoring=ScoreSheepshead(jack=players == 5 and partner == "jack", bump=bump, blind=blind),
        schedule=Schedule(hand_sizes=SameSize(size), starter=NextSeat()),
        ending=AfterDeals(deals=deals),
        symmetry=Symmetry(seats=True),
    )

"""Pikinni XXIV: rising hand sizes, simultaneous estimates, and the Challenge rules Zero, Change and Double.

For 2 to 4 players. Rules: *Pikinni XXIV*, the French booklet. Options cover the cases on which it is silent; `trickkit
rules pikinni` lists them all.
"""

from __future__ import annotations

from typing import Annotated, Literal

from attrs import evolve

from trickkit.catalog.options import variant
from trickkit.model.cards import Deck, piquet
from trickkit.model.symmetry import Symmetry
from trickkit.phases import BuyTrump, CallDouble, CutTrump, DealOut, Estimates, Phase, Tricks
from trickkit.play.rules import Rules
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustOvertrump, MustTrump
from trickkit.policies.lead import LeftOfStarter, OpenerAlways, WinningHand
from trickkit.policies.order import AsCalled, Clockwise
from trickkit.policies.portion import EvenHalf
from trickkit.policies.schedule import ListedSizes, NextSeat, Schedule
from trickkit.scoring import Doubled, ScoreBoughtTrump, ScoreEstimates, Scoring, ZeroEstimate

__all__ = ["deck", "rules"]

CLIMB = (1, 2, 3, 4, 5, 6, 7)
EIGHT = 8
ODD = (1, 3, 5, 7)
PRICE = 30
LEADS = {"winner": WinningHand(), "left_of_dealer": OpenerAlways()}
ORDERS = {"left_of_dealer": Clockwise(1), "dealer_first": Clockwise(0), "as_called": AsCalled()}


def deck() -> Deck:
    """The 32 cards from the seven to the ace.

    >>> len(deck())
    32
    """
    return piquet()


def sizes(players: int, short_schedule: str) -> tuple[int, ...]:
    """The hand sizes of all deals: 1 to 7, then 8 four times, or three times for 2 or 3 players.

    >>> sizes(4, "climb_then_three_eights")
    (1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8)
    """
    if players == 4:
        return (*CLIMB, *[EIGHT] * 4)
    return (*CLIMB, *[EIGHT] * 3) if short_schedule == "climb_then_three_eights" else (EIGHT,) * 3


@variant
def rules(
    *,
    players: Annotated[int, range(2, 5), "how many play"] = 4,
    challenge: Annotated[bool, "all three Challenge rules, whatever the switches of each say"] = False,
    zero: Annotated[bool, "Challenge: an estimate of 0 in deals of 6 cards or more is worth 50 or -20"] = False,
    change: Annotated[bool, "Challenge: another trump suit may be bought for 30 points"] = False,
    double: Annotated[bool, "Challenge: a deal of even size may be doubled, twice at most"] = False,
    short_schedule: Annotated[
        Literal["climb_then_three_eights", "three_eights_only"],
        "the deals of a game for 2 or 3 players: 1 to 7 cards, then three of 8; or the three of 8 only",
    ] = "climb_then_three_eights",
    trick_lead: Annotated[
        Literal["winner", "left_of_dealer"],
        "who leads the second trick and the later ones: the winner of the last one, or always the dealer's left",
    ] = "winner",
    zero_mode: Annotated[
        Literal["replace", "add"], "whether the points for Zero replace the usual ones or come on top of them"
    ] = "replace",
    change_in_hearts: Annotated[bool, "whether trump may be bought in deals of 8 cards, where it is hearts"] = True,
    change_same_suit: Annotated[bool, "whether the suit may be bought that is trump already"] = False,
    change_needs_points: Annotated[bool, "whether a buyer must have 30 points"] = False,
    change_window: Annotated[
        Literal["after_deal", "any"],
        "when trump may be bought: when all cards are dealt; or before the deal and at its half, too",
    ] = "after_deal",
    call_order: Annotated[
        Literal["left_of_dealer", "dealer_first", "as_called"],
        "who is asked first for Double and Change: the dealer's left, the dealer, or whoever speaks first",
    ] = "left_of_dealer",
    double_stack: Annotated[
        Literal["multiply", "add"], "whether two Doubles count four times or three times"
    ] = "multiply",
    same_player_twice: Annotated[bool, "whether one player may call both Doubles"] = False,
    must_overtrump: Annotated[bool, "whether one who must trump must beat the trick if possible"] = False,
    tie: Annotated[Literal["shared"], "who wins at a tie for the most points: all of them"] = "shared",  # noqa: ARG001
) -> Rules:
    """The rules of Pikinni XXIV with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules(players=3, challenge=True).start(seed=7, first=0)
    >>> len(state.deal.hands[0]), state.actors
    (1, (1,))
    """
    zero, change, double = zero or challenge, change or challenge, double or challenge
    order = ORDERS[call_order]
    buy = BuyTrump(
        price=PRICE,
        order=order,
        same=change_same_suit,
        needs_points=change_needs_points,
        not_in=() if change_in_hearts else (EIGHT,),
    )
    early = (buy,) if change and change_window == "any" else ()
    # A hand of odd size has no half, so nobody is asked a second time about what has not changed.
    at_half = tuple(evolve(phase, not_in=(*phase.not_in, *ODD)) for phase in early)
    half: tuple[Phase, ...] = (DealOut(portion=EvenHalf()), *at_half, CallDouble(order=order, again=same_player_twice))
    zero_points = ZeroEstimate(size=6, made=50, failed=-20, adds=zero_mode == "add")
    estimates = ScoreEstimates(trick=10, bonus=10, off=-10, zero=zero_points if zero else None)
    scoring: tuple[Scoring, ...] = (
        Doubled(scoring=estimates, adds=double_stack == "add") if double else estimates,
        *((ScoreBoughtTrump(PRICE),) if change else ()),
    )
    game = deck()
    hearts = next(suit for suit in game.suits if suit.name == "hearts")
    hand_sizes = sizes(players, short_schedule)
    return Rules(
        key="pikinni",
        name="Pikinni XXIV",
        summary="Hands grow from deal to deal; all estimate their tricks at once, and who cannot follow must trump.",
        source="Pikinni XXIV, French booklet",
        players=players,
        deck=game,
        phases=(
            CutTrump(fixed=((EIGHT, hearts),)),
            *early,
            *(half if double else ()),
            DealOut(),
            *((buy,) if change else ()),
            Estimates(),
            Tricks(
                follow=MustOvertrump() if must_overtrump else MustTrump(),
                opening=LeftOfStarter(),
                lead=LEADS[trick_lead],
            ),
        ),
        scoring=scoring,
        schedule=Schedule(hand_sizes=ListedSizes(hand_sizes), starter=NextSeat()),
        ending=AfterDeals(deals=len(hand_sizes)),
        symmetry=Symmetry(seats=True, suits=[suit for suit in game.suits if suit != hearts]),
    )

"""Spades for four in partnerships: two bids make a contract, spades are always trump, and too many bags cost points.

Rules: the usual ones, as John McLeod's collection at pagat.com (*Spades*) has them, without blind bids. Partners sit
opposite each other; the seat left of the dealer bids and leads first. A side that takes as many tricks as its two bids
together scores 10 for each, otherwise it loses as much. Every trick above the bids is a bag, worth 1 point, and ten
bags cost 100. A bid of 0 is nil: its bidder scores 100 points for taking no trick, and loses 100 otherwise. A side with
500 points wins; as in many clubs, a side with -200 loses. Tied sides play on. `trickkit rules spades` lists the
variations.
"""

from __future__ import annotations

from typing import Annotated

from trickkit import Rules
from trickkit.catalog.options import variant
from trickkit.model.cards import Deck, french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import CallEstimates, DealOut, FixedTrump, Tricks
from trickkit.policies.breaking import SuitBreaks
from trickkit.policies.ending import AfterDeals, AtTarget
from trickkit.policies.estimating import PartnersWithinTricks
from trickkit.policies.follow import MustFollow, NotBeforeBroken
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreBags, ScoreNil, ScoreSides, Scoring

__all__ = ["deck", "rules"]

TRUMP = "spades"
HAND = 13
TRICK = 10
FULL_BAGS = -100


def deck() -> Deck:
    """The French deck.

    >>> len(deck())
    52
    """
    return french()


@variant
def rules(
    *,
    players: Annotated[int, range(4, 5), "how many play"] = 4,
    nil: Annotated[int, range(0, 201, 50), "points for a nil that succeeds, lost if it fails; 0 for no nil"] = 100,
    nil_counts: Annotated[
        bool, "whether the tricks of a nil that fails count for the partner's bid, instead of as bags"
    ] = False,
    bags: Annotated[int, range(0, 11, 5), "how many bags cost 100 points; 0 for any number"] = 10,
    breaking: Annotated[bool, "whether no spade may be led before one is played, unless there is nothing else"] = True,
    target: Annotated[int, range(100, 1001, 50), "points with which the game is over"] = 500,
    lost_at: Annotated[int, range(-1000, -99, 50), "so few points end the game as well"] = -200,
    deals: Annotated[int, range(21), "how many deals are played, whatever the points; 0 for a whole game"] = 0,
) -> Rules:
    """The rules of Spades with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=0).play_all([(1, "3"), (2, "0"), (3, "4"), (0, "5")])
    >>> str(state.deal.trump), state.actors
    ('spades', (1,))
    """
    sides = ScoreSides(trick=TRICK, nil_counts=nil_counts or not nil)
    overtricks = ScoreBags(sides=sides, every=bags or None, penalty=FULL_BAGS)
    nils: tuple[Scoring, ...] = (ScoreNil(points=nil),) if nil else ()
    whole = AtTarget(points=target, lost_at=lost_at, sides=Opposite())
    game = deck()
    return Rules(
        key="spades",
        name="Spades",
        summary="Partners take as many tricks as they bid together; spades are trump, and ten tricks too many cost.",
        source="Spades at pagat.com (John McLeod)",
        players=players,
        deck=game,
        phases=(
            DealOut(),
            FixedTrump(TRUMP),
            CallEstimates(limits=PartnersWithinTricks()),
            Tricks(
                follow=NotBeforeBroken(TRUMP) if breaking else MustFollow(),
                opening=LeftOfStarter(),
                breaking=SuitBreaks(TRUMP),
            ),
        ),
        scoring=(sides, overtricks, *nils),
        schedule=Schedule(hand_sizes=SameSize(HAND)),
        ending=AfterDeals(deals=deals) if deals else whole,
        symmetry=Symmetry(seats=True, suits=[suit for suit in game.suits if suit.name != TRUMP]),
    )

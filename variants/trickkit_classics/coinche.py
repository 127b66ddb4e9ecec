"""Coinche, or Belote contrée: partners bid the points that they will take; the others may double.

For four. Rules: John McLeod's collection at pagat.com (*Coinche*), and those of the French federation for *Belote
contrée* (*Fédération Française de Belote*). All eight cards are dealt, and seats bid from 80 to 160, or 250 for all
tricks (*capot*), with a suit, no trump or all trumps. A double (*coinche*) ends the bidding; the side that bid may
redouble (*surcoinche*). The play is that of `trickkit_classics.belote`. `trickkit rules coinche` lists the variations
that people play.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from attrs import field, frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import piquet
from trickkit.model.checks import is_a, one_of
from trickkit.model.symmetry import Symmetry
from trickkit.phases import Auction, DealOut, Tricks
from trickkit.phases.auction import Contract
from trickkit.policies.ending import AfterDeals, AtTarget
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Bounds, Extent, Scoring
from trickkit_classics.belote import (
    ALL_TRUMPS,
    HAND,
    Deals,
    Melds,
    OverPartner,
    Shared,
    SideCount,
    Undertrump,
    counted,
    played,
)
from trickkit_classics.belote_points import most

__all__ = ["ScoreBidders", "rules"]

CAPOT, GENERALE = 250, 500
"""Levels of bids, for all tricks, and for all tricks by the bidder alone; all tricks are worth 250 points, too."""

LEVELS = (*range(80, 170, 10), CAPOT)
ALL_POINTS = 160
"""What failed and doubled contracts count for the points of the cards."""


@frozen(kw_only=True)
class ScoreBidders(Scoring):
    """Bidders who reach their contract score it and their points; otherwise the others score it and all points.

    In a doubled contract only the winning side scores, twice as much, or more if it is redoubled. If one side alone
    scores the contract, it also scores the melds. The points for belote always stay with the side that has it. Both
    partners receive the points of their side.

    Args:
        made: what a made contract scores if it is not doubled: `"points"` in addition, or the `"contract"` alone, in
            which case the others score nothing.
        redoubled: the factor for a redoubled contract.
        belote_counts: whether belote and melds count towards the contract.
        majority: whether the bidders must also have more points than the others, so that 80 takes 82 of 162.
        rounded: whether card points are scored in tens, with five points rounded up.

    Raises:
        InvalidRules: an argument is of the wrong type, or `made` is neither word.

    >>> contract = Contract(level=100, denomination="S", declarer=0, doubled=1)
    >>> sides = SideCount((0, 2), 110, 5, 20), SideCount((1, 3), 52, 3, 0)
    >>> ScoreBidders().made_it(contract, 2, *sides), ScoreBidders().parts(contract, True, *sides)
    (True, [(0, '100S doubled made', 520), (0, 'melds', 0), (0, 'belote', 20), (1, 'belote', 0)])
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Auction, Tricks)

    made: str = field(default="points", validator=one_of("points", "contract"))
    redoubled: int = field(default=4, validator=is_a(int))
    belote_counts: bool = field(default=True, validator=is_a(bool))
    majority: bool = field(default=True, validator=is_a(bool))
    rounded: bool = field(default=False, validator=is_a(bool))

    def made_it(self, contract: Contract, alone: int, bidders: SideCount, others: SideCount) -> bool:
        """Whether the bidders made their contract.

        Args:
            contract: the bid.
            alone: the tricks that the declarer itself took.
            bidders: the points of its side.
            others: the points of the other side.
        """
        if contract.level >= CAPOT:
            return bidders.tricks == HAND and (contract.level == CAPOT or alone == HAND)
        mine, theirs = (side.total if self.belote_counts else side.cards for side in (bidders, others))
        return mine >= contract.level and (mine > theirs or not self.majority)

    def parts(
        self, contract: Contract, made: bool, bidders: SideCount, others: SideCount
    ) -> list[tuple[int, str, int]]:
        """The parts of the score: the side (0 for the bidders, 1 for the others), the reason, and the points."""
        winner, reason = 0 if made else 1, f"{contract.name} {'made' if made else 'failed'}"
        counts = (*enumerate((bidders, others)),)
        belote = [(side, "belote", count.belote) for side, count in counts]
        if contract.doubled or not made:
            score = (1, 2, self.redoubled)[contract.doubled] * (ALL_POINTS + contract.level)
            return [(winner, reason, score), (winner, "melds", bidders.melds + others.melds), *belote]
        points = [
            (side, f"took {count.cards}", (count.cards + 5) // 10 * 10 if self.rounded else count.cards)
            for side, count in counts
        ]
        melds = [(side, "melds", count.melds) for side, count in counts]
        return [(0, reason, contract.level), *(points if self.made == "points" else []), *melds, *belote]

    def bounds(self, extent: Extent) -> Bounds:
        """The highest contract redoubled, or with the points of all cards, plus melds and belote."""
        limits, auction = most(extent, CAPOT), extent.phase(Auction)
        if limits is None or auction is None:
            return None
        cards, melds, belote = limits
        level = max(auction.levels if isinstance(auction.levels, tuple) else (auction.levels,))
        # Rounding adds less than ten to the points of cards.
        contract = max(max(1, 2, self.redoubled) * (ALL_POINTS + level), level + cards + 10 * self.rounded)
        return 0, contract + melds + belote

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """For every part of the score, a line for both seats of a side; none if all passed."""
        contract: Contract | None = deal[Auction].contract
        if contract is None:
            return ()
        sides = counted(deal, CAPOT)
        made = self.made_it(contract, deal[Tricks].taken[contract.declarer], *sides)
        return tuple(
            ScoreLine(seat, reason, points)
            for side, reason, points in self.parts(contract, made, *sides)
            if points
            for seat in sides[side].seats
        )


@variant
def rules(
    *,
    every_suit: Annotated[
        Literal["both", "no_trump", "none"],
        "what may be bid besides the four suits: no trump and all trumps, no trump alone, or nothing",
    ] = "both",
    generale: Annotated[bool, "whether 500 may be bid, for all tricks by the bidder alone"] = False,
    surcoinche: Annotated[bool, "whether the side that was doubled may redouble"] = True,
    redoubled: Annotated[Literal[4, 3], "how often a redoubled contract counts"] = 4,
    made: Annotated[
        Literal["points", "contract"],
        "what a contract that is made and not doubled scores: its level and the points of the cards, which the others "
        "score as well; or its level alone, and the others nothing",
    ] = "points",
    rounded: Annotated[bool, "whether the points of the cards are scored as tens, five points rounded up"] = False,
    majority: Annotated[
        bool, "whether the bidders need more points than the others as well, so that 80 takes 82 of 162"
    ] = True,
    belote_counts: Annotated[bool, "whether belote and melds count for the contract"] = True,
    melds: Melds = False,
    shared: Shared = False,
    undertrump: Undertrump = True,
    over_partner: OverPartner = True,
    points: Annotated[Literal[501, 1000, 2000, 3000], "how many points end the game"] = 2000,
    deals: Deals = 0,
) -> Rules:
    """The rules of Coinche with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=3).play_all([(0, "bid 80S"), (1, "pass"), (2, "bid 100AT"), (3, "double")])
    >>> state.actors, [str(action) for action in state.legal(0)]
    ((0,), ['redouble', 'pass'])
    """
    deck = piquet()
    more = {"both": ("NT", ALL_TRUMPS.letter), "no_trump": ("NT",), "none": ()}[every_suit]
    return Rules(
        key="coinche",
        name="Coinche",
        summary="Partners bid for the points that they will take, with a trump suit or without, and may be doubled.",
        source="Coinche at pagat.com (John McLeod), and the rules of the Fédération Française de Belote",
        players=4,
        deck=deck,
        phases=(
            DealOut(),
            Auction(
                levels=(*LEVELS, GENERALE) if generale else LEVELS,
                denominations=(*(suit.letter for suit in deck.suits), *more),
                doublings=2 if surcoinche else 1,
                after=1,
                ranked=False,
                double_ends=True,
                trumps=(ALL_TRUMPS,),
            ),
            *played(melds=melds, shared=shared, undertrump=undertrump, over_partner=over_partner),
        ),
        scoring=ScoreBidders(
            made=made, redoubled=redoubled, belote_counts=belote_counts, majority=majority, rounded=rounded
        ),
        schedule=Schedule(hand_sizes=SameSize(HAND)),
        ending=AfterDeals(deals=deals) if deals else AtTarget(points=points, sides=Opposite()),
        symmetry=Symmetry(seats=True),
    )

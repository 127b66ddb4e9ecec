"""Euchre for four in partnerships: make trump and take three of five tricks; jacks are bowers; one may go alone.

Rules: as the United States Playing Card Company publishes them (bicyclecards.com, *Euchre*); options cover other widely
played rules, after John McLeod's collection at pagat.com (*Euchre*). The turned-up card is offered as trump, beginning
at the dealer's left; a player who wants it orders it up, and the dealer takes it and lays a card away. If all pass,
another suit may be named. The makers score 1 point for three or four tricks and 2 for all five; a player who takes all
five alone scores
4. Makers who take fewer than three are euchred: 2 points for the other side. 10 points win.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from attrs import frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, GoAlone, LayAway, NameTrump, ShowTop, TakeStock, Tricks
from trickkit.phases.naming import OrderedUp
from trickkit.policies.discarding import KeepFaceUp, KeepNothing
from trickkit.policies.ending import AfterDeals, AtTarget
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.offers import OtherSuits, TurnedSuit
from trickkit.policies.partners import Opposite
from trickkit.policies.ranking import Bowers
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.trump import NoTrump
from trickkit.scoring import Bounds, Extent, Scoring

__all__ = ["ScoreMakers", "rules"]

HAND = 5
ENOUGH = 3


@frozen
class ScoreMakers(Scoring):
    """The makers score if they take three tricks, the others if they do not; both partners receive the points.

    >>> ScoreMakers().points(tricks=4), ScoreMakers().points(tricks=5, alone=True), ScoreMakers().points(tricks=2)
    (1, 4, -2)
    """

    reads: ClassVar[tuple[type[Any], ...]] = (NameTrump, Tricks)
    counts_only: ClassVar[bool] = True

    def points(self, tricks: int, alone: bool = False, defended_alone: bool = False) -> int:
        """The makers' score; a negative number is the score of the other side.

        Args:
            tricks: those of the makers, 0..5.
            alone: whether the maker played alone.
            defended_alone: whether an opponent did.
        """
        if tricks < ENOUGH:
            return -4 if defended_alone else -2
        if tricks < HAND:
            return 1
        return 4 if alone else 2

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for both partners of the side that scores; none if all passed."""
        if deal.declarer is None:
            return ()
        makers, loners = Opposite().side(deal.declarer, deal.players), deal.get(GoAlone)
        alone = () if loners is None else loners.seats
        tricks = sum(deal[Tricks].taken[seat] for seat in makers)
        points = self.points(tricks, deal.declarer in alone, any(seat not in makers for seat in alone))
        reason = f"makers took {tricks}" if points > 0 else f"makers euchred with {tricks}"
        seats = [seat for seat in deal.seats if (seat in makers) == (points > 0)]
        return tuple(ScoreLine(seat, reason, abs(points)) for seat in seats)

    def bounds(self, _extent: Extent) -> Bounds:
        """A march alone, or makers euchred by a lone defender."""
        return 0, 4


@variant
def rules(
    *,
    stick_the_dealer: Annotated[
        bool, "whether the dealer must name a suit when all others have passed twice; else the deal is not played"
    ] = False,
    alone: Annotated[bool, "whether the maker may play alone"] = True,
    lone_defender: Annotated[
        Literal["never", "against_alone", "always"],
        "when one of the others may defend alone, which scores 4 points if the makers are euchred; never where nobody "
        "may play alone",
    ] = "never",
    discard_turned: Annotated[bool, "whether the dealer may lay away the card that was ordered up"] = True,
    points: Annotated[int, range(5, 16), "how many points end the game"] = 10,
    deals: Annotated[int, range(51), "how many deals are played, whatever the points; 0 for a whole game"] = 0,
) -> Rules:
    """The rules of Euchre with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> from trickkit import Stacked
    >>> state = rules().start(seed=7, first=3, deals=[Stacked(turned="JS")])
    >>> state = state.play_all([(0, "pass"), (1, "name S"), (1, "alone")])
    >>> state.actors, len(state.legal(3)), state.deal.resting
    ((3,), 6, (3,))
    """
    deck = french("9TJQKA")
    return Rules(
        key="euchre",
        name="Euchre",
        summary="Partners make trump and take three of five tricks; the jacks of one colour are the highest trumps.",
        source="Euchre at bicyclecards.com, with variations at pagat.com (John McLeod)",
        players=4,
        deck=deck,
        phases=(
            DealOut(),
            ShowTop(trump=NoTrump()),
            NameTrump(offers=(TurnedSuit(), OtherSuits()), must=stick_the_dealer),
            *([GoAlone(defenders=lone_defender)] if alone else []),
            TakeStock(cards=1, who=OrderedUp()),
            LayAway(cards=1, keeping=KeepNothing() if discard_turned else KeepFaceUp()),
            Tricks(ranking=Bowers(), opening=LeftOfStarter()),
        ),
        scoring=ScoreMakers(),
        schedule=Schedule(hand_sizes=SameSize(HAND)),
        ending=AfterDeals(deals=deals) if deals else AtTarget(points=points),
        # Suits may be exchanged only in pairs of a colour: one pair is claimed.
        symmetry=Symmetry(seats=True, suits=[suit for suit in deck.suits if suit.name in ("clubs", "spades")]),
    )

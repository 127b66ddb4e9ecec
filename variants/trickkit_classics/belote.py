"""Belote for four in partnerships: take the turned-up trump, or name another one, and take more than half.

Rules: John McLeod's collection at pagat.com (*Belote*), and those of the French federation (*Fédération Française de
Belote*), which differ in little. Five cards are dealt to each, and one is turned up. A player who wants its suit as
trump takes it; if all pass, another suit may be named. Then all hands are filled up to eight cards. The takers must
have more points than the others, who otherwise score everything. `trickkit rules belote` lists the variations that
people play.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from attrs import evolve, field, frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import piquet
from trickkit.model.checks import is_a, one_of
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, DeclareMelds, FillHands, NameTrump, Phase, ShowTop, TakeStock, Tricks
from trickkit.policies.ending import AfterDeals, AtTarget
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.melds import RunsAndSets
from trickkit.policies.offers import OtherSuits, TurnedSuit
from trickkit.policies.overtrumping import OvertrumpOpponents
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.trump import NoTrump
from trickkit.scoring import Bounds, Extent, Scoring
from trickkit_classics.belote_points import ALL_TRUMPS, HAND, ORDER, SideCount, counted, most, worth

__all__ = ["ALL_TRUMPS", "HAND", "MELDS", "ORDER", "ScoreTakers", "SideCount", "counted", "played", "rules", "worth"]
__all__ += ["Deals", "Melds", "OverPartner", "Shared", "Undertrump"]

MELDS = RunsAndSets(
    order="789TJQKA",
    runs={3: 20, 4: 50, 5: 100},
    sets={"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100},
    sets_first=True,
    set_order="QKTA9J",
)
"""Sequences and fours, of which the highest four is best, then the longest sequence."""


def played(*, melds: bool, shared: bool, undertrump: bool, over_partner: bool) -> tuple[Phase, ...]:
    """The phases of play: the tricks, preceded by the melds.

    Args:
        melds: whether melds are announced and shown.
        shared: whether a card may be in a sequence and in a four.
        undertrump: whether a player who cannot beat an opponent's trump must play a lower one.
        over_partner: whether a player must also play a higher trump when its partner is winning a trump lead.
    """
    follow = OvertrumpOpponents(undertrump=undertrump, over_partner=over_partner, headed=(ALL_TRUMPS,))
    tricks = Tricks(ranking=ORDER, follow=follow, opening=LeftOfStarter())
    return (DeclareMelds(melding=evolve(MELDS, shared=shared)), tricks) if melds else (tricks,)


HELD, RELEASED = "held over", "held over before"
"""What score lines of points say that wait for the side that wins the next deal, and of those that it gets."""


@frozen(kw_only=True)
class ScoreTakers(Scoring):
    """Takers with more points than the others score theirs, as the others do; with fewer, the others score everything.

    The twenty points for belote stay with the side that has it. Both partners receive the points of their side.

    Args:
        capot: what all tricks are worth.
        tie: what happens if both sides have the same: with `"held"`, the takers' points go to the side that wins the
            next deal; with `"failed"`, the takers fail; with `"shared"`, each side scores its own.
        belote_counts: whether belote and melds count towards deciding which side has more.

    Raises:
        InvalidRules: an argument is of the wrong type, or `tie` is none of these.

    >>> ScoreTakers().tie
    'held'
    """

    reads: ClassVar[tuple[type[Any], ...]] = (NameTrump, Tricks)

    capot: int = field(default=252, validator=is_a(int))
    tie: str = field(default="held", validator=one_of("held", "failed", "shared"))
    belote_counts: bool = field(default=True, validator=is_a(bool))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """For every part of the score, a line for both seats of a side; none if all passed."""
        if deal.declarer is None:
            return ()
        takers, others = counted(deal, self.capot)
        ahead = takers.total - others.total if self.belote_counts else takers.cards - others.cards
        failed, held = ahead < 0 or (ahead == 0 and self.tie == "failed"), ahead == 0 and self.tie == "held"
        scored: list[tuple[SideCount, str, int]] = []
        if failed:
            scored.append((others, f"takers failed with {takers.cards}", takers.cards + others.cards))
        else:
            scored += [(side, f"took {side.cards}", side.cards) for side in (takers, others)]
        scored += [(others if failed else side, "melds", side.melds) for side in (takers, others)]
        scored += [(side, "belote", side.belote) for side in (takers, others)]
        if held:
            scored.append((takers, HELD, -takers.cards - takers.melds))
        elif ahead and self.tie == "held":
            scored.append((others if failed else takers, RELEASED, self.waiting(deal)))
        return tuple(
            ScoreLine(seat, reason, points) for side, reason, points in scored if points for seat in side.seats
        )

    def bounds(self, extent: Extent) -> Bounds:
        """All cards and melds with belote; None if points are held over, because any number of deals may be tied."""
        limits = most(extent, self.capot)
        return None if limits is None or self.tie == "held" else (0, sum(limits))

    def waiting(self, deal: Deal) -> int:
        """The points of earlier tied deals that go to the winner of this one."""
        # Both partners have the same lines, so one seat of each side is enough.
        return -sum(deal.points_before((HELD, RELEASED))[:2])


# Options that Coinche shares

Undertrump = Annotated[
    bool, "whether a player who cannot beat the trump of an opponent must play a lower one; else any card"
]
OverPartner = Annotated[bool, "whether a player who follows a trump lead must beat the trump of its partner, too"]
Melds = Annotated[bool, "whether sequences and fours are announced and shown before the first trick"]
Shared = Annotated[bool, "whether a card may be in a sequence and in a four, where these are announced"]
Deals = Annotated[int, range(51), "how many deals are played, whatever the points; 0 for a whole game"]


@variant
def rules(
    *,
    undertrump: Undertrump = True,
    over_partner: OverPartner = True,
    capot: Annotated[Literal[252, 250], "what all tricks are worth"] = 252,
    tie: Annotated[
        Literal["held", "failed", "shared"],
        "where both sides have the same: the points of the takers go to the side that wins the next deal; the takers "
        "have failed; or both score theirs",
    ] = "held",
    belote_counts: Annotated[
        bool, "whether belote and melds count when it is found out which side has more points"
    ] = True,
    melds: Melds = False,
    shared: Shared = False,
    points: Annotated[Literal[501, 1000, 2000], "how many points end the game"] = 1000,
    deals: Deals = 0,
) -> Rules:
    """The rules of Belote with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=3).play_all([(0, "pass"), (1, "name C")])
    >>> state.actors, [len(hand) for hand in state.deal.hands], state.deal.declarer
    ((0,), [8, 8, 8, 8], 1)
    """
    deck = piquet()
    return Rules(
        key="belote",
        name="Belote",
        summary="Partners take the trump that is turned up, or name another, and need more points than the others.",
        source="Belote at pagat.com (John McLeod), and the rules of the Fédération Française de Belote",
        players=4,
        deck=deck,
        phases=(
            DealOut(),
            ShowTop(trump=NoTrump()),
            NameTrump(offers=(TurnedSuit(), OtherSuits())),
            TakeStock(cards=1),
            FillHands(cards=HAND),
            *played(melds=melds, shared=shared, undertrump=undertrump, over_partner=over_partner),
        ),
        scoring=ScoreTakers(capot=capot, tie=tie, belote_counts=belote_counts),
        schedule=Schedule(hand_sizes=SameSize(5)),
        ending=AfterDeals(deals=deals) if deals else AtTarget(points=points, sides=Opposite()),
        symmetry=Symmetry(seats=True, suits=deck.suits),
    )

"""King: name a penalty or a trump in each of your deals, and score more with trumps than you lose by penalties.

Rules: *Rıfkı (Turkish King)*, pagat.com, for four, each for itself. The starter of a deal names its contract and leads.
A penalty makes tricks, hearts, boys, queens, the last two tricks or the king of hearts bad; with a trump, tricks are
good. All that may be won and lost in a game adds up to nothing. `trickkit rules king` lists the variations.
"""

from __future__ import annotations

from typing import Annotated, Literal

from trickkit import Rules, variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import ByContract, ContractsPlayed, DealOut, NameTrump, Tricks
from trickkit.phases.contracts_played import Limit, WithinLimits
from trickkit.policies.breaking import NothingBreaks, SuitBreaks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import Follow, MustFollow, MustOvertrump, MustTrump, NotBeforeBroken
from trickkit.policies.offers import Games
from trickkit.policies.overtrumping import MustHead
from trickkit.policies.participants import Starter
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.throwing_off import MustThrowOff
from trickkit.policies.until import CardsTaken, HandsEmpty
from trickkit.scoring import ScoreByContract, ScoreCards, ScoreLastTricks, ScoreTricks

__all__ = ["PENALTIES", "rules"]

PLAYERS, SIZE = 4, 13
KING, QUEENS = "KH", ("QC", "QD", "QH", "QS")
BOYS = tuple(rank + suit for suit in "CDHS" for rank in "JK")

PENALTIES = {
    "no tricks": ScoreTricks(-50),
    "no hearts": ScoreCards(suits={"hearts": -30}),
    "no boys": ScoreCards(cards=dict.fromkeys(BOYS, -60)),
    "no queens": ScoreCards(cards=dict.fromkeys(QUEENS, -100)),
    "no last two": ScoreLastTricks(-180, tricks=2),
    "no king": ScoreCards(cards={KING: -320}),
}
"""By penalty, what it scores; all that can be lost is 2600 points, and each trump gives 650."""

TRUMP = ScoreTricks(50)
BEAT: dict[str, Follow] = {"never": MustTrump(), "with_trumps": MustOvertrump(), "always": MustHead()}


@variant
def rules(
    *,
    choice: Annotated[
        Literal["shared", "each_once"],
        "each seat names three penalties and two trumps, and each penalty is named twice in a game; or each seat names "
        "each penalty once, and four trumps",
    ] = "shared",
    beat: Annotated[
        Literal["never", "with_trumps", "always"],
        "whether a deal with a trump obliges to beat the trick: never; with a trump, where suit cannot be followed; or "
        "with any card",
    ] = "never",
    hearts: Annotated[
        Literal["never", "broken"],
        "when hearts may be led in penalties for hearts: only by one who has nothing else; or also once one was thrown",
    ] = "never",
    throw_off: Annotated[bool, "whether one who cannot follow suit must throw off cards that count, if any"] = True,
) -> Rules:
    """The rules of King with the given options.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=2).play(2, "name no queens")
    >>> state.actors, str(state.deal.remembered(ContractsPlayed))
    ((2,), '')
    """
    deck = french()
    trumps = {suit.letter: suit for suit in deck.suits}
    shared = [Limit(contracts=word, times=2, by="table") for word in PENALTIES]
    limits = (
        [*shared, Limit(contracts=PENALTIES, times=3), Limit(contracts=trumps, times=2)]
        if choice == "shared"
        else [*(Limit(contracts=word) for word in PENALTIES), Limit(contracts=trumps, times=4)]
    )
    return Rules(
        key="king",
        name="King",
        summary="Name penalties and trumps in your deals, and score more than you lose.",
        source="R\u0131fk\u0131 (Turkish King) at pagat.com",
        players=PLAYERS,
        deck=deck,
        phases=(
            DealOut(),
            NameTrump(
                offers=WithinLimits(offer=Games(dict.fromkeys(PENALTIES) | trumps), limits=limits),
                who=Starter(),
                must=True,
            ),
            Tricks(
                follow=_follow(throw_off, BEAT[beat]),
                breaking=SuitBreaks("hearts") if hearts == "broken" else NothingBreaks(),
                until=ByContract(
                    {
                        "no hearts": CardsTaken(suits="hearts"),
                        "no boys": CardsTaken(BOYS),
                        "no queens": CardsTaken(QUEENS),
                        "no king": CardsTaken(KING),
                    },
                    HandsEmpty(),
                ),
            ),
        ),
        scoring=ScoreByContract(PENALTIES, TRUMP),
        schedule=Schedule(hand_sizes=SameSize(SIZE), starter=NextSeat()),
        ending=AfterDeals(deals=PLAYERS * (5 if choice == "shared" else 10)),
        memory=ContractsPlayed(),
        symmetry=Symmetry(seats=True),
    )


THROWN: dict[str, tuple[tuple[str, ...], ...]] = {
    "no boys": (BOYS,),
    "no queens": (QUEENS,),
    "no hearts": (("hearts",),),
    "no king": ((KING,), ("hearts",)),
}
"""By penalty, the cards that count, and in penalties for hearts all hearts."""


def _follow(throw_off: bool, trump: Follow) -> ByContract:
    """The follow policy of each contract."""
    policies: dict[str, Follow] = {
        word: MustThrowOff(groups) if throw_off else MustFollow() for word, groups in THROWN.items()
    }
    for word in ("no hearts", "no king"):
        policies[word] = NotBeforeBroken("hearts", follow=policies[word])
    return ByContract(policies | dict.fromkeys("CDHS", trump), MustFollow())

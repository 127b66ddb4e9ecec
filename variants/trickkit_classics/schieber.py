"""Schieber, the Swiss Jass for four in partnerships: name trump, or push the choice to your partner, and count cards.

Rules: those of Swisslos (*Schieber Jass*), of the Jass handbook *Puur Näll As* (Göpf Egg, Albert Hagenbucher), and of
John McLeod's collection at pagat.com (*Schieber Jass*, *Swiss Jass*). Forehand, to the dealer's left, names one of four
trump suits, obenabe (no trump, aces high) or uneufe (no trump, sixes high), or pushes (`pass`): then its partner names
one. Forehand leads. Cards are worth 152 points, the last trick 5, all tricks 100 more; melds score in addition. The
first side with 1000 points wins. `trickkit rules schieber` lists the variations.
"""

from __future__ import annotations

from typing import Annotated, Literal

from attrs import evolve, frozen

from trickkit import Deal, Rules, variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, DeclareMelds, NameTrump, Tricks
from trickkit.policies.ending import AfterDeals, AtTarget
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.melds import RunsAndSets
from trickkit.policies.offers import Games
from trickkit.policies.participants import Participants
from trickkit.policies.partners import Opposite
from trickkit.policies.ranking import TrumpOrder
from trickkit.policies.resolution import StrongestWins
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.trumping import FollowOrTrump, LowestTrump
from trickkit_classics.schieber_scoring import OBENABE, UNEUFE, ScoreSchieber, TargetReached

__all__ = ["ForehandOrPartner", "ScoreSchieber", "TargetReached", "rules"]

HAND = 9
ORDER = "6789TJQKA"
RANKING = TrumpOrder(trump="678TQKA9J", plain=ORDER, games={OBENABE: ORDER, UNEUFE: ORDER[::-1]})

RUNS = {"growing": {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}, "hundred": {3: 20, 4: 50, 5: 100}}
SETS = {"A": 100, "K": 100, "Q": 100, "J": 200, "T": 100, "9": 150}
LOW_SETS = {"8": 100, "7": 100, "6": 100}
FACTORS = {
    "none": {},
    "three": {"spades": 2, "clubs": 2, "obenabe": 3, "uneufe": 3},
    "four": {"spades": 2, "clubs": 2, "obenabe": 3, "uneufe": 4},
}


@frozen
class ForehandOrPartner(Participants):
    """Forehand, then its partner.

    >>> from trickkit.model.cards import french
    >>> ForehandOrPartner().seats(Deal.fresh(french(), players=4, starter=2))
    (3, 1)
    """

    def seats(self, deal: Deal) -> tuple[int, ...]:
        """Forehand and its partner."""
        return (deal.starter + 1) % deal.players, (deal.starter + 3) % deal.players


@variant
def rules(
    *,
    points: Annotated[Literal[1000, 1500, 2000, 2500, 3000], "how many points win the game"] = 1000,
    finish: Annotated[
        Literal["at_once", "after_deal"],
        "when the points are enough: as soon as a side has them, where king and queen count before melds, and melds "
        "before tricks; or at the end of a deal, for the side that has more",
    ] = "at_once",
    deals: Annotated[int, range(13), "how many deals are played, whatever the points; 0 for a whole game"] = 0,
    games: Annotated[
        Literal["all", "suits"], "what may be named: four suits, obenabe and uneufe, or the suits alone"
    ] = "all",
    multipliers: Annotated[
        Literal["none", "three", "four"],
        "what all points count: single; double for spades and clubs and treble for obenabe and uneufe; or the same, "
        "but fourfold for uneufe",
    ] = "none",
    undertrump: Annotated[
        Literal["best", "lowest", "free"],
        "with what a trump on another suit is compared, which may not be lower unless there is nothing else: the best "
        "trump of the trick, its lowest one by printed rank, or nothing",
    ] = "best",
    melds: Annotated[bool, "whether melds score"] = True,
    runs: Annotated[
        Literal["growing", "hundred"],
        "what more than five cards in a row score: 50 for each further one, or 100 in all",
    ] = "growing",
    low_sets: Annotated[bool, "whether four eights, sevens or sixes are a meld"] = True,
    shared: Annotated[bool, "whether a card may stand in two melds"] = True,
    stoeck: Annotated[bool, "whether king and queen of trumps in one hand score"] = True,
    match: Annotated[bool, "whether all tricks are worth 100 points more"] = True,
) -> Rules:
    """The rules of Schieber with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=3).play_all([(0, "pass"), (2, "name H")])
    >>> state.actors, str(state.deal.trump), [str(action) for action in state.legal(0)]
    ((0,), 'hearts', ['3 to 9', 'pass'])
    """
    deck = french(ORDER)
    among = {
        **{suit.letter: suit for suit in deck.suits},
        **({"obenabe": OBENABE, "uneufe": UNEUFE} if games == "all" else {}),
    }
    at_once = finish == "at_once" and not deals
    scoring = ScoreSchieber(
        stoeck=stoeck, match=match, factors=tuple(FACTORS[multipliers].items()), target=points if at_once else None
    )
    melding = RunsAndSets(
        order=ORDER, runs=RUNS[runs], sets=SETS | (LOW_SETS if low_sets else {}), low_wins=["uneufe"], shared=shared
    )
    tricks = Tricks(
        ranking=RANKING,
        resolution=LowestTrump() if undertrump == "lowest" else StrongestWins(),
        follow=FollowOrTrump(held_back="J", undertrump=undertrump),
        opening=LeftOfStarter(),
    )
    return Rules(
        key="schieber",
        name="Schieber",
        summary="Partners name trump, or push the choice across the table, and count melds and the cards they take.",
        source="Swisslos, Puur Näll As (Göpf Egg, Albert Hagenbucher), and pagat.com (John McLeod)",
        players=4,
        deck=deck,
        phases=(
            DealOut(),
            NameTrump(offers=Games(among), who=ForehandOrPartner(), must=True),
            *((DeclareMelds(melding=melding),) if melds else ()),
            evolve(tricks, until=TargetReached(scoring)) if at_once else tricks,
        ),
        scoring=scoring,
        schedule=Schedule(hand_sizes=SameSize(HAND)),
        ending=AfterDeals(deals=deals) if deals else AtTarget(points=points, sides=None if at_once else Opposite()),
        symmetry=Symmetry(
            seats=True,
            suits=[suit for suit in deck.suits if multipliers == "none" or suit.name in ("clubs", "spades")],
        ),
    )

"""Schieber, the Swiss Jass for four in partnerships: name trump, or push the choice to your partner, and count cards.

Rules: those of Swisslos (*Schieber Jass*), of the Jass handbook *Puur Näll As* (Göpf Egg, Albert Hagenbucher), and of
John McLeod's collection at pagat.com (*Schieber Jass*, *Swiss Jass*). The dealer's left, forehand, names one of four
trump suits, obenabe (no trump, aces high) or uneufe (no trump, sixes high), or pushes (`pass`): then its partner names
one. Forehand leads. Cards are worth 152 points, the last trick 5, all tricks 100 more; melds score besides. The side
that first has 1000 points wins. `trickkit rules schieber` lists what may be played otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from attrs import evolve, frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import Suit, french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, DeclareMelds, NameTrump, Tricks
from trickkit.phases.tricks.record import TrickTable
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
from trickkit.policies.until import Until
from trickkit.scoring import Scoring

__all__ = ["ForehandOrPartner", "ScoreSchieber", "TargetReached", "rules"]

HAND = 9
ORDER = "6789TJQKA"
OBENABE, UNEUFE = Suit("obenabe", "O"), Suit("uneufe", "U")
"""What stands for trump where there is none: suits of no card."""

RANKING = TrumpOrder(trump="678TQKA9J", plain=ORDER, games={OBENABE: ORDER, UNEUFE: ORDER[::-1]})

PLAIN = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}
TRUMP = {**PLAIN, "J": 20, "9": 14}
WITHOUT = {OBENABE: {**PLAIN, "8": 8}, UNEUFE: {**PLAIN, "8": 8, "A": 0, "6": 11}}
LAST, STOECK, MATCH = 5, 20, 100
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
        """Both seats."""
        return (deal.starter + 1) % deal.players, (deal.starter + 3) % deal.players


Entry = tuple[int, str, int]  # a side, as the number of its first seat; what it scores for; points


@frozen(kw_only=True)
class ScoreSchieber(Scoring):
    """Card points, the last trick, all tricks, melds, and king and queen of trumps, times the factor of the game.

    Args:
        stoeck: whether king and queen of trumps in one hand score, when the second one is played.
        match: whether taking all tricks scores.
        factors: by the name of what is trump, by what all points are multiplied.
        target: with so many points a side has won, and nothing more is counted; None for no such number.

    >>> ScoreSchieber().worth("JH", french().suits[2]), ScoreSchieber().worth("6H", UNEUFE)
    (20, 11)
    """

    reads: ClassVar[tuple[type[Any], ...]] = (NameTrump, Tricks)

    stoeck: bool = True
    match: bool = True
    factors: tuple[tuple[str, int], ...] = ()
    target: int | None = None

    def worth(self, card: str, trump: Suit | None) -> int:
        """The points of a card."""
        values = WITHOUT[trump] if trump in WITHOUT else TRUMP if trump and card[1] == trump.letter else PLAIN
        return values.get(card[0], 0)

    def entries(self, deal: Deal, table: TrickTable) -> Iterator[Entry]:
        """All that is scored, as it happens; within a trick king and queen come first, then melds, then its cards."""
        trump, held = deal.trump, list[int]()
        factor, melds = dict(self.factors).get(str(trump), 1), deal.get(DeclareMelds)
        for number, trick in enumerate(table.tricks):
            last = number == deal.size - 1
            for play in trick.plays:
                if self.stoeck and trump and play.card in (f"K{trump.letter}", f"Q{trump.letter}"):
                    if play.hand in held:
                        yield play.hand % 2, f"stöck (K{trump.letter} Q{trump.letter})", factor * STOECK
                    held.append(play.hand)
            for side in (0, 1) if melds and not number else ():
                shown = [meld for seat, mine in enumerate(melds.shown) for meld in mine if seat % 2 == side]
                if shown:
                    yield side, f"melds {', '.join(map(str, shown))}", factor * sum(meld.points for meld in shown)
            points = sum(self.worth(play.card, trump) for play in trick.plays)
            taker = trick.counted_taker % 2
            yield taker, "tricks", factor * (points + LAST * last)
            if self.match and last and all(one.counted_taker % 2 == taker for one in table.tricks):
                yield taker, "match", factor * MATCH

    def total(self, deal: Deal, table: TrickTable, side: int) -> int:
        """The points of a side, with those of earlier deals, after some tricks.

        Args:
            deal: as it was before its tricks.
            table: those that are complete.
            side: 0 or 1.
        """
        trump, hands = deal.trump, (side, side + 2)
        worth = {card.text: self.worth(card.text, trump) for card in deal.deck}
        points: int = sum(table.points(hand, worth) for hand in hands)
        last, taken = table.taken_since(deal.size - 1), table.taken
        points += LAST * sum(last[hand] for hand in hands)
        if self.stoeck and trump:
            pairs = [(f"K{trump.letter}", f"Q{trump.letter}")]
            points += STOECK * sum(table.played_in_full(hand, pairs) for hand in hands)
        if self.match and sum(taken[hand] for hand in hands) == deal.size:
            points += MATCH
        if melds := deal.get(DeclareMelds):
            points += sum(melds.points(hand) for hand in hands)
        return deal.totals[side] + dict(self.factors).get(str(trump), 1) * points

    def counted(self, deal: Deal, table: TrickTable) -> tuple[list[Entry], bool]:
        """What is scored until a side has won, and whether one has."""
        totals, counted = [*deal.totals[:2]], []
        for side, reason, points in self.entries(deal, table):
            totals[side] += points
            counted.append((side, reason, points))
            if self.target is not None and totals[side] >= self.target:
                return counted, True
        return counted, False

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """For both seats of a side the same lines: its melds, its tricks, the match."""
        found: dict[tuple[int, str], int] = {}
        for side, reason, points in self.counted(deal, deal[Tricks])[0]:
            found[side, reason] = found.get((side, reason), 0) + points
        return tuple(ScoreLine(seat, why, points) for (side, why), points in found.items() for seat in (side, side + 2))


@frozen
class TargetReached(Until):
    """The tricks are over when a side has the points that win the game.

    Args:
        scoring: says so.

    >>> TargetReached(ScoreSchieber(target=1000)).over((1, 0, 0, 0), None)
    False
    """

    scoring: ScoreSchieber

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:  # noqa: ARG002
        """Not by the numbers of tricks."""
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:  # noqa: ARG002
        """Whether a side has them."""
        target = self.scoring.target
        return target is not None and any(self.scoring.total(deal, tricks, side) >= target for side in (0, 1))


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
        InvalidRules: an option that does not exist, or a value that it cannot have.

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

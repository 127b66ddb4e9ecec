"""Doppelkopf: two of every card, and partners who know each other only by the queens of clubs.

For 4 players. Rules: *Turnier-Spielregeln* of the Deutscher Doppelkopf-Verband, and for what else is widely played John
McLeod's collection at pagat.com (*Doppelkopf*). Whoever holds a queen of clubs is Re, the others are Kontra, and nobody
says so before it pays. Seats may marry or play alone instead, and announce how they will win before they play a card.
`trickkit rules doppelkopf` lists what may be played otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from attrs import evolve, field, frozen

from trickkit import Deal, Deck, Rules
from trickkit.catalog.options import variant
from trickkit.model.cards import Suit, french
from trickkit.model.symmetry import Symmetry
from trickkit.model.tricks import Trick
from trickkit.phases import AskReservations, CallingTricks, DealOut, FixedTrump, Tricks
from trickkit.phases.reservations import SidesByGame
from trickkit.phases.tricks.announcing import Announcements
from trickkit.phases.tricks.finding import FoundByTrick
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.offers import Games
from trickkit.policies.ranking import ByTrump, TopTrumps
from trickkit.policies.resolution import SecondOfEqual, StrongestWins
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.sides import Holders
from trickkit.policies.until import AfterTricks
from trickkit.scoring import ScoreTwoSides

__all__ = ["CALLS", "RANKING", "SIDES", "Party", "ScoreParties", "deck", "rules"]

POINTS = {f"{rank}{suit}": points for rank, points in zip("ATKQJ", (11, 10, 4, 3, 2), strict=True) for suit in "CSHD"}
TEN, OLD_LADY, FOX, CHARLIE = "TH", "QC", "AD", "JC"
QUEENS, JACKS = Suit("queens", "Q"), Suit("jacks", "J")
"""The trumps of two solos, to which no other cards belong."""

TOPS = {rank: tuple(f"{rank}{suit}" for suit in "CSHD") for rank in "QJ"}
NORMAL = TopTrumps(tops=(TEN, *TOPS["Q"], *TOPS["J"]), order="9KTA", plain="9JQKTA")
SOLOS = {QUEENS: evolve(NORMAL, tops=TOPS["Q"], order="9JKTA"), JACKS: evolve(NORMAL, tops=TOPS["J"], order="9QKTA")}
RANKING = ByTrump(rankings=SOLOS, others=NORMAL)

MARRIAGES: dict[Literal["any", "plain", "trump"], str] = {
    "any": "marriage",
    "plain": "marriage plain",
    "trump": "marriage trump",
}
"""By the kind of trick that finds the partner, the words of the game."""

SIDES = SidesByGame(
    ordinary=Holders(OLD_LADY),
    games={word: FoundByTrick(led=kind, ranking=RANKING) for kind, word in MARRIAGES.items()},
)
"""Re: the holders of the queens of clubs, bridegroom and partner, or a soloist."""

LIMITS = (90, 60, 30)
REACHED = (120, *LIMITS)
"""By call after the first, the points with which the other party exceeds it."""

CALLS = Announcements(
    ladders=[[name, *(f"{name} no {limit}" for limit in LIMITS), f"{name} schwarz"] for name in ("re", "kontra")],
    sides=SIDES,
    played=1,
)
DOPPELKOPF = 40


def deck(*, nines: bool = True) -> Deck:
    """Two of every card from the nine, or from the ten, to the ace.

    >>> len(deck()), len(deck(nines=False)), " ".join(card.text for card in deck().cards[:6])
    (48, 40, '9C 9C TC TC JC JC')
    """
    return Deck(card for card in french("9TJQKA" if nines else "TJQKA") for _ in range(2))


@frozen
class Party:
    """What a party has to show in the end.

    Args:
        name: `"re"` or `"kontra"`.
        points: of its cards.
        tricks: that it took.
        calls: how many it has made.

    >>> re, kontra = Party("re", 140, 7, calls=2), Party("kontra", 100, 5, calls=0)
    >>> re.beats(kontra), kontra.beats(re), kontra.exceeds(re)
    (False, True, 0)
    """

    name: str
    points: int
    tricks: int
    calls: int

    def stays_below(self, call: int) -> bool:
        """Whether it has as little as the other party promises with its second to fifth call."""
        return not self.tricks if call == 5 else self.points < LIMITS[call - 2]

    def beats(self, other: Party) -> bool:
        """Whether it wins: with what it promised, against what was promised, or with half of the points."""
        if self.calls > 1:
            return other.stays_below(self.calls)
        if other.calls > 1:
            return not self.stays_below(other.calls)
        # 120 points are enough for Kontra, but for Re where Kontra alone has called.
        kontra_alone = self.calls > other.calls if self.name == "kontra" else other.calls > self.calls
        return self.points >= (121 if (self.name == "kontra") == kontra_alone else 120)

    def exceeds(self, other: Party) -> int:
        """How many of the other party's promises it has foiled with points to spare."""
        return sum(self.points >= reached for reached in REACHED[: max(0, other.calls - 1)])


@frozen(kw_only=True)
class ScoreParties(ScoreTwoSides):
    """The value of the game for the winners, and extra points where nobody is alone.

    Args:
        sides: who is Re.
        charlie_caught: whether it is worth a point to take the other party's jack of clubs in the last trick.

    >>> ScoreParties(sides=SIDES).charlie_caught
    False
    """

    reads: ClassVar[tuple[type[Any], ...]] = (AskReservations, CallingTricks, Tricks)

    charlie_caught: bool = field(default=False)

    def parts(self, deal: Deal, seats: tuple[int, ...]) -> Iterator[tuple[str, int]]:
        """What the game is worth to Re, and the extra points."""
        tricks, calls, both = deal[Tricks], deal[CallingTricks], []
        for side, mine in enumerate((seats, [seat for seat in deal.seats if seat not in seats])):
            points = sum(tricks.points(seat, POINTS) for seat in mine)
            taken, made = sum(tricks.taken[seat] for seat in mine), calls.count(CALLS.ladders[side])
            both.append(Party(("re", "kontra")[side], points, taken, made))
        yield from self.value(*both, alone=len(seats) == 1)
        if len(seats) > 1:
            yield from tricks.each(self.extras, seats, deal.size - 1)

    def value(self, re: Party, kontra: Party, *, alone: bool) -> Iterator[tuple[str, int]]:
        """What the game is worth, as reasons with points for Re."""
        winner = next((one for one, other in ((re, kontra), (kontra, re)) if one.beats(other)), None)
        sign = 1 if winner is re else -1
        if winner is not None:
            yield f"{winner.name} wins, {re.points} to {kontra.points}", sign
            if winner is kontra and not alone:
                yield "against the old ladies", -1
            for side, party in enumerate((re, kontra)):
                if party.calls:
                    yield CALLS.ladders[side][party.calls - 1], sign * (1 + party.calls)
        for side, party, other, points in ((1, re, kontra, 1), (0, kontra, re, -1)):
            below = sum(other.stays_below(call) for call in range(2, 6))
            if below and winner in (party, None):
                yield (
                    f"{other.name} {('below 90', 'below 60', 'below 30', 'without a trick')[below - 1]}",
                    points * below,
                )
            more = party.exceeds(other)
            if more:
                yield f"{party.name} has {party.points} against {CALLS.ladders[side][other.calls - 1]}", points * more

    def extras(self, number: int, trick: Trick, re: tuple[int, ...], last: int) -> Iterator[tuple[str, int]]:
        """Doppelkopf, foxes and Charlie, as reasons with points for Re."""
        taker = trick.counted_taker
        sign = 1 if taker in re else -1
        if trick.points(POINTS) >= DOPPELKOPF:
            yield f"Doppelkopf in trick {number}", sign
        for play in trick.plays:
            theirs = (play.hand in re) != (taker in re)
            if theirs and play.card == FOX:
                yield f"fox of hand {play.hand} caught in trick {number}", sign
            takes = play.hand == taker or (theirs and self.charlie_caught)
            if takes and number == last and play.card == CHARLIE:
                yield f"Charlie of hand {play.hand} {'caught' if theirs else 'takes the last trick'}", sign


@variant
def rules(
    *,
    nines: Annotated[bool, "whether the nines are in the pack: 48 cards, or 40 without them"] = True,
    second_ten: Annotated[
        Literal["never", "always", "not_last"],
        "whether the second ten of hearts in a trick beats the first: never, always, or but for the last trick",
    ] = "never",
    marriage: Annotated[
        Literal["any", "plain", "trump", "named"],
        "which trick of another seat, of the first three, finds the bridegroom's partner: any, one to which a plain "
        "suit was led, one to which trump was led, or what the bridegroom says of these",
    ] = "any",
    calls_until: Annotated[
        int, range(5), "how many cards a hand may have played when it says re or kontra; for the others one more each"
    ] = 1,
    charlie_caught: Annotated[
        bool, "whether it is worth a point to take a jack of clubs of the other party in the last trick"
    ] = False,
    deals: Annotated[int, range(1, 49), "how many deals are played"] = 24,
) -> Rules:
    """The rules of Doppelkopf with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option that does not exist, or a value that it cannot have.

    >>> state = rules().start(seed=7, first=0).play_all([(seat, "healthy") for seat in (1, 2, 3, 0)])
    >>> [str(action) for action in state.legal(1)][-2:]
    ['KS', 'kontra']
    """
    game = deck(nines=nines)
    size, diamonds = len(game) // 4, game.suits[1]
    solos = {"queens": QUEENS, "jacks": JACKS, "aces": None, **{suit.letter: suit for suit in game.suits}}
    marriages = [*MARRIAGES.values()] if marriage == "named" else [MARRIAGES[marriage]]
    tricks = CallingTricks(
        calling=evolve(CALLS, played=calls_until),
        ranking=RANKING,
        resolution=StrongestWins() if second_ten == "never" else SecondOfEqual([TEN]),
        opening=LeftOfStarter(),
    )
    in_last = (Tricks(ranking=RANKING),) if second_ten == "not_last" else ()
    return Rules(
        key="doppelkopf",
        name="Doppelkopf",
        summary="The holders of the queens of clubs play together, and nobody knows who they are.",
        source="Turnier-Spielregeln, Deutscher Doppelkopf-Verband, and pagat.com (John McLeod)",
        players=4,
        deck=game,
        phases=(
            DealOut(),
            FixedTrump(diamonds.name),
            AskReservations(
                offers=(Games(solos), Games(dict.fromkeys(marriages, diamonds))),
                needs=dict.fromkeys(marriages, (OLD_LADY, OLD_LADY)),
            ),
            evolve(tricks, until=AfterTricks(size - 1)) if in_last else tricks,
            *in_last,
        ),
        scoring=ScoreParties(sides=SIDES, charlie_caught=charlie_caught),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=deals),
        symmetry=Symmetry(seats=True),
    )

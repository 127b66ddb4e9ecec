"""The parties and the score of a deal of Doppelkopf: see `trickkit_classics.doppelkopf`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from attrs import evolve, field, frozen

from trickkit import Deal
from trickkit.model.cards import Suit
from trickkit.model.tricks import Trick
from trickkit.phases import AskReservations, CallingTricks, Tricks
from trickkit.phases.reservations import SidesByGame
from trickkit.phases.tricks.announcing import Announcements
from trickkit.phases.tricks.finding import FoundByTrick
from trickkit.policies.ranking import ByTrump, TopTrumps
from trickkit.policies.sides import Holders
from trickkit.scoring import Bounds, Extent, ScoreTwoSides

__all__ = ["CALLS", "JACKS", "MARRIAGES", "OLD_LADY", "QUEENS", "RANKING", "SIDES", "TEN", "Party", "ScoreParties"]

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


@frozen
class Party:
    """A party's result at the end of a deal.

    Args:
        name: `"re"` or `"kontra"`.
        points: of its cards.
        tricks: the tricks it took.
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
        """Whether the party stays below the limit in the other party's announcement (its second to fifth)."""
        return not self.tricks if call == 5 else self.points < LIMITS[call - 2]

    def beats(self, other: Party) -> bool:
        """Whether the party wins: by its own announcement, against the others' one, or with half of the points."""
        if self.calls > 1:
            return other.stays_below(self.calls)
        if other.calls > 1:
            return not self.stays_below(other.calls)
        # 120 points are enough for Kontra, unless only Kontra has called; then they are enough for Re.
        kontra_alone = self.calls > other.calls if self.name == "kontra" else other.calls > self.calls
        return self.points >= (121 if (self.name == "kontra") == kontra_alone else 120)

    def exceeds(self, other: Party) -> int:
        """How many of the other party's announcements it has defeated with points to spare."""
        return sum(self.points >= reached for reached in REACHED[: max(0, other.calls - 1)])


@frozen(kw_only=True)
class ScoreParties(ScoreTwoSides):
    """The value of the game for the winners, and extra points if nobody plays alone.

    Args:
        sides: the policy that determines Re.
        charlie_caught: whether capturing the other party's jack of clubs in the last trick is worth a point.

    >>> ScoreParties(sides=SIDES).charlie_caught
    False
    """

    reads: ClassVar[tuple[type[Any], ...]] = (AskReservations, CallingTricks, Tricks)

    charlie_caught: bool = field(default=False)

    def parts(self, deal: Deal, seats: tuple[int, ...]) -> Iterator[tuple[str, int]]:
        """The value of the game and the extra points, as reasons with points for Re."""
        tricks, calls, both = deal[Tricks], deal[CallingTricks], []
        for side, mine in enumerate((seats, [seat for seat in deal.seats if seat not in seats])):
            points = sum(tricks.points(seat, POINTS) for seat in mine)
            taken, made = sum(tricks.taken[seat] for seat in mine), calls.count(CALLS.ladders[side])
            both.append(Party(("re", "kontra")[side], points, taken, made))
        yield from self.value(*both, alone=len(seats) == 1)
        if len(seats) > 1:
            yield from tricks.each(self.extras, seats, deal.size - 1)

    def value(self, re: Party, kontra: Party, *, alone: bool) -> Iterator[tuple[str, int]]:
        """The value of the game, as reasons with points for Re."""
        winner = next((candidate for candidate, other in ((re, kontra), (kontra, re)) if candidate.beats(other)), None)
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
        """The extra points for doppelkopf, foxes and Charlie, as reasons with points for Re."""
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

    def bounds(self, extent: Extent) -> Bounds:
        """The highest value with all announcements: alone against all others, or together with extra points."""
        game = 1 + sum(1 + len(ladder) for ladder in CALLS.ladders) + len(LIMITS) + 1 + len(REACHED)
        copies = Counter(card.text for card in extent.deck)
        fat = sum(POINTS.get(card.text, 0) for card in extent.deck) // DOPPELKOPF
        together = game + 1 + min(extent.tricks, fat) + copies[FOX] + copies[CHARLIE]
        most = max(game * (extent.players - 1), together)
        return -most, most

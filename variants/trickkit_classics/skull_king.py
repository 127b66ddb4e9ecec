"""Skull King: say how many tricks you will take; mermaid beats Skull King beats pirate beats mermaid.

For 3 to 8 players. Rules: those of the published game, as its leaflets have them. All players say at once how many
tricks they will take. Black is always trump; the tigress is played as a pirate or as an escape. With the Kraken nobody
takes the trick; with the White Whale the highest number does. `trickkit rules skull_king` lists the variations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from attrs import frozen

from trickkit import Deal, Deck, Rules, ScoreLine
from trickkit.catalog.options import variant
from trickkit.model.cards import Card
from trickkit.model.symmetry import Symmetry
from trickkit.model.tricks import Trick
from trickkit.phases import DealOut, Estimates, FixedTrump, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import Context, Follow, Step
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.schedule import ListedSizes, Schedule
from trickkit.scoring import Bounds, Extent, ScoreBySeat
from trickkit_classics.skull_king_trick import (
    BLACK,
    ESCAPE,
    KING,
    KRAKEN,
    MERMAID,
    PIRATE,
    PIRATE_TEXTS,
    PLAIN,
    SPECIAL,
    TIGRESS,
    WHALE,
    SkullKingTrick,
    WithBeasts,
)

__all__ = ["FollowOrSpecial", "ScoreVoyage", "deck", "rules"]

FOURTEENS = {"G14": 10, "Y14": 10, "V14": 10, "B14": 20}


def deck(mermaids: int = 2, *, tigress: bool = True, kraken: bool = False, whale: bool = False) -> Deck:
    """Four suits from 1 to 14, five escapes, five pirates, the Skull King, and the optional cards.

    >>> len(deck()), " ".join(card.text for card in deck(kraken=True).cards[56:])
    (70, 'E E E E E P P P P P M M K T KR')
    """
    numbers = [Card.plain(suit, rank, f"{suit.letter}{rank}") for suit in (*PLAIN, BLACK) for rank in range(1, 15)]
    copies = ((ESCAPE, 5), (PIRATE, 5), (MERMAID, mermaids), (KING, 1))
    special = [Card(face.text, (face,)) for face, count in copies for _ in range(count)]
    special += [Card("T", TIGRESS)] * tigress
    special += [Card(face.text, (face,)) for face, included in ((KRAKEN, kraken), (WHALE, whale)) if included]
    return Deck((*numbers, *special))


@frozen
class FollowOrSpecial(Follow):
    """Follow a number with its suit if you can, or play a special card; otherwise play anything.

    >>> from trickkit.policies.ranking import HighCard
    >>> context = Context(deck=deck(), ranking=HighCard(), led=PLAIN[0])
    >>> [step.rule for step in FollowOrSpecial().steps(context)]
    ['follow suit (green), or play a special card']
    """

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The suit to be followed, with all special cards."""
        if context.led is None:
            return ()
        suit = context.suit(context.led)
        return (Step(suit | context.suit(SPECIAL), f"follow suit ({context.led}), or play a special card", binds=suit),)


@frozen
class ScoreVoyage(ScoreBySeat):
    """20 points for each trick of a right estimate, plus bonuses; minus 10 for each trick that an estimate is off.

    An estimate of none wins or loses 10 points for each card of the deal.

    Args:
        bonuses: whether captured cards score: `"all"`, only `"characters"`, or `"none"`.
        king: points for a mermaid that takes the Skull King.

    >>> ScoreVoyage().points(estimate=0, tricks=0, size=7), ScoreVoyage().points(estimate=3, tricks=1, size=7)
    (70, -20)
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Estimates, Tricks)

    bonuses: str = "all"
    king: int = 40

    def points(self, estimate: int, tricks: int, size: int) -> int:
        """The points for an estimate, without bonuses."""
        if estimate == 0:
            return 10 * size if tricks == 0 else -10 * size
        return 20 * estimate if estimate == tricks else -10 * abs(estimate - tricks)

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        """A line for the estimate and, if that is right, one for the cards captured in each trick."""
        estimate, tricks = deal[Estimates].bids[seat], deal[Tricks].taken[seat]
        scored = [(f"estimated {estimate}, took {tricks}", self.points(estimate, tricks, deal.size))]
        scored += deal[Tricks].each(self.captured, seat) if estimate == tricks else ()
        return tuple([ScoreLine(seat, *line) for line in scored])

    def captured(self, number: int, trick: Trick, seat: int) -> Iterator[tuple[str, int]]:
        """The points of a trick's cards for the seat that takes it."""
        if trick.taker != seat or self.bonuses == "none":
            return
        best, points = trick.face_of(seat), trick.points(FOURTEENS) if self.bonuses == "all" else 0
        if best == KING.text:
            points += 30 * trick.count(PIRATE_TEXTS)
        elif best == MERMAID.text:
            points += self.king * trick.count([KING.text])
        elif best in PIRATE_TEXTS:
            points += 20 * trick.count([MERMAID.text])
        if points:
            yield f"cards captured in trick {number}", points

    def bounds(self, extent: Extent) -> Bounds:
        """An estimate of all tricks with every bonus, or the worst wrong estimate."""
        low, high = -10 * max(extent.size, extent.tricks), 20 * extent.size
        if self.bonuses == "none":
            return low, high
        copies = Counter(card.text for card in extent.deck)
        # There is only one Skull King, who takes pirates in one trick, or is taken.
        king = max(30 * min(extent.players - 1, sum(copies[text] for text in PIRATE_TEXTS)), self.king)
        fourteens = sum(FOURTEENS[text] * copies[text] for text in FOURTEENS) if self.bonuses == "all" else 0
        return low, high + fourteens + king + 20 * copies[MERMAID.text]


@variant
def rules(
    *,
    players: Annotated[int, range(3, 9), "how many play"] = 4,
    deals: Annotated[int, range(1, 11), "how many deals are played"] = 10,
    mermaids: Annotated[bool, "whether the two mermaids are in the deck"] = True,
    tigress: Annotated[bool, "whether the tigress is, who is played as a pirate or as an escape"] = True,
    kraken: Annotated[bool, "whether the Kraken is, with which nobody takes the trick"] = False,
    whale: Annotated[bool, "whether the White Whale is, with which the highest number of any suit takes it"] = False,
    bonuses: Annotated[
        Literal["all", "characters", "none"],
        "what scores besides, for an estimate that is right: fourteens and characters captured, characters alone, or "
        "nothing",
    ] = "all",
    mermaid_bonus: Annotated[Literal[40, 50], "what a mermaid that takes the Skull King is worth"] = 40,
) -> Rules:
    """The rules of Skull King with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules(players=3, deals=2).start(seed=7, first=0)
    >>> len(state.deal.hands[0]), state.actors
    (1, (0, 1, 2))
    """
    game = deck(2 if mermaids else 0, tigress=tigress, kraken=kraken, whale=whale)
    sizes = tuple(min(size, len(game) // players) for size in range(1, deals + 1))
    return Rules(
        key="skull_king",
        name="Skull King",
        summary="Take exactly the tricks that you estimated; mermaid beats Skull King beats pirate beats mermaid.",
        source="the leaflets of the published game (Grandpa Beck's Games, Schmidt Spiele)",
        players=players,
        deck=game,
        phases=(
            DealOut(),
            FixedTrump("black"),
            Estimates(),
            Tricks(
                resolution=WithBeasts() if kraken or whale else SkullKingTrick(),
                follow=FollowOrSpecial(),
                opening=LeftOfStarter(),
            ),
        ),
        scoring=ScoreVoyage(bonuses, mermaid_bonus),
        schedule=Schedule(hand_sizes=ListedSizes(sizes)),
        ending=AfterDeals(deals=deals),
        symmetry=Symmetry(seats=True, suits=PLAIN),
    )

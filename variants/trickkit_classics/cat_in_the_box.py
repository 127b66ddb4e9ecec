"""Cat in the Box: cards have no colour until they are played; each colour of each number exists only once.

For 3 to 5 players. Rules: the rulebook of the *Deluxe Edition* (Muneyuki Yokouchi, Bézier Games 2022), without its game
for two. Who plays a card says its colour, and marks the number and the colour on a board that all share. Red is trump.
Who says another colour than the one led has no more of that one; and who can play no card at all has caused a paradox,
which ends the deal. `trickkit rules cat_in_the_box` lists the variations.
"""

from __future__ import annotations

from typing import Annotated, Literal

from trickkit import Card, Deck, Face, Rules, Suit
from trickkit.catalog.options import variant
from trickkit.model.symmetry import Symmetry
from trickkit.phases import BoardTricks, CallEstimates, DealOut, FixedTrump, LayAway
from trickkit.policies.boards import Board
from trickkit.policies.breaking import SuitBreaks
from trickkit.policies.ending import AfterDeals, LastDeal
from trickkit.policies.estimating import OneOf
from trickkit.policies.follow import Anything, NotBeforeBroken
from trickkit.policies.order import Clockwise
from trickkit.policies.participants import Everyone
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.scoring import ScoreGroup, ScoreTricks, UnlessStuck

__all__ = ["COLOURS", "board", "deck", "rules"]

COLOURS = tuple(Suit(name, name[0].upper()) for name in ("red", "blue", "yellow", "green"))
HIGHEST = {3: 6, 4: 8, 5: 9}
COPIES = 5
PREDICTIONS = {3: (1, 3, 4), 4: (1, 2, 3), 5: (1, 2, 3)}


def deck(players: int = 4) -> Deck:
    """Five cards of each number, which can be played in any colour: 1 to 6 for 3 players, to 8 for 4, to 9 for 5.

    Args:
        players: 3 to 5.

    >>> [len(deck(players)) for players in (3, 4, 5)], [face.text for face in deck().cards[0].faces]
    ([30, 40, 45], ['R1', 'B1', 'Y1', 'G1'])
    """
    cards = [
        Card(f"N{rank}", [Face(colour, rank, f"{colour.letter}{rank}") for colour in COLOURS])
        for rank in range(1, HIGHEST[players] + 1)
    ]
    return Deck([card for card in cards for _ in range(COPIES)], source_text=f"cat_in_the_box.deck({players})")


def board(players: int = 4, *, red: str = "first") -> Board:
    """The board: a row for each colour, a column for each number.

    Args:
        players: 3 to 5.
        red: whether red is the `"first"` row, beside blue, or the `"last"`, beside green.

    >>> board(3).rows[0], board(3).neighbours["R1"], board(3, red="last").neighbours["R1"]
    (('R1', 'R2', 'R3', 'R4', 'R5', 'R6'), ('R2', 'B1'), ('R2', 'G1'))
    """
    names = [colour.name for colour in COLOURS]
    return Board.of_faces(deck(players), names if red == "first" else [*names[1:], names[0]])


@variant
def rules(
    *,
    players: Annotated[int, range(3, 6), "how many play"] = 4,
    predictions: Annotated[
        Literal["printed", "one_to_three", "any"],
        "the tricks that may be predicted: 1 to 3, but 1, 3 or 4 for 3 players; 1 to 3 for all; or any number of them",
    ] = "printed",
    red_lead: Annotated[
        Literal["broken", "any"],
        "when red may be led: once a red card is played, or by one who can lead nothing else; or at any time",
    ] = "broken",
    red_row: Annotated[
        Literal["first", "last"], "the place of the red row on the board: beside the blue one, or beside the green one"
    ] = "first",
    paradox: Annotated[
        Literal["loses", "nothing"],
        "what one who causes a paradox scores: -1 for each trick; or nothing",
    ] = "loses",
    deals: Annotated[int, range(21), "how many deals are played; 0 for one for each player"] = 0,
) -> Rules:
    """The rules of Cat in the Box with the given options.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules(players=3).start(seed=7, first=0)
    >>> len(state.deal.hands[0]), state.actors, [str(card) for card in state.legal(0)[:2]]
    (10, (0, 1, 2), ['N1', 'N3'])
    """
    cards = deck(players)
    size = len(cards) // players
    tricks = size - 2
    numbers = {"printed": PREDICTIONS[players], "one_to_three": (1, 2, 3), "any": range(tricks + 1)}
    return Rules(
        key="cat_in_the_box",
        name="Cat in the Box",
        summary="Say the colour of a card as you play it, predict your tricks, and keep your markers together.",
        source="the rulebook of the Deluxe Edition (Muneyuki Yokouchi, B\u00e9zier Games 2022)",
        players=players,
        deck=cards,
        phases=(
            DealOut(),
            LayAway(who=Everyone()),
            CallEstimates(order=Clockwise(0), limits=OneOf(numbers[predictions])),
            FixedTrump("red"),
            BoardTricks(
                board=board(players, red=red_row),
                follow=NotBeforeBroken("red", follow=Anything()) if red_lead == "broken" else Anything(),
                breaking=SuitBreaks("red"),
                void_for_good=True,
                until=AfterTricks(tricks),
            ),
        ),
        scoring=UnlessStuck(
            [ScoreTricks(1), ScoreGroup(1, exact=True)], stuck=ScoreTricks(-1) if paradox == "loses" else ()
        ),
        schedule=Schedule(hand_sizes=SameSize(size), starter=NextSeat()),
        ending=AfterDeals(deals=deals or players, ties=LastDeal()),
        symmetry=Symmetry(seats=True),
    )

"""Provinces: the card that wins a trick is a place on a map, and the most places of a province count.

The map has a place for each card of 52: a row for each suit, a column for each rank. From two to four seats have twelve
cards each; one more is turned up and makes its suit trump. Whoever takes a trick puts a marker on the place of the card
that won it. In the end the most markers in a province score its worth: the coast, twos to fives, is hard to win with,
and worth eight; the hills, sixes to nines, are worth six; the forest, black cards above them, and the town, red ones,
four each. Seats with as many markers all score. A marker of one's largest group is a point, too.
"""

from __future__ import annotations

from typing import Annotated

from trickkit import Rules, variant
from trickkit.model.cards import french
from trickkit.phases import BoardTricks, DealOut, TurnTrump
from trickkit.policies.boards import Board, WinningPlay
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import ScoreGroup, ScoreMajorities

DECK = french()
PROVINCES = {
    "coast": [f"{rank}{suit}" for rank in "2345" for suit in "CDHS"],
    "hills": [f"{rank}{suit}" for rank in "6789" for suit in "CDHS"],
    "forest": [f"{rank}{suit}" for rank in "TJQKA" for suit in "CS"],
    "town": [f"{rank}{suit}" for rank in "TJQKA" for suit in "DH"],
}
WORTH = {"coast": 8, "hills": 6, "forest": 4, "town": 4}


@variant
def rules(*, players: Annotated[int, range(2, 5), "how many play"] = 4) -> Rules:
    """The rules of Provinces: every seat deals once. The starter of a deal is its dealer.

    >>> state = rules().start(seed=7, first=3)
    >>> state.actors, len(state.legal(0))
    ((0,), 12)
    """
    return Rules(
        key="provinces",
        name="Provinces",
        summary="The card that wins a trick is a place on a map, and the most places of a province count.",
        players=players,
        deck=DECK,
        phases=(
            DealOut(),
            TurnTrump(),
            BoardTricks(board=Board.of_faces(DECK), placing=WinningPlay(), opening=LeftOfStarter()),
        ),
        scoring=(ScoreMajorities(areas=PROVINCES, worth=WORTH), ScoreGroup()),
        schedule=Schedule(hand_sizes=SameSize(12), starter=NextSeat()),
        ending=AfterDeals(deals=players),
    )

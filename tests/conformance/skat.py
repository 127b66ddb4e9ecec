"""Skat as OpenSpiel numbers it: `suit * 8 + rank` for a card, then pass and the games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from conformance import Adapter, Played
from trickkit_classics import skat

from trickkit import Action, Stacked, State
from trickkit.model.actions import Name, Pass, Play

CARDS = [rank + suit for suit in "DHSC" for rank in "789QKTAJ"]
DEALT = (3, 3, 3, 2, 4, 4, 4, 3, 3, 3)
"""How many cards are dealt at once: to seats 0, 1 and 2, to the skat, and to the seats again, twice."""

ACTIONS: tuple[Action, ...] = (
    *(Play(card) for card in CARDS),
    Pass(),
    *(Name(game) for game in ("D", "H", "S", "C", "grand", "null")),
)


class Skat(Adapter):
    """Chance gives one card after the other; seat 0 bids and leads first, so seat 2 deals."""

    name: ClassVar[str] = "skat"

    def start(self, played: Played) -> State:
        numbers = iter(played.chance)
        packets = [[CARDS[next(numbers)] for _ in range(count)] for count in DEALT]
        stock = packets.pop(3)
        hands = [packets[seat] + packets[seat + 3] + packets[seat + 6] for seat in range(3)]
        return skat.rules(bidding="simple", deals=1).start(first=2, deals=[Stacked(hands=hands, stock=stock)])

    def actions(self, state: State, code: int) -> Sequence[Action | str]:
        return (ACTIONS[code],)

    def code(self, state: State, action: Action) -> int:
        return ACTIONS.index(action)

    def returns(self, state: State, played: Played) -> Sequence[float]:
        # The declarer's side is scored in parts of 120 card points, and its others count half.
        return [points / 240 for points in state.scores]

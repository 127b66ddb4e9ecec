"""Schieber as jass-kit numbers it: `suit * 9 + rank` for a card, aces first, then the games, then pushing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from conformance import Adapter, Played
from trickkit_classics import schieber

from trickkit import Action, Stacked, State
from trickkit.model.actions import Name, Pass, Play

CARDS = [rank + suit for suit in "DHSC" for rank in "AKQJT9876"]
ACTIONS: tuple[Action, ...] = (
    *(Play(card) for card in CARDS),
    *(Name(game) for game in ("D", "H", "S", "C", "obenabe", "uneufe")),
    Pass(),
)
HAND = 9


class Schieber(Adapter):
    """Chance gives the dealer, and nine cards to each seat."""

    name: ClassVar[str] = "schieber"
    undertrump: ClassVar[str] = "lowest"

    def start(self, played: Played) -> State:
        dealer, *numbers = played.chance
        hands = [[CARDS[number] for number in numbers[start : start + HAND]] for start in range(0, len(CARDS), HAND)]
        # jass-kit counts the points of the cards alone.
        rules = schieber.rules(deals=1, undertrump=self.undertrump, melds=False, stoeck=False, match=False)
        return rules.start(first=dealer, deals=[Stacked(hands=hands)])

    def actions(self, state: State, code: int) -> Sequence[Action | str]:
        return (ACTIONS[code],)

    def code(self, state: State, action: Action) -> int:
        return ACTIONS.index(action)

    def returns(self, state: State, played: Played) -> Sequence[float]:
        return state.scores

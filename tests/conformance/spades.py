"""Spades as OpenSpiel numbers it: `suit * 13 + rank` for a card, then the bids."""

from __future__ import annotations

from collections.abc import Sequence

from conformance import Adapter, Played
from trickkit_classics import spades

from trickkit import Action, Bid, Play, Rules, Stacked, State
from trickkit.phases import Tricks
from trickkit.policies.breaking import NothingBreaks
from trickkit.scoring import TargetBonus

SUITS = "CDHS"
RANKS = "23456789TJQKA"
CARDS = 52


class Spades(Adapter):
    """Chance gives a card to every seat in turn; seat 0 bids and leads first, so seat 3 deals."""

    name = "spades"

    def rules(self, played: Played) -> Rules:
        """One deal."""
        said = played.params
        rules = spades.rules(deals=1, nil_counts=True)
        # House rule: spades are never broken.
        rules = rules.replace(Tricks, breaking=NothingBreaks())
        # House rule: a premium for a side that reaches the points of a whole game ahead of the other.
        limits = {"target": said["win_threshold"], "limit": said["mercy_threshold"] or None}
        return rules.replace(scoring=TargetBonus(scoring=rules.scoring, bonus=said["win_or_loss_bonus"], **limits))

    def start(self, played: Played) -> State:
        cards = [SUITS_AND_RANKS[number] for number in played.chance]
        return self.rules(played).start(first=3, deals=[Stacked(hands=[cards[seat::4] for seat in range(4)])])

    def actions(self, state: State, code: int) -> Sequence[Action | str]:
        return [SUITS_AND_RANKS[code]] if code < CARDS else [Bid(code - CARDS)]

    def code(self, state: State, action: Action) -> int:
        if isinstance(action, Bid):
            return CARDS + action.number
        assert isinstance(action, Play)
        return SUITS_AND_RANKS.index(action.face)

    def returns(self, state: State, played: Played) -> Sequence[float]:
        return state.scores


SUITS_AND_RANKS = [rank + suit for suit in SUITS for rank in RANKS]

"""The numbers of Hearts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from conformance import Adapter, Played
from trickkit_classics import hearts

from trickkit import Action, Play, Stacked, State

RANKS, SUITS = "23456789TJQKA", "CDHS"
DIRECTIONS = ("none", "left", "across", "right")
PARAMETERS = {
    "no_pts_on_first_trick": True,
    "can_lead_any_club": False,
    "jd_bonus": False,
    "avoid_all_tricks_bonus": False,
    "must_break_hearts": True,
    "qs_breaks_hearts": True,
    "can_lead_hearts_instead_of_qs": False,
}
"""The parameters of the rules, with their defaults; what `pass_cards` says is in the direction that was drawn."""


def card(code: int) -> str:
    """The text of a card."""
    return RANKS[code // len(SUITS)] + SUITS[code % len(SUITS)]


class Hearts(Adapter):
    """One deal; the direction in which cards are passed is drawn."""

    name: ClassVar[str] = "hearts"

    def start(self, played: Played) -> State:
        said = {**PARAMETERS, **played.params}
        direction, *dealt = played.chance
        rules = hearts.rules(
            deals=1,
            passing=DIRECTIONS[direction],
            first_lead="any_club" if said["can_lead_any_club"] else "lowest_club",
            points_in_first_trick=not said["no_pts_on_first_trick"],
            breaking=said["must_break_hearts"],
            queen_breaks_hearts=said["qs_breaks_hearts"],
            queen_held_back=said["can_lead_hearts_instead_of_qs"],
            jack_of_diamonds=said["jd_bonus"],
            no_tricks=said["avoid_all_tricks_bonus"],
        )
        hands = [[card(code) for code in dealt[seat :: rules.players]] for seat in range(rules.players)]
        return rules.start(first=0, deals=[Stacked(hands=hands)])

    def actions(self, state: State, code: int) -> Sequence[Action | str]:
        return (card(code),)

    def code(self, state: State, action: Action) -> int:
        assert isinstance(action, Play)
        rank, suit = action.face
        return RANKS.index(rank) * len(SUITS) + SUITS.index(suit)

    def returns(self, state: State, played: Played) -> Sequence[float]:
        # Points are bad; all of a deal and none are worth the same distance from each other.
        return [26 - points for points in state.scores]

"""Worlds agree with what hands claimed to hold, also where few hands would."""

from __future__ import annotations

from random import Random

import pytest

from trickkit import Rules, Stacked
from trickkit.model.cards import french
from trickkit.phases import DealOut, DeclareMelds, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.melds import RunsAndSets
from trickkit.policies.schedule import SameSize, Schedule

MELDING = RunsAndSets(order="6789TJQKA", runs={3: 20, 4: 50}, sets={"A": 100})
HANDS = ("6C 7C 8C 9C QD KH 9S", "6D 7D 8D 9D TH JH QH", "JC QC KC AC 6H 8H 6S", "JS QS KS TS AH 7H JD")


@pytest.fixture(scope="module")
def game() -> Rules:
    """A game of seven tricks without trump for partners, in which seat 3 deals."""
    return Rules(
        key="claims",
        name="Claims",
        players=4,
        deck=french("6789TJQKA"),
        phases=(DealOut(), DeclareMelds(melding=MELDING), Tricks(opening=LeftOfStarter())),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(7)),
        ending=AfterDeals(deals=1),
    )


@pytest.mark.sample(0)
def test_three_hands_with_four_cards_in_a_row(game: Rules) -> None:
    """Each of these hands is one of a hundred or so, all three together one of a million."""
    state = game.start(first=3, deals=[Stacked(hands=[hand.split() for hand in HANDS])])
    for call in ("pass", "4 to 9", "4 to A", "4 to K"):
        state = state.play(state.actors[0], call)
    draw = Random(1)
    for actions in (("show 4 to A of C", "pass"), ("QD", "6D", "6H", "JD"), ("6C",)):
        view = state.view(0)
        assert view.sample(draw).view(0) == view
        for action in actions:
            state = state.play(state.actors[0], action)

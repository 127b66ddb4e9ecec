"""Events: what they tell of cards."""

from __future__ import annotations

import pytest
from attrs import frozen

from trickkit import Event, InvalidRules
from trickkit.model.events import DealScored


@pytest.mark.parametrize("slots", [True, False])
def test_a_field_does_not_hide_what_an_event_tells_of_cards(slots: bool) -> None:
    with pytest.raises(InvalidRules, match=r"^Bartered: its field swapped would hide `Event\.swapped`"):

        @frozen(slots=slots)
        class Bartered(Event):
            swapped: str


def test_hands_receive_cards_in_every_way() -> None:
    @frozen
    class Everything(Event):
        @property
        def into_hands(self):
            return (0,)

        @property
        def passed(self):
            return ((0, 1, "AS"),)

        @property
        def swapped(self):
            return ((2, "9S", "AS", 0),)

        @property
        def taken_up(self):
            return ((3, "KS"),)

    assert Everything().receivers == (0, 1, 2, 3)


def test_a_deal_without_scores_says_so() -> None:
    assert str(DealScored((), (3, 0))) == "Nothing is scored. Totals: (3, 0)."

"""The dealer's last card, where its hand is fixed."""

from __future__ import annotations

from trickkit import Deal, Stacked
from trickkit.model.cards import french
from trickkit.model.chance import Chance
from trickkit.phases.dealers_card import DealersCard


def test_of_a_hand_that_is_fixed_whole_the_card_listed_last_is_turned_up() -> None:
    hands = Stacked(hands=[["2C", "3C", "4C"], ["5D", "AS", "6H"], None])
    deal = DealersCard().begin(Deal.fresh(french(), players=3, size=3, starter=1, chance=Chance(7), stacked=hands))
    assert (str(deal[DealersCard].card), str(deal.trump)) == ("6H", "hearts")

"""Where a trump suit comes from."""

from __future__ import annotations

import pytest

from trickkit import Deck, InvalidRules
from trickkit.model.cards import french
from trickkit.phases import CutTrump, FixedTrump, TurnTrump
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.variants import pikinni


def test_a_suit_is_trump_in_every_deal() -> None:
    rules = pikinni.rules(players=2).after(CutTrump, FixedTrump("spades")).without(CutTrump)
    assert str(rules.start(seed=7).deal.trump) == "spades"


def test_a_suit_that_the_deck_lacks_is_refused() -> None:
    rules = pikinni.rules(players=2).after(CutTrump, FixedTrump("swords"))
    with pytest.raises(InvalidRules, match="the deck has no such suit; it has clubs, diamonds, hearts, spades"):
        rules.start(seed=7)


def test_all_cards_may_be_dealt_so_that_there_is_no_trump() -> None:
    rules = pikinni.rules(players=4).replace(
        deck=french("AK"), schedule=Schedule(hand_sizes=SameSize(2)), ending=AfterDeals(deals=1)
    )
    turning = rules.replace(phases=(rules.phases[1], TurnTrump(may_lack=True), *rules.phases[2:]))
    assert turning.start(seed=7).deal.trump is None
    with pytest.raises(InvalidRules, match="no card is left in the stock to be turned up"):
        turning.replace(TurnTrump, may_lack=False).start(seed=7)
    fewer = turning.replace(schedule=Schedule(hand_sizes=SameSize(1)))
    assert fewer.start(seed=7).deal.trump is not None


def test_the_last_card_of_a_stock_may_be_turned_up() -> None:
    rules = pikinni.rules(players=4).replace(
        deck=Deck(french("AKQ").cards[:9]), schedule=Schedule(hand_sizes=SameSize(2)), ending=AfterDeals(deals=1)
    )
    state = rules.replace(phases=(rules.phases[1], TurnTrump(), *rules.phases[2:])).start(seed=7)
    assert len(state.deal.stock) == 0
    assert state.deal.trump == state.deal[TurnTrump].card.faces[0].suit

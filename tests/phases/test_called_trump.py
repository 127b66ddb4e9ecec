"""The suit of the card that was called is trump."""

from __future__ import annotations

import pytest
from lockstep import runs_compiled

from trickkit import Deal, InvalidRules, Rules
from trickkit.model.cards import french
from trickkit.phases import CalledSuitIsTrump, CallPartner, DealOut, DeclarerByCard, Tricks
from trickkit.phases.partner import PartnerCalled
from trickkit.policies.callable_cards import CardsInGroups
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreTricks
from trickkit.variants import pikoko

DECK = french("TJQKA")
ALL = CardsInGroups([[card.text for card in DECK]])


def game(*phases: CallPartner) -> Rules:
    """The holder of the ace of spades calls any card."""
    return Rules(
        key="called",
        name="Called",
        players=4,
        deck=DECK,
        phases=(DealOut(), DeclarerByCard("AS"), *phases, CalledSuitIsTrump(), Tricks()),
        scoring=ScoreTricks(points=1),
        schedule=Schedule(hand_sizes=SameSize(5)),
        ending=AfterDeals(deals=1),
    )


def test_any_card_may_be_called_and_its_suit_is_trump() -> None:
    state = game(CallPartner(cards=ALL)).start(seed=2)
    (caller,) = state.actors
    state = state.play(caller, "call TD")
    assert (str(state.deal.trump), state.deal.declarer) == ("diamonds", caller)


def test_where_no_card_is_called_trump_stays_as_it_is() -> None:
    state = game(CallPartner(cards=ALL, alone="alone")).start(seed=2)
    assert state.play(state.actors[0], "alone").deal.trump is None


def test_a_card_must_be_called_before_and_have_one_suit() -> None:
    with pytest.raises(InvalidRules, match="CalledSuitIsTrump: nobody has called a card; CallPartner before it"):
        game().start(seed=1)
    deal = Deal.fresh(pikoko.deck(3), players=3).with_record(PartnerCalled(0, "M1"))
    with pytest.raises(InvalidRules, match="M1 has several suits; it cannot say which one is trump"):
        CalledSuitIsTrump().begin(deal)


def test_it_runs_compiled() -> None:
    runs_compiled(game(CallPartner(cards=ALL, alone="alone")), lanes=4, deals=20, seed=3)

"""The suit of the card that was called is trump."""

from __future__ import annotations

import pytest
from lockstep import runs_compiled

from trickkit import Deal, InvalidRules, Rules
from trickkit.catalog.registry import sheet
from trickkit.model.cards import french
from trickkit.phases import ByContract, CalledSuitIsTrump, CallPartner, DealOut, DeclarerByCard, LadderAuction, Tricks
from trickkit.phases.partner import PartnerCalled
from trickkit.policies.all_pass import LastMustBid
from trickkit.policies.callable_cards import CardsInGroups
from trickkit.policies.ending import AfterDeals
from trickkit.policies.ladders import Words
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.speaking import UntilFirstBid
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


BY_CONTRACT = CallPartner(
    cards=ByContract({"ace": CardsInGroups([[f"A{suit}" for suit in "CDHS"]])}, CardsInGroups([["KC", "KD"]]))
)
AUCTION = LadderAuction(ladder=Words(["king", "ace"]), speaking=UntilFirstBid(), all_pass=LastMustBid())


def test_which_cards_may_be_called_depends_on_the_contract() -> None:
    rules = game().replace(phases=(DealOut(), AUCTION, BY_CONTRACT, CalledSuitIsTrump(), Tricks()))
    called = [[str(call) for call in rules.start(seed=1, first=0).play(1, bid).legal(1)] for bid in ("king", "ace")]
    assert called == [["call KC", "call KD"], ["call AC", "call AD", "call AH", "call AS"]]
    runs_compiled(rules, lanes=4, deals=20, seed=3)


def test_a_sheet_says_which_cards_may_be_called_by_contract() -> None:
    text = (
        'base = "tarot"\n[options]\nplayers = 5\n[phases.CallPartner.cards]\npolicy = "ByContract"\n'
        'policies = { garde = { policy = "CardsInGroups", groups = [["QC", "QD"]] } }\n'
        'otherwise = { policy = "CardsInGroups", groups = [["KC", "KD", "KH", "KS"]] }\n'
    )
    phase = next(phase for phase in sheet(text, "house.toml")().phases if isinstance(phase, CallPartner))
    assert phase.cards == ByContract(
        {"garde": CardsInGroups([["QC", "QD"]])}, CardsInGroups([["KC", "KD", "KH", "KS"]])
    )

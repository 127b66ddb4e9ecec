"""Bids made once in turn, called partners and announcements, apart from the game that they were written for."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest
from attrs import frozen
from strategies import effort
from turns import called, legal

from trickkit import Deal, IllegalAction, InvalidAction, InvalidRules, Rules, Stacked, State
from trickkit.model.actions import CallFor
from trickkit.model.cards import french
from trickkit.phases import Announce, AnnulDeal, BidOnce, CallPartner, DealOut, Phase, Tricks
from trickkit.phases.announcing import Announcement, CardsShown
from trickkit.phases.annul import Annulled
from trickkit.phases.one_round import ContractWon
from trickkit.phases.partner import CalledSuitKept, DeclarerAndPartner
from trickkit.policies.announcing import Announcing, AnyOf
from trickkit.policies.annulling import Annulling
from trickkit.policies.callable_cards import CardsInGroups
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustFollow
from trickkit.policies.participants import Declarer, Participants
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.testing import laws

DECK = french("TJQKA")
HANDS = [["KC", "TC", "TD"], ["QC", "JD", "TH"], ["KD", "AC", "JC"], ["KH", "KS", "JS"]]


@frozen
class NoFace(Annulling):
    """A hand without jack, queen or king annuls the deal, and is laid open."""

    word: ClassVar[str] = "no face"
    reason: ClassVar[str] = "no face"

    def annuls(self, deal: Deal, seat: int) -> bool:
        return not deal.held[seat] & deal.deck.where(lambda face: face.text[0] in "JQK")

    def shown(self, deal: Deal, seat: int) -> int:
        return deal.held[seat]


@frozen
class Jacks(Announcing):
    """All jacks of a hand may be shown, where there are two or more: then it has no others."""

    def words(self) -> tuple[str, ...]:
        return ("jacks",)

    def offered(self, deal: Deal, seat: int) -> Mapping[str, int]:
        jacks = deal.held[seat] & deal.deck.where(lambda face: face.text[0] == "J")
        return {"jacks": jacks} if jacks.bit_count() > 1 else {}

    def lacking(self, deal: Deal, word: str, shown: int) -> int:  # noqa: ARG002
        return deal.deck.where(lambda face: face.text[0] == "J") & ~shown


@frozen
class Nobody(Participants):
    """Nobody."""

    def seats(self, deal: Deal) -> tuple[int, ...]:  # noqa: ARG002
        return ()


def game(*phases: Phase, **tricks: Any) -> Rules:
    return Rules(
        key="said",
        name="Said",
        players=4,
        deck=DECK,
        phases=(DealOut(), *phases, Tricks(**tricks)),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=2),
    )


BIDS = BidOnce(contracts=["small", "large"])
ANNUL = AnnulDeal(annulling=NoFace())
CALL = CallPartner(cards=CardsInGroups([["KC", "KD"], ["QC", "QD"]]))
ALL = game(
    *(ANNUL, BIDS, CALL, Announce(announcing=AnyOf(["all"]), who=Declarer()), Announce(announcing=Jacks())),
    follow=CalledSuitKept(MustFollow()),
)


def begun(*phases: Phase, hands: list[list[str]] = HANDS, **tricks: Any) -> State:
    """A deal with these hands; seat 0 deals, and seat 1 speaks first."""
    return game(*phases, **tricks).start(first=0, deals=[Stacked(hands=hands)])


# Bids


def test_the_highest_of_one_round_of_bids_is_played() -> None:
    state = begun(BIDS)
    assert (state.actors, legal(state)) == ((1,), ["small", "large", "pass"])
    state = called(state, "small, pass")
    assert legal(state) == ["large", "pass"]
    with pytest.raises(IllegalAction, match="small is not higher than small by seat 1"):
        state.play(3, "small")
    state = called(state, "large, pass")
    assert (state.deal.declarer, state.deal[BidOnce].contract) == (3, "large")
    assert [str(event) for event in state.events if isinstance(event, ContractWon)] == ["Seat 3 plays large."]


def test_a_deal_without_a_bid_is_not_played() -> None:
    state = called(begun(BIDS), "pass, pass, pass, pass")
    assert len(state.results) == 1
    assert state.results[0].deal.declarer is None


def test_a_hand_that_annuls_the_deal_says_so_before_the_bids_and_is_laid_open() -> None:
    hands = [HANDS[0], ["QC", "JD", "QD"], ["TH", "TS", "AS"], HANDS[3]]
    state = begun(ANNUL, BIDS, hands=hands)
    assert (state.actors, legal(state)) == ((2,), ["no face"])
    assert str(state.events[-1]) == "No face in hand 2 (TH TS AS): the deal is not played."
    state = called(state, "no face")
    result = state.view(0).results[0]
    assert isinstance(result.deal.events[-3], Annulled)
    assert len(result.deal.hands[2].known) == 3
    assert state.view(0).sample(Random(1)).view(0) == state.view(0)
    assert begun(ANNUL, BIDS).actors == (1,)


def test_nobody_may_bid_at_all() -> None:
    assert begun(BidOnce(contracts=["small"], who=Nobody())).deal[BidOnce].contract is None


@pytest.mark.parametrize("contracts", [(), ("small", "small")])
def test_contracts_are_some_each_once(contracts: tuple[str, ...]) -> None:
    with pytest.raises(InvalidRules, match="there must be some, each once"):
        BidOnce(contracts=contracts)


# The called card


def test_a_card_of_the_first_group_is_called_and_of_the_next_by_one_who_has_it_whole() -> None:
    state = called(begun(BIDS, CALL), "pass, small, pass, pass")
    assert legal(state) == ["call KC", "call KD"]
    both = [["TC", "TD", "TH"], ["KC", "KD", "AS"], *HANDS[2:]]
    both[2] = ["QC", "AC", "JC"]
    both[0] = ["QD", "TC", "TD"]
    state = called(begun(BIDS, CALL, hands=both), "large, pass, pass, pass")
    assert legal(state) == ["call KC", "call KD", "call QC", "call QD"]
    state = called(state, "call QC")
    assert "Seat 1 calls QC, and has KC KD." in [str(event) for event in state.events]
    assert [str(card) for card in state.view(0).deal.hands[1].known] == ["KC", "KD"]


def test_the_record_of_a_call_says_nothing_of_the_partner_before_the_card_is_played() -> None:
    state = called(begun(BIDS, CALL), "large, pass, pass, pass, call KD")
    record, sides = state.deal[CallPartner], DeclarerAndPartner()
    assert str(record) == "seat 1 calls KD"
    state = called(state, "TC, QC, JC, KS")
    table = state.deal[Tricks]
    assert (record.partner(table), sides.seen(state.deal, (*table.tricks, table.current))) == (None, None)
    assert sides.known(state.view(0).deal) == (False, True, None, None)
    state = called(state, "JD, KD")
    table = state.deal[Tricks]
    assert record.partner(table) == 2
    assert sides.seen(state.deal, (*table.tricks, table.current)) == (1, 2)
    assert sides.known(state.view(0).deal) == (False, True, True, False)


def test_the_suit_of_the_called_card_is_not_led_first() -> None:
    state = called(begun(BIDS, CALL, follow=CalledSuitKept(MustFollow())), "pass, small, pass, pass, call KD")
    assert (state.actors, legal(state)) == ((0,), ["TC", "KC"])
    assert legal(called(begun(BIDS, CALL), "pass, small, pass, pass, call KD")) == ["TC", "KC", "TD"]


def test_groups_have_cards_and_calls_are_texts() -> None:
    with pytest.raises(InvalidRules, match="there is one or more, each of some cards"):
        CardsInGroups([[]])
    with pytest.raises(InvalidAction):
        CallFor(3)  # type: ignore[arg-type]
    assert CallFor("KC").renamed({"KC": "KD"}, {"C": "D"}) is CallFor("KD")


# Announcements


def test_announcements_of_all_phases_are_in_one_record() -> None:
    state = called(begun(*ALL.phases[1:-1]), "pass, large, pass, pass, call KC, all")
    assert (state.actors, legal(state)) == ((1,), ["pass"])
    with pytest.raises(IllegalAction, match="the hand of seat 1 does not allow it to announce jacks"):
        state.play(1, "jacks")
    with pytest.raises(IllegalAction, match="announcements are made now; all is none"):
        state.play(1, "all")
    state = called(state, "pass, pass, pass, pass")
    assert [str(one) for one in state.deal[Announce].made] == ["seat 2: all"]


def test_a_deal_may_be_over_if_nobody_announces_anything() -> None:
    asked = Announce(announcing=AnyOf(["whist"]), closes=True)
    state = called(begun(asked), "pass, pass, pass, pass")
    assert (len(state.results), state.results[0].deal.get(Tricks)) == (1, None)
    assert called(begun(asked), "pass, whist, pass, pass").deal[Announce].by("whist") == (2,)
    # What was announced before does not count, nor does it if nobody is asked.
    before = Announce(announcing=AnyOf(["all"]))
    assert called(begun(before, asked), "all, pass, pass, pass, pass, pass, pass, pass").results
    assert not begun(Announce(announcing=AnyOf(["whist"]), who=Nobody(), closes=True)).results


def test_what_is_shown_is_known_and_what_that_rules_out() -> None:
    hands = [HANDS[0], ["QC", "JD", "JS"], HANDS[2], ["KH", "KS", "TS"]]
    state = called(begun(Announce(announcing=Jacks()), hands=hands), "jacks, pass, pass, pass")
    made = state.deal[Announce].made
    assert made == (Announcement(1, "jacks", ("JD", "JS"), DECK.mask(["JC", "JH"])),)
    assert "Seat 1 shows JD JS." in [str(event) for event in state.events if isinstance(event, CardsShown)]
    voids = Announce(announcing=Jacks()).voids(state.deal)
    assert [(void.hand, void.faces) for void in voids] == [(1, DECK.mask(["JC", "JH"]))]
    view = state.view(3)
    assert [str(card) for card in view.deal.hands[1].known] == ["JD", "JS"]
    third = {str(card) for seed in range(60) for card in view.sample(Random(seed)).deal.hands[1]} - {"JD", "JS"}
    assert third
    assert not third & {"JC", "JH"}


def test_there_is_something_to_announce() -> None:
    with pytest.raises(InvalidRules, match="there is no word to be announced"):
        AnyOf([])


TestLaws = laws(ALL, examples=effort(10))

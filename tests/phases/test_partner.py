"""Calling a card: what is refused before anybody plays."""

from __future__ import annotations

from typing import Any

import pytest

from trickkit import InvalidRules, Rules, load
from trickkit.model.cards import french
from trickkit.phases import ByContract, CallPartner, DealOut, DeclarerByCard, LadderAuction, PassCards, Tricks
from trickkit.phases.partner import CalledCardBreaks, CalledCardKept
from trickkit.policies.breaking import SuitBreaks
from trickkit.policies.callable_cards import CardsInGroups, CardsOfHeldSuits
from trickkit.policies.ending import AfterDeals
from trickkit.policies.first_trick import NotInFirstTrick
from trickkit.policies.follow import MustFollow
from trickkit.policies.ladders import Words
from trickkit.policies.participants import FromDeclarer
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreTricks

ACES = [["AC", "AD", "AH"]]


def game(**tricks: Any) -> Rules:
    """The holder of the ace of spades calls another one."""
    return Rules(
        key="called",
        name="Called",
        players=4,
        deck=french("TJQKA"),
        phases=(DealOut(), DeclarerByCard("AS"), CallPartner(cards=CardsInGroups(ACES)), Tricks(**tricks)),
        scoring=ScoreTricks(points=1),
        schedule=Schedule(hand_sizes=SameSize(5)),
        ending=AfterDeals(deals=1),
    )


@pytest.mark.parametrize(
    "follow",
    [CalledCardKept(), NotInFirstTrick("AS", follow=CalledCardKept())],
)
def test_a_called_card_is_kept_only_where_the_tricks_tell_that_it_was_played(follow: Any) -> None:
    with pytest.raises(InvalidRules, match=r"CalledCardKept does not learn .*Tricks\(breaking=CalledCardBreaks\(\)\)"):
        game(follow=follow).start()
    assert game(follow=follow, breaking=CalledCardBreaks()).start()
    assert game(follow=follow, breaking=SuitBreaks("", others=["AC"])).start()


def test_a_called_card_that_is_kept_in_some_contracts_is_no_exception() -> None:
    tricks = Tricks(follow=ByContract({"solo": MustFollow()}, CalledCardKept()))
    assert "CalledCardKept" in tricks.lacks((), ())


def test_a_seat_that_may_have_no_card_to_call_needs_a_word_for_that() -> None:
    with pytest.raises(InvalidRules, match="may leave a seat no card to call; alone='alone' lets it play"):
        CallPartner(cards=CardsOfHeldSuits(groups=ACES))
    assert CallPartner(cards=CardsOfHeldSuits(groups=ACES), alone="alone").alone == "alone"


def test_the_declarer_is_not_asked_before_a_phase_finds_it() -> None:
    auction, calling = LadderAuction(ladder=Words(["solo"])), CallPartner(cards=CardsInGroups([["KC", "KD"]]))
    rules = load("whist").before(Tricks, auction)
    assert rules.after(LadderAuction, calling).start(seed=1)
    with pytest.raises(InvalidRules, match=r"CallPartner: who=Declarer\(\) names no seat, since only LadderAuction"):
        rules.before(LadderAuction, calling).start(seed=1)


def test_who_take_part_without_a_declarer_as_well_may_do_so_before_it_is_found() -> None:
    rules = load("whist").before(Tricks, LadderAuction(ladder=Words(["solo"])))
    state = rules.before(LadderAuction, PassCards(cards=1, who=FromDeclarer())).start(seed=1)
    assert state.actors == (0, 1, 2, 3)

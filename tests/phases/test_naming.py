"""Naming trump: the rounds, what may be named, who must, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from lockstep import is_followed
from strategies import effort

from trickkit import Deal, IllegalAction, InvalidRules, Rules, Stacked, State, batch
from trickkit.model.actions import Name, Pass
from trickkit.model.cards import Suit, french
from trickkit.phases import DealersCard, DealOut, NameTrump, Phase, ShowTop, Tricks, TurnTrump
from trickkit.phases.contracts import DeclarerPlaying, contract_of
from trickkit.phases.naming import AllPassed, GameNamed, Named, OrderedUp
from trickkit.policies.ending import AfterDeals
from trickkit.policies.offers import AnySuit, Games, Offer, OtherSuits, TurnedSuit
from trickkit.policies.participants import Declarer, Everyone, Starter
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.trump import NoTrump
from trickkit.testing import laws
from trickkit.variants import pikoko


def game(*phases: Phase, deck: Any = None, deals: int = 1) -> Rules:
    """A plain game of tricks for three before which these phases come."""
    return Rules(
        key="naming",
        name="Naming",
        players=3,
        deck=deck or french("QKA"),
        phases=(DealOut(), *phases, Tricks()),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(2)),
        ending=AfterDeals(deals=deals),
    )


def begun(*phases: Phase, turned: str | None = None, **how: Any) -> State:
    """A deal that seat 0 starts."""
    return game(*phases, **how).start(first=0, deals=[Stacked(turned=turned)])


def legal(state: State) -> list[str]:
    (seat,) = state.actors
    return [str(action) for action in state.legal(seat)]


TURNED = (ShowTop(trump=NoTrump()), NameTrump(offers=(TurnedSuit(), OtherSuits())))


def test_the_first_one_to_name_a_suit_is_the_declarer() -> None:
    state = begun(NameTrump())
    assert state.actors == (1,)
    assert legal(state) == ["name C", "name D", "name H", "name S", "pass"]
    state = state.play(1, "pass").play(2, "name H")
    assert (str(state.deal.trump), state.deal.declarer, str(state.deal[NameTrump])) == ("hearts", 2, "pass, name H")
    assert state.phase == Tricks()
    assert [str(event) for event in state.events if isinstance(event, GameNamed)] == ["Seat 2 names hearts as trump."]


def test_at_the_end_it_matters_who_has_named_what() -> None:
    run: Any = NameTrump().begin(Deal.fresh(french("QKA"), players=3, size=2))
    passed = run.play(run.start(), 1, Pass())
    assert run.summary(run.play(passed, 2, Name("H"))) == ((2, Name("H")), 0)


def test_where_all_pass_the_deal_is_not_played() -> None:
    state = begun(NameTrump(), deals=2).play_all([(1, "pass"), (2, "pass"), (0, "pass")])
    assert len(state.results) == 1
    assert state.results[0].deal.closed
    assert state.results[0].deal.declarer is None
    assert any(isinstance(event, AllPassed) for event in state.results[0].deal.events)


def test_first_the_suit_that_was_turned_up_then_any_other() -> None:
    state = begun(*TURNED, turned="AS")
    assert legal(state) == ["name S", "pass"]
    with pytest.raises(IllegalAction, match="D may not be named in round 0; legal: name S, pass"):
        state.play(1, "name D")
    state = state.play_all([(1, "pass"), (2, "pass"), (0, "pass")])
    assert state.actors == (1,)
    assert legal(state) == ["name C", "name D", "name H", "pass"]
    with pytest.raises(IllegalAction, match="S may not be named in round 1"):
        state.play(1, "name S")
    assert state.play(1, "name D").deal[NameTrump].turn == 1


def test_a_card_turned_for_trump_counts_as_turned_up() -> None:
    assert legal(begun(TurnTrump(), NameTrump(offers=OtherSuits()), turned="AD")) == [
        "name C",
        "name H",
        "name S",
        "pass",
    ]


def test_the_last_card_of_the_dealer_counts_as_turned_up() -> None:
    dealt = game(NameTrump(offers=(TurnedSuit(), OtherSuits())))
    rules = dealt.before(DealOut, DealersCard(trump=NoTrump()))
    state = rules.start(first=0, deals=[Stacked(turned="AD")])
    assert legal(state) == ["name D", "pass"]
    assert batch.supports(rules).yes
    is_followed(rules, 3, 5)


def test_ordered_up_means_named_in_the_first_round() -> None:
    state = begun(*TURNED, turned="AS")
    assert OrderedUp().seats(state.deal) == ()
    assert OrderedUp().seats(state.play(1, "name S").deal) == (0,)
    passed = state.play_all([(1, "pass"), (2, "pass"), (0, "pass")])
    assert OrderedUp().seats(passed.play(1, "name D").deal) == ()


def test_the_last_seat_may_have_to_name_something() -> None:
    state = begun(NameTrump(must=True)).play_all([(1, "pass"), (2, "pass")])
    assert legal(state) == ["name C", "name D", "name H", "name S"]
    with pytest.raises(IllegalAction, match="nobody has named trump: seat 0, the last one to be asked, must"):
        state.play(0, "pass")


def test_a_game_makes_its_own_trump_or_none() -> None:
    only = Suit("jacks", "J")
    phase = NameTrump(offers=Games({"grand": only, "null": None}), who=Starter())
    state = begun(phase)
    assert (state.actors, legal(state)) == ((0,), ["name grand", "name null", "pass"])
    assert state.play(0, "name grand").deal.trump == only
    null = state.play(0, "name null").deal
    assert (null.trump, null.declarer, null[NameTrump].game) == (None, 0, "null")


def test_without_an_auction_what_is_named_is_the_contract() -> None:
    state = begun(NameTrump(offers=Games({"null": None, "grand": None})))
    assert contract_of(state.deal) is None
    deal = state.play(1, "name null").deal
    assert (contract_of(deal), DeclarerPlaying(["null"]).seats(deal)) == ("null", (1,))


def test_nobody_is_asked_where_nobody_takes_part() -> None:
    state = begun(NameTrump(who=Declarer()))
    assert state.phase == Tricks()
    assert state.deal[NameTrump] == Named((), None, None)


def test_a_card_is_no_name() -> None:
    state = begun(NameTrump())
    with pytest.raises(IllegalAction, match="trump is named now; QC is not a name for it"):
        state.play(1, "QC")


class Nothing(AnySuit):
    __slots__ = ()

    def games(self, deal: Any, turned: Suit | None) -> dict[str, Suit | None]:  # noqa: ARG002
        return {}


@pytest.mark.parametrize(
    ("phases", "how", "message"),
    [
        ((NameTrump(offers=TurnedSuit()),), {}, r"TurnedSuit\(\): no card has been turned up"),
        ((NameTrump(offers=OtherSuits()),), {}, r"OtherSuits\(\): no card has been turned up"),
        ((NameTrump(offers=Nothing()),), {}, "NameTrump: .* leaves nothing to be named"),
    ],
)
def test_rules_that_cannot_be_played_are_refused_at_the_start(phases: Any, how: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        game(*phases, **how).start(seed=1)


def test_a_card_of_several_suits_turns_none_up() -> None:
    state = begun(ShowTop(trump=NoTrump()), NameTrump(), turned="M7", deck=pikoko.deck(3))
    assert len(legal(state)) == len(pikoko.deck(3).suits) + 1
    with pytest.raises(InvalidRules, match="no card has been turned up"):
        begun(ShowTop(trump=NoTrump()), NameTrump(offers=TurnedSuit()), turned="M7", deck=pikoko.deck(3))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: NameTrump(offers=()), r"NameTrump: offers=\(\): there is no round"),
        (lambda: NameTrump(offers=[Everyone()]), r"NameTrump: offers\[0\]=Everyone\(after=1\) is not an Offer"),
        (lambda: NameTrump(who=1), "NameTrump: who=1 is not a Participants"),
        (lambda: NameTrump(must=1), "NameTrump: must=1 is not a bool"),
        (lambda: Games({}), "Games: there is no game to be named"),
        (lambda: Games({"": None}), "Games: '' with None as trump is not a game"),
        (lambda: Games({"grand": "J"}), "Games: 'grand' with 'J' as trump is not a game"),
    ],
)
def test_arguments_of_the_wrong_kind_are_refused(make: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        game(make()).start(seed=1)


@pytest.mark.parametrize(
    "offer", [AnySuit(), TurnedSuit(), OtherSuits(), Games({"null": None, "S": french().suits[3]})]
)
def test_what_is_offered_is_among_all_words(offer: Offer) -> None:
    deal = game().start(seed=1).deal
    assert {*offer.games(deal, deal.deck.suits[0])} <= {*offer.words(deal.deck)}


TestNaming = laws(game(*TURNED, deals=2), examples=effort(8), moves=20)

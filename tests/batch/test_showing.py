"""Melds on the table, in lanes: what hands have is counted in compiled code, and all see it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from lockstep import is_replayed, runs_compiled

from trickkit import Rules, ScoreLine, batch
from trickkit.batch.worlds import Dealer
from trickkit.model.cards import Deck, french
from trickkit.model.deal import Deal
from trickkit.phases import DealOut, FixedTrump, NameTrump, ShowMelds, Tricks
from trickkit.policies.combinations import Combinations
from trickkit.policies.ending import AfterDeals
from trickkit.policies.melds import RunsAndSets
from trickkit.policies.offers import Games
from trickkit.policies.participants import Starter
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Scoring

PINOCHLE = Combinations(
    trumps={"A T K Q J": (150, 1500), "K Q": 40, "Q": 7},
    plain={"K Q": 20},
    sets={"A": (100, 1000), "K": (80, 800)},
    cards={"QS JD": (40, 300)},
)


@frozen
class ByMelds(Scoring):
    """A seat scores its melds if it took a trick."""

    reads = (ShowMelds, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        taken, melds = deal[Tricks].taken, deal[ShowMelds]
        return tuple(
            ScoreLine(seat, f"melds {melds.words([seat])}", melds.points(seat)) for seat in deal.seats if taken[seat]
        )


def game(*, ranks: str = "JQKTA", copies: int = 2, size: int = 10, **given: Any) -> Rules:
    """A game for four, whose first seat names trump."""
    deck = Deck(card for card in french(ranks) for _ in range(copies))
    among = {suit.letter: suit for suit in deck.suits} | {"none": None}
    return Rules(
        key="showing",
        name="Showing",
        players=4,
        deck=deck,
        phases=(
            DealOut(),
            NameTrump(offers=Games(among), who=Starter(), must=True),
            ShowMelds(**{"melding": PINOCHLE, **given}),
            Tricks(),
        ),
        scoring=ByMelds(),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=1),
    )


GAMES = {
    "two of each": game(),
    "one of each": game(copies=1, size=5),
    # 80 faces, which take two numbers.
    "four of each": game(copies=4, size=20),
    "contained": game(melding=Combinations(trumps={"A K Q": 50, "K Q": 40, "Q": 7}, contained=True)),
    "one seat": game(who=Starter()),
    "no melds": game(melding=Combinations()),
    "no trump": game().replace(NameTrump, offers=Games({"none": None})),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", GAMES)
def test_what_hands_show_is_what_the_reference_engine_has(key: str) -> None:
    assert {one.how for one in batch.supports(GAMES[key]).phases} == {"compiled", "traced"}
    runs_compiled(GAMES[key], lanes=3, deals=30, seed=7)


@pytest.mark.sample(0)
def test_rare_melds_occur_and_score() -> None:
    found = batch.deals(GAMES["four of each"], 300, 1, moves=True)
    for deal in range(40):
        is_replayed(found, deal)
    assert found.points.max() >= 1000
    assert found.points.min() == 0


def test_worlds_of_hands_that_have_shown_melds_are_sampled() -> None:
    rules = GAMES["two of each"]
    state = rules.start(seed=1)
    seat = state.actors[0]
    assert Dealer.of(state.view(seat)).why == ""
    after = state.play(seat, "name S")
    assert Dealer.of(after.view(seat)).why
    assert len(batch.evaluate(after.view(seat), worlds=4, playouts=8, seed=1).actions) == len(after.legal(seat))


def test_other_melds_are_run_in_python() -> None:
    runs = game(copies=1, size=5, melding=RunsAndSets(order="JQKTA", runs={3: 20}, sets={}))
    runs = runs.replace(NameTrump, offers=Games({"none": None}))
    why = {one.name: one.why for one in batch.supports(runs).phases}["ShowMelds"]
    assert "let `combinations` of the phase or of its melding list them" in why
    found = batch.deals(runs, 20, 3, moves=True)
    for deal in range(20):
        is_replayed(found, deal)


def test_a_fixed_trump_needs_no_decision_before_melds() -> None:
    rules = game().before(ShowMelds, FixedTrump("spades")).without(NameTrump)
    runs_compiled(rules, lanes=2, deals=3, seed=2)

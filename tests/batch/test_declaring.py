"""Melds that are declared, in lanes: which ones a hand has is found in compiled code."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from attrs import frozen
from lockstep import is_followed, is_replayed

from trickkit import Hand, Rules, ScoreLine, batch, load
from trickkit.batch.worlds import Dealer
from trickkit.model.cards import Suit, french
from trickkit.model.deal import Deal
from trickkit.phases import DealOut, DeclareMelds, FixedTrump, Tricks
from trickkit.play.playout import states
from trickkit.policies.ending import AfterDeals
from trickkit.policies.melds import Meld, RunsAndSets
from trickkit.policies.partners import Alone
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Scoring


@frozen
class ShownMelds(Scoring):
    """Every seat scores the melds that it has shown."""

    reads = (DeclareMelds, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "melds", deal[DeclareMelds].points(seat)) for seat in deal.seats)


class DeclareAgain(DeclareMelds):
    """A phase of somebody's own, which says the same."""


def melding(*, shared: bool, sets_first: bool = False) -> RunsAndSets:
    """Melds in a small deck, where hands have many."""
    return RunsAndSets(
        order="TJQKA", runs={3: 20, 4: 50}, sets={"J": 60, "T": 40, "A": 100}, shared=shared, sets_first=sets_first
    )


def duel(phase: DeclareMelds) -> Rules:
    """A game for two, with nine of twenty cards each."""
    return Rules(
        key="duel",
        name="Duel",
        players=2,
        deck=french("TJQKA"),
        phases=(DealOut(), FixedTrump("hearts"), phase, Tricks()),
        scoring=ShownMelds(),
        schedule=Schedule(hand_sizes=SameSize(9)),
        ending=AfterDeals(deals=1),
    )


GAMES = {
    "shared": duel(DeclareMelds(melding=melding(shared=True), partners=Alone())),
    "apart": duel(DeclareAgain(melding=melding(shared=False, sets_first=True), partners=Alone())),
    "schieber": load("schieber"),
    "belote": load("belote", melds=True),
    "coinche": load("coinche", melds=True, shared=True),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", GAMES)
def test_lanes_take_the_same_decisions(key: str) -> None:
    of = GAMES[key]
    support = batch.supports(of)
    assert support, support.why
    is_followed(of, 2, 3)
    found = batch.deals(of, 30, 5, moves=True, cards=True)
    for deal in range(30):
        is_replayed(found, deal)


@pytest.mark.parametrize("key", ["shared", "apart"])
def test_all_that_a_hand_has_is_offered(key: str) -> None:
    found = batch.deals(GAMES[key], 300, 1, moves=True)
    shown = Counter[int]()
    for deal in range(300):
        is_replayed(found, deal)
        shown[int((found.points[deal] > 0).sum())] += 1
    assert shown[1] > 60


def test_what_was_announced_keeps_worlds_from_being_dealt_in_compiled_code() -> None:
    states = [GAMES["shared"].start(seed=seed) for seed in range(9)]
    state = next(state for state in states if len(state.legal(state.actors[0])) > 1)
    before, seat = state.view(state.actors[0]), state.actors[0]
    assert Dealer.of(before).why == ""
    state = state.play(seat, state.legal(seat)[0])
    assert Dealer.of(state.view(1 - seat)).why == "a seat has announced what it holds"


class FirstCard(RunsAndSets):
    """A melding that says no more than what a hand has."""

    def melds(self, hand: Hand, trump: Suit | None) -> tuple[Meld, ...]:
        return super().melds(hand, trump)[:1]

    def possible(self, deck: object, trump: Suit | None) -> None:
        return None


def test_what_is_not_told_card_by_card_is_named() -> None:
    of = duel(DeclareMelds(melding=FirstCard(order="TJQKA", runs={3: 20}, sets={}), partners=Alone()))
    assert "DeclareMelds: what hands can declare is not told card by card" in batch.supports(of).why


def test_a_deal_is_played_on_after_a_seat_has_kept_a_meld_to_itself() -> None:
    """What it might have shown is among its options again when a state is loaded."""
    games = (states(GAMES["schieber"], seed=seed) for seed in range(99))
    words = ((state, {str(action).split()[0] for action in state.legal(state.actors[0])}) for state in chain(*games))
    state = next(state for state, said in words if said == {"show", "pass"})
    assert len(batch.playouts(state.play(state.actors[0], "pass"), 3, seed=1)) == 3

"""Cards laid on a layout by compiled code: the deals of the reference engine, what is seen of them, and worlds."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, ClassVar

import numpy as np
import pytest
from attrs import evolve, frozen
from lockstep import is_followed, is_replayed, runs_compiled

from trickkit import Deal, Deck, Rules, ScoreLine, batch, load
from trickkit.batch.kernel import layout
from trickkit.batch.worlds import Dealer
from trickkit.batch.worlds.history import DealHistory
from trickkit.batch.worlds.template import Template
from trickkit.model.cards import french
from trickkit.phases import (
    BidWithCards,
    BuildSequences,
    DealOut,
    InContracts,
    LayAway,
    NameTrump,
    PassCards,
    Phase,
    Tricks,
)
from trickkit.phases.kinds.laying import Layout
from trickkit.phases.sequences import CouldNotLay
from trickkit.policies.ending import AfterDeals
from trickkit.policies.offers import Games
from trickkit.policies.participants import Everyone, Starter
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreTricks, Scoring
from trickkit.variants import pikoko

SEVENS = str(Path(__file__).parents[2] / "variants" / "house" / "sevens.py")
DECK = french("6789T", suits="CDH")


@frozen
class OrderOut(Scoring):
    """The first without cards scores three times as many points as the last one has cards; any other one nothing."""

    reads: ClassVar[tuple[type, ...]] = (BuildSequences,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        out = deal[BuildSequences].out
        return (ScoreLine(out[0], "first", 3 * max(len(hand) for hand in deal.hands) + len(out)),) if out else ()


@frozen(kw_only=True)
class RoundTheCorner(BuildSequences):
    """The lowest and the highest card of a row are neighbours, too, and any card of the first suit begins."""

    def layout(self, deal: Deal) -> Layout:
        deck, said = deal.deck, super().layout(deal)
        corners = [(f"T{suit.letter}", f"6{suit.letter}") for suit in deck.suits]
        beside = dict(said.beside)
        for one, other in (*corners, *[pair[::-1] for pair in corners]):
            beside[one] |= deck.kinds[other]
        return evolve(said, first=deck.where(lambda face: face.suit == deck.suits[0]), beside=beside)


def game(phase: BuildSequences, deck: Deck = DECK, size: int = 5, **parts: Any) -> Rules:
    return Rules(
        key="layout",
        name="Layout",
        players=3,
        deck=deck,
        phases=(DealOut(), phase),
        scoring=OrderOut(),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=3),
    ).replace(**parts)


def copied(deck: Deck, times: int) -> Deck:
    return Deck([card for card in deck for _ in range(times)])


GAMES = {
    "sevens": load(SEVENS),
    "first card": game(BuildSequences()),
    "one out": game(BuildSequences(first="7", until_out=1)),
    "copies": game(BuildSequences(until_out=2), copied(DECK, 2), 9),
    "faces": game(BuildSequences(first="7"), pikoko.deck(3), 9),
    "large": game(BuildSequences(first="7", until_out=1), copied(DECK, 6), 20),
    "some": game(BuildSequences(first="8", who=Starter())),
    "corner": game(RoundTheCorner(first="8")),
    "corner, first card": game(RoundTheCorner(until_out=2)),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", GAMES)
def test_deals_are_those_of_the_reference_engine(name: str) -> None:
    rules = GAMES[name]
    assert [phase.how for phase in batch.supports(rules).phases] == ["compiled", "compiled"]
    assert batch.supports(rules).slow == ""
    is_followed(rules, 3, seed=5)
    dealt = batch.deals(rules, 30, seed=2, moves=True, cards=True)
    for deal in range(30):
        is_replayed(dealt, deal)
    runs_compiled(rules, lanes=2, deals=20, seed=3)


def places(deck: Deck, rows: Any) -> set[tuple[int, str]]:
    """Which cards lie in which hand in some worlds."""
    masks = np.bitwise_or.reduce(rows[:, layout.HANDS : layout.HANDS + 4])
    return {
        (hand, str(face)) for hand, mask in enumerate(masks) for bit, face in enumerate(deck.faces) if mask >> bit & 1
    }


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["sevens", "corner", "copies"])
def test_worlds_keep_what_passes_have_shown(name: str) -> None:
    rules, views = GAMES[name], []
    for seed in range(20):
        state = rules.start(seed=seed)
        while not state.results and not state.is_over:
            view = state.view(state.actors[0])
            views += [view] * any(isinstance(event, CouldNotLay) for event in view.deal.events)
            state = state.play(state.actors[0], Random(len(views)).choice(state.legal(state.actors[0])))
    for view in Random(1).sample(views, 4):
        dealer, rng = Dealer.of(view), Random(5)
        assert (dealer.how, dealer.why) == ("compiled", "")
        worlds = [view.sample(rng) for _ in range(40)]
        sampled = [Template.of(dealer.program, view, DealHistory.of(world)).row for world in worlds]
        dealt = places(rules.deck, dealer.rows(2000, seed=5)[0])
        assert places(rules.deck, np.array(sampled)) <= dealt
        for void in view.phase.voids(view.deal) if view.phase else ():
            lacked = {(void.hand, str(face)) for bit, face in enumerate(rules.deck.faces) if void.faces >> bit & 1}
            assert lacked.isdisjoint(dealt)


@pytest.mark.sample(0)
@pytest.mark.parametrize(
    "phase", [PassCards(cards=1), LayAway(cards=1, who=Everyone()), BidWithCards(cards=2)], ids=str
)
def test_cards_are_chosen_in_some_contracts(phase: Phase) -> None:
    rules = game(BuildSequences(), scoring=ScoreTricks())
    offer = Games({"moves": None, "stays": None})
    rules = rules.replace(phases=(DealOut(), NameTrump(offers=offer, must=True), InContracts("moves", phase), Tricks()))
    assert [phase.how for phase in batch.supports(rules).phases] == ["compiled", "traced", "compiled", "compiled"]
    is_followed(rules, 4, seed=2)
    runs_compiled(rules, lanes=2, deals=20, seed=3)


def test_an_estimate_is_compiled() -> None:
    state = load(SEVENS).start(seed=3)
    while len(state.legal(state.actors[0])) < 3:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    found = batch.evaluate(state.view(state.actors[0]), worlds=16, playouts=200)
    assert found.how == "compiled"


def test_a_deck_without_room_for_a_pass_is_refused() -> None:
    rules = game(BuildSequences(first="7"), copied(french("6789"), 4), 20)
    assert "64 faces; the batch engine has one fewer, for a pass" in batch.supports(rules).why

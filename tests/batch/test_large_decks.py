"""Decks of 65 to 128 faces, compiled and on the reference engine; larger ones are named as such."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random
from typing import Any, ClassVar

import numpy as np
import pytest
from attrs import frozen
from lockstep import is_followed, is_replayed
from strategies import walk

from trickkit import Card, Deal, Deck, Rules, ScoreLine, Suit, batch, load
from trickkit.batch.kernel import layout
from trickkit.batch.lowering.game_tables import GameTables
from trickkit.batch.machine import lowered
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.search import Growing
from trickkit.batch.worlds import Dealer
from trickkit.bots import Utility, solve
from trickkit.bots.solving import by_reference
from trickkit.phases import Tricks
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Scoring
from trickkit.variants import game5211


def larger(rules: Rules, faces: int, *, first: int = 0) -> Rules:
    """Rules with a deck of so many faces: the cards of their own deck, some of the new ones before it, others after."""
    count = faces - len(rules.deck.faces)
    new = [
        Card.plain(Suit(f"more {suit}", letter), rank, f"{letter}{rank + 2}")
        for suit, letter in enumerate("αβγδεζηθ")
        for rank in range(13)
    ]
    return rules.replace(deck=Deck((*new[:first], *rules.deck.cards, *new[first:count])))


def tableau() -> Rules:
    """A game of laying cards on the table with 128 kinds of cards, of the last of which there are many."""
    suits = [Suit(name, name[0].upper()) for name in ("red", "green", "blue", "yellow")]
    cards = [Card.plain(suit, rank, f"{suit.letter}{rank}") for suit in suits for rank in range(1, 33)]
    rules = game5211.rules(players=3)
    return rules.replace(deck=Deck((*cards, *cards[-1:] * 60)))


def hearts(faces: int) -> Rules:
    """Hearts with more suits, all of whose cards are dealt; hearts stand on both sides of bit 64 of a mask."""
    rules = larger(load("hearts", no_tricks=True), faces, first=26)
    return rules.replace(schedule=Schedule(hand_sizes=SameSize(faces // rules.players)))


GAMES = {
    "bids and a card turned up": larger(load("pikoko", players=3), 128, first=40),
    "a cut and hands of many sizes": larger(load("pikinni", players=4), 65, first=20),
    "estimates": larger(load("oh_hell"), 100, first=30),
    "passing and points for cards": hearts(128),
    "a dummy": larger(load("bridge"), 104, first=40),
    "the dealer's card": larger(load("euchre"), 90, first=60),
    "drawing": larger(load("german_whist"), 80, first=20),
    "equal copies": larger(load("wizard", players=4), 100, first=20),
    "a tableau": tableau(),
}

# Everything compiles anew for large decks: that is for all cases.
games = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)


@pytest.mark.sample(0)
@games
def test_lanes_take_the_same_decisions(rules: Rules) -> None:
    assert batch.supports(rules)
    is_followed(rules, 2, 7)


@pytest.mark.sample(0)
@games
def test_deals_are_played_again_with_the_same_result(rules: Rules) -> None:
    found = batch.deals(rules, 4, 3, moves=True, cards=True)
    for deal in range(4):
        is_replayed(found, deal)


@pytest.mark.sample(0)
@games
def test_states_and_views_are_played_on(rules: Rules) -> None:
    random = Random(5)
    for state in random.sample(walk(rules.start(seed=3), 40, 3)[:-1], 4):
        played = batch.playouts(state, 2, 5, threads=1, moves=True)
        seat = random.randrange(rules.players)
        sampled = batch.playouts(state.view(seat), 2, 5, threads=1, moves=True)
        for deal in range(2):
            assert next(played.states(deal)) is state
            assert next(sampled.states(deal)).view(seat) == state.view(seat)
            is_replayed(played, deal)
            is_replayed(sampled, deal)


@pytest.mark.sample(0)
@pytest.mark.parametrize("name", ["passing and points for cards", "drawing", "estimates"])
def test_worlds_of_views_are_dealt_by_compiled_code(name: str) -> None:
    state = walk(GAMES[name].start(seed=3), 20, 3)[-1]
    seat, deal = state.actors[0], state.deal
    dealer = Dealer.of(state.view(seat))
    assert dealer.how == "compiled"
    for row in dealer.rows(50, seed=5)[0]:
        hands = [dealer.program.mask_of(row, layout.HANDS + hand) for hand in deal.seats]
        assert hands[seat] == deal.hands[seat].mask
        assert [hand.bit_count() for hand in hands] == [hand.mask.bit_count() for hand in deal.hands]
        assert not any(one & other for one, other in combinations(hands, 2))
    found = batch.evaluate(state.view(seat), worlds=20, playouts=40, threads=1)
    assert found.how == "compiled"
    assert [*found.actions] == [*state.legal(seat)]


@frozen
class HighCards(Scoring):
    """Points for high cards that were captured or played, on both sides of bit 64."""

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        table, worth = deal[Tricks], {face.text: 1 + face.rank for face in deal.deck.faces if face.rank > 8}
        aces = [["AC"], ["AC", "KC"], ["8C"]]
        return tuple(
            ScoreLine(seat, "high cards", table.points(seat, worth) + 50 * table.played_in_full(seat, aces))
            for seat in deal.seats
        )


@pytest.mark.sample(0)
def test_scorings_that_are_traced_look_at_all_cards() -> None:
    rules = GAMES["estimates"].replace(scoring=(HighCards(),))
    found = batch.deals(rules, 30, 3, moves=True)
    assert len(np.unique(found.points)) > 10
    assert not compile_rules(rules).scoring.scorer().needs_moves
    for deal in range(30):
        is_replayed(found, deal)


def is_solved(name: str) -> None:
    """An open position is solved by compiled code as by the reference engine."""
    state = [one for one in walk(GAMES[name].start(seed=3), 400, 3) if not one.results][-7]
    seat, found = state.actors[0], solve(state)
    expected = by_reference(state, seat, state.legal(seat), Utility.said_by(state.rules), 10_000)
    assert found.compiled
    assert found.values == expected.values


def grows_alike() -> None:
    """A tree is the same with masks of one number and of two."""
    state, found = walk(load("hearts").start(seed=3), 20, 3)[-1], []
    for words in (1, 2):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(GameTables, "words", words)
            lowered._kept.cache_clear()
            view = state.view(state.actors[0])
            tree = Growing(view, Utility.said_by(view.rules), 0.7, 1)
        tree.grow(300)
        assert tree.dealer.program.words == words
        found.append((tree.nodes, tree.found()))
    lowered._kept.cache_clear()
    assert found[0] == found[1]


SEARCHES = {
    "two sides": partial(is_solved, "a dummy"),
    "many sides": partial(is_solved, "passing and points for cards"),
    "equal copies": partial(is_solved, "equal copies"),
    "a tree": grows_alike,
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_searches_find_what_is_right(search: Callable[[], None]) -> None:
    search()


@pytest.mark.sample(0)
def test_games_in_place_are_those_of_the_reference_engine() -> None:
    rules, random = load("tarot"), Random(5)
    game, path = batch.start(rules, seed=3), [rules.start(seed=3)]
    while not path[-1].results:
        state = path[-1]
        assert not game._held
        assert (game.actors, [*map(game.legal, range(4))]) == (state.actors, [*map(state.legal, range(4))])
        seat = state.actors[0]
        action = random.choice(state.legal(seat))
        twin = game.copy()
        twin.play(seat, action)
        path.append(state.play(seat, action))
        if random.random() < 0.3:
            for _ in range(min(3, len(path) - 1)):
                twin.undo()
                path.pop()
        game = twin
    assert game.state() == path[-1]


BEYOND = {
    "a deck of 129 faces: in tricks the batch engine has room for 128": larger(load("oh_hell"), 129),
    "a deck of 129 kinds of cards: the batch engine has room for 128": tableau().replace(
        deck=Deck((*tableau().deck.cards, Card.plain(Suit("white", "W"), 1, "W1")))
    ),
}


@pytest.mark.parametrize(("why", "rules"), BEYOND.items(), ids=BEYOND)
def test_decks_that_are_larger_run_on_the_reference_engine(why: str, rules: Rules) -> None:
    assert batch.supports(rules).why == why
    found = batch.deals(rules, 2, 3, threads=1, moves=True)
    assert found.cards.shape == (2, 0) if "faces" in why else (2, rules.players)
    for deal in range(2):
        is_replayed(found, deal)

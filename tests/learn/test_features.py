"""Binary features: the same from views and from lanes, and in positions that differ by the names of suits."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from trickkit import Stacked, State, batch, learn, load
from trickkit.batch.followed_lanes import FollowedLanes
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.run.succession import OfStates
from trickkit.encoding.open_hands import open_width
from trickkit.encoding.suits import Renaming, random_deal, renamings
from trickkit.model.chance import Chance
from trickkit.phases import Bids, Tricks
from trickkit.phases.dealing import stacked_deal
from trickkit.play.later import earlier
from trickkit.play.state import resumed


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", ["oh_hell", "euchre", "pikoko", "5211", "bridge", "hearts", "skat", "pikinni"])
def test_lanes_give_the_features_of_views(key: str) -> None:
    rules, lanes = load(key), batch.lanes(load(key), 3, 3)
    features = learn.encoding(rules).features()
    for _ in range(24):
        found, names = features.of_lanes(lanes), features.actions_in_lanes(lanes)
        for lane, seat in enumerate(lanes.seats.tolist()):
            view = lanes.state(lane).view(seat)
            np.testing.assert_array_equal(found[lane][found[lane] >= 0], features.of(view))
            np.testing.assert_array_equal(names[lane], features.actions(view))
            assert sorted(names[lane].tolist()) == list(range(len(rules.actions)))
        assert found.max() < features.count
        lanes.step(lanes.random())


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", ["oh_hell", "euchre", "pikinni"])
def test_renamed_suits_give_the_same_features(key: str) -> None:
    rules = load(key)
    features, ended = learn.encoding(rules).features(), random_deal(rules, 3)
    deal, moves = ended.results[-1].deal, ended.results[-1].moves
    before = earlier(rules, deal.begun_by, (0,) * rules.players, deal.number)
    stacked = stacked_deal(deal)

    def begun(rename: Renaming) -> State:
        hands = stacked.hands and [[rename.cards[text] for text in hand or ()] for hand in stacked.hands]
        turned, stock = stacked.turned and rename.cards[stacked.turned], [rename.cards[text] for text in stacked.stock]
        cards = evolve(stacked, hands=hands, turned=turned, stock=stock)
        return resumed(rules, deal.begun_by, before, deal.begun_by, cards, Chance(0))

    first, last = renamings(rules)[0], renamings(rules)[-1]
    one, other = begun(first), begun(last)
    alike = 0
    for seat, action, _ in moves:
        mine, renamed = one.view(seat), other.view(seat)
        alike += np.array_equal(features.of(mine), features.of(renamed))
        one, other = one.play(seat, action), other.play(seat, last.action(action))
    # Two suits of equal weight, such as two in which the hand has no card, may come in either order.
    assert alike > len(moves) / 4


def orders(key: str) -> set[tuple[int, ...]]:
    """The renamings of a game, each as the number of the new suit by that of the old one."""
    suits = load(key).deck.suits
    return {tuple(suits.index(one.suits[suit]) for suit in suits) for one in renamings(load(key))}


@pytest.mark.sample(0)
def test_only_renamings_that_change_nothing_are_found() -> None:
    assert orders("euchre") >= {(3, 1, 2, 0)}
    assert (1, 0, 2, 3) not in orders("euchre")
    assert len(renamings(load("hearts"))) == 1
    assert (1, 0, 2, 3) in orders("oh_hell")
    # The four suits of Tarot, besides trumps and the excuse.
    assert len(orders("tarot")) == 24


def test_a_card_with_several_faces_may_be_named_as_a_whole() -> None:
    rules = load("cat_in_the_box")
    features, view = learn.encoding(rules).features(), rules.start(seed=7).view(0)
    laid = [action for action in view.legal() if str(action).startswith("N")]
    assert laid
    assert all(one.action(action) == action for one in renamings(rules) for action in laid)
    assert features.actions(view)[0] == 0


@pytest.mark.sample(0)
def test_equal_cards_and_those_of_a_suit_on_the_table_are_counted_where_they_are_evaluated() -> None:
    rules = load("5211", players=2)
    features = learn.encoding(rules).features()
    alike, apart = [["B1", "B1", "B2", "G3", "G4"], ["Y2"] * 5], [["B1", "B3", "B2", "G3", "G4"], ["Y2"] * 5]

    def found(hands: list[list[str]], laid: list[str]) -> set[int]:
        state = rules.start(seed=7, first=0, deals=[Stacked(hands=hands)])
        for text in laid:
            state = state.play(0, text)
        return {*features.of(state.play(1, "Y2").play(1, "Y2").view(0) if len(laid) == 2 else state.view(0)).tolist()}

    assert found(alike, ["G3"]) - found(apart, ["G3"])
    # Two blue cards lie there, two cards of value 1, and twice the same.
    assert len(found(alike, ["B1", "B1"]) - found(alike, ["B1", "B2"])) >= 3


def test_where_seats_bid_on_each_other_needs_are_told_for_every_pair() -> None:
    lanes, rules = batch.lanes(load("pikoko"), 1, seed=3), load("pikoko")
    features = learn.encoding(rules).features()
    many, after = rules.players * (rules.players - 1) * 20, features.count - open_width(rules.players, 5, 45)
    told = list[int]()
    while len(lanes.step(lanes.random())) == 0:
        found = features.of_lanes(lanes)[0]
        told.append(int(((found >= after - many) & (found < after)).sum()))
    assert (told[0], told[-1]) == (0, rules.players * (rules.players - 1))


def test_where_hands_are_open_features_say_which_cards_win_the_trick_and_which_keep_it() -> None:
    rules = load("pikoko", players=3)
    features, kinds = learn.encoding(rules).features(), len(rules.deck.kinds)
    hands = ["R2 R3 R4 B5 B6 W1 W3 M7", "R5 R6 Y7 W2 W6 P3 M1 M4", "Y2 Y6 B2 B3 B7 P2 P5 P6"]
    state = rules.start(seed=7, first=0, deals=[Stacked(hands=[hand.split() for hand in hands], turned="P4")])
    while not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])

    def told(seat: int) -> list[set[str]]:
        view = state.view(seat)
        found, new = features.of(view).tolist(), features.actions(view)
        kind_of = {str(play): features._kind_of[new[action_numbers(rules)[play]]] for play in view.legal()}
        first = features.count - 2 * kinds
        return [{text for text, kind in kind_of.items() if first + part * kinds + kind in found} for part in (0, 1)]

    # The next hand would follow with a lower yellow card, but it has trumps for red and white, and higher blue ones.
    assert told(0) == [set(map(str, state.legal(0))), {"Y7"}]
    state = state.play(0, "R6")
    assert told(1) == [{"P2", "P5", "P6"}] * 2
    state = state.play(1, "P2")
    assert told(2) == [set(), set()]


def test_where_seats_bid_on_each_other_features_say_on_whom_they_bid_now() -> None:
    rules = load("pikoko")
    features, state = learn.encoding(rules).features(), rules.start(seed=7, first=2)
    first, on = features.count - open_width(rules.players, 5, len(rules.deck.kinds)), list[tuple[int, int]]()
    while isinstance(state.phase, Bids):
        (seat, *_) = state.actors
        found = features.of(state.view(seat))
        (subject,) = found[(found >= first) & (found < first + rules.players)] - first
        on.append((seat, (seat + int(subject)) % rules.players))
        state = state.play(seat, state.legal(seat)[0])
    others = [(seat, subject) for subject in (2, 3, 0, 1) for seat in range(4) if seat != subject]
    assert on == [*others, *zip(range(4), range(4), strict=True)]


@pytest.mark.parametrize("key", ["5211", "hearts"])
def test_lanes_tell_what_was_scored_before_the_end(key: str) -> None:
    rules = load(key)
    compiled = batch.lanes(rules, 2, seed=3)
    for _ in range(40):
        state = compiled.state(1)
        points = [sum(line.points for line in state.deal.lines if line.seat == seat) for seat in range(rules.players)]
        assert compiled.scored[1].tolist() == points
        alone = OfStates(np.arange(1), [state].__getitem__, in_games=False)
        reference = FollowedLanes(compile_rules(rules), 3, alone)
        assert reference.scored[0].tolist() == points
        compiled.step(compiled.random())
    assert compiled.scored.any() == (key == "5211")

"""Rollout policies: how playouts go on after an action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from tiny_games import uncompiled

from trickkit import Bid, InvalidRules, Play, Stacked, State, batch, load
from trickkit.batch.evaluating.run import try_out
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.rollouts import Mixed, NeedDriven, RolloutPolicy, Uniform, Weight, Weighted
from trickkit.batch.rollouts.lower import lowered
from trickkit.batch.run.reading import room
from trickkit.batch.run.resume import loaded
from trickkit.phases import Estimates, Tricks
from trickkit.play.utility import Utility

DECK = [card.text for card in load("pikinni", players=2).deck]


def playouts(state: State, policy: RolloutPolicy, count: int) -> Iterator[list[tuple[State, Any]]]:
    """Some playouts of a game after its first legal action: the states, each with what was decided there."""
    program, (seat, *_) = compile_rules(state.rules), state.actors
    first, actions = state.legal(seat)[0], list(state.rules.actions.values())
    row, deck = loaded(program, state)
    written = room(program, count, moves=True, cards=True, sets=True)
    numbers = np.array([action_numbers(state.rules)[first]])
    try_out(
        program.tables, program.options, seat, numbers, count, 0, row[None, :], deck[None, :], row.copy(), deck.copy(),
        (3, 0), lowered(policy, program, Utility.said_by(state.rules)), written,
    )  # fmt: skip
    for deal in range(count):
        now, found = state.play(seat, first), []
        for decision in range(1, int((written.actions[deal] >= 0).sum()) + 1):
            action = actions[written.actions[deal, decision]]
            found.append((now, action))
            now = now.play(int(written.seats[deal, decision]), action)
        assert now.results
        yield found


def takes(state: State, action: Any) -> bool:
    """Whether the last card of a trick takes it."""
    (seat,) = state.actors
    after = state.play(seat, action)
    deal = after.results[-1].deal if after.results else after.deal
    return bool(deal[Tricks].last.taker == seat)


@pytest.mark.parametrize(("key", "wants"), [("whist", True), ("hearts", False)])
def test_need_says_whether_the_last_card_of_a_trick_takes_it(key: str, wants: bool) -> None:
    state = load(key).start(seed=5)
    while not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    last = 0
    for found in playouts(state, NeedDriven(), 4):
        for now, action in found:
            if len(now.deal[Tricks].current.plays) == 3:
                could = {takes(now, other) for other in now.legal(now.actors[0])}
                assert takes(now, action) == (wants if len(could) == 2 else could.pop())
                last += len(now.legal(now.actors[0])) > 1
    assert last > 8


def test_a_side_wants_as_many_tricks_as_it_has_bid() -> None:
    state = load("oh_hell", players=3, cards=5).start(seed=2)
    while not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], state.legal(state.actors[0])[-2])
    for found in playouts(state, NeedDriven(), 8):
        for now, action in found:
            if len(now.deal[Tricks].current.plays) == 2:
                (seat,) = now.actors
                could = {takes(now, other) for other in now.legal(seat)}
                estimates = next(record.bids for record in now.deal.records if hasattr(record, "bids"))
                wants = now.deal[Tricks].taken[seat] < estimates[seat]
                assert takes(now, action) == (wants if len(could) == 2 else could.pop())


def test_weights_say_how_likely_actions_are() -> None:
    rules = load("pikinni", players=2)
    view = rules.start(first=0, deals=[Stacked(hands=[["KS"], ["QC"]], turned="8S")]).view(0)
    gained: dict[tuple[Any, int], list[float]] = {}
    for action, hidden, said in product(view.legal(), [text for text in DECK if text != "KS"], (0, 1)):
        state = rules.start(first=0, deals=[Stacked(hands=[["KS"], [hidden]], turned="8S")])
        state = state.play(0, action).play(1, Bid(said))
        while not state.results:
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
        gained.setdefault((action, said), []).append(Utility.said_by(rules).of(state.results[0].scores, 0))
    three = Weighted(
        [Weight(weight=0, phase=Estimates), Weight(action=Bid(1), weight=3), Weight(action=Bid(0), weight=1)]
    )
    for policy, chance in ((three, 0.75), (Mixed(three, epsilon=0.5), 0.625), (Uniform(), 0.5)):
        found = batch.evaluate(view, worlds=20_000, playouts=20_000, policy=policy)
        for action, mean, error in zip(found.actions, found.means, found.errors, strict=True):
            expected = chance * fmean(gained[action, 1]) + (1 - chance) * fmean(gained[action, 0])
            assert abs(mean - expected) < 5 * error


def test_weights_of_cards_depend_on_where_they_are_played() -> None:
    state = load("whist").start(seed=5)
    highest = [Weight(action=Play(f"{rank}{suit}"), weight=1e8, position="lead") for rank in "AKQ" for suit in "SHDC"]
    for found in playouts(state, Weighted(highest), 2):
        for now, action in found:
            legal = now.legal(now.actors[0])
            if not now.deal[Tricks].current.plays and any(str(one)[0] in "AKQ" for one in legal):
                assert str(action)[0] in "AKQ"


def test_without_weights_all_is_as_at_random() -> None:
    state = load("pikoko", players=3).start(seed=5)
    view = state.view(state.actors[0])
    found, other = (batch.evaluate(view, playouts=3000, policy=policy) for policy in (Weighted([]), None))
    for mean, error, about, its in zip(found.means, found.errors, other.means, other.errors, strict=True):
        assert abs(mean - about) < 5 * (error**2 + its**2) ** 0.5


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Weight(weight=-1), "weight=-1: a weight is a number from 0"),
        (lambda: Mixed(Uniform(), epsilon=1.5), "epsilon=1.5: a chance is a number from 0 to 1"),
    ],
)
def test_bad_policies_are_refused(make: Any, why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        make()


def test_policies_that_cannot_be_used_are_refused() -> None:
    view = load("whist").start(seed=1, first=0).view(1)
    with pytest.raises(InvalidRules, match="policy='greedy' is not a policy of"):
        batch.evaluate(view, policy="greedy")  # type: ignore[arg-type]
    with pytest.raises(InvalidRules, match="7 is not an action of whist, so that it has no weight"):
        batch.evaluate(view, policy=Weighted([Weight(action=Bid(7), weight=1)]))
    with pytest.raises(InvalidRules, match="only compiled code decides by it; "):
        batch.evaluate(uncompiled().start(seed=1, first=3).view(0), policy=NeedDriven())

"""A game is looked at move by move, as each seat saw it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from trickkit import GameOver, InvalidRules, Stacked, State, View, bots
from trickkit.bots import Analysis, Bot, Choice, Flat, Random, analyze
from trickkit.variants import pikinni

RULES = pikinni.rules(players=3)
SURE = Stacked(hands=[["AS"], ["KC"], ["QC"]], turned="8S")


def first_deal(*estimates: str) -> Iterator[State]:
    """A deal of one card each in which seat 0 has the highest trump."""
    state = RULES.start(seed=1, first=0, deals=[SURE])
    yield state
    for seat, estimate in enumerate(estimates):
        state = state.play(seat, estimate)
        yield state


def test_a_blunder_costs_and_the_best_action_does_not() -> None:
    blunder, right = analyze(first_deal("0", "0", "1"), Flat(32)), analyze(first_deal("1", "0", "1"), Flat(32))
    worst = blunder.worst(1)[0]
    assert (worst.move, worst.seat, str(worst.made.action), str(worst.best.action)) == (0, 0, "0", "1")
    assert worst.cost > 20
    assert worst.error is not None
    assert [decision.cost for decision in right.of(0)] == [0]


def test_decisions_are_judged_by_what_their_seats_could_know() -> None:
    seen: list[View] = []

    class Watching(Bot):
        def explain(self, view: View, budget: object = None) -> bots.Explanation:  # noqa: ARG002
            seen.append(view)
            return bots.Explanation([Choice(action, 0.0) for action in view.legal()])

    states = [*first_deal("1", "0", "1")]
    analyze(states, Watching())
    assert seen == [state.view(seat) for seat, state in enumerate(states[:3])]


def test_forced_moves_and_other_seats_are_left_out() -> None:
    state = RULES.start(seed=1, first=0, deals=[SURE])
    states = [state]
    for _ in range(6):
        seat = states[-1].actors[0]
        states.append(states[-1].play(seat, states[-1].legal(seat)[0]))
    assert [decision.move for decision in analyze(states, Random()).decisions] == [0, 1, 2]
    assert [decision.seat for decision in analyze(states, Random(), seat=1).decisions] == [1]
    moves: list[int] = []
    analyze(states, Random(), seen=moves.append)
    assert moves == [1, 2, 3, 4, 5, 6]


def test_the_worst_come_first_without_those_that_cost_nothing() -> None:
    found = analyze(bots.states(pikinni.rules(players=2), [Random(), Random()], seed=7), Flat(2))
    costs = [decision.cost for decision in found.worst(5)]
    assert costs == sorted((decision.cost for decision in found.decisions), reverse=True)[:5]
    assert Analysis(decision for decision in found.decisions if not decision.cost).worst() == ()
    assert found.mean_cost(0) == pytest.approx(sum(one.cost for one in found.of(0)) / len(found.of(0)))
    assert Analysis([]).mean_cost(0) is None


def test_bad_input() -> None:
    with pytest.raises(GameOver, match="no decision was made in this game"):
        analyze([RULES.start(seed=1)])
    with pytest.raises(InvalidRules, match="a budget of 0"):
        analyze(first_deal("1"), Flat(2), budget=0)

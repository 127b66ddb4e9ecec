"""What the batch engine refuses, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from processes import python

from trickkit import GameOver, IllegalAction, InvalidAction, InvalidRules, batch, load, playout

PIKOKO = load("pikoko", players=3)
BRIDGE = load("bridge")


@pytest.mark.parametrize("call", [batch.deals, batch.lanes, batch.games])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n=0 is not a whole number from 1 on"),
        ({"n": -3}, "n=-3 is not a whole number from 1 on"),
        ({"n": True}, "n=True is not"),
        ({"n": 2.0}, "n=2.0 is not"),
        ({"n": 2, "seed": "x"}, "seed='x': a seed is an integer"),
        ({"n": 2, "seed": None}, "seed=None: a seed is an integer"),
        ({"n": 2, "seed": True}, "seed=True: a seed is an integer"),
    ],
)
def test_numbers_and_seeds(call: Callable[..., Any], arguments: dict[str, Any], message: str) -> None:
    for rules in (PIKOKO, BRIDGE):
        with pytest.raises(InvalidRules, match=message):
            call(rules, **arguments)


BEGUN = PIKOKO.start(seed=7)


@pytest.mark.parametrize(
    "call",
    [
        lambda n: batch.deals(PIKOKO, n),
        lambda n: batch.games(PIKOKO, n),
        lambda n: batch.lanes(PIKOKO, n),
        lambda n: batch.playouts(BEGUN, n),
        lambda n: batch.evaluate(BEGUN.view(BEGUN.actors[0]), playouts=n, worlds=n),
        lambda n: batch.Dealer.of(BEGUN.view(0)).rows(n),
    ],
)
def test_more_than_there_is_memory_for_is_refused(call: Callable[[int], object]) -> None:
    with pytest.raises(InvalidRules, match="this machine has too little memory for so many at once"):
        call(1 << 46)


@pytest.mark.parametrize("call", [batch.deals, batch.lanes])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"number": 3}, r"number=3 is not one of 0\.\.2"),
        ({"number": -1}, r"number=-1 is not one of 0\.\.2"),
        ({"number": "first"}, r"number='first' is not one of 0\.\.2"),
        ({"starter": 3}, r"starter=3 is not one of 0\.\.2"),
        ({"starter": -1}, r"starter=-1 is not one of 0\.\.2"),
        ({"starter": False}, r"starter=False is not one of 0\.\.2"),
    ],
)
def test_numbers_of_deals_and_starters(call: Callable[..., Any], arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        call(PIKOKO, 2, **arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"number": 1, "totals": (1, 2)}, r"totals=\(1, 2\): there are 3 seats"),
        ({"number": 1, "totals": (1, 2, 3, 4)}, r"totals=\(1, 2, 3, 4\): there are 3 seats"),
        ({"number": 1, "totals": (1, 2, 0.5)}, "totals=0.5 is not one of"),
        ({"totals": (1, 2, 3)}, "the first deal of a game has no earlier ones; give number=1 or more"),
        ({"number": 0, "totals": (1, 2, 3)}, "the first deal of a game has no earlier ones"),
        ({"first": -1}, "first=-1 is not one of 0.."),
        ({"first": 2**70}, f"first={2**70} is not one of 0.."),
        ({"number": 1, "totals": (1, 2, 2**70)}, f"totals={2**70} is not one of"),
        ({"number": 1, "totals": 5}, "totals=5: there are 3 seats"),
        ({"threads": 0}, "threads=0 is not a whole number from 1 on"),
        ({"threads": 1.5}, "threads=1.5 is not a whole number from 1 on"),
        ({"players": [None, None]}, "2 players for 3 seats; give None for one that plays at random"),
    ],
)
def test_what_deals_are_given_besides(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        batch.deals(PIKOKO, 2, **arguments)


@pytest.mark.parametrize("arguments", [{"first": -1}, {"first": 2**60}, {"threads": 0}])
def test_what_games_are_given_besides(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidRules, match=r"is not (one of|a whole number from)"):
        batch.games(PIKOKO, 2, **arguments)


@pytest.mark.parametrize(("n", "chunk"), [(0, 1), (5, 0), (5, -1)])
def test_what_a_stream_is_given(n: int, chunk: int) -> None:
    with pytest.raises(InvalidRules, match="is not a whole number from 1 on"):
        list(batch.stream(PIKOKO, n, chunk=chunk))


@pytest.mark.parametrize(
    "call",
    [
        lambda rules: batch.supports(rules),
        lambda rules: batch.deals(rules, 2),
        lambda rules: list(batch.stream(rules, 2)),
        lambda rules: batch.lanes(rules, 2),
        lambda rules: batch.games(rules, 2),
    ],
)
@pytest.mark.parametrize("rules", ["pikoko", None, PIKOKO.start()])
def test_what_is_no_rules(call: Callable[[Any], Any], rules: object) -> None:
    with pytest.raises(InvalidRules, match="is not a Rules object; make one with"):
        call(rules)


def test_rules_that_cannot_be_played() -> None:
    from trickkit.phases import DealOut

    broken = PIKOKO.without(DealOut)
    with pytest.raises(InvalidRules) as plain:
        broken.start()
    for call in (batch.deals, batch.lanes, batch.games):
        with pytest.raises(InvalidRules) as found:
            call(broken, 2)  # type: ignore[operator]
        assert str(found.value) == str(plain.value)


@pytest.mark.parametrize("game", [PIKOKO, "pikoko", None, 7])
def test_playouts_are_of_a_state_or_a_view(game: Any) -> None:
    with pytest.raises(InvalidRules, match="playouts start from a State or a View, not from"):
        batch.playouts(game, 2)


@pytest.mark.parametrize("arguments", [{"n": 0}, {"n": 2, "seed": "x"}, {"n": 2, "worlds": 0}, {"n": 2, "threads": 0}])
@pytest.mark.parametrize("rules", [PIKOKO, BRIDGE])
def test_what_playouts_are_given(rules: Any, arguments: dict[str, Any]) -> None:
    state = rules.start(seed=1)
    for game in (state, state.view(0)):
        with pytest.raises(InvalidRules):
            batch.playouts(game, **arguments)


def test_a_game_that_is_over_is_not_played_on() -> None:
    over = playout(load("5211", players=2), seed=1)
    for game in (over, over.view(0)):
        with pytest.raises(GameOver, match="the game is over: 1 deal is played"):
            batch.playouts(game, 10)


# The actions of lanes


@pytest.fixture(params=["pikoko", "5211", "bridge"])
def lanes(request: pytest.FixtureRequest) -> Any:
    """Lanes of the compiled engine, with hands as masks and card by card, and of the reference engine."""
    table = batch.lanes(load(request.param), 5, seed=3)
    for _ in range(7):
        table.step(table.random())
    return table


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.zeros(4, np.int64), r"one for each of 5 lanes; these are int64 of shape \(4,\)"),
        (np.zeros((5, 1), np.int64), r"these are int64 of shape \(5, 1\)"),
        (np.zeros(5), r"these are float64 of shape \(5,\)"),
        (np.zeros(5, bool), r"these are bool of shape \(5,\)"),
        (["R7"] * 5, r"these are <U2 of shape \(5,\)"),
        (0, r"these are int64 of shape \(\)"),
    ],
)
def test_what_is_no_array_of_actions(lanes: Any, actions: Any, message: str) -> None:
    before = (lanes.decisions.tolist(), lanes.legal().tolist())
    with pytest.raises(InvalidAction, match=message):
        lanes.step(actions)
    assert (lanes.decisions.tolist(), lanes.legal().tolist()) == before


@pytest.mark.parametrize("wrong", ["illegal", "negative", "too high", "far too high"])
def test_an_illegal_action_names_the_lane_and_the_move_and_no_lane_is_stepped(lanes: Any, wrong: str) -> None:
    legal, actions = lanes.legal(), lanes.random()
    every = list(lanes.rules.actions.values())
    number = {"illegal": int(np.argmin(legal[3])), "negative": -1, "too high": len(every), "far too high": 2**40}[wrong]
    actions[3] = number
    seen = lanes.seen()
    before = (lanes.decisions.tolist(), legal.tolist(), seen.hands.tolist(), seen.committed.tolist())
    with pytest.raises(IllegalAction) as found:
        lanes.step(actions)
    seen = lanes.seen()
    assert (lanes.decisions.tolist(), lanes.legal().tolist(), seen.hands.tolist(), seen.committed.tolist()) == before
    error = found.value
    named = f"{every[number]} ({number})" if wrong == "illegal" else str(number)
    first = int(np.argmax(legal[3]))
    assert str(error).startswith(f"lane 3: {named} is not legal; legal: {every[first]} ({first})")
    assert error.action is (every[number] if wrong == "illegal" else None)
    assert error.legal == tuple(every[one] for one in np.flatnonzero(legal[3]))
    assert (error.game, error.seat) == (lanes.rules.key, lanes.seats[3])


def test_of_several_illegal_actions_the_first_lane_is_named(lanes: Any) -> None:
    with pytest.raises(IllegalAction, match="lane 0: -1 is not legal"):
        lanes.step(np.full(5, -1))


def test_any_kind_of_whole_numbers_is_taken() -> None:
    table = batch.lanes(PIKOKO, 3, seed=3)
    for kind in (np.int8, np.uint16, np.int64):
        table.step(table.random().astype(kind))
    table.step(table.random().tolist())  # type: ignore[arg-type]
    assert table.decisions.tolist() == [4, 4, 4]


# What is kept of deals


def test_moves_that_were_not_kept() -> None:
    found = batch.deals(PIKOKO, 3)
    assert found.moves is None
    with pytest.raises(ValueError, match="ask for them with moves=True"):
        found.result(0)


@pytest.mark.parametrize("deal", [3, -4])
def test_there_is_no_such_deal(deal: int) -> None:
    with pytest.raises(IndexError, match=f"deal {deal}: there are 3"):
        batch.deals(PIKOKO, 3, moves=True).result(deal)


# What is missing


@pytest.mark.parametrize("missing", ["numpy", "numba"])
def test_without_its_extra_it_says_what_to_install(missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None\nimport trickkit.batch"
    done = python(program)
    assert done.returncode == 1
    assert "MissingExtra: trickkit.batch needs NumPy and Numba: pip install 'trickkit[fast]'" in done.stderr


def test_without_its_extra_all_else_is_there() -> None:
    program = "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\nimport trickkit\n"
    program += "print(trickkit.playout(trickkit.load('pikoko'), seed=1).is_over)"
    assert python(program, check=True).stdout == "True\n"

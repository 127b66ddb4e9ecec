"""Deals in which some phases are run in Python, held to the reference engine."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import frozen
from lockstep import assert_game, is_followed, is_replayed
from tiers import sampled

from trickkit import Deal, Record, Rules, State, batch, bots, learn, load, playout
from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Beginnings
from trickkit.batch.lowering import interpreted
from trickkit.batch.lowering.paces import Paces
from trickkit.batch.machine.lowered import compile_rules, compiled
from trickkit.batch.run import mixed_deals, succession
from trickkit.batch.run.crossing import write_back
from trickkit.batch.run.fallback import game_seed
from trickkit.batch.run.mixed import run_mixed
from trickkit.batch.whole_games import why_not_games
from trickkit.phases import DealOut, Phase, Tricks
from trickkit.policies.resolution import Resolution
from trickkit.policies.until import AfterTricks
from trickkit.worlds import sampler

SPEC = spec_from_file_location("strange_games", Path(__file__).parents[2] / "benchmarks" / "strange_games.py")
assert SPEC is not None
assert SPEC.loader is not None
strange_games: Any = module_from_spec(SPEC)
sys.modules[SPEC.name] = strange_games
SPEC.loader.exec_module(strange_games)

every_game = pytest.mark.parametrize("name", strange_games.GAMES)


def made(name: str) -> Rules:
    return strange_games.GAMES[name]()  # type: ignore[no-any-return]


def played(rules: Rules, decisions: int, seed: int) -> State:
    """A game after some decisions at random."""
    state, draw = rules.start(seed=seed), Random(seed)
    for _ in range(decisions):
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    return state


@pytest.mark.sample(1)
@every_game
def test_deals_are_played_again_with_the_same_result(name: str) -> None:
    rules = made(name)
    found = batch.deals(rules, 12, 5, moves=True)
    for deal in range(12):
        is_replayed(found, deal)
    some = batch.deals(rules, 4, 5, first=6, moves=True)
    assert some.points.tolist() == found.points[6:10].tolist()


@pytest.mark.sample(2)
@every_game
@pytest.mark.parametrize("decisions", [1, 6, 18])
def test_playouts_from_any_position_are_played_again_with_the_same_result(name: str, decisions: int) -> None:
    state = played(made(name), decisions, seed=decisions)
    found = batch.playouts(state, 6, 7, moves=True)
    for deal in range(6):
        is_replayed(found, deal)
    assert found.points.tolist() == batch.playouts(state, 6, 7).points.tolist()


@pytest.mark.sample(2)
@every_game
def test_it_does_not_matter_which_engine_plays_a_deal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_rules(made(name))
    if program.tables[layout.LOTS] or not program.is_mixed:
        return
    count, players = 24, program.rules.players
    nobody, none = np.full(count, -1), np.zeros((1, players), np.int64)
    begins = Beginnings(np.arange(count), np.zeros(count, np.int64), nobody, none)
    found = []
    for by_reference in (0, count):
        monkeypatch.setattr(Paces, "by_reference", lambda *_, many=by_reference: many)
        found.append(run_mixed(program, 5, begins, moves=True))
    assert found[0].points.tolist() == found[1].points.tolist()
    for deal, decisions in enumerate(found[0].decisions.tolist()):
        moves = [(deals.moves.seats[deal, :decisions], deals.moves.actions[deal, :decisions]) for deals in found]
        assert np.array_equal(*moves)


@pytest.mark.sample(1)
@every_game
def test_lanes_go_as_states_do(name: str) -> None:
    is_followed(made(name), 3, 7)


def ended(lanes: Any, count: int) -> list[list[int]]:
    """What the first deals of lanes score that are played at random."""
    points: dict[int, list[int]] = {}
    while not points.keys() >= {*range(count)}:
        deals = lanes.episodes
        found = lanes.step(lanes.random())
        points |= zip(deals[lanes.last].tolist(), found.points.tolist(), strict=True)
    return [points[deal] for deal in range(count)]


@pytest.mark.sample(4)
@every_game
def test_lanes_play_at_random_as_whole_deals_do(name: str) -> None:
    rules = made(name)
    support = batch.supports(rules)
    if support or support.is_mixed:
        assert ended(batch.lanes(rules, 6, 5), 6) == batch.deals(rules, 6, 5).points.tolist()


@pytest.mark.sample(1)
@every_game
def test_it_does_not_matter_which_engine_plays_a_lane(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, found = made(name), []
    for by_reference in (0, 2, 5):
        monkeypatch.setattr(Paces, "by_reference", lambda *_, many=by_reference: many)
        found.append(ended(batch.lanes(rules, 5, 8), 10))
    assert found[1:] == found[:1] * 2


def test_lanes_are_left_to_the_faster_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = made("a partner by a card").replace(key="paces")
    paces, left = compile_rules(rules).interpreted.lane_paces, []
    monkeypatch.setattr(Paces, "note", lambda *_, **__: None)
    paces._warm_up = 0.0
    for mixed in (1.0, 0.01):
        paces._seconds, paces._decisions = [mixed, 0.1], [1.0, 1.0]
        lanes: Any = batch.lanes(rules, 8, 8)
        left.append(int(lanes._by_states.sum()))
    assert left == [8, 0]


def test_lanes_learn_outcomes_that_nobody_has_seen() -> None:
    rules = made("an auction").replace(key="unknown in lanes")
    lanes: Any = batch.lanes(rules, 40, 8)
    points = ended(lanes, 40)
    assert len(lanes._programs) > 1
    assert not lanes._left.all()
    assert points == batch.deals(rules, 40, 8).points.tolist()


def test_deals_that_end_together_as_rows_and_as_states_are_told_alike() -> None:
    rules = made("bids by cards")
    lanes, ends = batch.lanes(rules, 64, 5, number=0), 0
    for _ in range(45):
        found = lanes.step(lanes.random())
        ends += len(found)
        assert found.cards.shape == (len(found), rules.players)
    assert ends >= 64


@pytest.mark.sample(0)
def test_lanes_with_more_outcomes_than_there_is_room_for_are_right_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreted, "MOST_OUTCOMES", 9)
    is_followed(made("an auction").replace(key="full lanes"), 8, 7)


@pytest.mark.parametrize("name", ["declarations", "bids by cards"])
@pytest.mark.parametrize("after", [0, 3])
def test_lanes_go_on_after_a_step_that_was_broken_off(name: str, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, calls = made(name), [0]
    lanes, others = batch.lanes(rules, 5, 7), batch.lanes(rules, 5, 7)

    def interrupted(*given: Any) -> None:
        calls[0] += 1
        if calls[0] == after + 1:
            raise KeyboardInterrupt
        write_back(*given)

    monkeypatch.setattr(mixed_deals, "write_back", interrupted)
    while calls[0] <= after:
        actions = lanes.random()
        with suppress(KeyboardInterrupt):
            lanes.step(actions)
        others.step(actions)
    for _ in range(40):
        np.testing.assert_array_equal(lanes.legal(), others.legal())
        lanes.step(lanes.random())
        others.step(others.random())


def test_lanes_of_games_play_the_games() -> None:
    rules = made("bids by cards")
    lanes, points = batch.lanes(rules, 3, 7, of="games"), np.zeros((3, 4), np.int64)
    over = np.zeros(3, np.bool_)
    while not over.all():
        found = lanes.step(lanes.random())
        for place, lane in enumerate(lanes.last.tolist()):
            points[lane] += 0 if over[lane] else found.points[place]
            over[lane] |= lanes.over[place]
    assert points.tolist() == batch.games(rules, 3, 7).scores.tolist()


def test_learners_see_in_lanes_what_views_say() -> None:
    rules = made("three ways at once")
    table, code = learn.episodes(rules, 3, seed=7, players=[None, *[bots.Random()] * 3]), learn.encoding(rules)
    for _ in range(30):
        seen = table.observe()
        for lane in range(3):
            state = table.lanes.state(lane)
            for block, array in code.observe(state.view(state.actors[0])).items():
                np.testing.assert_array_equal(seen[block][lane], array, block)
        step = table.step(table.random())
        if step.ended.any():
            final = step.final(code, np.zeros(3, np.int64))
            assert (final["tricks"].sum(axis=1) == np.where(step.ended, 8, 0)).all()


@pytest.mark.sample(3)
@every_game
@pytest.mark.parametrize("number", [0, 3])
def test_a_whole_game_is_as_its_policies_say(name: str, number: int) -> None:
    rules = made(name)
    if why_not_games(rules):
        # The reference engine plays it, with what its policies look at.
        assert name in ("a hook after a card", "memory", "contracts each once", "an ending that looks back")
        return
    assert_game(rules, 5, number)


def test_a_game_with_a_phase_that_looks_at_earlier_deals_now_and_then_is_the_reference_engines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = made("memory")
    monkeypatch.setattr(succession, "_looks_back", lambda _: False)
    found = batch.games(rules, 2, 7)
    assert found.scores.tolist() == [[*playout(rules, seed=game_seed(7, number)).scores] for number in range(2)]


@every_game
def test_all_but_the_strange_phases_is_compiled(name: str) -> None:
    rules = made(name)
    support = batch.supports(rules)
    own = {type(phase).__name__ for phase in rules.phases if type(phase).__module__ == "strange_games"}
    # It looks at nothing but the record of a phase, and is asked for its outcomes.
    own -= {"TurnUpBids"}
    assert bool(support) == (not own)
    if name == "a hook after a card":
        # Tricks that are played in Python are not gone on with: whole deals are the reference engine's.
        assert not support.is_mixed
        assert {phase.how for phase in support.phases} == {"python"}
        return
    assert support.is_mixed == bool(own)
    assert {phase.name for phase in support.phases if phase.how == "python"} == own
    assert all((phase.how == "python") == bool(phase.why) == bool(phase.cost) for phase in support.phases)


@pytest.mark.sample(0)
@every_game
def test_worlds_of_a_view_are_played_on_by_compiled_code(name: str) -> None:
    state = played(made(name), 22, seed=4)
    found = batch.evaluate(state.view(state.actors[0]), worlds=4, playouts=8)
    assert found.how == "reference" if name == "a hook after a card" else found.how in ("compiled", "sampled")
    assert bots.best(state.rules, 2).act(state.view(state.actors[0])) in found.actions


@pytest.mark.sample(6)
@every_game
@pytest.mark.parametrize("decisions", [3, 14, 22])
def test_worlds_of_a_view_look_like_it(name: str, decisions: int) -> None:
    state = played(made(name), decisions, seed=4)
    for seat in (state.actors[0], None):
        view = state.view(seat)
        for world in view._worlds.several(Random(7), 3):
            assert world.view(seat) == view


def test_fewer_worlds_are_drawn_where_hardly_any_agrees_with_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody has declared rules out almost all of them."""
    monkeypatch.setattr(sampler, "SOME", 300)
    state = played(made("declarations"), 3, seed=3)
    worlds = state.view(state.actors[0])._worlds.several(Random(1), 64)
    assert 1 <= len(worlds) < 64
    assert len(played(made("memory"), 3, seed=3).view(0)._worlds.several(Random(1), 64)) == 64


def test_cards_that_are_turned_up_were_laid_away_by_their_hands_in_all_worlds() -> None:
    state = played(made("bids face down"), 14, seed=4)
    laid = state.deal[strange_games.LayBids]
    assert laid.shown
    for world in state.view(state.actors[0])._worlds.several(Random(3), 5):
        assert world.deal[strange_games.LayBids] == laid
        assert world.deal.held != state.deal.held


@pytest.mark.sample(4)
@every_game
def test_a_game_that_changes_in_place_goes_as_a_state_does(name: str) -> None:
    state, draw = made(name).start(seed=6), Random(6)
    table = batch.start(state)
    while not state.results:
        assert table.actors == state.actors
        seat = state.actors[0]
        assert table.legal(seat) == state.legal(seat)
        action = draw.choice(state.legal(seat))
        state = state.play(seat, action)
        table.play(seat, action)
    assert table.state() == state


def test_what_is_drawn_in_a_phase_differs_from_deal_to_deal() -> None:
    found = batch.deals(made("a market"), 30, 5, moves=True)
    orders = {deal[strange_games.Market].order for deal in (found.result(number).deal for number in range(30))}
    assert len(orders) > 10


@pytest.mark.sample(0)
def test_chances_in_a_phase_are_equal() -> None:
    """Each of the four seats names trump last as often."""
    rules = made("a market")
    found = batch.deals(rules, 800, 5)
    counts = np.bincount(found.declarer + 1, minlength=5)
    assert (counts[1:] > 130).all()
    assert 20 < counts[0] < 90


def test_outcomes_that_nobody_has_seen_are_learned() -> None:
    rules = made("an auction").replace(key="unknown")
    before = compile_rules(rules)
    found = batch.deals(rules, 40, 8, moves=True)
    after = compile_rules(rules)
    assert len(after.interpreted.outcomes) > before.extent[0]
    is_replayed(found, 39)


@pytest.mark.sample(1)
@every_game
def test_phases_before_those_in_python_are_not_asked_again(name: str) -> None:
    rules = made(name)
    batch.deals(rules, 60, seed=1)
    known = compile_rules(rules).interpreted
    grown, first = compiled(rules, known), known.begun
    known.begun = None
    anew = compiled(rules, known)
    np.testing.assert_array_equal(grown.tables, anew.tables)
    assert (first is None) == (known.begun is None)


def test_deals_with_more_outcomes_than_there_is_room_for_are_right_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreted, "MOST_OUTCOMES", 9)
    rules = made("an auction").replace(key="full")
    found = batch.deals(rules, 30, 8, moves=True)
    assert len(compile_rules(rules).interpreted.outcomes) == 9
    for deal in range(30):
        is_replayed(found, deal)
    state = played(rules, 2, seed=2)
    found = batch.playouts(state, 10, 7, moves=True)
    for deal in range(10):
        is_replayed(found, deal)


@frozen
class Bottle(Record):
    """The price of the bottle."""

    price: int


@frozen
class SellBottle(Phase):
    """A trick that is won below the price of the bottle lowers it to the rank of its best card."""

    record = Bottle

    def begin(self, deal: Deal) -> Deal:
        table, bottle = deal.get(Tricks), deal.get(Bottle) or Bottle(10)
        if not table or not table.tricks:
            return deal.with_record(bottle)
        last = table.tricks[-1]
        rank = "  23456789TJQKA".index(last.face_of(last.counted_taker)[0])
        return deal.with_record(Bottle(min(bottle.price, rank)))


@frozen
class BelowPrice(Resolution):
    """The highest card below the price wins, or else the highest of all."""

    price: int = 10

    def of(self, deal: Deal) -> Resolution:
        bottle = deal.get(Bottle)
        return BelowPrice(bottle.price) if bottle else self

    def fold(self, value: Any, face: Any, place: int, ranked: Any) -> Any:
        if value is None:
            return face.suit, face, place
        return (value[0], face, place) if self._height(face) > self._height(value[1]) else value

    def _height(self, face: Any) -> tuple[bool, int]:
        return face.rank < self.price, face.rank

    def winner(self, value: Any) -> int:
        return int(value[2])

    def led(self, value: Any) -> Any:
        return value[0]


@pytest.mark.sample(0)
def test_what_tricks_cannot_be_asked_about_beforehand_is_found_out_in_python() -> None:
    one = Tricks(resolution=BelowPrice(), until=AfterTricks(1))
    rules = load("whist").replace(phases=(DealOut(), *(one, SellBottle()) * 13))
    phases = batch.supports(rules).phases
    assert {phase.how for phase in phases if phase.name == "SellBottle"} == {"python"}
    assert {phase.how for phase in phases if phase.name == "Tricks"} == {"compiled"}
    found = batch.deals(rules, 20, 3, moves=True)
    for deal in sampled(range(20), 5):
        is_replayed(found, deal)

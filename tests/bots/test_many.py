"""Deals that greedy bots play together are those that they play view by view."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import effort, seeds
from tiers import sampled

from trickkit import Rules, State, lab, load
from trickkit.batch.evaluating.at_once import best_at_once, legal_in
from trickkit.batch.evaluating.table import Table as Together
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.results import Deals
from trickkit.batch.rollouts.gains import Gains
from trickkit.batch.run.fallback import collected
from trickkit.bots import Greedy, Random, many
from trickkit.bots.ahead import gains_of
from trickkit.bots.many import greedy_deals
from trickkit.bots.playing import deals_together
from trickkit.catalog.registry import keys
from trickkit.lab.observed import Observed
from trickkit.lab.playing import Table
from trickkit.lab.study import FOUND_AT_ONCE
from trickkit.phases.tricks import Tricks
from trickkit.play.later import later_deal
from trickkit.testing import rules

GAMES = (*keys(), str(Path(__file__).parents[2] / "variants" / "house" / "pikinni_hook.py"))
FACTS = (
    "number", "size", "starter", "trump", "leader", "decisions", "bids", "backs", "doubles", "buyer", "declarer",
    "tricks", "piles", "points",
)  # fmt: skip


@frozen
class Slowly(Greedy):
    """The same, view by view."""


def begun(of: Rules, seed: int, count: int) -> list[State]:
    """Deals at their first decisions."""
    table = Table(of, ("greedy",) * of.players, seed=seed, compiled=False)
    return [table.begun(number) for number in range(count)]


def one_by_one(of: Rules, seed: int, count: int) -> Deals:
    """The same deals, played by states."""
    table = Table(of, (Slowly(),) * of.players, seed=seed, compiled=False)
    results = [table.trace(number).states[-1].results[-1] for number in range(count)]
    return collected(of, results, count, moves=True)


def are_alike(found: Deals, deals: Deals, facts: Sequence[str] = FACTS) -> None:
    """Two ways to play deals came to the same decisions and to the same end."""
    assert found.moves is not None
    assert deals.moves is not None
    assert found.moves.actions.tolist() == deals.moves.actions.tolist()
    assert found.moves.seats.tolist() == deals.moves.seats.tolist()
    for name in facts:
        assert getattr(found, name).tolist() == getattr(deals, name).tolist(), name


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=effort(3))
@given(data=st.data())
def test_all_games_are_played_together_as_view_by_view(game: str, data: st.DataObject) -> None:
    of, seed, count = data.draw(rules(game)), data.draw(seeds), 2
    # The first time that a scoring is asked about a deal decides how it is asked.
    if greedy_deals(begun(of, seed, count), Greedy(seed=seed)) is not None:
        found = greedy_deals(begun(of, seed, count), Greedy(seed=seed))
        assert found is not None
        are_alike(found, one_by_one(of, seed, count))


@pytest.mark.sample(0)
def test_deals_are_played_together_also_where_a_scoring_turns_out_to_be_asked_by_itself() -> None:
    of = load("pikinni", double=True).replace(name="Asked by itself")
    assert greedy_deals(begun(of, 3, 2), Greedy(seed=3)) is not None
    compile_rules(of).scoring.asking(Untraceable("a scoring looks at what is not written down"))
    found = greedy_deals(begun(of, 4, 2), Greedy(seed=4))
    assert found is not None
    are_alike(found, one_by_one(of, 4, 2))


@pytest.mark.sample(0)
@pytest.mark.parametrize("game", sampled(["oh_hell", "hearts", "bridge", "euchre", "skat", "pikoko", "whist"], 1))
def test_deals_are_played_together_as_view_by_view(game: str) -> None:
    found = greedy_deals(begun(load(game), 3, 12), Greedy(seed=3))
    assert found is not None
    are_alike(found, one_by_one(load(game), 3, 12))
    assert found.result(5).scores == tuple(found.points[5])


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["hearts", "bridge", "coinche", "oh_hell", "spades", "pikinni", "skull_king"])
def test_calls_are_found_without_views(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many._Together, "_by_view", None)
    assert greedy_deals(begun(load(game), 3, 3), Greedy()) is not None


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["hearts", "bridge", "euchre", "skat", "coinche"])
@settings(max_examples=effort(4))
@given(seed=seeds)
def test_what_a_seat_does_not_see_plays_no_part(game: str, seed: int) -> None:
    (state,) = begun(load(game), seed, 1)
    worlds = [state, *[state.view(state.actors[0]).sample(random.Random(other)) for other in range(3)]]
    table = Together.of(worlds)
    assert table is not None
    together, legal = many._Together(table, Greedy()), legal_in(table.program, table.rows, range(4))
    seeds_of = {together._seed(deal) for deal in range(4)}
    assert len(seeds_of) == 1
    asked = [(deal, legal[deal], seed % 99) for deal in range(4)]
    assert len({*best_at_once(table.program, table.rows, table.decks, asked, 8)}) == 1


@pytest.mark.sample(0)
@pytest.mark.parametrize("game", ["oh_hell", "bridge", "pikoko", "euchre"])
def test_what_tricks_are_worth_is_remembered_by_what_was_called(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def checked(table: Together, deal: int, gains: Gains) -> int:
        state = table.state(deal)
        assert isinstance(state.phase, Tricks)
        anew = gains_of(state, state.phase, max(map(len, state.deal.hands)))
        assert all(np.array_equal(found, other) for found, other in zip(gains, anew, strict=True))
        return play(table, deal, gains)

    play = Together.play_tricks
    monkeypatch.setattr(Together, "play_tricks", checked)
    of = load(game)
    states = [later_deal(of, 5 if game == "oh_hell" else 0, seed=seed, starter=0) for seed in range(30)]
    assert greedy_deals(states, Greedy()) is not None


@pytest.mark.sample(0)
def test_a_phase_that_looks_at_what_others_know_is_tried_out() -> None:
    of = load("euchre", discard_turned=False)
    found = greedy_deals(begun(of, 0, 4), Greedy(seed=0))
    assert found is not None
    are_alike(found, one_by_one(of, 0, 4))


def test_bots_that_differ_are_asked_one_by_one() -> None:
    assert deals_together([Greedy(), Greedy()]) is not None
    for players in ([Greedy(), Greedy(seed=1)], [Greedy(), Random()], [Slowly(), Slowly()], [None, None]):
        assert deals_together(players) is None


@pytest.mark.sample(0)
def test_what_compiled_code_does_not_play_is_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(load("whist"), (Greedy(),) * 4, seed=3, compiled=False)
    together = Observed.of(table, range(2))
    monkeypatch.setattr("trickkit.batch.evaluating.table.prevented", lambda *_: "a policy is not known")
    assert greedy_deals(begun(load("whist"), 3, 1), Greedy()) is None
    alone = Observed.of(table, range(2))
    assert len(alone.traces) == 2
    assert together.deals.points.tolist() == alone.deals.points.tolist()


@pytest.mark.sample(0)
def test_studies_come_to_the_same_together() -> None:
    of = load("hearts")
    ways = [
        lab.profile(of, bots=bot, deals=FOUND_AT_ONCE + 3, seed=5, metrics=["wins", "points"], workers=1)
        for bot in (Greedy(), Slowly())
    ]
    assert ways[0].sums.moments == ways[1].sums.moments
    assert [found.study.at_once for found in ways] == [FOUND_AT_ONCE, 1]
    traced = lab.profile(of, bots=Greedy(), deals=2, metrics=["choices"], workers=1)
    assert traced.study.at_once == 1


def test_states_are_kept_where_somebody_looks_at_them() -> None:
    of = load("whist")
    table = Table(of, (Greedy(),) * 4, seed=3, compiled=False)
    seen = Observed.of(table, range(2))
    assert not seen.traces
    assert len(seen.with_traces(1).traces) == 2
    assert len(Observed.of(table, range(2), traced=1).traces) == 2
    assert np.array_equal(seen.deals.points, Observed.of(table, range(2), traced=1).deals.points)

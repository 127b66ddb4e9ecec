"""The calls of the batch engine: the same results however they are asked for, and on the reference engine as well."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import fields, frozen
from house_rules import BeatIfYouCan
from hypothesis import given, settings
from hypothesis import strategies as st
from lockstep import is_replayed
from processes import python
from strategies import KEYS, effort, seeds, variants, walk
from tiny_games import LooksAtHands

from trickkit import Deal, Rules, batch, load
from trickkit.phases import Evaluate, Phase, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.control import Control
from trickkit.policies.evaluation import Award, Evaluation
from trickkit.policies.resolution import Resolution
from trickkit.policies.until import Until

ARRAYS = [one.name for one in fields(batch.Deals) if one.type == "Array"]
CHUNK = 1 << 14
"""More deals than this are played in several parts."""


def same(one: batch.Deals, other: batch.Deals) -> None:
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)
    assert (one.moves is None) == (other.moves is None)
    if one.moves is not None and other.moves is not None:
        for name in ("seats", "actions", "dealt", "shown"):
            np.testing.assert_array_equal(getattr(one.moves, name), getattr(other.moves, name), name)


def joined(parts: list[batch.Deals], name: str) -> Any:
    return np.concatenate([getattr(part, name) for part in parts])


# What is supported


@settings(max_examples=effort(16))
@given(variants())
def test_the_three_games_are_compiled_with_every_option(rules: Rules) -> None:
    support = batch.supports(rules)
    assert support
    assert support == batch.Support(True, "")


@frozen
class Tidy(Phase):
    """A phase of a house."""

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(closed=deal.hands[0].known is None)


@frozen
class NobodyFive(Until):
    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return max(taken) >= 5

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return max(tricks.taken) >= 5 and tricks.tricks[-1].taker is not None


@frozen
class ByDeal(Control):
    def chooser(self, hand: int, players: int) -> int:
        return hand

    def choosers(self, deal: Deal) -> tuple[int, ...]:
        return tuple(seat for seat, hand in enumerate(deal.hands) if hand.known is not None)


@frozen
class Silent(Evaluation):
    def awards(self, faces: Any) -> tuple[Award, ...]:
        return (Award("first", (0,)),) if faces else ()


@frozen
class AllCards(Resolution):
    """The first card wins, and the value has all of them."""

    def fold(self, value: Any, face: Any, place: int, ranked: Any) -> tuple[str, ...]:
        return (*(value or ()), face.text)

    def winner(self, value: Any) -> int:
        return 0


PIKINNI = load("pikinni", players=3)
PREVENTED = {
    "phase": (PIKINNI.before(Tricks, Tidy()), "Tidy: it looks at more than 8 cards of a hand at once"),
    "until": (PIKINNI.replace(Tricks, until=NobodyFive()), "until NobodyFive(): it looks at single tricks"),
    "control": (PIKINNI.replace(Tricks, control=ByDeal()), "Tricks: it looks at more than 8 cards of a hand at once"),
    "evaluation": (load("5211", players=2).replace(Evaluate, evaluation=Silent()), "does not say what it looks at"),
    "values": (
        load("pikinni").replace(Tricks, resolution=AllCards()),
        "the resolution AllCards() has more than 16,384 values under one trump; let a value say less",
    ),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("rules", "why"), PREVENTED.values(), ids=PREVENTED)
def test_what_prevents_it_is_named(rules: Rules, why: str) -> None:
    support = batch.supports(rules)
    assert not support
    assert why in support.why


def test_rules_that_cannot_be_sent_to_other_processes_are_played_in_this_one() -> None:
    @frozen
    class WrittenHere(LooksAtHands):
        """A policy whose class is nowhere to be found by its name."""

    rules = load("whist").replace(Tricks, control=WrittenHere())
    same(batch.deals(rules, 9, 5, threads=1), batch.deals(rules, 9, 5, threads=2))


@pytest.mark.sample(0)
@pytest.mark.parametrize("rules", [one for one, _ in PREVENTED.values()], ids=PREVENTED)
def test_what_is_not_compiled_is_played_by_the_reference_engine(rules: Rules) -> None:
    n, players = 9, rules.players
    found = batch.deals(rules, n, 5, threads=1, moves=True)
    same(found, batch.deals(rules, n, 5, threads=2, moves=True))
    for deal in range(n):
        is_replayed(found, deal)
    assert found.points.shape == found.tricks.shape == found.backs.shape == found.piles.shape == (n, players)
    assert found.bids.shape == (n, players, players)
    (first, second) = batch.stream(rules, n, 5, chunk=6, threads=1)
    assert joined([first, second], "points").tolist() == found.points.tolist()
    state = walk(rules.start(seed=5), 4, 7)[-1]
    for game in (state, state.view(0)):
        one = batch.playouts(game, n, 3, threads=1, moves=True)
        same(one, batch.playouts(game, n, 3, threads=2, moves=True))
        for deal in range(n):
            is_replayed(one, deal)
    games = batch.games(rules, 3, 5, threads=1)
    assert games.scores.shape == games.wins.shape == (3, players)
    assert games.scores.sum(axis=0).tolist() == games.played.points.sum(axis=0).tolist()


@pytest.mark.sample(1)
@pytest.mark.parametrize("rules", [PREVENTED["until"][0], PREVENTED["evaluation"][0]], ids=["tricks", "table"])
def test_lanes_that_are_not_compiled_are_stepped_all_the_same(rules: Rules) -> None:
    lanes, actions = batch.lanes(rules, 3, 5), list(rules.actions.values())
    dealt = batch.deals(rules, 3, 5, moves=True)
    states = [next(dealt.states(lane)) for lane in range(3)]
    ended: set[int] = set()
    while len(ended) < 3:
        seats, legal, seen, choice = lanes.seats, lanes.legal(), lanes.seen(), lanes.random()
        assert seen.seat.tolist() == seats.tolist()
        done = lanes.step(choice)
        assert len(done) == len(lanes.last)
        for lane in {0, 1, 2} - ended:
            state, seat = states[lane], int(seats[lane])
            assert {actions[number] for number in np.flatnonzero(legal[lane])} == {*state.legal(seat)}
            states[lane] = state.play(seat, actions[choice[lane]])
        for place, lane in enumerate(lanes.last.tolist()):
            if lane not in ended:
                ended.add(lane)
                assert done.points[place].tolist() == list(states[lane].results[int(done.number[place])].scores)


def test_deals_that_were_dealt_here_are_played_on_by_several_processes() -> None:
    rules = load("bridge")
    state = next(batch.deals(rules, 1, 5, moves=True).states(0))
    same(batch.playouts(state, 9, 3, threads=1), batch.playouts(state, 9, 3, threads=2))


# The same, however it is asked for


@pytest.mark.sample(0)
def test_deals_far_on_in_a_game_without_end() -> None:
    # In a process of its own: what reads beyond its tables may end it.
    program = (
        "from trickkit import batch, load\n"
        "for number in (255, 256, 9_999):\n"
        "    found = batch.deals(load('hearts'), 3, 1, number=number, moves=True)\n"
        "    assert found.number.tolist() == [number] * 3\n"
        "    assert [found.result(deal).scores for deal in range(3)] == [tuple(one) for one in found.points.tolist()]\n"
    )
    done = python(program)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", [*KEYS, "hearts"])
def test_any_number_of_threads_gives_the_same_deals(key: str) -> None:
    rules, n = load(key), CHUNK * 2 + 77
    one = batch.deals(rules, n, 11, threads=1)
    same(one, batch.deals(rules, n, 11, threads=2))
    same(one, batch.deals(rules, n, 11))


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", KEYS)
def test_any_number_of_threads_gives_the_same_playouts_and_games(key: str) -> None:
    rules, n = load(key), CHUNK + 77
    view = rules.start(seed=3).view(0)
    same(batch.playouts(view, n, 11, worlds=9, threads=1), batch.playouts(view, n, 11, worlds=9, threads=2))
    one, two = batch.games(rules, n, 11, threads=1), batch.games(rules, n, 11, threads=2)
    for name in ("deals", "scores", "wins"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    same(one.played, two.played)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_played_in_parts_is_no_repetition(key: str) -> None:
    rules = load(key)
    state = rules.start(seed=3)
    for found in (batch.deals(rules, CHUNK + 99, 1, starter=0), batch.playouts(state, CHUNK + 99, 1)):
        assert found.points[:99].tolist() != found.points[CHUNK:].tolist()


@settings(max_examples=effort(10))
@given(variants(*KEYS, "oh_hell"), seeds, st.integers(1, 40), st.integers(0, 10**12), st.integers(1, 20))
def test_parts_of_the_deals_are_the_deals(rules: Rules, seed: int, n: int, first: int, chunk: int) -> None:
    kept = {"moves": True, "cards": True}
    all_of_them = batch.deals(rules, n, seed, first=first, **kept)
    half = n // 2
    parts = [
        batch.deals(rules, count, seed, first=begin, **kept)
        for begin, count in ((first, half), (first + half, n - half))
        if count
    ]
    for name in ARRAYS:
        if name != "totals":
            np.testing.assert_array_equal(joined(parts, name), getattr(all_of_them, name), name)
    whole = batch.deals(rules, n, seed)
    streamed = list(batch.stream(rules, n, seed, chunk=chunk))
    assert [len(part) for part in streamed] == [min(chunk, n - begin) for begin in range(0, n, chunk)]
    for name in ("points", "tricks", "starter", "number"):
        np.testing.assert_array_equal(joined(streamed, name), getattr(whole, name), name)


def test_a_stream_passes_on_what_else_deals_are_asked_for() -> None:
    rules = load("pikinni", players=3)
    parts = list(batch.stream(rules, 7, 3, chunk=3, number=4, starter=1, totals=(5, -6, 7), moves=True, cards=True))
    whole = batch.deals(rules, 7, 3, number=4, starter=1, totals=(5, -6, 7))
    assert joined(parts, "points").tolist() == whole.points.tolist()
    assert all(part.moves is not None and part.cards.shape[1] == 3 for part in parts)
    assert {*joined(parts, "starter").tolist()} == {1}


@pytest.mark.parametrize("key", ["pikoko", "5211", "bridge"])
def test_every_seed_is_a_seed(key: str) -> None:
    rules = load(key)
    seeds_of = [0, 1, -1, 2**62, 2**63, 2**64 + 5]
    found = [batch.deals(rules, 3, seed, threads=1, moves=True) for seed in seeds_of]
    for seed, one in zip(seeds_of, found, strict=True):
        same(one, batch.deals(rules, 3, seed, threads=1, moves=True))
        lanes = batch.lanes(rules, 3, seed)
        state = next(one.states(1))
        assert lanes.seats[1] == state.actors[0]
        shown = [
            (state.view(state.actors[0]).deal.hands[hand].mask & bits).bit_count()
            for hand in range(rules.players)
            for bits in rules.deck.kinds.values()
        ]
        assert lanes.seen().hands[1].ravel().tolist() == shown
    assert len({str(one.points.tolist()) for one in found}) == len(seeds_of)


def test_numpy_numbers_are_numbers() -> None:
    rules = load("pikoko", players=3)
    same(batch.deals(rules, np.int64(4), np.uint8(3), starter=np.int8(1)), batch.deals(rules, 4, 3, starter=1))


@pytest.mark.parametrize("key", [*KEYS, "bridge"])
def test_a_part_is_one_of_the_deals(key: str) -> None:
    found = batch.deals(load(key), 5, 3, threads=1)
    part = found.part(3)
    assert len(part) == 1
    for name in ARRAYS:
        if name != "totals":
            assert getattr(part, name).tolist() == getattr(found, name)[3:4].tolist()


def test_what_is_exact() -> None:
    found = batch.deals(load("pikoko", players=4), 200, 3)
    exact = found.exact()
    for deal, seat, on in ((deal, seat, on) for deal in range(200) for seat in range(4) for on in range(4)):
        assert exact[deal, seat, on] == (found.bids[deal, seat, on] == found.tricks[deal, on])
    assert not batch.deals(load("5211"), 20, 3).exact().any()


def test_no_policy_is_asked_while_deals_are_played() -> None:
    asked = []

    @frozen
    class Counted(BeatIfYouCan):
        def steps(self, context: Any) -> Any:
            asked.append(context)
            return super().steps(context)

    rules = load("pikinni", players=3).replace(Tricks, follow=Counted())
    batch.deals(rules, 10, 1)
    before = len(asked)
    batch.deals(rules, 1_000, 2)
    assert before > 0
    assert len(asked) == before

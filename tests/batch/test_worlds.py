"""Worlds dealt by compiled code: those of `view.sample`, as often; for small decks see `tests/worlds`."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numba
import numpy as np
import pytest
from attrs import frozen
from strategies import walk
from tiny_games import uncompiled

from trickkit import Deal, Record, State, View, load
from trickkit.batch.kernel import layout
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.search.growing import _no_plan
from trickkit.batch.worlds import Dealer
from trickkit.batch.worlds.dealer import REMEMBERED
from trickkit.batch.worlds.history import DealHistory
from trickkit.batch.worlds.template import Template
from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import Chance
from trickkit.phases import Phase, Tricks
from trickkit.play.state import resumed

COMPILED = [
    *(
        "pikoko",
        "pikinni",
        "5211",
        "euchre",
        "fox_in_the_forest",
        "german_whist",
        "hearts",
        "rope_team",
        "skat",
        "spades",
    )
]
SAMPLES = 40


def late(key: str, seed: int, part: float = 1 / 3) -> State:
    """A game in its first deal, with some part of its tricks played where there are any."""
    states = [one for one in walk(load(key).start(seed=seed), 400, seed) if one.actors and not one.results]
    tricks = [one for one in states if isinstance(one.phase, Tricks)] or states
    return tricks[int(len(tricks) * part)]


def places(dealer: Dealer, rows: Any) -> Counter[tuple[int, int]]:
    """How often each card lies in each hand."""
    program, found = dealer.program, Counter[tuple[int, int]]()
    for hand in range(program.rules.players):
        if program.tables[layout.SLOTTED]:
            begin = layout.HELD + layout.PACKED * hand
            held = np.ascontiguousarray(rows[:, begin : begin + 2]).view(np.uint8)
            found += Counter({(hand, int(kind)): int((held == kind).sum()) for kind in range(1, held.max() + 1)})
            continue
        masks = rows[:, layout.HANDS + hand]
        found += Counter({(hand, bit): int((masks >> bit & 1).sum()) for bit in range(64)})
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", COMPILED)
def test_cards_lie_where_they_lie_in_sampled_worlds(key: str) -> None:
    state = late(key, 11)
    dealer = Dealer.of(state.view(state.actors[0]))
    assert dealer.why == ""
    rows, _ = dealer.rows(20_000, seed=5)
    dealt, rng = places(dealer, rows), Random(5)
    worlds = [dealer.view.sample(rng) for _ in range(SAMPLES)]
    sampled = places(
        dealer, np.array([Template.of(dealer.program, dealer.view, DealHistory.of(world)).row for world in worlds])
    )
    assert sampled.keys() <= dealt.keys()
    expected = {place: SAMPLES * times / len(rows) for place, times in dealt.items() if times % len(rows)}
    square = sum((sampled[place] - times) ** 2 / times for place, times in expected.items())
    # Where the cards lie hangs together, so that fewer than all these numbers are free.
    assert square <= len(expected) + 8 * (2 * len(expected)) ** 0.5


def test_what_was_decided_in_secret_is_decided_anew() -> None:
    state = late("pikoko", 3)
    rows, _ = Dealer.of(state.view(0)).rows(4000, seed=1)
    backs = rows[:, layout.BACKS : layout.BACKS + 4]
    assert len(np.unique(backs[:, 0])) == 1
    for seat in (1, 2, 3):
        _, times = np.unique(backs[:, seat], return_counts=True)
        even = 4000 / len(times)
        assert len(times) == 5
        assert ((times - even) ** 2 / even).sum() < 20


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "hearts", "5211"])
def test_a_world_is_a_function_of_the_seed_and_its_number(key: str) -> None:
    dealer = Dealer.of(late(key, 4).view(1))
    rows, decks = dealer.rows(20, seed=9)
    again, decks_again = dealer.rows(5, seed=9, first=10)
    assert (rows[10:15] == again).all()
    assert (decks[10:15] == decks_again).all()
    assert (rows != dealer.rows(20, seed=10)[0]).any()


def test_plans_of_all_games_share_compiled_code() -> None:
    views = [
        view
        for key in ("pikoko", "hearts", "spades")
        for view in (load(key).start(seed=3).view(0), late(key, 3).view(0))
    ]
    plans = [_no_plan(), *(Dealer.of(view).plan for view in views)]
    assert len({numba.typeof(plan) for plan in plans}) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", [*COMPILED, "bridge", "oh_hell", "whist", "wizard"])
def test_a_view_is_loaded_without_playing_a_world(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [one for one in walk(load(key).start(seed=5), 90, 5) if one.actors and not one.results]
    views = [state.view(seat) for state in shown[:: max(1, len(shown) // 4)] for seat in state.actors[:2]]
    monkeypatch.setattr(View, "sample", None)
    assert {Dealer.of(view).why for view in views} == {""}


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", [*COMPILED, "bridge", "wizard"])
def test_a_drawn_course_shows_the_seat_the_same(key: str) -> None:
    rules = load(key)
    program, seen = compile_rules(rules), 0
    for state in [one for one in walk(rules.start(seed=8), 90, 8) if one.actors and not one.results][::7]:
        for seat in range(rules.players):
            if any(map(state.committed, range(rules.players))):
                continue
            view = state.view(seat)
            course, draw = DealHistory.drawn(program, view, Random(seat)), Random(1)
            world = resumed(rules, view.deal.begun_by, (), view.deal.begun_by, course.stacked, Chance(1))
            for mover, action in course.made:
                world = world.play(mover, draw.choice(world.legal(mover)) if action is UNKNOWN else action)
            assert world.view(seat) == view
            seen += 1
    assert seen


def test_the_dealers_of_the_last_views_are_remembered() -> None:
    state = late("spades", 4)
    view = state.view(1)
    dealer = Dealer.of(view)
    assert Dealer.of(view) is dealer
    for _ in range(REMEMBERED):
        assert Dealer.of(state.view(1)) is not dealer
    assert Dealer.of(view) is not dealer


def test_what_a_plan_cannot_say_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.batch.worlds.sharing.MOST_WAYS", 0)
    dealer = Dealer.of(late("hearts", 3, 0.9).view(0))
    assert dealer.how == "sampled"
    assert dealer.why == "there are too many ways to share the cards out to be counted"
    hands = dealer.rows(12, seed=1)[0][:, layout.HANDS : layout.HANDS + 4]
    assert (hands[:, 0] == hands[0, 0]).all()
    assert (hands != hands[0]).any()


@frozen
class Aces(Record):
    """How many aces seat 2 holds, which nobody knows before the deal is scored."""

    count: int

    def seen_by(self, seat: int | None, *, scored: bool) -> Aces:
        return self if scored else Aces(-1)


@frozen
class CountAces(Phase):
    """Note how many aces seat 2 holds."""

    record = Aces

    def begin(self, deal: Deal) -> Deal:
        aces = deal.held[2] & deal.deck.where(lambda face: face.text[0] == "A")
        return deal.with_record(Aces(aces.bit_count()))


def test_findings_that_depend_on_hidden_cards_are_sampled() -> None:
    rules = load("whist").before(Tricks, CountAces())
    dealer = Dealer.of(rules.start(seed=1, first=0).view(1))
    assert dealer.why == "a result depends on cards that the seat has not seen"
    rows, _ = dealer.rows(12)
    assert len(np.unique(rows[:, layout.OUTCOMES])) > 1


def test_what_does_not_compile_has_no_worlds_here() -> None:
    with pytest.raises(Unsupported, match="looks at more than 8 cards of a hand"):
        Dealer.of(uncompiled().start(seed=1).view(0))

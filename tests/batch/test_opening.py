"""Deals in which no card was moved yet but onto the table: their worlds are those found from all that is known."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import effort, variants

from trickkit import Rules, View, load
from trickkit.batch.kernel import layout
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.worlds import Dealer, dealer, incremental
from trickkit.batch.worlds.recent import RecentCache
from trickkit.phases import Tricks

SHARED = ("cards", "kinds", "may", "groups", "takers", "stock", "ways", "splits", "chances")
QUICK = {
    "belote": {"NameTrump"},
    "bridge": {"Auction", "Tricks"},
    "coinche": {"Auction", "Tricks"},
    "euchre": {"NameTrump", "GoAlone"},
    "hearts": {"PassCards"},
    "oh_hell": {"CallEstimates", "Tricks"},
    "pikinni": {"Estimates"},
    "pikoko": {"Bids"},
    "schieber": {"NameTrump"},
    "skat": {"BidAndHold"},
    "spades": {"CallEstimates", "Tricks"},
    "whist": {"Tricks"},
    "wizard": {"CallEstimates"},
}
"""Games and those of their phases in which little must be looked at."""


IDLE = [*range(layout.KNOWN, layout.POINTS), layout.NODE, *range(layout.HOLDS, layout.WORD + 1)]
"""The places in a row that in tricks say what others know, or what is left of a phase that is over."""


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental, "_remembered", RecentCache(incremental.REMEMBERED))
    monkeypatch.setattr(incremental, "_choosing", RecentCache(incremental.REMEMBERED))


def views(rules: Rules, seed: int) -> list[View]:
    """What the seats see that decide in a deal at random."""
    state, draw, seen = rules.start(seed=seed), Random(seed), []
    while state.actors and not state.results:
        seat = draw.choice(state.actors)
        seen.append(state.view(seat))
        state = state.play(seat, draw.choice(seen[-1].legal()))
    return seen


def both(view: View, monkeypatch: pytest.MonkeyPatch) -> tuple[Dealer, Dealer] | None:
    """Its dealers, found from the beginning of the deal and from all that is known; None where the first is not."""
    with monkeypatch.context() as patch:
        patch.setattr(dealer, "goes_on_from", lambda *_: None)
        try:
            quick = Dealer._made(view)
        except Unsupported:
            return None
        if "_worlds" in view.__dict__ or quick.plan is None:
            return None
        patch.setattr(dealer, "begins", lambda *_: None)
        return quick, Dealer._made(view)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", QUICK)
def test_the_phases_are_found_so(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {type(view.phase).__name__ for view in views(load(key), 2) if both(view, monkeypatch)}
    assert found >= QUICK[key]


@pytest.mark.sample(0)
@settings(max_examples=effort(12))
@given(rules=variants(*QUICK), seed=st.integers(0, 1 << 16))
def test_worlds_are_those_found_from_all_that_is_known(rules: Rules, seed: int) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        looked = [(view, *pair) for view in views(rules, seed) if (pair := both(view, monkeypatch))]
    for view, quick, plain in Random(seed).sample(looked, min(len(looked), 8)):
        assert quick.plan is not None
        if plain.plan is None:
            # Half of the hands are dealt: that alone is found only from the beginning of the deal.
            assert view.deal.size > max(map(len, view.deal.hands))
            continue
        for name in SHARED:
            mine, other = getattr(quick.plan, name), getattr(plain.plan, name)
            if name == "cards":
                # Of equal copies it does not matter which.
                mine, other = ([rules.deck.cards[number].text for number in one] for one in (mine, other))
            assert np.array_equal(mine, other), name
        if not rules.deck.copies:
            mine, other = (one.rows(16, seed)[0] for one in (quick, plain))
            if isinstance(view.phase, Tricks):
                mine[:, IDLE] = other[:, IDLE]
            assert not np.flatnonzero((mine != other).any(axis=0)).size


def test_what_is_left_of_half_hands_is_dealt_from_what_is_left() -> None:
    rules = load(
        "pikinni", players=2, challenge=False, zero=False, change=False, double=True, short_schedule="three_eights_only"
    )
    state, deck = rules.start(seed=3), rules.deck
    view = state.view(state.actors[0])
    made = Dealer._made(view)
    assert (view.deal.size, len(view.deal.hands[0]), made.plan is not None) == (8, 4, True)
    other, unseen = 1 - state.actors[0], {*range(len(deck))} - {*deck.numbers(map(str, view.deal.hands[view.seat]))}
    to_come = [*range(4, 8), *range(12, len(deck))]
    for row, cards in zip(*made.rows(50, 5)[:2], strict=True):
        masks = [made.program.mask_of(row, layout.HANDS + hand) for hand in range(2)]
        assert masks[view.seat] == view.deal.held[view.seat]
        held = {number for number in unseen if masks[other] & deck.masks[number]}
        assert (len(held), held | {*cards[to_come].tolist()}) == (4, unseen)

"""Hypothesis strategies for rules of every game with random options, and for games in progress."""

from __future__ import annotations

from random import Random

from hypothesis import assume, settings
from hypothesis import strategies as st

from trickkit import Rules, State
from trickkit.phases import Bids, Confidence, Estimates, Reveal
from trickkit.testing import rules, states

KEYS = ("pikoko", "pikinni", "5211")
"""The games of the package."""

USUAL = 24
"""What `effort` takes for the usual number of examples."""


def effort(examples: int) -> int:
    """So many examples of something that takes long, and in proportion more or fewer where the profile asks for it."""
    return max(2, examples * settings.default.max_examples // USUAL)


def variants(*keys: str) -> st.SearchStrategy[Rules]:
    """Rules of any game, or of one of those named, for any number of players, with any options."""
    return st.sampled_from(keys or KEYS).flatmap(rules)


def walk(state: State, steps: int, seed: int) -> list[State]:
    """The states of a random walk: the given one, then one after each of at most so many actions."""
    random = Random(seed)
    states = [state]
    while len(states) <= steps and state.actors:
        seat = random.choice(state.actors)
        state = state.play(seat, random.choice(state.legal(seat)))
        states.append(state)
    return states


seeds = st.integers(0, 2**32 - 1)


@st.composite
def walks(draw: st.DrawFn, *keys: str, most: int = 250) -> list[State]:
    """A random game of any kind, or of one of those named, from its beginning, broken off anywhere."""
    start = draw(variants(*keys)).start(seed=draw(seeds))
    return walk(start, draw(st.integers(0, most), label="steps"), draw(seeds))


@st.composite
def secret_turns(draw: st.DrawFn) -> State:
    """A game of any kind in which several seats are deciding in secret."""
    # Where calls are open, several seats may act as well, but each hears the others.
    phases = (Bids, Confidence, Estimates, Reveal)
    secret = [one for one in draw(walks()) if len(one.actors) > 1 and isinstance(one.phase, phases)]
    assume(secret)
    return draw(st.sampled_from(secret))


def positions(most: int = 250) -> st.SearchStrategy[State]:
    """A game of any kind in any position."""
    return st.sampled_from(KEYS).flatmap(lambda key: states(key, most))

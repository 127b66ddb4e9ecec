"""Positions of random deals: near their end, and all along."""

from __future__ import annotations

import random

from trickkit import Rules, State, load

FEW = 250
"""So many positions are enumerated at most."""


def near_end(key: str, seed: int, **options: int) -> State:
    """The first position of a random deal from which few can be reached, and in which a seat has a choice."""
    state, draw, states = load(key, **options).start(seed=seed), random.Random(seed), list[State]()
    while not state.results:
        states.append(state)
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    while states and reached(states[-1], FEW) < FEW:
        state = states.pop()
    while not state.results and len(state.legal(state.actors[0])) == 1:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return near_end(key, seed + 100, **options) if state.results else state


def reached(state: State, most: int) -> int:
    """How many positions can be reached from one, as far as they are no more than some number."""
    if state.results or not most:
        return 0
    count = 1
    for action in state.legal(state.actors[0]):
        count += reached(state.play(state.actors[0], action), most - count)
        if count >= most:
            break
    return count


def decisions(rules: Rules, *, seed: int, most: int = 8) -> list[State]:
    """Positions of a random game, spread over it, at which its first actor has a choice."""
    state, draw, found = rules.start(seed=seed), random.Random(seed), []
    while state.actors and len(found) < 200:
        seat = state.actors[0]
        if len(state.legal(seat)) > 1:
            found.append(state)
        state = state.play(seat, draw.choice(state.legal(seat)))
    return found[:: max(1, len(found) // most)]

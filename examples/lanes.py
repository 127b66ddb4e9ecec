"""A learning loop over lanes: how many tricks should a player estimate at Pikinni, with so many aces and trumps?

Two thousand deals are stepped together. Each seat counts its aces and trumps, usually estimates what has paid best so
far, and plays at random; when a deal ends, its points go into the table. It needs the extra `fast`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trickkit import batch, load
from trickkit.phases import Estimates

LANES, STEPS, CARDS, TRYING = 2000, 1500, 5, 0.1

rules = load("pikinni", players=4)
deck, actions = rules.deck, list(rules.actions)
asking = next(place for place, phase in enumerate(rules.phases) if isinstance(phase, Estimates))
bids = np.array([actions.index(str(tricks)) for tricks in range(CARDS + 1)])
faces = [deck.face(bit & -bit) for bit in deck.kinds.values()]
suits = np.array([deck.suits.index(face.suit) for face in faces])
aces = np.array([face.text[0] == "A" for face in faces])


def strengths(seen: batch.Seen) -> NDArray[np.int64]:
    """By lane, how many aces and trumps the deciding seat holds."""
    own = seen.hands[np.arange(len(seen.seat)), seen.seat]
    found: NDArray[np.int64] = np.sum(own * (aces | (suits == seen.trump[:, None])), axis=1, dtype=np.int64)
    return found


def main() -> None:
    """Learn, and print what was learned."""
    rng = np.random.default_rng(7)
    lanes = batch.lanes(rules, LANES, seed=7, number=CARDS - 1)
    points = np.zeros((CARDS + 1, CARDS + 1))  # by strength and estimate: the sum of what they brought
    tried = np.ones_like(points)
    held, chosen = np.zeros((2, LANES, rules.players), np.int64)
    means = []
    for _ in range(STEPS):
        seen, decisions = lanes.seen(), lanes.random()
        deciding = np.flatnonzero(seen.phase == asking)
        strength = strengths(seen)[deciding]
        best = (points / tried)[strength].argmax(axis=1)
        estimate = np.where(rng.random(len(deciding)) < TRYING, rng.integers(0, CARDS + 1, len(deciding)), best)
        held[deciding, seen.seat[deciding]], chosen[deciding, seen.seat[deciding]] = strength, estimate
        decisions[deciding] = bids[estimate]
        ended = lanes.step(decisions)
        if len(ended):
            np.add.at(points, (held[lanes.last], chosen[lanes.last]), ended.points)
            np.add.at(tried, (held[lanes.last], chosen[lanes.last]), 1)
            means.append(ended.points.mean())
    print(f"{LANES * STEPS:,} decisions, {tried.sum() - tried.size:,.0f} estimates")
    print(f"mean points of an estimate: {means[0]:.1f} in the first deals, {np.mean(means[-10:]):.1f} in the last ones")
    for number, worth in enumerate((points / tried)[:-1]):
        print(f"{number} aces and trumps: estimate {worth.argmax()}, worth {worth.max():.1f}")


if __name__ == "__main__":
    main()

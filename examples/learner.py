"""Learning to play: what to estimate at Pikinni, and which card to play, from nothing but the points.

A thousand deals are stepped together, and all four seats learn in one table of means: what a kind of decision has
earned in a kind of situation, in points above those of the others. Then one seat that follows the table meets three
that play at random. It needs the extra `fast`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit import batch, learn, load

LANES, STEPS, CARDS, TRYING = 1000, 900, 5, 0.1

rules = load("pikinni", players=4)
code = learn.encoding(rules, blocks=["hands", "held", "table", "trump", "bids", "tricks", "led", "playing"])
deck = rules.deck
faces = [deck.face(bit & -bit) for bit in deck.kinds.values()]
suits = np.array([deck.suits.index(face.suit) for face in faces])
ranks = np.array([face.rank for face in faces]) - min(face.rank for face in faces)
cards = np.array([code.number(text) for text in deck.kinds])
estimates = np.array([code.number(str(number)) for number in range(CARDS + 1)])

Arrays = dict[str, Any]
KINDS = 12  # of a card: whether it would be winning, whether it is trump, and how high it is
SITUATIONS = 6 * 2 * (CARDS + 1)  # how many tricks are needed, whether the seat leads, and how many cards it holds
ESTIMATES = SITUATIONS * KINDS  # what stands in the table from here on, by how strong the hand is
worth = np.zeros(ESTIMATES + (CARDS + 1) ** 2)
tried = np.ones(len(worth))


def cells(seen: Arrays) -> Any:
    """By lane and action, its cell in the table."""
    lanes, trump = len(seen["trump"]), seen["trump"][:, None]
    own, is_trump = seen["hands"][:, 0], suits == trump
    led = np.where(seen["led"] < 0, -1, suits[seen["led"]])[:, None]
    strength = ranks + 10 * (suits == led) + 20 * is_trump
    best = (seen["table"].any(axis=1) * (strength + 1)).max(axis=1, keepdims=True)
    kind = 6 * (strength >= best) + 3 * is_trump + ranks // 3
    need = np.clip(seen["bids"][:, 0, 0] - seen["tricks"][:, 0], -1, 4) + 1
    situation = (need * 2 + (seen["led"] < 0)) * (CARDS + 1) + seen["held"][:, 0]
    found = np.zeros((lanes, len(code.texts)), np.int64)
    found[:, cards] = situation[:, None] * KINDS + kind
    strong = (own * ((ranks == ranks.max()) | is_trump)).sum(axis=1)[:, None]
    found[:, estimates] = ESTIMATES + strong * (CARDS + 1) + np.arange(CARDS + 1)
    return found


def best(seen: batch.Seen, legal: Any) -> Any:
    """The action that the table values most."""
    found = cells(code.observe_seen(seen))
    return np.where(legal, (worth / tried)[found], -np.inf).argmax(axis=1)


def learn_from_play(rng: np.random.Generator) -> None:
    """Fill the table."""
    lanes = batch.lanes(rules, LANES, seed=7, number=CARDS - 1)
    every, made = np.arange(LANES), np.full((LANES, rules.players, CARDS + 1), -1)
    for _ in range(STEPS):
        found, legal, seats = cells(code.observe_lanes(lanes)), lanes.legal(), lanes.seats
        choice = np.where(legal, (worth / tried)[found], -np.inf).argmax(axis=1)
        choice = np.where(rng.random(LANES) < TRYING, lanes.random(), choice)
        made[every, seats, lanes.decisions // rules.players] = found[every, choice]
        ended = lanes.step(choice)
        if len(ended):
            gained = ended.points - ended.points.mean(axis=1, keepdims=True)
            where, points = made[lanes.last], np.broadcast_to(gained[:, :, None], made[lanes.last].shape)
            np.add.at(worth, where[where >= 0], points[where >= 0])
            np.add.at(tried, where[where >= 0], 1)
            made[lanes.last] = -1


def main() -> None:
    """Learn, and compare."""
    learn_from_play(np.random.default_rng(7))
    print(f"{LANES * STEPS:,} decisions")
    players = [best, None, None, None]
    found = batch.deals(rules, 4000, seed=1, number=CARDS - 1, players=players)
    margin = found.points[:, 0] - found.points[:, 1:].mean(axis=1)
    reach = 1.96 * margin.std() / np.sqrt(len(margin))
    print(f"against random seats: {margin.mean():+.0f} points a deal, at least {margin.mean() - reach:+.0f} with 95 %")
    exact = (found.tricks == found.estimates).mean(axis=0)
    print(f"exact estimates: {exact[0]:.0%}, where random seats have {exact[1:].mean():.0%}")


if __name__ == "__main__":
    main()

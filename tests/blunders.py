"""Small positions of all games with one right answer, whatever the others hold and do.

`python tests/blunders.py` looks for them and writes `blunders.txt`: by line the game, the seed of its first deal,
the right answer, and the decisions before, all made by the first seat that may.
"""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path
from random import Random

from attrs import frozen

from trickkit import Action, State, load
from trickkit.bots import Utility
from trickkit.catalog.registry import keys

FILE = Path(__file__).with_name("blunders.txt")
FEW = 250
"""So many positions are enumerated at most."""
WORLDS = 64
"""In how many worlds an answer is right."""
EACH, ALL = 16, 100
"""How many positions of a game there are at most, and how many in all."""


@frozen
class Planted:
    """A position with one right answer.

    Args:
        key: of the game.
        seed: of its first deal.
        right: the text of the answer.
        before: the texts of the decisions before.
    """

    key: str
    seed: int
    right: str
    before: tuple[str, ...]

    @classmethod
    def read(cls, line: str) -> Planted:
        """The position that a line notes."""
        key, seed, right, before = line.split(" | ")
        return cls(key, int(seed), right, tuple(before.split(", ")) if before else ())

    def __str__(self) -> str:
        return " | ".join([self.key, str(self.seed), self.right, ", ".join(self.before)])

    @property
    def state(self) -> State:
        """The position."""
        state = load(self.key).start(seed=self.seed)
        for text in self.before:
            state = state.play(state.actors[0], text)
        return state


def planted() -> tuple[Planted, ...]:
    """Those that are written down."""
    return tuple(map(Planted.read, FILE.read_text(encoding="utf-8").splitlines()))


class TooMany(Exception):
    """There are more positions than are enumerated."""


def right_answer(state: State, rng: Random) -> Action | None:
    """The action that is better in any world than all others, whatever the other seats do later; None for none."""
    seat, utility = state.actors[0], Utility.said_by(state.rules)
    view, right = state.view(seat), None
    for _ in range(WORLDS):
        world = view.sample(rng)
        bounds = {}
        for action in view.legal():
            left = [FEW]
            bounds[action] = _bounds(world.play(seat, action), seat, utility, len(world.results), left)
        best = max(bounds, key=lambda action: bounds[action][0])
        if right not in (None, best) or any(
            most >= bounds[best][0] for action, (_, most) in bounds.items() if action != best
        ):
            return None
        right = best
    return right


def _bounds(state: State, seat: int, utility: Utility, deals: int, left: list[int]) -> tuple[float, float]:
    """What a seat is sure to get if it plays well, and what it can get at most."""
    if len(state.results) > deals:
        worth = utility.of(state.results[deals].scores, seat)
        return worth, worth
    left[0] -= 1
    if left[0] < 0:
        raise TooMany
    actor = state.actors[0]
    after = [_bounds(state.play(actor, action), seat, utility, deals, left) for action in state.legal(actor)]
    most = max(high for _, high in after)
    return (max if actor == seat else min)(low for low, _ in after), most


def position(key: str, seed: int) -> Planted | None:
    """The last position of a random deal with one right answer; None where none is small."""
    state, draw, states = load(key).start(seed=seed), Random(seed), list[State]()
    while not state.results:
        states.append(state)
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    for before in reversed(states):
        try:
            right = right_answer(before, Random(seed)) if len(before.legal(before.actors[0])) > 1 else None
        except TooMany:
            return None
        if right is not None:
            return Planted(key, seed, str(right), tuple(str(action) for _, action in before.moves))
    return None


def main() -> None:
    """Write the file: positions of all games in turn, until there are enough."""
    found: dict[str, list[Planted]] = {key: [] for key in keys()}
    for seed, key in chain.from_iterable([(seed, key) for key in keys()] for seed in count()):
        planted = position(key, seed) if len(found[key]) < EACH else None
        if planted is not None:
            found[key].append(planted)
        if sum(map(len, found.values())) == ALL:
            break
    FILE.write_text("".join(f"{one}\n" for own in found.values() for one in own), encoding="utf-8")


if __name__ == "__main__":
    main()

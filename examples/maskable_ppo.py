"""Gives a card table to a maintained library: MaskablePPO of sb3-contrib learns one seat, the others play at random.

The environment is that of `trickkit.learn.gymnasium`, a thousand deals of Pikinni side by side; here it becomes the
kind of vector environment that Stable-Baselines3 takes. Then the learner plays new deals.

It needs `pip install 'trickkit[sb3]'`, a minute of processor time, and no more than one core.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from trickkit import bots, load
from trickkit.learn import gymnasium

RULES = load("pikinni")
BLOCKS = ["held", "hands", "table", "led", "trump", "bids", "tricks"]
LANES, DEALS = 1024, 10_000
SCALE = 10
"""Rewards are tens of points: networks learn numbers near 1 best."""


class Tables(VecEnv):  # type: ignore[misc]
    """Deals side by side: an observation is one array of numbers, and the legal actions are a mask."""

    def __init__(self, seed: int) -> None:
        others = [bots.Random()] * (RULES.players - 1)
        self.table = gymnasium.vector_env(RULES, LANES, seed=seed, players=[None, *others], blocks=BLOCKS)
        self.code, self.actions = self.table.encoding, np.zeros(LANES, np.int64)
        low, high = (
            np.concatenate([np.full(block.size, getattr(block, bound), np.float32) for block in self.code.blocks])
            for bound in ("low", "high")
        )
        super().__init__(LANES, spaces.Box(low, high, dtype=np.float32), spaces.Discrete(len(self.code.texts)))

    def seen(self, seen: dict[str, Any]) -> Any:
        """The observations; stores the masks."""
        self.masks = seen["action_mask"].astype(bool)
        return self.code.flat(seen)

    def reset(self) -> Any:
        """The first observations."""
        return self.seen(self.table.reset()[0])

    def step_async(self, actions: Any) -> None:
        """Store a decision for every lane."""
        self.actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Carry them out. The learner needs no last observations: a deal that is over is worth nothing more."""
        seen, rewards, ended, _, _ = self.table.step(self.actions)
        return self.seen(seen), (rewards / SCALE).astype(np.float32), ended, [{} for _ in range(LANES)]

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        """The masks of the legal actions, the only method that is called."""
        assert method_name == "action_masks"
        return list(self.masks)

    def has_attr(self, attr_name: str) -> bool:
        """Whether lanes have an attribute."""
        return attr_name == "action_masks"

    def get_attr(self, *_: Any) -> list[Any]:
        """Nothing is rendered, and lanes have no other attributes."""
        return [None] * LANES

    def set_attr(self, attr_name: str, *_: Any) -> None:
        """Nothing is set."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, *_: Any) -> list[bool]:
        """No lane is wrapped."""
        return [False] * LANES

    def close(self) -> None:
        """There is nothing to close."""


def margin(model: MaskablePPO) -> str:
    """The learner's lead over the others in points a deal, with the 95 % interval."""
    tables = Tables(seed=1)
    seen, kept = tables.reset(), np.ones(LANES, bool)
    # Every lane plays the same number of deals, so that long and short ones count equally.
    played, points = np.zeros(LANES, np.int64), []
    while kept.any():
        choice, _ = model.predict(seen, action_masks=tables.masks, deterministic=True)
        seen, rewards, ended, _ = tables.step(choice)
        points.append(rewards[ended & kept] * SCALE)
        played += ended
        kept = played < -(-DEALS // LANES)
    gained = np.concatenate(points)
    reach = 1.96 * gained.std() / np.sqrt(len(gained))
    return f"{gained.mean():+.2f} ± {reach:.2f} points above the others in each of {len(gained):,} deals"


def main(steps: int = 500_000) -> None:
    """Learn, and print the result."""
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy", Tables(seed=0), n_steps=16, batch_size=2048, n_epochs=4, learning_rate=1e-3, gamma=1.0, seed=7,
        device="cpu",
    )  # fmt: skip
    print("before:", margin(model), flush=True)
    model.learn(steps)
    print(f"after {steps:,} decisions:", margin(model), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

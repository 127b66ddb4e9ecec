"""Lanes as a vector environment of Gymnasium: the extra `gymnasium`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from trickkit.batch import lanes as stepped_lanes
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.run.chunks import whole
from trickkit.errors import InvalidRules, MissingExtra
from trickkit.learn.observing import Encoding, encoding
from trickkit.play.rules import Rules
from trickkit.play.utility import Utility

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra("trickkit.learn.gymnasium needs Gymnasium: pip install 'trickkit[gymnasium]'") from error

__all__ = ["LanesEnv", "vector_env"]

Infos = dict[str, Any]


class LanesEnv(VectorEnv):  # type: ignore[misc]
    """Deals side by side, in each of which the learner decides for whichever seat is to decide; made by `vector_env`.

    An observation has the blocks of `encoding`, from the seat that decides, and `action_mask`. An episode is a deal;
    the next one begins in the same step (`AutoresetMode.SAME_STEP`). The reward is what the deal was worth to the seat
    that decided last. What all seats gained stands in `infos["points"]`, and whose observation it is in
    `infos["seat"]`.

    >>> from trickkit import load
    >>> from trickkit.learn import gymnasium
    >>> gymnasium.vector_env(load("pikinni"), 3).reset(seed=7)[1]["seat"].shape
    (3,)
    """

    def __init__(self, rules: Rules, lanes: int, seed: int, blocks: Iterable[str] | None) -> None:
        self.encoding: Encoding = encoding(rules, blocks=blocks)
        self.num_envs = whole("lanes", lanes, 1)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = _space(self.encoding)
        self.single_action_space = spaces.Discrete(len(self.encoding.texts))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._utility, self._first = Utility.said_by(rules), seed
        self._weights = np.array([_gains(self._utility, rules.players, seat) for seat in range(rules.players)])
        self._lanes = stepped_lanes(rules, self.num_envs, seed)

    def reset(self, *, seed: int | None = None, options: Infos | None = None) -> tuple[dict[str, Array], Infos]:
        """Begin new deals in all lanes.

        Args:
            seed: of the deals; None goes on with other ones.
            options: of no use.
        """
        super().reset(seed=seed)
        self._first = self._first + 1 if seed is None else seed
        self._lanes = stepped_lanes(self.encoding.rules, self.num_envs, self._first)
        return self._seen(), {"seat": self._lanes.seats}

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, Infos]:
        """A decision in every lane.

        Args:
            actions: (lanes,), whole numbers.

        Raises:
            InvalidAction: the actions are no such array.
            IllegalAction: an action is not legal; says in which lane. No lane has been stepped then.
        """
        table = self._lanes
        seats = table.seats
        ended = table.step(actions)
        rewards, over = np.zeros(self.num_envs, np.float64), np.zeros(self.num_envs, np.bool_)
        infos: Infos = {}
        if len(ended):
            over[table.last] = True
            points = np.zeros((self.num_envs, self.encoding.players), np.float64)
            points[table.last] = ended.points @ self._weights.T
            rewards[table.last] = points[table.last, seats[table.last]]
            infos = {"points": points, "_points": over.copy()}
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), {"seat": table.seats, **infos}

    def sample(self) -> Array:
        """(lanes,), int64: a legal action at random in every lane."""
        return self._lanes.random()

    def _seen(self) -> dict[str, Array]:
        seen = self.encoding.observe_lanes(self._lanes)
        seen["action_mask"] = self._lanes.legal().view(np.int8)
        return seen


def _gains(utility: Utility, players: int, seat: int) -> list[float]:
    """By the seat that scores a point, what it is worth to a seat."""
    return [float(utility.of(tuple(int(one == other) for other in range(players)), seat)) for one in range(players)]


def _space(code: Encoding) -> Any:
    boxes = {
        block.name: spaces.Box(block.low, block.high, block.shape, np.dtype(block.dtype).type) for block in code.blocks
    }
    return spaces.Dict({**boxes, "action_mask": spaces.Box(0, 1, (len(code.texts),), np.int8)})


def vector_env(rules: Rules, lanes: int, *, seed: int = 0, blocks: Iterable[str] | None = None) -> LanesEnv:
    """Deals side by side, as a vector environment.

    Args:
        rules: of the game.
        lanes: how many, 1 or more.
        seed: of the deals.
        blocks: of the observation, as in `encoding`; None for all.

    Raises:
        InvalidRules: these are no rules, or an argument is none of these.

    >>> from trickkit import load
    >>> from trickkit.learn import gymnasium
    >>> table = gymnasium.vector_env(load("pikinni"), 100, blocks=["hands", "trump"])
    >>> seen, infos = table.reset(seed=7)
    >>> seen, rewards, terminated, truncated, infos = table.step(table.sample())
    >>> seen["hands"].shape, seen["action_mask"].shape, rewards.shape
    ((100, 4, 32), (100, 41), (100,))
    """
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise InvalidRules(f"seed={seed!r}: a whole number")
    return LanesEnv(rules, lanes, seed, blocks)

"""Deals and games as environments of Gymnasium, one or many side by side: the extra `gymnasium`.

Both are registered under `trickkit/Cards-v0`: `gymnasium.make` makes one table, `gymnasium.make_vec` makes many. They
accept rules, or the key of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.run.chunks import whole
from trickkit.catalog.registry import load
from trickkit.encoding.observing import Encoding, encoding
from trickkit.errors import IllegalAction, InvalidRules, MissingExtra, quoted
from trickkit.learn.episodes import Episodes, episodes
from trickkit.learn.seated import Player
from trickkit.play.rules import Rules

try:
    import gymnasium
    from gymnasium import Env, spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra("trickkit.learn.gymnasium needs Gymnasium: pip install 'trickkit[gymnasium]'") from error

__all__ = ["LanesEnv", "TableEnv", "vector_env"]

Infos = dict[str, Any]
NAME = "trickkit/Cards-v0"
"""The name by which Gymnasium knows the environments."""


class LanesEnv(VectorEnv):  # type: ignore[misc]
    """Episodes side by side, in which the learner decides for some seats or for all; created by `vector_env`.

    An observation has the blocks of `encoding`, for the seat that decides, and `action_mask`. The next episode begins
    in the same step (`AutoresetMode.SAME_STEP`). The reward is what the seat that decided last has gained;
    `infos["rewards"]` has the gains of all seats, `infos["scores"]` the points of an episode that ended,
    `infos["final_obs"]` what the seat knew at its end, and `infos["seat"]` the observing seat.

    >>> from trickkit import load
    >>> from trickkit.learn import gymnasium
    >>> gymnasium.vector_env(load("pikinni"), 3).reset(seed=7)[1]["seat"].shape
    (3,)
    """

    def __init__(
        self,
        rules: Rules | str,
        num_envs: int = 1,
        *,
        seed: int = 0,
        blocks: Iterable[str] | None = None,
        players: Sequence[Player] | None = None,
        of: Literal["deals", "games"] = "deals",
    ) -> None:
        self._given: Infos = {"blocks": None if blocks is None else [*blocks], "players": players, "of": of}
        self._rules, self._first, self.num_envs = _loaded(rules), seed, whole("lanes", num_envs, 1)
        self._table = self._begun()
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = _space(self.encoding)
        self.single_action_space = spaces.Discrete(len(self.encoding.texts))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def encoding(self) -> Encoding:
        """The encoding of the observations."""
        return self._table.encoding

    @property
    def table(self) -> Episodes:
        """The episodes that the environment runs."""
        return self._table

    def _begun(self) -> Episodes:
        return episodes(self._rules, self.num_envs, seed=self._first, **self._given)

    def reset(self, *, seed: int | None = None, options: Infos | None = None) -> tuple[dict[str, Array], Infos]:
        """Begin new episodes in all lanes.

        Args:
            seed: of the deals; None continues with new ones.
            options: ignored.
        """
        super().reset(seed=seed)
        self._first = self._first + 1 if seed is None else seed
        self._table = self._begun()
        return _seen(self._table), {"seat": self._table.seats}

    def step(self, actions: Array) -> tuple[dict[str, Array], Array, Array, Array, Infos]:
        """Take an action in every lane.

        Args:
            actions: (lanes,), integers.

        Raises:
            InvalidAction: the actions are not such an array.
            IllegalAction: an action is not legal; the error names the lane. No lane has been stepped then.
        """
        table, none = self._table, np.zeros(self.num_envs, np.bool_)
        seats = table.seats
        step = table.step(actions)
        infos: Infos = {"seat": table.seats}
        if step.rewards.any() or step.ended.any():
            infos |= {"rewards": step.rewards, "_rewards": step.rewards.any(axis=1)}
        if step.ended.any():
            infos |= {"scores": step.scores, "_scores": step.ended.copy()}
            infos |= {"final_obs": step.final(self.encoding, seats), "_final_obs": step.ended.copy()}
            infos["final_obs"]["action_mask"] = np.zeros((self.num_envs, len(self.encoding.texts)), np.int8)
        return _seen(table), step.rewards[np.arange(self.num_envs), seats], step.ended, none, infos

    def sample(self) -> Array:
        """(lanes,), int64: a random legal action in every lane."""
        return self._table.random()


class Legal(spaces.Discrete):  # type: ignore[misc]
    """Actions by number; a sample is drawn from the legal ones unless another mask is given.

    Args:
        table: says which are legal.
    """

    def __init__(self, table: TableEnv) -> None:
        super().__init__(len(table.encoding.texts))
        self._table = table

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random action, legal unless a mask says otherwise."""
        if mask is None and probability is None:
            mask = self._table.mask()
        return super().sample(mask=mask, probability=probability)


class TableEnv(Env):  # type: ignore[misc]
    """One table as an environment, in which the learner decides for some seats or for all.

    Observations and rewards are those of `LanesEnv`; after the end of an episode `reset` begins the next one.

    Args:
        rules: of the game, or its key.
        blocks: as in `vector_env`.
        players: likewise.
        of: likewise.
        illegal_reward: the reward for an illegal action, which then ends the episode; None refuses such an action.

    >>> import gymnasium
    >>> import trickkit.learn.gymnasium
    >>> table = gymnasium.make("trickkit/Cards-v0", rules="pikinni", disable_env_checker=True)
    >>> seen, infos = table.reset(seed=7)
    >>> seen["hands"].shape, infos["seat"] in range(4)
    ((4, 32), True)
    """

    metadata: Infos = {"render_modes": []}  # noqa: RUF012  (Gymnasium has it so)

    def __init__(
        self,
        rules: Rules | str,
        *,
        blocks: Iterable[str] | None = None,
        players: Sequence[Player] | None = None,
        of: Literal["deals", "games"] = "deals",
        illegal_reward: float | None = None,
    ) -> None:
        self._given: Infos = {"blocks": None if blocks is None else [*blocks], "players": players, "of": of}
        self._illegal = illegal_reward
        self._rules, self.encoding = _loaded(rules), encoding(_loaded(rules), blocks=blocks)
        self._table: Episodes | None = None
        self._over = True
        self.observation_space, self.action_space = _space(self.encoding), Legal(self)

    def reset(self, *, seed: int | None = None, options: Infos | None = None) -> tuple[dict[str, Any], Infos]:
        """Begin a new episode.

        Args:
            seed: of the deals; None continues with new ones.
            options: ignored.
        """
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**62)) if seed is None else seed
        if self._table is None or not self._over or seed is not None:
            self._table = episodes(self._rules, 1, seed=drawn, **self._given)
        self._over = False
        return _first(_seen(self._table)), {"seat": int(self._table.seats[0])}

    def mask(self) -> Array | None:
        """(actions,), int8: the legal actions; None outside of episodes."""
        return None if self._table is None or self._over else self._table.legal()[0].view(np.int8)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, Infos]:
        """Take an action.

        Args:
            action: its number.

        Raises:
            IllegalAction: it is not legal, or the episode is over; nothing has changed then.
        """
        if self._table is None or self._over:
            raise IllegalAction("there is nothing to decide before reset begins an episode", game=self._rules.key)
        seats = self._table.seats
        infos: Infos
        try:
            step = self._table.step(np.array([action]))
        except IllegalAction:
            if self._illegal is None:
                raise
            seen, infos = _seen(self._table), {"seat": int(seats[0]), "rewards": np.zeros(len(self._table.players))}
            self._table, self._over = None, True
            return _first(seen), float(self._illegal), True, False, infos
        self._over = bool(step.ended[0])
        infos, seen = {"seat": int(self._table.seats[0]), "rewards": step.rewards[0]}, _seen(self._table)
        if self._over:
            infos |= {"seat": int(seats[0]), "scores": step.scores[0]}
            seen = {**step.final(self.encoding, seats), "action_mask": np.zeros_like(seen["action_mask"])}
        return _first(seen), float(step.rewards[0, seats[0]]), self._over, False, infos


def _loaded(rules: Rules | str) -> Rules:
    return load(rules) if isinstance(rules, str) else rules


def _seen(table: Episodes) -> dict[str, Array]:
    return {**table.observe(), "action_mask": table.legal().view(np.int8)}


def _first(seen: dict[str, Array]) -> dict[str, Any]:
    """The observation of the first lane."""
    return {name: array[0, ...] if array.ndim > 1 else array[0:1].reshape(()) for name, array in seen.items()}


def _space(code: Encoding) -> Any:
    boxes = {
        block.name: spaces.Box(block.low, block.high, block.shape, np.dtype(block.dtype).type) for block in code.blocks
    }
    return spaces.Dict({**boxes, "action_mask": spaces.Box(0, 1, (len(code.texts),), np.int8)})


def vector_env(
    rules: Rules,
    lanes: int,
    *,
    seed: int = 0,
    blocks: Iterable[str] | None = None,
    players: Sequence[Player] | None = None,
    of: Literal["deals", "games"] = "deals",
) -> LanesEnv:
    """Episodes side by side, as a vector environment.

    Args:
        rules: of the game.
        lanes: how many, 1 or more.
        seed: of the deals.
        blocks: of the observation, as in `encoding`; None for all.
        players: as in `episodes`: by seat, who decides, None for the learner; None if it decides for all seats.
        of: as in `episodes`: whether an episode is one of the `"deals"`, or one of the whole `"games"`.

    Raises:
        InvalidRules: an argument is invalid.

    >>> from trickkit import load
    >>> from trickkit.learn import gymnasium
    >>> table = gymnasium.vector_env(load("pikinni"), 100, blocks=["hands", "trump"])
    >>> seen, infos = table.reset(seed=7)
    >>> seen, rewards, terminated, truncated, infos = table.step(table.sample())
    >>> seen["hands"].shape, seen["action_mask"].shape, rewards.shape
    ((100, 4, 32), (100, 41), (100,))
    """
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise InvalidRules(f"seed={quoted(seed)}: a whole number")
    return LanesEnv(rules, lanes, seed=seed, blocks=blocks, players=players, of=of)


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point=TableEnv, vector_entry_point=LanesEnv)

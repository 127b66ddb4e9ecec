"""Games as environments of PettingZoo, in which one seat acts after the other, or all that may act do so at once.

It is the extra `pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

import numpy as np

from trickkit.batch import Game, start
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.run.chunks import whole
from trickkit.encoding.observing import Encoding, encoding
from trickkit.errors import IllegalAction, MissingExtra
from trickkit.phases.base import Phase
from trickkit.play.rules import Rules
from trickkit.play.utility import Utility

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise MissingExtra("trickkit.learn.pettingzoo needs PettingZoo: pip install 'trickkit[pettingzoo]'") from error

__all__ = ["InTurn", "Together", "env", "parallel_env"]

Observation = dict[str, Array]


class Legal(spaces.Discrete):  # type: ignore[misc]
    """The actions of a seat, by number; a sample is drawn from the legal ones unless another mask is given.

    Args:
        table: of the environment.
        seat: whose they are.
    """

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__(len(table.code.texts))
        self._table, self._seat = table, seat

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random action, legal unless a mask says otherwise."""
        if mask is None and probability is None:
            legal = self._table.mask(self._seat)
            mask = legal if legal.any() else None
        if probability is None and isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,):
            # Gymnasium draws the same samples, but takes five times as long.
            as_bytes = mask.tobytes()
            count = as_bytes.count(1)
            if 0 < count == len(as_bytes) - as_bytes.count(0):
                return mask.nonzero()[0][self.np_random.integers(count)]
        return super().sample(mask=mask, probability=probability)


class Table:
    """The part that both kinds of environments share: a game, its observations, legal actions and rewards.

    Args:
        rules: of the game.
        deals: after how many deals an episode ends; None for the whole game.
        blocks: of the observation, as in `encoding`; None for all.
    """

    def __init__(self, rules: Rules, deals: int | None, blocks: Iterable[str] | None) -> None:
        self.deals = None if deals is None else whole("deals", deals, 1)
        self.rules, self.code = rules, encoding(rules, blocks=blocks)
        self.agents = [f"seat_{seat}" for seat in range(rules.players)]
        self.sign, self.draw = Utility.said_by(rules).sign, Random()
        self.seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self.observed, self.acted = _observed(self.code), [Legal(self, seat) for seat in range(rules.players)]
        self.begin(0)

    def begin(self, seed: int | None) -> None:
        """Begin a game, with a given seed or a random one."""
        if seed is not None:
            self.draw = Random(seed)
            for index, space in enumerate(self.acted):
                space.seed(seed + index)
        self.game: Game = start(self.rules, seed=self.draw.getrandbits(63) if seed is None else seed)
        self.scores, self.scored = (0,) * self.rules.players, 0

    @property
    def is_over(self) -> bool:
        """Whether the episode is over."""
        return self.game.is_over or (self.deals is not None and self.game.deals >= self.deals)

    def mask(self, seat: int) -> Array:
        """(actions,), int8: the legal actions of a seat now."""
        return self.observe(seat)["action_mask"]

    def observe(self, seat: int) -> Observation:
        """The observation and the legal actions of a seat."""
        seen, legal = self.code.observe_turn(self.game, seat)
        if self.is_over:
            legal[:] = 0
        return {"observation": seen, "action_mask": legal}

    def act(self, seat: int, number: Any) -> None:
        """Play the action with the given number."""
        self.game.play(seat, self.code.action(number))

    def act_together(self, numbers: Mapping[int, Any]) -> None:
        """Play the actions of several seats in seat order; skip seats that have lost their turn meanwhile.

        Args:
            numbers: by seat, the number of its action.

        Raises:
            IllegalAction: one of them is not legal before any is played, or is None; nothing has changed then.
            InvalidAction: no action has that number.
        """
        for seat, choice in numbers.items():
            if choice is None:
                raise IllegalAction(f"{self.agents[seat]} may act, and no action is given", game=self.rules.key)
        chosen = [(seat, self.code.action(choice)) for seat, choice in numbers.items()]
        if len(chosen) == 1:
            self.game.play(*chosen[0])
            return
        for seat, action in chosen:
            self.game.copy().play(seat, action)
        begun = self._phase()
        for seat, action in chosen:
            if self._phase() != begun:
                return
            if action in self.game.legal(seat):
                self.game.play(seat, action)

    def _phase(self) -> tuple[int, Phase | None]:
        """The number of the current deal, and its phase."""
        return self.game.deals, self.game.state().phase

    def gained(self) -> list[float] | None:
        """By seat, its reward since the last call: more is better, even in games that the fewest points win.

        None if no deal has ended since then.
        """
        if self.game.deals == self.scored:
            return None
        self.scored, scores = self.game.deals, self.game.totals
        gained = [float(self.sign * (now - before)) for now, before in zip(scores, self.scores, strict=True)]
        self.scores = scores
        return gained


def _observed(code: Encoding) -> Any:
    low, high = (
        np.concatenate([np.full(block.size, getattr(block, bound), np.float32) for block in code.blocks])
        for bound in ("low", "high")
    )
    mask = spaces.Box(0, 1, (len(code.texts),), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


class OfSeats:
    """A base for both kinds of environments: a table, its observation and action spaces, and its text form."""

    more: ClassVar[dict[str, Any]] = {}
    """Additional metadata."""

    def __init__(
        self, rules: Rules, deals: int | None, max_cycles: int | None, blocks: Iterable[str] | None, mode: str | None
    ) -> None:
        super().__init__()
        self.table, self.render_mode = Table(rules, deals, blocks), mode
        self.max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1)
        self.metadata = {"name": rules.key, "render_modes": ["ansi"], **self.more}
        self.possible_agents = [*self.table.agents]
        self.agents: list[str] = []

    @property
    def encoding(self) -> Encoding:
        """The encoding of the observations, in which its `blocks` are concatenated."""
        return self.table.code

    def observation_space(self, agent: str) -> Any:
        """The observations of an agent: the concatenated blocks, and a mask of the legal actions."""
        return self.table.observed

    def action_space(self, agent: str) -> Any:
        """The actions by number; a sample without a mask is legal."""
        return self.table.acted[self.table.seats[agent]]

    def render(self) -> str | None:
        """The public view of the table, as text."""
        if self.render_mode is None:
            return None
        return "\n".join(str(event) for event in self.table.game.view(None).deal.events)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class InTurn(OfSeats, AECEnv):  # type: ignore[misc]
    """A game in which one seat acts after the other; created by `env`.

    Seats that decide simultaneously are asked in turn, and none sees what the others have decided.

    >>> from trickkit import load
    >>> from trickkit.learn import pettingzoo
    >>> table = pettingzoo.env(load("pikinni", players=3))
    >>> table.reset(seed=7)
    >>> table.agent_selection, table.encoding.width == len(table.last()[0]["observation"])
    ('seat_0', True)
    """

    more: ClassVar[dict[str, Any]] = {"is_parallelizable": False}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The same seed gives the same cards."""
        self.table.begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._acted = [0] * len(self.agents)
        self.agent_selection = self.agents[self.table.game.actors[0]]

    def observe(self, agent: str) -> Observation:
        """The observation and the legal actions of an agent."""
        return self.table.observe(self.table.seats[agent])

    def step(self, action: Any) -> None:
        """Take the action of the agent whose turn it is.

        Raises:
            IllegalAction: it is not legal; nothing has changed then.
            InvalidAction: no action has that number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table, seat = self.table, self.table.seats[agent]
        table.act(seat, action)
        self._acted[seat] += 1
        self._cumulative_rewards[agent] = 0.0
        gained = table.gained()
        over = gained is not None and table.is_over
        stopped = self.max_cycles is not None and min(self._acted) >= self.max_cycles and not over
        if not over:
            self.agent_selection = self.possible_agents[table.game.actors[0]]
        if gained is not None:
            self.rewards = dict(zip(self.agents, gained, strict=True))
            self._accumulate_rewards()
        elif any(self.rewards.values()):
            self.rewards = dict.fromkeys(self.agents, 0.0)
        if over or stopped:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, stopped)
            self._deads_step_first()


class Together(OfSeats, ParallelEnv):  # type: ignore[misc]
    """A game in which all seats that may act do so at once; created by `parallel_env`.

    All agents give an action in each step; actions of agents with nothing to decide are ignored.

    Actions are played in the order of the seats. One seat's action may end the phase for the others, as in a window
    that closes with the first call. Then a seat can be *overtaken*: the phase has ended, or the seat's action is no
    longer legal. Its action is then skipped, and the seat acts again in a later step if anything is left to decide.

    >>> from trickkit import load
    >>> from trickkit.learn import pettingzoo
    >>> table = pettingzoo.parallel_env(load("pikinni", players=3))
    >>> seen, infos = table.reset(seed=7)
    >>> seen, gained, *ends, infos = table.step({agent: table.action_space(agent).sample() for agent in table.agents})
    >>> gained
    {'seat_0': 0.0, 'seat_1': 0.0, 'seat_2': 0.0}
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game. The same seed gives the same cards."""
        self.table.begin(seed)
        self.agents, self._steps = [*self.possible_agents], 0
        return self._seen(self.agents)

    def _seen(self, agents: list[str]) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        seats = {agent: self.table.seats[agent] for agent in agents}
        acting = () if self.table.is_over else self.table.game.actors
        seen = {agent: self.table.observe(seat) for agent, seat in seats.items()}
        return seen, {agent: {"acts": seat in acting} for agent, seat in seats.items()}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Take the actions of all agents that may act.

        Raises:
            IllegalAction: one of them is not legal, or missing; nothing has changed then.
            InvalidAction: no action has that number.
        """
        table, agents = self.table, self.agents
        table.act_together({seat: actions.get(table.agents[seat]) for seat in (table.game.actors if agents else ())})
        self._steps += 1
        gained, over = table.gained() or [0.0] * len(table.agents), table.is_over
        stopped = self.max_cycles is not None and self._steps >= self.max_cycles and not over
        seen, infos = self._seen(agents)
        if over or stopped:
            self.agents = []
        ends = dict.fromkeys(agents, over), dict.fromkeys(agents, stopped)
        return seen, dict(zip(agents, gained, strict=False)), *ends, infos


def env(
    rules: Rules,
    *,
    deals: int | None = None,
    max_cycles: int | None = None,
    blocks: Iterable[str] | None = None,
    render_mode: str | None = None,
) -> InTurn:
    """A game as an environment in which one agent acts after the other (AEC).

    The agents are `seat_0`, `seat_1` and so on. An observation has the blocks of `encoding` one after the other, and
    the mask of the legal actions. The reward of an agent is what it scores, with the sign reversed in games that the
    fewest points win.

    Args:
        rules: of the game.
        deals: after how many deals an episode ends; None for the whole game.
        max_cycles: after how many decisions of every seat the episode is truncated; None for never.
        blocks: of the observation, as in `encoding`; None for all.
        render_mode: `"ansi"` for text; None for nothing.

    Raises:
        InvalidRules: an argument is invalid.

    >>> from trickkit import load
    >>> from trickkit.learn import pettingzoo
    >>> table = pettingzoo.env(load("pikinni", players=3), deals=2)
    >>> table.reset(seed=7)
    >>> for agent in table.agent_iter():
    ...     seen, reward, terminated, truncated, info = table.last()
    ...     table.step(None if terminated else table.action_space(agent).sample(seen["action_mask"]))
    >>> table.agents
    []
    """
    return InTurn(rules, deals, max_cycles, blocks, render_mode)


def parallel_env(
    rules: Rules,
    *,
    deals: int | None = None,
    max_cycles: int | None = None,
    blocks: Iterable[str] | None = None,
    render_mode: str | None = None,
) -> Together:
    """A game as an environment in which all agents that may act do so at once.

    Everything not mentioned here is as in `env`. In `infos`, `acts` says who may act in the next step.

    Args:
        rules: of the game.
        deals: after how many deals an episode ends; None for the whole game.
        max_cycles: after how many steps the episode is truncated; None for never.
        blocks: of the observation, as in `encoding`; None for all.
        render_mode: `"ansi"` for text; None for nothing.

    Raises:
        InvalidRules: an argument is invalid.

    >>> from trickkit import load
    >>> from trickkit.learn import pettingzoo
    >>> table = pettingzoo.parallel_env(load("pikinni", players=3), deals=1)
    >>> seen, infos = table.reset(seed=7)
    >>> {agent: info["acts"] for agent, info in infos.items()}
    {'seat_0': True, 'seat_1': True, 'seat_2': True}
    """
    return Together(rules, deals, max_cycles, blocks, render_mode)

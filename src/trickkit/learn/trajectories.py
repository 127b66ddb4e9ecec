"""Trajectories: the decisions of one seat in one episode."""

from __future__ import annotations

import numpy as np
from attrs import define, field, frozen

from trickkit.batch.kernel.arrays import Array

__all__ = ["Trajectories"]

Arrays = dict[str, Array]


@frozen(eq=False, repr=False)
class Trajectories:
    """The decisions of finished episodes, by episode, then by seat, then in order.

    Args:
        observations: by the name of a block, (decisions, ...): what the seat knew.
        legal: (decisions, actions), bool: the legal actions.
        actions: (decisions,), int64: the decisions.
        seats: (decisions,), int64: the seats that decided.
        episodes: (decisions,), int64: the number of the episode.
        rewards: (decisions,), float64: what the seat gained until its next decision, or to the end of the episode.
        last: (decisions,), bool: whether it was the last decision of the seat in the episode.
        starts: (trajectories + 1,), int64: the index at which each trajectory begins, and the number of decisions last.

    >>> from trickkit import learn, load
    >>> table = learn.episodes(load("pikinni", players=3), 50, seed=7)
    >>> found = table.collect(lambda seen, legal: table.random(), 20)
    >>> len(found) == int(found.starts[-1]) == len(found.actions), int(found.last.sum()) == len(found.starts) - 1
    (True, True)
    """

    observations: Arrays
    legal: Array
    actions: Array
    seats: Array
    episodes: Array
    rewards: Array
    last: Array
    starts: Array

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<{len(self.starts) - 1} trajectories with {len(self)} decisions>"

    def returns(self, discount: float = 1.0) -> Array:
        """(decisions,), float64: the discounted rewards of the seat from the decision to the end of the episode.

        Args:
            discount: the factor for gains one decision later, 0 to 1.

        >>> from trickkit import learn, load
        >>> table = learn.episodes(load("pikinni", players=3), 50, seed=7)
        >>> found = table.collect(lambda seen, legal: table.random(), 20)
        >>> bool((found.returns()[found.last] == found.rewards[found.last]).all())
        True
        """
        discounted, begins, ends = self.rewards.copy(), self.starts[:-1], self.starts[1:] - 1
        for back in range(1, int((ends - begins).max(initial=-1)) + 1):
            earlier = (ends - back)[ends - back >= begins]
            discounted[earlier] += discount * discounted[earlier + 1]
        return discounted


@define(eq=False)
class Notebook:
    """Stores decisions until their episodes are over.

    Args:
        lanes: how many there are.
        players: how many seats.
    """

    lanes: int
    players: int
    _pages: list[Arrays] = field(init=False, factory=list)
    _written: int = field(init=False, default=0)
    _latest: Array = field(init=False)
    """By lane and seat, the index of its last decision in the episode; -1 for none."""
    _gained: list[tuple[Array, Array]] = field(init=False, factory=list)
    _last: list[Array] = field(init=False, factory=list)
    _over: list[Array] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self._latest = np.full((self.lanes, self.players), -1, np.int64)

    def write(
        self,
        observations: Arrays,
        legal: Array,
        seats: Array,
        actions: Array,
        episodes: Array,
        rewards: Array,
        ended: Array,
    ) -> None:
        """Store a decision in every lane, and its results; the arrays are by lane, and rewards also by seat."""
        facts = {"legal": legal, "actions": actions, "seats": seats, "episodes": episodes}
        self._pages.append({**{f"seen {name}": array for name, array in observations.items()}, **facts})
        self._pages[-1] |= {"rewards": np.zeros(self.lanes), "last": np.zeros(self.lanes, np.bool_)}
        every = np.arange(self.lanes)
        self._latest[every, seats] = self._written + every
        self._written += self.lanes
        gained = np.flatnonzero(rewards.any(axis=1))
        if len(gained):
            places = self._latest[gained]
            self._gained.append((places[places >= 0], rewards[gained][places >= 0]))
        if ended.any():
            places = self._latest[ended]
            self._last.append(places[places >= 0])
            self._over.append(episodes[ended])
            self._latest[ended] = -1

    def cut(self) -> Trajectories:
        """The trajectories of the finished episodes; the decisions of unfinished ones are kept."""
        whole = {name: np.concatenate([page[name] for page in self._pages]) for name in self._pages[0]}
        for places, rewards in self._gained:
            np.add.at(whole["rewards"], places, rewards)
        for places in self._last:
            whole["last"][places] = True
        over = np.isin(whole["episodes"], np.concatenate(self._over))
        stays = ~over
        self._latest = np.where(self._latest < 0, -1, (np.cumsum(stays) - 1)[self._latest])
        self._pages, self._written = [{name: array[stays] for name, array in whole.items()}], int(stays.sum())
        self._gained, self._last, self._over = [], [], []
        order = np.flatnonzero(over)
        order = order[np.lexsort((order, whole["seats"][order], whole["episodes"][order]))]
        cut = {name: array[order] for name, array in whole.items()}
        seen = {name.removeprefix("seen "): cut.pop(name) for name in [*cut] if name.startswith("seen ")}
        starts = np.concatenate([[0], np.flatnonzero(cut["last"]) + 1])
        return Trajectories(observations=seen, starts=starts, **cut)

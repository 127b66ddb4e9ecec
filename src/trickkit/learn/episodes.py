"""Episodes for learners in lanes: rewards by seat, built-in players for the other seats, and results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Literal

import numpy as np
from attrs import define, field, frozen

from trickkit.batch import lanes as stepped_lanes
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.seeds import seed_of
from trickkit.batch.results import Deals
from trickkit.batch.run.chunks import whole
from trickkit.batch.seen import Positions, Seen
from trickkit.batch.stepping import Lanes
from trickkit.encoding.blocks import Arrays
from trickkit.encoding.observing import Encoding, encoding
from trickkit.learn.seated import Inside, Player, seated
from trickkit.learn.trajectories import Notebook, Trajectories
from trickkit.play.rules import Rules
from trickkit.play.utility import Utility

__all__ = ["Episodes", "Step", "episodes"]

Policy = Callable[[Arrays, Array], Array]
"""How a learner decides: from the observations and the legal actions by lane, it returns the numbers of actions."""


@frozen(eq=False)
class Step:
    """The results of a step.

    Args:
        rewards: (lanes, seats), float64: what each seat gained, more being better: points above the average of the
            others, or below it in games that the fewest points win.
        ended: (lanes,), bool: where an episode ended; the next one has begun.
        episodes: (lanes,), int64: the number of the episode that was stepped.
        scores: (lanes, seats), int64: the points of the episode, if it ended; 0 elsewhere.

    >>> from trickkit import learn, load
    >>> table = learn.episodes(load("pikinni"), 3, seed=7)
    >>> step = table.step(table.random())
    >>> step.ended.tolist(), step.episodes.tolist()
    ([False, False, False], [0, 1, 2])
    """

    rewards: Array
    ended: Array
    episodes: Array
    scores: Array
    _table: Episodes = field(repr=False)
    _ends: list[tuple[Array, Callable[[Array], Seen | Positions]]] = field(init=False, factory=list)
    """For episodes that ended, their lanes, and functions that return what given seats knew there."""

    def final(self, code: Encoding, seats: Array) -> Arrays:
        """The observations of seats at the end of the episodes that have just ended.

        Args:
            code: the encoding.
            seats: (lanes,), integers: by lane, the seat.

        Returns:
            By the name of a block, its array, with a row for each lane: 0 if no episode ended.
        """
        given = np.asarray(seats)
        ends = [(lanes, seen_by(given[lanes])) for lanes, seen_by in self._ends]
        return code.observe_ends(ends, len(self.ended), self._table)


@define(eq=False, repr=False, slots=False)
class Episodes:
    """Episodes side by side, each waiting for a decision of the learner; created by `episodes`.

    Args:
        encoding: of observations.
        players: by seat, who decides; None for the learner.
        lanes: the underlying lanes.

    >>> from trickkit import bots, learn, load
    >>> table = learn.episodes(load("pikinni"), 100, seed=7, players=[None, bots.Random(), bots.Random(), None])
    >>> sorted(set(table.seats.tolist())), table.observe()["hands"].shape
    ([0], (100, 4, 32))
    >>> step = table.step(table.random())
    >>> step.rewards.shape, step.ended.shape
    ((100, 4), (100,))
    """

    encoding: Encoding
    players: tuple[Inside | None, ...]
    lanes: Lanes
    _inside: Array = field(init=False)
    _gains: Array = field(init=False)
    _scores: Array = field(init=False)
    _notebook: Notebook = field(init=False)

    def __attrs_post_init__(self) -> None:
        rules, utility = self.rules, Utility.said_by(self.rules)
        self._inside = np.array([player is not None for player in self.players])
        self._gains = np.array([gains(utility, rules.players, seat) for seat in range(rules.players)])
        self._scores = np.zeros((len(self), rules.players), np.int64)
        self._notebook = Notebook(len(self), rules.players)
        self._go_on(self._nothing())

    def __len__(self) -> int:
        return len(self.lanes)

    def __repr__(self) -> str:
        return f"<episodes of {self.rules.name} in {len(self)} lanes>"

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.encoding.rules

    @property
    def seats(self) -> Array:
        """(lanes,), int64: the seat for which the learner decides now."""
        return self.lanes.seats

    @property
    def episodes(self) -> Array:
        """(lanes,), int64: the number of the episode, as `Lanes.episodes` has it."""
        return self.lanes.episodes

    def legal(self) -> Array:
        """(lanes, actions), bool: the legal actions."""
        return self.lanes.legal()

    def observe(self) -> Arrays:
        """The observations of the deciding seats, block by block."""
        return self.encoding.observe_lanes(self.lanes)

    def random(self) -> Array:
        """(lanes,), int64: a random legal action in every lane."""
        return self.lanes.random()

    def step(self, actions: Array, *, waits: Array | None = None) -> Step:
        """Decide in lanes, and let the other players decide until it is the learner's turn again.

        An episode in which the learner has nothing to decide is played, but not reported.

        Args:
            actions: (lanes,), integers.
            waits: (lanes,), bool: which lanes wait, ignoring their actions; None for none.

        Raises:
            InvalidAction: the actions are not such an array.
            IllegalAction: an action is not legal; the error names the lane. No lane has been stepped then.
        """
        step = self._nothing()
        self._take(step, self.lanes.step(actions, waits=waits))
        self._go_on(step)
        return step

    def collect(self, policy: Policy, episodes: int) -> Trajectories:
        """Play with a policy until a number of episodes are over.

        Decisions in unfinished episodes are kept for the next call.

        Args:
            policy: takes observations, as `observe` returns them, and the legal actions; returns the numbers of
                actions.
            episodes: how many at least, 1 or more.

        Raises:
            InvalidRules: the number of episodes is invalid.
            InvalidAction: the policy does not return such an array.
            IllegalAction: an action is not legal.

        >>> import numpy as np
        >>> from trickkit import learn, load
        >>> table, rng = learn.episodes(load("pikinni", players=3), 50, seed=7), np.random.default_rng(7)
        >>> found = table.collect(lambda seen, legal: (rng.random(legal.shape) * legal).argmax(axis=1), 100)
        >>> len(np.unique(found.episodes)) >= 100, found.rewards.shape == found.actions.shape
        (True, True)
        """
        missing = whole("episodes", episodes, 1)
        while missing > 0:
            observations, legal, seats = self.observe(), self.legal(), self.seats
            actions = np.asarray(policy(observations, legal))
            step = self.step(actions)
            self._notebook.write(observations, legal, seats, actions, step.episodes, step.rewards, step.ended)
            missing -= int(step.ended.sum())
        return self._notebook.cut()

    def _nothing(self) -> Step:
        count, players = len(self), self.rules.players
        scores = np.zeros((count, players), np.int64)
        return Step(np.zeros((count, players)), np.zeros(count, np.bool_), self.lanes.episodes, scores, self)

    def _go_on(self, step: Step) -> None:
        """Decide for the built-in players until it is the learner's turn in all lanes."""
        while True:
            seats = self.lanes.seats
            waits = ~self._inside[seats]
            if waits.all():
                return
            actions = np.zeros(len(seats), np.int64)
            for seat, player in enumerate(self.players):
                waiting = np.flatnonzero(seats == seat)
                if player is not None and len(waiting):
                    actions[waiting] = player.decide(self.lanes, waiting)
            self._take(step, self.lanes.step(actions, waits=waits))

    def _take(self, step: Step, deals: Deals) -> None:
        """Record the results of finished deals; if two episodes end in a lane, only the first one counts."""
        lanes, over = self.lanes.last, self.lanes.over
        if not len(lanes):
            return
        first = ~step.ended[lanes]
        self._scores[lanes] += deals.points
        step.rewards[lanes[first]] += deals.points[first] @ self._gains.T
        ends = over & first
        if ends.any():
            step.ended[lanes[ends]] = True
            step.scores[lanes[ends]] = self._scores[lanes[ends]]
            step._ends.append((lanes[ends], partial(self.lanes.positions_at_end, np.flatnonzero(ends))))
        self._scores[lanes[over]] = 0


def gains(utility: Utility, players: int, seat: int) -> list[float]:
    """By scoring seat, the value of one of its points to a given seat."""
    return [
        float(utility.of(tuple(int(scorer == other) for other in range(players)), seat)) for scorer in range(players)
    ]


def episodes(
    rules: Rules,
    lanes: int,
    *,
    seed: int = 0,
    players: Sequence[Player] | None = None,
    of: Literal["deals", "games"] = "deals",
    number: int | None = None,
    blocks: Iterable[str] | None = None,
) -> Episodes:
    """Episodes side by side, for a learner that decides for some seats or for all.

    Args:
        rules: of the game.
        lanes: how many, 1 or more.
        seed: any integer; equal seeds give equal cards.
        players: by seat, who decides: None for the learner; a bot of `trickkit.bots`; a function of observations and
            legal actions, as in `batch.deals`; or weights, one for each action, for drawing actions. None if the
            learner decides for all seats.
        of: whether an episode is one of the `"deals"`, or one of the whole `"games"`.
        number: of the deals in their games, as in `batch.deals`; not for whole games.
        blocks: of observations, as in `encoding`; None for all.

    Raises:
        InvalidRules: an argument is invalid, or these rules cannot be played.

    >>> from trickkit import bots, learn, load
    >>> table = learn.episodes(load("hearts"), 10, seed=7, players=[None, *[bots.Random()] * 3], of="games")
    >>> while not (step := table.step(table.random())).ended.any():
    ...     pass
    >>> bool((step.scores.max(axis=1)[step.ended] >= 100).all())
    True
    """
    code = encoding(rules, blocks=blocks)
    table = stepped_lanes(rules, whole("lanes", lanes, 1), seed_of(seed), of=of, number=number)
    return Episodes(code, seated(rules, players, seed), table)

"""Trees grown by compiled code over the worlds of a view."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from attrs import define, field

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import halves
from trickkit.batch.kernel.seeds import seed_of
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.rollouts.lower import Rollout, lowered
from trickkit.batch.search.ending import DealEnd
from trickkit.batch.search.nodes import Tree, Workspace
from trickkit.batch.search.tree import ASK, DONE, ITERATION, MOST_SECRETS, NODES, grow
from trickkit.batch.worlds import Dealer
from trickkit.batch.worlds.plan import Plan
from trickkit.batch.worlds.weighing import Weigh, drawn
from trickkit.play.rollouts import RolloutPolicy, Uniform
from trickkit.play.utility import Utility
from trickkit.play.view import View

SAMPLED = 64
"""The most worlds that are sampled if compiled code cannot deal them."""
WEIGHED = 1 << 8
"""The number of worlds drawn at a time if they are not equally likely."""
EACH = 4
"""The number of iterations in each of them before others are drawn."""
AT_A_TIME = 1 << 15
"""The number of iterations between checks for an interruption."""


@define(eq=False)
class Growing:
    """A tree for a view that grows on request.

    Args:
        view: the view of a seat that has a decision to make.
        utility: the aims of the seats.
        exploration: how strongly rarely tried actions are preferred, as a share of the spread of results.
        seed: any integer.
        policy: how seats decide below the tree.
        weigh: a function that says how likely worlds are; None if all are equally likely.

    Raises:
        Unsupported: compiled code cannot play the deal out, or cannot compute its value.
    """

    view: View
    utility: Utility
    exploration: float
    seed: int
    policy: RolloutPolicy = Uniform()
    weigh: Weigh | None = None
    dealer: Dealer = field(init=False)
    _end: DealEnd = field(init=False)
    _tree: Tree = field(init=False)
    _space: Workspace = field(init=False)
    _rows: Array = field(init=False)
    _decks: Array = field(init=False)
    _progress: Array = field(init=False)
    _side_of: Array = field(init=False)
    _weights: Array = field(init=False)
    _rollout: Rollout = field(init=False)
    _plan: Plan = field(init=False)

    def __attrs_post_init__(self) -> None:
        dealer = self.dealer = Dealer.of(self.view).sampled(SAMPLED, self.seed)
        program, rules = dealer.program, self.view.rules
        self._rows, self._decks, self._plan = self._worlds()
        self._end = DealEnd.of(program, dealer.worlds[:1] or [self.view], self._rows[0], counted=False)
        self._weights = np.array(self.utility.weights, np.int64)
        self._rollout = lowered(self.policy, program, self.utility)
        self._side_of = np.zeros(rules.players, np.int64)
        sides = self.utility.sides
        for index, side in enumerate(sides):
            self._side_of[list(side)] = index
        deep, wide = 3 * program.longest + 2 * MOST_SECRETS, max(len(rules.actions), 256)
        bounds = np.zeros((len(sides), 3), np.int64)
        bounds[:, 0], bounds[:, 1] = 1 << 60, -1 << 60
        self._space = Workspace(
            row=np.zeros(program.width, np.int64),
            deck=np.zeros(256, np.uint8),
            spare=np.zeros(program.width, np.int64),
            work=dealer.work(),
            path=np.zeros(deep, np.int64),
            labels=np.zeros(wide, np.int64),
            options=np.zeros(wide, np.int64),
            nodes=np.zeros(wide, np.int64),
            node_of=np.zeros(wide, np.int64),
            secrets=np.zeros((MOST_SECRETS, 3), np.int64),
            bounds=bounds,
            seats=np.zeros(0, np.int8),
            actions=np.zeros(0, np.int16),
        )
        self._tree = _nodes(1 << 10)
        self._progress = np.array([0, 0, 0, 1])

    def _worlds(self) -> tuple[Array, Array, Plan]:
        """Worlds as rows and decks, and a plan for dealing one in each iteration (of width 0 if worlds are given)."""
        dealer = self.dealer
        if dealer.plan is None:
            return *dealer.rows(SAMPLED, self.seed), _no_plan()
        if self.weigh is None:
            return *dealer.rows(1, self.seed), dealer.plan
        return *self._drawn(0), _no_plan()

    @property
    def _weighs(self) -> bool:
        """Whether worlds are drawn by weight."""
        return self.weigh is not None and self.dealer.plan is not None

    def _drawn(self, round_number: int) -> tuple[Array, Array]:
        """The worlds for a round of iterations, drawn by weight."""
        return drawn(self.dealer, WEIGHED, self.seed, self.weigh, first=round_number * WEIGHED)

    @property
    def iterations(self) -> int:
        """The number of iterations made."""
        return int(self._progress[ITERATION])

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return int(self._progress[NODES])

    def grow(self, iterations: int, *, more: Callable[[], bool] = lambda: True) -> None:
        """Run iterations of the search.

        Args:
            iterations: the total number, including earlier ones.
            more: returns whether there is time for more.

        Raises:
            Unsupported: a scoring looks at more than compiled code writes down.
        """
        program = self.dealer.program
        numbers = action_numbers(program.rules)
        legal = np.array([numbers[action] for action in self.view.legal()], np.int64)
        seed = halves(seed_of(self.seed))
        at_a_time = EACH * WEIGHED if self._weighs else AT_A_TIME
        while self.iterations < iterations and more():
            round_number, done = divmod(self.iterations, at_a_time)
            if self._weighs and round_number and not done:
                self._rows, self._decks = self._drawn(round_number)
            until = min(iterations, self.iterations - done + at_a_time)
            stopped = grow(
                program.tables, program.options, self._plan, self._rows, self._decks, self._tree, self._space,
                self._end.ending, self._weights, self._side_of, self.view.seat, legal, seed, self.exploration,
                self._rollout, self._progress, until,
            )  # fmt: skip
            if stopped == ASK:
                self._end.ask()
            elif stopped != DONE:
                self._tree = _nodes(2 * len(self._tree.child), self._tree)

    def found(self) -> list[tuple[int, int, int]]:
        """By legal action, its number of tries, and the sums of the viewer's utilities and of their squares."""
        numbers, tree = action_numbers(self.view.rules), self._tree
        statistics, child = {}, int(tree.child[0])
        while child:
            statistics[int(tree.label[child])] = (
                int(tree.visits[child]),
                int(tree.total[child]),
                int(tree.squares[child]),
            )
            child = int(tree.sibling[child])
        return [statistics.get(numbers[action], (0, 0, 0)) for action in self.view.legal()]


def _no_plan() -> Plan:
    """A plan of width 0, for given worlds."""
    numbers, table = np.zeros(0, np.int64), np.zeros((0, 0), np.int64)
    return Plan(
        row=numbers, deck=np.zeros(0, np.uint8), cards=numbers, kinds=numbers, may=numbers, groups=numbers,
        takers=table, stock=numbers, ways=np.zeros(0), splits=table, chances=np.zeros(0), secrets=table, written=table,
    )  # fmt: skip


def _nodes(count: int, before: Tree | None = None) -> Tree:
    """Allocates a number of nodes, starting with those of an existing tree."""
    tree = Tree(*(np.zeros(count, np.int64) for _ in Tree._fields))
    if before is not None:
        for array, old in zip(tree, before, strict=True):
            array[: len(old)] = old
    return tree

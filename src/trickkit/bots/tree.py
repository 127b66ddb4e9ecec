"""Information set Monte Carlo tree search on the reference engine, for rules and machines without compiled code."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import TYPE_CHECKING, Any

from trickkit.model.cards import UNKNOWN
from trickkit.play.utility import Utility, deal_played, gained

if TYPE_CHECKING:
    from random import Random

    from trickkit.model.actions import Action
    from trickkit.play.state import State
    from trickkit.play.view import View

__all__ = ["ReferenceTree"]


class _Tried:
    """The statistics of an action at a node: how often it was tried and available, and the sums of its results."""

    __slots__ = ("chances", "squares", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.chances, self.total, self.squares = 0, 0, 0.0, 0.0


class ReferenceTree:
    """The search tree of a view, grown on request. Each node stands for what the viewer knows.

    Args:
        view: of a seat that has a decision to make.
        utility: what is good for a seat.
        exploration: how strongly rarely tried actions are preferred, as a share of the spread of results.
        rng: the source of randomness.

    >>> from random import Random
    >>> from trickkit import load
    >>> view = load("pikinni", players=2).start(seed=7, first=0).view(0)
    >>> tree = ReferenceTree(view, Utility.said_by(view.rules), 0.7, Random(1))
    >>> tree.grow(20)
    >>> tree.iterations, sum(visits for visits, _, _ in tree.found())
    (20, 20)
    """

    __slots__ = ("_bounds", "_exploration", "_nodes", "_rng", "_utility", "_view", "iterations")

    def __init__(self, view: View, utility: Utility, exploration: float, rng: Random) -> None:
        self._view, self._utility, self._exploration, self._rng = view, utility, exploration, rng
        self._nodes: dict[Any, dict[Any, _Tried]] = {None: {}}
        self._bounds: dict[int, tuple[float, float]] = {}
        self.iterations = 0

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return sum(map(len, self._nodes.values())) + 1

    def grow(self, iterations: int, *, more: Callable[[], bool] = lambda: True) -> None:
        """Make iterations.

        Args:
            iterations: the total, including those made before.
            more: whether there is time for more.
        """
        while self.iterations < iterations and more():
            self._iterate()
            self.iterations += 1

    def found(self) -> list[tuple[int, float, float]]:
        """By legal action, its number of tries, and the sums of the viewer's utilities and of their squares."""
        root, seat = self._nodes[None], self._view.seat
        tried = [root.get((seat, action), _Tried()) for action in self._view.legal()]
        return [(edge.visits, edge.total, edge.squares) for edge in tried]

    def _iterate(self) -> None:
        observer = self._view.seat
        assert observer is not None  # A spectator has no legal actions.
        world = state = self._view.sample(self._rng)
        path: list[tuple[int, _Tried]] = []
        node, seat, added = self._nodes[None], observer, False
        while True:
            after, tried, added = self._step(state, node, seat)
            if tried is not None:
                path.append((seat, tried))
            state = after
            if added or len(state.results) > len(world.results):
                break
            seat = state.actors[0]
            node = self._nodes.setdefault(_known(state.view(observer)), {})
        end = state if len(state.results) > len(world.results) else deal_played(state, self._rng.random, passes=True)
        points = gained(world, end)
        worth = [self._utility.of(points, seat, world.scores) for seat in range(len(points))]
        for seat, utility in enumerate(worth):
            low, high = self._bounds.get(seat, (utility, utility))
            self._bounds[seat] = min(low, utility), max(high, utility)
        for seat, tried in path:
            tried.visits += 1
            tried.total += worth[seat]
            tried.squares += worth[seat] ** 2

    def _step(self, state: State, node: dict[Any, _Tried], seat: int) -> tuple[State, _Tried | None, bool]:
        """The state after a decision, the statistics of its action, and whether these are new."""
        legal = state.legal(seat)
        if seat != self._view.seat and self._is_hidden(state, seat, legal[0]):
            return state.play(seat, self._rng.choice(legal)), None, False
        new = [action for action in legal if (seat, action) not in node]
        for action in legal:
            if (seat, action) in node:
                node[seat, action].chances += 1
        if new:
            action = self._rng.choice(new)
            tried = node[seat, action] = _Tried()
            tried.chances = 1
            return state.play(seat, action), tried, True
        low, high = self._bounds[seat]

        def bound(action: Action) -> float:
            tried = node[seat, action]
            mean = (tried.total / tried.visits - low) / (high - low or 1)
            return mean + self._exploration * sqrt(log(tried.chances) / tried.visits)

        action = max(legal, key=bound)
        return state.play(seat, action), node[seat, action], False

    def _is_hidden(self, state: State, seat: int, action: Action) -> bool:
        """Whether another seat's decision is hidden from the viewer when it is made."""
        after = state.play(seat, action)
        if len(after.results) > len(state.results):
            return False
        moves = [move for move in after.view(self._view.seat).moves if move[0] == seat]
        return not moves or moves[-1][1] is UNKNOWN


def _known(view: View) -> Any:
    """The viewer's knowledge, as far as it differs between worlds."""
    return view.moves, tuple(view.deal.held), view.deal.trump

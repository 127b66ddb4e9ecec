"""Solves deals with open cards: the result of every action under optimal play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.bots.utility import Utility
from trickkit.errors import GameOver, MissingExtra, NotYourTurn, TooManyPositions
from trickkit.model.actions import Action

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.state import State

__all__ = ["Solution", "solve"]

POSITIONS = 20_000_000
"""The default maximum of positions in compiled code: some seconds."""
BY_REFERENCE = 50_000
"""The default maximum of positions on the reference engine: also some seconds."""


def _pairs(given: Iterable[tuple[Action, float]]) -> tuple[tuple[Action, float], ...]:
    return tuple(given)


@frozen
class Solution:
    """The result of every action of a seat if all cards are open and everybody plays optimally.

    Args:
        seat: the seat that decides.
        values: every legal action, in its legal order, with the utility for the seat.
        positions: how many positions were examined.
        compiled: whether compiled code did it; otherwise the reference engine.

    >>> from trickkit import Bid
    >>> solution = Solution(0, [(Bid(0), -1.0), (Bid(1), 2.5)], positions=9)
    >>> solution.best, solution[Bid(0)]
    (Bid(number=1), -1.0)
    """

    seat: int
    values: tuple[tuple[Action, float], ...] = field(converter=_pairs)
    positions: int = 0
    compiled: bool = False

    @property
    def best(self) -> Action:
        """The best action; the first of several."""
        return max(self.values, key=lambda pair: pair[1])[0]

    def __getitem__(self, action: Action) -> float:
        return dict(self.values)[action]

    def __str__(self) -> str:
        return "\n".join(f"{action}: {value:+.2f}" for action, value in self.values)


def solve(
    state: State, *, seat: int | None = None, utility: Utility | None = None, positions: int | None = None
) -> Solution:
    """The result of every action of a seat if all cards are open and everybody plays optimally.

    Two sides want opposite results: an action is worth what its side can get against any play (alpha-beta). With more
    sides, each side chooses what is best for itself, and the first of equally good actions (max^n). Seats that decide
    simultaneously are taken one after the other, as if each saw the choices before it.

    Args:
        state: of an unfinished game.
        seat: whose actions; None for the first that may act.
        utility: what is good for a seat; None for what the rules say.
        positions: how many positions may be examined; None for as many as take some seconds: 20 million in compiled
            code, or 50,000 on the reference engine, which is used if compiled code cannot play the rules or is not
            installed.

    Raises:
        TooManyPositions: there are more; solve it when fewer cards are left.
        NotYourTurn: the seat has nothing to decide.
        GameOver: the game is over.

    >>> from trickkit import Stacked, load
    >>> rules = load("pikinni", players=3)
    >>> state = rules.start(first=0, deals=[Stacked(hands=[["AS"], ["KC"], ["QC"]], turned="8S")])
    >>> print(solve(state).best)
    1
    """
    if state.is_over:
        raise GameOver("the game is over; there is nothing to solve", game=state.rules.key)
    seat = state.actors[0] if seat is None else seat
    legal = state.legal(seat)
    if not legal:
        raise NotYourTurn(f"seat {seat} has nothing to decide now; seats {state.actors} have", game=state.rules.key)
    utility = utility or Utility.said_by(state.rules)
    if not by_compiled_code(state.rules):
        return by_reference(state, seat, legal, utility, positions or BY_REFERENCE)
    from trickkit.batch.lowering.unsupported import Unsupported
    from trickkit.batch.search import solved

    try:
        values, looked_at = solved(state, seat, legal, utility.weights, utility.sides, positions or POSITIONS)
    except Unsupported:
        return by_reference(state, seat, legal, utility, positions or BY_REFERENCE)
    side = utility.side_of(seat)
    utilities = [value[side] / utility.scale(side) for value in values]
    return Solution(seat, zip(legal, utilities, strict=True), looked_at, compiled=True)


def by_compiled_code(rules: Rules) -> bool:
    """Whether compiled code can solve deals of the rules by itself, as far as is known in advance."""
    try:
        from trickkit.batch.search import finds_points
    except MissingExtra:
        return False
    return finds_points(rules)


def by_reference(state: State, seat: int, legal: Sequence[Action], utility: Utility, most: int) -> Solution:
    search = _Search(state, utility, most)
    side = utility.side_of(seat)
    values = [search.value(state.play(seat, action))[side] / utility.scale(side) for action in legal]
    return Solution(seat, zip(legal, values, strict=True), search.looked_at)


HUGE = float("inf")


class _Search:
    """A search by the reference engine.

    Args:
        state: its deal is searched to the end.
        utility: what is good for a seat.
        most: how many positions may be examined.
    """

    __slots__ = ("_deals", "_most", "_two", "_utility", "_weights", "looked_at")

    def __init__(self, state: State, utility: Utility, most: int) -> None:
        self._deals = len(state.results)
        self._utility = utility
        self._two = utility.is_opposed
        self._weights = utility.weights
        self._most = most
        self.looked_at = 0

    def value(self, state: State) -> list[float]:
        """The value of a position to every side, in integers."""
        if self._two:
            first = self._alpha_beta(state, -HUGE, HUGE)
            return [first, -first]
        return self._all(state)

    def _over(self, state: State) -> bool:
        if len(state.results) > self._deals:
            return True
        if self.looked_at >= self._most:
            raise TooManyPositions(
                f"more than {self._most:,} positions: solve it when fewer cards are left, or allow more",
                game=state.rules.key,
            )
        self.looked_at += 1
        return False

    def _served(self, state: State) -> list[float]:
        scores = state.results[self._deals].scores
        return [sum(map(int.__mul__, row, scores)) for row in self._weights]

    def _alpha_beta(self, state: State, alpha: float, beta: float) -> float:
        """The value of a position to the first side, as far as it lies between alpha and beta (fail-soft)."""
        if self._over(state):
            return self._served(state)[0]
        seat = state.actors[0]
        if self._utility.side_of(seat) == 0:
            best = -HUGE
            for action in state.legal(seat):
                best = max(best, self._alpha_beta(state.play(seat, action), max(alpha, best), beta))
                if best >= beta:
                    break
            return best
        best = HUGE
        for action in state.legal(seat):
            best = min(best, self._alpha_beta(state.play(seat, action), alpha, min(beta, best)))
            if best <= alpha:
                break
        return best

    def _all(self, state: State) -> list[float]:
        """The value of a position to every side."""
        if self._over(state):
            return self._served(state)
        seat = state.actors[0]
        side, best = self._utility.side_of(seat), list[float]()
        for action in state.legal(seat):
            values = self._all(state.play(seat, action))
            if not best or values[side] > best[side]:
                best = values
        return best

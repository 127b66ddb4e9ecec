"""Analyzes a game move by move: what each decision cost compared with the best one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.bots.base import Bot, Budget, Choice
from trickkit.bots.intervals import reach
from trickkit.bots.levels import Best
from trickkit.errors import GameOver
from trickkit.model.actions import Action

if TYPE_CHECKING:
    from trickkit.play.state import State

__all__ = ["Analysis", "Decision", "analyze"]


@frozen
class Decision:
    """A bot's judgement of a decision.

    Args:
        move: its number in the game, from 0.
        deal: the number of the deal, from 0.
        seat: the seat that made it.
        phase: the name of the phase.
        made: the action taken, and what the bot thinks of it.
        best: the action that the bot would have taken, and what it thinks of that.

    >>> from trickkit import Bid
    >>> best, made = Choice(Bid(2), 1.25), Choice(Bid(0), 0.5, behind=0.75, behind_error=0.25)
    >>> decision = Decision(12, 0, 1, "Bids", made, best)
    >>> decision.cost, str(decision)
    (0.75, 'move 12, seat 1: 0 cost 0.75 ± 0.49 against 2')
    """

    move: int
    deal: int
    seat: int
    phase: str
    made: Choice
    best: Choice

    @property
    def cost(self) -> float:
        """How many points of utility a deal the best action is ahead of the one taken; 0 for the best."""
        return self.made.behind

    @property
    def error(self) -> float | None:
        """The standard error of the cost; None if it is unknown."""
        return self.made.behind_error

    def __str__(self) -> str:
        error = "" if self.error is None else f" ± {reach(self.error):.2f}"
        cost = f"{self.made.action} cost {self.cost:.2f}{error}"
        return f"move {self.move}, seat {self.seat}: {cost} against {self.best.action}"


def _decisions(given: Iterable[Decision]) -> tuple[Decision, ...]:
    return tuple(given)


@frozen
class Analysis:
    """A bot's judgement of the decisions in a game.

    Args:
        decisions: those with a choice, in order.

    >>> Analysis([]).worst()
    ()
    """

    decisions: tuple[Decision, ...] = field(converter=_decisions)

    def worst(self, count: int = 5) -> tuple[Decision, ...]:
        """The most costly decisions, most costly first; free ones are left out.

        Args:
            count: the maximum number, 0 or more.
        """
        costly = [decision for decision in self.decisions if decision.cost > 0]
        return tuple(sorted(costly, key=lambda decision: -decision.cost)[:count])

    def of(self, seat: int) -> tuple[Decision, ...]:
        """The decisions of a seat.

        Args:
            seat: 0..players-1.
        """
        return tuple(decision for decision in self.decisions if decision.seat == seat)

    def mean_cost(self, seat: int) -> float | None:
        """The average cost of a seat's decisions; None without decisions.

        Args:
            seat: 0..players-1.
        """
        costs = [decision.cost for decision in self.of(seat)]
        return fmean(costs) if costs else None


def analyze(
    states: Iterable[State],
    bot: Bot | None = None,
    *,
    seat: int | None = None,
    budget: Budget | None = None,
    seen: Callable[[int], object] = lambda _: None,
) -> Analysis:
    """Analyze a game move by move: what a bot thinks of each decision, given what its seat could know.

    Args:
        states: of the game, one after each move, as `GameRecord.states` and `bots.states` yield them.
        bot: the judge; None for `Best(4)`.
        seat: whose decisions; None for those of all.
        budget: how long it may think about each decision, as for `Bot.act`.
        seen: called after each move with the number of moves so far.

    Raises:
        GameOver: no decision was made.
        InvalidRules: the budget is empty.

    >>> from trickkit import load
    >>> from trickkit.bots import Flat, Random, states
    >>> found = analyze(states(load("pikinni", players=2), [Random(), Random()], seed=7), Flat(2))
    >>> found.decisions[0].seat, len(found.worst(3))
    (0, 3)
    """
    judge = Best(4) if bot is None else bot
    return Analysis(_judged(states, judge, seat, budget, seen))


def _judged(
    states: Iterable[State], bot: Bot, only: int | None, budget: Budget | None, seen: Callable[[int], object]
) -> Iterator[Decision]:
    index = -1
    for index, (before, after) in enumerate(pairwise(states)):
        seat, action = after.moves[len(before.moves)]
        if only in (None, seat) and len(before.legal(seat)) > 1:
            yield _decision(index, before, seat, action, bot, budget)
        seen(index + 1)
    if index < 0:
        raise GameOver("no decision was made in this game; there is nothing to look at")


def _decision(number: int, state: State, seat: int, action: Action, bot: Bot, budget: Budget | None) -> Decision:
    choices = bot.explain(state.view(seat), budget).choices
    made = next(choice for choice in choices if choice.action == action)
    return Decision(number, state.deal.number, seat, type(state.phase).__name__, made, choices[0])

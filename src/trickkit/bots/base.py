"""The base of bots: a bot decides for a seat from a view of what the seat may know."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Self

from attrs import evolve, field, fields, frozen, has

from trickkit.bots.intervals import reach
from trickkit.errors import GameOver, InvalidRules, NotYourTurn
from trickkit.model.actions import Action
from trickkit.play.view import View

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.batch.stepping import Lanes
    from trickkit.play.rules import Rules

__all__ = ["Bot", "Budget", "Choice", "Explanation", "choices", "source"]

Budget = int | timedelta
"""How long a bot may think about a decision: a number of playouts for each action, 1 or more, or a span of time."""


@frozen
class Choice:
    """A bot's judgement of an action.

    Args:
        action: a legal action.
        mean: the utility that it expects, in points.
        error: the standard error of the mean; None if nothing was tried.
        behind: how far the mean is below that of the best action, 0 for the best.
        behind_error: the standard error of that difference, if both were tried in the same worlds.

    >>> from trickkit import Bid
    >>> str(Choice(Bid(2), mean=1.25, error=0.5, behind=0.75, behind_error=0.25))
    '2: +1.25 ± 0.98, 0.75 ± 0.49 behind the best'
    """

    action: Action
    mean: float
    error: float | None = None
    behind: float = 0.0
    behind_error: float | None = None

    def __str__(self) -> str:
        behind = f", {self.behind:.2f}{_reach(self.behind_error)} behind the best" if self.behind else ""
        return f"{self.action}: {self.mean:+.2f}{_reach(self.error)}{behind}"


def _reach(error: float | None) -> str:
    """Half the width of the 95 % interval, in words."""
    return "" if error is None else f" ± {reach(error):.2f}"


def _choices(given: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(given)


@frozen
class Explanation:
    """The reasons for a bot's decision.

    Args:
        choices: every legal action, the best first; equally good ones in their legal order.
        worlds: the number of worlds.
        playouts: how many times each action was played to the end of the deal.
        how: `"compiled"` if compiled code dealt the worlds and played them out; `"sampled"` if it played out worlds
            that were sampled one by one; `"reference"` if the reference engine did everything.
        done: what the bot did, in words; `""` if it tried nothing out.

    >>> from trickkit import Bid
    >>> print(Explanation((Choice(Bid(2), 1.25), Choice(Bid(0), 0.5, behind=0.75)), worlds=4, playouts=16))
    2: +1.25
    0: +0.50, 0.75 behind the best
    16 playouts of each action in 4 worlds (reference)
    """

    choices: tuple[Choice, ...] = field(converter=_choices)
    worlds: int = 0
    playouts: int = 0
    how: str = "reference"
    done: str = field()

    @done.default
    def _playouts(self) -> str:
        return f"{self.playouts} playouts of each action in {self.worlds} worlds" if self.playouts else ""

    def __str__(self) -> str:
        return "\n".join([*map(str, self.choices), f"{self.done} ({self.how})" if self.done else "not tried out"])


class Bot(ABC):
    """Decides for a seat. It receives a view; equal views give equal actions.

    This bot takes the first legal action:

    >>> from attrs import frozen
    >>> @frozen
    ... class First(Bot):
    ...     def explain(self, view, budget=None):
    ...         return Explanation([Choice(action, 0.0) for action in choices(view)])
    >>> from trickkit import load
    >>> First().act(load("pikoko", players=3).start(seed=7).view(1))
    Bid(number=0)
    """

    __slots__ = ()

    def act(self, view: View, budget: Budget | None = None) -> Action:
        """The bot's action.

        Args:
            view: of a seat that has a decision to make.
            budget: how long it may think: a number of playouts for each action, or a span of time; None uses the bot's
                own settings. With a number of playouts, equal views give equal actions on every machine.

        Raises:
            NotYourTurn: the seat has nothing to decide.
            GameOver: the game is over.
            InvalidRules: the budget is empty.
        """
        check_budget(budget)
        legal = choices(view)
        if len(legal) == 1:
            return legal[0]
        return self.explain(view, budget).choices[0].action

    def seeded(self, seed: int) -> Self:
        """The bot with another seed; the bot itself if it has no seed.

        Args:
            seed: any integer.
        """
        bot: Any = self
        given = {attribute.alias for attribute in fields(type(bot)) if attribute.init} if has(type(bot)) else ()
        return evolve(bot, seed=seed) if "seed" in given else self

    def act_lanes(self, lanes: Lanes, which: Array) -> Array:
        """The decisions in some lanes of `trickkit.batch`, as numbers of actions.

        It receives a view of each lane, unless the bot decides by arrays.

        Args:
            lanes: any.
            which: (decisions,), integers: the lanes, each of which waits for a decision.

        Returns:
            Returns (decisions,), int64: the numbers of the actions among `rules.actions`.

        >>> from trickkit import batch, load
        >>> from trickkit.bots import Greedy
        >>> lanes = batch.lanes(load("pikinni"), 100, seed=7)
        >>> actions = lanes.random()
        >>> actions[[3, 5]] = Greedy().act_lanes(lanes, [3, 5])
        >>> len(lanes.step(actions))
        0
        """
        import numpy as np

        from trickkit.batch.lowering.numbers import action_numbers

        numbers, chosen = action_numbers(lanes.rules), []
        for lane in which:
            state = lanes.state(int(lane))
            chosen.append(numbers[self.act(state.view(state.actors[0]))])
        return np.array(chosen, np.int64)

    @property
    def decides_by_arrays(self) -> bool:
        """Whether the bot decides for many lanes at once, without a view of each.

        >>> from trickkit.bots import Greedy, Random
        >>> Greedy().decides_by_arrays, Random().decides_by_arrays
        (False, True)
        """
        return type(self).act_lanes is not Bot.act_lanes

    @abstractmethod
    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The bot's judgement of every legal action.

        Args:
            view: as for `act`.
            budget: as for `act`.
        """


def choices(view: View) -> tuple[Action, ...]:
    """The legal actions of the viewer, one or more.

    Raises:
        NotYourTurn: it has nothing to decide.
        GameOver: the game is over.
        InvalidRules: the argument is not a view.

    >>> from trickkit import load
    >>> [str(action) for action in choices(load("pikinni", players=2).start(seed=7).view(0))]
    ['0', '1']
    """
    if not isinstance(view, View):
        given = type(view).__name__
        raise InvalidRules(f"a bot decides from a View, not from {given}; for a state give state.view(seat)")
    legal = view.legal()
    if legal:
        return legal
    if view.is_over:
        raise GameOver("the game is over; there is nothing to decide", game=view.rules.key)
    who = "a spectator" if view.seat is None else f"seat {view.seat}"
    raise NotYourTurn(f"{who} has nothing to decide now; seats {view.actors} have", game=view.rules.key)


def source(view: View, seed: int) -> random.Random:
    """A random source that is the same for equal views, on every machine.

    >>> from trickkit import load
    >>> view, again = (load("pikoko", players=3).start(seed=7).view(1) for _ in range(2))
    >>> source(view, 1).random() == source(again, 1).random() != source(view, 2).random()
    True
    """
    moves = " ".join(
        [f"{seat}:{action._text if isinstance(action, Action) else action}" for seat, action, *_ in view.moves]
    )
    hands = "|".join(map(str, view.deal.hands))
    return source_of(seed, view.rules, view.seat, view.deal.number, view.scores, hands, moves)


def source_of(
    seed: int, rules: Rules, seat: int | None, number: int, scores: tuple[int, ...], hands: str, moves: str
) -> random.Random:
    """The random source of `source`, given the contents of a view.

    Args:
        seed: of the bot.
        rules: of the game.
        seat: whose view it is.
        number: of the deal.
        scores: the totals so far.
        hands: all hands as text, as far as the seat knows their cards.
        moves: the decisions of the deal, as far as it knows them.
    """
    return random.Random(f"{seed}/{rules.key}/{seat}/{number}/{scores}/{hands}/{moves}")


def check_budget(budget: Budget | None) -> None:
    """Refuse an invalid budget.

    Raises:
        InvalidRules: it is below one playout, or not a time.

    >>> check_budget(0)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: a budget of 0: give 1 or more playouts of each action, or a span of time
    """
    is_count = isinstance(budget, int) and not isinstance(budget, bool)
    if budget is None or (is_count and budget >= 1) or (isinstance(budget, timedelta) and budget > timedelta()):  # type: ignore[operator]
        return
    raise InvalidRules(f"a budget of {budget}: give 1 or more playouts of each action, or a span of time")

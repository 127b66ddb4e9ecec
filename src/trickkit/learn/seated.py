"""Built-in players for the seats that the learner does not control."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from attrs import field, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.seen import Seen
from trickkit.batch.stepping import Lanes
from trickkit.bots import Bot
from trickkit.errors import InvalidAction, InvalidRules, quoted
from trickkit.play.rules import Rules

Player = Bot | Callable[[Seen, Array], Array] | Array | Sequence[float] | None
"""Who decides for a seat: a bot; a function of observations and legal actions, as in `batch.deals`; an array of weights
by action, with which legal actions are drawn; or None for the learner."""


class Inside(ABC):
    """Decides for a seat in some lanes."""

    __slots__ = ()

    @abstractmethod
    def decide(self, table: Lanes, lanes: Array) -> Array:
        """The numbers of the chosen actions.

        Args:
            table: all lanes.
            lanes: those in which the seat is to decide, one or more.
        """


@frozen(eq=False)
class ByBot(Inside):
    """Lets a bot decide.

    Args:
        bot: any.
    """

    bot: Bot

    def decide(self, table: Lanes, lanes: Array) -> Array:
        """The decisions of the bot."""
        return self.bot.act_lanes(table, lanes)


@frozen(eq=False)
class ByArrays(Inside):
    """Lets a function of arrays decide.

    Args:
        seat: the seat for which it decides.
        function: takes observations and legal actions; returns the numbers of actions.
    """

    seat: int
    function: Callable[[Seen, Array], Array]

    def decide(self, table: Lanes, lanes: Array) -> Array:
        """The decisions of the function.

        Raises:
            InvalidAction: it returns no such array.
        """
        answer = np.asarray(self.function(table.seen().of(lanes), table.legal()[lanes]))
        if answer.shape != lanes.shape or answer.dtype.kind not in "iu":
            raise InvalidAction(
                f"the player of seat {self.seat} returned {answer.dtype} of shape {answer.shape}; it must return "
                f"the number of an action for each of {len(lanes)} lanes",
                game=table.rules.key,
                seat=self.seat,
            )
        return answer


@frozen(eq=False)
class ByWeights(Inside):
    """Draws actions by weights; if all legal ones have weight 0, they are equally likely.

    Args:
        weights: (actions,), float64: 0 or more.
        draw: the source of random numbers.
    """

    weights: Array
    draw: np.random.Generator = field(repr=False)

    def decide(self, table: Lanes, lanes: Array) -> Array:
        """Random actions, drawn by their weights."""
        legal = table.legal()[lanes]
        chances = legal * self.weights
        none = ~chances.any(axis=1)
        chances[none] = legal[none]
        below = chances.cumsum(axis=1)
        # Strictly greater, so that an action with probability 0 is never drawn.
        actions: Array = (below > self.draw.random((len(lanes), 1)) * below[:, -1:]).argmax(axis=1)
        return actions


def seated(rules: Rules, players: Sequence[Player] | None, seed: int) -> tuple[Inside | None, ...]:
    """By seat, its built-in player; None for the learner.

    Args:
        rules: of the game.
        players: by seat; None if the learner decides for all of them.
        seed: determines the random numbers.

    Raises:
        InvalidRules: the players are invalid, or none is the learner.
    """
    if players is None:
        return (None,) * rules.players
    if not isinstance(players, Sequence) or len(players) != rules.players:
        raise InvalidRules(f"players={quoted(players)}: one for each of {rules.players} seats, None for the learner")
    if all(player is not None for player in players):
        raise InvalidRules(f"players={quoted(players)}: no seat is None, the learner")
    return tuple([_seated(rules, seat, player, seed) for seat, player in enumerate(players)])


def _seated(rules: Rules, seat: int, player: Any, seed: int) -> Inside | None:
    if player is None:
        return None
    if isinstance(player, Bot):
        return ByBot(player)
    if callable(player):
        return ByArrays(seat, player)
    try:
        weights = np.asarray(player, np.float64)
    except (TypeError, ValueError):
        weights = np.zeros(0)
    if weights.shape != (len(rules.actions),) or not np.isfinite(weights).all() or weights.min() < 0:
        raise InvalidRules(
            f"the player of seat {seat}, {quoted(player)}, is neither a bot, nor a function, nor an array of "
            f"{len(rules.actions)} "
            f"weights, 0 or more, one for each action",
            game=rules.key,
        )
    return ByWeights(weights, np.random.default_rng([abs(seed), seat]))

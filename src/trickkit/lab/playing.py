"""How a study plays deals under one of its rules: at random on the batch engine, or with bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random

import numpy as np
from attrs import evolve, field, frozen

from trickkit import batch, bots
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.results import Deals
from trickkit.batch.run.fallback import game_seed
from trickkit.bots.base import Bot, Explanation
from trickkit.bots.playing import DealsTogether, deals_together, together
from trickkit.bots.registry import read_all
from trickkit.lab.trace import Trace
from trickkit.model.actions import Action
from trickkit.play.later import later_deal
from trickkit.play.rules import Rules
from trickkit.play.state import State

__all__ = ["RANDOM", "Table", "seats_of"]

RANDOM = "random"
"""The name of the player that takes any legal action."""

APART = 1 << 40
"""The numbers of deals with other cards are higher by a multiple of this."""

Seat = str | Bot
"""Who plays a seat: the name of a bot as `bots.read` takes it, or a bot."""


def seats_of(rules: Rules, bots: Seat | Sequence[Seat]) -> tuple[Seat, ...]:
    """The players, by seat.

    Args:
        rules: of the game.
        bots: one for all seats, or one for each; fewer bots than seats sit in turn.

    >>> from trickkit import load
    >>> seats_of(load("pikoko"), "greedy"), seats_of(load("pikoko"), ["best:2", "greedy"])
    (('greedy', 'greedy', 'greedy', 'greedy'), ('best:2', 'greedy', 'best:2', 'greedy'))
    """
    given = [bots] if isinstance(bots, str | Bot) else [*bots]
    return tuple(given[seat % len(given)] for seat in range(rules.players))


def _of_study(bot: Bot) -> Bot:
    """The bot as a study uses it: `best` without installed networks, which only some rules have."""
    if isinstance(bot, bots.Best) and bot.network == bots.Learned():
        return evolve(bot, network=None)
    return bot


@frozen(eq=False, slots=False)
class Table:
    """Rules and their players.

    A deal is a function of the rules, the seed and its number alone. If all play at random and the rules compile, the
    batch engine plays. Otherwise the reference engine plays, seats start in turn, and each deal is repeated until each
    bot has played all seats. Both engines give the same cards for the same number under rules that deal alike;
    `compiled` selects one, so that two rules are played by the same engine.

    Args:
        rules: of the game.
        seats: the players, by seat.
        seed: any integer.
        compiled: whether the batch engine may play.

    >>> from trickkit import load
    >>> table = Table(load("pikoko", players=3), ("best:2", "random", "random"), seed=7)
    >>> table.is_compiled, table.times
    (False, 3)
    """

    rules: Rules
    seats: tuple[Seat, ...]
    seed: int = field(kw_only=True)
    compiled: bool = field(default=True, kw_only=True)

    @cached_property
    def is_compiled(self) -> bool:
        """Whether the batch engine plays the deals."""
        return self.compiled and set(self.seats) == {RANDOM} and bool(batch.supports(self.rules))

    @cached_property
    def decides_together(self) -> bool:
        """Whether the bots' decisions in many deals are computed together."""
        return self._decide_deals is not None and bool(batch.supports(self.rules))

    @cached_property
    def _decide_deals(self) -> DealsTogether | None:
        return deals_together([self._players[bot] for bot in self.seated(0)])

    def decided_together(self, numbers: range) -> Deals | None:
        """Some of the deals, played side by side; None if they must be played one by one."""
        assert self._decide_deals is not None
        return self._decide_deals([self.begun(deal) for deal in numbers])

    @cached_property
    def times(self) -> int:
        """How often each deal is played, with the bots one seat further each time."""
        count = len(self.seats)
        return next(by for by in range(1, count + 1) if self.seats[by:] + self.seats[:by] == self.seats)

    @cached_property
    def kinds(self) -> list[Seat]:
        """The distinct bots, in the order of their first seats."""
        return [*dict.fromkeys(self.seats)]

    @cached_property
    def _players(self) -> list[Bot | None]:
        return self._seeded(self.seed)

    @cached_property
    def _others(self) -> list[Bot | None]:
        return self._seeded(self.seed + 1)

    def _seeded(self, seed: int) -> list[Bot | None]:
        """The distinct bots with a seed; None for one that plays at random."""
        named = read_all([seat for seat in self.kinds if isinstance(seat, str)])
        made = [_of_study(named[seat] if isinstance(seat, str) else seat) for seat in self.kinds]
        return [None if isinstance(bot, bots.Random) else bot.seeded(seed) for bot in made]

    @cached_property
    def _numbers(self) -> int:
        """The number of deals in a game whose hand sizes vary; 1 if all are equal."""
        most = self.rules.ending.most_deals()
        return most if most and len(self.rules.schedule.hand_sizes.distinct(most)) > 1 else 1

    def trace(self, number: int, turn: int = 0) -> Trace:
        """A deal of the study, state by state.

        Args:
            number: of the deal in the study, from 0.
            turn: by how many seats the bots have moved on.
        """
        if self.is_compiled:
            return Trace.of_batch(number, self.at_random(range(number, number + 1)), 0)
        states, explanations = [self.begun(number)], list[Explanation | None]()
        players = [self._players[bot] for bot in self.seated(turn)]
        for state, thought in _steps(states[0], Random(f"{self.seed}/play {number}/{turn}"), players):
            states.append(state)
            explanations.append(thought)
        return Trace(number, tuple(states), tuple(explanations), turn)

    def game(self, number: int, turn: int = 0) -> State:
        """The end of a whole game; its cards are independent of the deals'.

        Args:
            number: of the game in the study, from 0.
            turn: by how many seats the bots have moved on.
        """
        state = self.rules.start(seed=game_seed(self.seed, number), first=number % self.rules.players)
        players = [self._players[bot] for bot in self.seated(turn)]
        draw = Random(f"{self.seed}/game {number}/{turn}")
        while not state.is_over:
            *_, (state, _) = _steps(state, draw, players)
        return state

    def again(self, trace: Trace) -> tuple[int, ...]:
        """The points of a deal replayed with the same cards and other random choices."""
        players = [self._others[bot] for bot in self.seated(trace.turn)]
        draw = Random(f"{self.seed}/again {trace.number}/{trace.turn}")
        *_, (end, _) = _steps(trace.states[0], draw, players)
        return end.results[-1].scores

    def elsewhere(self, trace: Trace) -> Trace:
        """An independent deal with other cards.

        Args:
            trace: of a deal; the other one has the same number in its game, the same starter and the same bots.
        """
        return self.trace(trace.number + APART * self.rules.players * self._numbers, trace.turn)

    def with_player(self, trace: Trace, seat: int, player: Callable[[State], Action]) -> tuple[int, ...]:
        """The points of a deal replayed with another player in one seat.

        Args:
            trace: the deal.
            seat: 0..players-1.
            player: its decision in a state in which it has a choice.
        """
        players: list[Bot | Callable[[State], Action] | None] = [self._players[bot] for bot in self.seated(trace.turn)]
        players[seat] = player
        *_, (end, _) = _steps(trace.states[0], Random(f"{self.seed}/with {trace.number}/{trace.turn}"), players)
        return end.results[-1].scores

    def begun(self, number: int) -> State:
        """A deal of the study at its first decision.

        Args:
            number: of the deal in the study, from 0.
        """
        if self.is_compiled:
            return next(self.at_random(range(number, number + 1)).states(0))
        # Studies with other seeds have other cards, as in the batch engine.
        seed, starter = (self.seed << 40) + number, number % self.rules.players
        return later_deal(self.rules, number % self._numbers, seed=seed, starter=starter)

    def at_random(self, numbers: range) -> Deals:
        """Some of the deals, played at random by the batch engine.

        Args:
            numbers: of the deals in the study, consecutive.
        """
        return batch.deals(self.rules, len(numbers), self.seed, first=numbers.start, threads=1, moves=True)

    def seated(self, turn: int) -> Array:
        """(seats,): the number of the bot at each seat.

        Args:
            turn: by how many seats the bots have moved on.
        """
        numbers = [self.kinds.index(seat) for seat in self.seats]
        return np.roll(numbers, turn)


def _steps(
    state: State, draw: Random, players: Sequence[Bot | Callable[[State], Action] | None]
) -> Iterator[tuple[State, Explanation | None]]:
    """The state after each decision of a deal, with the bot's explanation of it if there is one."""
    deals, find = len(state.results), together(players)
    while len(state.results) == deals:
        actions = find(state) if find else ()
        for action in actions:
            state = state.play(state.actors[0], action)
            yield state, None
        if actions:
            continue
        seat, thought = state.actors[0], None
        legal, player = state.legal(seat), players[seat]
        if player is None or len(legal) == 1:
            action = legal[int(draw.random() * len(legal))]
        elif isinstance(player, Bot):
            thought = player.explain(state.view(seat))
            action = thought.choices[0].action
        else:
            action = player(state)
        state = state.play(seat, action)
        yield state, thought

"""Deals of the reference engine that are stepped together, for rules that the compiled engine cannot run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

import numpy as np
from attrs import define, field

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import WAIT
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.results import Deals
from trickkit.batch.run.arguments import checked, refusal, seats_of
from trickkit.batch.run.chunks import whole
from trickkit.batch.run.fallback import collected, current_moves, looked
from trickkit.batch.run.one_thread import FREE, one_thread
from trickkit.batch.seen import Seen
from trickkit.model.actions import Action
from trickkit.model.chance import Chance
from trickkit.phases.dealing import stacked_deal
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed
from trickkit.policies.ending import AfterDeals


@define(eq=False, repr=False)
class ReferenceLanes:
    """Deals of the reference engine that are stepped together, like `Lanes`.

    Args:
        rules: of the game.
        seed: of all deals.
        episodes: by lane, the number of the episode.
        begun: returns the first state of an episode.
        in_games: whether an episode is a whole game.
    """

    rules: Rules
    _seed: int
    _episodes: list[int]
    _begun: Callable[[int], State]
    _in_games: bool
    _states: list[State] = field(init=False)
    _ends: list[tuple[State, Action]] = field(init=False, factory=list)
    """The states before the last decisions of the deals that ended in the last step, and these."""
    _busy: int = field(init=False, default=FREE)
    last: Array = field(init=False, factory=lambda: np.zeros(0, np.int64))
    over: Array = field(init=False, factory=lambda: np.zeros(0, np.bool_))

    def __attrs_post_init__(self) -> None:
        self._states = [self._begun(episode) for episode in self._episodes]

    def __len__(self) -> int:
        return len(self._states)

    def __repr__(self) -> str:
        return f"<{len(self)} lanes of {self.rules.name}, on the reference engine>"

    @property
    def seats(self) -> Array:
        """(lanes,), int64: the seat that decides now."""
        return np.array([state.actors[0] for state in self._states], np.int64)

    @property
    def decisions(self) -> Array:
        """(lanes,), int64: how many decisions were made in the current deal."""
        return np.array([len(current_moves(state)) for state in self._states], np.int64)

    @property
    def scored(self) -> Array:
        """(lanes, seats), int64: the points of the current deal so far, as `Lanes.scored` has them."""
        points = np.zeros((len(self), self.rules.players), np.int64)
        for lane, state in enumerate(self._states):
            for line in state.deal.lines if state.deal is not None else ():
                points[lane, line.seat] += line.points
        return points

    @property
    def episodes(self) -> Array:
        """(lanes,), int64: the number of the episode, as `Lanes.episodes` has it."""
        return np.array(self._episodes, np.int64)

    def legal(self) -> Array:
        """legal: (lanes, actions), bool: the legal actions, by the number of an action among `rules.actions`."""
        legal_actions = np.zeros((len(self), len(self.rules.actions)), np.bool_)
        numbers = action_numbers(self.rules)
        for lane, state in enumerate(self._states):
            legal_actions[lane, [numbers[action] for action in state.legal(state.actors[0])]] = True
        return legal_actions

    def random(self) -> Array:
        """random: (lanes,), int64: a random legal action for every lane."""
        actions = []
        for episode, state, row in zip(self._episodes, self._states, self.legal(), strict=True):
            draw = Random(f"{self._seed}/deal {episode} decision {len(state.moves)}")
            actions.append(draw.choice(np.flatnonzero(row)))
        return np.array(actions, np.int64)

    def seen(self, seats: Array | None = None) -> Seen:
        """What seats know, as `Lanes.seen` returns it."""
        seats = self.seats if seats is None else seats_of(self.rules, len(self), seats)
        return looked(self.rules, [state.view(int(seat)) for state, seat in zip(self._states, seats, strict=True)])

    @property
    def seen_at_end(self) -> Callable[[Array], Seen]:
        """Returns what seats knew at the end of the deals that ended in the last step, like `Lanes.seen_at_end`."""
        return partial(_seen_at_end, self.rules, self._ends)

    @one_thread
    def state(self, lane: int) -> State:
        """Where a lane stands, as a state.

        Raises:
            InvalidRules: there is no such lane.
        """
        return self._states[whole("lane", lane, 0, len(self) - 1)]

    @one_thread
    def step(self, actions: Array, *, waits: Array | None = None) -> Deals:
        """Make a decision in lanes, like `Lanes.step`."""
        given = checked(self.rules, len(self), actions, waits)
        legal, every = self.legal(), list(self.rules.actions.values())
        for lane, index in enumerate(given):
            if index != WAIT and (not 0 <= index < len(every) or not legal[lane, index]):
                requested = int(np.asarray(actions)[lane])
                raise refusal(self.rules, lane, requested, legal[lane], self._states[lane].actors[0])
        states, episodes, ended, over, ends = [*self._states], [*self._episodes], [], [], []
        for lane in np.flatnonzero(given != WAIT).tolist():
            before, action = states[lane], every[given[lane]]
            after = before.play(before.actors[0], action)
            if len(after.results) > len(before.results):
                ended.append((lane, after.results[len(before.results)]))
                ends.append((before, action))
                over.append(after.is_over or not self._in_games)
                if over[-1]:
                    episodes[lane] += len(self)
                    after = self._begun(episodes[lane])
            states[lane] = after
        deals = collected(self.rules, [result for _, result in ended], len(ended))
        last, are_over = np.array([lane for lane, _ in ended], np.int64), np.array(over, np.bool_)
        # Nothing has changed by now: whatever was broken off was not made in any lane.
        self._states, self._episodes, self._ends, self.last, self.over = states, episodes, ends, last, are_over
        return deals

    def _forget(self) -> None:
        """Nothing is remembered that a broken step could make untrue."""

    def _recover(self) -> None:
        """Nothing is left behind by a step that is broken off."""


def _seen_at_end(rules: Rules, ends: Sequence[tuple[State, Action]], seats: Array) -> Seen:
    given = seats_of(rules, len(ends), seats)
    return looked(rules, [at_end(*end).view(int(seat)) for end, seat in zip(ends, given, strict=True)])


def at_end(before: State, action: Action) -> State:
    """The state at the end of a deal, as if the game ended there.

    Args:
        before: the state before its last decision.
        action: the decision.
    """
    deal, results = before.deal, before.results
    rules = before.rules.replace(ending=AfterDeals(deals=len(results) + 1, wins=before.rules.ending.wins))
    first = (results[0].deal if results else deal).begun_by
    begin = resumed(rules, first, results, deal.begun_by, stacked_deal(deal), deal.chance or Chance(0))
    return begin.play_all([*current_moves(before), (before.actors[0], action)])

"""Many deals that are stepped together, one decision in each at a time, for learning loops."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np
from attrs import define, evolve, field

from trickkit.batch.kernel.arrays import Array, Beginnings
from trickkit.batch.kernel.layout import (
    ACTOR,
    DECISIONS,
    NOTED_ACTION,
    NOTED_SEAT,
    POINTS,
    halves,
)
from trickkit.batch.machine.loop import (
    first_illegal,
    legal_actions,
    random_actions,
    set_out_rows,
    step_rows,
)
from trickkit.batch.machine.program import Program
from trickkit.batch.results import Deals
from trickkit.batch.run.arguments import checked, refusal, seats_of
from trickkit.batch.run.begins import Begins
from trickkit.batch.run.chunks import whole
from trickkit.batch.run.one_thread import FREE, one_thread
from trickkit.batch.run.reading import read, room
from trickkit.batch.run.scoring import decisions_in, scored
from trickkit.batch.run.succession import After, Succession
from trickkit.batch.seen import Positions, Seen, seen_in
from trickkit.errors import InvalidRules
from trickkit.model.actions import Action
from trickkit.model.chance import Chance
from trickkit.play.rules import Rules
from trickkit.play.state import State

__all__ = ["Lanes"]


@define(eq=False, repr=False, slots=False)
class Lanes:
    """Deals that are stepped together: every lane waits for a decision, and deals restart automatically.

    Created by `batch.lanes`. Lane k plays the deals k, k + lanes, k + 2 lanes, ... of `batch.deals` with the same seed,
    or those games of `batch.games`, as far as cards and starters go.

    >>> import numpy as np
    >>> from trickkit import batch
    >>> from trickkit.variants import pikoko
    >>> lanes = batch.lanes(pikoko.rules(players=3), 1000, seed=7)
    >>> legal, rng = lanes.legal(), np.random.default_rng(7)
    >>> choice = (rng.random(legal.shape) * legal).argmax(axis=1)
    >>> ended = lanes.step(choice)
    >>> lanes.seats.shape, legal.shape == (1000, len(lanes.rules.actions)), len(ended)
    ((1000,), True, 0)
    """

    _program: Program
    _seed: int
    _succession: Succession
    _rows: Array = field(init=False)
    _decks: Array = field(init=False)
    _noted: Array = field(init=False)
    """By lane and decision of its deal, the decision, as `layout` packs it."""
    _known: dict[int, tuple[int, State]] = field(init=False, factory=dict)
    """By lane, a state of its deal, and the number of decisions that led to it."""
    _ends: tuple[Array, Array] = field(init=False)
    """The rows and the decisions of the deals that ended in the last step."""
    _deciding: Array | None = field(init=False, default=None)
    """The deciding seats, read from the rows once between two steps."""
    _busy: int = field(init=False, default=FREE)
    _stepping: bool = field(init=False, default=False)
    """Whether a step is in progress."""
    _settling: tuple[Array, tuple[Array, Array], After] | None = field(init=False, default=None)
    """While new deals are being dealt: the lanes, their final positions, and what follows."""
    _stuck: InvalidRules | None = field(init=False, default=None)
    """The error that stopped a decision, after which the lanes cannot go on."""
    last: Array = field(init=False)
    """(ended lanes,), int64: the lanes whose deals ended in the last step, in the order of its result."""
    over: Array = field(init=False)
    """(ended lanes,), bool: whether the episode ended, too; always true unless lanes play whole games."""

    def __attrs_post_init__(self) -> None:
        count = len(self._succession.episodes)
        self._rows = np.zeros((count, self._program.width), np.int64)
        self._decks = np.zeros((count, 256), np.uint8)
        self._noted = np.zeros((count, self._program.longest), np.int32)
        self._ends = self._rows[:0], self._noted[:0]
        self.last, self.over = np.zeros(0, np.int64), np.zeros(0, np.bool_)
        every = np.arange(count)
        self._set_out(every, self._succession.begin(every))

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<{len(self)} lanes of {self.rules.name}>"

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._program.rules

    @property
    @one_thread
    def seats(self) -> Array:
        """(lanes,), int64: the seat that decides now."""
        if self._deciding is None:
            self._deciding = self._rows[:, ACTOR].copy()
        return self._deciding.copy()

    @property
    @one_thread
    def decisions(self) -> Array:
        """(lanes,), int64: the number of decisions made in the current deal."""
        return self._rows[:, DECISIONS].copy()

    @property
    @one_thread
    def scored(self) -> Array:
        """scored: (lanes, seats), int64: the points that the current deal has scored so far, before its end."""
        return self._rows[:, POINTS : POINTS + self.rules.players].copy()

    @property
    @one_thread
    def episodes(self) -> Array:
        """episodes: (lanes,), int64: the number of the episode, which is a deal or a game."""
        return self._succession.episodes.copy()

    @one_thread
    def legal(self) -> Array:
        """legal: (lanes, actions), bool: the legal actions, by the number of an action among `rules.actions`."""
        self._check_usable()
        legal = np.empty((len(self), len(self.rules.actions)), np.bool_)
        legal_actions(self._program.tables, self._rows, legal.view(np.uint8))
        return legal

    @one_thread
    def random(self) -> Array:
        """random: (lanes,), int64: the actions of random play, the same as in `batch.deals` with the same seed."""
        self._check_usable()
        actions = np.empty(len(self), np.int64)
        random_actions(self._program.tables, self._rows, actions)
        return actions

    @one_thread
    def seen(self, seats: Array | None = None) -> Seen:
        """What seats know.

        Args:
            seats: (lanes,), integers: by lane, the seat; None for those that decide.

        Raises:
            InvalidSeat: the seats are not such an array.
        """
        return self.positions(seats).seen()

    @one_thread
    def positions(self, seats: Array | None = None) -> Positions:
        """The positions of the lanes, as `seen` reads them: arrays that change with the next step.

        Args:
            seats: as in `seen`.

        Raises:
            InvalidSeat: the seats are not such an array.
        """
        self._check_usable()
        seats = self.seats if seats is None else seats_of(self.rules, len(self), seats)
        return Positions(self._program, self._rows, self._noted, seats)

    @property
    def seen_at_end(self) -> Callable[[Array], Seen]:
        """A function that returns what seats knew at the end of the deals that ended in the last step, even later.

        It takes (ended lanes,), integers: for each of `last`, the seat.

        >>> from trickkit import batch, load
        >>> lanes = batch.lanes(load("pikinni"), 2, seed=7, number=0)
        >>> while not len(lanes.step(lanes.random())):
        ...     pass
        >>> lanes.seen_at_end([0] * len(lanes.last)).held[0].tolist()
        [0, 0, 0, 0]
        """
        return partial(_seen_at_end, self._program, *self._ends)

    @property
    def positions_at_end(self) -> Callable[[Array, Array], Positions | Seen]:
        """A function that returns the final positions of the deals that ended in the last step; you may call it later.

        It takes two arrays of integers of the same length: indices of `last`, and for each the observing seat.
        """
        return partial(_positions_at_end, self._program, *self._ends)

    @one_thread
    def state(self, lane: int) -> State:
        """The deal in a lane as a state of the reference engine, which can be played on independently.

        Of earlier deals it has only the points.

        Args:
            lane: 0..lanes-1.

        Raises:
            InvalidRules: there is no such lane.

        >>> from trickkit import batch, load
        >>> lanes = batch.lanes(load("pikinni"), 2, seed=7)
        >>> lanes.state(1).actors[0] == int(lanes.seats[1])
        True
        """
        self._check_usable()
        return self._state(whole("lane", lane, 0, len(self) - 1))

    def _state(self, lane: int) -> State:
        """A lane as a state, played on from the last one that was asked for."""
        decided = int(self._rows[lane, DECISIONS])
        known, state = self._known.get(lane) or (0, self._begun(lane))
        for noted in self._noted[lane, known:decided].tolist():
            state = state.play(noted >> NOTED_SEAT & 255, self._actions[noted & NOTED_ACTION])
        self._known[lane] = decided, state
        return state

    def _begun(self, lane: int) -> State:
        """The state at the first decision of the deal in a lane."""
        return Begins.of(self._program, self._rows[lane], self._decks[lane], Chance(0)).state()

    @one_thread
    def step(self, actions: Array, *, waits: Array | None = None) -> Deals:
        """Make a decision in all lanes, or in some; when a deal ends, the next one is dealt.

        Args:
            actions: (lanes,), integers: the actions, by their numbers among `rules.actions`.
            waits: (lanes,), bool: the lanes that wait, whose actions are ignored; None for none.

        Returns:
            Returns the deals that ended, with their points; `last` says in which lanes.

        Raises:
            InvalidAction: the actions are not such an array.
            IllegalAction: an action is not legal; the error names the lane. No lane has been stepped then.
            InvalidRules: the rules turn out to be unplayable; the lanes cannot be used any more.
        """
        self._check_usable()
        given = checked(self.rules, len(self), actions, waits)
        options, made = np.empty((2, len(self)), np.int64)
        wrong = self._first_illegal(given, options, made)
        if wrong >= 0:
            action = int(np.asarray(actions)[wrong])
            raise refusal(self.rules, wrong, action, self.legal()[wrong], int(self._rows[wrong, ACTOR]))
        self._deciding, self._stepping = None, True
        try:
            return self._ended(self._decided(options, made))
        except InvalidRules as error:
            self._stuck = error
            raise

    def _first_illegal(self, given: Array, options: Array, made: Array) -> int:
        """The first lane with an illegal action, -1 for none; writes the others down as `first_illegal` does."""
        return int(first_illegal(self._program.tables, self._rows, self._program.options, given, options, made))

    def _decided(self, options: Array, made: Array) -> Array:
        """Make the decisions; returns the lanes whose deals are over."""
        over = np.empty(len(self), np.int64)
        ended = step_rows(self._program.tables, self._rows, self._decks, options, made, self._noted, over)
        return over[:ended].copy()

    def _check_usable(self) -> None:
        """Refuse to go on if the rules have turned out to be unplayable."""
        if self._stuck is not None:
            raise InvalidRules(f"these lanes cannot go on: {self._stuck.message}", game=self.rules.key)

    def _forget(self) -> None:
        """Does nothing, as lanes store nothing that a broken-off step could make untrue."""

    def _recover(self) -> None:
        """Complete a step that was broken off: its decisions were made, and new deals follow those that are over."""
        self._deciding = None
        if self._settling is not None:
            self._settle(*self._settling)
        elif self._stepping:
            self._ended(np.flatnonzero(self._rows[:, ACTOR] < 0))

    def _ended(self, lanes: Array) -> Deals:
        """The results of the deals that ended; new ones are dealt in their lanes."""
        if not len(lanes):
            ends, over = (self._rows[lanes], self._noted[lanes]), np.zeros(0, np.bool_)
            self.last, self.over, self._ends, self._stepping = lanes, over, ends, False
            return self._nothing
        deals = self._results(lanes)
        self._settling = lanes, (self._rows[lanes], self._noted[lanes]), self._succession.after(lanes, deals)
        self._settle(*self._settling)
        return evolve(deals, moves=None)

    def _results(self, lanes: Array) -> Deals:
        """The finished deals of some lanes, with their points."""
        made = partial(decisions_in, self._rows, self._noted, lanes)
        return scored(self._program, self._rows, self._decks, lanes, made)

    def _settle(self, lanes: Array, ends: tuple[Array, Array], after: After) -> None:
        """Deal what follows in lanes. If this is broken off, it can be repeated."""
        self._succession.settle(lanes, after)
        self._set_out(lanes, after.beginnings)
        self.last, self.over, self._ends, self._settling, self._stepping = lanes, after.over, ends, None, False

    @cached_property
    def _actions(self) -> list[Action]:
        """By number, the actions."""
        return list(self.rules.actions.values())

    @cached_property
    def _nothing(self) -> Deals:
        """The empty result, cached because most steps end no deal."""
        written = room(self._program, 0, moves=False, cards=self._program.scoring.needs_cards)
        return read(self._program, written, np.zeros((0, self.rules.players), np.int64))

    @cached_property
    def _sizes(self) -> Array:
        """By number of a deal, the hand size."""
        return np.array(self._program.sizes, np.int64)

    def _set_out(self, lanes: Array, beginnings: Beginnings | list[State]) -> None:
        assert isinstance(beginnings, Beginnings)
        tables, sizes = self._program.tables, self._sizes[beginnings.numbers]
        set_out_rows(tables, self._rows, self._decks, lanes, halves(self._seed), sizes, beginnings)
        for lane in lanes.tolist() if self._known else ():
            self._known.pop(lane, None)


def _seen_at_end(program: Program, rows: Array, noted: Array, seats: Array) -> Seen:
    return seen_in(program, rows, noted, seats_of(program.rules, len(rows), seats))


def _positions_at_end(program: Program, rows: Array, noted: Array, which: Array, seats: Array) -> Positions:
    return Positions(program, rows[which], noted[which], seats_of(program.rules, len(which), seats))

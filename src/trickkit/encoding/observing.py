"""An encoding of a seat's knowledge: actions by number, observations as arrays, and bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from attrs import field, frozen

from trickkit.batch.followed_lanes import FollowedLanes
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import DECISIONS
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.machine.single import DEPTH
from trickkit.batch.run.fallback import looked
from trickkit.batch.seen import Positions, Seen
from trickkit.batch.single_game import Game
from trickkit.batch.stepping import Lanes
from trickkit.encoding.blocks import Arrays, Block, blocks_of, points_of
from trickkit.encoding.compiled import DTYPES, Compiled
from trickkit.encoding.features import Features
from trickkit.encoding.sheets import Sheet, Sheets
from trickkit.encoding.telling import arrays_of
from trickkit.encoding.texts import text_of
from trickkit.errors import InvalidAction, InvalidRules, nearest, quoted
from trickkit.model.actions import Action
from trickkit.model.bounds import Bounds
from trickkit.play.rules import Rules, rules_of
from trickkit.play.view import View

__all__ = ["Encoding", "encoding"]

UNBOUNDED = 512
"""The room for decisions of a deal if their number has no known limit."""


@frozen(slots=False)
class Encoding:
    """An encoding of a seat's knowledge as arrays; created by `encoding`.

    Seats and hands are counted from the observing seat, which comes first; the others follow clockwise. Kinds of cards
    are numbered like `rules.deck.kinds`, actions like `rules.actions`, and suits like `rules.deck.suits`.

    Two observations are equal exactly if the seat has heard the same decisions in a deal of the same number, size,
    starter and earlier points, and knows the same cards in the same places. Observations omit the course of earlier
    deals, and the time at which the seat learned of a card; `text` includes the latter.

    Args:
        rules: the rules of the game.
        blocks: the parts of an observation.

    >>> from trickkit import learn, load
    >>> rules = load("pikoko", players=3)
    >>> code = learn.encoding(rules)
    >>> code.texts[:3], code.number("R7"), str(code.action(code.number("R7")))
    (('0', '1', '2'), 46, 'R7')
    >>> [block.name for block in code.blocks][:4], code.longest
    (['seat', 'phase', 'number', 'size'], 42)
    """

    rules: Rules
    blocks: tuple[Block, ...]
    longest: int = field(repr=False)
    """The most decisions that a deal may have."""

    def __reduce__(self) -> tuple[Any, ...]:
        # What it has found out since is found out again.
        return Encoding, (self.rules, self.blocks, self.longest)

    @cached_property
    def points(self) -> Bounds:
        """The fewest and the most points that a seat may score in a deal, including 0; None if unknown.

        They follow from the bounds that each part of the scoring declares (`Scoring.bounds`). So do the bounds of the
        block `totals`, the points of earlier deals.

        >>> from trickkit import learn, load
        >>> learn.encoding(load("hearts")).points, learn.encoding(load("sechsundsechzig")).points
        ((0, 26), None)
        """
        return points_of(compile_rules(self.rules))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of all actions; the number of an action is its index, in every process."""
        return tuple(self.rules.actions)

    @cached_property
    def _actions(self) -> tuple[Action, ...]:
        return tuple(self.rules.actions.values())

    def number(self, action: Action | str) -> int:
        """The number of an action, given as a value or as its text.

        Raises:
            InvalidAction: it is not an action of this game.
        """
        value = self.rules.action(action) if isinstance(action, str) else action
        code = action_numbers(self.rules).get(value) if isinstance(value, Action) else None
        if code is None:
            raise InvalidAction(f"{quoted(action)} is not an action of this game", game=self.rules.key)
        return code

    def action(self, number: int) -> Action:
        """The action with the given number.

        Raises:
            InvalidAction: no action has it.
        """
        if (
            isinstance(number, bool)
            or not isinstance(number, (int, np.integer))
            or not 0 <= number < len(self._actions)
        ):
            raise InvalidAction(
                f"{quoted(number)} is the number of no action; they go from 0 to {len(self._actions) - 1}",
                game=self.rules.key,
            )
        return self._actions[number]

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.rules.players

    # Observations

    def observe(self, view: View) -> Arrays:
        """The observation of a view, block by block.

        Args:
            view: the view of a seat, at any time, even if it has nothing to decide or the game is over.

        Returns:
            By the name of a block, its array.

        Raises:
            InvalidRules: it is not a view of a seat in this game.

        >>> from trickkit import learn, load
        >>> rules = load("hearts")
        >>> seen = learn.encoding(rules, blocks=["held", "playing"]).observe(rules.start(seed=7).view(2))
        >>> seen["held"].tolist(), seen["playing"].tolist()
        ([13, 13, 13, 13], -1)
        """
        arrays = self._encoded(looked(self.rules, [self._checked(view)]))
        return {name: array[0] for name, array in arrays.items()}

    def tables_of(self, view: View) -> tuple[Array, Array]:
        """(1, numbers), uint8 and int16: for a view, the same arrays as `tables_in_lanes` has for a lane.

        Raises:
            InvalidRules: it is not a view of a seat in this game.
        """
        return self._tables(looked(self.rules, [self._checked(view)]))

    def observe_lanes(self, lanes: Lanes) -> Arrays:
        """The observations of the deciding seats of all lanes, each equal to that of `observe` for its view.

        Args:
            lanes: lanes under the same rules.

        Returns:
            By the name of a block, its array, with a row for each lane. The arrays do not change: they are
            reused only when nobody holds any part of them.

        Raises:
            InvalidRules: they are lanes of another game.

        >>> from trickkit import batch, learn, load
        >>> rules = load("pikoko")
        >>> learn.encoding(rules).observe_lanes(batch.lanes(rules, 100, seed=7))["table"].shape
        (100, 4, 45)
        """
        sheet = self._sheet(lanes)
        return self._encoded(lanes.seen()) if sheet is None else {**sheet.parts}

    def tables_in_lanes(self, lanes: Lanes, which: Array | None = None) -> tuple[Array, Array]:
        """(lanes, numbers), uint8 and int16: the blocks of each type, concatenated; valid until the next call.

        Args:
            lanes: lanes under the same rules.
            which: the numbers of some lanes; None for all.
        """
        sheet = self._sheet(lanes, which)
        if sheet is not None:
            return sheet.arrays[DTYPES[0]], sheet.arrays[DTYPES[1]]
        return self._tables(lanes.seen() if which is None else lanes.seen().of(which))

    def _tables(self, seen: Seen) -> tuple[Array, Array]:
        made, count = self._arrays(seen), len(seen.seat)
        cards, words = (
            np.concatenate([made[name].reshape(count, -1) for name in names], axis=1, dtype=dtype, casting="unsafe")
            for dtype, names in self._of_type
        )
        return cards, words

    @cached_property
    def _of_type(self) -> list[tuple[str, list[str]]]:
        """The types of the blocks that tables have, and the names of those blocks."""
        return [(dtype, [block.name for block in self.blocks if block.dtype == dtype]) for dtype in DTYPES[:2]]

    def _sheet(self, lanes: Lanes, which: Array | None = None) -> Sheet | None:
        """The arrays of observations that compiled code has written for lanes; None if nothing is compiled."""
        if not isinstance(lanes, Lanes) or not (lanes.rules is self.rules or lanes.rules == self.rules):
            raise InvalidRules(
                f"{quoted(lanes)} are not lanes of {self.rules.name}, made by batch.lanes with these rules"
            )
        if isinstance(lanes, FollowedLanes) or not self._compiled:
            return None
        positions, sheets = lanes.positions(), self._sheets_of(lanes)
        if which is not None:
            rows, noted, seats = (array[which] for array in (positions.rows, positions.noted, positions.seats))
            positions, sheets = Positions(positions.program, rows, noted, seats), Sheets()
        self._checked_room(int(positions.rows[:, DECISIONS].max(initial=0)))
        return self._compiled.written(positions, sheets)

    def observe_game(self, game: Game, seat: int) -> Array:
        """(width,), float32: the observation of a seat in a game of `batch.start`, with its blocks concatenated.

        The result is the same as `flat` of the blocks of a view, but needs no view if the rules can be compiled.

        Args:
            game: a game under the same rules.
            seat: 0..players-1.

        Raises:
            InvalidRules: it is a game of other rules.
            InvalidSeat: the seat does not exist.

        >>> from trickkit import batch, learn, load
        >>> rules = load("pikoko")
        >>> learn.encoding(rules, blocks=["held", "trump"]).observe_game(batch.start(rules, seed=7), 2).tolist()
        [1.0, 8.0, 8.0, 8.0, 8.0]
        """
        return self.observe_turn(game, seat)[0]

    def observe_turn(self, game: Game, seat: int) -> tuple[Array, Array]:
        """The observation of a seat in a game of `batch.start`, and its legal actions.

        Args:
            game: a game under the same rules.
            seat: 0..players-1.

        Returns:
            (width,), float32: the result of `observe_game`; (actions,), int8: 1 for legal actions.

        Raises:
            InvalidRules: it is a game of other rules.
            InvalidSeat: the seat does not exist.

        >>> from trickkit import batch, learn, load
        >>> rules = load("pikinni", players=3)
        >>> seen, legal = learn.encoding(rules, blocks=["held"]).observe_turn(batch.start(rules, seed=7), 0)
        >>> seen.tolist(), legal.nonzero()[0].tolist()
        ([1.0, 1.0, 1.0], [0, 1])
        """
        # A hot function: environments call it in every step.
        if not isinstance(game, Game) or (game.rules is not self.rules and game.rules != self.rules):
            raise InvalidRules(
                f"{quoted(game)} is not a game of {self.rules.name}, made by batch.start with these rules"
            )
        block = game.block() if self._compiled else None
        if block is None or not isinstance(seat, (int, np.integer)) or seat not in self._seats:
            view = game.view(seat)
            return self.flat(self.observe(view)), self.legal(view).view(np.int8)
        made = self._compiled.turn(block, seat)  # type: ignore[union-attr]
        if made is None:
            self._checked_room(int(block[DEPTH]))
        seen, legal, is_known = made  # type: ignore[misc]
        if not is_known and seat in game.actors:
            numbers = action_numbers(self.rules)
            legal[[numbers[action] for action in game.legal(seat)]] = 1
        return seen, legal

    @cached_property
    def _seats(self) -> range:
        return range(self.rules.players)

    def observe_seen(self, seen: Seen) -> Arrays:
        """The observations for the argument `seen` of a player of `batch.deals`.

        Args:
            seen: of deals of the same rules.

        Raises:
            InvalidRules: it is not a `Seen` of these rules.

        >>> from trickkit import batch, learn, load
        >>> rules = load("pikoko")
        >>> lanes = batch.lanes(rules, 100, seed=7)
        >>> learn.encoding(rules).observe_seen(lanes.seen().of([3, 5]))["held"].shape
        (2, 4)
        """
        if not isinstance(seen, Seen) or seen.hands.shape[1:] != (self.players, len(self.rules.deck.kinds)):
            raise InvalidRules(f"{quoted(seen)} is not what seats of {self.rules.name} see, as lanes.seen() gives it")
        return self._encoded(seen)

    def observe_ends(self, ends: Sequence[tuple[Array, Seen | Positions]], lanes: int, table: object) -> Arrays:
        """The observations of seats at the end of deals, with a row for each lane; zeros if no deal ended there.

        Args:
            ends: pairs of lanes and the knowledge of their seats.
            lanes: how many there are.
            table: the owner of the lanes.
        """
        positions = [(where, end) for where, end in ends if isinstance(end, Positions)]
        if self._compiled and len(positions) == len(ends):
            for _, end in positions:
                self._checked_room(int(end.rows[:, DECISIONS].max(initial=0)))
            return self._compiled.scattered(positions, lanes, self._sheets_of(table))
        blocks = {block.name: np.zeros((lanes, *block.shape), block.dtype) for block in self.blocks}
        for where, knowledge in ends:
            for name, array in self._encoded(
                knowledge.seen() if isinstance(knowledge, Positions) else knowledge
            ).items():
                blocks[name][where] = array
        return blocks

    def legal(self, view: View) -> Array:
        """(actions,), bool: the legal actions of a seat, by number; all False if it decides nothing.

        Raises:
            InvalidRules: it is not a view of a seat in this game.
        """
        mask = np.zeros(len(self._actions), np.bool_)
        numbers = action_numbers(self.rules)
        mask[[numbers[action] for action in self._checked(view).legal()]] = True
        return mask

    def text(self, view: View) -> str:
        """The information state of a seat in the deal, with perfect recall, as a text of at most 2 kB.

        It contains the deal, the cards that the seat knows, the decisions as it has heard them, and a checksum of the
        log. Two views have equal texts exactly if they differ only in how earlier deals went.

        Raises:
            InvalidRules: it is not a view of a seat in this game.

        >>> from trickkit import learn, load
        >>> rules = load("pikinni", players=3)
        >>> state = rules.start(seed=7, first=0).play(0, "0")
        >>> print(learn.encoding(rules).text(state.view(0)).rpartition(" ")[0])
        seat 0 of 3; deal 0 from 0, 1 each; totals 0 0 0; trump clubs; hands JS, ??, ??; out -; moves 0:0; log
        """
        return text_of(self.rules, self._checked(view))

    def flat(self, arrays: Mapping[str, Array]) -> Array:
        """The blocks concatenated into one array of float32: (width,), or (lanes, width) for those of lanes.

        >>> from trickkit import learn, load
        >>> rules = load("pikinni", players=3)
        >>> code = learn.encoding(rules, blocks=["hands", "trump"])
        >>> code.flat(code.observe(rules.start(seed=7).view(0))).shape, code.width
        ((97,), 97)
        """
        first = self.blocks[0]
        lead = arrays[first.name].shape[: arrays[first.name].ndim - len(first.shape)]
        parts = [arrays[block.name].reshape(*lead, block.size).astype(np.float32) for block in self.blocks]
        return np.concatenate(parts, axis=-1)

    @cached_property
    def _compiled(self) -> Compiled | None:
        program = compile_rules(self.rules)
        return None if program.why else Compiled(program, self.blocks, self.longest)

    @cached_property
    def _sheets(self) -> WeakKeyDictionary[object, Sheets]:
        """By lanes, reusable arrays for their observations; by owner of lanes, those for observations at the end."""
        return WeakKeyDictionary()

    def _sheets_of(self, lanes: object) -> Sheets:
        sheets = self._sheets.get(lanes)
        return self._sheets.setdefault(lanes, Sheets()) if sheets is None else sheets

    def _checked_room(self, heard: int) -> None:
        """Check that the history has room for the decisions of a deal."""
        if heard > self.longest and {"history", "said"} & self._names:
            raise InvalidRules(
                f"{heard} decisions in a deal; the history has room for {self.longest}: give longest=",
                game=self.rules.key,
            )

    def features(self) -> Features:
        """The binary features of observations, with suits in an order that symmetric positions share.

        >>> from trickkit import learn, load
        >>> features = learn.encoding(load("pikinni", players=3)).features()
        >>> len(features.of(load("pikinni", players=3).start(seed=7).view(0))) < features.count
        True
        """
        return Features(_whole(self.rules, self.longest))

    @property
    def width(self) -> int:
        """The number of entries of an observation."""
        return sum(block.size for block in self.blocks)

    def _checked(self, view: View) -> View:
        if not isinstance(view, View) or view.seat is None:
            raise InvalidRules(f"an observation is that of a seat, as state.view(0) gives it, not of {_named(view)}")
        if view.rules is not self.rules and view.rules != self.rules:
            raise InvalidRules(f"a view of {quoted(view.rules)}; this is the encoding of {quoted(self.rules)}")
        return view

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(block.name for block in self.blocks)

    def _arrays(self, seen: Seen) -> Arrays:
        if {"history", "said"} & self._names:
            self._checked_room(seen.heard.shape[1])
        return arrays_of(seen, self._names, self.longest, len(self._actions))

    def _encoded(self, seen: Seen) -> Arrays:
        made = self._arrays(seen)
        return {block.name: made[block.name].astype(block.dtype, copy=False) for block in self.blocks}


def _named(view: Any) -> str:
    return "a spectator" if isinstance(view, View) else quoted(view)


def encoding(rules: Rules, *, blocks: Iterable[str] | None = None, longest: int | None = None) -> Encoding:
    """An encoding of a seat's knowledge as arrays.

    Args:
        rules: the rules of the game.
        blocks: the names of the requested blocks; None for all.
        longest: the number of decisions of a deal for which the history has room; None for as many as a deal may have,
            or 512 if that is unknown.

    Raises:
        InvalidRules: the argument is not a Rules; there is no such block; or `longest` is not an integer from 1 on.

    >>> from trickkit import learn, load
    >>> code = learn.encoding(load("oh_hell"), blocks=["hands", "bids"])
    >>> [(block.name, block.shape) for block in code.blocks]
    [('hands', (4, 52)), ('bids', (4, 4))]
    """
    if longest is not None and (not isinstance(longest, int) or isinstance(longest, bool) or longest < 1):
        raise InvalidRules(f"longest={quoted(longest)}: a whole number, 1 or more")
    whole = _whole(rules_of(rules), longest)
    if blocks is None:
        return whole
    if isinstance(blocks, str):
        raise InvalidRules(f"blocks={quoted(blocks)}: give a list of names")
    by_name = {block.name: block for block in whole.blocks}
    wanted = list(dict.fromkeys(blocks))
    for name in wanted:
        if name not in by_name:
            raise InvalidRules(
                f"there is no block {quoted(name)}{nearest(str(name), by_name)}; there are: {', '.join(by_name)}"
            )
    if not wanted:
        raise InvalidRules("blocks=[]: an observation has at least one block")
    return Encoding(whole.rules, tuple(block for block in whole.blocks if block.name in wanted), whole.longest)


@lru_cache(maxsize=64)
def _whole(rules: Rules, longest: int | None) -> Encoding:
    program = compile_rules(rules)
    room = longest or (UNBOUNDED if program.why else max(1, program.longest))
    return Encoding(rules, blocks_of(rules, room, points_of(program)), room)

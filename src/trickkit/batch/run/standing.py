"""The position of a mutable game: a row as long as compiled code can continue, otherwise a state."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from attrs import evolve

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.machine.playing import ACTORS, Slots
from trickkit.batch.machine.program import Program
from trickkit.batch.machine.single import NODES, OVER, WHOLE, block_of, branch, look, no_block, present, shuffled
from trickkit.batch.run.fallback import current_moves
from trickkit.batch.run.following import chance_of, following
from trickkit.batch.run.history import GameHistory, Moves, Origin
from trickkit.batch.run.one_thread import FREE, one_thread
from trickkit.batch.run.questions import PendingDecision, memory_of, question
from trickkit.batch.run.resume import loaded, option_number, prevented, ready
from trickkit.batch.run.succession import scored_in
from trickkit.play.rules import Rules
from trickkit.play.state import State

ROOM = 64
"""The initial capacity, in decisions, which is doubled when needed."""
NOBODY: PendingDecision = (), -1, {}, ()
"""The question if the game is over."""


class Standing(Slots):
    """The position of a game, with the transition from one deal to the next.

    Args:
        state: the position at which the game begins.
    """

    __slots__ = ()

    actors: tuple[int, ...]
    """The seats that may act now, as in `State.actors`; () when the game is over. Missing while a finished deal has not
    been scored; then `__getattr__` computes it."""
    deals: int
    """The number of finished deals."""
    _asked: PendingDecision
    """The pending question; missing if the deal is over and no other one has begun yet, or the game is over."""
    _moves: Moves
    _story: GameHistory
    _held: bool
    """Whether the known state is the position of the game, without a row."""
    _block: Array
    """The row and the decisions; this and its address are missing in a copy in which nothing has been played yet."""
    _address: int
    _source: tuple[Array, int, int]
    """In such a copy, the block of the other game, its address, and the number of decisions in it at the time."""
    _shared: bool
    """Whether copies depend on the decisions in the block."""
    _memory: dict[int, PendingDecision]
    _busy: int

    def __init__(self, state: State) -> None:
        self._busy = FREE
        self._memory = memory_of(state.rules)
        self._begin(compile_rules(state.rules), state, None)

    def __getattr__(self, name: str) -> Any:
        if name not in ("actors", "deals", "_asked", "_address", "_block"):
            raise AttributeError(f"a game has no {name!r}", name=name, obj=self)
        return self._found_out(name)

    @one_thread
    def _found_out(self, name: str) -> Any:
        """Compute a missing attribute when it is first read."""
        with suppress(AttributeError):
            # It was computed during the repair of a broken-off call.
            return object.__getattribute__(self, name)
        if name == "_asked":
            return self._asked if self.actors else NOBODY
        if name == "actors":
            self._look()
        else:
            self._branch()
        return getattr(self, name)

    def _recover(self) -> None:
        """Rebuild everything from the decisions after an interrupted call."""
        if self._story.ended:
            self._story = evolve(self._story, ended=None)
        state = self._state()
        if len(state.results) > self._story.number:
            self._begin(self._story.program, state, (self._story, self._moves))
        else:
            self._enter(state)

    def _forget(self) -> None:
        """Clear attributes that may be out of date."""
        for name in ("_asked", "actors", "deals"):
            with suppress(AttributeError):
                object.__delattr__(self, name)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._story.program.rules

    def _state(self) -> State:
        """The state after the deal's decisions, played on from the latest known state."""
        state = self._story.after(self._moves)
        self._story = evolve(self._story, known=(self._moves, state))
        return state

    def _begin(self, program: Program, state: State, past: tuple[GameHistory, Moves] | None) -> None:
        """Start counting a deal's decisions from a state."""
        results = state.results
        totals = results[-1].totals if results else (0,) * program.rules.players
        scored, chance = tuple([scored_in(result) for result in results]), chance_of(program, state)
        self._story = GameHistory(program, Origin(past, state), len(results), totals, scored, chance, (None, state))
        self._moves = None
        self._enter(state)

    def _enter(self, state: State) -> None:
        """Continue from a state, on a row if compiled code can."""
        self.deals, program = self._story.number, self._story.program
        waits = any(state.committed(seat) for seat in range(program.rules.players))
        # Anything decided only at the end of a deal must be fixed now.
        fixed = state.deal.chance is not None and state.deal.chance.seed is not None
        row = None if state.is_over or waits or not fixed else self._row_of(program, state)
        self._held = row is None
        if row is None:
            seat = min(state.actors, default=-1)
            self._use(no_block())
            self._ask((state.actors, seat, {}, state.legal(seat) if state.actors else ()))
            return
        self._use(block_of(self._story.program, *row, ROOM, whole=not current_moves(state)))
        self._look()

    def _row_of(self, program: Program, state: State) -> tuple[Array, Array] | None:
        """A state as a row and a deck; None if compiled code cannot continue from it."""
        try:
            if prevented(program, state):
                return None
            program = ready(program, state)
            row = loaded(program, state)
        except Unsupported:
            return None
        self._story = evolve(self._story, program=program)
        return row

    def _use(self, block: Array) -> None:
        """Continue with a block."""
        self._block, self._address, self._shared = block, block.ctypes.data, False

    def _branch(self) -> None:
        """Make a private copy of the block."""
        if self._held:
            self._use(no_block())
            return
        block, address, depth = self._source
        self._block, self._shared = np.empty(len(block), np.int64), False
        self._address = branch(self._block, address, depth)

    def _look(self) -> None:
        """Determine the pending decision of the current row; if the deal is over, go on to the next."""
        code = look(self._address)
        if code == OVER:
            self._close()
            return
        self._ask(self._memory.get(code) or self._found(code))

    def _ask(self, asked: PendingDecision) -> None:
        self._asked, self.actors = asked, asked[ACTORS]

    def _found(self, code: int) -> PendingDecision:
        """The pending question of the current row, cached by its code."""
        program = self._story.program
        if code <= NODES:
            # All rows at this node have the same question, unless seats choose from a set in the row.
            row, state, numbers = present(self._block), self._state(), action_numbers(self.rules)
            seat = int(row[layout.ACTOR])
            legal = state.legal(seat)
            options = {action: option_number(program, row, numbers[action]) for action in legal}
            pending: PendingDecision = state.actors, seat, options, legal
        else:
            pending = question(program, code)
        if code > NODES or program.node(NODES - code, layout.COUNT_OF) != layout.CHOSEN_FROM:
            self._memory[code] = pending
        return pending

    def _close(self) -> None:
        """Score the finished deal, and begin the next one."""
        if not self._followed():
            self._begin(self._story.program, self._state(), (self._story, self._moves))

    def _followed(self) -> bool:
        """Go on to the next deal or the end if the row suffices to compute it; return whether it does."""
        story, block = self._story, self._block
        follows = following(story.program) if story.chance and block[WHOLE] else None
        worth = follows.scored(present(block), shuffled(block), story.totals) if follows else None
        if not follows or not worth or not story.chance:
            return False
        totals = tuple([before + more for before, more in zip(story.totals, worth[0], strict=True)])
        scored = (*story.scored, worth)
        if follows.is_over(scored, totals):
            self._story, self.actors = evolve(story, ended=totals), ()
            return True
        begun = follows.next_deal(present(block), worth[0], totals, story.chance)
        if begun is None:
            return False
        row, cards, chance = begun
        self._story = GameHistory(story.program, Origin((story, self._moves)), story.number + 1, totals, scored, chance)
        self._moves = None
        self._use(block_of(story.program, row, cards, ROOM, whole=True))
        self._look()
        return True

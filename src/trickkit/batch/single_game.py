"""One game that changes in place, over the tables of the batch engine: for searches, which make very many moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import evolve, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.machine.program import Program, compile_rules
from trickkit.batch.machine.single import (
    CONTROL,
    DEPTH,
    FULL,
    ILLEGAL,
    NODES,
    OPTIONS,
    OVER,
    WIDTH,
    block_of,
    branching,
    deciding,
    grown,
    present,
)
from trickkit.batch.run.questions import Asked, memory_of, question
from trickkit.batch.run.resume import loaded, option_number, prevented
from trickkit.errors import GameOver, InvalidRules
from trickkit.play.rules import Rules
from trickkit.play.state import State

if TYPE_CHECKING:
    from trickkit.model.actions import Action
    from trickkit.model.events import Outcome
    from trickkit.model.result import Result
    from trickkit.play.view import View

__all__ = ["Game", "start"]

ROOM = 32
"""For how many rows there is room at first; it doubles."""

Moves = tuple[Any, int, "Action"] | None
"""The decisions of a deal: those before, a seat and its action."""


class Game:
    """A game in progress that changes in place; made by `start`, and by `copy`.

    It says what a `State` says, in the same words, and refuses what a state refuses, with the same errors; but `play`
    changes it, and `undo` takes back. It makes some three or four times as many decisions a second.

    What needs a state makes one: `view`, `state` and what came of a deal. So a deal that is over is scored when
    somebody asks what follows, by any of the other names than `deals`.

    Args:
        state: where the game begins.

    >>> from trickkit import batch, load
    >>> game = batch.start(load("pikoko", players=3), seed=7)
    >>> seat = game.actors[0]
    >>> game.play(seat, game.legal(seat)[0])
    >>> game.undo()
    >>> game.state() == load("pikoko", players=3).start(seed=7)
    True
    """

    __slots__ = (
        *("_address", "_asked", "_block", "_control", "_decide", "_held", "_memory", "_moves", "_shared", "_source"),
        *("_story", "actors", "deals"),
    )

    actors: tuple[int, ...]
    """The seats that may act now, as `State.actors` has them; () when the game is over. Missing while a deal that is
    over has not been scored: then it is found by `__getattr__`, and so is `_asked`."""
    deals: int
    """How many deals of the game are over."""
    _asked: Asked
    _moves: Moves
    _story: Story
    _held: bool
    """Whether the state that is known says how the game stands, and no row."""
    _block: Array
    """Rows and their control numbers; missing in a copy that has not played yet, and so are its address and view."""
    _address: int
    _control: memoryview
    _source: tuple[Array, int, int] | None
    """In such a copy, the block, the row in it where the game stands, and the options that are legal."""
    _shared: bool
    """Whether copies need the rows of the block as they are."""
    _decide: Callable[[int, int], int]
    _memory: dict[int, Asked]

    def __init__(self, state: State) -> None:
        self._memory, self._decide = memory_of(state.rules), deciding()
        self._story = Story(compile_rules(state.rules), state, (None, state), None)
        self._moves, self.deals = None, len(state.results)
        self._enter(state)

    def __getattr__(self, name: str) -> Any:
        if name in ("actors", "_asked"):
            self._close()
        elif name in ("_address", "_block", "_control"):
            self._branch()
        else:
            raise AttributeError(f"a game has no {name!r}", name=name, obj=self)
        return getattr(self, name)

    # What is going on

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._story.program.rules

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self.actors

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return None if self.actors else self.state().outcome

    @property
    def results(self) -> tuple[Result, ...]:
        """The finished deals, with their score lines."""
        return self._story.origin.results if self.actors else self.state().results

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals so far, by seat."""
        return self.state().scores

    def legal(self, seat: int) -> tuple[Action, ...]:
        """The legal actions of a seat, in the order of `State.legal`; () for one that may not act.

        Raises:
            InvalidSeat: there is no such seat.
        """
        asked = self._asked
        return asked[3][self._control[OPTIONS]] if seat == asked[1] else self.state().legal(seat)

    def state(self) -> State:
        """The game as a state, which can be played on without changing this game."""
        self.actors  # noqa: B018  (a deal that is over is scored)
        return self._state()

    def view(self, seat: int | None) -> View:
        """What a seat may know, and nothing else; None gives what a spectator may know.

        Raises:
            InvalidSeat: there is no such seat.
        """
        return self.state().view(seat)

    # Playing

    def play(self, seat: int, action: Action | str) -> None:
        """Act, by an action as a value or as its text.

        Raises:
            TrickkitError: what `State.play` raises; nothing has changed then.
        """
        # A hot function: what is not expected is sorted out apart.
        asked = self._asked
        option = asked[2].get(action) if seat == asked[1] else None  # type: ignore[arg-type]
        if option is None:
            self._play_otherwise(seat, action)
            return
        code = self._decide(self._address, option)
        try:
            asked = self._memory[code]
        except KeyError:
            self._after(code, option, (self._moves, seat, action))  # type: ignore[arg-type]
            return
        self._asked = asked
        self.actors = asked[0]
        self._moves = (self._moves, seat, action)  # type: ignore[assignment]

    def undo(self) -> None:
        """Take back the last decision, also one of an earlier deal, and one that was made before this copy was.

        Raises:
            GameOver: no decision has been made since the game was started.
        """
        if self._moves is None:
            if self._story.past is None:
                raise GameOver("no decision has been made that could be taken back", game=self.rules.key)
            self._story, moves = self._story.past
            self._moves = moves[0]  # type: ignore[index]
            self._enter(self._state())
            return
        self._moves = self._moves[0]
        if self._held or self._source or not self._control[DEPTH]:
            self._enter(self._state())
            return
        if self._shared:
            self._use(self._block.copy())
        self._control[DEPTH] -= 1
        self._look()

    def copy(self) -> Game:
        """The same game once more; each goes on by itself.

        >>> from trickkit import batch, load
        >>> game = batch.start(load("pikinni"), seed=7)
        >>> other = game.copy()
        >>> other.play(0, "0")
        >>> game.state() == other.state()
        False
        """
        # A hot function: rows are copied when they are needed.
        other = _new(Game)
        other._asked = self._asked
        source = self._source
        if source is None:
            self._shared = True
            control = self._control
            source = self._block, control[DEPTH], control[OPTIONS]
        other._source = source
        other.actors = self.actors
        other.deals = self.deals
        other._moves = self._moves
        other._story = self._story
        other._held = self._held
        other._decide = self._decide
        other._memory = self._memory
        return other

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.state(),)

    def __repr__(self) -> str:
        return f"<a game of {self.rules.name}>"

    # Rows and states

    def _state(self) -> State:
        """The state after the decisions of the deal: the one that is known, played on."""
        story, todo, moves = self._story, [], self._moves
        known, state = story.known
        while moves is not known and moves is not None:
            todo.append(moves)
            moves = moves[0]
        if moves is not known:
            state = story.origin
        for _, seat, action in reversed(todo):
            state = state.play(seat, action)
        self._story = evolve(story, known=(self._moves, state))
        return state

    def _enter(self, state: State) -> None:
        """Go on from a state: with a row where compiled code can."""
        self.deals, program = len(self._story.origin.results), self._story.program
        waits = any(state.committed(seat) for seat in range(program.rules.players))
        # What is only found out at the end of a deal must be fixed, and masks must be one number.
        fixed = state.deal.chance is not None and state.deal.chance.seed is not None and program.words == 1
        self._held = state.is_over or waits or not fixed or bool(prevented(program, state))
        if self._held:
            seat = min(state.actors, default=-1)
            self._use(np.zeros(CONTROL, np.int64))
            self._ask((state.actors, seat, {}, {0: state.legal(seat) if state.actors else ()}))
            return
        self._use(block_of(program, *loaded(program, state), ROOM))
        self._look()

    def _use(self, block: Array) -> None:
        """Go on with a block."""
        self._block, self._address, self._control = block, block.ctypes.data, memoryview(block)  # type: ignore[arg-type]
        self._source, self._shared = None, False

    def _branch(self) -> None:
        """Have a block of one's own."""
        if self._held:
            self._use(np.zeros(CONTROL, np.int64))
            return
        block, depth, options = self._source  # type: ignore[misc]
        own = np.empty(CONTROL + ROOM * int(block[WIDTH]), np.int64)
        self._address = branching()(own, block.ctypes.data, depth, options)
        self._block, self._control, self._source, self._shared = own, memoryview(own), None, False  # type: ignore[arg-type]

    def _look(self) -> None:
        """Find out what is asked at the present row."""
        code = self._decide(self._address, -1)
        self._ask(self._memory.get(code) or self._found(code))

    def _ask(self, asked: Asked) -> None:
        self._asked, self.actors = asked, asked[0]

    def _after(self, code: int, option: int, moves: Moves) -> None:
        """Go on after a decision where what is asked next is not remembered."""
        if code == ILLEGAL:
            self._play_otherwise(*moves[1:])  # type: ignore[index]
            return
        if code == FULL:
            self._use(grown(self._block))
            code = self._decide(self._address, option)
        self._moves = moves
        if code == OVER:
            self.deals += 1
            del self._asked, self.actors
            return
        self._ask(self._memory.get(code) or self._found(code))

    def _found(self, code: int) -> Asked:
        """What is asked at the present row; it is remembered."""
        program = self._story.program
        if code <= NODES:
            # Wherever a row stands at this node, the same is asked, unless seats choose from a set in the row.
            row, state, numbers = present(self._block), self._state(), action_numbers(self.rules)
            seat = int(row[layout.ACTOR])
            legal = state.legal(seat)
            options = {action: option_number(program, row, numbers[action]) for action in legal}
            asked: Asked = state.actors, seat, options, {-1: legal}
        else:
            asked = question(program, code)
        if code > NODES or program.node(NODES - code, layout.COUNT_OF) != layout.CHOSEN_FROM:
            self._memory[code] = asked
        return asked

    def _play_otherwise(self, seat: int, action: Action | str) -> None:
        """Act where the row does not wait for that: by the state, which refuses what is not legal."""
        given = self.rules.actions.get(action) if isinstance(action, str) else action
        if given is not action and given in self._asked[2] and seat == self._asked[1]:
            self.play(seat, given)  # type: ignore[arg-type]
            return
        state = self._state().play(seat, action)
        self._moves = (self._moves, seat, given)  # type: ignore[assignment]
        self._story = evolve(self._story, known=(self._moves, state))
        if len(state.results) > len(self._story.origin.results):
            self._close()
        else:
            self._enter(state)

    def _close(self) -> None:
        """Score the deal that is over, and begin the next one."""
        state = self._state()
        self._story = Story(self._story.program, state, (None, state), (self._story, self._moves))
        self._moves = None
        self._enter(state)


@frozen
class Story:
    """What a game rests on.

    Args:
        program: the rules, made ready.
        origin: the state from which the decisions of this deal are counted.
        known: a later state of this deal, and the decisions after which it was reached.
        past: the same of the deal before, and its decisions; None for the first one.
    """

    program: Program
    origin: State
    known: tuple[Moves, State]
    past: tuple[Story, Moves] | None


def start(game: Rules | State, *, seed: int | None = 0, first: int | None = None) -> Game:
    """A game that changes in place, from its beginning or from where it stands.

    Args:
        game: rules, of which a new game is started as by `Rules.start`; or a state, which stays as it is.
        seed: as in `Rules.start`; of no use for a state.
        first: likewise.

    Raises:
        InvalidRules: it is neither, or the game cannot be started so.

    >>> from trickkit import batch, load
    >>> game = batch.start(load("pikinni", players=3), seed=7, first=0)
    >>> game.actors, [str(action) for action in game.legal(0)]
    ((0, 1, 2), ['0', '1'])
    """
    if isinstance(game, State):
        return Game(game)
    if not isinstance(game, Rules):
        raise InvalidRules(f"a game is started from Rules or a State, not from {game!r}")
    return Game(game.start(seed=seed, first=first))


_new: Any = object.__new__

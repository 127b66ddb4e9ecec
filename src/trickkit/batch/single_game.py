"""One mutable game on the tables of the batch engine, for searches, which make very many moves."""

from __future__ import annotations

from functools import cache
from numbers import Integral
from typing import TYPE_CHECKING, Any

from attrs import evolve

from trickkit.batch.machine.playing import LEGAL, OPTION_OF, SEAT, with_compiled_methods
from trickkit.batch.machine.single import (
    BASE,
    CODE,
    DEPTH,
    FULL,
    ILLEGAL,
    LISTED,
    OPTIONS,
    OVER,
    UPPER_OPTIONS,
    WHOLE,
    decided,
    grown,
    taken_back,
)
from trickkit.batch.run.one_thread import FREE, one_thread
from trickkit.batch.run.standing import Standing
from trickkit.errors import GameOver, InvalidRules, quoted
from trickkit.model.actions import Action
from trickkit.play.rules import Rules
from trickkit.play.state import State

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.model.events import Outcome
    from trickkit.model.result import Result
    from trickkit.play.view import View

__all__ = ["Game", "start"]


class Game(Standing):
    """A mutable game in progress; created by `start`, and by `copy`.

    It has the methods of a `State`, and raises the same errors; but `play` changes the game, and `undo` takes a
    decision back. It makes about ten times as many decisions a second.

    Only one thread at a time may use it; another one is refused. An interrupted call leaves the game as it was before
    or after the call.

    A state is created only when one is needed: for `view`, `state`, `results` and `outcome`. A finished deal is scored
    on the first use of any attribute that depends on what follows, that is, any except `deals`.

    >>> from trickkit import batch, load
    >>> game = batch.start(load("pikoko", players=3), seed=7)
    >>> seat = game.actors[0]
    >>> game.play(seat, game.legal(seat)[0])
    >>> game.undo()
    >>> game.state() == load("pikoko", players=3).start(seed=7)
    True
    """

    __slots__ = ()

    # The position

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self.actors

    @property
    @one_thread
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return None if self.actors else self.state().outcome

    @property
    @one_thread
    def results(self) -> tuple[Result, ...]:
        """The finished deals, with their score lines."""
        return self._story.origin.state.results if self.actors else self.state().results

    @property
    @one_thread
    def totals(self) -> tuple[int, ...]:
        """The points of the finished deals, by seat.

        >>> from trickkit import batch, load
        >>> batch.start(load("pikoko"), seed=7).totals
        (0, 0, 0, 0)
        """
        self.actors  # noqa: B018  (a deal that is over is scored)
        return self._story.ended or self._story.totals

    @property
    @one_thread
    def scores(self) -> tuple[int, ...]:
        """The totals so far, by seat."""
        return self.state().scores if self.actors else self.totals

    @one_thread
    def legal(self, seat: int) -> tuple[Action, ...]:
        """The legal actions of a seat, in the order of `State.legal`; () for one that may not act.

        Raises:
            InvalidSeat: there is no such seat.
        """
        pending = self._asked
        if not isinstance(seat, Integral) or seat != pending[SEAT]:
            self.rules.check_seat(seat)
            return self.state().legal(seat) if seat in self.actors else ()
        actions, (low, high) = pending[LEGAL], self._block[OPTIONS : UPPER_OPTIONS + 1].tolist()
        if low == high == LISTED:
            return actions
        options = low % (1 << 64) | high % (1 << 64) << 64
        return tuple([action for option, action in enumerate(actions) if options >> option & 1])

    @one_thread
    def state(self) -> State:
        """The game as a state, which can be played on without changing this game."""
        self.actors  # noqa: B018  (a deal that is over is scored)
        return self._state()

    @one_thread
    def view(self, seat: int | None) -> View:
        """What a seat may know, and nothing else; None returns what a spectator may know.

        Raises:
            InvalidSeat: there is no such seat.
        """
        return self.state().view(seat)

    @one_thread
    def block(self) -> Array | None:
        """The row and the decisions of the deal, as compiled code stores them; None if only a view shows the position.

        It changes with the game.
        """
        self.actors  # noqa: B018  (a deal that is over is scored)
        return None if self._held or not self._block[WHOLE] else self._block

    # Playing

    @one_thread
    def play(self, seat: int, action: Action | str) -> None:
        """Make a decision, given as an action or as its text.

        Raises:
            TrickkitError: whatever `State.play` raises; the game has not changed then.
        """
        pending = self._asked
        mine = isinstance(seat, Integral) and seat == pending[SEAT]
        option = pending[OPTION_OF].get(action) if mine and isinstance(action, Action) else None
        if option is None or not isinstance(action, Action):
            self._play_otherwise(seat, action)
        else:
            self._block[CODE] = decided(self._address, option)
            self._after(seat, action)

    @one_thread
    def undo(self) -> None:
        """Take back the last decision, even one of an earlier deal or from before this copy.

        Raises:
            GameOver: no decision has been made since the game was started.
        """
        if self._moves is None:
            if self._story.origin.past is None:
                raise GameOver("no decision has been made that could be taken back", game=self.rules.key)
            self._story, moves = self._story.origin.past
            self._moves = moves[0]  # type: ignore[index]
            self._enter(self._state())
            return
        self._moves, self.deals = self._moves[0], self._story.number
        if self._story.ended:
            self._story = evolve(self._story, ended=None)
        if self._held or self._block[DEPTH] == self._block[BASE]:
            self._enter(self._state())
            return
        if self._shared:
            self._use(self._block.copy())
        taken_back(self._address)
        self._look()

    @one_thread
    def copy(self) -> Game:
        """An independent copy of the game.

        >>> from trickkit import batch, load
        >>> game = batch.start(load("pikinni"), seed=7)
        >>> other = game.copy()
        >>> other.play(0, "0")
        >>> game.state() == other.state()
        False
        """
        # The block is copied on demand.
        other = _new(type(self))
        other._busy = FREE
        for name in ("_held", "_memory", "_moves", "_story", "actors", "deals"):
            setattr(other, name, getattr(self, name))
        if self.actors:
            other._asked = self._asked
        other._source = self._block, self._address, int(self._block[DEPTH])
        self._shared = True
        return other

    def __copy__(self, _memo: Any = None) -> Game:
        return self.copy()

    __deepcopy__ = __copy__

    def __reduce__(self) -> tuple[Any, ...]:
        return start, (self.state(),)

    def __repr__(self) -> str:
        return f"<a game of {self.rules.name}>"

    # Decisions that are not just an option of the row

    def _after(self, seat: int, action: Action) -> None:
        """Continue after a decision whose code is in the block; the next question may not be cached yet."""
        code = int(self._block[CODE])
        if code == ILLEGAL:
            self._play_otherwise(seat, action)
            return
        if code == FULL:
            self._use(grown(self._block))
            code = decided(self._address, self._asked[OPTION_OF][action])
        self._moves = self._moves, seat, action
        if code == OVER:
            self.deals += 1
            del self._asked, self.actors
            return
        self._ask(self._memory.get(code) or self._found(code))

    def _play_otherwise(self, seat: int, action: Action | str) -> None:
        """Make a decision that the row does not offer by playing it on the state, which refuses illegal ones."""
        given = self.rules.actions.get(action) if isinstance(action, str) else action
        pending = self._asked
        if (
            isinstance(action, str)
            and given in pending[OPTION_OF]
            and isinstance(seat, Integral)
            and seat == pending[SEAT]
        ):
            self.play(seat, given)
            return
        state = self._state().play(seat, action)
        self._moves = (self._moves, seat, given)  # type: ignore[assignment]
        self._story = evolve(self._story, known=(self._moves, state))
        if len(state.results) > self._story.number:
            self._begin(self._story.program, state, (self._story, self._moves))
        else:
            self._enter(state)


def start(game: Rules | State, *, seed: int | None = 0, first: int | None = None) -> Game:
    """A mutable game, from its beginning or from a position.

    Args:
        game: rules, which start a new game like `Rules.start`; or a state, which does not change.
        seed: as in `Rules.start`; not used for a state.
        first: as in `Rules.start`; not used for a state.

    Raises:
        InvalidRules: it is neither, or the game cannot be started like this.

    >>> from trickkit import batch, load
    >>> game = batch.start(load("pikinni", players=3), seed=7, first=0)
    >>> game.actors, [str(action) for action in game.legal(0)]
    ((0, 1, 2), ['0', '1'])
    """
    if isinstance(game, State):
        return _compiled()(game)
    if not isinstance(game, Rules):
        raise InvalidRules(f"a game is started from Rules or a State, not from {quoted(game)}")
    return _compiled()(game.start(seed=seed, first=first))


@cache
def _compiled() -> type[Game]:
    """The class of games whose most frequent methods are compiled, with Python methods for all unusual cases."""
    return with_compiled_methods(Game)


_new: Any = object.__new__

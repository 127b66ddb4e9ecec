"""A game in progress at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from attrs import define, field

from trickkit.errors import TrickkitError
from trickkit.play.as_json import result_as_json
from trickkit.table.claims import REST, claimable, is_sure, played_out
from trickkit.table.points import card_points
from trickkit.table.wishes import Claim, Undo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from trickkit.play.state import State
    from trickkit.play.view import View

__all__ = ["Game", "Keeper", "Refused", "number_of"]


class Keeper(Protocol):
    """Stores a game in progress; `trickkit.record.Recorder` does so in a file.

    >>> from trickkit.record import Recorder
    >>> all(hasattr(Recorder, name) for name in ("state", "write", "undo", "close"))
    True
    """

    @property
    def state(self) -> State:
        """The current state."""

    @property
    def states(self) -> Sequence[State]:
        """The states from the beginning on, after each move that was not taken back."""

    def write(self, state: State) -> None:
        """Store the game up to a state one or more moves later, atomically."""

    def undo(self, moves: int = 1, *, then: State | None = None) -> State:
        """Take moves back, and continue with another state if one is given, atomically; return the current state."""

    def close(self) -> None:
        """Stop storing."""


class Refused(TrickkitError):
    """A request at a table that cannot be granted.

    >>> str(Refused("spectators look on"))
    'spectators look on'
    """


@define
class Game:
    """A game of several people, with its record.

    Args:
        recorder: stores the game; every move is stored before anybody hears of it.
        humans: the seats of people; bots have the others.
        played_for: the indices of the moves of people that a bot or a claim made.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit.record import Recorder
    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> with TemporaryDirectory() as folder, Recorder(Path(folder, "game.jsonl"), state) as recorder:
    ...     game = Game(recorder, humans=(1,))
    ...     game.play(1, game.number(1), "3")
    ...     game.bots_to_act, game.state.moves
    ((2,), ((1, Bid(number=3)),))
    """

    recorder: Keeper
    humans: tuple[int, ...]
    wish: Undo | Claim | None = field(default=None, init=False)
    """The open request."""
    away: set[int] = field(factory=set, init=False)
    """The seats of people for whom a bot plays until they come back."""
    late: set[int] = field(factory=set, init=False)
    """The seats of people whose time for a decision has run out, so that a bot makes it."""
    wishes: int = field(default=0, init=False)
    """The number of undo requests and claims so far."""
    taken_back: int = field(default=0, init=False)
    """The number of undo requests carried out."""
    played_for: set[int] = field(factory=set, kw_only=True)
    note: Callable[[set[int], set[int]], None] = field(default=lambda _before, _after: None, init=False)
    """Called before each change of the record, to store `played_for` before and after the change."""

    @property
    def state(self) -> State:
        """The current state."""
        return self.recorder.state

    @property
    def bots_to_act(self) -> tuple[int, ...]:
        """The seats for which bots may act now; none while an undo request or a claim is open."""
        if self.wish is not None:
            return ()
        return tuple(seat for seat in self.state.actors if seat not in self.humans or seat in self.away | self.late)

    def number(self, seat: int | None) -> int:
        """The number of the position for a seat; it grows with what the seat decides and hears."""
        return number_of(self.state, seat)

    def play(self, seat: int, number: int, text: str) -> None:
        """Make a person's decision.

        Args:
            seat: the seat that decides.
            number: the number of the position in which it decides.
            text: the text of the action.

        Raises:
            Refused: the position has changed since.
            TrickkitError: whatever `State.play` raises.
        """
        self._check_number(seat, number)
        self._write(self.state.play(seat, text))
        self.wish = None

    def play_for(self, seat: int, action: str) -> State:
        """Make a bot's decision, perhaps in place of a person; return the new state.

        Args:
            seat: the seat that decides.
            action: its text.

        Raises:
            TrickkitError: whatever `State.play` raises.
        """
        after = self.state.play(seat, action)
        self._write(after, {len(self.state.moves)} if seat in self.humans else ())
        return after

    def put_back(self, seat: int, number: int, text: str) -> None:
        """Take back a decision that nobody else has seen yet, such as one of several cards to pass.

        Later decisions stand.

        Args:
            seat: the seat that decided.
            number: the number of the position in which it decides.
            text: the text of the action.

        Raises:
            Refused: the position has changed since, the seat has not decided that, or others have seen it already.
        """
        self._check_number(seat, number)
        if text not in map(str, self.state.committed(seat)):
            raise Refused("you can put back only a card that nobody has seen")
        moves = [(mover, str(action)) for mover, action in self.state.moves]
        chosen = len(moves) - 1 - moves[::-1].index((seat, text))
        try:
            again = self.recorder.states[chosen].play_all(moves[chosen + 1 :])
        except TrickkitError:
            raise Refused("later choices would not be allowed without it") from None
        known = {move - (move > chosen) for move in self.played_for if move != chosen}
        self.note(self.played_for, known)
        self.recorder.undo(len(moves) - chosen, then=again)
        self.played_for, self.wish = known, None

    def _check_number(self, seat: int, number: int) -> None:
        if number != self.number(seat):
            raise _moved_on()

    def wish_undo(self, seat: int) -> None:
        """Ask to take back the last decision of a seat and everything after it.

        Raises:
            Refused: the seat has decided nothing yet, the game is over, or another request is open.
        """
        if self.state.is_over:
            raise Refused("the game is over, so nothing can be taken back")
        self._check_nothing_is_asked()
        movers = [mover for mover, _ in self.state.moves]
        if seat not in movers:
            raise Refused("you have decided nothing yet that could be taken back")
        moves = movers[::-1].index(seat) + 1
        self.wishes += 1
        before = self.recorder.states[-moves - 1]
        self.wish = Undo(seat, {*self.humans} - self.away - {seat}, self.wishes, moves, before)
        self._carry_out()

    def answer(self, seat: int, serial: object, *, agrees: bool) -> None:
        """Agree to the open request or decline it; once all have agreed, it is carried out.

        A claim is played out if the cards allow it; otherwise play goes on. The requesting seat may withdraw by not
        agreeing.

        Args:
            seat: the seat that answers.
            serial: the number of the request; a seat that withdraws its own need not give it.
            agrees: whether the seat agrees.

        Raises:
            Refused: another request is open now, or none is, or the seat has answered already.
        """
        if (wish := self.wish) is None:
            raise _nobody_waits()
        if wish.seat != seat and (type(serial) is not int or wish.serial != serial):
            raise _moved_on()
        if not (seat in wish.waiting or (seat == wish.seat and not agrees)):
            raise _nobody_waits()
        if agrees:
            self._agree(seat)
        else:
            self.wish = None

    def _agree(self, seat: int) -> None:
        if self.wish is not None:
            self.wish.waiting.discard(seat)
            self._carry_out()

    def _carry_out(self) -> None:
        """Carry out the open request if all have agreed."""
        if self.wish is None or self.wish.waiting:
            return
        wish, self.wish = self.wish, None
        if isinstance(wish, Undo):
            self.recorder.undo(wish.moves)
            self.played_for = {move for move in self.played_for if move < len(self.state.moves)}
            self.taken_back += 1
        else:
            before, end = len(self.state.moves), (played_out(self.state, wish.kind, wish.side) or [self.state])[-1]
            # Nobody chose the moves of a claim.
            self._write(end, range(before, len(end.moves)))

    def _write(self, after: State, played_for: Iterable[int] = ()) -> None:
        """Store more moves, and before them which of these people have not chosen themselves."""
        known = self.played_for | {*played_for}
        self.note(self.played_for, known)
        self.recorder.write(after)
        self.played_for = known

    def _check_nothing_is_asked(self) -> None:
        if isinstance(self.wish, Undo):
            raise Refused("somebody has already asked to take a move back")
        if self.wish is not None:
            raise Refused("somebody has already claimed the rest of the deal")

    def claim_tricks(self, seat: int, number: int, kind: object, sides: Sequence[Sequence[int]]) -> None:
        """Claim all remaining tricks of the deal for one's side, or none.

        A claim that is sure by the seat's own view is played out at once. Otherwise all others have to agree, which
        bots never do; hidden cards are considered only after that.

        Args:
            seat: the seat that claims.
            number: the number of the position in which it claims.
            kind: one of `trickkit.table.claims.KINDS`.
            sides: the seats that win and lose together.

        Raises:
            Refused: the position has changed since, there is nothing that it could claim, another request is open, or a
                bot would have to agree.
        """
        self._check_number(seat, number)
        self._check_nothing_is_asked()
        state, view = self.state, self.state.view(seat)
        if kind not in claimable(view, sides):
            raise Refused("there is nothing that you can claim now")
        side = next(tuple(side) for side in sides if seat in side)
        claim = Claim(seat, {*range(state.rules.players)} - {seat}, self.wishes + 1, str(kind), side)
        if kind == REST and is_sure(view):
            claim.waiting.clear()
        elif not claim.waiting <= {*self.humans} - self.away:
            raise Refused("your own cards do not make that certain, and bots agree only to certain claims")
        self.wishes += 1
        self.wish = claim
        self._carry_out()

    def stand_in(self, seat: int) -> None:
        """Let a bot replace a person who is away; it also agrees to undo requests, but not to claims.

        Raises:
            Refused: the seat does not belong to a person.
        """
        if seat not in self.humans:
            raise Refused("a bot can sit in only for a person who is away")
        self.away.add(seat)
        if isinstance(self.wish, Claim):
            self.wish = None
        self._agree(seat)

    def close(self) -> None:
        """Close the record."""
        self.recorder.close()

    def sight(self, seat: int | None, sides: Sequence[Sequence[int]] = ()) -> dict[str, Any]:
        """The game as a seat sees it: view, position number, open requests, possible claims, and card points.

        Args:
            seat: the seat that has the view.
            sides: the seats that win and lose together; () if unknown, in which case nothing can be conceded.
        """
        # Another thread may make a move meanwhile.
        state = self.state
        view = state.view(seat)
        return {
            "number": _number(state, view),
            **self._wished(seat),
            "claims": [*claimable(view, sides)],
            "points": card_points(view),
            "view": view.to_json(),
        }

    def sheet(self, seat: int | None) -> list[dict[str, Any]]:
        """The finished deals with their scores and reasons, in the form of `View.to_json`."""
        return [result_as_json(result) for result in self.state.view(seat).results]

    def past(self, seat: int | None, move: int | None) -> dict[str, Any]:
        """An earlier position in a finished deal, as the seat saw it.

        Args:
            seat: the seat that has the view.
            move: the number of moves made before it, or else the nearest possible number; None for the beginning of the
                latest finished deal.

        Raises:
            Refused: no deal is over.
        """
        states = self._finished()
        deal_number = states[-1].deal.number
        begun = next(index for index, state in enumerate(states) if state.deal.number == deal_number)
        shown = begun if move is None else max(0, min(move, len(states) - 1))
        view = states[shown].view(seat)
        return {"view": view.to_json(), "points": card_points(view), "move": shown, "moves": len(states) - 1}

    def decision(self, seat: int, move: int) -> tuple[int, View, str]:
        """A seat's next real choice in a finished deal: the number of moves before it, the view, and the action.

        Decisions that a bot made for the seat are skipped.

        Args:
            seat: the seat that decided.
            move: the least number of moves before it.

        Raises:
            Refused: no deal is over, or the seat made no decision after that.
        """
        for index, (state, (mover, action)) in enumerate(zip(self._finished(), self.state.moves, strict=False)):
            is_own = mover == seat and index not in self.played_for
            if index >= move and is_own and len(state.legal(seat)) > 1:
                return index, state.view(seat), str(action)
        raise Refused("you decided nothing after that")

    def _finished(self) -> Sequence[State]:
        """The positions of all finished deals; refuse if there are none."""
        states, now = self.recorder.states, self.state
        if now.is_over:
            return states
        finished = [state for state in states if state.deal.number < now.deal.number]
        if not finished:
            raise Refused("a deal can be reviewed once it is over")
        return finished

    def _wished(self, seat: int | None) -> dict[str, Any]:
        """The open request as a seat sees it: an undo with the event from which it applies, or a claim."""
        wish = self.wish
        request = wish and {"seat": wish.seat, "serial": wish.serial, "asked": seat in wish.waiting}
        return {
            "undo": request | {"since": len(wish.before.view(seat).events)}
            if request and isinstance(wish, Undo)
            else None,
            "claim": request | {"kind": wish.kind} if request and isinstance(wish, Claim) else None,
        }


def _nobody_waits() -> Refused:
    return Refused("nobody waits for your answer")


def _moved_on() -> Refused:
    return Refused("the table has moved on since; look again")


def number_of(state: State, seat: int | None) -> int:
    """The number of a position for a seat, made of its decisions and the events that it has heard.

    Secret decisions of other seats do not count until they are revealed.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> after = state.play(1, "3")
    >>> number_of(after, 1) - number_of(state, 1), number_of(after, 2) - number_of(state, 2)
    (1, 0)
    """
    return _number(state, state.view(seat))


def _number(state: State, view: View) -> int:
    return len(view.events) + sum(mover == view.seat for mover, _ in state.moves)

"""Records in files: written during the game, and loaded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import copy
from io import FileIO
from types import TracebackType
from typing import Self

from trickkit.errors import InvalidRecord, quoted
from trickkit.locks import LockedFile
from trickkit.play.state import State, made_of
from trickkit.record import header, replaying
from trickkit.record.checks import Group, standing
from trickkit.record.entries import Entry, Moved, Undone
from trickkit.record.game import GameRecord, beginning, loads, read
from trickkit.record.header import Given, Header
from trickkit.record.log import Log
from trickkit.record.sums import Sum
from trickkit.record.text import LONGEST_RECORD, lines_of

__all__ = ["Recorder", "load", "write"]


class Recorder:
    """Appends a game to a file: each move is on the disk, with all its consequences, before the next.

    A file has only one recorder at a time, until it is closed or its program ends; others may read the file meanwhile.
    A new file contains all cards, and is therefore readable only by its owner (mode 0600).

    Args:
        path: the path of a new file; `resume` continues an existing one.
        state: the game so far, which is written at once.
        names: the names of the players, by seat; () for none.
        sync: whether every move waits until it is on the disk, so that even a power failure cannot lose it.

    Raises:
        InvalidRecord: the file already exists, or cannot be written; or there are too few names or too many.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> with TemporaryDirectory() as folder:
    ...     with Recorder(Path(folder, "game.jsonl"), state) as recorder:
    ...         for seat, bid in ((1, "3"), (2, "0")):
    ...             state = state.play(seat, bid)
    ...             recorder.write(state)
    ...     load(Path(folder, "game.jsonl")).moves
    ((1, '3'), (2, '0'))
    """

    def __init__(
        self, path: str | os.PathLike[str], state: State, *, names: Sequence[str] = (), sync: bool = True
    ) -> None:
        self.path = os.fspath(path)
        self._sync = sync
        self._sum = Sum()
        log, start = Log(), beginning(state)
        self._made: list[tuple[State, Log]] = [(start, log)]
        top = header.written(state.rules, tuple(names))
        try:
            self._file = LockedFile(self.path, "x")
        except FileExistsError:
            raise InvalidRecord("the file already exists; a record never overwrites one", file=self.path) from None
        except OSError as error:
            raise InvalidRecord(f"cannot be written: {error.strerror}", file=self.path) from error
        try:
            self._append(top, *log.begun(start))
            self.write(state)
        except BaseException:
            self.close()
            raise

    @classmethod
    def resume(
        cls, path: str | os.PathLike[str], rules: Given = None, *, seed: int | None = None, sync: bool = True
    ) -> Self:
        """Continue the file of an interrupted game; `recorder.state` is the game to play on.

        A file that breaks off within a line, or before all consequences of a move, is cut back to its last complete
        event, as `load` reads it; the remaining lines stay unchanged.

        Args:
            path: the path of the file.
            rules: the rules of the game, if the record does not name them; see `load`.
            seed: any integer, for draws from now on; with the original seed, the game goes on as it would have. With
                None, a move that needs a draw raises UnknownChance.
            sync: as for a new file.

        Raises:
            InvalidRecord: the file cannot be read or written, another recorder has it open, or it is not a record that
                can be verified. The file does not change.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from trickkit.variants import pikoko
        >>> state = pikoko.rules(players=3).start(seed=7, first=0)
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder, "game.jsonl")
        ...     write(state.play(1, "3"), path)
        ...     with Recorder.resume(path, seed=7) as recorder:
        ...         recorder.write(recorder.state.play(2, "0"))
        ...     load(path).moves
        ((1, '3'), (2, '0'))
        """
        recorder = cls.__new__(cls)
        recorder.path, recorder._sync = os.fspath(path), sync
        recorder._file = _opened(recorder.path)
        try:
            recorder._go_on(rules, seed)
        except BaseException:
            recorder.close()
            raise
        return recorder

    def _go_on(self, rules: Given, seed: int | None) -> None:
        """Replay the game in the open file, and cut the file back to complete moves."""
        text = _read(self.path)
        try:
            game, self._sum = read(text, rules)
            made, missing = _undisturbed(game, seed), list[Entry]()
            if made is None:
                game = loads(text, rules)
                game.verify()
                made, missing = _followed(list(game.states(seed=seed)), standing(game.entries))
                self._sum = Sum()
                for line in lines_of(text)[0][: len(game.entries) + 1]:
                    self._sum.read(line)
        except InvalidRecord as error:
            error.file = self.path
            raise
        self._made = made
        whole = b"".join(line + b"\n" for line in text.split(b"\n")[: len(game.entries) + 1])
        try:
            if text != whole:
                _cut_back(self._file, text, whole)
        except OSError as error:
            raise InvalidRecord(f"cannot be written: {error.strerror}", file=self.path) from error
        self._file.seek(0, os.SEEK_END)
        self._append(*missing)

    @property
    def state(self) -> State:
        """The game as written."""
        return self._made[-1][0]

    @property
    def states(self) -> tuple[State, ...]:
        """The states of the game as written: the first, and one after each move that was not undone."""
        return tuple(state for state, _ in self._made)

    def write(self, state: State) -> None:
        """Append what happened since the last call, in one piece.

        Args:
            state: the game now, one or more moves after the last one written.

        Raises:
            InvalidRecord: the state belongs to another game, or lacks moves that were written (use `undo`); or the file
                cannot be written.
        """
        entries, made = self._after(state, self.moves)
        self._append(*entries)
        self._made += made

    def _after(self, state: State, stand: int) -> tuple[list[Entry], list[tuple[State, Log]]]:
        """The entries and states that a game adds after the first `stand` moves of the file.

        Raises:
            InvalidRecord: the game does not continue from those moves.
        """
        entries, made = list[Entry](), [self._made[stand]]
        *game, moves = made_of(state)
        *this, written = made_of(made[0][0])
        if moves[:stand] != written or game != this:
            raise InvalidRecord("the game does not go on from what is written", file=self.path, game=state.rules.key)
        for seat, action in moves[stand:]:
            before, log = made[-1]
            after, log = before.play(seat, action), copy(log)
            entries += log.moved(seat, action, after)
            made.append((after, log))
        return entries, made[1:]

    def undo(self, moves: int = 1, *, then: State | None = None) -> State:
        """Take back the last moves with all their consequences, even across the end of a deal.

        They stay in the file, followed by a line that undoes them.

        Args:
            moves: how many, from 1.
            then: a game that continues without them, which is written together with the undo; None for the game before
                them.

        Returns:
            Returns the game now, to play on.

        Raises:
            InvalidRecord: there are fewer moves; the game is over, so its record is final; `then` belongs to another
                game; or the file cannot be written.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from trickkit.variants import pikoko
        >>> state = pikoko.rules(players=3).start(seed=7, first=0)
        >>> with TemporaryDirectory() as folder, Recorder(Path(folder, "game.jsonl"), state) as recorder:
        ...     recorder.write(state.play(1, "3"))
        ...     recorder.write(recorder.undo().play(1, "4"))
        ...     load(recorder.path).moves
        ((1, '4'),)
        """
        if self.state.is_over:
            raise InvalidRecord("the game is over; no move of a finished record is taken back", file=self.path)
        if not (type(moves) is int and 1 <= moves <= self.moves):
            raise InvalidRecord(
                f"moves={quoted(moves)}: from 1 to {self.moves} moves can be taken back", file=self.path
            )
        stand = self.moves - moves
        entries, made = ([], []) if then is None else self._after(then, stand)
        self._append(Undone(moves), *entries)
        self._made[stand + 1 :] = made
        return self.state

    def _append(self, *lines: Header | Entry) -> None:
        if not lines:
            return
        text = "".join(self._sum.text(entry.line()) for entry in lines).encode()
        try:
            self._file.append(text, sync=self._sync)
        except (OSError, ValueError) as error:
            # An incomplete line must stay the last one.
            self.close()
            why = error.strerror if isinstance(error, OSError) else "it is closed"
            raise InvalidRecord(f"cannot be written: {why}", file=self.path) from error

    @property
    def moves(self) -> int:
        """The number of moves in the file that were not undone."""
        return len(self._made) - 1

    def close(self) -> None:
        """Close the file for good."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _undisturbed(game: GameRecord, seed: int | None) -> list[tuple[State, Log]] | None:
    """The replayed game of a file without undone or cut-off moves; None if the file needs closer checks."""
    if game.redacted or game.lost or seed is None or any(isinstance(entry, Undone) for entry in game.entries):
        return None
    made = []
    try:
        for step in replaying.steps(game.rules, standing(game.entries), seed=seed):
            if [entry for _, entry in step.group] != step.expected:
                return None
            made.append((step.state, copy(step.log)))
    except InvalidRecord:
        return None
    return made


def _followed(states: Sequence[State], groups: Sequence[Group]) -> tuple[list[tuple[State, Log]], list[Entry]]:
    """A game in a recorder's form, and the entries missing after the last: scores cut off, or the end."""
    log = Log()
    expected = log.begun(states[0])
    made = [(states[0], copy(log))]
    for state, group in zip(states[1:], groups[1:], strict=True):
        _, move = group[0]
        assert isinstance(move, Moved)
        expected = log.moved(move.seat, move.action, state)
        made.append((state, copy(log)))
    return made, expected[len(groups[-1]) :]


def _opened(path: str) -> LockedFile:
    """An existing file, opened for writing.

    Raises:
        InvalidRecord: it cannot be opened, or another writer has it open.
    """
    try:
        return LockedFile(path, "r+")
    except (FileNotFoundError, ValueError):
        _read(path)  # This error says what is wrong.
        raise
    except OSError as error:
        raise InvalidRecord(f"cannot be written: {error.strerror}", file=path) from error


def _cut_back(file: FileIO, text: bytes, whole: bytes) -> None:
    """Cut a file back to its complete lines."""
    if text == whole[:-1]:
        # Only the end of the last line is missing.
        file.seek(0, os.SEEK_END)
        file.write(b"\n")
    else:
        file.truncate(len(whole))
    os.fsync(file.fileno())


def write(state: State, path: str | os.PathLike[str], *, names: Sequence[str] = ()) -> None:
    """Write the record of a game, in progress or over, to a new file that only its owner may read (mode 0600).

    Args:
        state: in any position.
        path: the path of the file.
        names: the names of the players, by seat; () for none.

    Raises:
        InvalidRecord: the file already exists, or cannot be written; or there are too few names or too many.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> with TemporaryDirectory() as folder:
    ...     write(state, Path(folder, "game.jsonl"))
    ...     load(Path(folder, "game.jsonl")).replay().actors
    (1, 2)
    """
    Recorder(path, state, names=names, sync=False).close()


def load(path: str | os.PathLike[str], rules: Given = None) -> GameRecord:
    """A recorded game from its file; see `loads` for what is checked.

    Args:
        path: the path of the file.
        rules: the rules of the game, or a function that builds them from the options of the record; None uses those
            that the record names.

    Raises:
        InvalidRecord: with file and line, whatever `loads` refuses; or the file cannot be read.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit.variants import pikoko
    >>> with TemporaryDirectory() as folder:
    ...     write(pikoko.rules(players=3).start(seed=7), Path(folder, "game.jsonl"))
    ...     load(Path(folder, "game.jsonl")).rules.key
    'pikoko'
    """
    file = os.fspath(path)
    text = _read(file)
    try:
        return loads(text, rules)
    except InvalidRecord as error:
        error.file = file
        raise


def _read(file: str) -> bytes:
    try:
        with open(file, "rb") as opened:
            return opened.read(LONGEST_RECORD + 1)
    except OSError as error:
        raise InvalidRecord(f"cannot be read: {error.strerror}", file=file) from error
    except ValueError as error:
        raise InvalidRecord(f"cannot be read: {error}", file=file) from error

"""Records in files: written as the game goes, and loaded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from trickkit.errors import InvalidRecord
from trickkit.record import header
from trickkit.record.entries import Entry
from trickkit.record.game import Game, beginning, loads
from trickkit.record.header import Given
from trickkit.record.log import Log
from trickkit.record.text import LONGEST_RECORD, line_of
from trickkit.state import State, made_of

if TYPE_CHECKING:
    from typing import Self

__all__ = ["Recorder", "load", "write"]


class Recorder:
    """Appends a game to a file as it goes: each move with all that it led to, at once, and on the disk before the next.

    Args:
        path: of a file that is not there yet.
        state: the game so far, which is written at once.
        names: of the players, by seat; () for none.
        sync: whether every move waits until the disk has it, so that not even a loss of power takes it back.

    Raises:
        InvalidRecord: there is such a file already, or it cannot be written; or there are too few names or too many.

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
        self._log = Log()
        self._state = beginning(state)
        self._moves = 0
        top = header.written(state.rules, tuple(names))
        try:
            # Without a buffer: what is written is the system's, even when the program dies.
            self._file = open(self.path, "xb", buffering=0)  # noqa: SIM115
        except FileExistsError:
            raise InvalidRecord("the file is there already; a record never overwrites one", file=self.path) from None
        except OSError as error:
            raise InvalidRecord(f"cannot be written: {error.strerror}", file=self.path) from error
        try:
            self._append(line_of(top.line()), self._log.begun(self._state))
            self.write(state)
        except BaseException:
            self.close()
            raise

    def write(self, state: State) -> None:
        """Append what happened since it was called last.

        Args:
            state: the game now, one or more moves after the one that was written last.

        Raises:
            InvalidRecord: it is another game, or moves were taken back; or the file cannot be written.
        """
        *game, moves = made_of(state)
        *this, made = made_of(self._state)
        if moves[: self._moves] != made or game != this:
            raise InvalidRecord("the game does not go on from what is written", file=self.path, game=state.rules.key)
        for seat, action in moves[self._moves :]:
            after = self._state.play(seat, action)
            self._append("", self._log.moved(seat, action, after))
            self._state = after
            self._moves += 1

    def _append(self, text: str, entries: Sequence[Entry]) -> None:
        lines = f"{text}{''.join(line_of(entry.line()) for entry in entries)}".encode()
        try:
            written = self._file.write(lines)
            if written != len(lines):
                raise OSError(0, "no space is left on the disk")
            if self._sync:
                os.fsync(self._file.fileno())
        except (OSError, ValueError) as error:
            # A line that is not whole must stay the last one.
            self.close()
            why = error.strerror if isinstance(error, OSError) else "it is closed"
            raise InvalidRecord(f"cannot be written: {why}", file=self.path) from error

    @property
    def moves(self) -> int:
        """How many moves are written."""
        return self._moves

    def close(self) -> None:
        """Close the file; nothing can be written any more."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def write(state: State, path: str | os.PathLike[str], *, names: Sequence[str] = ()) -> None:
    """Write the record of a game, in progress or over, to a file that is not there yet.

    Args:
        state: in any position.
        path: of the file.
        names: of the players, by seat; () for none.

    Raises:
        InvalidRecord: there is such a file already, or it cannot be written; or there are too few names or too many.

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


def load(path: str | os.PathLike[str], rules: Given = None) -> Game:
    """A recorded game from its file; see `loads` for what is checked.

    Args:
        path: of the file.
        rules: of the game, or a function that builds them from the options of the record; None takes those that the
            record names.

    Raises:
        InvalidRecord: with file and line, for what `loads` refuses; or the file cannot be read.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit.variants import pikoko
    >>> with TemporaryDirectory() as folder:
    ...     write(pikoko.rules(players=3).start(seed=7), Path(folder, "game.jsonl"))
    ...     load(Path(folder, "game.jsonl")).rules.key
    'pikoko'
    """
    file = os.fspath(path)
    try:
        with open(file, "rb") as opened:
            text = opened.read(LONGEST_RECORD + 1)
    except OSError as error:
        raise InvalidRecord(f"cannot be read: {error.strerror}", file=file) from error
    except ValueError as error:
        raise InvalidRecord(f"cannot be read: {error}", file=file) from error
    try:
        return loads(text, rules)
    except InvalidRecord as error:
        error.file = file
        raise

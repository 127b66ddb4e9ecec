"""Studies as files of JSON lines: first the study, then the results of blocks of deals."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from reprlib import repr as shorter
from stat import S_IMODE
from types import TracebackType
from typing import Self

from attrs import frozen

import trickkit
from trickkit.errors import InvalidRecord, TrickkitError, quoted
from trickkit.lab.lines import described, study_of, sums_of
from trickkit.lab.results import Found
from trickkit.lab.study import Study
from trickkit.lab.sums import Sums
from trickkit.locks import LockedFile
from trickkit.play.rules import Rules
from trickkit.record.text import Line, blamed, parsed, parsed_start

__all__ = ["StudyFile", "read"]

EVERY = 20.0
"""The seconds between two lines, which limit the work that an interruption loses."""
LONGEST_FILE = 100_000_000
"""The maximum size of a file in bytes. A file of half that size is rewritten, with all sums in one line."""
LONGEST_LINE = 16_000_000
"""The maximum size of a line in bytes."""
MOST = 250_000
"""The maximum number of different numbers, and of different scores, in the sums of a file."""


class StudyFile:
    """The file of a study, to which the results of its blocks are appended.

    A file has one writer at a time; others may read it at any time. A new file contains the seed of the study, and
    therefore only its owner may read it (mode 0600).

    Args:
        path: of the file. An existing file must be of the same study, which continues, or of one with fewer deals,
            which is extended.
        study: the study.

    Raises:
        InvalidRecord: the file cannot be read or written, another study has it open, or it is of another study.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit import load
    >>> from trickkit.lab.metrics import Wins
    >>> study = Study(rules=(load("pikoko"),), names=("pikoko",), metrics=(Wins(),), deals=100)
    >>> with TemporaryDirectory() as folder:
    ...     with StudyFile(Path(folder, "study.jsonl"), study) as file:
    ...         file.add(study.block(0))
    ...     read(Path(folder, "study.jsonl")).deals
    100
    """

    def __init__(self, path: str | os.PathLike[str], study: Study) -> None:
        self._name = os.fspath(path)
        self.begun = Sums()
        """The results in the file when it was opened."""
        self._study, self._new = study, Sums()
        self._is_extended = False
        self._written = time.monotonic()
        begins = json.dumps(described(study))
        with _written(self._name):
            self._file, self._size = LockedFile(self._name, "a"), 0
            try:
                if self._file.seek(0, os.SEEK_END):
                    self._size = self._opened(study)
                    # A line that a killed process left incomplete.
                    self._file.truncate(self._size)
                else:
                    self._append(begins)
            except BaseException:
                self._file.close()
                raise
        self._sums = self.begun
        if self._is_extended:
            self._write_anew()

    def _opened(self, study: Study) -> int:
        """Read an existing file into `begun`; return the size of its complete lines in bytes."""
        kept = _read(self._name, study.rules)
        results, version, size = kept.found, kept.version, kept.size
        ours, theirs = described(study), described(results.study)
        differ = [key for key in ours if ours[key] != theirs[key] and key != "trickkit"]
        if differ and (differ != ["deals"] or study.deals < results.deals):
            raise InvalidRecord(
                f"the file is of another study: {'; '.join(_differs(key, theirs, ours) for key in differ)}; give "
                "another file",
                file=self._name,
            )
        if not (results.is_done and not differ) and version != trickkit.__version__:
            raise InvalidRecord(
                f"the study was begun by trickkit {version}, and {trickkit.__version__} would continue it differently; "
                "give another file",
                file=self._name,
            )
        self.begun = results.sums
        if results.deals < study.deals and results.deals % study.at_once:
            # The last block was cut short by the number of deals, and is played again in full.
            self.begun, size = kept.before, kept.begins
        if self.begun.deals % study.at_once and results.deals < study.deals:
            raise InvalidRecord(
                f"{results.deals} deals are not whole blocks of {study.at_once}, so the study cannot continue",
                file=self._name,
            )
        self._is_extended = bool(differ)
        return size

    def add(self, sums: Sums) -> None:
        """Add the results of the next block; they are written to the file soon.

        Raises:
            InvalidRecord: the file cannot be written.
        """
        if sums.deals % self._study.at_once:
            # The last block is cut short: in a line of its own, it can be replaced when the study is extended.
            self._flush()
        self._new += sums
        if time.monotonic() - self._written >= EVERY:
            self._flush()

    def _flush(self) -> None:
        if self._new.deals:
            self._append(json.dumps(self._new.line()))
            if self._size > LONGEST_FILE // 2:
                self._write_anew()
            self._sums += self._new
        self._new, self._written = Sums(), time.monotonic()

    def _append(self, line: str) -> None:
        with _written(self._name):
            data = f"{line}\n".encode()
            self._file.append(data)
            self._size += len(data)

    def _write_anew(self) -> None:
        """Replace the file by a new one that has all sums in one line."""
        name = f"{self._name}.new"
        with _written(self._name), self._file as former:
            self._file, self._size = LockedFile(name, "w"), 0
            os.chmod(name, S_IMODE(os.fstat(former.fileno()).st_mode))
            for sums in (None, self._sums, self._new):
                if sums is None or sums.deals:
                    self._append(json.dumps(described(self._study) if sums is None else sums.line()))
            # A process that opens the old file now finds it locked, and then replaced.
            os.replace(name, self._name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._flush()
        finally:
            self._file.close()


def read(path: str | os.PathLike[str], rules: Sequence[Rules] = ()) -> Found:
    """The results in the file of a study so far; plays nothing.

    Args:
        path: of the file.
        rules: those of the study, if the file does not identify them; otherwise ().

    Raises:
        InvalidRecord: with file and line; or the rules cannot be found.

    >>> read("missing.jsonl")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: missing.jsonl: cannot be read: No such file or directory
    """
    return _read(os.fspath(path), rules).found


@contextmanager
def _written(name: str) -> Iterator[None]:
    """Turn a failure to write a file into an error that names it."""
    try:
        yield
    except OSError as error:
        raise InvalidRecord(f"cannot be written: {error.strerror}", file=name) from error
    except ValueError as error:
        # A name that is none.
        if isinstance(error, TrickkitError):
            raise
        raise InvalidRecord(f"cannot be written: {error}") from error


@frozen
class _Kept:
    """The contents of a study's file.

    Args:
        found: the results.
        version: the version that wrote the first line.
        size: how many bytes are complete lines.
        before: the sums of all lines but the last.
        begins: where the last line begins.
    """

    found: Found
    version: str
    size: int
    before: Sums
    begins: int


def _differs(key: str, theirs: Line, ours: Line) -> str:
    if key == "rules":
        return "it has other rules"
    return f"{key} {shorter(theirs[key])} there, {shorter(ours[key])} here"


def _read(name: str, rules: Sequence[Rules]) -> _Kept:
    """The contents of a file, up to its last complete line."""
    size, begins, line_number, study, version = 0, 0, 0, None, ""
    # Partial sums of powers of two lines: each number is added a logarithmic number of times, not once per later line.
    parts: list[tuple[int, Sums]] = []
    before: list[tuple[int, Sums]] = []
    try:
        for line_number, (line, end) in enumerate(_lines(name), 1):
            begins, size, before = size, end, [*parts]
            if study is None:
                study, version = study_of(line, rules), line["trickkit"]
                continue
            with blamed(line_number, "these are not sums"):
                parts.append((1, sums_of(line, study)))
                while len(parts) > 1 and parts[-1][0] == parts[-2][0]:
                    parts[-2:] = [(2 * parts[-1][0], _added(parts[-2][1], parts[-1][1]))]
        if study is None:
            raise InvalidRecord("this is not a study: the file has no line")
        with blamed(line_number, "these are not sums"):
            return _Kept(_results(study, _all(parts)), version, size, _all(before), begins)
    except InvalidRecord as error:
        error.file = name
        raise


def _all(parts: list[tuple[int, Sums]]) -> Sums:
    sums = Sums()
    for _, part in parts:
        sums = _added(sums, part)
    return sums


def _lines(name: str) -> Iterator[tuple[Line, int]]:
    try:
        with open(name, "rb") as file:
            line_number = end = 0
            while text := file.readline(LONGEST_LINE + 1):
                line_number += 1
                if len(text) > LONGEST_LINE:
                    raise InvalidRecord(f"the line has more than {LONGEST_LINE:,} bytes, the limit", line=line_number)
                if end + len(text) > LONGEST_FILE:
                    raise InvalidRecord(f"the file has more than {LONGEST_FILE:,} bytes, the limit", line=line_number)
                if not text.endswith(b"\n"):
                    parsed_start(text, line_number)
                    return
                end += len(text)
                yield parsed(text[:-1], line_number), end
    except OSError as error:
        raise InvalidRecord(f"cannot be read: {error.strerror}") from error
    except ValueError as error:
        # A name that is none.
        if isinstance(error, TrickkitError):
            raise
        raise InvalidRecord(f"cannot be read: {error}") from error


def _added(one: Sums, other: Sums) -> Sums:
    try:
        sums = one + other
    except ValueError:
        raise InvalidRecord("the lines of the file have sums of different numbers") from None
    if len(sums.moments) > MOST or sum(map(len, sums.scores.values())) + len(sums.counts) + len(sums.parts) > MOST:
        raise InvalidRecord(f"the file has sums of more than {MOST:,} numbers, the limit")
    return sums


def _results(study: Study, sums: Sums) -> Found:
    if sums.deals > study.deals:
        raise InvalidRecord(f"{sums.deals} deals were played; the study has {study.deals}")
    for (_, name, label, _), moments in sums.moments.items():
        if not moments.is_possible:
            raise InvalidRecord(f"no deals give these moments of {quoted(name)}{f', {quoted(label)}' if label else ''}")
    return Found(study, sums)

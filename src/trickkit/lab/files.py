"""Studies as files of JSON lines: what is asked, and then what blocks of deals came to."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from types import TracebackType
from typing import IO, Any, Self

from attrs import evolve

import trickkit
from trickkit.bots.base import Bot
from trickkit.errors import InvalidRecord, InvalidRules
from trickkit.lab.metrics import METRICS, metrics_of
from trickkit.lab.playing import Seat
from trickkit.lab.results import Found
from trickkit.lab.study import Study
from trickkit.lab.sums import Sums
from trickkit.play.rules import Rules
from trickkit.record import header

__all__ = ["StudyFile", "described", "read", "study_of"]

VERSION = 1
"""The version of the format."""
EVERY = 20.0
"""A line is written after so many seconds, so that not much more work is ever lost."""


def described(study: Study) -> dict[str, Any]:
    """What a study asks, as plain values: the first line of its file, and what is sent to other machines.

    Raises:
        InvalidRules: a bot or a metric is no name: others could not make it again.

    >>> from trickkit import load
    >>> study = Study(rules=(load("pikoko"),), names=("pikoko",), metrics=metrics_of(["wins"]))
    >>> described(study)["metrics"], study_of(described(study)) == study
    (['wins'], True)
    """
    seats: tuple[Seat, ...] = (study.bots,) if isinstance(study.bots, str | Bot) else study.bots
    for seat in seats:
        if not isinstance(seat, str):
            raise InvalidRules(f"a file names bots, as in 'flat:64'; {seat!r} is given as a value")
    for metric in study.metrics:
        if METRICS.get(metric.name) != metric:
            raise InvalidRules(f"a file names metrics; {metric!r} is none of the library's")
    return {
        "study": VERSION,
        "trickkit": trickkit.__version__,
        "rules": [header.written(rules).line() for rules in study.rules],
        "names": [*study.names],
        "bots": study.bots if isinstance(study.bots, str) else [*seats],
        "deals": study.deals,
        "seed": study.seed,
        "metrics": [metric.name for metric in study.metrics],
        "until": dict(study.until),
        "error": study.error,
    }


def study_of(line: dict[str, Any], rules: Sequence[Rules] = ()) -> Study:
    """The study that a line describes.

    Args:
        line: as `described` gives it.
        rules: those of the study, where the line does not say enough to find them; else ().

    Raises:
        InvalidRecord: it is no such line, or its rules cannot be found.
        InvalidRules: what it says is no study.

    >>> study_of({})
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: line 1: this is no study of format version 1
    """
    if line.get("study") != VERSION:
        raise InvalidRecord(f"this is no study of format version {VERSION}", line=1)
    try:
        headers = [header.read(one) for one in line["rules"]]
        given: Sequence[Rules | None] = rules or [None] * len(headers)
        return Study(
            rules=tuple(header.rules_of(one, mine) for one, mine in zip(headers, given, strict=True)),
            names=tuple(line["names"]),
            bots=line["bots"] if isinstance(line["bots"], str) else tuple(line["bots"]),
            deals=line["deals"],
            seed=line["seed"],
            metrics=metrics_of(line["metrics"]),
            until=line["until"],
            error=line["error"],
        )
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, InvalidRecord | InvalidRules):
            raise
        raise InvalidRecord(f"this is no study: {type(error).__name__}: {error}", line=1) from error


class StudyFile:
    """The file of a study, to which what its blocks came to is added as it goes.

    Args:
        path: of the file; where it exists, it is of the same study, and goes on.
        study: what is asked.

    Raises:
        InvalidRecord: the file cannot be read or written, or is of another study.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit import load
    >>> study = Study(rules=(load("pikoko"),), names=("pikoko",), metrics=metrics_of(["wins"]), deals=100)
    >>> with TemporaryDirectory() as folder:
    ...     with StudyFile(Path(folder, "study.jsonl"), study) as file:
    ...         file.add(study.block(0))
    ...     read(Path(folder, "study.jsonl")).deals
    100
    """

    def __init__(self, path: str | os.PathLike[str], study: Study) -> None:
        self._name = os.fspath(path)
        self.begun = Sums()
        """What the file had when it was opened."""
        self._new = Sums()
        self._written = time.monotonic()
        try:
            if os.path.exists(path) and os.path.getsize(path):
                whole, found = _read(self._name, study.rules)
                if described(found.study) != described(study):
                    raise InvalidRecord("the file is of another study; give another file", file=self._name)
                self.begun = found.sums
                self._file: IO[bytes] = open(path, "r+b")  # noqa: SIM115
                # What a killed process left half written.
                self._file.truncate(whole)
                self._file.seek(whole)
            else:
                line = json.dumps(described(study))
                self._file = open(path, "wb")  # noqa: SIM115
                self._append(line)
        except OSError as error:
            raise InvalidRecord(f"cannot be written: {error.strerror}", file=self._name) from error

    def add(self, sums: Sums) -> None:
        """Add what the next block came to; it is in the file soon.

        Raises:
            InvalidRecord: the file cannot be written.
        """
        self._new += sums
        if time.monotonic() - self._written >= EVERY:
            self._flush()

    def _flush(self) -> None:
        if self._new.deals:
            self._append(json.dumps(self._new.line()))
        self._new, self._written = Sums(), time.monotonic()

    def _append(self, line: str) -> None:
        try:
            self._file.write(f"{line}\n".encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise InvalidRecord(f"cannot be written: {error.strerror}", file=self._name) from error

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
    """What the file of a study says so far; nothing is played.

    Args:
        path: of the file.
        rules: those of the study, where the file does not say enough to find them; else ().

    Raises:
        InvalidRecord: with file and line; or the rules cannot be found.

    >>> read("missing.jsonl")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: missing.jsonl: cannot be read: No such file or directory
    """
    return _read(os.fspath(path), rules)[1]


def _read(name: str, rules: Sequence[Rules]) -> tuple[int, Found]:
    """How many bytes of a file are whole lines, and what they say."""
    try:
        with open(name, "rb") as file:
            text = file.read()
    except OSError as error:
        raise InvalidRecord(f"cannot be read: {error.strerror}", file=name) from error
    whole = text.rfind(b"\n") + 1
    lines = text[:whole].splitlines()
    if not lines:
        raise InvalidRecord("this is no study: the file has no line", file=name)
    try:
        found = Found(study_of(_parsed(lines[0], 1), rules), Sums())
        for number, line in enumerate(lines[1:], 2):
            found = evolve(found, sums=found.sums + _sums(_parsed(line, number), number))
    except InvalidRecord as error:
        error.file = name
        raise
    return whole, found


def _parsed(line: bytes, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise InvalidRecord(f"this is no JSON: {error}", line=number) from error
    if not isinstance(value, dict):
        raise InvalidRecord("a line of a study is an object", line=number)
    return value


def _sums(line: dict[str, Any], number: int) -> Sums:
    try:
        return Sums.read(line)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidRecord(f"these are no sums: {type(error).__name__}: {error}", line=number) from error

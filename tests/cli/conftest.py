"""The command line as the tests run it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trickkit.cli.commands import trickkit

Run = Callable[..., Result]
PLAIN = {"COLUMNS": "140", "FORCE_COLOR": None, "TTY_COMPATIBLE": None}


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """The command line is the whole process, and minds its interrupts to the end; that of the tests goes on."""
    handler, hook = signal.getsignal(signal.SIGINT), sys.excepthook
    yield
    signal.signal(signal.SIGINT, handler)
    sys.excepthook = hook


@pytest.fixture
def run() -> Run:
    """Runs a command: its words, then what is typed at its prompts, line by line."""

    def runs(*words: object, typed: tuple[str, ...] = (), **env: str) -> Result:
        lines = "".join(f"{line}\n" for line in typed)
        return CliRunner().invoke(trickkit, [str(word) for word in words], input=lines, env={**PLAIN, **env})

    return runs


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Runs a command that is refused: exit code 2, one line, nothing else; gives the line."""

    def runs(*words: object) -> str:
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("\n") == 1
        return result.stderr[len("error: ") : -1]

    return runs


@pytest.fixture
def games() -> Path:
    """Where the games of these tests are."""
    return Path(__file__).parent / "games"


@pytest.fixture
def game_file(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a game file with a text."""

    def writes(text: str) -> Path:
        path = tmp_path / "home_made.py"
        path.write_text(text, encoding="utf-8")
        return path

    return writes

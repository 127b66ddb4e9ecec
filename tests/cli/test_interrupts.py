"""An interrupt ends the command line quietly, wherever it lands."""

from __future__ import annotations

import subprocess

import pytest
from processes import python

PROGRAM = """
import os, signal, sys

# Whoever starts the tests may ignore the signal, which a process inherits.
signal.signal(signal.SIGINT, signal.default_int_handler)
left = int(sys.argv.pop(1))

def interrupt(event, _):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGINT)

from trickkit.__main__ import main
sys.addaudithook(interrupt)
main()
"""
"""The script `trickkit`, interrupted at one of the things that Python tells of: imports, files, calls of the system."""

MOMENTS = (2, 3, 5, 9, 20, 40, 75, 140, 250, 400, 700, 1100, 1600, 2200, 2900, 3600, 4500, 6000, 9000)


def interrupted(moment: int, *words: str) -> subprocess.CompletedProcess[str]:
    return python(PROGRAM, str(moment), *words, stdin=subprocess.DEVNULL)


@pytest.mark.sample(1)
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    "words", [("list",), ("simulate", "pikoko", "--games", "2")], ids=lambda words: words[0] if words else ""
)
def test_no_traceback_is_printed(moment: int, words: tuple[str, ...]) -> None:
    done = interrupted(moment, *words)
    assert done.stderr.strip() in ("", "Interrupted.")
    # It may be over before.
    assert done.returncode == 130 or (done.returncode == 0 and moment > 100)


@pytest.mark.sample(0)
def test_an_ignored_interrupt_stays_ignored() -> None:
    program = PROGRAM.replace("signal.default_int_handler", "signal.SIG_IGN")
    done = python(program, "20", "--version", check=True)
    assert done.stdout.startswith("trickkit, version")

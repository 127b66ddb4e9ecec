"""The tests say the same everywhere, whatever the settings of whoever runs them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from blocks import ROOT
from processes import PATIENCE

SETTINGS = {
    "COLUMNS": "30",
    "FORCE_COLOR": "1",
    "LC_ALL": "C",
    "PIP_VERBOSE": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONIOENCODING": "latin-1",
    "TERM": "xterm-256color",
    "TTY_COMPATIBLE": "1",
    "TTY_INTERACTIVE": "1",
    "TZ": "Pacific/Apia",
}
TESTS = (
    "tests/classics/test_commands.py::test_they_are_listed",
    "tests/cli/test_commands.py::test_closed_pipe_is_no_traceback",
    "tests/cli/test_play.py::test_whole_game_is_shown_to_its_ranking",
)


def test_bytecode_is_kept_for_the_processes_that_tests_start() -> None:
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert not sys.dont_write_bytecode


@pytest.mark.sample(0)
def test_tests_of_the_command_line_hold_under_all_settings_of_a_terminal() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cov", *TESTS]
    environment = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ} | SETTINGS
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert done.returncode == 0, done.stdout

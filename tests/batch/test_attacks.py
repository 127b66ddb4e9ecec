"""Odd rules and odd arguments for all calls of compiled code, made in another process: it must not crash."""

from __future__ import annotations

import sys
from subprocess import run

import pytest
from blocks import ROOT
from tiers import DEEP

EACH = 25 if DEEP else 4
"""How many attacks a process makes."""


@pytest.mark.sample(0)
@pytest.mark.parametrize("first", range(0, 2000 if DEEP else 4, EACH))
def test_a_process_bears_what_nobody_should_give(first: int) -> None:
    command = [sys.executable, str(ROOT / "tests" / "attacks.py"), "odd", str(first), str(EACH)]
    done = run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]

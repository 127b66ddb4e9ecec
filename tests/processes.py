"""Other processes, for which no test waits forever."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

PATIENCE = 100
"""How many seconds a test waits for another process: many times as many as any needs."""


def python(program: str, *words: str, **more: Any) -> subprocess.CompletedProcess[Any]:
    """Run a program in a Python of its own; what it prints and complains of is text unless something else is said."""
    more = {"capture_output": True, "text": True, "timeout": PATIENCE} | more
    return subprocess.run([sys.executable, "-c", program, *words], **more)

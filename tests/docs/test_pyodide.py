"""A part of the suite inside Python for the browser, which is another one: 3.14, and compiled for another machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from blocks import ROOT
from tiers import DEEP, EVERY

PART = ("tests/model", "tests/playground", "tests/rules" if EVERY else "tests/rules/test_pikoko_tricks.py")

if not (DEEP or "TRICKKIT_SITE" in os.environ):
    pytest.skip("it takes long: nox -s deep", allow_module_level=True)


def test_a_part_of_the_suite_passes_there() -> None:
    installed = ROOT / "tools" / "pyodide" / "node_modules"
    if not installed.is_dir():
        assert "TRICKKIT_BROWSER" not in os.environ, "Python for the browser is missing: tools/pyodide/install.sh"
        pytest.skip("Python for the browser is not installed: tools/pyodide/install.sh")
    node = shutil.which("node")
    assert node is not None
    packages = Path(pytest.__file__).parents[1]
    command = [node, "tools/pyodide/suite.mjs", str(packages), "-q", *PART]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert "passed" in done.stdout

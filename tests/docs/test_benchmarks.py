"""Benchmarks and tools, which no other test runs: what they import exists."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = [*sorted((ROOT / "benchmarks").glob("*.py")), *sorted((ROOT / "tools").glob("*.py"))]
OURS = ("trickkit", "trickkit_classics")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_imported_exists(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS:
            module = import_module(node.module)
            parts = {one.name for one in iter_modules(getattr(module, "__path__", []))}
            missing = [one.name for one in node.names if not hasattr(module, one.name) and one.name not in parts]
            assert not missing, f"{node.module} has no {', '.join(missing)}"

"""Compiled code that is older than its source."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from processes import python

import trickkit.batch
from trickkit.batch.kernel.cache import compiled_functions, sources, throw_away_stale

FOLDER = Path(trickkit.batch.__file__).parent
MODULES = [module for name, module in sys.modules.items() if name.startswith("trickkit.batch.")]
SOURCES = sources(compiled_functions(MODULES))


def test_every_file_with_compiled_functions_is_a_source() -> None:
    marks = ("\n@entry\n", "\n@kernel\n", "\n@kernel(inline=")
    marked = {path for path in FOLDER.rglob("*.py") if any(mark in path.read_text("utf-8") for mark in marks)}
    assert len(marked) > 5
    assert marked | {FOLDER / "kernel" / "layout.py"} <= SOURCES


def test_what_is_older_than_a_source_is_thrown_away(tmp_path: Path) -> None:
    changed = max(path.stat().st_mtime_ns for path in SOURCES)
    for name, time in (("old.nbi", changed - 1), ("new.nbi", changed), ("old.txt", changed - 1)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, ns=(time, time))
    throw_away_stale(SOURCES, [tmp_path])
    assert {path.name for path in tmp_path.iterdir()} == {"new.nbi", "old.txt"}


def test_it_is_thrown_away_where_numba_is_told_to_keep_it(tmp_path: Path) -> None:
    program = (
        "from numpy import zeros; from trickkit.batch.machine.loop import first_illegal as one; n = zeros(0, int)\n"
    )
    program += "one(n, n.reshape(0, 99), n.reshape(0, 9), n, n, n)"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    python(program, env=environment, check=True)
    (index,) = tmp_path.rglob("*first_illegal*.nbi")
    os.utime(index, ns=(1, 1))
    python("import trickkit.batch", env=environment, check=True)
    assert not index.exists()


SHARES = """
from trickkit.batch.kernel.intrinsics import entry, kernel


@kernel(inline="never")
def product(tables, number):
    if tables[0] == 0:
        raise ZeroDivisionError
    return tables[0] * number


@entry
def doubled(tables, number):
    return 2 * product(tables, number)
"""

CALLS_SHARED = """
from numpy import array
from shares import doubled

try:
    doubled(array([0]), 7)
except ZeroDivisionError:
    print(doubled(array([3]), 7), sum(doubled.stats.cache_misses.values()))
"""


def test_compiled_code_that_is_kept_finds_shared_functions(tmp_path: Path) -> None:
    (tmp_path / "shares.py").write_text(SHARES)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    runs = [python(CALLS_SHARED, env=environment) for _ in range(2)]
    assert [(run.stdout, run.stderr) for run in runs] == [("42 1\n", ""), ("42 0\n", "")]


def test_a_shared_function_refuses_arrays_of_another_type(tmp_path: Path) -> None:
    (tmp_path / "shares.py").write_text(SHARES.replace("* number", "* number[0]").replace("number", "row"))
    program = "from numpy import array\nfrom shares import doubled\ndoubled(array([3]), array([0.5]))"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    refused = python(program, env=environment).stderr
    assert "product takes array(int64, 1d, C) as row, not array(float64, 1d, C)" in refused

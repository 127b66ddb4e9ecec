"""Where compiled code is kept, and until when."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from processes import python

import trickkit.batch
from trickkit.batch.kernel.cache import sources

FOLDER = Path(trickkit.batch.__file__).parent


def test_every_file_with_compiled_functions_is_a_source() -> None:
    marks = ("\n@entry\n", "\n@kernel\n", "\n@kernel(inline=")
    marked = {path for path in FOLDER.rglob("*.py") if any(mark in path.read_text("utf-8") for mark in marks)}
    assert len(marked) > 5
    assert marked | {FOLDER / "kernel" / "layout.py"} <= {*sources()}


COUNTS_COMPILED = """
from numpy import zeros
from trickkit.batch.kernel.cache import is_kept
from trickkit.batch.machine.loop import first_illegal

numbers, before = zeros(0, int), is_kept(first_illegal)
first_illegal(numbers, numbers.reshape(0, 99), numbers.reshape(0, 9), numbers, numbers, numbers)
print(before, sum(first_illegal.stats.cache_misses.values()), is_kept(first_illegal))
"""


@pytest.mark.sample(0)
def test_copies_share_what_is_compiled_until_any_source_changes(tmp_path: Path) -> None:
    copy = shutil.copytree(FOLDER.parent, tmp_path / "trickkit", ignore=shutil.ignore_patterns("__pycache__", "web"))
    here = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    there = {**here, "PYTHONPATH": str(tmp_path)}
    assert python(COUNTS_COMPILED, env=here, check=True).stdout == "False 1 True\n"
    assert python(COUNTS_COMPILED, env=there, check=True).stdout == "True 0 True\n"
    with (copy / "batch" / "steps" / "tricks" / "folded.py").open("a") as file:
        file.write("# changed\n")
    assert python(COUNTS_COMPILED, env=there, check=True).stdout == "False 1 True\n"


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


@pytest.mark.sample(0)
def test_compiled_code_that_is_kept_finds_shared_functions(tmp_path: Path) -> None:
    (tmp_path / "shares.py").write_text(SHARES)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    runs = [python(CALLS_SHARED, env=environment) for _ in range(2)]
    assert [(run.stdout, run.stderr) for run in runs] == [("42 1\n", ""), ("42 0\n", "")]


@pytest.mark.sample(0)
def test_a_shared_function_refuses_arrays_of_another_type(tmp_path: Path) -> None:
    (tmp_path / "shares.py").write_text(SHARES.replace("* number", "* number[0]").replace("number", "row"))
    program = "from numpy import array\nfrom shares import doubled\ndoubled(array([3]), array([0.5]))"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    refused = python(program, env=environment).stderr
    assert "product takes array(int64, 1d, C) as row, not array(float64, 1d, C)" in refused

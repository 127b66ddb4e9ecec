"""Where compiled code is kept, and until when."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numba
import pytest
from processes import python

import trickkit
from trickkit.batch.kernel import cache
from trickkit.batch.kernel.cache import is_kept, kept, sources

FOLDER = Path(trickkit.__file__).parent


def test_every_file_with_compiled_functions_is_a_source() -> None:
    marks = ("\n@entry\n", "\n@kernel\n", "\n@kernel(inline=")
    marked = {path for path in FOLDER.rglob("*.py") if any(mark in path.read_text("utf-8") for mark in marks)}
    assert len(marked) > 5
    assert {FOLDER / "encoding" / "scanning.py", FOLDER / "bots" / "training" / "kernels.py"} < marked
    assert marked | {FOLDER / "batch" / "kernel" / "layout.py"} <= {*sources()}


COUNTS_COMPILED = """
from numpy import zeros
from trickkit.batch.kernel.cache import is_kept
from trickkit.batch.machine.loop import first_illegal

numbers, before = zeros(0, int), is_kept(first_illegal)
first_illegal(numbers, numbers.reshape(0, 99), numbers.reshape(0, 9), numbers, numbers, numbers)
print(before, sum(first_illegal.stats.cache_misses.values()), is_kept(first_illegal))
"""


class _Renamed:
    """A class that a later version no longer has."""


def _compiled() -> int:
    return 1


def test_an_index_that_names_what_is_no_more_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "digest", lambda: "before")
    cached = kept(numba.njit(_compiled))
    cached._cache._cache_file._save_index({_Renamed: "1.nbc"})
    assert is_kept(cached)
    monkeypatch.setattr(cache, "digest", lambda: "after")
    for stored in tmp_path.rglob("*.nbi"):
        stored.write_bytes(stored.read_bytes().replace(b"_Renamed", b"_Removed"))
    assert not is_kept(kept(numba.njit(_compiled)))


@pytest.mark.sample(0)
def test_copies_share_what_is_compiled_until_any_source_changes(tmp_path: Path) -> None:
    copy = shutil.copytree(FOLDER, tmp_path / "trickkit", ignore=shutil.ignore_patterns("__pycache__", "web"))
    here = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    there = {**here, "PYTHONPATH": str(tmp_path)}
    assert python(COUNTS_COMPILED, env=here, check=True).stdout == "False 1 True\n"
    assert python(COUNTS_COMPILED, env=there, check=True).stdout == "True 0 True\n"
    with (copy / "encoding" / "scales.py").open("a") as file:
        file.write("# changed\n")
    assert python(COUNTS_COMPILED, env=there, check=True).stdout == "False 1 True\n"

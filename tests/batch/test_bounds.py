"""The build of compiled code that checks every index."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from processes import python

KERNELS = """
import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import entry, lowest
from trickkit.batch.kernel.lookup import get, look1, look2, put
from trickkit.batch.kernel.masks import has, look_mask, mask_at, mask_of, put_mask


@entry
def looked(tables, row, how, index):
    if how == 0:
        return row[index]
    if how == 1:
        return get(row, index)
    if how == 2:
        put(row, index, 1)
    elif how == 3:
        return mask_at(tables, index)
    elif how == 4:
        return mask_of(row, tables, index)
    elif how == 5:
        put_mask(row, tables, index, 1)
    elif how == 6:
        return look1(tables, layout.T_OPCODE, index)
    elif how == 7:
        return look2(tables, layout.T_DEAL_SEES, 0, index)
    elif how == 8:
        return look_mask(tables, layout.T_CARD_MASK, index)
    elif how == 9:
        return has(row[0], index)
    elif how == 10:
        return lowest(row[index])
    return 0
"""

CALLS = """
import sys

import numpy as np
from kernels import looked

from trickkit.batch.lowering.tables import DEPTHS, joined

nested = {1: [0, 1], 2: [[0, 1], [0]], 3: [[[0, 1]]]}
tables, row = joined({name: nested[depth] for name, depth in DEPTHS.items()}, {}), np.arange(70)
ends = {3: len(tables), 6: 2, 7: 2, 8: 2, 9: 64}
for how in range(11):
    end = ends.get(how, len(row))
    looked(tables, row, how, end - 1)
    for index in (-1, end, 1 << 40) if how < 10 else (0,):
        try:
            looked(tables, row, how, index)
        except IndexError as error:
            assert "line" in str(error) or "table" in str(error), error
        else:
            sys.exit(f"{how}: {index} is taken")
print(f"misses={sum(looked.stats.cache_misses.values())}")
"""

USUAL = """
from kernels import *

print(looked(np.zeros(1, int), np.arange(9), 0, 3), sum(looked.stats.cache_misses.values()))
"""


@pytest.mark.sample(0)
def test_every_way_to_memory_refuses_an_index_out_of_range(tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(KERNELS)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    checked = python(CALLS, env={**environment, "TRICKKIT_BOUNDS": "1"})
    assert checked.returncode == 0, checked.stderr
    assert "misses=1" in checked.stdout, "it is compiled"
    again = python(CALLS, env={**environment, "TRICKKIT_BOUNDS": "1"})
    assert "misses=0" in again.stdout, "it is kept"
    usual = python(USUAL, env=environment)
    assert usual.stdout == "3 1\n", "the usual build is kept apart"

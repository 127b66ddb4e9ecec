"""How kernels are linked into the functions that Python calls."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llvmlite.binding import Linkage
from numba import njit
from processes import python

from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.linking import EntryCompiler, Part, ScalarCompiler, Whole


@kernel
def _last(number: int) -> int:
    return number * 7


@kernel
def _sometimes(number: int, wide: bool) -> int:
    return _last(number) if wide else number


@kernel(inline="code")
def _narrow(number: int) -> int:
    return _sometimes(number, False)


@kernel
def _both(number: int) -> int:
    return _narrow(number) + _last(number)


@njit(pipeline_class=EntryCompiler)
def linked(number: int) -> int:
    return _both(number)


def test_kernels_are_linked_where_python_calls() -> None:
    # The first caller of `_last` turns out not to need it; the second one does.
    assert linked(2) == 2 + 14
    (compiled,) = linked.overloads.values()
    assert isinstance(compiled.library, Whole)
    for one in (_last, _sometimes, _narrow, _both):
        for part in one.overloads.values():
            assert isinstance(part.library, Part)
            assert not part.library.codegen._engine.is_symbol_defined(part.fndesc.llvm_cpython_wrapper_name)


def test_how_a_kernel_is_compiled_does_not_hang_on_who_calls_it_first() -> None:
    linked(2)
    inlined = {one.__name__: [part.fndesc.inline for part in one.overloads.values()] for one in (_narrow, _sometimes)}
    assert inlined == {"_narrow": [True], "_sometimes": [False]}


def test_kernels_of_a_function_can_be_changed_by_llvm() -> None:
    assert linked(2) == 2 + 14
    (compiled,) = linked.overloads.values()
    kept = [one for one in compiled.library._final_module.functions if "_last" in one.name]
    assert [one.linkage for one in kept] == [Linkage.internal]


@njit(pipeline_class=ScalarCompiler)
def doubled(numbers: Any) -> None:
    for place in range(numbers.shape[0]):
        numbers[place] *= 2


def test_where_loops_make_few_turns_there_is_no_vector_code() -> None:
    numbers = np.arange(9)
    doubled(numbers)
    assert numbers.tolist() == [0, 2, 4, 6, 8, 10, 12, 14, 16]
    (code,) = doubled.inspect_llvm().values()
    assert " x i64>" not in code


def test_a_constant_is_no_reason_to_compile_again() -> None:
    linked(2)
    assert len(_sometimes.overloads) == 1


CALLS = """
from trickkit.batch.kernel.intrinsics import entry, kernel


@entry
def doubled(numbers, place):
    if numbers[place] < 0:
        raise ValueError("it is negative")
    numbers[place] *= 2
    return numbers[place]


@kernel
def _twice(numbers, place):
    return doubled(numbers, place) + doubled(numbers, place)


@entry
def summed(numbers):
    return _twice(numbers, 1)
"""
PRINTS = """
import numpy as np
import calls

print(calls.summed(np.arange(5, 8)), sum(calls.summed.stats.cache_misses.values()))
try:
    calls.summed(-np.arange(5, 8))
except ValueError as error:
    print(error)
print(sum(calls.doubled.stats.cache_misses.values()))
if calls.summed.stats.cache_misses:
    (compiled,) = calls.summed.overloads.values()
    assert "it is negative" not in compiled.library.get_llvm_str()
"""


@pytest.mark.sample(0)
def test_entries_call_each_other_without_being_linked(tmp_path: Path) -> None:
    (tmp_path / "calls.py").write_text(CALLS)
    places = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    for compiles in (1, 0):
        done = python(PRINTS, env={**os.environ, **places})
        assert (done.stdout, done.stderr) == (f"36 {compiles}\nit is negative\n{compiles}\n", "")

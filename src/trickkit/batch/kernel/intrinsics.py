"""Decorators that compile functions, and bit operations and random numbers for compiled code.

All compiled code here uses signed 64-bit integers: Numba turns an operation on a signed and an unsigned integer into
floating point.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.extending import intrinsic

from trickkit.batch.kernel.bounds import CHECKED, check_that, named
from trickkit.batch.kernel.cache import kept
from trickkit.batch.kernel.linking import EntryCompiler, KernelCompiler, ScalarCompiler, called_by_name, compiled_once
from trickkit.batch.kernel.lock import one_process_compiles

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
STRIDE = int(np.uint64(0xA0761D6478BD642F).view(np.int64))
"""The increment of the state of a deal's random numbers: odd, so that the states of a deal never repeat."""
OTHER = int(np.uint64(0xE7037ED1A0B428DB).view(np.int64))
"""The number that wyrand combines a state with."""

_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31 = np.uint64(27), np.uint64(30), np.uint64(31)

# These processors have the instruction PDEP, which deposits bits at the set bits of a mask, but run it very slowly.
_SLOW = ("znver1", "znver2", "bdver4")
_IS_HOST = not {"NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"} & os.environ.keys()
_HAS_PDEP = _IS_HOST and bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in _SLOW


# A function inherits unspecified options from the caller for which it happens to be compiled.
_OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False, "forceinline": False, "boundscheck": CHECKED}
_KERNEL: dict[str, Any] = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_INLINE: dict[str, dict[str, Any]] = {
    "call": {"pipeline_class": KernelCompiler},
    "code": {"pipeline_class": KernelCompiler, "forceinline": True},
    "source": {"pipeline_class": KernelCompiler, "inline": "always"},
}
_TURNS: dict[str, Any] = {"many": EntryCompiler, "few": ScalarCompiler}


def entry(function: Callable[..., Any] | None = None, /, *, turns: Literal["many", "few"] = "many") -> Any:
    """Compile a function that Python calls, store the result, and let other threads run while it works.

    It does no reference counting, which would cost as much as everything else: thus it may not create arrays, and its
    caller holds those that it works with. Of several processes one compiles it, and the others wait. Compiled code that
    calls it does not contain it; a call takes about as long as one of a kernel.

    Args:
        function: the function.
        turns: how many turns its inner loops take. With `"many"` they become vector code, where possible. With `"few"`
            they do not, because a loop that runs once for each seat is over before vector code is set up.
    """
    if function is None:
        return partial(entry, turns=turns)
    compiled = kept(njit(pipeline_class=_TURNS[turns], **_OPTIONS)(named(function)))
    return called_by_name(one_process_compiles(compiled_once(compiled)))


def kernel(function: Callable[..., Any] | None = None, /, *, inline: Literal["call", "code", "source"] = "call") -> Any:
    """Compile a function that only compiled functions call: it has no wrapper for Python, which takes time to compile.

    Args:
        function: the function.
        inline: how it gets into its callers. `"call"`: they call it. `"code"`: LLVM inlines its machine code into each
            of them, for functions that run at every decision. `"source"`: Numba inlines its source into each of them
            before compiling, which compiles fastest with few callers.
    """
    if function is None:
        return partial(kernel, inline=inline)
    return compiled_once(njit(**{**_KERNEL, **_INLINE[inline]})(named(function)))


@intrinsic
def _lowest(_typing: Any, _mask: Any) -> Any:

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        check_that(context, builder, builder.icmp_signed("!=", arguments[0], ir.IntType(64)(0)), "no bit is set")
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@intrinsic
def _leading(_typing: Any, _mask: Any) -> Any:

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@intrinsic
def _high(_typing: Any, _one: Any, _other: Any) -> Any:
    """The upper 64 bits of the product of two unsigned numbers."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.int64(types.int64, types.int64), code


@intrinsic
def _put(_typing: Any, _bits: Any, _mask: Any) -> Any:
    """The bits of a number deposited at the set bits of a mask: the instruction PDEP."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        long = ir.IntType(64)
        instruction = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(long, [long, long]))
        return builder.call(instruction, arguments)

    return types.int64(types.int64, types.int64), code


_put_bits: Any = _put
lowest: Any = _lowest
"""The index of the lowest set bit of a number that is not 0."""
leading: Any = _leading
"""How many zeros stand above the highest set bit of a number; 64 for 0."""
high: Any = _high
"""The upper 64 bits of the product of two numbers, taken as unsigned."""


def _nth_put(mask: int, place: int) -> Any:
    return lowest(_put_bits(np.int64(1) << place, mask))


def _nth_counted(mask: int, place: int) -> Any:
    for _ in range(place):
        mask &= mask - 1
    return lowest(mask)


nth = kernel(inline="code")(_nth_put if _HAS_PDEP else _nth_counted)
"""The index of one of the set bits of a number: of the lowest for 0, of the next one for 1, and so on."""


@kernel(inline="code")
def _mixed(number: Any) -> Any:
    """64 bits, each of which depends on every bit of a number: the output function of SplitMix64."""
    number = (number ^ (number >> _30)) * _FIRST
    number = (number ^ (number >> _27)) * _SECOND
    return number ^ (number >> _31)


@kernel(inline="code")
def seeded(seed: tuple[int, int], number: int) -> Any:
    """The initial random number state of a deal, a function of the seed and the deal's number.

    Args:
        seed: the lower and the upper 64 bits of the seed of all deals.
        number: the number of the deal.
    """
    lower = _mixed(np.uint64(seed[0]) + GOLDEN) + np.uint64(number) * GOLDEN
    return np.int64(_mixed(lower ^ _mixed(np.uint64(seed[1]))))


@kernel(inline="code")
def drawn(state: int) -> int:
    """64 random bits from a state that the caller has advanced by STRIDE: the output function of wyrand.

    It folds the two halves of a 128-bit product together.
    """
    other = state ^ OTHER
    return high(state, other) ^ (state * other)


@kernel(inline="code")
def below(state: int, count: int) -> int:
    """A random number in 0..count-1 from a state, by multiply and shift; the bias is less than 2**-56.

    Args:
        state: the state of the random numbers, which the caller advances by STRIDE before every number.
        count: 1..256.
    """
    return high(drawn(state), count)


@kernel(inline="code")
def share(state: int) -> float:
    """A random number in [0, 1) from a state that the caller has advanced by STRIDE."""
    return np.float64((drawn(state) >> 11) & ((1 << 53) - 1)) * (1.0 / (1 << 53))

"""A test build of all compiled code that checks every index, enabled by TRICKKIT_BOUNDS=1.

Compiled code normally does not check whether an index is inside its array, as this would cost time at every access. In
this build it does, and raises IndexError at the faulty line. It also refuses negative indices, which would count from
the end, and bits that a mask does not have. The checked code is stored beside the usual code, under other names.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.callconv import CPUCallConv
from numba.core.cgutils import do_boundscheck, if_unlikely, printf
from numba.core.compiler_machinery import register_pass
from numba.core.cpu import CPUContext
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

CHECKED = os.environ.get("TRICKKIT_BOUNDS", "0") not in ("", "0")
"""Whether this is the build that checks every index."""


def named(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function to be compiled, renamed in this build, as Numba names its cache file after it."""
    if CHECKED and not function.__qualname__.endswith("_checked"):
        function.__qualname__ += "_checked"
    return function


def check_index(context: Any, builder: Any, index: Any, size: Any) -> None:
    """In this build, make a function that accesses memory directly raise IndexError for an index out of range.

    Args:
        context: what the function is compiled for.
        builder: the builder of its code.
        index: a number of 64 bits in that code.
        size: likewise, the number of elements.
    """
    if context.enable_boundscheck:
        do_boundscheck(context, builder, index, size)


def check_that(context: Any, builder: Any, holds: Any, message: str) -> None:
    """In this build, make a function raise IndexError unless a bit is 1."""
    if context.enable_boundscheck:
        with if_unlikely(builder, builder.not_(holds)):
            context.call_conv.return_user_exc(builder, IndexError, (message,))


class _Locating(CPUCallConv):
    """Raises errors that name the line, and prints the calls that led there."""

    def return_user_exc(
        self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None
    ) -> None:
        location = self.context.location
        if loc is None and exc_args and location is not None:
            exc_args = (f"{exc_args[0]} ({location.filename}, line {location.line})", *exc_args[1:])
        super().return_user_exc(builder, exc, exc_args, loc, func_name)  # type: ignore[no-untyped-call]

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        location = self.context.location
        if location is not None:
            printf(builder, f"called in {location.filename}, line {location.line}\n")
        super().return_status_propagate(builder, status)  # type: ignore[no-untyped-call]


class _Context(CPUContext):
    """A compilation target that tracks the line being compiled."""

    location: Any = None

    @property
    def call_conv(self) -> _Locating:
        return _Locating(self)  # type: ignore[no-untyped-call]


class _CheckedLower(Lower):
    def init(self) -> None:
        super().init()  # type: ignore[no-untyped-call]
        self.context.__class__ = _Context

    def lower_inst(self, inst: Any) -> None:
        self.context.location = inst.loc
        super().lower_inst(inst)  # type: ignore[no-untyped-call]


@register_pass(mutates_CFG=True, analysis_only=False)
class CheckedLowering(NativeLowering):
    """Generates code that checks every index."""

    _name = "checked_lowering"

    @property
    def lowering_class(self) -> Any:
        return _CheckedLower


Lowering: type[NativeLowering] = CheckedLowering if CHECKED else NativeLowering
"""The class that generates the code of a function."""

_counted_from_end = arrayobj.fix_integer_index


def _as_given(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    if context.enable_boundscheck:
        return context.cast(builder, index, kind, types.intp)
    return _counted_from_end(context, builder, kind, index, size)  # type: ignore[no-untyped-call]


if CHECKED:
    arrayobj.fix_integer_index = _as_given

"""Functions whose kernels are theirs alone, so that LLVM may change how these are called.

A kernel that other code might call as well keeps its signature, which names every part of every array, and callers pass
them all. Within a closed function LLVM leaves out the arguments that a kernel does not look at.
"""

from __future__ import annotations

from llvmlite.binding import Linkage
from numba.core.compiler_machinery import register_pass

from trickkit.batch.kernel.linking import EntryCompiler, Whole, _BeginWhole


class Closed(Whole):
    """The code of a function and of all kernels that it calls, which nothing else can call."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
                if b"alwaysinline" not in b" ".join(function.attributes):
                    # LLVM puts a function with a single caller into it, however large; that takes long to compile.
                    function.add_function_attribute("noinline")
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


@register_pass(mutates_CFG=False, analysis_only=False)
class _BeginClosed(_BeginWhole):
    """Make the library that a closed function is lowered into."""

    made = Closed


class ClosedCompiler(EntryCompiler):
    """Compiles a function that Python calls, or that has machine code of its own, and closes it."""

    begins: type[_BeginWhole] = _BeginClosed

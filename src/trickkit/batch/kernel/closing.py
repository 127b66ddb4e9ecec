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
        self._optimize_module()

    def _optimize_module(self) -> None:
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


class Scalar(Closed):
    """The same without vector code, for loops that run a few times, such as once for each seat: it would be slower."""

    def _optimize_module(self) -> None:
        # As Numba has it: first what must be inlined is, then all passes run.
        few = {"loop_vectorize": False, "slp_vectorize": False}
        for options in ({"opt": 0, "cost": "cheap", **few}, few):
            passes, builder = self._codegen._module_pass_manager(**options)
            passes.run(self._final_module, builder)


@register_pass(mutates_CFG=False, analysis_only=False)
class _BeginClosed(_BeginWhole):
    """Make the library that a closed function is lowered into."""

    made = Closed


class ClosedCompiler(EntryCompiler):
    """Compiles a function that Python calls, or that has machine code of its own, and closes it."""

    begins: type[_BeginWhole] = _BeginClosed


@register_pass(mutates_CFG=False, analysis_only=False)
class _BeginScalar(_BeginWhole):
    """Make the library that such a function without vector code is lowered into."""

    made = Scalar


class ScalarCompiler(EntryCompiler):
    """Compiles and closes a function whose loops run a few times."""

    begins: type[_BeginWhole] = _BeginScalar

"""Links kernels into machine code: each is lowered once, and all are optimized together with the entry function.

Numba itself links every compiled function with all functions that it calls, and optimizes and emits the whole, again at
each level of calls. Here a kernel that only compiled functions call is merely lowered, and then linked into the
functions that Python calls; only these are optimized and emitted. They call each other by name, like functions of
dynamic libraries.

Since no other code can then call the kernel, LLVM drops its unused arguments. Otherwise a kernel would keep its full
signature, which names every part of every array, and callers would pass them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from hashlib import sha256
from importlib import import_module
from typing import Any

from attrs import frozen
from llvmlite.binding import Linkage, add_symbol
from numba import _dynfunc, types  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.imputils import user_function
from numba.core.typed_passes import NativeLowering

from trickkit.batch.kernel.bounds import Lowering


class Part(JITCodeLibrary):
    """The code of one kernel, without the functions that it calls, neither optimized nor emitted."""

    def finalize(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = Linkage.linkonce_odr
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return self._final_module


class Whole(JITCodeLibrary):
    """The code of a function with all kernels that it calls, directly or indirectly."""

    def finalize(self) -> None:
        # LLVM drops code that nothing linked so far needs, so what calls a kernel comes before the kernel.
        self._linking_libraries = list(reversed([*_called_first(self._linking_libraries, set())]))
        super().finalize()  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
                if b"alwaysinline" not in b" ".join(function.attributes):
                    # LLVM inlines a function with a single caller, however large; that takes long to compile.
                    function.add_function_attribute("noinline")
        self._optimize_module()

    def _optimize_module(self) -> None:
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


class Scalar(Whole):
    """A `Whole` without vector code, which would be slower for short loops, such as over seats."""

    def _optimize_module(self) -> None:
        # As in Numba: first inline what must be inlined, then run all passes.
        few = {"loop_vectorize": False, "slp_vectorize": False}
        for options in ({"opt": 0, "cost": "cheap", **few}, few):
            passes, builder = self._codegen._module_pass_manager(**options)
            passes.run(self._final_module, builder)


def _called_first(libraries: Any, seen: set[int]) -> Iterator[Any]:
    """Libraries and everything that their parts call, each after all that it calls itself."""
    for library in libraries:
        if id(library) not in seen:
            seen.add(id(library))
            if isinstance(library, Part):
                yield from _called_first(library._linking_libraries, seen)
            yield library


class _Pass(LoweringPass):
    _name = "trickkit"

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]


@register_pass(mutates_CFG=False, analysis_only=False)
class _Begin(_Pass):
    """Creates the library into which a function is lowered; a kernel needs no machine code of its own."""

    def run_pass(self, state: Any) -> bool:
        state.library = state.pipeline.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = isinstance(state.library, Part)
        return False


@register_pass(mutates_CFG=False, analysis_only=False)
class _EndPart(_Pass):
    """Makes a kernel callable from compiled functions."""

    def run_pass(self, state: Any) -> bool:
        described = state.cr.fndesc
        # Numba finds the kernel through this function, which is never called.
        name = described.qualname.split(".")[-1]
        function = _dynfunc.make_function(described.lookup_module(), name, "", 0, state.cr.env, (state.library,))
        state.targetctx.insert_user_function(function, described, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state.cr = state.cr._replace(cfunc=function)
        return False


class EntryCompiler(CompilerBase):
    """Compiles functions that Python calls or that have machine code of their own."""

    library: type[JITCodeLibrary] = Whole

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        lowering = next(index for index, (made, _) in enumerate(manager.passes) if made is NativeLowering)
        manager.passes[lowering : lowering + 1] = [(_Begin, _Begin.__name__), (Lowering, Lowering.__name__)]
        manager.finalize()
        return [manager]


class ScalarCompiler(EntryCompiler):
    """Compiles entry functions whose loops are short."""

    library = Scalar


class KernelCompiler(EntryCompiler):
    """Compiles functions that only compiled functions call."""

    library = Part

    def define_pipelines(self) -> list[Any]:
        (manager,) = super().define_pipelines()
        manager.add_pass_after(_EndPart, Lowering)
        manager.finalize()
        return [manager]


def compiled_once(dispatcher: Any) -> Any:
    """Compile a function once for the types of its arguments, and not anew for each constant, as Numba does."""
    template: Callable[[Any, Any], Any] = dispatcher.get_call_template
    dispatcher.get_call_template = lambda given, named: template([types.unliteral(kind) for kind in given], named)
    return dispatcher


@frozen
class Reload:
    """Compiles or loads a function for some types of arguments, before stored code that calls it is loaded."""

    module: str
    name: str
    arguments: tuple[Any, ...]

    def __call__(self) -> None:
        getattr(import_module(self.module), self.name).compile(self.arguments)


def called_by_name(dispatcher: Any) -> Any:
    """Let compiled code call a function under a name that every process gives it, instead of linking it.

    Args:
        dispatcher: Numba's object for the function, which has machine code of its own.
    """
    add_overload: Callable[[Any], None] = dispatcher.add_overload

    def add_named(compiled: Any) -> None:
        reload = Reload(dispatcher.py_func.__module__, dispatcher.py_func.__name__, compiled.signature.args)
        described = copy(compiled.fndesc)
        described.mangled_name = f"{reload.module}.{reload.name}.{sha256(repr(reload).encode()).hexdigest()[:16]}"
        add_symbol(described.mangled_name, compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))
        call = user_function(described, ())

        def code(context: Any, *more: Any) -> Any:
            context.active_code_library._reload_init.add(reload)
            return call(context, *more)

        code.libs = ()  # type: ignore[attr-defined]
        dispatcher.targetctx.remove_user_function(compiled.entry_point)
        dispatcher.targetctx.insert_func_defn([(code, compiled.entry_point, call.signature)])
        add_overload(compiled)

    dispatcher.add_overload = add_named
    return dispatcher

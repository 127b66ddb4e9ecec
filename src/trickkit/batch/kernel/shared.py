"""Functions that are compiled once for all their callers.

Numba compiles into a function a copy of all compiled functions that it calls, and LLVM optimizes every copy anew. A
large function with many callers is thus compiled many times over. A shared function is compiled separately, and its
callers, which Numba may keep on disk, find it by a name that is the same in every process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import signature
from typing import Any

from attrs import field, frozen
from llvmlite import binding
from numba import types
from numba.core import cgutils
from numba.core.dispatcher import Dispatcher
from numba.core.errors import TypingError
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.core.typing.templates import signature as typed
from numba.extending import lower_builtin

PARAMETERS = {
    "row": types.int64[::1],
    "cards": types.uint8[::1],
    "seats": types.int8[::1],
    "actions": types.int16[::1],
}
"""The types of parameters by name. That of `tables` is the caller's, and all others are numbers."""


@frozen(eq=False)
class Shared:
    """A function that is compiled once for all its callers.

    Args:
        dispatcher: Numba's object for the function.
    """

    dispatcher: Any
    _known: set[Any] = field(factory=set, init=False)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(signature(self.dispatcher.py_func).parameters)

    def load(self, tables: Any) -> Any:
        """Compile the function, or load it from disk, and register it for compiled code; returns its signature.

        Args:
            tables: the type of the tables, which determines how wide masks are.
        """
        given = tuple(tables if name == "tables" else PARAMETERS.get(name, types.int64) for name in self.names)
        self.dispatcher.compile(given)
        compiled = self.dispatcher.overloads[given]
        if given not in self._known:
            address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
            binding.add_symbol(self.symbol(given), address)
            self._known.add(given)
        return typed(compiled.signature.return_type, *given)

    def symbol(self, given: tuple[Any, ...]) -> str:
        """The name by which compiled code finds the function, for the types of its parameters."""
        function = self.dispatcher.py_func
        text = f"{function.__module__}.{function.__qualname__}{given}"
        return f"trickkit_{function.__name__}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def called_by_name(dispatcher: Any) -> Shared:
    """Compile a function once for all its callers, which must be compiled as well.

    Args:
        dispatcher: Numba's object for the function. Its parameters are named in `PARAMETERS`, or are numbers; one of
            them is `tables`.
    """
    shared = Shared(dispatcher)

    class Template(AbstractTemplate):
        key = shared

        def generic(self, args: Any, kws: Any) -> Any:
            made = shared.load(args[shared.names.index("tables")])
            for name, given, wanted in zip(shared.names, args, made.args, strict=True):
                if isinstance(wanted, types.Array) and given != wanted:
                    raise TypingError(f"{shared.dispatcher.py_func.__name__} takes {wanted} as {name}, not {given}")
            return made

    infer_global(shared, types.Function(Template))

    @lower_builtin(shared, types.VarArg(types.Any))
    def call(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
        kind = context.call_conv.get_function_type(given.return_type, given.args)
        function = cgutils.get_or_insert_function(builder.module, kind, shared.symbol(given.args))
        status, result = context.call_conv.call_function(builder, function, given.return_type, given.args, arguments)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result

    return shared


def load_shared_first(dispatcher: Any) -> Any:
    """Compile a function, or load it from disk, after the shared functions that it calls.

    Args:
        dispatcher: Numba's object for the function. If it has no parameter `tables`, they are those of a small deck.
    """
    compile_here: Callable[[Any], Any] = dispatcher.compile
    names = tuple(signature(dispatcher.py_func).parameters)

    def compile_after(given: Any) -> Any:
        types_of = dict(zip(names, normalize_signature(given)[0], strict=True))
        for shared in shared_by(dispatcher.py_func):
            shared.load(types_of.get("tables", types.int64[::1]))
        return compile_here(given)

    dispatcher.compile = compile_after
    return dispatcher


def shared_by(function: Callable[..., Any]) -> tuple[Shared, ...]:
    """The shared functions that a function calls, directly or indirectly."""
    return tuple(_reached(function, set()))


def _reached(function: Any, seen: set[Any]) -> Iterator[Shared]:
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        if value is None or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Shared):
            yield from _reached(value.dispatcher.py_func, seen)
            yield value
        elif isinstance(value, Dispatcher):
            yield from _reached(value.py_func, seen)

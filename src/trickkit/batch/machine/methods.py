"""Compiled methods for Python objects, used when an ordinary call would cost more than the work of the method.

Numba wraps a compiled function in code that unpacks its arguments, checks their types and lets other threads run. This
takes several times as long as a decision. Here a compiled function becomes a method of a class like those of built-in
types: it receives the addresses of the object and of the arguments, reads what it needs from the slots of the object,
and returns the address of an object. Anything unexpected is left to Python.

With such methods, games that change in place make 1.8 to 4.3 times as many decisions a second in new deals, and 6 to 9
times as many in deals seen before (`benchmarks/methods.py`). They rely on the layout of objects in CPython and Numba:
the tests of single games fail at once if a new version differs, and the extra `fast` names the versions of Numba that
are known to work.
"""

from __future__ import annotations

import ctypes
from inspect import getdoc, signature
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from trickkit.batch.kernel.intrinsics import kernel

NOTHING = 0
"""The null address: the content of a slot without a value, and the result that signals an error to Python."""
MANY, NONE = 0x82, 0x04
"""How a method takes its arguments: METH_FASTCALL with METH_KEYWORDS, or METH_NOARGS."""
_WORD = ctypes.sizeof(ctypes.c_void_p)


def _array_at(kind: Any, *, readonly: bool = False) -> Any:
    """A function that returns the array of a given length at an address."""
    result = types.Array(kind, 1, "C", readonly)

    @intrinsic
    def array_at(_typing: Any, _address: Any, _length: Any) -> Any:

        def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            array = make_array(result)(context, builder)
            size = context.get_constant(types.intp, kind.bitwidth // 8)
            data = builder.inttoptr(arguments[0], context.get_value_type(kind).as_pointer())
            populate_array(array, data=data, shape=[arguments[1]], strides=[size], itemsize=size, meminfo=None)
            return array._getvalue()

        return result(types.int64, types.int64), code

    return array_at


numbers_at: Any = _array_at(types.int64)
fixed_numbers_at: Any = _array_at(types.int64, readonly=True)
"""Like `numbers_at`, for the tables of a large deck, which `masks` recognizes because they are read-only."""
bytes_at: Any = _array_at(types.uint8)


@intrinsic
def _called(_typing: Any, _function: Any, _first: Any, _second: Any, _third: Any, _fourth: Any) -> Any:

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        long = context.get_value_type(types.int64)
        kind = ir.FunctionType(long, [long] * 4).as_pointer()
        return builder.call(builder.inttoptr(arguments[0], kind), arguments[1:])

    return types.int64(*[types.int64] * 5), code


called: Any = _called
"""The result of the compiled function at an address, which takes four integers."""


def address_of(function: Any) -> int:
    """The address of a compiled function.

    Args:
        function: an `entry` on integers.
    """
    kinds = (types.int64,) * function.py_func.__code__.co_argcount
    function.compile(kinds)
    compiled = function.overloads[kinds]
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)
    return address


def text_at(text: str) -> Any:
    """A function that returns the address of a text.

    Args:
        text: in ASCII.
    """

    @intrinsic
    def address_of_text(_typing: Any) -> Any:

        def code(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            constant = context.insert_const_string(builder.module, text)
            return builder.ptrtoint(constant, context.get_value_type(types.int64))

        return types.int64(), code

    return address_of_text


@intrinsic
def _none(_typing: Any) -> Any:

    def code(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        return builder.ptrtoint(context.get_python_api(builder).make_none(), context.get_value_type(types.int64))

    return types.int64(), code


none: Any = _none
"""None, with one more reference."""


def _of_python(name: str, result: Any, *arguments: Any) -> Any:
    """A function of Python's C API, with objects as addresses."""
    return types.ExternalFunction(name, result(*arguments))


_object = types.int64
hold: Any = _of_python("Py_IncRef", types.void, _object)
release: Any = _of_python("Py_DecRef", types.void, _object)
to_number: Any = _of_python("PyLong_AsLongLong", types.int64, _object)
from_truth: Any = _of_python("PyBool_FromLong", _object, types.int64)
from_number: Any = _of_python("PyLong_FromLongLong", _object, types.int64)
new_tuple: Any = _of_python("PyTuple_New", _object, types.int64)
in_tuple: Any = _of_python("PyTuple_GetItem", _object, _object, types.int64)
into_tuple: Any = _of_python("PyTuple_SetItem", types.int32, _object, types.int64, _object)
in_dictionary: Any = _of_python("PyDict_GetItemWithError", _object, _object, _object)
new_object: Any = _of_python("PyType_GenericAlloc", _object, _object, types.int64)
forget_error: Any = _of_python("PyErr_Clear", types.void)
_type_of: Any = _of_python("PyObject_Type", _object, _object)
_attribute: Any = _of_python("PyObject_GetAttrString", _object, _object, types.int64)
_call: Any = _of_python("PyObject_Vectorcall", _object, _object, types.int64, types.int64, _object)


@kernel(inline="code")
def held(thing: int) -> int:
    """An object with its reference count increased for the caller."""
    hold(thing)
    return thing


@kernel(inline="code")
def into_slot(slots: Any, place: int, thing: int) -> None:
    """Put an object into a slot, which takes over the reference."""
    before = slots[place]
    slots[place] = thing
    if before:
        release(before)


@kernel(inline="code")
def by_number(dictionary: int, number: int) -> int:
    """The entry of a dictionary under a number, as a borrowed reference; NOTHING if there is none."""
    key = from_number(number)
    reference: int = in_dictionary(dictionary, key)
    release(key)
    return reference


@kernel
def same_type(thing: int) -> int:
    """A new object of another one's type, with empty slots."""
    kind = _type_of(thing)
    made: int = new_object(kind, 0)
    release(kind)
    return made


@kernel
def left_to_python(thing: int, name: int, arguments: int, count: int, names: int) -> int:
    """Call an object's method in Python.

    Args:
        thing: the object.
        name: the address of the method's name.
        arguments: the address of the addresses of its arguments.
        count: the number of positional arguments.
        names: a tuple of the names of the keyword arguments, which follow; NOTHING for none.
    """
    method = _attribute(thing, name)
    if not method:
        return NOTHING
    answer: int = _call(method, arguments, count, names)
    release(method)
    return answer


def slots_of(kind: type) -> dict[str, int]:
    """By the name of each slot of a class, its word within an object.

    Args:
        kind: the class, whose bases have no slots.
    """
    slots = {}
    for name in kind.__slots__:  # type: ignore[attr-defined]
        mark = object()
        thing: Any = object.__new__(kind)
        setattr(thing, name, mark)
        words = (ctypes.c_size_t * (kind.__basicsize__ // _WORD)).from_address(id(thing))
        slots[name] = list(words).index(id(mark))
    return slots


class _Definition(ctypes.Structure):
    """Python's description of a built-in method: PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("text", ctypes.c_char_p),
    )


_definitions: list[_Definition] = []
"""Python keeps their addresses."""


def method(kind: type, like: Any, function: Any, flags: int) -> Any:
    """A compiled function as a method for a class.

    Args:
        kind: the class.
        like: a Python method of the same name that does the same.
        function: an `entry` on integers: the address of the object; then NOTHING, or as in `left_to_python` the address
            of the arguments, the number of positional ones, and the names. It returns the address of an object, with a
            reference for the caller.
        flags: how it takes its arguments.
    """
    given = ", ".join(["$self", "/", *[*signature(like).parameters][1:]])
    text = f"{like.__name__}({given})\n--\n\n{getdoc(like)}"
    _definitions.append(_Definition(like.__name__.encode(), address_of(function), flags, text.encode()))
    make = ctypes.pythonapi.PyDescr_NewMethod
    make.restype, make.argtypes = ctypes.py_object, (ctypes.py_object, ctypes.c_void_p)
    return make(kind, ctypes.addressof(_definitions[-1]))

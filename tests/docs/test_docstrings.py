"""Every public name says what it is, and shows it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

import pytest

import trickkit
from trickkit.errors import MissingExtra

MODULES = [
    module.name
    for module in pkgutil.walk_packages(trickkit.__path__, "trickkit.")
    if not module.name.startswith(("trickkit.cli", "trickkit.__main__"))
]


def public(name: str) -> list[Any]:
    """The classes and functions that a module defines and names in `__all__`; none where its extra is missing."""
    try:
        module = importlib.import_module(name)
    except MissingExtra:
        return []
    values = [getattr(module, one) for one in getattr(module, "__all__", ())]
    return [value for value in values if getattr(value, "__module__", None) == name and callable(value)]


VALUES = [pytest.param(value, id=f"{name}.{value.__qualname__}") for name in MODULES for value in public(name)]


def texts(value: Any) -> list[str]:
    """The docstrings of a value and of what a class defines itself."""
    inside = vars(value).values() if inspect.isclass(value) else ()
    functions = [getattr(one, "__func__", getattr(one, "fget", one)) for one in inside]
    return [value.__dict__.get("__doc__") or "", *(getattr(one, "__doc__", None) or "" for one in functions)]


@pytest.mark.parametrize("value", VALUES)
def test_it_has_a_docstring_and_an_example(value: Any) -> None:
    own, *others = texts(value) if inspect.isclass(value) else [value.__doc__ or ""]
    assert own.strip()
    assert any(">>>" in text for text in (own, *others))


@pytest.mark.parametrize("name", MODULES)
def test_every_module_says_what_it_is(name: str) -> None:
    assert (importlib.import_module(name).__doc__ or "").strip()


@pytest.mark.parametrize("value", [param for param in VALUES if inspect.isclass(param.values[0])])
def test_every_public_method_says_what_it_does(value: Any) -> None:
    for name, method in vars(value).items():
        if inspect.isfunction(method) and not name.startswith("_"):
            assert (method.__doc__ or "").strip(), f"{value.__name__}.{name}"


def test_what_the_package_names_is_there() -> None:
    assert all(hasattr(trickkit, name) for name in trickkit.__all__)
    assert sorted(trickkit.__all__, key=str.casefold) == sorted(set(trickkit.__all__), key=str.casefold)

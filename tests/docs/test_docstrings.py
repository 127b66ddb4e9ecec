"""Every public name says what it is, and shows it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

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


VALUES = {f"{name}.{value.__qualname__}": value for name in MODULES for value in public(name)}


def texts(value: Any) -> list[str]:
    """The docstrings of a value and of what a class defines itself."""
    inside = vars(value).values() if inspect.isclass(value) else ()
    functions = [getattr(one, "__func__", getattr(one, "fget", one)) for one in inside]
    return [value.__dict__.get("__doc__") or "", *(getattr(one, "__doc__", None) or "" for one in functions)]


def test_every_value_has_a_docstring_and_an_example() -> None:
    assert len(VALUES) > 500
    for name, value in VALUES.items():
        own, *others = texts(value) if inspect.isclass(value) else [value.__doc__ or ""]
        assert own.strip(), name
        assert any(">>>" in text for text in (own, *others)), name


def test_every_module_says_what_it_is() -> None:
    for name in MODULES:
        assert (importlib.import_module(name).__doc__ or "").strip(), name


def test_every_public_method_says_what_it_does_or_its_base_does() -> None:
    for name, value in VALUES.items():
        for called, method in vars(value).items() if inspect.isclass(value) else ():
            if inspect.isfunction(method) and not called.startswith("_"):
                assert inspect.getdoc(getattr(value, called)), f"{name}.{called}"


def test_what_the_package_names_is_there() -> None:
    assert all(hasattr(trickkit, name) for name in trickkit.__all__)
    assert sorted(trickkit.__all__, key=str.casefold) == sorted(set(trickkit.__all__), key=str.casefold)

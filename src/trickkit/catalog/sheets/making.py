"""Builds values from the parameters in a sheet; errors of their classes get file and line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from inspect import get_annotations
from types import SimpleNamespace
from typing import Any, Protocol, get_type_hints

from attrs import NOTHING, Attribute, evolve, fields, has

from trickkit.catalog.sheets.node import Node
from trickkit.errors import InvalidRules, TrickkitError, nearest, quoted
from trickkit.phases.base import Phase

__all__ = ["Read", "absent", "changed", "elsewhere", "listed", "made", "parts_of"]


class Read(Protocol):
    """A function that converts a value of a sheet to a type; `current` is the value that it replaces.

    >>> from trickkit.catalog.sheets.node import parsed
    >>> def read(node: Node, wanted: Any, current: object) -> Any:
    ...     return wanted(node.value)
    >>> read(parsed("a = 1", "house.toml").table()["a"], str, None)
    '1'
    """

    def __call__(self, node: Node, wanted: Any, current: object, /) -> Any:
        """The converted value."""


def listed(names: Sequence[str] | Mapping[str, object]) -> str:
    """Names listed for an error message.

    >>> listed(["follow", "lead"]), listed([])
    ('follow, lead', 'none')
    """
    return ", ".join(names) or "none"


def absent(node: Node, name: str, kind: str, known: Mapping[str, object]) -> InvalidRules:
    """The error for an unknown name.

    Args:
        node: where it was named.
        name: the unknown name.
        kind: what was expected, in words, such as `"phases"`.
        known: the existing ones, by name.

    >>> from trickkit.catalog.sheets.node import parsed
    >>> raise absent(parsed("Trick = {}", "house.toml"), "Trick", "phases", {"Bids": 1, "Tricks": 2})
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: house.toml, line 1: there is no 'Trick' among the phases (did you mean 'Tricks'?); \
there are: Bids, Tricks
    """
    return node.wrong(f"there is no {quoted(name)} among the {kind}{nearest(name, known)}; there are: {listed(known)}")


def parts_of(value: object, path: str) -> Iterator[tuple[str, object]]:
    """All parts of a value with their paths in a sheet: parameters by name, items of a list by class.

    Args:
        value: a phase, a policy, or a tuple of these.
        path: the path of the value itself.

    >>> from trickkit.variants import pikoko
    >>> [path for path, part in parts_of(pikoko.rules().phases, "phases") if path.endswith(("Tricks", "tokens"))]
    ['phases.Bids.bidding.tokens', 'phases.Tricks']
    """
    if isinstance(value, tuple):
        # Pairs have no name by which a sheet could reach what is in them.
        inside = [
            member.inner if isinstance(member, Phase) else member for member in value if type(member) is not tuple
        ]
        parts: dict[str, object] = {f"{path}.{type(member).__name__}": member for member in inside}
    else:
        parts = {
            f"{path}.{name}": getattr(value, parameter.name) for name, parameter in _parameters(type(value)).items()
        }
    for part_path, part in parts.items():
        yield part_path, part
        yield from parts_of(part, part_path)


def elsewhere(node: Node, name: str, values: Mapping[str, object]) -> InvalidRules | None:
    """The error that a parameter or a class belongs in another table; None if it belongs nowhere.

    Args:
        node: where it was named.
        name: the name.
        values: the values to search, by their paths.

    >>> from trickkit.catalog.sheets.node import parsed
    >>> from trickkit.variants import pikoko
    >>> raise elsewhere(parsed("lead = 1", "house.toml"), "lead", {"phases": pikoko.rules().phases})
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: house.toml, line 1: 'lead' belongs below [phases.Tricks]
    """
    tables: dict[str, None] = {}
    for path, value in (part for prefix, held in values.items() for part in parts_of(held, prefix)):
        if type(value).__name__ == name:
            tables[f"[{path}]"] = None
        elif path.endswith(f".{name}"):
            tables[f"[{path.removesuffix(f'.{name}')}]"] = None
    return node.wrong(f"{quoted(name)} belongs below {' or '.join([*tables][:3])}") if tables else None


def made(kind: type[Any], entries: Mapping[str, Node], node: Node, read: Read) -> Any:
    """A new value of a class.

    Args:
        kind: an attrs class; any other class is called without parameters.
        entries: the parameters by name.
        node: the node of the whole value.
        read: converts a parameter to its type.

    Raises:
        InvalidRules: there is no such parameter, one is missing, or it cannot have that value; with file and line.

    >>> from trickkit.policies.schedule import SameSize
    >>> from trickkit.catalog.sheets.node import parsed
    >>> node = parsed("cards = 8", "house.toml")
    >>> made(SameSize, node.table(), node, lambda node, wanted, current: node.value)
    SameSize(cards=8)
    """
    parameters = _parameters(kind)
    values = {name: read(entry, wanted, None) for name, (entry, wanted) in _typed(kind, entries).items()}
    missing = [name for name, parameter in parameters.items() if parameter.default is NOTHING and name not in values]
    if missing:
        given = ", ".join(f"{name} = ..." for name in missing)
        raise node.wrong(f'{kind.__name__} needs {listed(missing)}: {{ policy = "{kind.__name__}", {given} }}')
    try:
        return kind(**values)
    except Exception as error:
        raise _blamed(error, kind, values, entries, node) from error


def changed(value: Any, node: Node, read: Read) -> Any:
    """A value with the parameters changed that a table gives.

    Args:
        value: a phase, a policy or any other value of an attrs class.
        node: the table.
        read: converts a parameter to its type, given its current value.

    Raises:
        InvalidRules: there is no such parameter, or it cannot have that value; with file and line.

    >>> from trickkit.phases import CallDouble
    >>> from trickkit.catalog.sheets.node import parsed
    >>> changed(CallDouble(), parsed("most = 1", "house.toml"), lambda node, wanted, current: node.value).most
    1
    """
    kind, entries = type(value), node.table()
    values = {
        name: read(entry, wanted, getattr(value, _parameters(kind)[name].name))
        for name, (entry, wanted) in _typed(kind, entries).items()
    }
    if not values:
        return value
    try:
        return evolve(value, **values)
    except Exception as error:
        raise _blamed(error, kind, values, entries, node) from error


def _parameters(kind: type[Any]) -> dict[str, Attribute[Any]]:
    """The arguments of a class by name; {} for a class that is not made with attrs."""
    return {attribute.alias: attribute for attribute in fields(kind) if attribute.init} if has(kind) else {}


def _typed(kind: type[Any], entries: Mapping[str, Node]) -> dict[str, tuple[Node, Any]]:
    """The given parameters with their types, Any for undeclared ones."""
    parameters = _parameters(kind)
    typed = {}
    for name, entry in entries.items():
        if name not in parameters:
            near = nearest(name, parameters)
            raise entry.wrong(f"{kind.__name__} has no {quoted(name)}{near}; it has: {listed(parameters)}")
        try:
            typed[name] = entry, _type(kind, parameters[name])
        except Exception as error:
            raise entry.wrong(
                f"the type that {kind.__name__} declares for {name} cannot be read: {_words(error)}"
            ) from error
    return typed


def _type(kind: type[Any], parameter: Attribute[Any]) -> Any:
    """The type of one parameter, resolved by itself, as types of others may be known only to type checkers."""
    name = parameter.name
    for owner in kind.__mro__:
        declared = get_annotations(owner)
        if name in declared:
            alone = SimpleNamespace(__annotations__={name: declared[name]})
            return get_type_hints(alone, vars(sys.modules[owner.__module__]), vars(owner), include_extras=True)[name]
    return Any if parameter.type is None else parameter.type


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error.args[0]}" if error.args else type(error).__name__


def _blamed(
    error: Exception, kind: type[Any], values: Mapping[str, Any], entries: Mapping[str, Node], node: Node
) -> TrickkitError:
    """The error of a class, placed at the parameter that caused it, or else at the value."""
    message = error.message if isinstance(error, TrickkitError) else f"{kind.__name__}: {_words(error)}"
    parameters = _parameters(kind)
    culprits = (entries[name] for name in values if _refused(kind, parameters[name], values[name], error))
    return next(culprits, node).wrong(message)


def _refused(kind: type[Any], parameter: Attribute[Any], value: Any, error: Exception) -> bool:
    """Whether a parameter's own converter or validator raises the same error."""
    try:
        convert: Any = parameter.converter
        if convert is not None:
            value = convert(value)
        if parameter.validator is not None:
            parameter.validator(object.__new__(kind), parameter, value)
    except Exception as found:
        return str(found) == str(error)
    return False

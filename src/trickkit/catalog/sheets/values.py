"""Converts values in a sheet to the types that fields of phases and policies declare."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from attrs import evolve, field, frozen, has

from trickkit.catalog.sheets.making import absent, changed, elsewhere, listed, made
from trickkit.catalog.sheets.node import Node
from trickkit.errors import InvalidRules, a, nearest, quoted
from trickkit.model.cards import Card, Deck, Face, Suit
from trickkit.phases.base import Phase

__all__ = ["Reader"]

POLICY = "policy"
"""The key with which a table names a policy; the other keys are the parameters of that policy."""

NONE = "none"
"""The word for nothing, where nothing is allowed, as TOML has no word for it."""

_PLAIN: Mapping[Any, tuple[tuple[type[Any], ...], str]] = {
    bool: ((bool,), "neither true nor false"),
    int: ((int,), "not a whole number"),
    float: ((int, float), "not a number"),
    str: ((str,), "not a text"),
}
_OF_DECK = (Suit, Card, Face)
_LISTS = (tuple, list, frozenset, Sequence, Iterable, Collection)


@frozen(eq=False)
class Reader:
    """Converts values of a sheet to parameters and policies.

    Args:
        deck: the deck of the base; it defines the suits and cards.
        policies: the policies that may be named, by name.

    >>> from trickkit.phases import Tricks
    >>> from trickkit.policies.follow import MustTrump
    >>> from trickkit.catalog.sheets.node import parsed
    >>> from trickkit.variants import pikoko
    >>> reader = Reader(pikoko.deck(4), {"MustTrump": MustTrump})
    >>> reader.changed(Tricks(), parsed('follow = "MustTrump"', "house.toml")).follow
    MustTrump()
    """

    deck: Deck = field(repr=False)
    policies: Mapping[str, type[Any]] = field(repr=False)

    def changed(self, value: Any, node: Node) -> Any:
        """A phase or policy with the parameters changed that a table gives.

        Raises:
            InvalidRules: there is no such parameter, or it cannot have that value; with file and line.
        """
        return changed(value, node, self.read)

    def read(self, node: Node, wanted: Any, current: object = None) -> Any:
        """Converts a value to a type.

        Args:
            node: the value in the sheet.
            wanted: the type, as in an annotation.
            current: the current value; a table that names no policy changes its parameters.

        Raises:
            InvalidRules: the value is not of that type; with file and line.

        >>> from trickkit.catalog.sheets.node import parsed
        >>> from trickkit.variants import pikoko
        >>> suit = parsed("suit = 'R'", "house.toml").table()["suit"]
        >>> str(Reader(pikoko.deck(4), {}).read(suit, Suit))
        'red'
        """
        origin, parts = get_origin(wanted), get_args(wanted)
        if origin is Annotated:
            return self.read(node, parts[0], current)
        if origin in (Union, UnionType):
            return self._any_of(node, parts, current)
        if origin is Literal:
            return _one_of(node, parts)
        if (origin or wanted) in _LISTS:
            return self._items(node, origin or wanted, parts, current)
        if wanted in _PLAIN:
            return _plain(node, wanted)
        if wanted in _OF_DECK:
            return self._of_deck(node, wanted)
        if wanted in (Any, object):
            return self._policy(node, object, current) if isinstance(node.value, dict) else node.plain()
        if isinstance(wanted, type):
            return self._policy(node, wanted, current)
        raise node.wrong(f"{node.label} cannot be given in a sheet, only in Python")

    def _any_of(self, node: Node, kinds: Sequence[Any], current: object) -> Any:
        errors = []
        # A word that may mean something else is not just a text.
        for kind in sorted(kinds, key=lambda kind: (kind is str, kind is NoneType)):
            if kind is NoneType:
                if node.value == NONE:
                    return None
                continue
            try:
                return self.read(node, kind, current)
            except InvalidRules as error:
                errors.append(error)
        raise errors[0]

    def each(self, values: Sequence[Any], node: Node) -> tuple[Any, ...]:
        """Several values, with the changes that a table gives under the names of their classes.

        The name of a class that occurs more than once changes every such value, a numbered one, as `"Draw 2"`, one of
        them.

        Raises:
            InvalidRules: no value has that name, or it cannot be changed in this way; with file and line.

        >>> from trickkit.catalog.sheets.node import parsed
        >>> from trickkit.variants import pikoko
        >>> scoring = parsed("ScoreBids.exact = 5", "house.toml")
        >>> Reader(pikoko.deck(4), {}).each(pikoko.rules().scoring, scoring)[0].exact
        5
        """
        names, entries = names_of(values), node.table()
        known = {name: value for mine, value in zip(names, values, strict=True) for name in mine}
        for name, entry in entries.items():
            if name not in known:
                unnumbered = dict.fromkeys(name for name, *_ in names)
                raise elsewhere(entry, name, {node.label: tuple(values)}) or absent(entry, name, node.label, unnumbered)
        changed = []
        for mine, value in zip(names, values, strict=True):
            for name in mine:
                value = self._changed_inside(value, entries[name]) if name in entries else value
            changed.append(value)
        return tuple(changed)

    def _changed_inside(self, value: Any, node: Node) -> Any:
        """A value with changed parameters; if it is a phase that wraps another, the inner one is changed."""
        inner = _inner(value)
        return self.changed(value, node) if inner is value else evolve(value, phase=self.changed(inner, node))

    def knows_phase(self, name: str) -> bool:
        """Whether a phase of that name exists.

        >>> from trickkit.phases import Tricks
        >>> from trickkit.variants import pikoko
        >>> Reader(pikoko.deck(4), {"Tricks": Tricks}).knows_phase("Tricks")
        True
        """
        return name in self._fitting(Phase)

    def phase(self, name: str, node: Node) -> Phase:
        """A new phase.

        Args:
            name: the name of its class.
            node: a table of its parameters.

        Raises:
            InvalidRules: there is no such phase, or it cannot have these parameters; with file and line.

        >>> from trickkit.catalog.sheets.node import parsed
        >>> from trickkit.phases import CallDouble
        >>> from trickkit.variants import pikoko
        >>> reader = Reader(pikoko.deck(4), {"CallDouble": CallDouble})
        >>> reader.phase("CallDouble", parsed("most = 1", "house.toml")).most
        1
        """
        fitting = self._fitting(Phase)
        if name not in fitting:
            raise node.wrong(f"{quoted(name)} is not a Phase{nearest(name, fitting)}; there are: {listed(fitting)}")
        phase: Phase = made(fitting[name], node.table(), node, self.read)
        return phase

    def _pairs(self, node: Node, value: Any, current: object) -> tuple[tuple[str, Any], ...]:
        """Pairs of a name and a value from a table, merged into the current pairs."""
        present: dict[str, Any] = {}
        for names, shared in current if isinstance(current, tuple) else ():
            # If several names share a value, a sheet may change the value of one of them.
            present |= dict.fromkeys((names,) if isinstance(names, str) else names, shared)
        return tuple((present | {name: self.read(entry, value) for name, entry in node.table().items()}).items())

    def _items(self, node: Node, kind: Any, parts: Sequence[Any], current: object) -> Any:
        each = parts[0] if parts else Any
        if kind is tuple and parts and parts[-1] is not ...:
            return self._fixed(node, parts)
        if isinstance(node.value, dict) and (value := _named_value(each)) is not None:
            return self._pairs(node, value, current)
        if isinstance(node.value, list) and NoneType in get_args(_named_value(each)):
            # A name alone stands for the pair without a value, as in `Words(["petite", "garde"])`.
            return tuple(
                (item.text(), None) if isinstance(item.value, str) else self.read(item, each) for item in node.items()
            )
        if each is str and isinstance(node.value, str):
            # The meaning of a single text depends on the parameter, as in Python.
            return node.value
        gathered: Callable[[Iterable[Any]], Any] = kind if kind in (list, frozenset) else tuple
        if isinstance(node.value, list) or not self._fitting(each):
            return gathered(self.read(item, each) for item in node.items())
        if isinstance(node.value, dict) and POLICY not in node.value and isinstance(current, tuple):
            return self.each(current, node)
        # A single policy may be given as it is, as in Python.
        return gathered((self.read(node, each),))

    def _fixed(self, node: Node, parts: Sequence[Any]) -> tuple[Any, ...]:
        items = node.items()
        if len(items) != len(parts):
            raise node.wrong(f"{node.label} is a list of {len(parts)} values, not of {len(items)}")
        return tuple(self.read(item, part) for item, part in zip(items, parts, strict=True))

    def _of_deck(self, node: Node, kind: type[Suit | Card | Face]) -> Any:
        text = node.text()
        suits = {suit.name: suit for suit in self.deck.suits}
        known: Mapping[Any, Mapping[str, Any]] = {
            Suit: {suit.letter: suit for suit in self.deck.suits} | suits,
            Card: {card.text: card for card in self.deck},
            Face: {face.text: face for face in self.deck.faces},
        }
        values = known[kind]
        if text not in values:
            hint = f"; suits: {listed(suits)}" if kind is Suit else ""
            raise node.wrong(
                f"{node.labelled} is not {a(kind.__name__.lower())} of the deck{nearest(text, values)}{hint}"
            )
        return values[text]

    # Policies

    def _fitting(self, kind: Any) -> dict[str, type[Any]]:
        if not isinstance(kind, type) or kind in _PLAIN or kind in _OF_DECK:
            return {}
        fitting = {name: policy for name, policy in self.policies.items() if issubclass(policy, kind)}
        if has(kind):
            fitting.setdefault(kind.__name__, kind)
        return {name: policy for name, policy in fitting.items() if not inspect.isabstract(policy)}

    def _policy(self, node: Node, kind: type[Any], current: object) -> Any:
        fitting = self._fitting(kind)
        if not fitting:
            raise node.wrong(f"{node.label} is a {kind.__name__}, which cannot be given in a sheet, only in Python")
        if isinstance(node.value, str):
            return made(self._named(node, kind, fitting), {}, node, self.read)
        if not isinstance(node.value, dict):
            raise node.wrong(f"{node.labelled} is not {a(kind.__name__)}; write the name of one: {listed(fitting)}")
        entries = node.table()
        if POLICY in entries:
            named = self._named(entries.pop(POLICY), kind, fitting)
            return made(named, entries, node, self.read)
        if current is not None and isinstance(current, kind):
            return self.changed(current, node)
        if kind in fitting.values():
            return made(kind, entries, node, self.read)
        raise node.wrong(f"{node.label} names no policy; write policy = one of: {listed(fitting)}")

    def _named(self, node: Node, kind: type[Any], fitting: Mapping[str, type[Any]]) -> type[Any]:
        name = node.text()
        if name not in fitting:
            raise node.wrong(
                f"{quoted(name)} is not {a(kind.__name__)}{nearest(name, fitting)}; there are: {listed(fitting)}"
            )
        return fitting[name]


def _named_value(pair: Any) -> Any:
    """The value type of a pair type whose first item is a name; None for any other type."""
    parts = get_args(pair) if get_origin(pair) is tuple else ()
    return parts[1] if len(parts) == 2 and parts[0] in (str, tuple[str, ...]) and parts[1] is not ... else None


def _inner(value: Any) -> Any:
    """The phase that a phase wraps; any other value unchanged."""
    return value.inner if isinstance(value, Phase) else value


def _name(value: Any) -> str:
    """The name by which a sheet refers to a value: that of its class."""
    return type(_inner(value)).__name__


def names_of(values: Sequence[Any]) -> list[tuple[str, ...]]:
    """By value, the names by which a sheet refers to it: that of its class, and a numbered one if several share that.

    >>> names_of([1, "a", 2])
    [('int', 'int 1'), ('str',), ('int', 'int 2')]
    """
    names = [_name(value) for value in values]
    return [
        (name, f"{name} {names[: index + 1].count(name)}") if names.count(name) > 1 else (name,)
        for index, name in enumerate(names)
    ]


def _one_of(node: Node, allowed: Sequence[Any]) -> Any:
    for value in allowed:
        if node.value == value and type(node.value) is type(value):
            return value
    near = nearest(str(node.value), [text for text in allowed if isinstance(text, str)])
    raise node.wrong(f"{node.labelled} is not one of {listed([repr(value) for value in allowed])}{near}")


def _plain(node: Node, kind: Any) -> Any:
    kinds, words = _PLAIN[kind]
    if isinstance(node.value, bool) is not (kind is bool) or not isinstance(node.value, kinds):
        raise node.wrong(f"{node.labelled} is {words}")
    return node.value

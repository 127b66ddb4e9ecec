"""Rules and their parts in words, derived from their values."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import attrs

from trickkit.catalog.differences import differences, has_text
from trickkit.catalog.options import options
from trickkit.catalog.sheets.sheet import Sheet
from trickkit.play.rules import Rules

__all__ = ["Line", "described", "folded", "gist", "house_rules"]

V = TypeVar("V")

Line = tuple[int, str]
"""The indentation of a line, in steps from 0, and its text."""
SHORT = 60
"""The most characters of an argument that a gist includes."""


def house_rules(rules: Rules, sheet: Sheet) -> list[str]:
    """The changes of a sheet to its base, one per line.

    >>> from trickkit.catalog.registry import sheet
    >>> short = sheet('base = "pikoko"\\nending.deals = 1', "short.toml")
    >>> house_rules(short(), short)
    ['based on Pikoko (pikoko)', 'ending, deals: 1 instead of 3']
    """
    base = sheet.unchanged(**rules.options)
    usual = {option.name: option.default for option in options(sheet.base)}
    chosen = [
        f"{name}: {value}{f' instead of {usual[name]}' if usual[name] is not inspect.Parameter.empty else ''}"
        for name, value in rules.options.items()
        if value != usual[name]
    ]
    return [f"based on {base.name} ({base.key})", *chosen, *differences(rules, base)]


def folded(values: Sequence[V]) -> list[tuple[int, tuple[V, ...]]]:
    """Values in order, with repeated runs merged.

    Args:
        values: any that can be compared.

    Returns:
        Returns the number of repetitions of each run, and the run. The run that covers the most is folded first, from
        the left.

    >>> folded("xababy")
    [(1, ('x',)), (2, ('a', 'b')), (1, ('y',))]
    """
    groups, start = [], 0
    while start < len(values):
        length, times = 1, 1
        for size in range(1, (len(values) - start) // 2 + 1):
            run, count = values[start : start + size], 1
            while values[start + count * size : start + (count + 1) * size] == run:
                count += 1
            if count > 1 and size * count > length * times:
                length, times = size, count
        groups.append((times, tuple(values[start : start + length])))
        start += length * times
    return groups


def described(value: Any, name: str = "", meaning: str = "", *, before: object = None) -> list[Line]:
    """A phase or policy in words: its description, then all arguments, indented.

    Args:
        value: a policy, a tuple of values, or any other value, which is shown as its text.
        name: the value's name in its place; empty for none.
        meaning: what the value means in its place, shown after a text; empty for nothing.
        before: the values described before; for a value of the same class, only the arguments that differ are listed.

    >>> from trickkit.policies.schedule import SameSize
    >>> described(SameSize(8), "hand_sizes")
    [(0, 'hand_sizes: SameSize. Hands of the same size in every deal.'), (1, 'cards: 8 (how many, 1 or more)')]
    """
    label = f"{name}: " if name else ""
    if isinstance(value, tuple) and value and all(_is_text(part) for part in value):
        return described(", ".join(str(part) for part in value if part is not None), name, meaning)
    if isinstance(value, tuple):
        # The meanings of words follow the words.
        worded = all(map(_is_worded, value))
        parts = [
            described(part[1], f"{name}, {part[0]}", "" if index else meaning)
            if worded
            else described(part, name, meaning)
            for index, part in enumerate(value)
        ]
        # If an empty value stands for something else, its meaning says so.
        return [line for lines in parts for line in lines] or [(0, f"{label}none{f' ({meaning})' * ('()' in meaning)}")]
    if inspect.isroutine(value) or isinstance(value, type):
        return [(0, f"{label}{value.__name__}. {_first_line(value)}".rstrip())]
    kind: type[Any] = type(value)
    if _is_text(value):
        # A long meaning is included only if the value is unclear without it.
        explained = " ".join(meaning.split()) if value is None or "\n" not in meaning else ""
        return [(0, f"{label}{value}{f' ({explained})' if explained else ''}")]
    meanings = _arguments(kind)
    fields = [field.name for field in attrs.fields(kind) if field.name[0] != "_"] if attrs.has(kind) else []
    told = type(before) is kind
    fields = [name for name in fields if not told or getattr(value, name) != getattr(before, name)]
    inside = [line for name in fields for line in described(getattr(value, name), name, meanings.get(name, ""))]
    return [
        (0, f"{label}{kind.__name__}{', as above, but:' if told else f'. {_first_line(kind)}'}".rstrip()),
        *((depth + 1, text) for depth, text in inside),
    ]


def _is_worded(part: object) -> bool:
    """Whether a value is a pair of a word and its meaning, such as a card and its points."""
    if not isinstance(part, tuple) or len(part) != 2 or not _is_text(part[0]):
        return False
    return isinstance(part[1], int) or not _is_text(part[1])


def _is_text(value: object) -> bool:
    """Whether a value is shown as text: a value whose class defines its text, such as a suit, is not a policy."""
    if isinstance(value, tuple | type) or inspect.isroutine(value):
        return False
    return has_text(value) or type(value).__module__ == "builtins"


def _first_line(thing: object) -> str:
    # The object's own docstring: `inspect.getdoc` would take that of a base.
    return inspect.cleandoc(thing.__doc__ or "").partition("\n")[0]


def _arguments(kind: type[Any]) -> dict[str, str]:
    """The descriptions in a class's docstring, by argument; a long one has several lines."""
    section = inspect.cleandoc(kind.__doc__ or "").partition("\nArgs:\n")[2].partition("\n\n")[0]
    # A line that is indented more continues the one before.
    arguments = re.findall(r"^ {4}(\w+): (.+(?:\n {5,}.+)*)", section, re.MULTILINE)
    return {name: meaning.replace("`", "").rstrip(".") for name, meaning in arguments}


def gist(*values: Any) -> list[Line]:
    """Phases or policies in short: each one's description, with the policies and arguments that are not defaults.

    Repetitions are omitted. Entries that belong to a contract begin with its name.

    Args:
        values: phases, policies or scorings.

    >>> from trickkit.policies.schedule import SameSize
    >>> gist(SameSize(8))
    [(0, 'Hands of the same size in every deal. (cards: 8)')]
    >>> from trickkit.scoring import ScoreByContract, ScoreTricks
    >>> gist(ScoreByContract({"no tricks": ScoreTricks(-50)}))[1]
    (1, 'no tricks: Each trick scores for the hand that took it. (points: -50)')
    """
    lines: dict[str, Line] = {}
    for value in values:
        for depth, text in _gist(value, 0):
            lines.setdefault(text, (depth, text))
    return [*lines.values()]


def _gist(value: Any, depth: int, label: str = "") -> Iterator[Line]:
    kind: type[Any] = type(value)
    sentence, inside, details = label + _first_line(kind), list[tuple[Any, str]](), list[str]()
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        if field.name[0] == "_":
            continue
        given = getattr(value, field.name)
        parts = given if isinstance(given, tuple) else (given,)
        if all(_is_text(part) or _is_worth(part) for part in parts):
            text = ", ".join(" ".join(map(str, part)) if _is_worth(part) else str(part) for part in parts)
            if given != _default(field) and given is not None and type(given) is not bool and len(text) <= SHORT:
                details.append(f"{field.name.replace('_', ' ')}: {text}")
        # The rules for what may be played are always included.
        elif given != _default(field) or field.name == "follow":
            every = (part for each in parts for part in _parts(each))
            inside += [(part, contract) for part, contract in every if attrs.has(type(part)) and not _is_text(part)]
    yield depth, f"{sentence} ({'; '.join(details)})" if details else sentence
    for part, contract in inside:
        yield from _gist(part, depth + 1, contract)


def _is_worth(part: object) -> bool:
    """Whether a value is a pair of a text, such as that of a card, and its points."""
    return isinstance(part, tuple) and len(part) == 2 and _is_text(part[0]) and type(part[1]) is int


def _parts(value: Any) -> Iterator[tuple[Any, str]]:
    """A policy, or the policies by contract, each with the words that begin its entry."""
    if not isinstance(value, tuple):
        yield value, ""
    elif len(value) == 2 and isinstance(value[0], tuple) and all(isinstance(word, str) for word in value[0]):
        words, policies = value
        for policy in policies if isinstance(policies, tuple) else (policies,):
            yield policy, f"{', '.join(words)}: "


def _default(field: attrs.Attribute[Any]) -> Any:
    default: Any = field.default
    return default.factory() if isinstance(default, attrs.Factory) and not default.takes_self else default  # type: ignore[arg-type]

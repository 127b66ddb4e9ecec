"""Splits the difference between two rules of one game into single changes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from trickkit.catalog.registry import load, sheet
from trickkit.catalog.sheets.sheet import PARTS, place_of
from trickkit.errors import InvalidRules, TrickkitError
from trickkit.play.rules import Rules

__all__ = ["changes_of", "each_alone"]

OPTIONS = "options."
"""What the path of an option begins with."""


def each_alone(base: Rules, both: Rules) -> tuple[Rules, ...]:
    """The rules with each single change between two rules, then with all of them.

    `compare(base, *each_alone(base, both))` says what each change does alone, what all do together, and how they
    interact.

    Args:
        base: the rules of a game with options.
        both: the same game with two or more other options, or a sheet based on it with two or more changes.

    Raises:
        InvalidRules: they are not of one game, or differ in fewer than two ways; or a change cannot be played alone.

    >>> from trickkit import load
    >>> both = load("oh_hell", hook=False, score="every_trick")
    >>> [(rules.options["hook"], rules.options["score"]) for rules in each_alone(load("oh_hell"), both)]
    [(False, 'exact_only'), (True, 'every_trick'), (False, 'every_trick')]
    """
    before = changes_of(base)
    differ = {path: value for path, value in changes_of(both).items() if before.get(path) != value}
    if base.sheet or _game(both) != base.key or len(differ) < 2:
        raise InvalidRules(f"{both.name} does not differ from {base.name} in two options or other changes, or more")
    return (*(_with(base, path, value, named=bool(both.sheet)) for path, value in differ.items()), both)


def changes_of(rules: Rules) -> dict[str, Any]:
    """The options of rules and the changes in their sheet, by path as a sheet writes it.

    >>> from trickkit.catalog.registry import sheet
    >>> rules = sheet('base = "pikoko"\\n[scoring.ScoreBids]\\nexact = 3\\nclose = 0')()
    >>> {path: value for path, value in changes_of(rules).items() if not path.startswith("options.")}
    {'scoring.ScoreBids.exact': 3, 'scoring.ScoreBids.close': 0}
    """
    changes = {f"{OPTIONS}{name}": value for name, value in rules.options.items()}
    top = tomllib.loads(rules.sheet)
    if "without" in top:
        changes["without"] = top["without"]
    for part in ("phases", *PARTS):
        if part in top:
            # Phases, scorings and memories are tables by name; a table that makes a new part stays in one piece.
            depth = 1 if part in ("schedule", "ending") else 2
            changes |= _entries(part, top[part], depth)
    return changes


def _entries(path: str, value: Any, depth: int) -> Iterator[tuple[str, Any]]:
    """The smallest parts of a table that can be changed separately, with their paths."""
    is_new = isinstance(value, Mapping) and ("policy" in value or place_of(value) is not None)
    if not depth or not isinstance(value, Mapping) or is_new:
        yield path, value
        return
    for name, entry in value.items():
        yield from _entries(f"{path}.{name}", entry, depth - 1)


def _game(rules: Rules) -> str:
    """The key of the game, or of the base if the rules come from a sheet."""
    return str(tomllib.loads(rules.sheet)["base"]) if rules.sheet else rules.key


def _with(base: Rules, path: str, value: Any, *, named: bool) -> Rules:
    """The base rules with one change; if `named`, the change also names them."""
    name = f"{path.rpartition('.')[2]}={value if isinstance(value, str) else json.dumps(value)}"
    try:
        if not named:
            return load(base.key, **{**base.options, path.removeprefix(OPTIONS): value})
        own = {path.removeprefix(OPTIONS): value} if path.startswith(OPTIONS) else {}
        inside = "" if own else f"{path} = {_toml(value)}\n"
        text = f"base = {_toml(base.key)}\nname = {_toml(name)}\n{inside}"
        return sheet(text, f"{base.key}.toml")(**{**base.options, **own})
    except TrickkitError as error:
        raise InvalidRules(f"{name} cannot be played alone: {error.message}", game=base.key) from error


def _toml(value: Any) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{json.dumps(name)} = {_toml(entry)}' for name, entry in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)

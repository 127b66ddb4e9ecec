"""What pages show of house-rule sheets: what a sheet may change in each game, and the sheets to start from."""

from __future__ import annotations

import importlib
import inspect
import tomllib
from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen
from documentation import ROOT
from pages import styled, table
from studies import effect

from trickkit import load
from trickkit.catalog.registry import builder, keys, sheet
from trickkit.catalog.sheets.policies import named
from trickkit.play.playout import states

SHEETS = ROOT / "variants" / "house"
"""Where the sheets are."""

Row = tuple[str, str, str, str]


def changes(key: str) -> str:
    """A table of what a sheet may change in a game: each table of the sheet, its key, and what stands there.

    Args:
        key: of the game.
    """
    return table(["Table of the sheet", "Key", "As it is", "Instead"], dict.fromkeys(_Changes.of(key).rows()))


def all_changes() -> str:
    """The tables of all games, each to be opened."""
    opened = '<details class="note" markdown>\n<summary>{}</summary>\n\n{}\n\n</details>'
    return styled("changes", *(opened.format(load(key).name, changes(key)) for key in keys()))


@frozen
class _Changes:
    """A game, and the policies that its sheets may name."""

    key: str
    policies: tuple[type[Any], ...]

    @classmethod
    def of(cls, key: str) -> _Changes:
        return cls(key, tuple(named(inspect.getmodule(builder(key))).values()))

    def rows(self) -> Iterator[Row]:
        rules = load(self.key)
        for phase in dict.fromkeys(rules.phases):
            yield from self.fields(f"phases.{type(phase).__name__}", phase)
        for part in rules.scoring:
            yield from self.fields(f"scoring.{type(part).__name__}", part)
        yield from self.fields("schedule", rules.schedule)
        yield from self.fields("ending", rules.ending)

    def fields(self, place: str, part: Any) -> Iterator[Row]:
        """The policies and numbers of a part, and those of its policies."""
        for field in attrs.fields(type(part)):
            value = getattr(part, field.name)
            if not field.init:
                continue
            if type(value) in self.policies:
                others = [other for other in self.alternatives(type(value)) if self.plays(place, field.alias, other)]
                yield f"`[{place}]`", f"`{field.alias}`", _linked(type(value)), ", ".join(map(_linked, others))
                yield from self.fields(f"{place}.{field.alias}", value)
            elif type(value) in (int, bool):
                other = f"`{str(not value).lower()}`" if isinstance(value, bool) else "another number"
                yield f"`[{place}]`", f"`{field.alias}`", f"`{str(value).lower()}`", other
            elif isinstance(value, tuple) and value and all(type(one) is int for one in value):
                yield f"`[{place}]`", f"`{field.alias}`", f"`{[*value]}`", "other numbers"

    def alternatives(self, kind: type[Any]) -> Iterator[type[Any]]:
        """The other policies of the same base that need nothing to be said."""
        (base,) = [one for one in kind.__mro__ if inspect.isabstract(one)][-1:] or [kind]
        return (one for one in self.policies if issubclass(one, base) and one is not kind and _is_ready(one))

    def plays(self, place: str, name: str, other: type[Any]) -> bool:
        """Whether a deal can be played with another policy, as a sheet names it."""
        text = f'base = "{self.key}"\nkey = "tried"\n[{place}]\n{name} = "{other.__name__}"\n'
        try:
            all(len(state.results) < 1 for state in states(sheet(text)(), seed=0))
        except Exception:
            return False
        return True


def _is_ready(kind: type[Any]) -> bool:
    """Whether a policy is whole, and has a default for all that it is made with."""
    return (
        not inspect.isabstract(kind)
        and attrs.has(kind)
        and all(field.default is not attrs.NOTHING for field in attrs.fields(kind) if field.init)
    )


def _linked(kind: type[Any]) -> str:
    """The name of a policy, with a link to what the reference says of it where it does."""
    public = kind.__module__.startswith("trickkit.")
    listed = kind.__name__ in getattr(importlib.import_module(kind.__module__), "__all__", ())
    return f"[`{kind.__name__}`][{kind.__module__}.{kind.__name__}]" if public and listed else f"`{kind.__name__}`"


def gallery() -> str:
    """The sheets to start from: what each changes, the sheet itself, and what the change does."""
    return "\n\n".join(_shown(path.name) for path in sorted(SHEETS.glob("*.toml")))


def _shown(name: str) -> str:
    text = (SHEETS / name).read_text(encoding="utf-8")
    said = tomllib.loads(text)
    shown = f'```toml title="variants/house/{name}"\n{text.strip()}\n```'
    return "\n\n".join([f"### {said['name']}", said["summary"], shown, effect(name.removesuffix(".toml"))])

"""`trickkit rules KEY`: the rules of a game in words, read off their values."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any

import attrs
import click

from trickkit.cli.games import about_a_game, built, chosen, values
from trickkit.cli.output import has_text, printer
from trickkit.options import Option, options
from trickkit.rules import Rules
from trickkit.variants.registry import builder

__all__ = ["described", "show_rules"]

Line = tuple[int, str]
"""How deep a line is indented, in steps from 0, and its text."""


@click.command("rules")
@about_a_game
def show_rules(game: str, players: str | None, given: Sequence[str]) -> None:
    """Explain the rules and the options of a game.

    The phases of a deal in order with their policies, what scores, how deals follow each other, when the game ends,
    and every option with its values.

    KEY is the key of an installed game, or the path of a .py file that defines rules(...).

    \b
    Example:
      trickkit rules pikoko --players 3 --option next_lead=start_player
    """
    texts = chosen(players, given)
    rules = built(game, texts)
    console = printer()
    for depth, text in _lines(rules, options(builder(game))):
        indent = " " * (4 * depth)
        console.print(fill(text, console.width, initial_indent=indent, subsequent_indent=f"{indent}  "))


def _lines(rules: Rules, known: Sequence[Option]) -> Iterator[Line]:
    yield 0, f"{rules.name} ({rules.key}), {rules.players} players"
    if rules.summary:
        yield 0, rules.summary
    yield from _section("Phases", [line for phase in rules.phases for line in described(phase)])
    yield from _section("Scoring", [line for part in rules.scoring for line in described(part)])
    yield from _section("Schedule", described(rules.schedule))
    yield from _section("Ending", described(rules.ending))
    yield from _section("Options", [line for option in known for line in _option(option)])
    if rules.source:
        yield from _section("Source", [(0, rules.source)])


def _section(title: str, lines: Sequence[Line]) -> Iterator[Line]:
    yield 0, ""
    yield 0, title
    yield from ((depth + 1, text) for depth, text in lines or [(0, "none")])


def described(value: Any, name: str = "") -> list[Line]:
    """A phase or policy in words: what it is, then everything that it was made with, a step deeper.

    Args:
        value: a policy, a tuple of values, or any other value, which is shown as its text.
        name: what the value is called where it stands; empty for nothing.

    >>> from trickkit.policies.schedule import SameSize
    >>> described(SameSize(8), "hand_sizes")
    [(0, 'hand_sizes: SameSize. Hands of the same size in every deal.'), (1, 'cards: 8')]
    """
    label = f"{name}: " if name else ""
    if isinstance(value, tuple):
        parts = [described(part, name) for part in value]
        return [line for lines in parts for line in lines] or [(0, f"{label}none")]
    if inspect.isroutine(value) or isinstance(value, type):
        return [(0, f"{label}{value.__name__}. {_first_line(value)}".rstrip())]
    kind: type[Any] = type(value)
    # A value with a text of its own, such as a suit, is no policy.
    if has_text(value) or kind.__module__ == "builtins":
        return [(0, f"{label}{value}")]
    fields = [field.name for field in attrs.fields(kind) if field.name[0] != "_"] if attrs.has(kind) else []
    inside = [line for name in fields for line in described(getattr(value, name), name)]
    return [
        (0, f"{label}{kind.__name__}. {_first_line(kind)}".rstrip()),
        *((depth + 1, text) for depth, text in inside),
    ]


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0]


def _option(option: Option) -> list[Line]:
    default = "no default" if option.default is inspect.Parameter.empty else f"default {option.default}"
    return [(0, f"{option.name}: {values(option)} ({default})"), (1, option.meaning)]

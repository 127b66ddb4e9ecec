"""`trickkit rules KEY`: explains the rules of a game in words, derived from their values."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any, TypeVar

import attrs
import click

from trickkit.catalog.differences import differences, has_text
from trickkit.catalog.options import Option, options
from trickkit.catalog.registry import builder
from trickkit.catalog.sheets.sheet import Sheet
from trickkit.cli.games import about_a_game, built, chosen, values
from trickkit.cli.output import printer
from trickkit.model.cards import Deck
from trickkit.phases.base import Phase
from trickkit.play.rules import Rules

__all__ = ["described", "folded", "show_rules"]

V = TypeVar("V")

Line = tuple[int, str]
"""How deep a line is indented, in steps from 0, and its text."""


@click.command("rules")
@about_a_game
def show_rules(game: str, players: str | None, given: Sequence[str]) -> None:
    """Explain the rules and the options of a game.

    It lists the deck, the phases of a deal in order with their policies, what scores, how deals follow each other, when
    the game ends, and every option with its values.

    KEY is the key of an installed game, the path of a .py file that defines rules(...), or the path of a house-rule
    sheet (a .toml file), for which it also lists the changes.

    \b
    Example:
      trickkit rules pikoko --players 3 --option next_lead=start_player
    """
    texts = chosen(players, given)
    rules = built(game, texts)
    console = printer()
    for depth, text in _lines(rules, builder(game), texts):
        indent = " " * (4 * depth)
        console.print(fill(text, console.width, initial_indent=indent, subsequent_indent=f"{indent}  "))


def _lines(rules: Rules, builder: Callable[..., Rules], given: Mapping[str, str]) -> Iterator[Line]:
    yield 0, f"{rules.name} ({rules.key}), {rules.players} players"
    if rules.summary:
        yield 0, rules.summary
    if isinstance(builder, Sheet):
        yield from _section("House rules", _house(rules, builder))
    yield from _section("Deck", _deck(rules.deck))
    yield from _section("Phases", _phases(rules.phases))
    yield from _section("Scoring", [line for part in rules.scoring for line in described(part)])
    yield from _section("Schedule", described(rules.schedule))
    yield from _section("Ending", described(rules.ending))
    if rules.memory:
        yield from _section("Memory", [line for part in rules.memory for line in described(part)])
    yield from _section("Options", [line for option in options(builder) for line in _option(option, given)])
    if rules.source:
        yield from _section("Source", [(0, rules.source)])


def _house(rules: Rules, sheet: Sheet) -> list[Line]:
    """The changes that a sheet makes to its base."""
    base = sheet.unchanged(**rules.options)
    usual = {option.name: option.default for option in options(sheet.base)}
    chosen = [
        f"{name}: {value}{f' instead of {usual[name]}' if usual[name] is not inspect.Parameter.empty else ''}"
        for name, value in rules.options.items()
        if value != usual[name]
    ]
    return [(0, f"based on {base.name} ({base.key})"), *((0, text) for text in (*chosen, *differences(rules, base)))]


def _section(title: str, lines: Sequence[Line]) -> Iterator[Line]:
    yield 0, ""
    yield 0, title
    yield from ((depth + 1, text) for depth, text in lines or [(0, "none")])


def _deck(deck: Deck) -> list[Line]:
    several = {card.text: ", ".join(face.text for face in card.faces) for card in deck if not card.is_plain}
    copies = Counter(card.text for card in deck)
    cards = " ".join(text if count == 1 else f"{text}({count})" for text, count in copies.items())
    return [
        (0, f"{len(deck)} cards{', copies in brackets' if deck.copies else ''}: {cards}"),
        (0, f"suits: {', '.join(f'{suit} ({suit.letter})' for suit in deck.suits)}"),
        *((0, f"{card} is played as one of {faces}") for card, faces in several.items()),
    ]


def _phases(phases: Sequence[Phase]) -> list[Line]:
    """The phases in order, each repeated run once; an unchanged phase is not explained again."""
    lines: list[Line] = []
    last: dict[type[Phase], Phase] = {}
    for times, group in folded(phases):
        depth = int(times > 1)
        lines += [(0, f"{times} times:")] * depth
        for phase in group:
            kind = type(phase)
            again = [(0, f"{kind.__name__}, as above.")]
            told = again if last.get(kind) == phase else described(phase)
            lines += [(depth + deeper, text) for deeper, text in told]
            last[kind] = phase
    return lines


def folded(values: Sequence[V]) -> list[tuple[int, tuple[V, ...]]]:
    """Values in order, with runs that repeat folded into one.

    Args:
        values: any that can be compared.

    Returns:
        Returns how often each run occurs, and the run. The run that covers the most is folded first, from the left.

    >>> folded("xababy")
    [(1, ('x',)), (2, ('a', 'b')), (1, ('y',))]
    """
    groups, at = [], 0
    while at < len(values):
        length, times = 1, 1
        for size in range(1, (len(values) - at) // 2 + 1):
            run, count = values[at : at + size], 1
            while values[at + count * size : at + (count + 1) * size] == run:
                count += 1
            if count > 1 and size * count > length * times:
                length, times = size, count
        groups.append((times, tuple(values[at : at + length])))
        at += length * times
    return groups


def described(value: Any, name: str = "", meaning: str = "") -> list[Line]:
    """A phase or policy in words: what it is, then all its arguments, indented.

    Args:
        value: a policy, a tuple of values, or any other value, which is shown as its text.
        name: the value's name in its place; empty for none.
        meaning: what the value means in its place, shown after a text; empty for nothing.

    >>> from trickkit.policies.schedule import SameSize
    >>> described(SameSize(8), "hand_sizes")
    [(0, 'hand_sizes: SameSize. Hands of the same size in every deal.'), (1, 'cards: 8 (how many, 1 or more)')]
    """
    label = f"{name}: " if name else ""
    if isinstance(value, tuple) and value and all(_is_text(part) for part in value):
        return described(", ".join(str(part) for part in value), name, meaning)
    if isinstance(value, tuple):
        parts = [described(part, name, meaning) for part in value]
        return [line for lines in parts for line in lines] or [(0, f"{label}none")]
    if inspect.isroutine(value) or isinstance(value, type):
        return [(0, f"{label}{value.__name__}. {_first_line(value)}".rstrip())]
    kind: type[Any] = type(value)
    if _is_text(value):
        return [(0, f"{label}{value}{f' ({meaning})' if meaning else ''}")]
    meanings = _arguments(kind)
    fields = [field.name for field in attrs.fields(kind) if field.name[0] != "_"] if attrs.has(kind) else []
    inside = [line for name in fields for line in described(getattr(value, name), name, meanings.get(name, ""))]
    return [
        (0, f"{label}{kind.__name__}. {_first_line(kind)}".rstrip()),
        *((depth + 1, text) for depth, text in inside),
    ]


def _is_text(value: object) -> bool:
    """Whether a value is shown as its text: one that defines its own text, such as a suit, is not a policy."""
    if isinstance(value, tuple | type) or inspect.isroutine(value):
        return False
    return has_text(value) or type(value).__module__ == "builtins"


def _first_line(thing: object) -> str:
    # The object's own docstring: `inspect.getdoc` would take that of a base.
    return inspect.cleandoc(thing.__doc__ or "").partition("\n")[0]


def _arguments(kind: type[Any]) -> dict[str, str]:
    """The descriptions of a class's arguments, by name, if they take one line each."""
    section = inspect.cleandoc(kind.__doc__ or "").partition("\nArgs:\n")[2].partition("\n\n")[0]
    # A line that continues is followed by one that is indented more.
    arguments = re.findall(r"^ {4}(\w+): (.+?)\.?$(?!\n {5})", section, re.MULTILINE)
    return {name: meaning.replace("`", "") for name, meaning in arguments}


def _option(option: Option, given: Mapping[str, str]) -> list[Line]:
    default = "no default" if option.default is inspect.Parameter.empty else f"default {option.default}"
    here = f", here {option.read(given[option.name])}" if option.name in given else ""
    return [(0, f"{option.name}: {values(option)} ({default}{here})"), (1, option.meaning)]

"""`trickkit rules KEY`: the rules of a game in words, derived from their values."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import fill

import click

from trickkit.catalog.described import Line, described, folded, house_rules
from trickkit.catalog.options import Option, options
from trickkit.catalog.registry import builder
from trickkit.catalog.sheets.sheet import Sheet
from trickkit.cli.games import about_a_game, built, chosen, values
from trickkit.cli.output import printer
from trickkit.model.cards import Deck
from trickkit.phases.base import Phase
from trickkit.play.playout import check_records
from trickkit.play.rules import Rules

__all__ = ["show_rules"]


@click.command("rules")
@about_a_game
def show_rules(game: str, players: str | None, given: Sequence[str]) -> None:
    """Explain the rules and the options of a game.

    It lists the deck, the phases of a deal in order with their policies, what scores, how deals follow each other, when
    the game ends, and every option with its values; for a house-rule sheet, also the changes. Rules that cannot be
    played are shown as well, with the reason.

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
    check_records(rules)


def _lines(rules: Rules, builder: Callable[..., Rules], given: Mapping[str, str]) -> Iterator[Line]:
    yield 0, f"{rules.name} ({rules.key}), {rules.players} players"
    if rules.summary:
        yield 0, rules.summary
    if isinstance(builder, Sheet):
        yield from _section("House rules", [(0, text) for text in house_rules(rules, builder)])
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
    """The phases in order, with repetitions merged; a phase that was already explained shows only its differences."""
    lines: list[Line] = []
    last: dict[type[Phase], Phase] = {}
    for times, group in folded(phases):
        depth = int(times > 1)
        lines += [(0, f"{times} times:")] * depth
        for phase in group:
            kind = type(phase)
            again = [(0, f"{kind.__name__}, as above.")]
            described_phase = again if last.get(kind) == phase else described(phase, before=last.get(kind))
            lines += [(depth + deeper, text) for deeper, text in described_phase]
            last[kind] = phase
    return lines


def _option(option: Option, given: Mapping[str, str]) -> list[Line]:
    default = "no default" if option.default is inspect.Parameter.empty else f"default {option.default}"
    setting = f", here {option.read(given[option.name])}" if option.name in given else ""
    is_explained = option.meaning != option.name.replace("_", " ")
    return [(0, f"{option.name}: {values(option)} ({default}{setting})"), *[(1, option.meaning)] * is_explained]

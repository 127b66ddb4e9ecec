"""`trickkit sweep KEY --over NAME=VALUES`: a game with one value after another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.console import RenderableType
from rich.table import Table

from trickkit.catalog.options import options
from trickkit.catalog.registry import builder
from trickkit.cli.games import about_a_game, chosen, read
from trickkit.cli.output import printer
from trickkit.cli.study_request import StudyRequest, of_a_study
from trickkit.errors import InvalidRules, quoted

if TYPE_CHECKING:
    from trickkit.lab import Found, Row

__all__ = ["fixed", "sweep", "values_of"]

RUN = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")
"""A range of whole numbers, and its step."""


@click.command("sweep")
@about_a_game
@click.option(
    "--over",
    "overs",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="What to vary: an option, or any number in the rules, such as tokens=5..12, tokens=5,7,9 or "
    "ending.deals=2..8:2; twice for a grid.",
)
@partial(of_a_study, without=("learn", "networks"))
def sweep(
    game: str,
    players: str | None,
    given: Sequence[str],
    overs: Sequence[str],
    request: StudyRequest,
) -> None:
    """Study a game with one value after another for an option, or for any number in its rules.

    All values play the same deals, and the table says by how much each differs from the first; a star marks a
    difference that is not due to chance alone. Names are those that 'trickkit rules KEY' shows: of options, and inside
    phases, scoring, schedule and ending. If a name is ambiguous, write it with dots as in a house-rule sheet.

    \b
    Example:
      trickkit sweep pikoko --over tokens=5..12 --deals 100 --metrics points
    """
    from trickkit import lab

    over = dict(values_of(game, text) for text in overs)
    with request.running(game) as settings:
        results = lab.sweep(game, over={**fixed(game, players, given), **over}, **settings)
    request.write(results, _print)


def _print(found: Found) -> None:
    console = printer()
    for part in _shown(found):
        console.print(part)
    for line in found.method():
        console.print(line)


def fixed(game: str, players: str | None, given: Sequence[str]) -> dict[str, list[Any]]:
    """The options that are the same in every run, each as a list of one value."""
    return {name: [value] for name, value in read(game, chosen(players, given)).items()}


def values_of(game: str, text: str) -> tuple[str, list[Any]]:
    """The name and the values in an argument of `--over`."""
    name, equals, listed = text.partition("=")
    if not equals or not name or not listed:
        raise InvalidRules(f"--over {quoted(text)}: write name=values, as in tokens=5..12 or tokens=5,7,9")
    run = RUN.fullmatch(listed)
    if run:
        return name, [*range(int(run[1]), int(run[2]) + 1, int(run[3] or 1))]
    known = {option.name: option for option in options(builder(game))}
    if meant := re.fullmatch(r"(\d+)-(\d+)", listed):
        raise InvalidRules(f"--over {quoted(text)}: a range of numbers is written {meant[1]}..{meant[2]}")
    texts = [value.strip() for value in listed.split(",")]
    return name, [known[name].read(value) if name in known else _plain(value) for value in texts]


def _plain(text: str) -> bool | int | str:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def _shown(found: Found) -> Iterator[RenderableType]:
    """A table for each metric, with a line for each of the rules."""
    for metric, rows in groupby(found.rows, key=lambda row: row.metric):
        columns = list(rows)
        unit = "" if columns[0].unit in ("share", metric) else f" ({columns[0].unit})"
        table = Table(f"{metric}{unit}", box=box.SIMPLE_HEAD)
        for row in columns:
            table.add_column(row.label or "", justify="right")
        for index, name in enumerate(found.study.names):
            table.add_row(name, *(_cell(row, index) for row in columns))
        yield table
    yield "* surely differs from the first line; the numbers in brackets are the interval of the difference"
    yield "The best of several values looks better than it is; 'trickkit balance' confirms it with fresh deals."


def _cell(row: Row, place: int) -> str:
    from trickkit.lab.words import number

    value = row.values[place]
    by = row.differences[place - 1] if place else None
    if value is None:
        return "-"
    shown = number(value.mean, row.unit)
    if by is None:
        return shown
    low, high = (number(end, row.unit, sign=True).removesuffix(" pp") for end in (by.low, by.high))
    return f"{shown} ({low} to {high}){'*' if by.excludes(0) else ' '}"

"""What the commands of the lab share: their options, a bar that says how wide intervals still are, and tables."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import fields, frozen
from rich import box
from rich.progress import Progress, TextColumn
from rich.table import Table

import trickkit
from trickkit.cli.games import built, chosen, with_a_seed
from trickkit.cli.output import printer
from trickkit.errors import InvalidRules
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.lab import Found

__all__ = ["Asked", "of_a_study", "paged", "printed", "progress_of", "rules_in", "wide"]

Command = TypeVar("Command", bound=Callable[..., object])

LOOK = 0.5
"""So many seconds pass between two looks at the intervals while a study runs."""

GIVEN = re.compile(r"(?P<game>.+?):(?P<options>\w+=.*)")
"""A game with options of its own, such as pikoko:next_lead=start_player."""


@frozen
class Asked:
    """What was said on the command line about how to study: the arguments that all calls of the lab take.

    >>> Asked(bots=("greedy",), deals=100, seed=0).arguments()["bots"]
    'greedy'
    """

    bots: tuple[str, ...]
    deals: int
    seed: int
    until: dict[str, float] | float | None = None
    metrics: tuple[str, ...] = ()
    where: str | None = None
    seconds: float | None = None
    workers: int = 1
    file: str | None = None
    scheduler: str | None = None
    send_python: bool = False

    def arguments(self) -> dict[str, Any]:
        """As keywords for the calls."""
        from trickkit.lab.cluster import connected

        return {
            "bots": self.bots[0] if len(self.bots) == 1 else self.bots,
            "deals": self.deals,
            "seed": self.seed,
            "until": self.until,
            **({"metrics": self.metrics} if self.metrics else {}),
            "where": self.where,
            "budget": None if self.seconds is None else timedelta(seconds=self.seconds),
            "workers": self.workers,
            "file": self.file,
            **({"client": connected(self.scheduler)} if self.scheduler else {}),
            "send_python": self.send_python,
        }


def of_a_study(command: Command) -> Command:
    """Decorate a command that runs a study: it takes `asked`, and how the result is printed.

    >>> @click.command
    ... @of_a_study
    ... def study(asked, as_json, as_csv, to): ...
    >>> [parameter.name for parameter in study.params][-3:]
    ['as_json', 'as_csv', 'to']
    """

    def with_asked(**given: Any) -> object:
        if given["as_json"] and given["as_csv"]:
            raise InvalidRules("--json and --csv: the result is printed as one of them")
        if given["to"] is not None and not Path(given["to"]).absolute().parent.is_dir():
            raise InvalidRules(f"--html {given['to']}: there is no such folder")
        asked = Asked(**{one.name: given.pop(one.name) for one in fields(Asked)})
        return command(asked=asked, **given)

    with_asked.__doc__, with_asked.__name__ = command.__doc__, command.__name__
    with_asked.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    decorated: Any = with_asked
    for decorate in reversed(_OPTIONS):
        decorated = decorate(decorated)
    return decorated  # type: ignore[no-any-return]


def _bots(_context: click.Context, _option: click.Parameter, text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _metrics(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[str, ...]:
    return () if text is None else tuple(name.strip() for name in text.split(","))


def _until(
    _context: click.Context, _option: click.Parameter, texts: tuple[str, ...]
) -> dict[str, float] | float | None:
    """Widths, given as 0.01, ±1% or wins=1%."""
    widths: dict[str, float] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        share = number.strip().removeprefix("±")
        try:
            widths[name] = float(share.removesuffix("%")) / (100 if share.endswith("%") else 1)
        except ValueError:
            raise click.BadParameter(f"{text!r} is no width, such as 0.5, 1% or wins=1%") from None
    return widths.get("", widths) if widths else None


_OPTIONS = (
    click.option(
        "--bots",
        default="greedy",
        show_default=True,
        callback=_bots,
        metavar="BOT,...",
        help="Who plays: one for all seats, or one for each: random, greedy, flat:N, best:LEVEL.",
    ),
    click.option(
        "--deals", type=click.IntRange(min=2), default=1000, show_default=True, metavar="N", help="How many at most."
    ),
    click.option(
        "--until",
        multiple=True,
        callback=_until,
        metavar="[METRIC=]W",
        help="Stop when half of each interval is at most so wide: 1%, 0.5, or 'points=0.5'; may be repeated. Without a "
        "metric it is about the first one.",
    ),
    click.option("--metrics", callback=_metrics, metavar="NAME,...", help="What is measured; all that there is."),
    click.option(
        "--where",
        metavar="CONDITION",
        help="Keep the deals that meet a condition: 'points of seat 0 >= 5', 'hearts of the starter = 0..2' or 'double "
        "by anybody', with 'not' in front or joined by 'and'.",
    ),
    click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        metavar="S",
        help="Stop when S seconds are over. What that gives depends on the machine.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        metavar="N",
        help="How many processes play.",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="Play on a cluster of Dask instead, such as tcp://host:8786."),
    click.option(
        "--send-python", is_flag=True, help="Let the cluster run rules that are made in Python, with their files."
    ),
    click.option("--file", metavar="FILE", help="Keep the study in FILE; where it exists, go on from there."),
    with_a_seed,
    click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
    click.option("--csv", "as_csv", is_flag=True, help="Print the result as CSV."),
    click.option("--html", "to", metavar="PAGE", help="Write a page to send, with plots and deals to step through."),
)


def rules_in(text: str, players: str | None, given: Sequence[str]) -> Rules:
    """The rules that a text on the command line names: a game, with options of its own after a colon.

    Args:
        text: such as `pikoko`, `house.toml` or `pikoko:next_lead=start_player`.
        players: the value of `--players`.
        given: the values of `--option`.

    Raises:
        InvalidRules: there is no such game or option.

    >>> rules_in("pikoko:next_lead=start_player", "3", []).options["next_lead"]
    'start_player'
    """
    found = GIVEN.fullmatch(text)
    game, own = (found["game"], found["options"].split(",")) if found else (text, [])
    return built(game, {**chosen(players, given), **chosen(None, own)})


@contextmanager
def progress_of(asked: Asked) -> Iterator[Callable[[Found], None]]:
    """A bar of deals that says how wide intervals still are; give it what was found so far."""
    stderr = printer(stderr=True)
    columns = (*Progress.get_default_columns(), TextColumn("{task.fields[width]}"))
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        task, looked = progress.add_task("deals", total=asked.deals, width=""), 0.0

        def show(found: Found) -> None:
            nonlocal looked
            progress.update(task, completed=found.deals)
            # Working out intervals takes longer than some blocks do.
            if stderr.is_terminal and time.monotonic() - looked >= LOOK:
                progress.update(task, width=wide(found))
                looked = time.monotonic()

        yield show


def wide(found: Found) -> str:
    """How wide half of the intervals still is: of each metric of which a width was asked for, else of the first.

    Args:
        found: what a study has found so far.

    >>> from trickkit import lab
    >>> found = lab.profile("pikoko", bots="random", deals=1000, metrics=["wins", "ties"])
    >>> wide(found).partition(" ±")[0]
    'wins'
    """
    from trickkit.lab.words import number

    asked = found.widest or found.half_of({row.metric for row in found.rows[:1]})
    units = {metric.name: metric.unit for metric in found.study.metrics}
    return ", ".join(f"{name} ± {number(half, units[name])}" for name, half in asked.items() if isfinite(half))


def paged(found: Found, to: str | None) -> None:
    """Write a page of what a study found, where one was asked for.

    Raises:
        InvalidRules: the page cannot be written.
    """
    if to is None:
        return
    from trickkit import lab

    try:
        Path(to).write_text(lab.page(found), encoding="utf-8")
    except OSError as error:
        raise InvalidRules(f"{to} cannot be written: {error.strerror}") from error


def printed(found: Found, *, as_json: bool, as_csv: bool) -> None:
    """Print what a study found: as JSON, as CSV, or as a table with sentences."""
    if as_json:
        asked = {
            "trickkit": trickkit.__version__,
            "rules": found.study.names,
            "bots": found.study.bots,
            "seed": found.study.seed,
            "deals": found.deals,
        }
        kept = {"where": str(found.study.where), "kept": found.kept} if found.study.where else {}
        same = found.study.has_same_cards if len(found.study.rules) > 1 else None
        said = found.sentences()
        scores = {name: _scores(found, place) for place, name in enumerate(found.study.names)}
        numbers = {"found": said, "rows": found.tidy(), "scores": scores}
        click.echo(json.dumps({**asked, **kept, "same_cards": same, **numbers}))
        return
    if as_csv:
        text, rows = io.StringIO(), found.tidy()
        writer = csv.DictWriter(text, [*rows[0]] if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        click.echo(text.getvalue(), nl=False)
        return
    console = printer()
    console.print(_table(found))
    for sentence in found.sentences():
        console.print(sentence)
    console.print()
    for line in found.method():
        console.print(line)


def _scores(found: Found, place: int) -> list[dict[str, float]]:
    """How often a seat scored so many points in a deal."""
    shares = found.distribution(place)
    return [{"points": points, "share": one.mean, "low": one.low, "high": one.high} for points, one in shares.items()]


def _table(found: Found) -> Table:
    from trickkit.lab.words import interval, number

    if len(found.study.names) > 2:
        return _by_rules(found)
    table = Table("measured", box=box.SIMPLE_HEAD)
    several = len(found.study.names) > 1
    for name in found.study.names:
        table.add_column(name, justify="right", overflow="fold")
    for _ in found.study.names[1:]:
        table.add_column("difference", justify="right", no_wrap=True)
    for row in found.rows:
        values = [
            "-" if value is None else number(value.mean, row.unit) if several else interval(value, row.unit)
            for value in row.values
        ]
        by = [interval(difference, row.unit, sign=True) for difference in row.differences]
        table.add_row(row.what_in_unit, *values, *by)
    return table


def _by_rules(found: Found) -> Table:
    """A line for each number under each of the rules, where there are too many for columns."""
    from trickkit.lab.words import interval, number

    table = Table("measured", box=box.SIMPLE_HEAD)
    table.add_column("rules", overflow="fold")
    table.add_column("value", justify="right")
    table.add_column("from the first", justify="right", no_wrap=True)
    for row in found.rows:
        for place, (name, value) in enumerate(zip(found.study.names, row.values, strict=True)):
            shown = "-" if value is None else number(value.mean, row.unit)
            by = interval(row.differences[place - 1], row.unit, sign=True) if place else ""
            table.add_row("" if place else row.what_in_unit, name, shown, by)
    return table

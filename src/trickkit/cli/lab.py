"""What the commands of the lab share: their options, a bar that says how wide intervals still are, and tables."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import frozen
from rich import box
from rich.progress import Progress, TextColumn
from rich.table import Table

from trickkit.cli.games import built, chosen, with_a_seed
from trickkit.cli.output import printer
from trickkit.errors import InvalidRules
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.lab import Found

__all__ = ["Asked", "of_a_study", "paged", "printed", "progress_of", "rules_in"]

Command = TypeVar("Command", bound=Callable[..., object])

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
        names = ("bots", "deals", "seed", "until", "metrics", "where", "seconds", "workers", "file", "scheduler")
        if given["as_json"] and given["as_csv"]:
            raise InvalidRules("--json and --csv: the result is printed as one of them")
        if given["to"] is not None and not Path(given["to"]).absolute().parent.is_dir():
            raise InvalidRules(f"--html {given['to']}: there is no such folder")
        asked = Asked(**{name: given.pop(name) for name in names})
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
        task = progress.add_task("deals", total=asked.deals, width="")

        def show(found: Found) -> None:
            # Working out intervals takes longer than some blocks do.
            wide = f"± {max(found.widest.values()):.3g}" if asked.until and stderr.is_terminal else ""
            progress.update(task, completed=found.deals, width=wide)

        yield show


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
        asked = {"rules": found.study.names, "bots": found.study.bots, "seed": found.study.seed, "deals": found.deals}
        kept = {"where": str(found.study.where), "kept": found.kept} if found.study.where else {}
        same = found.study.has_same_cards if len(found.study.rules) > 1 else None
        said = found.sentences()
        click.echo(json.dumps({**asked, **kept, "same_cards": same, "found": said, "rows": found.tidy()}))
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


def _table(found: Found) -> Table:
    from trickkit.lab.words import interval, number

    table = Table("measured", box=box.SIMPLE_HEAD)
    several = len(found.study.names) > 1
    for name in found.study.names:
        table.add_column(name, justify="right", overflow="fold")
    for name in found.study.names[1:]:
        table.add_column("difference" if len(found.study.names) == 2 else f"{name}: difference", justify="right")
    for row in found.rows:
        values = [
            "-" if value is None else number(value.mean, row.unit) if several else interval(value, row.unit)
            for value in row.values
        ]
        by = [interval(difference, row.unit, sign=True) for difference in row.differences]
        unit = "" if row.unit == "share" else f" ({row.unit})" if row.unit not in row.what else ""
        table.add_row(f"{row.what}{unit}", *values, *by)
    return table

"""The output of a study: a progress bar, then JSON, CSV, or a table with sentences."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import asdict
from rich import box
from rich.progress import Progress, TextColumn
from rich.table import Table

import trickkit
from trickkit.cli.output import printer, progress_bar
from trickkit.errors import InvalidRules

if TYPE_CHECKING:
    from trickkit.lab import Found
    from trickkit.lab.certificate import Certificate
    from trickkit.lab.verdict import Verdict

__all__ = ["print_csv", "print_json", "print_table", "progress_of", "wide", "write_page"]

LOOK = 0.5
"""The seconds between two updates of the intervals while a study runs."""


@contextmanager
def progress_of(deals: int) -> Iterator[Callable[[Found], None]]:
    """A progress bar of deals that shows the current width of the intervals; call it with results so far.

    Args:
        deals: the maximum number of deals.
    """
    with progress_bar(*Progress.get_default_columns(), TextColumn("{task.fields[width]}")) as progress:
        task, looked = progress.add_task("deals", total=deals, width=""), 0.0

        def show(found: Found) -> None:
            nonlocal looked
            progress.update(task, completed=found.deals)
            # Computing intervals takes longer than some blocks do.
            if progress.console.is_terminal and time.monotonic() - looked >= LOOK:
                progress.update(task, width=wide(found))
                looked = time.monotonic()

        yield show


def wide(found: Found) -> str:
    """Half the width of the current intervals: of each metric with a target, otherwise of the first metric.

    Args:
        found: the results so far.

    >>> from trickkit import lab
    >>> found = lab.profile("pikoko", bots="random", deals=1000, metrics=["wins", "ties"])
    >>> wide(found).partition(" ±")[0]
    'wins'
    """
    from trickkit.lab.words import number

    halves = found.widest or found.half_of({row.metric for row in found.rows[:1]})
    units = {metric.name: metric.unit for metric in found.study.metrics}
    return ", ".join(f"{name} ± {number(half, units[name])}" for name, half in halves.items() if isfinite(half))


def write_page(found: Found, path: str) -> None:
    """Write a page of the results.

    Raises:
        InvalidRules: the page cannot be written.
    """
    from trickkit import lab

    try:
        Path(path).write_text(lab.page(found), encoding="utf-8")
    except OSError as error:
        raise InvalidRules(f"{path} cannot be written: {error.strerror}") from error


def print_json(found: Found) -> None:
    """Print the results as one line of JSON."""
    about = {
        "trickkit": trickkit.__version__,
        "rules": found.study.names,
        "bots": found.study.bots,
        "seed": found.study.seed,
        "deals": found.deals,
    }
    kept = {"where": str(found.study.where), "kept": found.kept} if found.study.where else {}
    same = found.study.has_same_cards if len(found.study.rules) > 1 else None
    scores = {name: _scores(found, index) for index, name in enumerate(found.study.names)}
    judged = {"verdicts": [*map(_verdict, found.verdicts)], "players": [*map(_players, found.certificates)]}
    numbers = {**judged, "shared": found.shared, "not_measured": found.missing, "rows": found.tidy(), "scores": scores}
    click.echo(json.dumps({**about, **kept, "same_cards": same, **numbers}))


def print_csv(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows as CSV.

    Args:
        rows: all with the same names, which stand in the first line.

    >>> print_csv([{"bot": "greedy", "points": 0.5}])
    bot,points
    greedy,0.5
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, [*rows[0]] if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    click.echo(text.getvalue(), nl=False)


def print_table(found: Found) -> None:
    """Print the results as a table with sentences."""
    console = printer()
    for verdict in found.verdicts:
        first, *rest = verdict.sentences()
        console.print(f"{verdict.name}: {first}" if len(found.verdicts) > 1 else first, style="bold")
        for sentence in rest:
            console.print(sentence)
        console.print()
    for sentence in found.shared:
        console.print(sentence)
    console.print(_table(found))
    for line in found.method():
        console.print(line)


def _verdict(verdict: Verdict) -> dict[str, Any]:
    names = ("watched", "came up", "open", "used", "parted", "scored")
    counts = {name.replace(" ", "_"): verdict.found.sums.counts[verdict.place, name] for name in names}
    values = {"headline": verdict.headline, "why": verdict.why, "others": verdict.others, "warnings": verdict.warnings}
    rest = {"ruled_out": verdict.ruled_out, "untouched": verdict.untouched}
    return {"rules": verdict.name, **values, **rest, "deals": counts}


def _players(certificate: Certificate) -> dict[str, Any]:
    return {**asdict(certificate), "warnings": certificate.warnings}


def _scores(found: Found, place: int) -> list[dict[str, float]]:
    shares = found.distribution(place)
    return [
        {"points": points, "share": share.mean, "low": share.low, "high": share.high}
        for points, share in shares.items()
    ]


def _table(found: Found) -> Table:
    from trickkit.lab.words import interval, number, titled

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
        table.add_row(titled(row, found.study.rules[0]), *values, *by)
    return table


def _by_rules(found: Found) -> Table:
    """A table with a line for each number and each of the rules, for studies with too many rules for columns."""
    from trickkit.lab.words import interval, number, titled

    table = Table("measured", box=box.SIMPLE_HEAD)
    table.add_column("rules", overflow="fold")
    table.add_column("value", justify="right")
    table.add_column("from the first", justify="right", no_wrap=True)
    for row in found.rows:
        for index, (name, value) in enumerate(zip(found.study.names, row.values, strict=True)):
            shown = "-" if value is None else number(value.mean, row.unit)
            by = interval(row.differences[index - 1], row.unit, sign=True) if index else ""
            table.add_row("" if index else titled(row, found.study.rules[0]), name, shown, by)
    return table

"""`trickkit match KEY`: bots against each other, with the same cards."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import click
from rich import box
from rich.progress import Progress, TextColumn
from rich.table import Table

from trickkit.bots.intervals import reach
from trickkit.bots.match import Match, match
from trickkit.bots.registry import read_all
from trickkit.cli.games import about_a_game, built, chosen, guarded, with_a_count, with_a_seed, with_a_time
from trickkit.cli.output import printer, progress_bar

__all__ = ["match_bots"]


def _half(_context: click.Context, _option: click.Parameter, text: str | None) -> float | None:
    """Half the width of an interval, given as 0.5 or ±0.5."""
    if text is None:
        return None
    try:
        half = float(text.strip().removeprefix("±"))
    except ValueError:
        half = 0.0
    if not 0 < half < float("inf"):
        raise click.BadParameter(f"{text!r} is not a number of points above 0, such as 0.5 or ±0.5")
    return half


@click.command("match")
@about_a_game
@click.option(
    "--bots",
    "texts",
    default="best:2,greedy",
    show_default=True,
    metavar="BOT,BOT...",
    help="Two or more of random, greedy, flat:N for N playouts of each action, best:LEVEL or best:LEVEL@PLAYOUTS with "
    "a level from 1 to 5, learned for an installed network, learned:FILE for yours, and installed bots.",
)
@with_a_count("--deals", "The maximum number of deals.", default=100)
@click.option(
    "--until",
    callback=_half,
    metavar="P",
    help="Stop, after ten deals or more, when half of each 95 % interval is at most P points: 0.5 or ±0.5.",
)
@with_a_time("--seconds", "Stop after the deal in which S seconds run out.", metavar="S")
@click.option("--ratings", is_flag=True, help="Rate the bots as well (Plackett-Luce); needs the extra 'ratings'.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@with_a_seed
def match_bots(
    game: str,
    players: str | None,
    given: Sequence[str],
    texts: str,
    deals: int,
    until: float | None,
    seconds: float | None,
    ratings: bool,
    as_json: bool,
    seed: int,
) -> None:
    """Let bots play the same deals from every seat.

    Each deal is played as often as there are bots at the table, and every bot plays each seat once. The table shows
    what a seat scores in a deal, and how far each bot is ahead of the others, with half the width of the 95 % interval
    of the paired differences. If there are more bots than sides, they take turns, in all combinations. The same seed
    gives the same match, unless --seconds stops it.

    \b
    Example:
      trickkit match pikoko --bots flat:16,greedy,random --deals 20
      trickkit match hearts --bots best:3,best:1 --until ±0.5 --deals 1000
    """
    rules = built(game, chosen(players, given))
    names = [text.strip() for text in texts.split(",")]
    read = read_all(names)
    if ratings:
        from trickkit.bots.rating import ratings as rated
    columns = (*Progress.get_default_columns(), TextColumn("{task.fields[lead]}"))
    with guarded(game), progress_bar(*columns) as progress:
        task = progress.add_task("deals", total=deals, lead="")
        result = match(
            rules,
            [read[name] for name in names],
            deals=deals,
            until=until,
            budget=None if seconds is None else timedelta(seconds=seconds),
            seed=seed,
            seen=lambda so_far: progress.update(task, advance=1, lead=f"{names[0]} : {names[1]} {_lead(so_far, 0, 1)}"),
        )
    strengths = [str(rating) for rating in rated(result)] if ratings else None
    if as_json:
        click.echo(json.dumps(_as_json(names, result, rated(result) if ratings else None)))
        return
    console = printer()
    console.print(_table(names, result, strengths))
    wins = "the most points win" if result.sign > 0 else "the fewest points win"
    console.print(f"points: of a seat in a deal; {wins}")
    console.print("ahead of: by how many points a deal; ± half of the 95 % interval of the differences deal by deal")
    if ratings:
        console.print(
            "rating: strength by the model of Plackett and Luce, 25 in the beginning; ± half of its 95 % interval"
        )
    at_once = sum(points is not None for points in result.points[0])
    console.print(f"{result.deals} deals, each played {at_once} times")


def _table(names: Sequence[str], found: Match, strengths: Sequence[str] | None) -> Table:
    table = Table("bot", box=box.SIMPLE_HEAD)
    for title in ("points", *(["rating"] if strengths else []), *(f"ahead of {name}" for name in names)):
        table.add_column(title, justify="right")
    for bot, name in enumerate(names):
        rating = [] if strengths is None else [strengths[bot]]
        leads = ("" if bot == other else _lead(found, bot, other) for other in range(len(names)))
        table.add_row(name, _points(found, bot), *rating, *leads)
    return table


def _points(found: Match, bot: int) -> str:
    return f"{found.mean(bot):.2f}" if any(row[bot] is not None for row in found.points) else "-"


def _lead(found: Match, bot: int, other: int) -> str:
    if not found.together(bot, other):
        return "-"
    mean, error = found.ahead(bot, other)
    return f"{mean:+.2f}" if error is None else f"{mean:+.2f} ± {reach(error):.2f}"


def _as_json(names: Sequence[str], found: Match, rated: Sequence[Any] | None) -> dict[str, Any]:
    """The table as JSON: points, leads, and half of the leads' 95 % intervals, which are null after one deal."""
    leads = []
    for bot, name in enumerate(names):
        for other, beaten in enumerate(names):
            if bot != other and found.together(bot, other):
                mean, error = found.ahead(bot, other)
                half = None if error is None else reach(error)
                leads.append({"bot": name, "of": beaten, "points": mean, "half_interval": half})
    bots_ = []
    for bot, name in enumerate(names):
        entry: dict[str, Any] = {"bot": name, "points": found.mean(bot) if _points(found, bot) != "-" else None}
        if rated is not None:
            entry["rating"] = {"mean": rated[bot].mean, "deviation": rated[bot].deviation}
        bots_.append(entry)
    wins = "most" if found.sign > 0 else "fewest"
    return {"deals": found.deals, "wins": wins, "bots": bots_, "ahead": leads}

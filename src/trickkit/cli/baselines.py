"""`trickkit baselines`: how strong bots are in all games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

import click
from attrs import asdict
from rich import box
from rich.progress import TextColumn
from rich.table import Table

from trickkit.cli.games import guarded, with_a_count, with_a_seed, with_a_time
from trickkit.cli.output import printer, progress_bar
from trickkit.cli.study_output import print_csv
from trickkit.cli.study_request import rules_in
from trickkit.errors import InvalidRules

if TYPE_CHECKING:
    from trickkit.bots.baselines import Baseline

__all__ = ["show_baselines"]


@click.command("baselines")
@click.argument("games", metavar="[KEY...]", nargs=-1)
@click.option(
    "--bots",
    "names",
    default="random,best:2,best:3,learned",
    show_default=True,
    metavar="BOT,...",
    help="The bots: random, greedy, flat:N, best:LEVEL, learned, learned:FILE, and installed ones.",
)
@click.option("--against", default="greedy", show_default=True, metavar="BOT", help="Their common opponent.")
@with_a_count("--deals", "The maximum number of deals of each match.", default=100)
@with_a_time("--seconds", "Stop each match after the deal in which S seconds run out.", metavar="S")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each game and bot.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, a row for each game and bot.")
@with_a_seed
def show_baselines(
    games: Sequence[str],
    names: str,
    against: str,
    deals: int,
    seconds: float | None,
    as_json: bool,
    as_csv: bool,
    seed: int,
) -> None:
    """Show how strong bots are: how far each is ahead of the same opponent, in every game.

    Without a KEY it plays all installed games. Each bot plays a match with the same cards, from every seat; the table
    shows by how many points a deal it is ahead, with half of the 95 % interval. The same seed gives the same table,
    unless --seconds stops a match.

    Each KEY is the key of an installed game, the path of a .py file that defines rules(...), or the path of a
    house-rule sheet (a .toml file), with options of its own after a colon.

    \b
    Examples:
      trickkit baselines hearts euchre --deals 200
      trickkit baselines --seconds 30 --csv > baselines.csv
    """
    from trickkit.bots.baselines import baselines

    if as_json and as_csv:
        raise InvalidRules("--json and --csv: the result is printed as one of them")
    bots = [name.strip() for name in names.split(",")]
    rules = [rules_in(game, None, []) for game in games] or None
    results: list[Baseline] = []
    columns = (TextColumn("{task.description}"), TextColumn("{task.completed} deals"))
    with guarded(", ".join(games) or "all games"), progress_bar(*columns) as progress:
        task = progress.add_task("", total=None)

        def show(one: Baseline) -> None:
            progress.update(task, description=f"{one.game}, {one.bot} with {against}", completed=one.deals)

        budget = None if seconds is None else timedelta(seconds=seconds)
        for baseline in baselines(rules, bots, against=against, deals=deals, seed=seed, budget=budget, seen=show):
            results.append(baseline)
            if as_json:
                click.echo(json.dumps(asdict(baseline)))
    if as_csv:
        print_csv([*map(asdict, results)])
    elif not as_json:
        _print(results, bots, against)


def _print(found: Sequence[Baseline], bots: Sequence[str], against: str) -> None:
    table = Table("game", box=box.SIMPLE_HEAD)
    for bot in bots:
        table.add_column(bot, justify="right")
    for first in range(0, len(found), len(bots)):
        row = found[first : first + len(bots)]
        table.add_row(row[0].game, *map(str, row))
    console = printer()
    console.print(table)
    console.print(f"points a deal ahead of {against}; ± half of the 95 % interval; - without an installed network")
    counts = [baseline.deals for baseline in found if baseline.deals] or [0]
    fewest, most = min(counts), max(counts)
    console.print(f"{fewest if fewest == most else f'{fewest} to {most}'} deals each, played from every seat")

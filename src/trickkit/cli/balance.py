"""`trickkit balance KEY --over NAME=VALUES --aim AIM`: the rules that come closest to an aim."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

import click
from rich import box
from rich.table import Table

from trickkit.cli.games import about_a_game
from trickkit.cli.output import printer
from trickkit.cli.study_request import StudyRequest, of_a_study
from trickkit.cli.sweep import fixed, values_of
from trickkit.errors import InvalidRules, quoted

__all__ = ["balance"]


@click.command("balance")
@about_a_game
@click.option(
    "--aim",
    default="seats equal",
    show_default=True,
    metavar="AIM",
    help="The target: 'seats equal', 'wins equal', 'games equal' with --games, or a metric with a target: "
    "'ties low', 'spread high' or 'bids exact = 50%'.",
)
@click.option(
    "--over",
    "overs",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="What to vary, as for 'trickkit sweep'; several times for all combinations.",
)
@partial(of_a_study, without=("metrics", "page", "rows", "as_csv", "learn", "networks"))
def balance(
    game: str, players: str | None, given: Sequence[str], aim: str, overs: Sequence[str], request: StudyRequest
) -> None:
    """Search values of options and numbers for the rules that come closest to an aim.

    All rules play the same deals. The best of several is partly best by chance. It then plays the same number of new
    deals against the first; only these say how close it comes, and whether it is surely closer.

    \b
    Example:
      trickkit balance oh_hell --aim 'seats equal' --over hook=yes,no --over cards=5,7,10
    """
    from trickkit import lab
    from trickkit.lab.balancing import Aim
    from trickkit.lab.metrics import METRICS

    if METRICS[Aim.read(aim).metric].of_games != bool(request.games):
        played = "deals; leave out --games" if request.games else "whole games; say how many with --games"
        raise InvalidRules(f"balance: the aim {quoted(aim)} is about {played}")
    over = dict(values_of(game, text) for text in overs)
    with request.running(game) as settings:
        settings.pop("metrics", None)
        result = lab.balance(game, aim=aim, over={**fixed(game, players, given), **over}, **settings)
    distances = zip(result.search.study.names, result.distances, strict=True)
    if request.as_json:
        rows = [
            {"rules": name, "mean": distance.mean, "low": distance.low, "high": distance.high}
            for name, distance in distances
        ]
        fresh = {"deals": result.fresh.deals, "rows": result.fresh.tidy()}
        summary = {
            "aim": result.aim.text,
            "best": result.best,
            "is_better": result.is_better,
            "found": result.sentences(),
        }
        click.echo(json.dumps({**summary, "search": rows, "fresh": fresh}))
        return
    console = printer()
    for sentence in result.sentences():
        console.print(sentence)
    table = Table("rules", "from the aim", "interval", box=box.SIMPLE_HEAD)
    for name, distance in sorted(distances, key=lambda row: row[1].mean):
        table.add_row(name, f"{distance.mean:.4g}", f"{distance.low:.4g} to {distance.high:.4g}")
    console.print(table)
    for line in result.search.method():
        console.print(line)

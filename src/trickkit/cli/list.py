"""`trickkit list`: the installed games."""

from __future__ import annotations

import click
from rich import box
from rich.table import Table

from trickkit.catalog.options import options
from trickkit.catalog.registry import builder, keys
from trickkit.cli.games import built, values
from trickkit.cli.output import printer
from trickkit.errors import TrickkitError

__all__ = ["list_games"]


@click.command("list")
def list_games() -> None:
    """List the installed games.

    Each with its key, its name, the number of players, and a one-sentence summary.

    \b
    Example:
      trickkit list
    """
    table = Table("key", "name", "players", "summary", box=box.SIMPLE_HEAD)
    for key in keys():
        table.add_row(key, *_described(key))
    printer().print(table)


def _described(key: str) -> tuple[str, str, str]:
    """Name, players and summary of a game; for a game that cannot be built, the reason as summary."""
    try:
        rules = built(key)
    except TrickkitError as error:
        return "?", "?", str(error)
    counts = [values(option) for option in options(builder(key)) if option.name == "players"]
    return rules.name, counts[0] if counts else str(rules.players), rules.summary

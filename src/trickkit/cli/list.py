"""`trickkit list`: the installed games."""

from __future__ import annotations

import click
from rich import box
from rich.table import Table

from trickkit.catalog.options import Option, options
from trickkit.catalog.registry import builder, keys
from trickkit.cli.games import built, values
from trickkit.cli.output import printer
from trickkit.errors import TrickkitError

__all__ = ["list_games"]

PIPED = 1000
"""The maximum length of a line that is not for a terminal."""


@click.command("list")
def list_games() -> None:
    """List the installed games.

    A line for each: its key, its name, the number of players, and as much of a summary as the terminal has room for.

    \b
    Example:
      trickkit list
    """
    table = Table("key", "name", "players", box=box.SIMPLE_HEAD, expand=True)
    table.add_column("summary", no_wrap=True, overflow="ellipsis", ratio=1)
    for key in keys():
        table.add_row(key, *_described(key))
    console = printer()
    if not console.is_terminal:
        # Programs that read the lines have room for whole summaries.
        console.width = max(console.width, console.measure(table, options=console.options.update(width=PIPED)).maximum)
    console.print(table)


def _described(key: str) -> tuple[str, str, str]:
    """Name, players and summary of a game; for a game that cannot be built, the reason as summary."""
    try:
        rules = built(key)
    except TrickkitError as error:
        return "?", "?", str(error)
    counts = [_range(option) for option in options(builder(key)) if option.name == "players"]
    return rules.name, counts[0] if counts else str(rules.players), rules.summary


def _range(option: Option) -> str:
    """The numbers of players of a game: "3-5" where they follow one another."""
    counts = [count for count in option.values or () if isinstance(count, int)]
    is_range = len(counts) > 1 and counts == [*range(counts[0], counts[-1] + 1)]
    return f"{counts[0]}-{counts[-1]}" if is_range else values(option)

"""`trickkit match KEY`: bots against each other, with the same cards."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich import box
from rich.progress import Progress
from rich.table import Table

from trickkit import bots
from trickkit.bots.intervals import reach
from trickkit.bots.match import Match, match
from trickkit.cli.games import about_a_game, built, chosen, guarded, with_a_seed
from trickkit.cli.output import printer

__all__ = ["match_bots"]


@click.command("match")
@about_a_game
@click.option(
    "--bots", "texts", default="flat:64,random", show_default=True, metavar="BOT,BOT...", help="Two or more of them."
)
@click.option(
    "--deals", type=click.IntRange(min=1), default=100, show_default=True, metavar="N", help="How many deals."
)
@click.option(
    "--until",
    type=click.FloatRange(min=0, min_open=True),
    metavar="P",
    help="Stop, after ten deals or more, when half of each 95 % interval is at most P points.",
)
@with_a_seed
def match_bots(
    game: str, players: str | None, given: Sequence[str], texts: str, deals: int, until: float | None, seed: int
) -> None:
    """Let bots play the same deals from every seat.

    Each deal is played as often as there are bots, and every bot plays each seat once. The table says what a seat
    scores in a deal, and how far each bot is ahead of the others, with half of the 95 % interval of the paired
    differences. The same seed gives the same match.

    KEY is the key of an installed game, or the path of a .py file that defines rules(...), or of a house-rule sheet,
    a .toml file.

    \b
    Example:
      trickkit match pikoko --bots flat:16,flat:4,random --deals 20
    """
    rules = built(game, chosen(players, given))
    names = [text.strip() for text in texts.split(",")]
    players_ = [bots.read(name) for name in names]
    stderr = printer(stderr=True)
    with guarded(game), Progress(console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        task = progress.add_task("deals", total=deals)
        found = match(rules, players_, deals=deals, until=until, seed=seed, seen=lambda _: progress.advance(task))
    console = printer()
    console.print(_table(names, found))
    wins = "the most points win" if found.sign > 0 else "the fewest points win"
    console.print(f"points: of a seat in a deal; {wins}")
    console.print("ahead of: by how many points a deal; ± half of the 95 % interval of the differences deal by deal")
    console.print(f"{found.deals} deals, each played {len(names)} times")


def _table(names: Sequence[str], found: Match) -> Table:
    table = Table("bot", box=box.SIMPLE_HEAD)
    for title in ("points", *(f"ahead of {name}" for name in names)):
        table.add_column(title, justify="right")
    for bot, name in enumerate(names):
        leads = ("" if bot == other else _lead(*found.ahead(bot, other)) for other in range(len(names)))
        table.add_row(name, f"{found.mean(bot):.2f}", *leads)
    return table


def _lead(mean: float, error: float | None) -> str:
    return f"{mean:+.2f}" if error is None else f"{mean:+.2f} ± {reach(error):.2f}"

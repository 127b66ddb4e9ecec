"""`trickkit simulate KEY`: many games of random legal play, and what they amount to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

import click
from rich import box
from rich.progress import Progress
from rich.table import Table

from trickkit.cli.figures import Figures, Game, SeatFigures, collected, figures, seed_of
from trickkit.cli.games import about_a_game, built, chosen, guarded
from trickkit.cli.output import printer
from trickkit.playout import playout
from trickkit.rules import Rules

__all__ = ["simulate"]


@click.command("simulate")
@about_a_game
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    metavar="N",
    help="How many games, 1 or more.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="S", help="Any integer: the same one, the same games."
)
def simulate(game: str, players: str | None, given: Sequence[str], games: int, seed: int) -> None:
    """Play many games at random and show what they amount to.

    Every seat moves at random among its legal actions. The table says for every seat how often it wins, what it scores
    and how many tricks it takes; the same seed gives the same table.

    KEY is the key of an installed game, or the path of a .py file that defines rules(...), or of a house-rule sheet,
    a .toml file.

    \b
    Example:
      trickkit simulate pikoko --players 3 --games 1000 --seed 7
    """
    rules = built(game, chosen(players, given))
    began = perf_counter()
    with guarded(game):
        found = figures(list(_played(rules, games, seed)))
    seconds = perf_counter() - began
    console = printer()
    console.print(_table(found))
    console.print(
        "wins: share of first places with its 95 % Wilson interval; a shared first place counts as its fraction"
    )
    console.print("score: mean of the final scores, and their standard deviation")
    console.print(f"{found.games} games, {found.deals} deals")
    console.print(f"{found.deals / seconds:.0f} deals per second")


def _played(rules: Rules, games: int, seed: int) -> Iterator[Game]:
    console = printer(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        for number in progress.track(range(games), description=rules.name):
            yield collected(playout(rules, seed=seed_of(seed, number)))


def _table(found: Figures) -> Table:
    has_tricks = any(seat.tricks is not None for seat in found.seats)
    has_bids = any(seat.exact is not None for seat in found.seats)
    headings = ["seat", "wins", "95 % interval", "score", "std. dev."]
    table = Table(box=box.SIMPLE_HEAD)
    for heading in (*headings, *["tricks/deal"] * has_tricks, *["bids exact"] * has_bids):
        table.add_column(heading, justify="right", no_wrap=True)
    for number, seat in enumerate(found.seats):
        tricks = [_number(seat.tricks)] * has_tricks
        exact = ["-" if seat.exact is None else _share(seat.exact)] * has_bids
        table.add_row(str(number), *_wins_and_scores(seat), *tricks, *exact)
    return table


def _wins_and_scores(seat: SeatFigures) -> tuple[str, str, str, str]:
    low, high = seat.interval
    return _share(seat.wins), f"{100 * low:.1f}-{_share(high)}", _number(seat.mean), _number(seat.deviation)


def _share(share: float) -> str:
    return f"{share:.1%}"


def _number(number: float | None) -> str:
    return "-" if number is None else f"{number:.2f}"

"""`trickkit check KEY`: whether a game keeps all laws."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from rich import box
from rich.progress import Progress
from rich.table import Table

from trickkit.cli.games import about_a_game, chosen, guarded, read, with_a_seed
from trickkit.cli.output import printer

if TYPE_CHECKING:
    from trickkit.rules import Rules
    from trickkit.testing import Verdict

__all__ = ["check_laws"]

BROKEN = 1
"""The exit code when a law is broken."""


@click.command("check")
@about_a_game
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="In how many random games each law is looked at.",
)
@click.option(
    "--moves",
    type=click.IntRange(min=1),
    default=250,
    show_default=True,
    metavar="N",
    help="For how many decisions a game is followed at most.",
)
@with_a_seed
def check_laws(game: str, players: str | None, given: Sequence[str], games: int, moves: int, seed: int) -> None:
    """Hold a game to the laws that every lawful game keeps.

    Random games with random options are broken off anywhere and looked at; an option that is given keeps its value. A
    broken law is shown with the shortest game found that breaks it, as a record to paste into a test. The exit code is
    0 when all laws hold, else 1.

    KEY is the key of an installed game, or the path of a .py file that defines rules(...), or of a .toml sheet.

    \b
    Example:
      trickkit check pikoko --players 3
    """
    from trickkit.testing import LAWS, check

    fixed = read(game, chosen(players, given))
    console = printer(stderr=True)
    verdicts = []
    with (
        guarded(game),
        Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
    ):
        bar = progress.add_task("", total=len(LAWS) * games)
        for number, law in enumerate(LAWS):
            progress.update(bar, description=_title(law.name), completed=number * games)
            verdict = check(
                law, game, examples=games, moves=moves, source=seed, seen=lambda: progress.advance(bar), **fixed
            )
            verdicts.append(verdict)
    broken = [verdict for verdict in verdicts if not verdict.holds]
    console = printer()
    console.print(_table(verdicts))
    for verdict in verdicts:
        if verdict.broken is not None:
            console.print(verdict.broken.told(_loaded(game, verdict.broken.state.rules)), soft_wrap=True)
            console.print()
    number = len(broken)
    console.print("All laws hold." if not broken else f"{number} law{' is' if number == 1 else 's are'} broken.")
    sys.exit(BROKEN if broken else 0)


def _loaded(game: str, rules: Rules) -> str:
    """The expression that builds the rules of a game again."""
    given = "".join(f", {name}={value!r}" for name, value in rules.options.items())
    return f"load({game!r}{given})"


def _title(name: str) -> str:
    return name.replace("_", " ")


def _table(verdicts: Sequence[Verdict]) -> Table:
    table = Table("law", "verdict", box=box.SIMPLE_HEAD)
    for verdict in verdicts:
        table.add_row(_title(verdict.law.name), _said(verdict))
    return table


def _said(verdict: Verdict) -> str:
    if verdict.broken is not None:
        moves = len(verdict.broken.state.moves)
        return f"BROKEN, shown by a game of {moves} move{'' if moves == 1 else 's'}"
    if not verdict.applied:
        return "nothing to look at"
    return f"holds in {verdict.applied} game{'' if verdict.applied == 1 else 's'}"

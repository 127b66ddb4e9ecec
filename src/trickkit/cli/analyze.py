"""`trickkit analyze FILE`: what each decision of a recorded game cost, and which mattered most."""

from __future__ import annotations

import json
from typing import Any

import click
from rich import box
from rich.table import Table

from trickkit import bots
from trickkit.bots import Analysis, Choice, Decision
from trickkit.bots.intervals import reach
from trickkit.cli.games import guarded, with_a_count
from trickkit.cli.naming import seat_of
from trickkit.cli.output import printer, progress_bar
from trickkit.cli.records import of_a_game, opened
from trickkit.cli.screen import NOBODY
from trickkit.errors import InvalidRecord
from trickkit.model.questions import spelled
from trickkit.record import GameRecord

__all__ = ["analyze"]


@click.command("analyze")
@click.argument("file", metavar="FILE")
@click.option("--bot", "text", default="best:4", show_default=True, metavar="BOT", help="The bot that judges.")
@click.option("--seat", type=int, metavar="N", help="Show only the decisions of one seat, from 1.")
@with_a_count("--worst", "How many to show.", default=5)
@click.option("--all", "everything", is_flag=True, help="Show every decision, in order.")
@click.option("--json", "as_json", is_flag=True, help="Print every decision as JSON.")
@of_a_game
def analyze(
    file: str, text: str, seat: int | None, worst: int, everything: bool, as_json: bool, game: str | None
) -> None:
    """Analyze a recorded game move by move: what each decision cost, and the five that mattered most.

    A bot evaluates each decision as its seat saw it. The cost of an action is how far it is behind the best one, in
    points a deal above the average of the others; ± is half the width of the 95 % interval. A cost within that interval
    is not a demonstrable mistake. The analysis ignores how the cards turned out: a costly decision may still have
    scored well.

    \b
    Example:
      trickkit analyze game.jsonl
      trickkit analyze game.jsonl --seat 1 --bot best:5
    """
    record, judge = opened(file, game), bots.read(text)
    with guarded(game or file), progress_bar() as progress:
        own = None if seat is None else seat_of(seat, record.rules)
        if not record.moves:
            raise InvalidRecord("no decision was made in this game; there is nothing to look at", file=file)
        task = progress.add_task("moves", total=len(record.moves))
        analysis = bots.analyze(
            record.states(), judge, seat=own, seen=lambda moves: progress.update(task, completed=moves)
        )
    if as_json:
        click.echo(
            json.dumps({"bot": text, "game": record.rules.key, "decisions": [*map(_as_json, analysis.decisions)]})
        )
        return
    console = printer()
    shown = analysis.decisions if everything else analysis.worst(worst)
    if shown:
        console.print(_decisions(shown))
    else:
        console.print(f"{text} would have decided likewise everywhere.")
    console.print(_seats(record, analysis))
    console.print(f"cost: points a deal behind the best action, as {text} sees it; ± half of the 95 % interval")


def _cost(choice: Choice) -> str:
    return f"{choice.behind:.2f}" + ("" if choice.behind_error is None else f" ± {reach(choice.behind_error):.2f}")


def _decisions(decisions: tuple[Decision, ...]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("move", "deal", "seat"):
        table.add_column(heading, justify="right")
    for heading in ("phase", "made", "best"):
        table.add_column(heading)
    table.add_column("cost", justify="right")
    for decision in decisions:
        numbers = (str(index + 1) for index in (decision.move, decision.deal, decision.seat))
        made, best = (NOBODY.told(str(choice.action)) for choice in (decision.made, decision.best))
        table.add_row(*numbers, spelled(decision.phase), made, best, _cost(decision.made))
    return table


def _seats(record: GameRecord, found: Analysis) -> Table:
    table = Table("seat", "player", box=box.SIMPLE_HEAD)
    for heading in ("decisions", "as the bot", "mean cost"):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(record.names):
        mean, decisions = found.mean_cost(seat), found.of(seat)
        if mean is not None:
            alike = sum(not decision.cost for decision in decisions) / len(decisions)
            table.add_row(str(seat + 1), name, str(len(decisions)), f"{alike:.0%}", f"{mean:.2f}")
    return table


def _as_json(decision: Decision) -> dict[str, Any]:
    """A decision as JSON. Costs and their errors are in points a deal; an unknown error is null."""
    return {
        "move": decision.move,
        "deal": decision.deal,
        "seat": decision.seat,
        "phase": decision.phase,
        "made": str(decision.made.action),
        "best": str(decision.best.action),
        "cost": decision.cost,
        "error": decision.error,
    }

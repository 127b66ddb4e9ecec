"""`trickkit verify FILE...`, `replay FILE` and `redact FILE`: recorded games, and what those commands share."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice

import click
from rich.console import RenderableType

from trickkit import record
from trickkit.catalog.registry import builder
from trickkit.cli import screen
from trickkit.cli.games import guarded, with_a_count
from trickkit.cli.naming import seat_of
from trickkit.cli.output import printer
from trickkit.errors import InvalidRecord, TrickkitError
from trickkit.model.events import DealStarted
from trickkit.play.state import State
from trickkit.play.view import View
from trickkit.private import opener
from trickkit.record import GameRecord

__all__ = ["opened", "redact", "replay", "verify"]

WRONG = 1
"""The exit code when a record does not match a replay of its game."""

of_a_game = click.option(
    "--game",
    metavar="KEY",
    help="The game, if the record does not identify it: a key, or the path of its .py or .toml file.",
)


def opened(file: str, game: str | None = None) -> GameRecord:
    """A recorded game from its file.

    Args:
        file: the path of the record.
        game: the key or the path of the game, if the record does not identify it; otherwise None.

    Raises:
        InvalidRecord: with file and line.
        InvalidRules: there is no such game.

    >>> opened("missing.jsonl")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: missing.jsonl: cannot be read: No such file or directory
    """
    with guarded(game or file):
        try:
            return record.load(file, None if game is None else builder(game))
        except InvalidRecord as error:
            if error.wants_rules:
                error.hint = ", with --game and its key or file"
            raise


@click.command("verify")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@of_a_game
def verify(files: Sequence[str], game: str | None) -> None:
    """Check that recorded games really happened.

    Every action must be legal, and a replay must give every score. For each file, one line says that it is right and
    how far it goes, or what is wrong and in which line. The exit code is 0 if all are right, otherwise 1.

    A record only describes rules that were made in Python: if a .py file of your own makes them, name it with --game.

    \b
    Example:
      trickkit verify games/*.jsonl
      trickkit verify --game house.py game.jsonl
    """
    console, wrong = printer(), 0
    if game is not None:
        with guarded(game):
            builder(game)
    for file in files:
        try:
            record = opened(file, game)
            with guarded(game or file), _in(file):
                record.verify()
        except TrickkitError as error:
            # An error in the rules of one record does not affect the next one.
            message = str(error) if isinstance(error, InvalidRecord) else f"{file}: {error}"
            console.print(message, soft_wrap=True)
            wrong += 1
        else:
            console.print(f"{file}: OK, {_extent(record)}", soft_wrap=True)
    sys.exit(WRONG if wrong else 0)


def _extent(game: GameRecord) -> str:
    moves = len(game.moves)
    count = f"{moves} move{'' if moves == 1 else 's'}"
    if game.outcome is not None:
        return f"{count}, {game.outcome.reason}"
    return f"{count}; {_ended(game)}"


def _ended(game: GameRecord) -> str:
    """Where a record ends before its game does; "" if the game is over."""
    if game.cut is None:
        return ""
    where = f"is cut off in line {game.cut}" if game.lost else f"ends with line {game.cut - 1}"
    return f"the record {where}, before the game is over"


class _in:  # noqa: N801
    """A context in which errors of records get the name of the file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def __enter__(self) -> None:
        """Do nothing on entry."""

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        if isinstance(error, InvalidRecord):
            error.file = self.file


@click.command("replay")
@click.argument("file", metavar="FILE")
@click.option("--from-seat", "seat", type=int, metavar="N", help="Show the game as that seat saw it, from 1.")
@with_a_count("--moves", "Stop after N moves.", least=0)
@click.option("--html", "page", metavar="PAGE", help="Write a page of HTML that steps through the game, with pictures.")
@of_a_game
def replay(file: str, seat: int | None, moves: int | None, page: str | None, game: str | None) -> None:
    """Show a recorded game: what was dealt, what was decided, and what was scored.

    Shows everything that the record contains. With --from-seat it is shown as that seat saw it at the time: secrets
    stay hidden until they were revealed. With --html nothing is printed: it writes a page that needs no network and
    steps through the game, with all cards or as any seat saw them.

    \b
    Example:
      trickkit replay game.jsonl --from-seat 1
      trickkit replay game.jsonl --html game.html
    """
    if page is not None and (seat, moves) != (None, None):
        raise click.UsageError(
            "--html shows the whole game from all seats; leave --from-seat and --moves out", click.get_current_context()
        )
    record, console = opened(file, game), printer()
    with guarded(game or file):
        viewer = None if seat is None else seat_of(seat, record.rules)
    if page is not None:
        with guarded(game or file):
            _write_page(record, file, page)
        console.print(f"Written to {page}: {_extent(record)}", soft_wrap=True)
        return
    with guarded(game or file), _in(file):
        for part in _entries(record, viewer, moves) if record.redacted else _states(record, viewer, moves):
            console.print(part)


def _write_page(game: GameRecord, name: str, path: str) -> None:
    from trickkit import pictures

    with _in(name):
        html = pictures.page(game)
    try:
        # It reveals all cards.
        with open(path, "x", encoding="utf-8", opener=opener) as file:
            file.write(html)
    except OSError as error:
        raise InvalidRecord(f"{path} cannot be written: {error.strerror}") from None


def _title(game: GameRecord) -> str:
    players = (f"seat {seat}: {name}" for seat, name in enumerate(game.header.names, 1))
    return ", ".join([game.rules.name, *players])


def _states(game: GameRecord, seat: int | None, moves: int | None) -> Iterator[RenderableType]:
    yield _title(game)
    seen, deals = 0, iter(game.deals)
    for state in islice(game.states(), None if moves is None else moves + 1):
        shown: State | View = state if seat is None else state.view(seat)
        begun = sum(isinstance(event, DealStarted) for event in shown.events[seen:])
        yield from screen.news(shown, seen)
        seen = len(shown.events)
        for dealt in islice(deals, begun):
            if seat is None and dealt.stock:
                yield f"The stock, top first: {' '.join(dealt.stock)}"
    yield from _pending(state, seat)
    yield from screen.final(state.view(seat))
    if moves is None or moves > len(game.moves):
        yield from _cut(game)


def _pending(state: State, viewer: int | None) -> Iterator[str]:
    for seat in range(state.rules.players) if viewer is None else (viewer,):
        committed = state.committed(seat)
        if committed:
            text = f"Seat {seat} has decided in secret: {', '.join(str(action) for action in committed)}."
            yield screen.NOBODY.told(text)


def _entries(game: GameRecord, seat: int | None, moves: int | None) -> Iterator[RenderableType]:
    """The output for each entry of a redacted game, which cannot be replayed."""
    if seat not in (None, game.seat):
        who = "a spectator" if game.seat is None else f"seat {game.seat + 1}"
        other = 0 if seat is None else seat + 1
        raise InvalidRecord(f"the record holds only what {who} saw; it cannot be shown from seat {other}")
    yield _title(game)
    made, matters = 0, game.rules.schedule.starter.matters
    for entry in game.entries:
        made += isinstance(entry, record.Moved)
        if moves is not None and made > moves:
            return
        text = entry.told(matters=matters) if isinstance(entry, record.Dealt) else str(entry)
        yield screen.NOBODY.told(text)
    yield from _cut(game)


def _cut(game: GameRecord) -> Iterator[str]:
    if game.cut is not None:
        yield f"Here {_ended(game)}."


@click.command("redact")
@click.argument("file", metavar="FILE")
@click.option("--seat", type=int, metavar="N", help="The seat that could publish it, from 1; anybody by default.")
@of_a_game
def redact(file: str, seat: int | None, game: str | None) -> None:
    """Print what a seat could publish of a recorded game.

    The result is a record in which "??" replaces everything that the seat does not know at the end of the game; without
    --seat, everything that is not known to all. 'trickkit replay' shows it; it cannot be verified, because parts of the
    game are missing.

    \b
    Example:
      trickkit redact game.jsonl --seat 1 > published.jsonl
    """
    record = opened(file, game)
    with guarded(game or file), _in(file):
        text = str(record.redact(None if seat is None else seat_of(seat, record.rules)))
    # A record is UTF-8, whatever the terminal supports.
    click.echo(text.encode(), nl=False)

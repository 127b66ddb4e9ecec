"""`trickkit simulate KEY`: many games, at random or between bots, and their statistics."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from time import perf_counter

import click
from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from trickkit import bots
from trickkit.bots.registry import read_all
from trickkit.cli.engines import batch_figures, in_python, is_compiled, make_ready, picked, prevented
from trickkit.cli.figures import Figures, Sums, collected, figures, seed_of
from trickkit.cli.games import about_a_game, built, chosen, guarded, with_a_count, with_a_seed
from trickkit.cli.output import printer, progress_bar
from trickkit.errors import InvalidRecord, InvalidRules
from trickkit.play.playout import states
from trickkit.play.rules import Rules
from trickkit.play.state import State
from trickkit.record import Recorder
from trickkit.shares import wilson

__all__ = ["simulate"]

LEAST_FIRST = ("bids exact", "tricks/deal", "std. dev.", "95 % interval")
"""The columns that are left out on a narrow terminal, in this order."""


@click.command("simulate")
@about_a_game
@with_a_count("--games", "How many games, 1 or more.", default=200)
@with_a_seed
@click.option("--record", "folder", metavar="DIR", help="Write every game, as it goes, to a separate file in DIR.")
@click.option(
    "--engine",
    type=click.Choice(["reference", "batch"]),
    help="The engine; by default batch, if the extra 'fast' is installed and the rules allow it.",
)
@click.option(
    "--bots",
    "texts",
    metavar="BOT,...",
    help="The players: one bot for all seats, or one for each, as for 'trickkit match'; by default random moves.",
)
def simulate(
    game: str,
    players: str | None,
    given: Sequence[str],
    games: int,
    seed: int,
    folder: str | None,
    engine: str | None,
    texts: str | None,
) -> None:
    """Play many games and show their statistics.

    Every seat chooses uniformly among its legal actions, or bots play. For every seat the table shows how often it
    wins, what it scores and how many tricks it takes; the same seed and engine give the same table.

    \b
    Example:
      trickkit simulate pikoko --players 3 --games 1000 --seed 7
      trickkit simulate pikoko --bots greedy --games 100
    """
    rules = built(game, chosen(players, given))
    seats = None if texts is None else _seats(texts, rules)
    files = [] if folder is None else _files(folder, rules, games, seed)
    with guarded(game):
        asked, engine = engine, picked(engine, rules, records=folder is not None, bots=seats is not None)
        if engine == "batch":
            _make_ready(rules, seed)
        began = perf_counter()
        if engine == "batch":
            result = _played_at_once(rules, games, seed)
        else:
            result = figures(_played(rules, games, seed, files, seats))
    seconds = perf_counter() - began
    if folder is None:
        for notice in _what_is_slow(rules, engine, asked is None and seats is None):
            printer(stderr=True).print(notice, soft_wrap=True)
    console = printer()
    for part in _shown(result, console):
        console.print(part)
    console.print(
        "wins: share of first places with its 95 % Wilson interval; a shared first place counts as its fraction"
    )
    if result.together is not None and rules.players > 1:
        low, high = wilson(result.together.won, result.games)
        won, lost = _share(result.together.won / result.games), _share(result.together.lost / result.games)
        console.print(f"won by all together: {won} of the games ({100 * low:.1f}-{_share(high)}); by nobody: {lost}")
    console.print("score: mean of the final scores, and their standard deviation")
    console.print(f"{_counted(result.games, 'game')}, {_counted(result.deals, 'deal')}, {engine} engine")
    console.print(f"{_pace(result.deals / seconds)} deals per second")


def _counted(number: int, noun: str) -> str:
    """
    >>> _counted(1, "game"), _counted(2, "game")
    ('1 game', '2 games')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _pace(number: float) -> str:
    """A rate, with at least two significant digits.

    >>> _pace(1061.4), _pace(0.19)
    ('1,061', '0.19')
    """
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def _what_is_slow(rules: Rules, engine: str, is_free: bool) -> Iterator[str]:
    """What Python does rather than compiled code, in sentences.

    Args:
        rules: of the games.
        engine: that played them.
        is_free: whether the other engine could have been taken.
    """
    if notice := in_python(rules):
        yield notice
    if engine == "batch":
        from trickkit import batch

        if slow := batch.supports(rules).slow:
            yield f"slower than it could be, because deals are scored one by one: {slow}"
    elif is_free and notice and (why := prevented(rules)) not in notice:
        yield f"The reference engine played whole games. {why}."


def _files(folder: str, rules: Rules, games: int, seed: int) -> list[Path]:
    """The files for the records; refuse existing ones."""
    stem = re.sub(r"[^\w-]+", "_", rules.key)
    files = [Path(folder, f"{stem}_{seed}_{index:0{len(str(games - 1))}}.jsonl") for index in range(games)]
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidRecord(f"cannot be made a directory: {error.strerror}", file=folder) from error
    for file in files:
        if file.exists():
            raise InvalidRecord("the file already exists; a record never overwrites one", file=str(file))
    return files


def _make_ready(rules: Rules, seed: int) -> None:
    """Compile before the clock starts, so that compilation does not count as play."""
    with progress_bar() as progress:
        description = (
            "loading compiled code" if is_compiled() else "compiling, once on a machine: half a minute or more"
        )
        progress.add_task(description, total=None)
        make_ready(rules, seed)


def _seats(texts: str, rules: Rules) -> list[str]:
    """The name of each seat's bot.

    Raises:
        InvalidRules: the number of bots is neither one nor that of the seats.
    """
    names = [text.strip() for text in texts.split(",")]
    if len(names) not in (1, rules.players):
        raise InvalidRules(f"--bots: {len(names)} bots for {rules.players} seats; give one for all, or one for each")
    return names * (rules.players // len(names))


def _played(rules: Rules, games: int, seed: int, files: Sequence[Path], seats: Sequence[str] | None) -> Iterator[Sums]:
    read = read_all(seats or ())
    players = [read[text] for text in seats or ()]
    with progress_bar() as progress:
        task = progress.add_task(rules.name, total=games)

        def seen(went: Iterator[State]) -> Iterator[State]:
            # A game may take minutes, or never end.
            deals = 0
            for state in went:
                if len(state.results) >= deals:
                    deals = len(state.results) + 1
                    progress.update(task, description=f"{rules.name}, deal {deals}")
                yield state

        for index in range(games):
            game_seed = seed_of(seed, index)
            went = seen(bots.states(rules, players, seed=game_seed) if players else states(rules, seed=game_seed))
            yield collected(_recorded(went, files[index], seats) if files else deque(went, 1)[0])
            progress.advance(task)


def _played_at_once(rules: Rules, games: int, seed: int) -> Figures:
    with progress_bar() as progress:
        task = progress.add_task(rules.name, total=games)
        return batch_figures(rules, games, seed, lambda count: progress.advance(task, count))


def _recorded(went: Iterator[State], file: Path, seats: Sequence[str] | None) -> State:
    """Write the states of a game to a file as it is played; return the last one."""
    state = next(went)
    # Waiting for the disk after every move would take most of the time.
    with Recorder(file, state, names=seats or ["random"] * state.rules.players, sync=False) as recorder:
        for state in went:
            recorder.write(state)
    return state


def _shown(result: Figures, console: Console) -> Iterator[RenderableType]:
    """The table with as many columns as fit, and the names of the columns left out."""
    columns = _columns(result)
    if not _fits(columns, console):
        columns = {name: [_wrapped(heading, cells), *cells] for name, (heading, *cells) in columns.items()}
    left_out = []
    for name in LEAST_FIRST:
        if name in columns and not _fits(columns, console):
            del columns[name]
            left_out.append(name)
    yield _table(columns)
    if left_out:
        yield f"left out for lack of space: {', '.join(left_out)}"


def _columns(result: Figures) -> dict[str, list[str]]:
    """The columns by name, each with its heading and then its cells by seat."""
    seats = result.seats
    columns = {
        "seat": [str(index) for index, _ in enumerate(seats, 1)],
        "wins": [_share(seat.wins) for seat in seats],
        "95 % interval": [f"{100 * seat.interval[0]:.1f}-{_share(seat.interval[1])}" for seat in seats],
        "score": [_number(seat.mean) for seat in seats],
        "std. dev.": [_number(seat.deviation) for seat in seats],
    }
    if any(seat.tricks is not None for seat in seats):
        columns["tricks/deal"] = [_number(seat.tricks) for seat in seats]
    if any(seat.exact is not None for seat in seats):
        columns["bids exact"] = ["-" if seat.exact is None else _share(seat.exact) for seat in seats]
    return {name: [name, *cells] for name, cells in columns.items()}


def _wrapped(heading: str, cells: Sequence[str]) -> str:
    """A heading wrapped to about the width of the cells below it."""
    return fill(heading, max(len(cell) for cell in cells), break_long_words=False)


def _table(columns: Mapping[str, Sequence[str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for heading, *_ in columns.values():
        table.add_column(heading, justify="right", vertical="bottom", no_wrap=True)
    for row in zip(*(cells for _, *cells in columns.values()), strict=True):
        table.add_row(*row)
    return table


def _fits(columns: Mapping[str, Sequence[str]], console: Console) -> bool:
    anything = console.options.update(width=10_000)
    return console.measure(_table(columns), options=anything).maximum <= console.width


def _share(share: float) -> str:
    return f"{share:.1%}"


def _number(number: float | None) -> str:
    return "-" if number is None else f"{number:.2f}"

"""The options and the output that all commands for studies share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import fields, frozen
from rich.progress import BarColumn, TaskProgressColumn, TextColumn

from trickkit.cli.games import Command, built, chosen, guarded, own_options, with_a_count, with_a_seed, with_a_time
from trickkit.cli.output import printer, progress_bar
from trickkit.cli.study_output import print_csv, print_json, print_table, progress_of, write_page
from trickkit.errors import InvalidRules, MissingExtra, quoted
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.lab import Found

__all__ = ["StudyRequest", "of_a_study", "rules_in"]

AUTO = "auto"
"""The bots that the lab chooses."""


@frozen
class StudyRequest:
    """A study requested on the command line: its settings, and where its results go.

    >>> StudyRequest(bots=("greedy",), deals=100, seed=0).settings()["bots"]
    'greedy'
    """

    bots: tuple[str, ...]
    deals: int
    seed: int
    until: dict[str, float] | float | None = None
    metrics: tuple[str, ...] = ()
    where: str | None = None
    seconds: float | None = None
    workers: int = 1
    file: str | None = None
    rows: str | None = None
    games: int | None = None
    scheduler: str | None = None
    send_python: bool = False
    as_json: bool = False
    as_csv: bool = False
    page: str | None = None
    learn: float | None = None
    networks: str = "networks"

    def check(self) -> None:
        """Raise InvalidRules before anything is played if the results cannot be shown as requested."""
        if self.as_json and self.as_csv:
            raise InvalidRules("--json and --csv: the result is printed as one of them")
        if self.learn is not None and self.bots != (AUTO,):
            raise InvalidRules("--learn and --bots both say who plays; give one of them")
        for name, path in (("--html", self.page), ("--rows", self.rows)):
            if path is not None and not Path(path).absolute().parent.is_dir():
                raise InvalidRules(f"{name} {path}: there is no such folder")
        if self.rows is not None and Path(self.rows).suffix not in (".csv", ".parquet"):
            raise InvalidRules(f"--rows {self.rows}: its name ends in .csv or .parquet")
        if self.rows is not None and self.rows.endswith(".parquet") and find_spec("pyarrow") is None:
            raise MissingExtra("rows as Parquet need pyarrow: pip install 'trickkit[parquet]'")

    def settings(self) -> dict[str, Any]:
        """The settings as keywords of `trickkit.lab`."""
        from trickkit.lab.cluster import connected
        from trickkit.lab.metrics import OF_GAMES

        return {
            "bots": self.bots[0] if len(self.bots) == 1 else self.bots,
            "deals": self.games or self.deals,
            "seed": self.seed,
            "until": self.until,
            **({"metrics": self.metrics or OF_GAMES} if self.metrics or self.games else {}),
            "where": self.where,
            "budget": None if self.seconds is None else timedelta(seconds=self.seconds),
            "workers": self.workers,
            "file": self.file,
            **({"client": connected(self.scheduler)} if self.scheduler else {}),
            "send_python": self.send_python,
        }

    def taught(self, games: str, rules: Sequence[Rules]) -> dict[str, Any]:
        """The setting `bots` for networks that learn the rules first, with a progress bar; {} if not requested.

        Args:
            games: the games, for errors.
            rules: what is studied.
        """
        if self.learn is None:
            return {}
        from trickkit import bots, lab

        columns = (TextColumn("learning {task.fields[name]}"), BarColumn(), TaskProgressColumn())
        with guarded(games), progress_bar(*columns) as bar:
            task, named = bar.add_task("", total=1.0, name=""), set[Rules]()

            def seen(one: Rules, so_far: bots.Progress) -> None:
                bar.update(task, completed=so_far.share, name=one.name)
                # If no bar is drawn, as when the output is a file, a line says what takes so long.
                if bar.disable and one not in named:
                    printer(stderr=True).print(f"learning {one.name}: {self.learn:g} min", soft_wrap=True)
                named.add(one)

            return {"bots": lab.taught(rules, self.learn, self.networks, seed=self.seed, seen=seen)}

    @contextmanager
    def running(self, games: str) -> Iterator[dict[str, Any]]:
        """The settings, with a progress bar while the study runs."""
        played = 0

        def seen(found: Found) -> None:
            nonlocal played
            played = found.deals
            show(found)

        try:
            with guarded(games), progress_of(self.games or self.deals) as show:
                yield {**self.settings(), "seen": seen}
        except KeyboardInterrupt:
            click.echo(self._kept(played), err=True)
            raise

    def _kept(self, played: int) -> str:
        """What remains of an interrupted study, and how to continue it."""
        many = f"{self.games} games" if self.games else f"{self.deals} deals"
        if self.file is None:
            return f"{played} of {many} were played, and none was kept; --file FILE keeps them."
        return f"{self.file} keeps {played} of {many}; the same command continues from there."

    def write(self, found: Found, text: Callable[[Found], None] = print_table) -> None:
        """Write the page if requested; then print JSON, CSV or text.

        Args:
            found: the results.
            text: prints the results as text.
        """
        if self.page is not None:
            write_page(found, self.page)
        if self.rows is not None:
            found.study.rows(self.rows, deals=found.deals)
        if self.as_json:
            print_json(found)
        elif self.as_csv:
            print_csv(found.tidy())
        else:
            text(found)


def of_a_study(command: Command, *, without: Collection[str] = ()) -> Command:
    """Decorates a command that runs a study: adds its options, passed as `request`.

    Args:
        command: the function.
        without: the settings for which it has no option.

    >>> @click.command
    ... @of_a_study
    ... def study(request): ...
    >>> [parameter.name for parameter in study.params][-3:]
    ['as_json', 'as_csv', 'page']
    """

    @wraps(command)
    def with_request(**given: Any) -> object:
        request = StudyRequest(
            **{
                attribute.name: given.pop(attribute.name)
                for attribute in fields(StudyRequest)
                if attribute.name in given
            }
        )
        request.check()
        return command(request=request, **given)

    decorated: Any = with_request
    for name, decorate in reversed(_OPTIONS.items()):
        if name not in without:
            decorated = decorate(decorated)
    return decorated  # type: ignore[no-any-return]


def _names(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[str, ...]:
    return () if text is None else tuple(name.strip() for name in text.split(","))


def _until(
    _context: click.Context, _option: click.Parameter, texts: tuple[str, ...]
) -> dict[str, float] | float | None:
    """Target widths, given as 0.01, ±1% or wins=1%."""
    widths: dict[str, float] = {}
    for text in texts:
        name, _, width = text.rpartition("=")
        share = width.strip().removeprefix("±")
        try:
            widths[name] = float(share.removesuffix("%")) / (100 if share.endswith("%") else 1)
        except ValueError:
            raise click.BadParameter(f"{quoted(text)} is not a width, such as 0.5, 1% or wins=1%") from None
    return widths.get("", widths) if widths else None


_OPTIONS = {
    "bots": click.option(
        "--bots",
        default=AUTO,
        show_default=True,
        callback=_names,
        metavar="BOT,...",
        help="The players: one, or one for each seat: random, greedy, flat:N, best:LEVEL, learned, learned:FILE; auto "
        "takes greedy, installed networks or best:2, the first that play the game.",
    ),
    "learn": with_a_time(
        "--learn",
        "Let networks play instead, each of which first learns one of the rules for this long.",
        metavar="MINUTES",
    ),
    "networks": click.option(
        "--networks",
        default="networks",
        show_default=True,
        metavar="FOLDER",
        help="The folder where --learn keeps networks, and finds those of earlier studies.",
    ),
    "deals": with_a_count("--deals", "The maximum number of deals.", least=2, default=1000),
    "until": click.option(
        "--until",
        multiple=True,
        callback=_until,
        metavar="[METRIC=]W",
        help="Stop when half of each interval is this narrow: 1%, 0.5, or 'points=0.5'; may be repeated. Without a "
        "metric it applies to the first one.",
    ),
    "games": with_a_count(
        "--games",
        "Play N whole games instead of deals: who wins, how many deals and minutes they take, how long they stay open.",
        least=2,
    ),
    "metrics": click.option(
        "--metrics", callback=_names, metavar="NAME,...", help="What to measure; everything by default."
    ),
    "where": click.option(
        "--where",
        metavar="CONDITION",
        help="Keep the deals that meet a condition: 'points of seat 0 >= 5', 'hearts of the starter = 0..2' or 'double "
        "by anybody', with 'not' in front or joined by 'and'.",
    ),
    "seconds": with_a_time(
        "--seconds", "Stop after S seconds. The number of deals then depends on the machine.", metavar="S"
    ),
    "workers": with_a_count("--workers", "The number of processes.", default=1),
    "scheduler": click.option(
        "--scheduler", metavar="ADDRESS", help="Play on a Dask cluster instead, such as tcp://host:8786."
    ),
    "send_python": click.option(
        "--send-python", is_flag=True, help="Let the cluster run rules made in Python, with their files."
    ),
    "file": click.option(
        "--file",
        metavar="FILE",
        help="Keep the study in FILE; if it exists, continue from there, also with more deals than it was begun with.",
    ),
    "rows": click.option(
        "--rows",
        metavar="FILE",
        help="Write each deal to FILE, a row for each seat and rules; its name ends in .csv or .parquet. The deals are "
        "played again for it.",
    ),
    "seed": with_a_seed,
    "as_json": click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
    "as_csv": click.option("--csv", "as_csv", is_flag=True, help="Print the result as CSV."),
    "page": click.option(
        "--html", "page", metavar="PAGE", help="Write a page that you can share, with plots and deals to step through."
    ),
}
"""The options by the name of the setting."""


def rules_in(text: str, players: str | None, given: Sequence[str]) -> Rules:
    """The rules that a text on the command line names: a game, with options of its own after a colon.

    Args:
        text: such as `pikoko`, `house.toml` or `pikoko:next_lead=start_player`.
        players: the value of `--players`.
        given: the values of `--option`.

    Raises:
        InvalidRules: there is no such game or option.

    >>> rules_in("pikoko:next_lead=start_player", "3", []).options["next_lead"]
    'start_player'
    """
    game, own = own_options(text)
    return built(game, {**chosen(players, given), **chosen(None, own)})

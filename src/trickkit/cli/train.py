"""`trickkit train KEY`: a bot learns a game by playing against itself."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TimeRemainingColumn

from trickkit.cli.games import about_a_game, built, chosen, guarded, with_a_count, with_a_seed, with_a_time
from trickkit.cli.output import printer, progress_bar
from trickkit.errors import InvalidRules, quoted

if TYPE_CHECKING:
    from trickkit import bots

__all__ = ["train"]


def beside_the_bar(so_far: bots.Progress) -> str:
    """The progress of a training, in lines that fit beside a bar; the strength of the bot has lines of its own.

    >>> from trickkit.bots import Progress
    >>> print(beside_the_bar(Progress(0.5, 30, 9000, 70_000, 4, {1: (1.5, 0.25), 2: (-0.5, 0.25)})))
    70,000 deals; kept 4 times
    +1.50 ± 0.25 over level 1
    -0.50 ± 0.25 over level 2
    """
    deals, kept, *leads = str(so_far).partition(": ")[2].split("; ")
    return "\n".join([f"{deals}; {kept}", *leads])


@click.command("train")
@about_a_game
@with_a_time("--minutes", "How long to train, in minutes of processor time of each process.", default=5.0, metavar="N")
@with_a_count(
    "--steps",
    "How long to train, in decisions in each of 512 deals side by side; equal seeds and numbers of workers then give "
    "equal files.",
)
@with_a_count("--workers", "The number of processes that play and learn.  [default: one a core]")
@click.option("-o", "--output", "path", required=True, metavar="FILE", help="Where to write it, such as hearts.npz.")
@click.option("--continue", "resume", is_flag=True, help="Continue from an existing file.")
@click.option(
    "--against",
    metavar="BOT",
    help="Learn to beat a bot, which plays all other sides: how much can be gained on it. Fast opponents are random, "
    "learned and learned:FILE.",
)
@with_a_seed
def train(
    game: str,
    players: str | None,
    given: Sequence[str],
    minutes: float,
    steps: int | None,
    workers: int | None,
    path: str,
    resume: bool,
    against: str | None,
    seed: int,
) -> None:
    """Let a bot learn a game by playing against itself, and write what it has learned.

    It can learn any rules, including house rules. The bar shows by how many points a deal the bot is ahead of levels 1
    and 2. Ctrl-C keeps what was learned; --continue resumes from there. The resulting bot is called learned:FILE.

    \b
    Example:
      trickkit train hearts --minutes 5 -o hearts.npz
      trickkit match hearts --bots learned:hearts.npz,greedy --deals 500
      trickkit train hearts --against learned:hearts.npz -o answer.npz
    """
    from trickkit import batch, bots

    rules = built(game, chosen(players, given))
    if steps is not None and click.get_current_context().get_parameter_source("minutes") != ParameterSource.DEFAULT:
        raise InvalidRules("--minutes and --steps both say how long; give one of them")
    _check_file(path, resume=resume)
    other = None if against is None else bots.read(against)
    stderr = printer(stderr=True)
    if not (support := batch.supports(rules)):
        stderr.print(f"These rules do not compile, so it learns from far fewer deals in the same time: {support.why}")
    columns = (BarColumn(bar_width=16), TaskProgressColumn(), TimeRemainingColumn(), "{task.description}")
    with guarded(game), progress_bar(*columns) as progress:
        task, ahead = progress.add_task("", total=1.0), dict[int, tuple[float, float]]()

        def show(so_far: bots.Progress) -> None:
            ahead.update(so_far.ahead)
            progress.update(task, completed=so_far.share, description=beside_the_bar(so_far))

        try:
            bot = bots.train(
                rules, minutes, path=path, seed=seed, steps=steps, resume=resume, against=other, workers=workers,
                seen=show,
            )  # fmt: skip
        except KeyboardInterrupt:
            if os.path.exists(path):
                stderr.print(f"{path} keeps what was learned; --continue resumes from it.")
            raise
    trained, console = bot.about["trained"], printer()
    if against is None:
        _print_learned(console, path, trained, ahead, game)
    else:
        (mean, half), deals = trained["ahead"], trained["ahead_deals"]
        conclusion = (
            "at least that much can be gained on it" if mean > half else "nothing was found that surely gains on it"
        )
        console.print(
            f"{path}: {mean:+.2f} ± {half:.2f} points a deal ahead of {against} in {deals:,} deals; {conclusion}"
        )


def _check_file(path: str, *, resume: bool) -> None:
    """Check that a file exists exactly if a training is to be continued."""
    if os.path.lexists(path) and not resume:
        raise InvalidRules(f"{quoted(path)} exists; --continue resumes it")
    if resume and not os.path.lexists(path):
        raise InvalidRules(f"there is no file {quoted(path)} to continue from; leave out --continue to begin one")


def _print_learned(
    console: Console, path: str, trained: Mapping[str, Any], ahead: Mapping[int, tuple[float, float]], game: str
) -> None:
    """Print how much was played, how strong the bot has become, and how to play it."""
    workers = trained.get("workers", 1)
    of = "a core" if workers == 1 else f"each of {workers} cores"
    time = f"{trained['minutes']:g} minute{'' if trained['minutes'] == 1 else 's'}"
    console.print(f"{path}: {trained['deals']:,} deals in {time} of {of}")
    if not trained["deals"]:
        console.print("No deal came to its end in this time, so nothing was learned; give it more with --continue.")
        return
    for level, (mean, half) in ahead.items():
        console.print(f"{mean:+.2f} ± {half:.2f} points a deal ahead of level {level}")
    console.print(f"Play it: trickkit match {game} --bots learned:{path},greedy", soft_wrap=True)

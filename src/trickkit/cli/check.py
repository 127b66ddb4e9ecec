"""`trickkit check KEY`: whether a game keeps all laws."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from trickkit.cli.engines import in_python
from trickkit.cli.games import about_a_game, built, chosen, guarded, read, with_a_count, with_a_seed, with_a_time
from trickkit.cli.output import printer, progress_bar
from trickkit.play.playout import check_records

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.testing import Law, LawBroken, Verdict

__all__ = ["check_laws"]

BROKEN = 1
"""The exit code when a law is broken."""

UNFINISHED = 3
"""The exit code when no law was broken, but time ran out, or the games did not reach all parts of the rules."""

PATIENCE = 12
"""About how many seconds all laws take if the number of games is not given."""

FEWEST, MOST = 5, 100
"""The minimum and maximum number of games for each law, however long they take, if no number is given."""

SHOWN = 8
"""How many contracts are listed of those in which no deal was played."""


@click.command("check")
@about_a_game
@with_a_count(
    "--games",
    f"The number of random games for each law.  [default: {FEWEST} to {MOST}, as many as take about {PATIENCE} s]",
)
@with_a_count("--moves", "The maximum number of decisions per game.", default=250)
@with_a_time("--seconds", "The maximum time for each law.", default=60, metavar="S")
@with_a_seed
def check_laws(
    game: str, players: str | None, given: Sequence[str], games: int | None, moves: int, seconds: float, seed: int
) -> None:
    """Check a game against the laws that every sound game keeps.

    The laws look at random games with random options, cut off anywhere; an option that you set keeps its value. A
    broken law is shown with the shortest game found that breaks it, as a record that you can paste into a test. A fault
    that breaks several laws is shown once. Options that a sheet cannot have are left out and listed. The exit code is 0
    if all laws hold, and 1 if one is broken. It is 3 if none is broken, but time ran out before all games were checked,
    or no game reached some phase or the end of a deal.

    \b
    Example:
      trickkit check pikoko --players 3
    """
    from trickkit.testing import LAWS
    from trickkit.testing.positions import Positions
    from trickkit.testing.suite import within

    options = chosen(players, given)
    fixed, rules = read(game, options), built(game, options)
    verdicts = []
    check_records(rules)
    with guarded(game):
        positions = Positions.of(game, moves=moves, source=seed, **fixed)
        pace = positions.pace(LAWS, games)
        count = games or max(FEWEST, min(MOST, int(PATIENCE / pace)))
        noted = printer(stderr=True)
        noted.print(f"{len(LAWS)} laws, {_games(count)} each: {_about(count * pace)}")
        width = max(len(law.name) for law in LAWS)
        printer().print(f"  {'law':<{width}}  verdict\n {'─' * (width + 20)}", soft_wrap=True)
        for law in LAWS:
            with progress_bar() as progress:
                bar = progress.add_task(_title(law.name), total=count)
                advance = partial(progress.advance, bar)
                verdict = positions.hold(law, within(count), seconds=seconds, seen=advance)
            verdicts.append(verdict)
            printer().print(f"  {_title(law.name):<{width}}  {_verdict_in_words(verdict)}", soft_wrap=True)
            sys.stdout.flush()
    console = printer()
    console.print()
    for broken, others in _faults(verdicts):
        console.print(broken.told(_loaded(game, broken.state.rules)), soft_wrap=True)
        if others:
            console.print(f"\nThe same breaks: {', '.join(_title(law.name) for law in others)}.", soft_wrap=True)
        console.print()
    for name, value, why in positions.choice.left_out:
        console.print(f"{name}={value!r} was not looked at: {why}", soft_wrap=True)
    notice = in_python(rules)
    if notice:
        noted.print(notice, soft_wrap=True)
    silent, missing = positions.reached.silent, positions.reached.missing
    if silent:
        console.print(f"Nothing was ever scored by {', '.join(silent)}.", soft_wrap=True)
    for name, words in positions.reached.unplayed.items():
        console.print(f"{name}: no deal was played in {_some(words)}.", soft_wrap=True)
    console.print(_summary(verdicts, missing), soft_wrap=True)
    sys.exit(_code(verdicts, missing))


def _about(seconds: float) -> str:
    if seconds < 100:
        return f"about {max(1, round(seconds))} s"
    return f"about {round(seconds / 60)} min"


def _faults(verdicts: Sequence[Verdict]) -> list[tuple[LawBroken, list[Law]]]:
    """Each distinct fault once: the shortest game that shows it, and the other laws that it breaks."""
    alike = defaultdict(list)
    for verdict in verdicts:
        if verdict.broken is not None:
            # An error of the rules first says what was raised and where, then in which position.
            alike[verdict.broken.what.partition(", when ")[0]].append(verdict.broken)
    faults = []
    for broken_laws in alike.values():
        shown = min(broken_laws, key=lambda broken: len(broken.state.moves))
        faults.append((shown, [broken.law for broken in broken_laws if broken is not shown]))
    return faults


def _summary(verdicts: Sequence[Verdict], missing: Sequence[str]) -> str:
    counts = {
        "broken": sum(verdict.broken is not None for verdict in verdicts),
        "not finished: give --seconds more, or --games fewer": sum(map(_is_open, verdicts)),
    }
    parts = [f"{count} law{' is' if count == 1 else 's are'} {outcome}" for outcome, count in counts.items() if count]
    if not parts and missing:
        return (
            f"No law is broken, but none of these games reached {', '.join(missing)}: give --games or --moves more, or "
            "hold the laws against games of your own, with hands that lead there (trickkit.testing)."
        )
    return f"{'; '.join(parts)}." if parts else "All laws hold."


def _code(verdicts: Sequence[Verdict], missing: Sequence[str]) -> int:
    if any(verdict.broken for verdict in verdicts):
        return BROKEN
    return UNFINISHED if missing or any(map(_is_open, verdicts)) else 0


def _is_open(verdict: Verdict) -> bool:
    return verdict.broken is None and verdict.stopped is not None


def _loaded(game: str, rules: Rules) -> str:
    """The expression that builds the rules of a game again."""
    given = "".join(f", {name}={value!r}" for name, value in rules.options.items())
    return f"load({game!r}{given})"


def _title(name: str) -> str:
    return name.replace("_", " ")


def _verdict_in_words(verdict: Verdict) -> str:
    if verdict.broken is not None:
        moves = len(verdict.broken.state.moves)
        return f"BROKEN, shown by a game of {moves} move{'' if moves == 1 else 's'}"
    if verdict.stopped is not None:
        return f"not finished: looked at {_games(verdict.games)} in {verdict.stopped:.1f} s"
    if not verdict.applied:
        return "nothing to look at"
    return f"holds in {_games(verdict.applied)}"


def _some(words: Sequence[str]) -> str:
    """
    >>> _some("ABC"), _some("ABCDEFGHIJKL")
    ('A, B, C', 'A, B, C, D, E, F, G, H and 4 others')
    """
    others = len(words) - SHOWN
    return ", ".join(words) if others < 2 else f"{', '.join(words[:SHOWN])} and {others} others"


def _games(number: int) -> str:
    return f"{number} game{'' if number == 1 else 's'}"

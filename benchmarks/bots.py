"""How well bots play: the ladder of levels, and beginners below it; `best` against flat search and against strategies
written by hand; search with and without what bids tell, and with resolution postponed; tree search of OpenSpiel's, and
agents of jass-kit's; and double-dummy play of Bridge.

    python benchmarks/bots.py [--parts PART ...] [--games KEY ...] [--deals N] [--seconds S] [--notes FILE]

Each line is a match with the same cards for both sides: by how many points a deal the first bot is ahead, with half of
the 95 % interval, in how many deals, and how long the first bot thinks about a decision with a choice (median). A match
ends after so many deals, 200 if nothing is said, or after the deal in which its seconds of processor time are over, 60
if nothing is said; what is compiled is compiled before. An interval with zero in it shows nothing; then its upper end,
the last column, says how much there may be to gain.

Results are added to the notes, if a file is given, and what stands in them is printed and not measured again.

Parts that need what is not installed say so: OpenSpiel and jass-kit are in the extra `peers`, DDS in `double-dummy`.
"""

from __future__ import annotations

import json
import runpy
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from attrs import asdict, define, evolve, field, frozen

from trickkit import Rules, View, bots, load
from trickkit.bots.base import Budget
from trickkit.bots.calls import CallModel
from trickkit.bots.intervals import reach
from trickkit.catalog.registry import keys
from trickkit.phases import DealOut, Tricks

sys.path.insert(0, str(Path(__file__).parent))

import searching
from opponents import GAMES, Result, ahead_of_jass_kit, ahead_of_open_spiel, lost_to_double_dummy
from postponed import AS_MANY, Postponed

EXAMPLES = Path(__file__).parent.parent / "examples"
BY_HAND = {"pikoko": "pikoko_by_hand", "pikinni": "pikinni_by_hand", "5211": "game5211_by_hand"}
"""The strategies for one game each, by its key."""
ITERATIONS, AT_PAR = 1_000, 100_000
"""For each decision: against OpenSpiel, and in Bridge, where that is about a second's worth."""

SEARCH = bots.Best(3, network=None)
"""A level of `best` that searches alone."""

Pair = tuple[str, bots.Bot, str, bots.Bot]
"""A bot and another one, with their names."""
Play = Callable[[int, float], tuple[Result, float | None]]
"""A match of so many deals or seconds: what came out, and how many milliseconds a decision took."""


@define
class Timed(bots.Bot):
    """A bot whose thinking is timed, in seconds a decision with a choice."""

    bot: bots.Bot
    times: list[float] = field(factory=list)

    def seeded(self, seed: int) -> bots.Bot:
        """The bot with another seed, timed into the same list."""
        return Timed(self.bot.seeded(seed), self.times)

    def explain(self, view: View, budget: Budget | None = None) -> bots.Explanation:
        """What the bot thinks."""
        began = perf_counter()
        said = self.bot.explain(view, budget)
        self.times.append(perf_counter() - began)
        return said


@frozen
class Line:
    """A line of the table.

    Args:
        part: of the table.
        key: of the game.
        name: of the match.
        mean: by how many points a deal the first bot is ahead, or how many tricks a deal are lost.
        reach: half of the 95 % interval.
        deals: how many were played.
        milliseconds: how long the first bot thinks about a decision, as a median; None where that is not measured.
    """

    part: str
    key: str
    name: str
    mean: float
    reach: float
    deals: int
    milliseconds: float | None = None

    @property
    def is_ahead(self) -> bool:
        """Whether the interval excludes zero."""
        return self.mean > self.reach

    def __str__(self) -> str:
        lead, took = f"{self.mean:+.2f} ± {self.reach:.2f}", self.milliseconds
        milliseconds = "" if took is None else f"{took:.1f}"
        most = "" if self.is_ahead or self.part == "par" else f"{self.mean + self.reach:+.2f}"
        line = f"{self.part:12} {self.key:16} {self.name:26} {lead:>22} {self.deals:6} {milliseconds:>8} {most:>9}"
        return line.rstrip()


class TimeIsOver(Exception):
    """A match has had its time."""


def ours(rules: Rules, pair: Pair, deals: int, seconds: float) -> tuple[Result, float | None]:
    """The result of a match between bots of ours."""
    _, bot, _, other = pair
    timed = Timed(bot)
    bots.match(rules, [bot, other], deals=1, seed=1)
    found, end = bots.Match([]), process_time() + seconds

    def seen(so_far: bots.Match) -> None:
        nonlocal found
        found = so_far
        if process_time() >= end:
            raise TimeIsOver

    with suppress(TimeIsOver):
        bots.match(rules, [timed, other], deals=deals, seen=seen)
    mean, error = found.ahead(0, 1)
    return Result(mean, error or 0.0, found.deals), 1000 * median(timed.times) if timed.times else None


def untimed(play: Callable[[int, float], Result]) -> Play:
    """A match in which no decision is timed."""
    return lambda deals, seconds: (play(deals, seconds), None)


def ladder(key: str) -> Iterator[tuple[str, Play]]:
    """Each level against the one below, the first one against random seats."""
    steps = ["random", *(f"best:{level}" for level in bots.LEVELS)]
    for below, above in pairwise(steps):
        yield _match(key, (above, bots.read(above), below, bots.read(below)))


def beginner(key: str) -> Iterator[tuple[str, Play]]:
    """What lies between random seats and the first level."""
    for below, above in pairwise(["random", "beginner", "best:1"]):
        yield _match(key, (above, bots.read(above), below, bots.read(below)))


def flat(key: str) -> Iterator[tuple[str, Play]]:
    """`best` with 1,000 playouts of each action against flat search with 64."""
    yield _match(key, ("best:5@1000", bots.read("best:5@1000"), "flat:64", bots.Flat(64)))


def searches(key: str) -> Iterator[tuple[str, Play]]:
    """Tree search and solved last tricks against flat search with about as much work."""
    yield _match(key, ("ismcts:1000", bots.ISMCTS(1000), "flat:100", bots.Flat(100)))
    yield _match(key, ("solver", bots.Solver(), "flat:64", bots.Flat(64)))


def postponed(key: str) -> Iterator[tuple[str, Play]]:
    """Flat search that looks at its next decision anew against flat search with as many playouts."""
    if key in AS_MANY:
        number = AS_MANY[key]
        yield _match(key, ("postponed", Postponed(), f"flat:{number}", bots.Flat(number)))


@frozen
class Heeding(bots.Bot):
    """A level of `best`, told what to make of calls."""

    best: bots.Best
    calls: CallModel | None

    def seeded(self, seed: int) -> bots.Bot:
        """The bot with another seed."""
        return Heeding(self.best.seeded(seed), self.calls)

    def explain(self, view: View, budget: Budget | None = None) -> bots.Explanation:
        """What the bot thinks."""
        bot = self.best.bot(view)
        return (evolve(bot, calls=self.calls) if isinstance(bot, bots.ISMCTS) else bot).explain(view, budget)


def calls(key: str) -> Iterator[tuple[str, Play]]:
    """A level that weighs worlds by what others have called against one that does not."""
    phases = [type(phase) for phase in load(key).phases]
    if phases.index(Tricks) - phases.index(DealOut) > 1 if Tricks in phases and DealOut in phases else False:
        yield _match(key, ("calls", Heeding(SEARCH, CallModel(bots.Greedy())), "none", Heeding(SEARCH, None)))


def by_hand(key: str) -> Iterator[tuple[str, Play]]:
    """Levels against strategies written by hand for one game each."""
    if key in BY_HAND:
        expert = runpy.run_path(str(EXAMPLES / f"{BY_HAND[key]}.py"))["ByHand"]()
        for level in (1, 3, 5):
            yield _match(key, (f"best:{level}", bots.Best(level), "by hand", expert))


def open_spiel(key: str) -> Iterator[tuple[str, Play]]:
    """Our search against OpenSpiel's, with as many iterations for each decision."""
    if key in GAMES:
        yield "search : OpenSpiel", untimed(partial(ahead_of_open_spiel, key, ITERATIONS))


def jass_kit(key: str) -> Iterator[tuple[str, Play]]:
    """`best` against the agents that jass-kit brings, which play at random."""
    if key == "schieber":
        yield "best:3 : jass-kit", untimed(partial(ahead_of_jass_kit, bots.Best(3)))


def par(key: str) -> Iterator[tuple[str, Play]]:
    """What a side of Bridge that searches loses against one that sees all cards."""
    if key == "bridge":
        for side in ("declarer", "defence"):
            lost = partial(lost_to_double_dummy, AT_PAR, declarer=side == "declarer")
            yield f"tricks lost, {side}", untimed(lost)


def _match(key: str, pair: Pair) -> tuple[str, Play]:
    return f"{pair[0]} : {pair[2]}", partial(ours, load(key), pair)


PARTS: dict[str, Callable[[str], Iterator[tuple[str, Play]]]] = {
    "ladder": ladder,
    "beginner": beginner,
    "flat": flat,
    "calls": calls,
    "by-hand": by_hand,
    "open-spiel": open_spiel,
    "jass-kit": jass_kit,
    "par": par,
    "searches": searches,
    "postponed": postponed,
}
"""By name, the matches of a game."""
SPEED = "speed"
"""The name of the part that is no match: how fast views are searched, beside OpenSpiel's search."""


def noted(notes: Path | None) -> dict[tuple[str, str, str], Line]:
    """The lines that stand in a file."""
    if notes is None or not notes.exists():
        return {}
    lines = [Line(**json.loads(text)) for text in notes.read_text(encoding="utf-8").splitlines()]
    return {(line.part, line.key, line.name): line for line in lines}


def measured(arguments: Namespace) -> Iterator[Line | str]:
    """The lines of the table, one after the other; a text where something is not installed."""
    known = noted(arguments.notes)
    for part in arguments.parts:
        if part == SPEED:
            games = [key for key in arguments.games if key in searching.GAMES]
            yield from searching.lines(*games) if games else ()
            continue
        for key in arguments.games:
            for name, play in PARTS[part](key):
                line = known.get((part, key, name))
                if line is None:
                    try:
                        found, milliseconds = play(arguments.deals, arguments.seconds)
                    except ImportError as error:
                        yield f"{part:12} {key:16} {name:26} {error}"
                        continue
                    line = Line(part, key, name, found.mean, reach(found.error), found.deals, milliseconds)
                    if arguments.notes is not None:
                        with arguments.notes.open("a", encoding="utf-8") as file:
                            file.write(f"{json.dumps(asdict(line))}\n")
                yield line


def main(*given: str) -> None:
    """Print a line for each match, and at last how often intervals exclude zero."""
    parser = ArgumentParser(description="How well bots play.")
    parser.add_argument(
        "--parts", nargs="+", choices=[*PARTS, SPEED], default=[*PARTS, SPEED], help="what is measured; all"
    )
    parser.add_argument("--games", nargs="+", default=list(keys()), metavar="KEY", help="in which games; all")
    parser.add_argument("--deals", type=int, default=200, help="how many a match has at most; 200")
    parser.add_argument("--seconds", type=float, default=60.0, help="how much processor time a match takes at most; 60")
    parser.add_argument("--notes", type=Path, help="a file to which results are added, and from which they are taken")
    arguments = parser.parse_args(given)
    head = f"{'part':12} {'game':16} {'match':26} {'ahead, points a deal':>22} {'deals':>6} {'ms':>8} {'at most':>9}"
    print(head, flush=True)
    lines = []
    for line in measured(arguments):
        print(line, flush=True)
        if isinstance(line, Line):
            lines.append(line)
    for part, name in dict.fromkeys((line.part, line.name) for line in lines):
        alike = [line for line in lines if (line.part, line.name) == (part, name)]
        ahead = sum(line.is_ahead for line in alike)
        print(f"{part:12} {name:26} ahead in {ahead} of {len(alike)} games, by intervals without zero", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""How well bots play: the ladder of levels; `best`, tree search and a solver of the last tricks against flat search;
strategies written by hand; tree search of OpenSpiel's; and double-dummy play of Bridge.

    python benchmarks/bots.py [SECONDS [DEALS [KEY ...]]]

Each line is a match with the same cards for both sides: by how many points a deal the first bot is ahead, with half of
the 95 % interval, in how many deals, and how long the first bot thinks about a decision with a choice (median). A match
ends after so many deals, 200 if nothing is said, or when its seconds are over, 60 if nothing is said. An interval with
zero in it shows nothing; then the upper end of it says how much there may be to gain.

Where OpenSpiel is installed (the extra `peers`), our search plays its own with as many iterations for each decision;
where DDS is (`double-dummy`), a side of Bridge that searches loses tricks against one that sees all cards.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter

from attrs import define, field

from trickkit import Rules, View, bots, load
from trickkit.bots.base import Budget
from trickkit.bots.intervals import reach
from trickkit.catalog.registry import keys

sys.path.insert(0, str(Path(__file__).parent))

from opponents import GAMES, Result, ahead_of_open_spiel, lost_to_double_dummy

EXAMPLES = Path(__file__).parent.parent / "examples"
BY_HAND = {"pikoko": "pikoko_by_hand", "pikinni": "pikinni_by_hand", "5211": "game5211_by_hand"}
"""The strategies for one game each, by its key."""
ITERATIONS, AT_PAR = 1_000, 100_000
"""For each decision: against OpenSpiel, and in Bridge, where that is about a second's worth."""


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


def pairs(key: str) -> Iterator[tuple[str, bots.Bot, str, bots.Bot]]:
    """Who plays whom: each level the one below, the first one random seats, and the best flat search and experts."""
    ladder = ["random", *(f"best:{level}" for level in bots.LEVELS)]
    for below, above in pairwise(ladder):
        yield above, bots.read(above), below, bots.read(below)
    yield "best:5@1000", bots.read("best:5@1000"), "flat:64", bots.Flat(64)
    yield "ismcts:1000", bots.ISMCTS(1000), "flat:100", bots.Flat(100)
    yield "solver", bots.Solver(), "flat:64", bots.Flat(64)
    if key in BY_HAND:
        expert = runpy.run_path(str(EXAMPLES / f"{BY_HAND[key]}.py"))["ByHand"]()
        for level in (1, 3, 5):
            yield f"best:{level}", bots.Best(level), "by hand", expert


def line(rules: Rules, pair: tuple[str, bots.Bot, str, bots.Bot], deals: int, seconds: float) -> str:
    """The result of a match."""
    name, bot, other_name, other = pair
    timed = Timed(bot)
    found = bots.match(rules, [timed, other], deals=deals, budget=timedelta(seconds=seconds))
    mean, error = found.ahead(0, 1)
    lead = f"{mean:+.2f} ± {reach(error or 0):.2f}"
    milliseconds = 1000 * median(timed.times) if timed.times else 0.0
    return f"{rules.key:15} {f'{name} : {other_name}':24} {lead:>22} {found.deals:6} {milliseconds:8.1f}"


def against_others(deals: int, games: Sequence[str]) -> None:
    """Print what comes out against other libraries, as far as they are installed."""
    matches: list[tuple[str, str, Callable[[], Result]]] = [
        (key, "search : OpenSpiel", partial(ahead_of_open_spiel, key, ITERATIONS, deals)) for key in GAMES
    ]
    for side in ("declarer", "defence"):
        lost = partial(lost_to_double_dummy, AT_PAR, max(2, deals // 10), declarer=side == "declarer")
        matches.append(("bridge", f"tricks lost, {side}", lost))
    for key, name, play in matches:
        if games and key not in games:
            continue
        try:
            found = play()
        except ImportError as error:
            print(f"{key:15} {name:24} {error}", flush=True)
            continue
        mean = f"{found.mean:+.2f} ± {reach(found.error):.2f}"
        print(f"{key:15} {name:24} {mean:>22} {found.deals:6}", flush=True)


def main(seconds: str = "60", deals: str = "200", *games: str) -> None:
    """Print a line for each game and pair of bots."""
    print(f"{'game':15} {'match':24} {'ahead, points a deal':>22} {'deals':>6} {'ms':>8}", flush=True)
    for key in games or keys():
        rules = load(key)
        for pair in pairs(key):
            print(line(rules, pair, int(deals), float(seconds)), flush=True)
    against_others(int(deals), games)


if __name__ == "__main__":
    main(*sys.argv[1:])

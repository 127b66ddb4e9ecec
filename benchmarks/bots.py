"""How well bots play: flat search against random seats, and against itself with a quarter of the playouts.

    python benchmarks/bots.py [DEALS [PLAYOUTS [KEY ...]]]

Each line is a match of a game with the same cards for both sides: by how many points a deal the first bot is ahead,
with half of the 95 % interval, and how long it thinks about a decision. An interval with zero in it shows nothing.
"""

from __future__ import annotations

import sys
from statistics import median
from time import perf_counter

from attrs import define, field

from trickkit import View, bots, load
from trickkit.bots.base import Budget
from trickkit.bots.intervals import reach
from trickkit.catalog.registry import keys


@define
class Timed(bots.Bot):
    """A bot whose thinking is timed, in seconds a decision with a choice."""

    bot: bots.Bot
    times: list[float] = field(factory=list)

    def explain(self, view: View, budget: Budget | None = None) -> bots.Explanation:
        """What the bot thinks."""
        began = perf_counter()
        said = self.bot.explain(view, budget)
        self.times.append(perf_counter() - began)
        return said


def main(deals: int = 20, playouts: int = 32, *games: str) -> None:
    """Print a line for each game and opponent."""
    strong, weak = f"flat:{playouts}", f"flat:{max(1, playouts // 4)}"
    print(f"{deals} deals a match, each played twice\n")
    print(f"{'game':14} {'match':24} {'ahead':>20} {'ms a decision':>14}")
    for key in games or keys():
        for other in ("random", weak):
            timed = Timed(bots.read(strong))
            found = bots.match(load(key), [timed, bots.read(other)], deals=deals)
            mean, error = found.ahead(0, 1)
            lead = f"{mean:+.2f} ± {reach(error or 0):.2f}"
            print(f"{key:14} {f'{strong} : {other}':24} {lead:>20} {1000 * median(timed.times):14.0f}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])

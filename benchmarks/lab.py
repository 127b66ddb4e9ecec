"""Whether the lab can be trusted, and how fast it is.

    python benchmarks/lab.py [STUDIES [DEALS]]
    python benchmarks/lab.py hourly [KEY ...]

* Calibration: studies, 100 of them if nothing is said, of a rule that changes nothing, in which play nevertheless
  differs: a call that nobody heeds comes before the tricks, so that players at random decide otherwise. In 95 of 100
  there should be no effect, in any of the numbers; of single intervals that are not adjusted, 95 of 100 should have
  zero in them. The same for studies that end at a width.
* A rule that gives seat 0 a point a deal is found exactly.
* What it does to Pikoko that the start player always leads: between random players, and between greedy ones.
* Rates: deals a second of processor time, of two rules each, and how much faster two processes are than one.
* Greedy deals an hour of processor time, by game: played together by compiled code, and view by view, in alternating
  turns; `hourly` prints these alone.
* How a cluster scales: Dask with up to 16 workers in this process, which sleep as long as a skilled deal takes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from math import comb
from statistics import median
from typing import ClassVar
from unittest.mock import patch

from attrs import evolve, frozen

from trickkit import Deal, Rules, ScoreLine, lab, load
from trickkit.bots import Greedy
from trickkit.catalog.registry import keys
from trickkit.lab import Found
from trickkit.lab.words import interval
from trickkit.phases import CallDouble, Phase, Tricks
from trickkit.scoring import Scoring
from trickkit.variants import pikoko

USUAL = pikoko.rules(players=4)
LEAD = pikoko.rules(players=4, next_lead="start_player")
NOTHING = USUAL.before(Tricks, CallDouble())
"""A call that nobody heeds: nothing is doubled by it."""
METRICS = (
    "wins",
    "points by place",
    "points by seat",
    "points",
    "spread",
    "ties",
    "shutouts",
    "bids exact",
    "bids off",
)


@frozen
class Gift(Scoring):
    """A point a deal for seat 0."""

    reads: ClassVar[tuple[type[Phase], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The point."""
        return (ScoreLine(0, "gift", 1),)


def effects(found: Found) -> int:
    """How many numbers differ."""
    return sum(by is not None and by.excludes(0) for row in found.rows for by in row.differences)


def calibration(studies: int, ask: Callable[[int], Found]) -> str:
    """How often a rule that changes nothing seems to change something, together and one by one."""
    seen = [ask(seed) for seed in range(studies)]
    together = sum(effects(found) == 0 for found in seen)
    alone = [evolve(found, study=evolve(found.study, error=min(0.99, 0.05 * found.questions))) for found in seen]
    intervals = sum(found.questions for found in alone)
    missed = sum(map(effects, alone))
    deals = median(found.deals for found in seen)
    low, high = (100 * end for end in binomial(together, studies))
    return (
        f"no effect in {together} of {studies} studies of {deals:.0f} deals (median; by the binomial interval in "
        f"{low:.1f} to {high:.1f} %); zero in {100 * (1 - missed / intervals):.1f} % of {intervals} intervals of 95 %"
    )


def binomial(count: int, of: int, error: float = 0.05) -> tuple[float, float]:
    """The exact interval of a probability of which an event happened so often (Clopper and Pearson, 1934)."""

    def end(least: int, tail: float) -> float:
        """Where so large a part of the distribution is `least` or more."""
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            part = sum(comb(of, hits) * middle**hits * (1 - middle) ** (of - hits) for hits in range(least, of + 1))
            low, high = (middle, high) if part < tail else (low, middle)
        return low

    return end(count, error / 2) if count else 0.0, end(count + 1, 1 - error / 2) if count < of else 1.0


def rate(study: Callable[[], Found]) -> float:
    """Deals a second of processor time."""
    began = time.process_time()
    return study().deals / (time.process_time() - began)


@frozen
class ViewByView(Greedy):
    """The same bot, which is asked for each decision, since it is another class."""


def hourly(key: str, deals: int = 60, times: int = 5) -> str:
    """Thousands of greedy deals an hour of processor time in a study, at once and view by view: medians of turns."""
    rules, players = load(key), (Greedy(), ViewByView())
    took: tuple[list[float], list[float]] = ([], [])
    for turn in range(times + 1):
        for place in (0, 1) if turn % 2 else (1, 0):
            # Other deals each time, since what scorings say of the same ones is remembered.
            study = partial(profiled, rules, players[place], deals, 2 * turn + place)
            took[place].append(rate(study))
    # In the first turn code is compiled, or loaded.
    at_once, one_by_one = (3.6 * median(rates[1:]) for rates in took)
    return f"{key}: {at_once:.0f} thousand an hour; view by view {one_by_one:.0f}"


def profiled(rules: Rules, bot: Greedy, deals: int, seed: int) -> Found:
    """A study of one rule."""
    return lab.profile(rules, bots=bot, deals=deals, seed=seed, metrics=["wins", "points"], workers=1)


def speedup(rules: tuple[Rules, Rules], times: int = 5) -> float:
    """How much faster two processes are than one, as the median of alternating runs."""

    def seconds(workers: int) -> float:
        began = time.perf_counter()
        lab.compare(*rules, bots="flat:64", deals=120, metrics=["points"], workers=workers)
        return time.perf_counter() - began

    return median(seconds(1) / seconds(2) for _ in range(times))


def on_simulated_workers(work: float = 0.08, each: int = 200) -> Iterator[str]:
    """Blocks a second on workers that sleep instead of playing, and what part of the time that they were asked to."""
    import distributed

    study = lab.Study(rules=(USUAL,), names=("a",), bots="greedy", metrics=tuple(map(lab.METRICS.get, METRICS)))
    sums = study.block(0)

    def slept(_study: lab.Study, _number: int) -> lab.Sums:
        time.sleep(work)
        return sums

    for count in (1, 2, 4, 8, 16):
        with (
            distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc"
            ) as cluster,
            distributed.Client(cluster) as client,
            patch.object(lab.Study, "block", slept),
        ):
            began, used = time.perf_counter(), time.process_time()
            lab.profile(USUAL, bots="greedy", deals=each * count, metrics=METRICS, client=client)
            rate = each * count / (time.perf_counter() - began)
            cost = 1000 * (time.process_time() - used) / (each * count)
        yield f"{count} workers: {rate:.1f} blocks a second, {100 * rate * work / count:.0f} %; {cost:.2f} ms each"


def main(studies: str = "100", deals: str = "4096") -> None:
    """Print all of it."""
    count, many = int(studies), int(deals)
    print("a rule that changes nothing")
    print("  all deals:", calibration(count, lambda seed: compared(NOTHING, "random", many, seed=seed)))
    print("  until ± 2 %:", calibration(count, lambda seed: compared(NOTHING, "random", 10**6, seed=seed, until=0.02)))
    generous = USUAL.replace(scoring=(*USUAL.scoring, Gift()))
    gift = lab.compare(USUAL, generous, bots="random", deals=many, metrics=["points by seat"])
    said = [f"{row.label} {interval(row.differences[0], 'points', sign=True)}" for row in gift.rows]
    print("a point a deal for seat 0:", "; ".join(said))
    for bots, number in (("random", 100_000), ("greedy", 1000)):
        print(f"the start player always leads, {bots}, {number} deals")
        for sentence in compared(LEAD, bots, number).sentences():
            print(" ", sentence)
    compared(LEAD, "flat:64", 2)
    print(f"random: {rate(lambda: compared(LEAD, 'random', 20_000)):.0f} deals a second of two rules each")
    print(f"greedy: {rate(lambda: compared(LEAD, 'greedy', 100)):.1f}")
    print(f"flat:64: {rate(lambda: compared(LEAD, 'flat:64', 20)):.1f}")
    for key in keys():
        print(hourly(key))
    print(f"two processes: {speedup((USUAL, LEAD)):.2f} times as fast as one (median of 5)")
    print("workers that sleep 80 ms a block, and what the rest costs in processor time")
    for line in on_simulated_workers():
        print(" ", line)


def compared(rules: Rules, bots: str, deals: int, *, seed: int = 0, until: float | None = None) -> Found:
    """A rule against the usual ones."""
    return lab.compare(USUAL, rules, bots=bots, deals=deals, seed=seed, until=until, metrics=METRICS)


if __name__ == "__main__":
    if sys.argv[1:2] == ["hourly"]:
        for key in sys.argv[2:] or keys():
            print(hourly(key), flush=True)
    else:
        main(*sys.argv[1:])

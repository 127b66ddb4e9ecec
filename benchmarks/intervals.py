"""How often the intervals of the lab have in them what they are about: rare effects of many sizes, simulated.

Each study has differences that are 0 in most deals. It plays so many deals, or looks at its interval now and then and
ends at a width, as studies with `until` do. Run it as `python benchmarks/intervals.py`; it needs the extra `lab`.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable

import numpy as np

from trickkit.lab.moments import Moments
from trickkit.lab.results import LEAST_APART

LEVEL = 0.05

SIZES: dict[str, tuple[float, Callable[[np.random.Generator, int], np.ndarray]]] = {
    "always 52 fewer": (-52, lambda _, count: np.full(count, -52)),
    "geometric, mean 10": (10, lambda rng, count: rng.geometric(0.1, count)),
    "heavy tail (log-normal)": (12.68, lambda rng, count: np.round(np.exp(rng.normal(2, 1, count)) + 0.5)),
    "both signs, 7 : 3": (
        4,
        lambda rng, count: rng.choice((1,) * 7 + (-1,) * 3, count) * rng.geometric(0.1, count),
    ),
    "both signs, which cancel": (0, lambda rng, count: rng.choice((1, -1), count) * rng.geometric(0.1, count)),
    "1 more or less, which cancel": (0, lambda rng, count: rng.choice((1, -1), count)),
}
"""By name, the mean of an effect where there is one, and what draws some."""


def moments(effects: np.ndarray) -> Moments:
    """The moments of a difference: nothing under one rule, so much under the other."""
    count, total, squares = len(effects), int(effects.sum()), int((effects**2).sum())
    products = (0, 0, 0, 0, count, total, count, squares, total, count)
    low, high = int(min(0, effects.min())), int(max(0, effects.max()))
    return Moments(count, (0, count, total, count), products, int((effects != 0).sum()), low, high)


def looks(most: int) -> list[int]:
    """After how many deals a study looks at its intervals."""
    found = [32]
    while found[-1] < most:
        found.append(min(most, -(-found[-1] * 5 // 4)))
    return found


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=1000, help="how many of each kind")
    studies = parser.parse_args().studies
    rng = np.random.default_rng(7)
    print(f"{studies} studies of each kind; how many in 100 of their 95 % intervals cover the effect\n")
    print("| effect in a deal | deals with one | 1,000 deals | 4,000 deals | stopped at a width | deals then, median |")
    print("|---|---|---|---|---|---|")
    for name, (size, drawn) in SIZES.items():
        for rare in (0.01, 0.02, 0.05):
            effect, hits, ends = size * rare, [0, 0, 0], list[int]()
            # As wide as the interval of some 1,500 deals.
            width = 2 * np.sqrt(rare * (drawn(rng, 100_000) ** 2).mean() / 1500)
            for _ in range(studies):
                effects = np.where(rng.random(8000) < rare, drawn(rng, 8000), 0).astype(np.int64)
                for place, count in enumerate((1000, 4000)):
                    found = moments(effects[:count]).difference(1, LEVEL)
                    hits[place] += not found.excludes(effect)
                for count in looks(8000):
                    part = moments(effects[:count])
                    found = part.difference(1, LEVEL)
                    if part.apart >= LEAST_APART and found.half <= width:
                        break
                hits[2] += not found.excludes(effect)
                ends.append(count)
            shares = " | ".join(f"{100 * hit / studies:.1f}" for hit in hits)
            print(f"| {name} | {rare:.0%} | {shares} | {int(np.median(ends)):,} |", flush=True)


if __name__ == "__main__":
    main()

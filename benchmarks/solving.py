"""How fast endings of Bridge are solved in which all cards lie open, beside the DDS library.

    python benchmarks/solving.py [DEALS [CARDS]]

From four cards in a hand up to CARDS: seconds of processor time for the tricks that every card of the hand on lead
comes to, as medians and at most, by `bots.solve` and by DDS (the extra `double-dummy`), and whether both agree.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from trickkit.bots import solve

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "conformance"))

from double_dummy import SIDES, by_dds, dealt


def main(deals: int = 10, most: int = 10) -> None:
    """Print a line for each number of cards."""
    print(f"{'cards':>5} {'deals':>5} {'solve: median, most':>22} {'DDS: median, most':>22} {'alike':>8}")
    for cards in range(4, most + 1, 2):
        mine, theirs, alike = [], [], 0
        solve(dealt(0, cards), utility=SIDES, positions=1 << 40)
        for seed in range(deals):
            state = dealt(seed, cards)
            took, solution = timed(lambda state=state: solve(state, utility=SIDES, positions=1 << 40))
            mine.append(took)
            took, tricks = timed(lambda state=state: by_dds(state))
            theirs.append(took)
            alike += {str(action): (value + cards) / 2 for action, value in solution.values} == tricks
        figures = [f"{median(times):.4f}, {max(times):.4f}" for times in (mine, theirs)]
        print(f"{cards:5} {deals:5} {figures[0]:>22} {figures[1]:>22} {alike:>5}/{deals}", flush=True)


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """How long a call takes in processor time, and what it gives."""
    began = process_time()
    found = call()
    return process_time() - began, found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

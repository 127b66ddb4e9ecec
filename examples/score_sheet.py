"""A score sheet: every deal of a game of Pikinni, with estimates, tricks and points, as players would write it down.

Scores explain themselves: each is a line with its seat, its points and its reason.
"""

from __future__ import annotations

from trickkit import State, load, playout
from trickkit.phases import Estimates, Tricks

NAMES = ["Ada", "Ben", "Cyd"]


def sheet(end: State) -> str:
    """The score sheet of a game that is over."""
    rows = [["cards", "trump", *NAMES]]
    for result in end.results:
        deal, cells = result.deal, []
        for seat in deal.seats:
            bid, taken = deal[Estimates].bids[seat], deal[Tricks].taken[seat]
            cells.append(f"{bid}/{taken} {result.scores[seat]:+}")
        rows.append([str(deal.size), str(deal.trump), *cells])
    rows.append(["", "total", *(str(total) for total in end.scores)])
    return "\n".join("".join(f"{cell:<10}" for cell in row).rstrip() for row in rows)


def main() -> None:
    """Play a game at random and write its score sheet, then the reasons of the last deal."""
    end = playout(load("pikinni", players=3), seed=7)
    print(sheet(end))
    print("\nestimate/tricks points; the last deal in words:")
    for line in end.results[-1].lines:
        print(f"{NAMES[line.seat]}: {line.points:+} {line.reason}")


if __name__ == "__main__":
    main()

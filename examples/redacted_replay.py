"""A redacted replay: the first trick of a recorded game as one seat saw it, and what a spectator may know.

The record is written and read as text here; `record.write` and `record.load` do the same with a file.
"""

from __future__ import annotations

from trickkit import load, playout, record
from trickkit.phases import Tricks

SEAT = 1


def main() -> None:
    """Record a game, and step through its beginning as a seat saw it."""
    whole = record.of(playout(load("pikoko", players=3), seed=7), names=["Ada", "Ben", "Cyd"])
    game = record.loads(str(whole))
    game.verify()
    shown = 0
    for state in game.states():
        view = state.view(SEAT)
        for event in view.deal.events[shown:]:
            print(event)
        shown = len(view.deal.events)
        tricks = state.deal.get(Tricks)
        if tricks is not None and tricks.tricks:
            break
    print()
    for name, seat in [("Ben", SEAT), ("a spectator", None)]:
        hidden = str(game.redact(seat)).count('"??"')
        print(f"the whole record as {name} may have it hides {hidden} cards and decisions")


if __name__ == "__main__":
    main()

"""A variant in a file: Pinnacle, in which the last trick counts for three.

Every command and function takes the file by its path: `trickkit play examples/custom_variant.py`, `trickkit check ...`,
`load(...)`. Run as a program, it plays a random game and prints how the last deal was scored.
"""

from __future__ import annotations

from typing import Annotated

from attrs import field, frozen

from trickkit import Deal, Rules, ScoreLine, playout, variant
from trickkit.model.cards import piquet
from trickkit.phases import CutTrump, DealOut, Tricks
from trickkit.policies.ending import AtTarget
from trickkit.policies.follow import MustFollow, MustTrump
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import Scoring


@frozen
class TricksAndLast(Scoring):
    """A point for each trick, and more for the last one.

    Args:
        last: the points of the last trick.
    """

    reads = (Tricks,)

    last: int = field(default=3)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for each seat with tricks, and one for the last trick."""
        *others, last = [trick.taker for trick in deal[Tricks].tricks]
        counted = [(seat, others.count(seat)) for seat in deal.seats]
        each = [ScoreLine(seat, f"{tricks} tricks before the last", tricks) for seat, tricks in counted if tricks]
        return (*each, ScoreLine(last, "the last trick", self.last))


@variant
def rules(
    *,
    players: Annotated[int, range(2, 5), "how many play"] = 4,
    must_trump: Annotated[bool, "whether who cannot follow must trump"] = False,
    points: Annotated[int, "how many points end the game"] = 21,
) -> Rules:
    """The rules of Pinnacle."""
    return Rules(
        key="pinnacle",
        name="Pinnacle",
        summary="Every trick is a point, and the last one three.",
        players=players,
        deck=piquet(),
        phases=(CutTrump(), DealOut(), Tricks(follow=MustTrump() if must_trump else MustFollow())),
        scoring=TricksAndLast(last=3),
        schedule=Schedule(hand_sizes=SameSize(8), starter=NextSeat()),
        ending=AtTarget(points=points),
    )


def main() -> None:
    """Play a game at random."""
    end = playout(rules(), seed=7)
    assert end.outcome is not None
    print(f"{len(end.results)} deals; the last one:")
    for line in end.results[-1].lines:
        print("   ", line)
    print("scores:", *end.scores)
    print("first:", *(f"seat {seat}" for seat in end.outcome.winners))


if __name__ == "__main__":
    main()

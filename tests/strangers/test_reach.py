"""Laws show short counterexamples, also of faults that show late in a game."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit import Deal, ScoreLine, load
from trickkit.phases import Tricks
from trickkit.scoring import Scoring
from trickkit.testing import LAWS
from trickkit.testing.positions import Positions
from trickkit.testing.suite import within


@frozen
class RareNumber(Scoring):
    """A fault that shows where seat 1 takes all tricks."""

    reads: ClassVar[tuple[type, ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A fault."""
        if deal[Tricks].taken[1] == deal.size:
            raise ValueError("a planted fault")
        return ()


def test_what_breaks_late_is_shown_by_a_short_game() -> None:
    rules = load("oh_hell", players=3, cards=2).replace(scoring=(RareNumber(),))
    broken = Positions.of(rules, source=1).hold(LAWS[2], within(20)).broken
    assert broken is not None
    assert len(broken.state.moves) <= 2 * 9

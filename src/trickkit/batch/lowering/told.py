"""Who hears the decisions of a phase, asked beforehand."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel.layout import signed
from trickkit.batch.lowering.answers import Answers, Question
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.phases.base import Phase


def told_by(lowering: Lowering, phase: Phase, known: dict[Question, Any]) -> int:
    """Which viewers hear the decisions of each seat, as bits.

    Args:
        lowering: of the rules.
        phase: of which that is asked.
        known: answers to what it may look at.

    Raises:
        Unanswered: that depends on more of the deal.
    """
    seats = range(lowering.rules.players)
    answers = Answers(type(phase.inner).__name__, known, written=(), lost=(), hidden=_All())
    deal = BlankDeal.of(lowering.rules.deck, len(seats), answers)
    told = [8 * mover + viewer for mover in seats for viewer in seats if phase.hears(deal, mover, viewer)]
    return signed(sum(1 << bit for bit in told))


class _All:
    """All types of records."""

    def __contains__(self, kind: object) -> bool:
        return True

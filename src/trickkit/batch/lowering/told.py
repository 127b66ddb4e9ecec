"""Determines in advance who hears the decisions of a phase."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel.layout import signed
from trickkit.batch.lowering.answers import Answers, Question
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.phases.base import Phase
from trickkit.play.rules import Rules


def told_by(lowering: Lowering, phase: Phase, known: dict[Question, Any]) -> int:
    """The viewers that hear the decisions of each seat, as bits.

    Args:
        lowering: the lowering of the rules.
        phase: the phase.
        known: the answers about the deal so far.

    Raises:
        Unanswered: the result depends on more of the deal.
    """
    seats = range(lowering.rules.players)
    deal = nothing_known(lowering.rules, type(phase.inner).__name__, known)
    bits = [8 * mover + viewer for mover in seats for viewer in seats if phase.hears(deal, mover, viewer)]
    return signed(sum(1 << bit for bit in bits))


def nothing_known(rules: Rules, name: str, known: dict[Question, Any] | None = None) -> BlankDeal:
    """A symbolic deal about which only some answers are known.

    Args:
        rules: the rules of the game.
        name: the name of the phase that reads it, for errors.
        known: the answers.
    """
    return BlankDeal.of(rules.deck, rules.players, Answers(name, known or {}, written=(), lost=(), hidden=_All()))


class _All:
    """All types of records."""

    def __contains__(self, kind: object) -> bool:
        return True

"""How compiled code answers the questions of a policy in the middle of tricks."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Question
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.sums import SUM, node_of_sum, values_of_sum


def look(lowering: Lowering, question: Question) -> tuple[int, int, int]:
    """How compiled code looks for an answer, at which place in the row, and with which operand."""
    what, *more = question
    knowledge = lowering.knowledge
    if what == SUM:
        return layout.SUMMED, layout.COUNTER, node_of_sum(knowledge, question)
    if what == "fewer":
        return layout.FEWER, layout.HANDS + more[0], more[1]
    if what == "took":
        return layout.HAS, layout.TAKEN + more[0], 1 << more[1]
    if what == "complete":
        return layout.HAS, layout.TRICK, -(2 << more[0])
    if what == "leads":
        return layout.BELOW, layout.COUNT, 1
    if what == "led":
        classes = knowledge.node(tuple(more[1] >> face & 1 for face in range(len(lowering.rules.deck.faces))))
        return layout.LED_CLASSED, layout.LEADS, classes << 8 | 8 * more[0]
    how = layout.MEETS if what == "meets" else layout.COUNTED
    return how, layout.HANDS + more[0], knowledge.mask(more[1])


def answers_of(question: Question) -> tuple[Any, ...]:
    """The possible answers, in the order in which compiled code numbers them."""
    if question[0] == SUM:
        return values_of_sum(question)
    return tuple(range(question[2].bit_count() + 1)) if question[0] == "count" else (False, True)

"""The steps that lay cards on the table, evaluate them and draw new ones."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.step import Count, Step
from trickkit.batch.steps.tableau.lower import draw_or_throw, evaluate, remove, reveal
from trickkit.phases.evaluate import Evaluate
from trickkit.phases.reveal import Reveal
from trickkit.phases.stock import Draw, RemoveCards, ThrowAway
from trickkit.play.rules import Rules


def _remove(count: Count, phase: RemoveCards) -> None:
    count.stock -= phase.cards


def _draw(count: Count, phase: Draw) -> None:
    for seat, held in enumerate(count.held):
        drawn = min(max(0, count.size - held), count.stock)
        count.held[seat] += drawn
        count.stock -= drawn


def _throw(count: Count, phase: ThrowAway) -> None:
    count.held = [0] * len(count.held)


def _reveal(count: Count, phase: Reveal) -> None:
    count.choose(phase, phase.cards)
    count.held = [held - phase.cards for held in count.held]
    count.laid += phase.cards


def _decisions(rules: Rules, size: int, phase: Reveal) -> int:
    return rules.players * phase.cards


def _evaluate(count: Count, phase: Evaluate) -> None:
    count.laid = 0


STEPS = (
    Step(RemoveCards, layout.REMOVE, remove, _remove),
    Step(Draw, layout.DRAW, draw_or_throw, _draw, by_card=True),
    Step(ThrowAway, layout.THROW, draw_or_throw, _throw),
    Step(Reveal, layout.REVEAL, reveal, _reveal, _decisions, by_card=True),
    Step(Evaluate, layout.EVALUATE, evaluate, _evaluate, by_card=True),
)

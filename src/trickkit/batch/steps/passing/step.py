"""The step in which cards are passed on."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.step import Step
from trickkit.batch.steps.passing.lower import passing
from trickkit.phases.passing import PassCards

STEPS = (Step(PassCards, layout.PASS, passing),)

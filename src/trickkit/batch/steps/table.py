"""All steps that the compiled engine knows, by the type of phase."""

from __future__ import annotations

from trickkit.batch.lowering.step import Step, acting
from trickkit.batch.steps.asking.step import STEPS as ASKING
from trickkit.batch.steps.dealing.step import STEPS as DEALING
from trickkit.batch.steps.explored.step import EXPLORED
from trickkit.batch.steps.passing.step import STEPS as PASSING
from trickkit.batch.steps.tableau.step import STEPS as TABLEAU
from trickkit.batch.steps.talon.step import STEPS as TALON
from trickkit.batch.steps.tricks.step import STEPS as TRICKS
from trickkit.phases.base import Phase

STEPS = {step.phase: step for step in (*ASKING, *DEALING, *PASSING, *TABLEAU, *TALON, *TRICKS)}


def step_of(phase: Phase) -> Step:
    """The step of a phase: that of the type which determines what it does. Others are explored."""
    return STEPS.get(acting(phase), EXPLORED)


def step_like(phase: Phase) -> Step:
    """The step of the first of a phase's types that has one: how many cards it moves, as far as can be known."""
    return next((STEPS[kind] for kind in type(phase).__mro__ if kind in STEPS), EXPLORED)

"""All steps of the compiled engine, by type of phase."""

from __future__ import annotations

from trickkit.batch.lowering.step import Step, acting
from trickkit.batch.steps.asking.step import STEPS as ASKING
from trickkit.batch.steps.choosing.step import CHOOSING
from trickkit.batch.steps.dealing.step import STEPS as DEALING
from trickkit.batch.steps.explored.step import EXPLORED
from trickkit.batch.steps.laying.step import LAYING
from trickkit.batch.steps.tableau.step import STEPS as TABLEAU
from trickkit.batch.steps.talon.step import STEPS as TALON
from trickkit.batch.steps.tricks.step import STEPS as TRICKS
from trickkit.phases.base import Phase

STEPS = {step.phase: step for step in (*ASKING, *DEALING, *TABLEAU, *TALON, *TRICKS)}
DESCRIBED = {"selections": CHOOSING, "layout": LAYING}
"""By the method with which a phase describes how seats move cards, the step that does so."""


def step_of(phase: Phase) -> Step:
    """The step of a phase, given by the type that determines how it acts. Unknown phases are explored."""
    kind = acting(phase.inner)
    described = (step for name, step in DESCRIBED.items() if name in vars(kind))
    return STEPS.get(acting(phase)) or next(described, EXPLORED)


def step_like(phase: Phase) -> Step:
    """The step of the first of a phase's base types that has one, which says how many cards it probably moves."""
    known = next((STEPS[kind] for kind in type(phase).__mro__ if kind in STEPS), EXPLORED)
    return next((step for name, step in DESCRIBED.items() if hasattr(phase.inner, name)), known)

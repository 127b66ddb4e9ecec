"""What went before in a game that changes in place."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from trickkit.batch.machine.program import Program
from trickkit.model.actions import Action
from trickkit.play.state import State

Moves = tuple[Any, int, Action] | None
"""The decisions of a deal: those before, a seat and its action."""


@frozen
class Story:
    """What a game rests on.

    Args:
        program: the rules, made ready.
        origin: the state from which the decisions of this deal are counted.
        known: a later state of this deal, and the decisions after which it was reached.
        past: the same of the deal before, and its decisions; None for the first one.
    """

    program: Program
    origin: State
    known: tuple[Moves, State]
    past: tuple[Story, Moves] | None

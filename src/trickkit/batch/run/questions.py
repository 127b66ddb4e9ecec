"""The pending decisions of single games, cached for all games of the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from trickkit.batch.kernel.layout import SEATS
from trickkit.batch.machine.program import Program
from trickkit.batch.machine.single import CODE_ACTORS, CODE_PHASE
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.model.actions import Action

PendingDecision = tuple[tuple[int, ...], int, Mapping["Action", int], tuple["Action", ...]]
"""A question to seats, as a tuple whose items `playing` describes."""


@lru_cache(maxsize=64)
def memory_of(_rules: Rules) -> dict[int, PendingDecision]:
    """The cache of questions by code, shared by all games of some rules."""
    return {}


def question(program: Program, code: int) -> PendingDecision:
    """The question for a code, in a phase in which equal codes mean equal questions.

    Args:
        program: the compiled rules.
        code: the code of the row's pending decision.
    """
    actions = _actions_of(program.rules)
    by_option = [actions[index] for index in program.codes[code >> CODE_PHASE]]
    actors = tuple([seat for seat in range(SEATS) if code >> CODE_ACTORS >> seat & 1])
    return actors, code & 255, {action: option for option, action in enumerate(by_option)}, tuple(by_option)


@lru_cache(maxsize=64)
def _actions_of(rules: Rules) -> list[Action]:
    return list(rules.actions.values())

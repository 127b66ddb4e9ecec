"""The numbers by which tables and arrays name actions, phases and seats."""

from __future__ import annotations

from functools import lru_cache

from trickkit.batch.kernel.layout import Columns
from trickkit.model.actions import Action, Back
from trickkit.phases.bids import Bids
from trickkit.play.rules import Rules


@lru_cache(maxsize=64)
def action_numbers(rules: Rules) -> dict[Action, int]:
    """By action, its number among those of the rules."""
    return {action: number for number, action in enumerate(rules.actions.values())}


def phase_numbers(rules: Rules) -> list[int]:
    """By phase of the rules, its number among the different ones."""
    numbers = {phase: number for number, phase in enumerate(dict.fromkeys(rules.phases))}
    return [numbers[phase] for phase in rules.phases]


def nobody(rules: Rules) -> int:
    """The number that stands for no trust: one more than the last seat that has a card of its own."""
    return sum(isinstance(action, Back) and action.seat is not None for action in rules.actions.values())


def has_bids(rules: Rules) -> bool:
    """Whether seats bid on each other's tricks."""
    return any(isinstance(phase, Bids) for phase in rules.phases)


def columns(rules: Rules) -> Columns:
    """The columns of the facts that are written down of a deal."""
    return Columns(rules.players, has_bids(rules))

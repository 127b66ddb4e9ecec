"""Converts rollout policies to tables."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from trickkit.batch.kernel.arrays import Array, Beginnings
from trickkit.batch.kernel.layout import SEATS
from trickkit.batch.lowering.numbers import action_numbers, has_bids
from trickkit.batch.machine.program import Program
from trickkit.batch.run.chunks import run
from trickkit.batch.run.mixed import run_mixed
from trickkit.errors import InvalidRules
from trickkit.play.rollouts import POSITIONS, Mixed, NeedDriven, RolloutPolicy, Uniform, Weighted
from trickkit.play.utility import Utility

RANDOM, NEED, WEIGHTS = range(3)
"""The ways in which policies decide, apart from random decisions of `Mixed`."""
CONTEXTS = 2 * len(POSITIONS)
"""The number of contexts in a phase."""
DEALS = 512
"""The number of random deals that show whether tricks serve a side."""


class Rollout(NamedTuple):
    """A rollout policy, as data for compiled code.

    Args:
        kind: how it decides, RANDOM, NEED or WEIGHTS.
        epsilon: the probability with which it decides at random instead.
        bids: 1 if seats bid on each other's tricks, so that their own estimates are among these bids.
        sides: (seats,), int64: the seats of each seat's side, as bits.
        takes: (seats,), int64: whether a side without a bid wants tricks.
        phases: (phases,), int64: by phase, its number among the distinct ones.
        weights: (contexts, actions), float64: by context, the weights of the actions by their numbers.
        passes: the phases, as bits, in which seats that decide at random pass wherever they may.
    """

    kind: int
    epsilon: float
    bids: int
    sides: Array
    takes: Array
    phases: Array
    weights: Array
    passes: int


@lru_cache(maxsize=64)
def lowered(policy: RolloutPolicy, program: Program, utility: Utility) -> Rollout:
    """A policy as tables.

    Args:
        policy: any of those of `policies`.
        program: the program of the rules; nothing prevents whole deals.
        utility: the aims of the seats.

    Raises:
        InvalidRules: it is not a policy, or a weight is for an action that the rules do not have.
    """
    epsilon = 0.0
    while isinstance(policy, Mixed):
        epsilon = 1 - (1 - epsilon) * (1 - policy.epsilon)
        policy = policy.policy
    kinds = {Uniform: RANDOM, NeedDriven: NEED, Weighted: WEIGHTS}
    if type(policy) not in kinds:
        raise InvalidRules(f"policy={policy!r} is not a policy of trickkit.batch.rollouts")
    kind, rules = kinds[type(policy)], program.rules
    sides, takes = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for side in utility.sides:
        for seat in side:
            sides[seat] = sum(1 << partner for partner in side)
    if kind != RANDOM:
        takes[: rules.players] = _takes(program, utility)
    weights = _weights(program, policy) if isinstance(policy, Weighted) else np.zeros((0, 0))
    passes = program.binding if kind != WEIGHTS else 0
    return Rollout(kind, epsilon, int(has_bids(rules)), sides, takes, program.different, weights, passes)


def _takes(program: Program, utility: Utility) -> list[bool]:
    """By seat, whether more tricks of its side go with a higher utility in random play."""
    rules, any_seat = program.rules, np.full(DEALS, -1, np.int64)
    none = np.zeros((1, rules.players), np.int64)
    begins = Beginnings(np.arange(DEALS), np.zeros(DEALS, np.int64), any_seat, none)
    deals = run_mixed(program, 0, begins, moves=False) if program.is_mixed else run(program, 0, begins, threads=1)
    takes = []
    for seat in range(rules.players):
        side = next(side for side in utility.sides if seat in side)
        tricks = deals.tricks[:, list(side)].sum(axis=1).astype(np.float64)
        worth = np.asarray(utility.of([*deals.points.T], seat), np.float64)
        takes.append(bool(((tricks - tricks.mean()) * (worth - worth.mean())).sum() >= 0))
    return takes


def _weights(program: Program, policy: Weighted) -> Array:
    """By context and number of an action, its weight."""
    rules, numbers = program.rules, action_numbers(program.rules)
    different = list(dict.fromkeys(rules.phases))
    table = np.ones((len(different), 2, len(POSITIONS), len(numbers)))
    for weight in policy.weights:
        if weight.action is not None and weight.action not in numbers:
            raise InvalidRules(f"{weight.action} is not an action of {rules.key}, so that it has no weight")
        phases = [weight.phase is None or isinstance(phase, weight.phase) for phase in different]
        wants = slice(None) if weight.wants is None else int(weight.wants)
        position = slice(None) if weight.position is None else POSITIONS.index(weight.position)
        action = slice(None) if weight.action is None else numbers[weight.action]
        for index in np.flatnonzero(phases):
            table[index, wants, position, action] = weight.weight
    return table.reshape(-1, len(numbers))

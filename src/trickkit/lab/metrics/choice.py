"""Length and choice: how many decisions a deal has, and between how many actions."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from trickkit.lab.metrics.base import Column, Metric, columns_of
from trickkit.lab.observed import Observed
from trickkit.lab.trace import Trace
from trickkit.model.actions import Play
from trickkit.phases.tricks import Tricks

__all__ = ["Branching", "Choices", "Decisions", "Forced"]


@frozen
class Decisions(Metric):
    """Decisions of all seats in a deal, including those without a choice.

    >>> from trickkit import lab, load
    >>> lab.profile(load("pikoko"), bots="random", deals=100, metrics=["decisions"]).rows[0].values[0].mean > 40
    True
    """

    name = "decisions"
    unit = "decisions"
    about = "the number of decisions in a deal"
    source = "moves of all deals; Ludii's DurationMoves"

    def columns(self, seen: Observed) -> list[Column]:
        return columns_of(seen.deals.decisions, 1)


@frozen
class Choices(Metric):
    """Share of the decisions with more than one legal action.

    >>> from trickkit import lab, load
    >>> 0 < lab.profile(load("pikoko"), bots="random", deals=100, metrics=["choices"]).rows[0].values[0].mean < 1
    True
    """

    name = "choices"
    unit = "share"
    about = "how many decisions leave a choice"
    source = "deals move by move; Ludii's DecisionMoves"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        free = [sum(count > 1 for count in trace.options) for trace in seen.traces]
        return columns_of(np.array(free), np.array([len(trace.options) for trace in seen.traces]))


@frozen
class Branching(Metric):
    """The number of legal actions at a decision.

    >>> from trickkit import lab, load
    >>> lab.profile(load("pikoko"), bots="random", deals=100, metrics=["branching"]).rows[0].values[0].mean > 2
    True
    """

    name = "branching"
    unit = "actions"
    about = "the number of actions to choose from"
    source = "deals move by move; Ludii's BranchingFactorAverage"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        all_options = [sum(trace.options) for trace in seen.traces]
        return columns_of(np.array(all_options), np.array([len(trace.options) for trace in seen.traces]))


@frozen
class Forced(Metric):
    """Share of the cards played to tricks that were the only legal one, except the last cards of a hand.

    >>> from trickkit import lab, load
    >>> 0 < lab.profile(load("whist"), bots="random", deals=100, metrics=["forced cards"]).rows[0].values[0].mean < 1
    True
    """

    name = "forced cards"
    unit = "share"
    about = "how many cards are forced"
    needs = "tricks"
    source = "deals move by move"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        counts = np.array([_forced(trace) for trace in seen.traces]).reshape(-1, 2)
        return columns_of(counts[:, 0], counts[:, 1])


def _forced(trace: Trace) -> tuple[int, int]:
    """How many plays were forced, of how many plays made while some hand held more than one card."""
    forced = played = 0
    for state in trace.states[:-1]:
        if not isinstance(state.phase, Tricks):
            continue
        legal = [action for action in state.legal(state.actors[0]) if isinstance(action, Play)]
        if legal and max(len(hand) for hand in state.deal.hands) > 1:
            played += 1
            forced += len(legal) == 1
    return forced, played

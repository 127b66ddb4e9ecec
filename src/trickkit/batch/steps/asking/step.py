"""The steps in which seats bid on everybody, and estimate one after the other."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.step import Step
from trickkit.batch.steps.asking.lower import bids, called
from trickkit.phases.bids import Bids
from trickkit.phases.called import CallEstimates
from trickkit.play.rules import Rules


def _bids(rules: Rules, size: int, phase: Bids) -> int:
    turns = (phase.bidding.turns(rules.players, starter) for starter in range(rules.players))
    return max(sum(on is not None for turn in every for on in turn) for every in turns)


STEPS = (
    Step(Bids, layout.BIDS, bids, decisions=_bids),
    Step(CallEstimates, layout.CALLED, called),
)

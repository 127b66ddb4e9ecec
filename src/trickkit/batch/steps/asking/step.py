"""The steps in which seats bid, estimate, call and buy."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.step import Step
from trickkit.batch.steps.asking.lower import bids, buy, called, confidence, double, estimates
from trickkit.phases.bids import Bids
from trickkit.phases.called import CallEstimates
from trickkit.phases.calls import BuyTrump, CallDouble
from trickkit.phases.confidence import Confidence
from trickkit.phases.estimates import Estimates
from trickkit.play.rules import Rules

ESTIMATED = "bids and estimates"


def _bids(rules: Rules, size: int, phase: Bids) -> int:
    turns = (phase.bidding.turns(rules.players, starter) for starter in range(rules.players))
    return max(sum(on is not None for turn in every for on in turn) for every in turns)


def _doubles(rules: Rules, size: int, phase: CallDouble) -> int:
    return rules.players + phase.most


STEPS = (
    Step(Bids, layout.BIDS, bids, decisions=_bids, finds=ESTIMATED),
    Step(Estimates, layout.ESTIMATES, estimates, finds=ESTIMATED),
    Step(CallEstimates, layout.CALLED, called, finds=ESTIMATED),
    Step(Confidence, layout.CONFIDENCE, confidence, finds="confidence"),
    Step(CallDouble, layout.DOUBLE, double, decisions=_doubles, finds="doubles"),
    Step(BuyTrump, layout.BUY, buy),
)

"""What bids are worth: each is tried as the last one of its auction."""

from __future__ import annotations

import pytest

from trickkit import Stacked, View, batch, load
from trickkit.batch.rollouts import NeedDriven, RolloutPolicy, Uniform
from trickkit.bots import Flat, flat

GRAND = ["AC", "KC", "QC", "JC", "AD", "KD", "QD", "AH", "KH", "QH", "AS", "KS", "QS"]


def view() -> View:
    """A seat of Bridge that opens the bidding, and cannot lose a trick."""
    unknown = ["??"] * 13
    return load("bridge").start(seed=7, first=0, deals=[Stacked(hands=[GRAND, unknown, unknown, unknown])]).view(0)


@pytest.mark.sample(0)
@pytest.mark.parametrize("policy", [None, Uniform(), NeedDriven()])
def test_nobody_bids_on_after_a_bid(policy: RolloutPolicy | None) -> None:
    found = batch.evaluate(view(), playouts=64, policy=policy, seed=3)
    worth = dict(zip(map(str, found.actions), found.means, strict=True))
    assert (worth["pass"], str(found.best)) == (0.0, "bid 7NT")


def test_nobody_bids_on_in_the_reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flat, "_evaluating", lambda _rules: None)
    explained = Flat(8).explain(view())
    worth = {str(choice.action): choice.mean for choice in explained.choices}
    assert (worth["pass"], str(explained.choices[0].action)) == (0.0, "bid 7NT")

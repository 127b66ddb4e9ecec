"""Bids and estimates that later phases and policies compare: they stand in rows as numbers."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from lockstep import runs_compiled

from trickkit import Deal, Rules, batch, load
from trickkit.phases import Bids, CallEstimates, Confidence, Estimates, Phase, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.lead import DeclarerOpens, Opening
from trickkit.policies.until import Until
from trickkit.variants import pikinni, pikoko


@frozen(kw_only=True)
class HighestDeclares(Phase):
    """Whoever has said the highest number is the declarer."""

    of: Any

    def begin(self, deal: Deal) -> Deal:
        bids = deal[self.of].bids
        return deal.changed(declarer=max(deal.seats, key=lambda seat: (bids[seat] or 0) if bids else 0))


@frozen
class FirstBidDeclares(Phase):
    """Whoever has bid on the seat to its left, and more than on any other, is the declarer."""

    def begin(self, deal: Deal) -> Deal:
        players, bids = deal.players, deal[Bids].bids
        for seat in deal.seats if bids else ():
            most = bids[seat][(seat + 1) % players]
            if most is not None and all(bid is None or bid <= most for bid in bids[seat]):
                return deal.changed(declarer=seat)
        return deal.changed(declarer=deal.starter)


@frozen
class HighestLeads(Opening):
    """Whoever has said the highest number leads."""

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        return starter

    def opening(self, deal: Deal, choosers: tuple[int, ...]) -> int:
        bids = deal[CallEstimates].bids
        return max(deal.seats, key=lambda seat: bids[seat] or 0)


@frozen
class SomebodyHasTooMany(Until):
    """The tricks are over once a seat has taken two more than it said."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        said = deal[CallEstimates].bids
        return any(tricks.taken[seat] > (said[seat] or 0) + 1 for seat in deal.seats)


OH_HELL, PIKINNI, PIKOKO = load("oh_hell", players=3), pikinni.rules(players=3), pikoko.rules(players=3)
RULES = {
    "phase": OH_HELL.before(Tricks, HighestDeclares(of=CallEstimates)).replace(Tricks, opening=DeclarerOpens()),
    "at once": PIKINNI.before(Tricks, HighestDeclares(of=Estimates)).replace(Tricks, opening=DeclarerOpens()),
    "on others": PIKOKO.before(Tricks, FirstBidDeclares()).replace(Tricks, opening=DeclarerOpens()),
    "opening": OH_HELL.replace(Tricks, opening=HighestLeads()),
    "until": OH_HELL.replace(Tricks, until=SomebodyHasTooMany()),
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_numbers_that_were_said_can_be_compared(rules: Rules) -> None:
    runs_compiled(rules, lanes=4, deals=12, seed=3)


@frozen
class TrustDeclares(Phase):
    """Whoever trusts seat 0 is the declarer, though nobody may know it yet."""

    def begin(self, deal: Deal) -> Deal:
        backs = deal[Confidence].backs
        return deal.changed(declarer=next((seat for seat in deal.seats if backs and backs[seat] == 0), None))


def test_what_looks_at_trust_before_it_is_shown_is_run_in_python() -> None:
    assert batch.supports(PIKOKO.before(Tricks, TrustDeclares())).phases[-2].how == "python"

"""Bids and estimates that later phases and policies compare: they stand in rows as numbers."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from lockstep import runs_compiled

from trickkit import Deal, Rules, ScoreLine, batch, learn, load
from trickkit.batch.kernel import layout
from trickkit.batch.worlds import Dealer
from trickkit.phases import Bids, CallEstimates, Confidence, Estimates, Phase, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.bidding import Bidding
from trickkit.policies.lead import DeclarerOpens, Opening
from trickkit.policies.until import Until
from trickkit.scoring import ScoreBySeat, ScoreTricks
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


@frozen
class OwnPoints(Bidding):
    """Every seat bids on its own points, which are up to 157."""

    def turns(self, players: int, starter: int) -> tuple[tuple[int, ...], ...]:
        return (tuple(range(players)),)

    def highest(self, size: int, spent: int) -> int:
        return 157


@frozen
class HighestBidDeclares(Phase):
    """Whoever has bid most on itself is the declarer."""

    def begin(self, deal: Deal) -> Deal:
        bids = deal[Bids].bids
        own = [bids[seat][seat] or 0 for seat in deal.seats] if bids else [0] * deal.players
        return deal.changed(declarer=max(deal.seats, key=own.__getitem__))


@frozen
class ScoreOff(ScoreBySeat):
    """A point less for each that a bid is off ten times the tricks."""

    reads = (Bids, Tricks)

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        return (ScoreLine(seat, "off", -abs(deal[Bids].bids[seat][seat] - 10 * deal[Tricks].taken[seat])),)


OH_HELL, PIKINNI, PIKOKO = load("oh_hell", players=3), pikinni.rules(players=3), pikoko.rules(players=3)
WHIST = load("whist").before(Tricks, Bids(bidding=OwnPoints())).replace(scoring=(ScoreTricks(points=5), ScoreOff()))
RULES = {
    "phase": OH_HELL.before(Tricks, HighestDeclares(of=CallEstimates)).replace(Tricks, opening=DeclarerOpens()),
    "at once": PIKINNI.before(Tricks, HighestDeclares(of=Estimates)).replace(Tricks, opening=DeclarerOpens()),
    "on others": PIKOKO.before(Tricks, FirstBidDeclares()).replace(Tricks, opening=DeclarerOpens()),
    "opening": OH_HELL.replace(Tricks, opening=HighestLeads()),
    "high bids": WHIST,
    "high bids compared": WHIST.before(Tricks, HighestBidDeclares()).replace(Tricks, opening=DeclarerOpens()),
    "until": OH_HELL.replace(Tricks, until=SomebodyHasTooMany()),
}


@pytest.mark.sample(2)
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


def test_high_bids_are_secret_until_all_are_made() -> None:
    code, lanes = learn.encoding(WHIST, blocks=["bids"]), batch.lanes(WHIST, 3, 3)
    states = [next(batch.deals(WHIST, 3, 3, moves=True).states(lane)) for lane in range(3)]
    for bids_made in range(5):
        seen, seats = code.observe_lanes(lanes), lanes.seats.tolist()
        for lane, state in enumerate(states):
            assert (seen["bids"][lane] == code.observe(state.view(seats[lane]))["bids"]).all()
            rows, _ = Dealer.of(state.view(seats[lane])).rows(20)
            made = rows[:, layout.BIDS_MADE : layout.BIDS_MADE + 64]
            assert (made >= 0).sum() == (80 if bids_made == 4 else 0)
        choice = lanes.random()
        pairs = zip(states, seats, choice.tolist(), strict=True)
        states = [state.play(seat, code.action(action)) for state, seat, action in pairs]
        lanes.step(choice)

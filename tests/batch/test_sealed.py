"""Decisions made in secret that change the deal, such as sealed bids."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

import pytest
from attrs import frozen

from trickkit import Bid, Deal, Deck, Record, Rules, batch, load
from trickkit.model.actions import Action
from trickkit.phases import Phase, Tricks
from trickkit.phases.kinds.simultaneous import Commitments, SimultaneousRun

SUITS = 4


@frozen
class SealedBids(Record):
    """By seat, its bid."""

    bids: tuple[int, ...]


@frozen
class SealedTrump(Phase):
    """Each seat names a suit by number in secret; seat 0's is trump, or the highest bidder is the declarer."""

    declares: bool
    whole: bool = False
    record: ClassVar[type[Record]] = SealedBids

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple(map(Bid, range(SUITS)))

    def begin(self, deal: Deal) -> Any:
        return (WholeRun if self.whole else SealedRun)(deal, (tuple(deal.seats),), self.declares)


@frozen(slots=False)
class SealedRun(SimultaneousRun):
    declares: bool

    def choices(self, revealed: Any, seat: int, committed: Any) -> tuple[Action, ...]:
        return tuple(map(Bid, range(SUITS)))

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        return f"{action} is no number of a suit"

    def record(self, at: Commitments) -> Deal:
        if not at.revealed:
            return self.deal.with_record(SealedBids(()))
        bids = tuple(action.number for (action,) in at.revealed[0] if isinstance(action, Bid))
        after = self.deal.with_record(SealedBids(bids))
        if self.declares:
            return after.changed(declarer=bids.index(max(bids)))
        return after.changed(trump=self.deal.deck.suits[bids[0]])


@frozen(slots=False)
class WholeRun(SealedRun):
    def summary(self, at: Commitments) -> Hashable:
        return at


def sealed(*, declares: bool, whole: bool) -> Rules:
    return load("whist").before(Tricks, SealedTrump(declares=declares, whole=whole))


@pytest.mark.parametrize("declares", [False, True])
def test_sealed_bids_that_change_the_deal_are_not_merged(declares: bool) -> None:
    why = batch.supports(sealed(declares=declares, whole=False)).why
    assert why.startswith("SealedTrump: what seats commit in secret changes more of the deal than its record, such as")


@pytest.mark.parametrize("whole", [False, True])
def test_sealed_bids_make_the_trump_that_they_name(whole: bool) -> None:
    rules = sealed(declares=False, whole=whole)
    found = batch.deals(rules, 12, seed=1, moves=True)
    assert [tuple(row) for row in found.points.tolist()] == [found.result(deal).scores for deal in range(12)]
    assert batch.supports(rules).yes == whole


@frozen(slots=False)
class SaidRun(SealedRun):
    def record(self, at: Commitments) -> Deal:
        made = at.revealed[0] if at.revealed else ()
        return self.deal.with_record(SealedBids(tuple(action.number for (action,) in made if isinstance(action, Bid))))


@frozen
class SaidInSecret(SealedTrump):
    """Each seat says a number in secret, which changes nothing."""

    declares: bool = False

    def begin(self, deal: Deal) -> Any:
        return SaidRun(deal, (tuple(deal.seats),), self.declares)


def test_estimates_stay_open_while_something_else_is_a_secret() -> None:
    rules = load("oh_hell", players=3).before(Tricks, SaidInSecret())
    lanes = batch.lanes(rules, 8, seed=1)
    assert batch.supports(rules).yes
    for _ in range(5):
        lanes.step(lanes.random())
    seen = lanes.seen()
    assert rules.phases[int(seen.phase[0])] == SaidInSecret()
    assert (seen.bids[:, range(3), range(3)] >= 0).all()

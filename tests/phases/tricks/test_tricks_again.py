"""Tricks in two phases of one deal: the second goes on where the first ended."""

from __future__ import annotations

import pytest
from attrs import evolve
from pikinni_table import estimate, play, sized

from trickkit import Stacked
from trickkit.phases import Tricks
from trickkit.policies.lead import Lead, OpenerAlways, WinningHand
from trickkit.policies.until import AfterTricks
from trickkit.variants import pikinni


@pytest.mark.parametrize(("lead", "seat"), [(WinningHand(), 2), (OpenerAlways(), 1)])
def test_who_leads_again(lead: Lead, seat: int) -> None:
    rules = sized(pikinni.rules(players=3), 3)
    whole = evolve(rules.phases[-1], lead=lead)
    assert isinstance(whole, Tricks)
    parts = rules.replace(phases=(*rules.phases[:-1], evolve(whole, until=AfterTricks(1)), whole))
    hands = [["7C", "8C", "9C"], ["TC", "JC", "7D"], ["AC", "KC", "8D"]]
    for one in (rules.replace(phases=(*rules.phases[:-1], whole)), parts):
        state = one.start(first=0, deals=[Stacked(hands=hands, turned="7H")])
        state = play(estimate(state), "1:TC 2:AC 0:7C")
        assert state.actors == (seat,)
        assert len(state.deal[Tricks].tricks) == 1
        state = play(state, {1: "1:JC 2:KC 0:8C", 2: "2:8D 0:8C 1:7D"}[seat])
        assert state.actors == ((1,) if seat == 1 else (2,))

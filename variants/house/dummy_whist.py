"""Dummy Whist: one plays with a dummy, a partner whose hand lies on the table.

In the rulebooks three sit at the table, and one of them plays for two. Here the fourth seat is taken as well: who holds
the two of clubs says so, and plays the hand of its partner, too, which lies open from the beginning. The hand to the
dealer's left leads first, be it the dummy or another.
"""

from __future__ import annotations

from trickkit_classics import whist

from trickkit import Rules, variant
from trickkit.phases import DealOut, DeclarerByCard, Tricks
from trickkit.policies.control import DeclarerForDummy
from trickkit.policies.ending import AfterDeals
from trickkit.policies.exposing import DummyExposed
from trickkit.policies.lead import HandLeftOfStarter


@variant
def rules() -> Rules:
    """The rules of Dummy Whist; every seat deals twice.

    >>> state = rules().start(seed=7, first=0)
    >>> state.deal.declarer
    0
    """
    return (
        whist.rules()
        .replace(Tricks, control=DeclarerForDummy(), exposing=DummyExposed(after=0), opening=HandLeftOfStarter())
        .after(DealOut, DeclarerByCard("2C"))
        .replace(
            key="dummy_whist",
            name="Dummy Whist",
            summary="Whist in which one plays its partner's hand as well.",
            ending=AfterDeals(deals=8),
        )
    )

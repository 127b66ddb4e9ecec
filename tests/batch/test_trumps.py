"""Trumps that come up in the midst of a deal, after tricks have been played under others."""

from __future__ import annotations

from attrs import frozen
from lockstep import is_followed, is_replayed

from trickkit import Deal, Rules, batch, load
from trickkit.model.cards import Suit
from trickkit.phases import Phase, Tricks
from trickkit.policies.follow import MustTrump
from trickkit.policies.until import AfterTricks

JACKS = Suit("jacks", "J")
"""No card of the deck has this suit."""


@frozen
class NewTrump(Phase):
    """From now on another suit is trump."""

    suit: Suit

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(trump=self.suit)


def changing() -> Rules:
    """Whist in which trump changes twice, first to a suit that no card has."""
    whist = load("whist")
    (tricks,) = [phase for phase in whist.phases if isinstance(phase, Tricks)]
    later = Tricks(follow=MustTrump(), until=AfterTricks(3))
    before = [phase for phase in whist.phases if phase != tricks]
    new = (
        later,
        NewTrump(JACKS),
        Tricks(until=AfterTricks(3)),
        NewTrump(whist.deck.suits[1]),
        Tricks(follow=MustTrump()),
    )
    return whist.replace(phases=(*before, *new))


def test_tricks_under_a_trump_that_comes_up_later() -> None:
    rules = changing()
    assert batch.supports(rules)
    is_followed(rules, 2, 5)
    is_replayed(batch.deals(rules, 2, 3, number=0, moves=True, cards=True), 1)

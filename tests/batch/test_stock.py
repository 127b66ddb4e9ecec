"""Cards of the stock in lanes: what is taken face up, hands that are filled up, and cards of last resort."""

from __future__ import annotations

import pytest
from attrs import frozen
from lockstep import is_followed

from trickkit import Deal, Rules, batch, load
from trickkit.phases import FillHands, LayAway, TakeStock, Tricks
from trickkit.policies.discarding import DiscardRestriction


@frozen
class MostAreLast(DiscardRestriction):
    """Nearly all cards are laid away for want of others only, and then face up; aces never."""

    def kept(self, deal: Deal) -> int:
        return deal.deck.where(lambda face: face.text[0] == "A")

    def last_resort(self, deal: Deal) -> int:
        return deal.deck.where(lambda face: face.text[0] not in "AT")


GAMES = {
    "taken_face_up": load("belote").replace(TakeStock, cards=2, face_up=True),
    "last_resort": load("skat").replace(LayAway, keeping=MostAreLast()),
    "filled": load("belote"),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("of", GAMES.values(), ids=GAMES)
def test_lanes_take_the_same_decisions(of: Rules) -> None:
    support = batch.supports(of)
    assert support, support.why
    is_followed(of, 6, seed=5)


def test_hands_that_stay_larger_than_others_are_named() -> None:
    of = load("belote").replace(FillHands, cards=5).replace(Tricks, may_differ=True)
    assert "FillHands: hands of 6 cards, of 5" in batch.supports(of).why

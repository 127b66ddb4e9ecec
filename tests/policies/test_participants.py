"""Which seats take part."""

from __future__ import annotations

import pytest
from attrs import evolve

from trickkit import Deal, InvalidRules
from trickkit.model.cards import french
from trickkit.phases import ShowTop
from trickkit.policies.discarding import KeepFaceUp, KeepNothing
from trickkit.policies.participants import Declarer, Everyone, Participants, Starter

DEAL = evolve(Deal.fresh(french(), players=4, starter=2), declarer=1)


@pytest.mark.parametrize(
    ("who", "seats"),
    [
        (Everyone(), (3, 0, 1, 2)),
        (Everyone(after=0), (2, 3, 0, 1)),
        (Everyone(after=6), (0, 1, 2, 3)),
        (Declarer(), (1,)),
        (Starter(), (2,)),
    ],
    ids=repr,
)
def test_who(who: Participants, seats: tuple[int, ...]) -> None:
    assert who.seats(DEAL) == seats


def test_there_may_be_no_declarer() -> None:
    assert Declarer().seats(evolve(DEAL, declarer=None)) == ()


def test_seats_are_counted_to_the_left() -> None:
    with pytest.raises(InvalidRules, match="Everyone: after=-1 is not a whole number from 0 on"):
        Everyone(after=-1)


def test_what_is_kept() -> None:
    deal = ShowTop().begin(DEAL)
    assert KeepNothing().kept(deal) == 0
    assert KeepFaceUp().kept(DEAL) == 0
    assert KeepFaceUp().kept(deal) == deal.deck.mask(["2C"])
    mine = evolve(deal, known=(deal.deck.all, *deal.known[1:]))
    assert KeepFaceUp().kept(mine) == deal.deck.mask(["2C"])

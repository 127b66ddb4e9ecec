"""Which seats take part."""

from __future__ import annotations

import pytest
from attrs import evolve
from lockstep import runs_compiled

from trickkit import Deal, InvalidRules, Rules, batch
from trickkit.catalog.registry import sheet
from trickkit.model.actions import Call
from trickkit.model.cards import french
from trickkit.phases import Announce, BidOnce, DealOut, ShowTop, Tricks
from trickkit.policies.announcing import AnyOf
from trickkit.policies.discarding import KeepFaceUp, KeepNothing
from trickkit.policies.ending import AfterDeals
from trickkit.policies.participants import (
    Declarer,
    DeclarersSide,
    Everyone,
    FromDeclarer,
    OneSide,
    Opponents,
    Participants,
    Starter,
)
from trickkit.policies.partners import Alone, Opposite
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreTricks

DEAL = evolve(Deal.fresh(french(), players=4, starter=2), declarer=1)


@pytest.mark.parametrize(
    ("who", "seats"),
    [
        (Everyone(), (3, 0, 1, 2)),
        (Everyone(after=0), (2, 3, 0, 1)),
        (Everyone(after=6), (0, 1, 2, 3)),
        (Declarer(), (1,)),
        (DeclarersSide(), (1, 3)),
        (DeclarersSide(Alone()), (1,)),
        (Opponents(), (2, 3, 0)),
        (Opponents(Opposite()), (2, 0)),
        (FromDeclarer(), (1, 2, 3, 0)),
        (Starter(), (2,)),
        (OneSide(), (2, 0)),
        (OneSide(after=3), (1, 3)),
        (OneSide(partners=Alone()), (2,)),
    ],
    ids=repr,
)
def test_who(who: Participants, seats: tuple[int, ...]) -> None:
    assert who.seats(DEAL) == seats


@pytest.mark.parametrize("who", [Declarer(), DeclarersSide(), Opponents()], ids=repr)
def test_there_may_be_no_declarer(who: Participants) -> None:
    assert who.seats(evolve(DEAL, declarer=None)) == ()


def test_without_a_declarer_everyone_comes_from_the_starter_on() -> None:
    assert FromDeclarer().seats(evolve(DEAL, declarer=None)) == (2, 3, 0, 1)


def test_no_one_sits_opposite_at_a_table_of_three() -> None:
    deal = evolve(Deal.fresh(french(), players=3), declarer=1)
    assert Opponents().seats(deal) == (2, 0)
    with pytest.raises(InvalidRules, match="3 seats cannot play as partners"):
        DeclarersSide().seats(deal)


def whisting(who: Participants) -> Rules:
    """Seats bid once, some of the others say whether they whist, and play a trick."""
    return Rules(
        key="whisting",
        name="Whisting",
        players=4,
        deck=french("KA"),
        phases=(DealOut(), BidOnce(contracts=["one", "two"]), Announce(announcing=AnyOf(["whist"]), who=who), Tricks()),
        scoring=ScoreTricks(1),
        schedule=Schedule(hand_sizes=SameSize(1)),
        ending=AfterDeals(deals=1),
    )


def test_the_opponents_are_asked_in_turn() -> None:
    state = whisting(Opponents()).start(first=0).play_all([(1, "pass"), (2, "one"), (3, "pass"), (0, "pass")])
    asked = []
    while Call("whist") in state.legal(state.actors[0]):
        asked.append(*state.actors)
        state = state.play(state.actors[0], "whist")
    assert asked == [3, 0, 1]


@pytest.mark.parametrize("who", [DeclarersSide(), Opponents(), Opponents(Opposite())], ids=repr)
def test_who_depends_on_the_declarer_in_compiled_code_as_well(who: Participants) -> None:
    of = whisting(who)
    assert {phase.how for phase in batch.supports(of).phases} <= {"compiled", "traced"}
    runs_compiled(of, lanes=8, deals=8, seed=5)


def test_a_sheet_can_say_who() -> None:
    text = 'base = "tarot"\nphases.Announce.who = {policy = "Opponents", partners = "Opposite"}'
    (phase,) = [phase for phase in sheet(text)(players=4).phases if isinstance(phase, Announce)]
    assert phase.who == Opponents(Opposite())


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

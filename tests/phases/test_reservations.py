"""Reservations: who is asked, which game is played, and what the cards that a game needs show of a hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from strategies import effort
from turns import called, legal

from trickkit import Deal, Deck, IllegalAction, InvalidRules, Rules, Stacked, State
from trickkit.model.actions import Name
from trickkit.model.cards import Suit, french
from trickkit.phases import AskReservations, DealOut, FixedTrump, Tricks
from trickkit.phases.contracts_played import PlayedContracts, WithinLimits
from trickkit.phases.reservations import SidesByGame
from trickkit.policies.ending import AfterDeals
from trickkit.policies.offers import Games
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.sides import Holders
from trickkit.scoring import ScoreNoTricks
from trickkit.testing import laws

PAIRS = Deck(card for card in french("QKA") for _ in range(2))
SOLOS, PAIR = Games({"null": None, "H": Suit("hearts", "H")}), Games({"pair": Suit("clubs", "C")})
ASKED = AskReservations(offers=(SOLOS, PAIR), needs={"pair": ("QC", "QC")})
HEALTHY, ONE = "healthy, healthy, healthy, healthy", "healthy, reservation, healthy, healthy,"
HANDS = "QC QC KD / KC KC AH / KS KS AD / KH QH AS"


def rules(asked: AskReservations = ASKED) -> Rules:
    return Rules(
        key="reservations",
        name="Reservations",
        players=4,
        deck=PAIRS,
        phases=(DealOut(), FixedTrump("diamonds"), asked, Tricks()),
        scoring=ScoreNoTricks(1),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


def table(calls: str = "", asked: AskReservations = ASKED) -> State:
    """After some calls; seat 3 is asked first."""
    dealt = [hand.split() for hand in HANDS.split("/")]
    state = rules(asked).start(first=2, deals=[Stacked(hands=dealt)])
    return called(state, calls) if calls else state


def played(state: State) -> tuple[str | None, str, int | None]:
    """The game, the trump and the declarer."""
    return state.deal[AskReservations].game, str(state.deal.trump), state.deal.declarer


def test_where_all_are_healthy_the_deal_stays_as_it_is() -> None:
    assert legal(table()) == ["healthy", "reservation"]
    assert played(table("healthy, healthy, healthy, healthy")) == (None, "diamonds", None)


def test_those_with_a_reservation_name_their_games_in_turn() -> None:
    state = table("healthy, reservation, healthy, reservation")
    assert state.actors == (0,)
    assert legal(state) == ["name null", "name H", "name pair"]
    state = state.play(0, "name pair")
    assert state.actors == (2,)
    assert legal(state) == ["name null", "name H"]


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("healthy, reservation, healthy, healthy, name pair", ("pair", "clubs", 0)),
        ("healthy, reservation, healthy, reservation, name pair, name H", ("H", "hearts", 2)),
        ("healthy, reservation, healthy, reservation, name null", ("null", "None", 0)),
    ],
)
def test_the_highest_rank_is_played_and_the_first_game_of_it(calls: str, expected: Any) -> None:
    state = table(calls)
    assert played(state) == expected
    assert isinstance(state.phase, Tricks)


def test_ranks_are_compared_and_not_names() -> None:
    asked = AskReservations(offers=(Games({"zero": None}), PAIR), needs={"pair": ("QC", "QC")})
    calls = "healthy, reservation, healthy, reservation, name pair, name zero"
    assert played(table(calls, asked)) == ("zero", "None", 2)


def test_a_reservation_needs_a_game() -> None:
    only = AskReservations(offers=PAIR, needs={"pair": ("QC", "QC")})
    assert legal(table(asked=only)) == ["healthy"]
    with pytest.raises(IllegalAction, match="hand 3 holds what no game needs that could be named"):
        table(asked=only).play(3, "reservation")
    assert legal(table("healthy", only)) == ["healthy", "reservation"]


def test_what_is_refused_says_why() -> None:
    state = table("reservation, reservation, healthy, healthy")
    with pytest.raises(IllegalAction, match="pair needs QC and QC in hand 3"):
        state.play(3, "name pair")
    with pytest.raises(IllegalAction, match="seat 3 has a reservation and names its game now; healthy names none"):
        state.play(3, "healthy")
    with pytest.raises(IllegalAction, match="reservations are asked for now; name H is neither"):
        table().play(3, "name H")
    with pytest.raises(InvalidRules, match="'pair' needs QX, which the deck does not have"):
        table(asked=AskReservations(offers=PAIR, needs={"pair": ["QX"]}))
    with pytest.raises(InvalidRules, match=r"offers=\(\): there is no game"):
        AskReservations(offers=())


def test_a_game_shows_the_cards_that_it_needs() -> None:
    state = table("healthy, reservation, healthy, healthy")
    assert str(state.view(2).deal.hands[0]) == "?? ?? ??"
    state = state.play(0, "name pair")
    assert str(state.view(2).deal.hands[0]) == "QC QC ??"
    assert str(state.view(2).deal.hands[1]) == "?? ?? ??"
    worlds = [state.view(2).sample(Random(seed)) for seed in range(10)]
    assert all(str(world.deal.hands[0])[:5] == "QC QC" for world in worlds)


def test_sides_depend_on_the_game() -> None:
    sides = SidesByGame(ordinary=Holders("KH"), games={"pair": Holders("QC", declarer=True)})
    deals = [table(calls).deal for calls in (HEALTHY, f"{ONE} name pair", f"{ONE} name null")]
    assert [sides.side(deal) for deal in deals] == [(3,), (0,), (0,)]
    assert [sides.settled(deal, ()) for deal in deals] == [((3,), 0), ((0,), 0), ((0,), 0)]
    assert [sides.ruled_out(deal) for deal in deals] == [PAIRS.kinds["KH"], PAIRS.kinds["QC"], 0]
    assert sides.shown(deals[0], 3, deals[0].held[3]) == PAIRS.kinds["KH"] & deals[0].held[3]
    with pytest.raises(InvalidRules, match="games has 'QC' for 'pair'; it must have Sides by game"):
        SidesByGame(ordinary=Holders("KH"), games={"pair": "QC"})  # type: ignore[dict-item]


TestLaws = laws(rules(), examples=effort(8))


def test_a_seat_names_no_game_that_it_has_named_as_often_as_allowed() -> None:
    asked = AskReservations(offers=WithinLimits(offer=Games({"null": None, "grand": None})))
    once = PlayedContracts(((), (), (), ("null",)))
    run = asked.begin(Deal.fresh(PAIRS, players=4, starter=2).changed(memory=(once,)))
    assert not isinstance(run, Deal)
    at = run.start()
    for seat in (3, 0, 1, 2):
        at = run.play(at, seat, run.legal(at, seat)[-1])
        assert at is not None
    assert [str(action) for action in run.legal(at, 3)] == ["name grand"]
    assert run.refusal(at, 3, Name("null")) == "null may not be named by seat 3"

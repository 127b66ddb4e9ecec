"""Declaring melds: who is asked what, which side shows, and what others know."""

from __future__ import annotations

from random import Random

import pytest
from strategies import effort
from turns import called, legal

from trickkit import IllegalAction, Rules, Stacked, State
from trickkit.model.cards import french
from trickkit.phases import DealOut, DeclareMelds, Tricks
from trickkit.phases.declaring import MeldShown, said
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.melds import RunsAndSets
from trickkit.policies.participants import Declarer, Everyone, Participants
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.testing import laws

MELDING = RunsAndSets(order="6789TJQKA", runs={3: 20, 4: 50, 7: 200}, sets={"A": 100})
HANDS = ("6C 7C 8C TC QD KH 9S", "6D 7D 8D 9D TH JH QH", "JC QC KC AC 6H 8H 6S", "JS QS KS TD AH 7H JD")


def game(who: Participants = Everyone()) -> Rules:  # noqa: B008
    """A game of seven tricks without trump for partners, in which seat 3 deals."""
    return Rules(
        key="melding",
        name="Melding",
        players=4,
        deck=french("6789TJQKA"),
        phases=(DealOut(), DeclareMelds(melding=MELDING, who=who), Tricks(opening=LeftOfStarter())),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(7)),
        ending=AfterDeals(deals=1),
    )


def table(calls: str = "", hands: tuple[str, ...] = HANDS) -> State:
    """The deal with these hands after some calls."""
    state = game().start(first=3, deals=[Stacked(hands=[hand.split() for hand in hands])])
    return called(state, calls) if calls else state


def shown(state: State) -> list[str]:
    return [str(event) for event in state.deal.events if isinstance(event, MeldShown)]


def test_seats_are_asked_in_turn_for_their_best_meld() -> None:
    state = table()
    for seat, best in enumerate(("3 to 8", "4 to 9", "4 to A", "3 to K")):
        assert state.actors == (seat,)
        assert legal(state) == [best, "pass"]
        state = state.play(seat, "pass")
    assert isinstance(state.phase, Tricks)
    assert state.deal[DeclareMelds].shown == ((),) * 4


@pytest.mark.parametrize(
    ("calls", "shows"),
    [
        ("3 to 8, pass, pass, pass", 0),
        ("3 to 8, 4 to 9, pass, pass", 1),
        ("3 to 8, 4 to 9, pass, 3 to K", 1),
        ("3 to 8, 4 to 9, 4 to A, 3 to K", 0),
        ("pass, 4 to 9, 4 to A, 3 to K", 2),
        ("pass, pass, pass, 3 to K", 3),
    ],
)
def test_the_side_with_the_best_meld_shows(calls: str, shows: int) -> None:
    assert table(calls).actors == (shows,)


def test_the_announced_meld_is_shown_first_then_others_or_none() -> None:
    state = table("3 to 8, 4 to 9, pass, 3 to K")
    assert legal(state) == ["show 4 to 9 of D"]
    state = called(state, "show 4 to 9 of D")
    assert legal(state) == ["show 3 to Q of H", "pass"]
    assert called(state, "pass").actors == (3,)
    state = called(state, "show 3 to Q of H")
    assert legal(state) == ["pass"]
    state = called(state, "pass, show 3 to K of S, pass")
    assert isinstance(state.phase, Tricks)
    assert shown(state) == [
        "Seat 1 shows 6D 7D 8D 9D (50).",
        "Seat 1 shows TH JH QH (20).",
        "Seat 3 shows JS QS KS (20).",
    ]
    assert [len(melds) for melds in state.deal[DeclareMelds].shown] == [0, 2, 0, 1]


FLAT = ("7C 9C JC KC 7D 9D JD", "6H 8H TH QH 6S 8S TS", "7H 9H JH KH 7S 9S JS")


def test_of_equal_melds_the_first_one_is_better() -> None:
    hands = ("6C 7C 8C TC QC 6D 8D", "6H 7H 8H TH QH 7D 9D", "9C JC KC 9S JS KS TS", "9H JH KH 6S 8S QS AS")
    assert table("3 to 8, 3 to 8, pass, pass", hands).actors == (0,)
    assert table("pass, 3 to 8, pass, pass", hands).actors == (1,)


def test_of_two_melds_of_which_the_same_is_said_either_is_shown_first() -> None:
    hands = ("6C 7C 8C 6D 7D 8D KS", *FLAT[1:], "TC QC AC TD QD AD AH")
    state = table("3 to 8, pass, pass, pass", hands)
    assert legal(state) == ["show 3 to 8 of C", "show 3 to 8 of D"]
    assert legal(called(state, "show 3 to 8 of D")) == ["show 3 to 8 of C", "pass"]


def test_what_is_shown_is_known_to_all_and_what_lost_is_not() -> None:
    before = table("3 to 8, 4 to 9, pass, pass")
    after = called(before, "show 4 to 9 of D")
    assert before.view(2).deal.hands[1].known == ()
    assert {card.text for card in after.view(None).deal.hands[1].known} == {"6D", "7D", "8D", "9D"}
    assert after.view(2).deal.hands[0].known == ()


def test_worlds_agree_with_what_was_announced() -> None:
    draw = Random(5)
    for calls in ("3 to 8", "3 to 8, 4 to 9", "3 to 8, 4 to 9, pass, pass, show 4 to 9 of D, pass"):
        state = table(calls)
        for seat in range(4):
            view = state.view(seat)
            world = view.sample(draw)
            assert world.view(seat) == view
            assert said(MELDING.melds(world.deal.hands[0], None)[0], world.deal.deck, None) == "3 to 8"


def test_worlds_are_found_for_melds_that_are_rare() -> None:
    # One hand in 600,000 is such a row.
    hands = ("6C 7C 8C 9C TC JC QC", HANDS[1], "KC AC 6H 8H 6S KD QD", HANDS[3])
    view = table("7 to Q", hands).view(1)
    assert view.sample(Random(1)).view(1) == view


@pytest.mark.parametrize(
    ("calls", "call", "message"),
    [
        ("", "4 to T", "seat 0 announces its best meld, 3 to 8, or passes"),
        ("", "6C", "melds are announced now; 6C is neither one nor pass"),
        ("3 to 8, 4 to 9, pass, pass", "show 3 to Q of H", "seat 1 shows the meld that it announced"),
        ("3 to 8, 4 to 9, pass, pass, show 4 to 9 of D", "show 3 to Q of D", "seat 1 shows another meld, or passes"),
    ],
)
def test_refusals(calls: str, call: str, message: str) -> None:
    state = table(calls)
    with pytest.raises(IllegalAction, match=message):
        state.play(state.actors[0], call)


def test_a_seat_without_a_meld_passes() -> None:
    state = table("", ("6C 8C TC QC 6D 8D TD", *FLAT))
    assert legal(state) == ["pass"]
    with pytest.raises(IllegalAction, match="hand 0 holds no meld: seat 0 passes"):
        state.play(0, "3 to 8")


def test_where_nobody_is_asked_nothing_is_shown() -> None:
    state = game(Declarer()).start(seed=1)
    assert isinstance(state.phase, Tricks)
    assert state.deal[DeclareMelds].shown == ((),) * 4


TestLaws = laws(game(), examples=effort(6))

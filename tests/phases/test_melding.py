"""Announcing melds: who is asked what, which side shows, and what others know."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from strategies import effort

from trickkit import Deal, IllegalAction, Rules, Stacked, State
from trickkit.model.cards import french
from trickkit.phases import AnnounceMelds, DealOut, ShowMelds, Tricks
from trickkit.phases.melding import MeldsShown
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.melds import RunsAndSets
from trickkit.policies.participants import Declarer, Everyone, Participants
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.testing import laws

MELDING = RunsAndSets(order="6789TJQKA", runs={3: 20, 4: 50}, sets={"A": 100})
HANDS = ("6C 7C 8C TC QD KH 9S", "6D 7D 8D 9D TH JH QH", "JC QC KC AC 6H 8H 6S", "JS QS KS TD AH 7H JD")


def game(who: Participants = Everyone()) -> Rules:  # noqa: B008
    """A game of seven tricks without trump for partners, in which seat 3 deals."""
    return Rules(
        key="melding",
        name="Melding",
        players=4,
        deck=french("6789TJQKA"),
        phases=(DealOut(), AnnounceMelds(melding=MELDING, who=who), Tricks(opening=LeftOfStarter())),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(7)),
        ending=AfterDeals(deals=1),
    )


def table(hands: tuple[str, ...] = HANDS, calls: str = "") -> State:
    """The deal with these hands after some calls."""
    state = game().start(first=3, deals=[Stacked(hands=[hand.split() for hand in hands])])
    for call in calls.split():
        state = state.play(state.actors[0], call)
    return state


ONE = "Seat 1 shows 6D 7D 8D 9D (50), TH JH QH (20)."


def shown(deal: Deal) -> list[str]:
    return [str(event) for event in deal.events if isinstance(event, MeldsShown)]


def test_seats_are_asked_in_turn_for_their_best_meld() -> None:
    state = table()
    for seat, best in enumerate(("20", "50", "50", "20")):
        assert state.actors == (seat,)
        assert [str(action) for action in state.legal(seat)] == [best, "pass"]
        state = state.play(seat, "pass")
    assert isinstance(state.phase, Tricks)
    assert state.deal[AnnounceMelds].shown == ((),) * 4


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("20 pass pass pass", ["Seat 0 shows 6C 7C 8C (20)."]),
        ("20 50 pass pass", [ONE]),
        ("20 50 pass 20", [ONE, "Seat 3 shows JS QS KS (20)."]),
        ("20 50 50 20", ["Seat 0 shows 6C 7C 8C (20).", "Seat 2 shows JC QC KC AC (50)."]),
        ("pass 50 50 20", ["Seat 2 shows JC QC KC AC (50)."]),
        ("pass pass pass pass", []),
    ],
)
def test_the_side_with_the_best_meld_shows_what_it_announced(calls: str, expected: list[str]) -> None:
    assert shown(table(calls=calls).deal) == expected


FLAT = ("7C 9C JC KC 7D 9D JD", "6H 8H TH QH 6S 8S TS", "7H 9H JH KH 7S 9S JS")


def test_of_equal_melds_the_first_one_is_better() -> None:
    hands = ("6C 7C 8C TC QC 6D 8D", "6H 7H 8H TH QH 7D 9D", "9C JC KC 9S JS KS TS", "9H JH KH 6S 8S QS AS")
    assert shown(table(hands, "20 20 pass pass").deal) == ["Seat 0 shows 6C 7C 8C (20)."]
    assert shown(table(hands, "pass 20 pass pass").deal) == ["Seat 1 shows 6H 7H 8H (20)."]


def test_what_is_shown_is_known_to_all_and_what_lost_is_not() -> None:
    before, after = table(calls="20 50 pass"), table(calls="20 50 pass pass")
    assert before.view(2).deal.hands[1].known == ()
    assert {card.text for card in after.view(None).deal.hands[1].known} == set(HANDS[1].split())
    assert after.view(2).deal.hands[0].known == ()
    assert after.view(2).deal[AnnounceMelds].shown[0] == ()


def test_worlds_agree_with_what_was_announced() -> None:
    draw = Random(5)
    for calls in ("20", "20 50", "20 50 pass pass"):
        state = table(calls=calls)
        for seat in range(4):
            view = state.view(seat)
            world = view.sample(draw)
            assert world.view(seat) == view
            assert MELDING.melds(world.deal.hands[0], world.deal.trump)[0].points == 20


def test_refusals() -> None:
    with pytest.raises(IllegalAction, match="seat 0 announces 20, the points of its best meld, or passes"):
        table().play(0, "50")
    with pytest.raises(IllegalAction, match="melds are announced now; 6C is neither the points of one nor pass"):
        table().play(0, "6C")


def test_a_seat_without_a_meld_passes() -> None:
    state = table(("6C 8C TC QC 6D 8D TD", *FLAT))
    assert [str(action) for action in state.legal(0)] == ["pass"]
    with pytest.raises(IllegalAction, match="hand 0 holds no meld: seat 0 passes"):
        state.play(0, "20")


def test_where_nobody_is_asked_nothing_is_shown() -> None:
    state = game(Declarer()).start(seed=1)
    assert isinstance(state.phase, Tricks)
    assert state.deal[AnnounceMelds].shown == ((),) * 4


TestLaws = laws(game(), examples=effort(10))


# Shown later


def later(runs: RunsAndSets = MELDING) -> Rules:
    """The same game, in which melds are shown after the first trick."""
    tricks = Tricks(opening=LeftOfStarter())
    announced = AnnounceMelds(melding=runs, at_once=False)
    return evolve(game(), phases=(DealOut(), announced, evolve(tricks, until=AfterTricks(1)), ShowMelds(), tricks))


def test_melds_may_be_shown_after_the_first_trick() -> None:
    state = later().start(first=3, deals=[Stacked(hands=[hand.split() for hand in HANDS])])
    for call in ["20", "50", "pass", "20"]:
        state = state.play(state.actors[0], call)
    assert str(state.deal.events[-1]) == "Seat 1 has the best meld."
    assert [len(melds) for melds in state.deal[AnnounceMelds].held] == [0, 2, 0, 1]
    assert [len(melds) for melds in state.view(3).deal[AnnounceMelds].held] == [0, 0, 0, 1]
    assert [len(melds) for melds in state.view(None).deal[AnnounceMelds].held] == [0, 0, 0, 0]
    assert "6D" not in str(state.view(0).deal.hands[1])
    for card in ["QD", "6D", "6H", "TD"]:
        assert shown(state.deal) == []
        state = state.play(state.actors[0], card)
    assert shown(state.deal) == [ONE, "Seat 3 shows JS QS KS (20)."]
    assert str(state.view(0).deal.hands[1]) == "7D 8D 9D TH JH QH"
    assert state.deal[AnnounceMelds].shown[1][0].points == 50


def test_where_nothing_is_announced_nothing_is_shown() -> None:
    state = later().start(first=3, deals=[Stacked(hands=[hand.split() for hand in HANDS])])
    for call in ["pass", "pass", "pass", "pass", "QD", "6D", "6H", "TD"]:
        state = state.play(state.actors[0], call)
    assert shown(state.deal) == []
    assert state.deal[AnnounceMelds].shown == ((), (), (), ())


RARE = ("6C 7C 8C 9C QD KH 9S", "6D 7D 8D 9D TH JH QH", "JC QC KC AC 6H 8H 6S", "JS QS KS AS AH 7H JD")


def test_worlds_agree_with_announcements_that_are_rare() -> None:
    """Hands with four cards in a row are one in thirty; three of them at once would take ten thousand draws."""
    state = later().start(first=3, deals=[Stacked(hands=[hand.split() for hand in RARE])])
    for call in ["pass", "50", "50", "50"]:
        state = state.play(state.actors[0], call)
    draw = Random(1)
    for card in ("QD", "6D", "6H", "JD", "7C"):
        view = state.view(0)
        assert view.sample(draw).view(0) == view
        state = state.play(state.actors[0], card)


TestLawsOfLater = laws(later(), examples=effort(10))

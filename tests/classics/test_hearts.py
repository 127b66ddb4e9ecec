"""Hearts: passing, the first trick, breaking hearts, points, the moon, the end of a match."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest
from strategies import effort
from trickkit_classics import hearts
from turns import legal, played

from trickkit import Deal, IllegalAction, InvalidRules, Play, Stacked, State, load, playout
from trickkit.phases import PassCards, Tricks
from trickkit.phases.tricks.record import Played, Trick, TrickTable
from trickkit.play.playout import states
from trickkit.testing import laws

RANKS = "AKQJT98765432"
SUITED = [[f"{rank}{suit}" for rank in RANKS] for suit in "CDHS"]
"""Seat 0 holds all clubs, seat 1 all diamonds, seat 2 all hearts, seat 3 all spades."""


def swapped(*pairs: tuple[str, str]) -> list[list[str]]:
    """The hands of one suit each, with some cards exchanged."""
    change = {old: new for one, other in pairs for old, new in ((one, other), (other, one))}
    return [[change.get(card, card) for card in hand] for hand in SUITED]


def dealt(hands: list[list[str]] | None = None, *, deals: int = 1, passing: str = "none", **options: Any) -> State:
    """A game of deals with these hands, at its first decision."""
    rules = hearts.rules(players=len(hands or SUITED), deals=deals, passing=passing, **options)
    return rules.start(first=0, deals=[Stacked(hands=hands or SUITED)] * deals)


def play(state: State, cards: str) -> State:
    """Cards played in order, whoever's turn it is."""
    for card in cards.split():
        state = state.play(state.actors[0], card)
    return state


def passed(state: State, *cards: str) -> State:
    """Three cards passed on by every seat, seat after seat."""
    return state.play_all((seat, card) for seat, three in enumerate(cards) for card in three.split())


THREES = ("AC KC QC", "AD KD QD", "AH KH QH", "AS KS QS")


# Dealing and passing


@pytest.mark.parametrize(("players", "cards", "lowest"), [(3, 17, "2C"), (4, 13, "2C"), (5, 10, "3C")])
def test_all_cards_are_dealt_evenly(players: int, cards: int, lowest: str) -> None:
    state = hearts.rules(players=players).start(seed=7)
    assert [len(hand) for hand in state.deal.hands] == [cards] * players
    assert not state.deal.stock
    assert state.rules.deck.cards[0].text == lowest
    assert "2D" not in {card.text for card in hearts.deck(3)} | {card.text for card in hearts.deck(5)}


def test_three_cards_are_passed_left_right_across_and_then_none() -> None:
    state = hearts.rules(deals=5).start(seed=7)
    steps = []
    for _ in range(5):
        steps.append(state.deal[PassCards].step)
        assert isinstance(state.phase, PassCards if steps[-1] else Tricks)
        state = played(state)
    assert steps == [1, 3, 2, 0, 1]


@pytest.mark.parametrize("players", [3, 5])
def test_with_an_odd_number_of_players_nobody_sits_across(players: int) -> None:
    state = hearts.rules(players=players, deals=4).start(seed=7)
    steps = []
    for _ in range(4):
        steps.append(state.deal[PassCards].step)
        state = played(state)
    assert steps == [1, players - 1, 0, 1]


@pytest.mark.parametrize(("passing", "gets"), [("left", 1), ("right", 3), ("across", 2)])
def test_the_direction_may_be_the_same_in_every_deal(passing: str, gets: int) -> None:
    state = passed(dealt(passing=passing, deals=2), *THREES)
    assert str(state.deal.hands[gets]).count("C") == 3
    again = played(state)
    assert again.deal[PassCards].step == gets


def test_in_every_fourth_deal_cards_may_be_scattered() -> None:
    passing = hearts.rules(passing="scatter").phases[1].passing  # type: ignore[attr-defined]
    assert [passing.steps(number, 4, 3) for number in range(2, 5)] == [(2, 2, 2), (1, 2, 3), (1, 1, 1)]
    assert [hearts.rules(players=n, passing="scatter").phases[1].passing.steps(2, n, 3) for n in (3, 5)] == [  # type: ignore[attr-defined]
        (1, 2, 1),
        (1, 4, 2),
    ]


def test_a_card_may_go_to_each_other_player() -> None:
    state = passed(dealt(passing="each_other"), *THREES)
    assert {"AS", "KH", "QD"} <= {*str(state.deal.hands[0]).split()}
    assert hearts.rules(players=5, passing="each_other").phases[1].cards == 4  # type: ignore[attr-defined]


def test_a_card_that_is_not_held_cannot_be_passed() -> None:
    state = dealt(passing="left")
    with pytest.raises(IllegalAction, match=r"hand 0 does not hold 2D; it holds 2C 3C .*hearts, deal 0, seat 0"):
        state.play(0, "2D")


def test_a_seat_knows_what_it_passed_and_what_it_got() -> None:
    state = passed(dealt(passing="left"), *THREES)
    assert [len(hand.known) for hand in state.view(2).deal.hands] == [1, 0, 13, 3]
    assert str(state.view(2).deal.hands[3]).startswith("QH KH AH ??")
    # That the leader has the two of clubs is known to all.
    assert str(state.view(2).deal.hands[0]).startswith("2C ??")


# The first trick


def test_the_two_of_clubs_is_led_first() -> None:
    state = dealt(swapped(("2C", "2D")))
    assert (state.actors, legal(state)) == ((1,), ["2C"])
    with pytest.raises(IllegalAction, match="AD is not allowed: the first card of the deal is 2C"):
        state.play(1, "AD")


def test_the_two_of_clubs_is_led_by_who_holds_it_after_passing() -> None:
    state = passed(dealt(passing="left"), "2C 3C 4C", *THREES[1:])
    assert state.actors == (1,)


def test_with_five_players_the_three_of_clubs_is_led() -> None:
    state = hearts.rules(players=5, passing="none").start(seed=3)
    assert legal(state) == ["3C"]


def test_its_holder_may_be_allowed_to_lead_any_club() -> None:
    state = dealt(swapped(("2C", "2D"), ("AC", "AD")), first_lead="any_club")
    assert (state.actors, legal(state)) == ((1,), ["2C", "AC"])


def test_no_points_are_played_to_the_first_trick() -> None:
    state = play(dealt(swapped(("2H", "2D"))), "2C")
    assert "2H" not in legal(state)
    with pytest.raises(IllegalAction, match="2H is not allowed: hearts or QS may not be played to the first trick"):
        state.play(1, "2H")
    assert "QS" not in legal(play(state, "AD 2D"))


def test_who_has_nothing_but_points_may_play_them_to_the_first_trick() -> None:
    assert len(legal(play(dealt(), "2C AD"))) == 13


def test_the_jack_of_diamonds_may_be_played_to_the_first_trick() -> None:
    assert "JD" in legal(play(dealt(jack_of_diamonds=True), "2C"))


def test_points_may_be_allowed_in_the_first_trick() -> None:
    state = play(dealt(swapped(("2H", "2D")), points_in_first_trick=True), "2C")
    assert "2H" in legal(state)
    assert "QS" in legal(play(state, "AD 2D"))


# Breaking hearts


def test_no_heart_is_led_before_one_is_played() -> None:
    state = play(dealt(swapped(("3C", "2H"))), "2C AD 3C AS")
    assert state.actors == (2,)
    assert legal(state)[0] == "3H"
    state = play(dealt(swapped(("2C", "2D"), ("3C", "2H"))), "2C 3C AS AC")
    assert state.actors == (0,)
    with pytest.raises(IllegalAction, match="2H is not allowed: no hearts may be led before they are broken"):
        state.play(0, "2H")


def test_hearts_are_broken_by_a_heart() -> None:
    hands = swapped(("2H", "2D"), ("AC", "3H"))
    state = play(dealt(hands), "2C AD AC KS")
    assert "AH" not in legal(state)
    state = play(dealt(hands, points_in_first_trick=True), "2C 2H AC KS")
    assert "AH" in legal(state)


@pytest.mark.parametrize("breaks", [True, False])
def test_the_queen_of_spades_breaks_hearts_or_does_not(breaks: bool) -> None:
    hands = swapped(("AC", "3H"), ("2D", "4H"))
    state = play(dealt(hands, queen_breaks_hearts=breaks, points_in_first_trick=True), "2C AD AC QS")
    assert ("AH" in legal(state)) is breaks


def test_who_has_nothing_but_hearts_may_lead_them() -> None:
    state = play(dealt(swapped(("AC", "AH"))), "2C AD AC AS")
    assert state.actors == (2,)
    assert legal(state)[0] == "2H"


@pytest.mark.parametrize("held_back", [True, False])
def test_who_has_only_hearts_and_the_queen_of_spades_must_lead_the_queen_or_need_not(held_back: bool) -> None:
    state = play(dealt(swapped(("AC", "AH"), ("QS", "2H")), queen_held_back=held_back), "2C AD AC AS")
    assert (legal(state) == ["QS"]) is not held_back
    assert ("3H" in legal(state)) is held_back


def test_with_any_other_card_hearts_stay_where_they_are() -> None:
    state = play(dealt(swapped(("AC", "AH"), ("QS", "2H"), ("2D", "3H")), queen_held_back=True), "2C AD AC AS")
    assert legal(state) == ["2D", "QS"]


def test_hearts_need_not_be_broken_where_that_is_agreed() -> None:
    state = play(dealt(swapped(("AC", "AH"), ("2D", "3H")), breaking=False), "2C AD AC AS")
    assert "4H" in legal(state)


# Points

ALL_HEARTS = [f"{rank}H" for rank in RANKS]


def worth(*taken: list[str], **options: Any) -> list[int]:
    """What a deal is worth to each seat, from the cards that it took, in a trick; () for no trick."""
    rules = hearts.rules(**options)
    tricks = tuple(
        Trick(tuple(Played(seat, seat, Play(card), card) for card in cards), taker=seat)
        for seat, cards in enumerate(taken)
        if cards
    )
    deal = Deal.fresh(rules.deck, players=4, size=13)
    deal = deal.with_record(TrickTable(tricks, Trick(()), tuple(int(bool(cards)) for cards in taken)))
    scores = [0] * 4
    for part in rules.scoring:
        for line in part.lines(deal):
            scores[line.seat] += line.points
    return scores


SHARED = (["2H", "3H", "JD"], [*ALL_HEARTS[:11], "QS"], ["2C"], [])
MOON = ([], [*ALL_HEARTS, "QS"], ["2C"], ["JD"])


def test_a_heart_counts_one_and_the_queen_of_spades_thirteen() -> None:
    assert worth(*SHARED) == [2, 24, 0, 0]
    assert worth(ALL_HEARTS, ["QS"], ["KS", "AS"], []) == [13, 13, 0, 0]


@pytest.mark.parametrize(
    ("moon", "scores"), [("add", [26, 0, 26, 26]), ("subtract", [0, -26, 0, 0]), ("none", [0, 26, 0, 0])]
)
def test_who_takes_all_points_has_shot_the_moon(moon: str, scores: list[int]) -> None:
    assert worth(*MOON, shooting_the_moon=moon) == scores
    assert worth(*SHARED, shooting_the_moon=moon) == [2, 24, 0, 0]


def test_all_hearts_alone_are_no_moon() -> None:
    assert worth(ALL_HEARTS, ["QS"], [], []) == [13, 13, 0, 0]


def test_the_jack_of_diamonds_may_count_ten_less() -> None:
    assert worth(*SHARED, jack_of_diamonds=True) == [-8, 24, 0, 0]


@pytest.mark.parametrize(
    ("moon", "scores"), [("add", [26, 0, 26, 16]), ("subtract", [0, -26, 0, -10]), ("none", [0, 26, 0, -10])]
)
def test_the_jack_is_not_needed_for_the_moon_and_stays_with_its_taker(moon: str, scores: list[int]) -> None:
    assert worth(*MOON, jack_of_diamonds=True, shooting_the_moon=moon) == scores


def test_no_trick_may_count_five_less() -> None:
    assert worth(*SHARED, no_tricks=True) == [2, 24, 0, -5]


@pytest.mark.parametrize(
    ("moon", "scores"), [("add", [26, 0, 26, 26]), ("subtract", [0, -26, 0, 0]), ("none", [-5, 26, 0, 0])]
)
def test_no_trick_counts_nothing_where_the_moon_is_shot(moon: str, scores: list[int]) -> None:
    assert worth(*MOON, no_tricks=True, shooting_the_moon=moon) == scores


def test_score_lines_name_the_cards() -> None:
    state = played(dealt())
    (result,) = state.results
    assert sum(result.scores) in (26, 78)
    assert all(line.reason.startswith(("took ", "shot ", "seat ")) for line in result.lines)


# The match


def test_the_first_to_reach_the_target_ends_the_game_and_the_fewest_points_win() -> None:
    end = playout(hearts.rules(), seed=7)
    assert end.outcome is not None
    assert end.outcome.reason == "100 points are reached"
    assert max(end.scores) >= 100 > max(end.results[-2].totals)
    assert end.outcome.winners == tuple(seat for seat in range(4) if end.scores[seat] == min(end.scores))
    assert max(playout(hearts.rules(target=50), seed=7).results[-2].totals) < 50


def test_a_number_of_deals_may_be_played_instead() -> None:
    end = playout(hearts.rules(deals=2), seed=7)
    assert len(end.results) == 2
    assert end.outcome is not None
    assert end.outcome.reason == "2 deals are played"
    assert end.scores[end.outcome.winners[0]] == min(end.scores)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 6}, "players=6 is not one of 3, 4, 5"),
        (
            {"shooting_the_moon": "sub"},
            r"shooting_the_moon='sub' is not one of 'add', 'subtract', 'none' \(did you mean",
        ),
        ({"queen": True}, r"no option 'queen' \(did you mean"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        hearts.rules(**options)


def test_it_is_found_by_its_key() -> None:
    assert load("hearts", players=3) == hearts.rules(players=3)


# Sampling


@pytest.mark.sample(2)
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_every_world_that_is_tried_agrees_with_the_view(seat: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.worlds.sampler.TRIES", 1)
    random = Random(5)
    for number, state in enumerate(states(hearts.rules(deals=2), seed=11)):
        if number % 7 == 0:
            view = state.view(seat)
            assert view.sample(random).view(seat) == view


TestLaws = laws(hearts.rules, examples=effort(8))


@pytest.mark.parametrize("viewer", [0, 2, 3, None])
def test_nobody_else_can_tell_in_which_order_cards_were_chosen(viewer: int | None) -> None:
    state = load("hearts").start(seed=7)
    cards = [state.legal(seat)[:3] for seat in range(4)]
    others = [(seat, card) for seat in (0, 2, 3) for card in cards[seat]]
    views = [
        state.play_all([*others, *((1, card) for card in cards[1])]).view(viewer),
        state.play_all([*((1, card) for card in reversed(cards[1])), *others]).view(viewer),
    ]
    assert views[0] == views[1]
    assert views[0].moves == views[1].moves
    assert repr(views[0]) == repr(views[1])
    assert pickle.dumps(views[0]) == pickle.dumps(views[1])

"""Pikoko: whatever is refused is refused with an error of its own, and the state stays as it was."""

from typing import Any

import pytest
from pikoko_table import HANDS, TRICKS, bid, deal_of, hands_of, play, refused, refuses, table, tricks, trust

from trickkit import (
    Back,
    Bid,
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidCard,
    InvalidRules,
    InvalidSeat,
    NotYourTurn,
    Play,
    Stacked,
    State,
    TrickkitError,
    load,
    playout,
)
from trickkit.phases import DealOut, Tricks, TurnTrump
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.variants import pikoko

RED = ["R2", "R3", "R4", "R5", "R6", "Y2", "Y3", "Y5"]
LEFT = ["W1", "P3", "Y5", "P6"]


def bidding() -> State:
    return table(HANDS, turned="W5")


def trusting() -> State:
    return bid(bidding())


def leading() -> State:
    return trust(trusting())


def following() -> State:
    return play(leading(), TRICKS[0] + " 2:P1")


def over() -> State:
    return playout(pikoko.rules(players=3), seed=1)


# Actions


@pytest.mark.parametrize("seat", [3, -1, 17, None, "1"])
@pytest.mark.parametrize("make", [bidding, trusting, leading])
def test_no_such_seat(make: Any, seat: Any) -> None:
    """A seat out of range, to play, to ask for legal actions, to look."""
    told = f"seat {seat!r}: this game has the seats 0..2"
    state = make()
    refuses(InvalidSeat, told, state, seat, state.legal(state.actors[0])[0])
    refused(InvalidSeat, told, state, lambda same: same.legal(seat))
    if seat is not None:
        refused(InvalidSeat, told, state, lambda same: same.view(seat))
        with pytest.raises(InvalidSeat, match=told):
            pikoko.rules(players=3).start(first=seat)


@pytest.mark.sample(20)
@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("R55", " (did you mean 'R5'?)"),
        ("R11", " (did you mean 'R1'?)"),
        ("trust", " (did you mean 'trust 2'?)"),
        ("trust 3", " (did you mean 'trust 2'?)"),
        ("no  trust", " (did you mean 'no trust'?)"),
        ("double", ""),
        ("?", ""),
        ("", ""),
        ("3b", ""),
        ("10", ""),
        ("-1", ""),
        ("03", ""),
        ("3.0", ""),
        (" 3", ""),
        ("r5", ""),
        ("M7", ""),
    ],
)
@pytest.mark.parametrize("make", [bidding, trusting, leading])
def test_text_that_is_no_action(make: Any, text: str, nearest: str) -> None:
    """Bad texts are no moves of the game, in any phase; a multicolour card is played by the name of its colour."""
    state = make()
    error = refuses(InvalidAction, f"{text!r} is not an action of this game{nearest}", state, state.actors[0], text)
    assert (error.game, error.deal, error.seat) == ("pikoko", 0, state.actors[0])
    with pytest.raises(InvalidAction):
        state.rules.action(text)


@pytest.mark.parametrize(
    "thing",
    [None, 3, 2.5, True, ["3"], ("B1",), {"B1": 1}, b"B1", object, Bid(10), Back(3), Play("M7"), Play("W11")],
    ids=repr,
)
@pytest.mark.parametrize("make", [bidding, trusting, leading])
def test_things_that_are_no_action(make: Any, thing: Any) -> None:
    """Neither an action nor a text; or an action that this game does not have."""
    state = make()
    refuses(InvalidAction, f"{thing!r} is not an action of this game", state, state.actors[0], thing)


@pytest.mark.parametrize(
    ("make", "seat", "action", "told"),
    [
        (bidding, 1, "B1", "bids are made now, from 0 to 9; B1 is none of them; legal: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        (bidding, 1, "trust 1", "bids are made now, from 0 to 9; trust 1 is none of them; legal: 0, 1, 2"),
        (
            trusting,
            1,
            "3",
            "a confidence card is laid now: trust 0, trust 1, trust 2, no trust; not 3; "
            "legal: trust 0, trust 1, trust 2, no trust",
        ),
        (trusting, 2, "Y3", "a confidence card is laid now: trust 0, trust 1, trust 2, no trust; not Y3"),
        (leading, 0, "3", "a card is played now, out of hand 1; 3 is not a card; legal: R3, R6, Y2"),
        (leading, 0, "no trust", "a card is played now, out of hand 1; no trust is not a card"),
    ],
)
def test_an_action_of_another_phase(make: Any, seat: int, action: str, told: str) -> None:
    """What is decided now, and what may be chosen."""
    state = make()
    error = refuses(IllegalAction, told, state, seat, action)
    assert error.legal == state.legal(seat)
    assert error.action is state.rules.action(action)


def test_more_tokens_than_are_left() -> None:
    """1.4: the tokens that are left say how much may be bid."""
    state = bidding().play(1, "5").play(2, "0")
    state = state.play(2, "1").play(0, "2")
    error = refuses(
        IllegalAction, "bids are made now, from 0 to 4; 5 is none of them; legal: 0, 1, 2, 3, 4", state, 1, "5"
    )
    assert [str(action) for action in error.legal] == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("make", "seat", "action", "told"),
    [
        (bidding, 0, "3", "seat 0 has nothing to decide now; seats 1, 2 have"),
        (lambda: bidding().play(1, "3"), 1, "4", "seat 1 has nothing to decide now; seat 2 has"),
        (lambda: trusting().play(0, "no trust"), 0, "trust 1", "seat 0 has nothing to decide now; seats 1, 2 have"),
        (leading, 1, "B2", "seat 1 has nothing to decide now; seat 0 has"),
        (lambda: play(leading(), "0:B1"), 0, "B5", "seat 0 has nothing to decide now; seat 1 has"),
    ],
    ids=["own peacock", "bid twice", "trust twice", "lead out of turn", "play twice"],
)
def test_out_of_turn(make: Any, seat: int, action: str, told: str) -> None:
    """Who has something to decide, and who has not; nobody may take a decision back."""
    refuses(NotYourTurn, told, make(), seat, action)


def test_follow_suit() -> None:
    """1.6 Follow: the error names the rule and the hand, and lists what is legal."""
    error = refuses(
        IllegalAction,
        "R3 is not allowed: follow suit: pink was led; hand 1 holds R3 R6 Y2 B5 W6 P5 M7; legal: P5, P7",
        following(),
        0,
        "R3",
    )
    assert [str(action) for action in error.legal] == ["P5", "P7"]
    assert str(error.action) == "R3"
    assert (error.game, error.deal, error.trick, error.seat) == ("pikoko", 0, 1, 0)
    assert str(error).endswith("(pikoko, deal 0, trick 1, seat 0)")


@pytest.mark.parametrize("named", ["R7", "W7"])
def test_a_multicolour_card_that_follows_may_not_be_named_otherwise(named: str) -> None:
    """1.6 Follow: M7 shows pink, which was led."""
    refuses(IllegalAction, f"{named} is not allowed: follow suit: pink was led", following(), 0, named)


def test_a_multicolour_card_that_need_not_follow_still_counts_as_led() -> None:
    """P11 with `multi_must_follow=False`: the error says why it may not be named otherwise."""
    state = play(tricks("P2 P3 / B3 B1 / M4 R2", turned="W5", multi_must_follow=False), "0:B3")
    told = "W4 is not allowed: a card that shows blue, which was led, counts as blue; hand 2 holds R2 M4; legal: R2, B4"
    refuses(IllegalAction, told, state, 1, "W4")


@pytest.mark.parametrize(
    ("make", "seat", "action", "told"),
    [
        (
            leading,
            0,
            "R2",
            "hand 1 does not hold R2; it holds R3 R6 Y2 B1 B5 W6 P5 M7; legal: R3, R6, Y2, B1, B5, W6, P5",
        ),
        (leading, 0, "W5", "hand 1 does not hold W5"),
        (leading, 0, "Y4", "hand 1 does not hold Y4"),
        (following, 0, "B1", "hand 1 does not hold B1; it holds R3 R6 Y2 B5 W6 P5 M7; legal: P5, P7"),
    ],
    ids=["own hand", "turned card", "another's multicolour card", "played already"],
)
def test_not_in_the_hand(make: Any, seat: int, action: str, told: str) -> None:
    """1.6: cards come out of the left neighbour's hand, once, and the turned card stays out of play."""
    refuses(IllegalAction, told, make(), seat, action)


@pytest.mark.parametrize("action", ["3", "no trust", "R2", "nonsense", None, Bid(3)])
@pytest.mark.parametrize("seat", [0, 2])
def test_after_the_end(seat: int, action: Any) -> None:
    """1.8: after round 3 nothing is decided any more."""
    state = over()
    refuses(GameOver, "the game is over: 3 deals are played", state, seat, action)
    assert state.actors == ()
    assert [state.legal(one) for one in range(3)] == [(), (), ()]


def test_a_refusal_among_many_moves() -> None:
    """The moves before it leave the state as it was, too."""
    moves = [(1, "3"), (2, "3"), (0, "12")]
    refused(InvalidAction, "'12' is not an action of this game", bidding(), lambda same: same.play_all(moves))


# Stacked deals


@pytest.mark.parametrize(
    ("stacked", "error", "told"),
    [
        ({"turned": "R9"}, InvalidCard, "'R9' is not a card of this deck (did you mean 'R6'?)"),
        ({"turned": "5w"}, InvalidCard, "'5w' is not a card of this deck"),
        ({"turned": "R7"}, InvalidCard, "'R7' is not a card of this deck"),
        ({"stock": ["W9"]}, InvalidCard, "'W9' is not a card of this deck (did you mean 'W6'?)"),
        ({"hands": [["X1", *RED[1:]], None, None]}, InvalidCard, "'X1' is not a card of this deck"),
        (
            {"hands": [["R2", "R2", *RED[2:]], None, None]},
            InvalidRules,
            "R2 is given more often than the deck holds it",
        ),
        ({"hands": [RED, RED, None]}, InvalidRules, "R2 is given more often than the deck holds it"),
        ({"hands": [RED, None, None], "turned": "R6"}, InvalidRules, "R6 is given more often than the deck holds it"),
        ({"hands": [RED, None, None], "stock": ["R6"]}, InvalidRules, "R6 is given more often than the deck holds it"),
        ({"turned": "W5", "stock": ["W1", "W5"]}, InvalidRules, "W5 is given more often than the deck holds it"),
        ({"stock": ["W1", "W1"]}, InvalidRules, "W1 is given more often than the deck holds it"),
        ({"hands": [RED[1:], None, None]}, InvalidRules, "hand 0 has 7 cards; a whole hand has 8"),
        ({"hands": [None, [*RED, "B1"], None]}, InvalidRules, "hand 1 has 9 cards; a whole hand has 8"),
        ({"hands": [None, None, []]}, InvalidRules, "hand 2 has 0 cards; a whole hand has 8"),
        ({"hands": [RED, None]}, InvalidRules, "2 hands for 3 seats; give None for a hand left to the seed"),
        ({"hands": [RED, None, None, None]}, InvalidRules, "4 hands for 3 seats"),
        ({"hands": []}, InvalidRules, "0 hands for 3 seats"),
        ({"stock": ["W5", *LEFT, "B1"]}, InvalidRules, "6 cards for the stock; 5 lie undealt"),
        ({"turned": "W5", "stock": [*LEFT, "B1", "B2"]}, InvalidRules, "7 cards for the stock; 5 lie undealt"),
        (
            {"turned": "W5", "stock": ["B1", *LEFT]},
            InvalidRules,
            "turned='W5', but the stock of 5 cards is given whole and its top is 'B1'",
        ),
    ],
)
def test_deals_that_cannot_be_dealt(stacked: dict[str, Any], error: type[TrickkitError], told: str) -> None:
    """Unknown cards, a card twice, wrong numbers of cards and hands, a stock too long or against the turned card."""
    with pytest.raises(error) as caught:
        pikoko.rules(players=3).start(deals=[Stacked(**stacked)])
    assert type(caught.value) is error
    assert told in str(caught.value)
    assert (caught.value.game, caught.value.deal) == ("pikoko", 0)


@pytest.mark.parametrize(
    ("stacked", "told"),
    [
        ({"hands": "R2"}, "hands is a list with one list of cards a seat, not 'R2'"),
        ({"hands": 3}, "hands is a list with one list of cards a seat, not 3"),
        (
            {"hands": [" ".join(RED), None, None]},
            "hand 0 is a list of the texts of cards, not 'R2 R3 R4 R5 R6 Y2 Y3 Y5'",
        ),
        ({"hands": [None, 8, None]}, "hand 1 is a list of the texts of cards, not 8"),
        ({"stock": "W5"}, "stock is a list of the texts of cards, not 'W5'"),
    ],
)
def test_stacked_deals_of_the_wrong_shape(stacked: dict[str, Any], told: str) -> None:
    """A text where a list belongs would otherwise be read letter by letter."""
    with pytest.raises(InvalidRules) as caught:
        Stacked(**stacked)
    assert told in str(caught.value)


def test_a_wrong_deal_is_named() -> None:
    """The second deal is wrong: it is refused at the start of the game, not two rounds later."""
    with pytest.raises(InvalidCard, match=r"'R9' is not a card of this deck") as caught:
        pikoko.rules(players=3).start(deals=[Stacked(), Stacked(turned="R9")])
    assert caught.value.deal == 1


def test_more_stacked_deals_than_rounds() -> None:
    """1.2: there are three rounds."""
    with pytest.raises(InvalidRules, match="4 stacked deals; the game has 3"):
        pikoko.rules().start(deals=[Stacked()] * 4)
    assert pikoko.rules().start(deals=[Stacked()] * 3).deal.number == 0


def test_what_is_no_stacked_deal() -> None:
    """Hands are given inside Stacked(...)."""
    with pytest.raises(InvalidRules, match=r"deals\[0\] is .*; a deal is given as Stacked\(...\)"):
        pikoko.rules().start(deals=[hands_of(HANDS)])


def test_turned_card_where_none_is_turned() -> None:
    """House rule: without `TurnTrump` there is nothing to turn."""
    with pytest.raises(InvalidRules, match="turned='W5', but no card is turned up in this deal"):
        pikoko.rules(players=3).without(TurnTrump).start(deals=[deal_of(HANDS, "W5")])


@pytest.mark.parametrize("seed", ["7", 1.5, (), True])
def test_seeds_are_integers(seed: Any) -> None:
    """Anything else is refused at the start."""
    with pytest.raises(InvalidRules, match="a seed is an integer"):
        pikoko.rules().start(seed=seed)


# Options and house rules


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"next_led": "winning_owner"},
            "no option 'next_led' (did you mean 'next_lead'?); options: players, next_lead",
        ),
        ({"player": 3}, "no option 'player' (did you mean 'players'?)"),
        ({"zzz": 1}, "no option 'zzz'; options: players"),
        (
            {"next_lead": "winning_peacok"},
            "is not one of 'winning_peacock', 'winning_owner', 'start_player' (did you mean",
        ),
        ({"next_lead": "winner"}, "next_lead='winner' is not one of"),
        ({"start_basis": "totals"}, "is not one of 'total', 'round' (did you mean 'total'?)"),
        ({"start_tie": "after"}, "'after_current', 'include_current', 'next_seat'"),
        ({"start_tie": []}, "start_tie=[]"),
        ({"absent_confidence": "minus"}, "'illegal', 'zero', 'minus_one' (did you mean 'minus_one'?)"),
        ({"absent_confidence": None}, "absent_confidence=None"),
        (
            {"self_confidence": 1},
            "self_confidence=1 is not one of",
        ),
        ({"multi_must_follow": "no"}, "multi_must_follow='no'"),
        ({"players": 2}, "players=2 is not one of 3, 4, 5"),
        ({"players": 6}, "players=6 is not one of 3, 4, 5"),
        ({"players": "3"}, "players='3' is not one of 3, 4, 5"),
        ({"players": 3.0}, "players=3.0 is not one of 3, 4, 5"),
        ({"players": True}, "players=True is not one of 3, 4, 5"),
    ],
)
def test_unknown_options_and_values(options: dict[str, Any], told: str) -> None:
    """Section 4: named with what it can be, and the nearest."""
    for build in (pikoko.rules, lambda **given: load("pikoko", **given)):
        with pytest.raises(InvalidRules) as caught:
            build(**options)
        assert told in str(caught.value)


def test_options_are_given_by_name() -> None:
    """A bare number says nothing."""
    with pytest.raises(InvalidRules, match=r"options are given by name, not as \(3,\)"):
        pikoko.rules(3)


def test_unknown_game() -> None:
    """The nearest key, and all of them."""
    with pytest.raises(InvalidRules, match=r"no game 'pikokko' \(did you mean 'pikoko'\?\); games: pikoko"):
        load("pikokko")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda rules: rules.replace(Tricks, folow=None),
            "Tricks has no 'folow' (did you mean 'follow'?); it has: control",
        ),
        (lambda rules: rules.replace(scorin=()), "Rules has no 'scorin' (did you mean 'scoring'?); it has: key"),
        (lambda rules: rules.without(TurnTrump).without(TurnTrump), "TurnTrump is not among the phases: DealOut, Bids"),
        (lambda rules: rules.without(Tricks).start(), "ScoreBids scores Tricks, which is not among the phases"),
        (lambda rules: rules.without(DealOut).start(), "Tricks: the hands are empty; a phase before it must deal"),
        (
            lambda rules: rules.replace(schedule=Schedule(hand_sizes=SameSize(10))).start(),
            "3 hands of 10 cards are more than the 29 of the deck",
        ),
    ],
    ids=["policy", "part", "phase", "no tricks", "nothing dealt", "large hands"],
)
def test_house_rules_that_cannot_be(change: Any, told: str) -> None:
    """Refused where they are made, or at the latest at the start."""
    with pytest.raises(InvalidRules) as caught:
        change(pikoko.rules(players=3))
    assert told in str(caught.value)

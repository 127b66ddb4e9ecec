"""5211: whatever is refused is refused with an error of its own, and the state stays as it was."""

from collections.abc import Callable
from typing import Any

import pytest
from game5211_table import lay, start, to_the_end, turn
from pikoko_table import refuses

from trickkit import (
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
)
from trickkit.phases import Draw, Reveal
from trickkit.variants import game5211

TABLE = "G2 G2 B3 P1 / Y1 Y4 B3 O2"


def first() -> State:
    return start(TABLE, last="O6 / P6")


def second() -> State:
    return first().play(0, "G2")


def laid() -> State:
    return second().play(0, "G2")


def next_turn() -> State:
    return turn(first(), "G2 G2 / Y1 Y4")


def over() -> State:
    return to_the_end(lay(first(), TABLE))


@pytest.mark.parametrize(
    ("make", "seat", "card", "told"),
    [
        (first, 0, "G3", "hand 0 does not hold G3; it holds B3 G2 G2 O6 P1; legal: B3, G2, O6, P1"),
        (first, 1, "G2", "hand 1 does not hold G2; it holds B3 Y1 Y4 O2 P6; legal: B3, Y1, Y4, O2, P6"),
        (second, 0, "Y1", "hand 0 does not hold Y1; it still holds B3 G2 O6 P1; legal: B3, G2, O6, P1"),
        (lambda: first().play(0, "B3"), 0, "B3", "hand 0 does not hold B3; it still holds G2 G2 O6 P1; legal: G2, "),
        (lambda: first().play(0, "B3"), 1, "B4", "hand 1 does not hold B4; it holds B3 Y1 Y4 O2 P6"),
        (next_turn, 1, "Y4", "hand 1 does not hold Y4; it holds "),
    ],
)
def test_card_that_is_not_there(make: Callable[[], State], seat: int, card: str, told: str) -> None:
    """2.3: what is named in its place is what the hand holds without the cards laid in this turn."""
    error = refuses(IllegalAction, told, make(), seat, card)
    assert isinstance(error, IllegalAction)
    assert (error.game, error.deal, error.trick, error.seat, str(error.action)) == ("5211", 0, None, seat, card)


def test_phase_of_another_kind_has_other_actions() -> None:
    """2.3: where a house rule asks for numbers as well, they are not cards."""
    from trickkit.phases import Estimates

    rules = game5211.rules(players=2)
    house = rules.replace(phases=(*rules.phases[:2], Estimates(), *rules.phases[2:]))
    state = house.start(seed=1).play_all([(0, "1"), (1, "1")])
    refuses(IllegalAction, "a card is laid now, out of hand 0; 3 is not a card; legal: ", state, 0, "3")


@pytest.mark.parametrize(
    ("make", "seat", "have"),
    [(laid, 0, "seat 1 has"), (lambda: next_turn().play(1, "B3"), 1, "seat 0 has")],
)
def test_seat_that_has_laid(make: Callable[[], State], seat: int, have: str) -> None:
    """2.3: it lays no third card, and takes none back."""
    for card in ("G2", "B3", "Y2"):
        refuses(NotYourTurn, f"seat {seat} has nothing to decide now; {have}", make(), seat, card)


@pytest.mark.sample(20)
@pytest.mark.parametrize(
    "action", ["g2", "G7", "G0", "K1", "W2", "G", "2", "", "G2 G2", "G10", "pass", "Kododo", "G1 "]
)
@pytest.mark.parametrize("make", [first, second, next_turn])
def test_text_that_is_no_action(make: Callable[[], State], action: str) -> None:
    """2.1: a turn of two cards is two actions."""
    refuses(InvalidAction, f"{action!r} is not an action of this game", make(), 1, action)


@pytest.mark.parametrize("thing", [None, 3, True, ["G2"], b"G2", Bid(2), Play("G7"), Play("AS")], ids=repr)
def test_things_that_are_no_action(thing: Any) -> None:
    """Neither an action nor a text; or an action that this game does not have."""
    refuses(InvalidAction, f"{thing!r} is not an action of this game", first(), 0, thing)


@pytest.mark.parametrize("seat", [2, -1, None, "1"])
def test_no_such_seat(seat: Any) -> None:
    """Out of range, to lay and to start."""
    told = f"seat {seat!r}: this game has the seats 0..1"
    refuses(InvalidSeat, told, first(), seat, "G2")
    if seat is not None:
        with pytest.raises(InvalidSeat, match=told):
            game5211.rules(players=2).start(first=seat)


@pytest.mark.parametrize("card", ["G2", "P6"])
def test_after_the_end(card: str) -> None:
    """2.5."""
    refuses(GameOver, "the game is over: 1 deal is played", over(), 0, card)


@pytest.mark.parametrize(
    ("deal", "error", "told"),
    [
        ({"hands": [["G1"] * 5, ["G1", *["??"] * 4]]}, InvalidRules, "G1 is given more often than the deck holds it"),
        ({"hands": [["G5", "G5", "??", "??", "??"], None]}, InvalidRules, "G5 is given more often than"),
        ({"hands": [["B6", *["??"] * 4], None], "stock": ["B6"]}, InvalidRules, "B6 is given more often than"),
        ({"hands": [["G1"] * 4, None]}, InvalidRules, "hand 0 has 4 cards; a whole hand has 5"),
        ({"hands": [["??"] * 6, None]}, InvalidRules, "hand 0 has 6 cards; a whole hand has 5"),
        ({"hands": [None] * 3}, InvalidRules, "3 hands for 2 seats"),
        ({"hands": [["G7", *["??"] * 4], None]}, InvalidCard, "'G7' is not a card of this deck"),
        ({"stock": ["?"]}, InvalidCard, "'?' is not a card of this deck"),
        ({"stock": ["??"] * 91}, InvalidRules, "91 cards for the stock; 90 lie undealt"),
        ({"turned": "G1"}, InvalidRules, "turned='G1', but no card is turned up in this deal"),
    ],
)
def test_deals_that_cannot_be_dealt(deal: dict[str, Any], error: type[TrickkitError], told: str) -> None:
    """2.2: five cards a seat, and every card as often as the deck holds it."""
    with pytest.raises(InvalidRules) as caught:
        game5211.rules(players=2).start(deals=[Stacked(**deal)])
    assert type(caught.value) is error
    assert told in str(caught.value)
    assert (caught.value.game, caught.value.deal) == ("5211", 0)


def test_equal_copies_may_be_stacked() -> None:
    """2.1: all five Kododos of a colour in a hand, all six twos in others."""
    state = game5211.rules(players=3).start(
        deals=[Stacked(hands=[["G1"] * 5, ["G2"] * 5, ["G2", *["P3"] * 4]], stock=["P3", "O6"])]
    )
    assert [str(hand) for hand in state.deal.hands] == ["G1 G1 G1 G1 G1", "G2 G2 G2 G2 G2", "G2 P3 P3 P3 P3"]
    assert [str(card) for card in state.deal.stock[:2]] == ["P3", "O6"]
    assert [[str(action) for action in state.legal(seat)] for seat in range(3)] == [["G1"], ["G2"], ["G2", "P3"]]


def test_more_deals_than_there_are() -> None:
    """2.5, 2.6: one deck, or as many as a long game takes."""
    with pytest.raises(InvalidRules, match="2 stacked deals; the game has 1"):
        game5211.rules().start(deals=[Stacked()] * 2)
    assert game5211.rules(long_game=True).start(deals=[Stacked()] * 20).actors == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"players": 1}, "players=1 is not one of 2, 3, 4, 5"),
        ({"players": 6}, "players=6 is not one of 2, 3, 4, 5"),
        ({"long_game": 1}, "long_game=1 is not one of"),
        ({"long_target": 0}, "long_target=0 is not one of"),
        ({"long_target": 501}, "long_target=501 is not one of"),
        ({"long_check": "round_end"}, "'round_after_first_deck', 'deck_end', 'every_round'"),
        ({"long_tiebreak": "pile"}, "'current_pile', 'all_decks'"),
        ({"kododo_mode": "atleast"}, "'exact', 'at_least' (did you mean 'at_least'?)"),
        ({"kododo": "exact"}, "no option 'kododo' (did you mean 'kododo_mode'?)"),
    ],
)
def test_unknown_options_and_values(options: dict[str, Any], told: str) -> None:
    """Section 4: named with what it can be, and the nearest."""
    for build in (game5211.rules, lambda **given: load("5211", **given)):
        with pytest.raises(InvalidRules) as caught:
            build(**options)
        assert told in str(caught.value)


def test_phase_that_stands_several_times_is_replaced_everywhere_and_named_when_it_cannot_be() -> None:
    """2.3: the rounds are unrolled among the phases."""
    rules = game5211.rules(players=2)
    assert {phase.cards for phase in rules.replace(Reveal, cards=1).phases if isinstance(phase, Reveal)} == {1}
    with pytest.raises(InvalidRules, match="Draw occurs 30 times among the phases"):
        rules.without(Draw)

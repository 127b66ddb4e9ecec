"""Pikinni: whatever is refused is refused with an error of its own, and the state stays as it was."""

from collections.abc import Callable
from typing import Any

import pytest
from pikinni_table import N9_HANDS, N9_TRICKS, dealt, estimate, on, play, say, table
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
    Stacked,
    State,
    TrickkitError,
    load,
)
from trickkit.model.actions import Call, Change
from trickkit.variants import pikinni


def doubling() -> State:
    return table(N9_HANDS, cut="JH", dealer=3, challenge=True)


def doubled() -> State:
    return say(doubling(), "0:double, 1:pass, 2:double")


def estimating() -> State:
    return say(doubled(), "0:change S")


def leading() -> State:
    return estimate(estimating())


def following() -> State:
    return play(leading(), f"{N9_TRICKS[0]} 0:KC")


def over() -> State:
    return play(following(), f"{' '.join(N9_TRICKS[1].split()[1:])} {N9_TRICKS[2]} {N9_TRICKS[3]}")


SALE = "legal: change C, change D, change S, pass"


@pytest.mark.parametrize(
    ("make", "seat", "action", "told"),
    [
        (doubling, 0, "2", "the deal may be doubled now; 2 is neither double nor pass; legal: double, pass"),
        (doubling, 0, "change S", "the deal may be doubled now; change S is neither double nor pass"),
        (doubling, 0, "AC", "the deal may be doubled now; AC is neither double nor pass"),
        (doubled, 0, "double", f"another trump may be bought now; double buys none; {SALE}"),
        (doubled, 0, "3", f"another trump may be bought now; 3 buys none; {SALE}"),
        (doubled, 0, "7C", f"another trump may be bought now; 7C buys none; {SALE}"),
        (doubled, 0, "change H", f"change H is not for sale: hearts is trump already; {SALE}"),
        (estimating, 2, "5", "tricks are estimated now, from 0 to 4; 5 is no such number; legal: 0, 1, 2, 3, 4"),
        (estimating, 2, "8", "tricks are estimated now, from 0 to 4; 8 is no such number"),
        (estimating, 2, "double", "tricks are estimated now, from 0 to 4; double is no such number"),
        (estimating, 2, "change D", "tricks are estimated now, from 0 to 4; change D is no such number"),
        (estimating, 2, "pass", "tricks are estimated now, from 0 to 4; pass is no such number"),
        (estimating, 2, "QC", "tricks are estimated now, from 0 to 4; QC is no such number"),
        (leading, 0, "2", "a card is played now, out of hand 0; 2 is not a card; legal: "),
        (leading, 0, "double", "a card is played now, out of hand 0; double is not a card"),
        (leading, 0, "change D", "a card is played now, out of hand 0; change D is not a card"),
        (leading, 0, "7C", "hand 0 does not hold 7C; it holds "),
        (following, 1, "TD", "TD is not allowed: void in the led suit, you must play a trump: spades; hand 1 holds "),
        (following, 1, "8C", "hand 1 does not hold 8C; it holds "),
    ],
)
def test_not_now(make: Callable[[], State], seat: int, action: str, told: str) -> None:
    """3.6, 3.3: each window has its own answers; who cannot follow must trump."""
    error = refuses(IllegalAction, told, make(), seat, action)
    assert isinstance(error, IllegalAction)
    assert (error.game, error.deal, error.seat, str(error.action)) == ("pikinni", 0, seat, action)


def test_led_suit_must_be_followed() -> None:
    """3.3 5: a trump does not replace it."""
    state = play(estimate(table("7C AH / 8C 9C", cut="KH")), "1:8C")
    error = refuses(IllegalAction, "AH is not allowed: follow suit: clubs was led; hand 0 holds ", state, 0, "AH")
    assert error.trick == 0


def test_lower_trump_where_it_must_beat() -> None:
    """K7, `must_overtrump`: told what is asked."""
    state = play(estimate(table("8H TH / 9C TC / 9H KD", cut="KH", must_overtrump=True)), "1:9C 2:9H")
    refuses(
        IllegalAction, "8H is not allowed: void in the led suit, you must beat the trick with a trump", state, 0, "8H"
    )


@pytest.mark.parametrize(
    ("make", "seat", "action", "have"),
    [
        (doubling, 3, "double", "seat 0 has"),
        (lambda: say(doubling(), "0:double"), 0, "double", "seat 1 has"),
        (lambda: say(doubling(), "0:pass"), 0, "double", "seat 1 has"),
        (doubled, 1, "change S", "seat 0 has"),
        (lambda: say(doubled(), "0:pass"), 0, "change S", "seat 1 has"),
        (lambda: estimating().play(1, "2"), 1, "3", "seats 0, 2, 3 have"),
        (leading, 1, "8C", "seat 0 has"),
        (leading, 2, "2", "seat 0 has"),
        (following, 0, "7S", "seat 1 has"),
    ],
)
def test_out_of_turn(make: Callable[[], State], seat: int, action: str, have: str) -> None:
    """3.6, 3.3: one answer each, in turn; an estimate that is made is fixed (K8)."""
    refuses(NotYourTurn, f"seat {seat} has nothing to decide now; {have}", make(), seat, action)


@pytest.mark.sample(20)
@pytest.mark.parametrize(
    "action",
    ["10D", "R5", "6C", "Double", "no", "change", "change X", "change hearts", "9", "-1", "03", "3.0", "", "JD as TD"],
)
@pytest.mark.parametrize("make", [doubling, doubled, estimating, leading])
def test_text_that_is_no_action(make: Callable[[], State], action: str) -> None:
    """A ten is written T, with four seats nobody has more than 8 cards."""
    state = make()
    refuses(InvalidAction, f"{action!r} is not an action of this game", state, state.actors[0], action)


@pytest.mark.parametrize("thing", [None, 3, True, ["3"], b"AC", Bid(9), Call("kontra"), Change("X")], ids=repr)
def test_things_that_are_no_action(thing: Any) -> None:
    """Neither an action nor a text; or an action that this game does not have."""
    refuses(InvalidAction, f"{thing!r} is not an action of this game", estimating(), 2, thing)


@pytest.mark.parametrize(("action", "rule"), [("double", "change"), ("change S", "double"), ("pass", "zero")])
def test_calls_of_rules_that_are_off(action: str, rule: str) -> None:
    """3.6, K19: what is not played with is not a move at all."""
    state = on(dealt(4, **{rule: True}), until=0)
    refuses(InvalidAction, f"{action!r} is not an action of this game", state, state.actors[0], action)


@pytest.mark.parametrize("seat", [4, -1, None, "1"])
@pytest.mark.parametrize("make", [doubling, doubled, estimating, leading])
def test_no_such_seat(make: Callable[[], State], seat: Any) -> None:
    """Out of range, to play and as the first dealer."""
    told = f"seat {seat!r}: this game has the seats 0..3"
    state = make()
    refuses(InvalidSeat, told, state, seat, state.legal(state.actors[0])[0])
    if seat is not None:
        with pytest.raises(InvalidSeat, match=told):
            pikinni.rules().start(first=seat)


@pytest.mark.parametrize("action", ["double", "change S", "2", "AC", "pass"])
def test_after_the_end(action: str) -> None:
    """3.5."""
    refuses(GameOver, "the game is over: 1 deal is played", over(), 0, action)


@pytest.mark.parametrize(
    ("deal", "error", "told"),
    [
        ({"turned": "10D"}, InvalidCard, "'10D' is not a card of this deck"),
        ({"hands": [["7C"], ["7C"]]}, InvalidRules, "7C is given more often than the deck holds it"),
        ({"hands": [["7C", "8C"], None]}, InvalidRules, "hand 0 has 2 cards; a whole hand has 1"),
        ({"hands": [["7C"], None, None]}, InvalidRules, "3 hands for 2 seats"),
        ({"hands": [["6C"], None]}, InvalidCard, "'6C' is not a card of this deck"),
    ],
)
def test_deals_that_cannot_be_dealt(deal: dict[str, Any], error: type[TrickkitError], told: str) -> None:
    """The cut card may be in a hand, since it is shuffled in again; nothing else may be in two places."""
    with pytest.raises(InvalidRules) as caught:
        pikinni.rules(players=2).start(deals=[Stacked(**deal)])
    assert type(caught.value) is error
    assert told in str(caught.value)
    assert (caught.value.game, caught.value.deal) == ("pikinni", 0)


def test_more_deals_than_there_are() -> None:
    """3.2: 11 with four seats, 10 with three."""
    for players, most in ((3, 10), (4, 11)):
        with pytest.raises(InvalidRules, match=f"{most + 1} stacked deals; the game has {most}"):
            pikinni.rules(players=players).start(deals=[Stacked()] * (most + 1))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"players": 1}, "players=1 is not one of 2, 3, 4"),
        ({"players": 5}, "players=5 is not one of 2, 3, 4"),
        ({"zero": 1}, "zero=1 is not one of"),
        ({"chalenge": True}, "no option 'chalenge' (did you mean 'challenge'?)"),
        ({"short_schedule": "three"}, "short_schedule='three' is not one of 'climb_then_three_eights'"),
        ({"trick_lead": "winning"}, "'winner', 'left_of_dealer' (did you mean 'winner'?)"),
        ({"zero_mode": "adds"}, "'replace', 'add' (did you mean 'add'?)"),
        ({"change_window": "always"}, "'after_deal', 'any'"),
        ({"call_order": "left"}, "'left_of_dealer', 'dealer_first', 'as_called'"),
        ({"double_stack": "times"}, "'multiply', 'add'"),
        ({"same_player_twice": "yes"}, "same_player_twice='yes' is not one of"),
        ({"must_overtrump": None}, "must_overtrump=None is not one of"),
        ({"tie": "first"}, "tie='first' is not one of 'shared'"),
    ],
)
def test_unknown_options_and_values(options: dict[str, Any], told: str) -> None:
    """Section 4: named with what it can be, and the nearest."""
    for build in (pikinni.rules, lambda **given: load("pikinni", **given)):
        with pytest.raises(InvalidRules) as caught:
            build(**options)
        assert told in str(caught.value)


def test_no_card_is_cut_in_a_deal_of_eight() -> None:
    """3.3, K5: a stacked deal cannot fix the cut card where trump is always hearts."""
    with pytest.raises(InvalidRules, match=r"turned='AS', but no card is turned up in this deal \(pikinni, deal 7\)"):
        load("pikinni").start(deals=[Stacked()] * 7 + [Stacked(turned="AS")])

"""Pikinni: every option with every value (section 4)."""

from itertools import product

import pytest
from pikinni_table import (
    asked,
    dealt,
    estimate,
    legal,
    on,
    phase,
    play,
    say,
    suit,
    table,
    tricks,
    trump,
    worth,
)
from pikoko_table import refuses

from trickkit import (
    IllegalAction,
    NotYourTurn,
    Stacked,
    load,
)
from trickkit.phases import BuyTrump, CallDouble
from trickkit.variants import pikinni


def test_defaults() -> None:
    """Section 4, K19: the options at a glance; the Challenge rules are off."""
    defaults = {
        "challenge": False,
        "zero": False,
        "change": False,
        "double": False,
        "short_schedule": "climb_then_three_eights",
        "trick_lead": "winner",
        "zero_mode": "replace",
        "change_in_hearts": True,
        "change_same_suit": False,
        "change_needs_points": False,
        "change_window": "after_deal",
        "call_order": "left_of_dealer",
        "double_stack": "multiply",
        "same_player_twice": False,
        "must_overtrump": False,
        "tie": "shared",
    }
    assert pikinni.rules().options == {"players": 4, **defaults}
    assert load("pikinni", players=4, **defaults) == pikinni.rules()


@pytest.mark.sample(16)
@pytest.mark.parametrize("size", range(1, 9))
@pytest.mark.parametrize(("zero", "change", "double"), list(product([False, True], repeat=3)))
def test_challenge_rules_are_switched_one_by_one(zero: bool, change: bool, double: bool, size: int) -> None:
    """3.6, K19: `zero`, `change`, `double`; Double first, then Change, then the estimates."""
    switches = {"zero": zero, "change": change, "double": double}
    doubles = [("CallDouble", seat, size // 2) for seat in (1, 2, 0)] if double and size % 2 == 0 else []
    sales = [("BuyTrump", seat, size) for seat in (1, 2, 0)] if change else []
    assert asked(dealt(size, **switches)) == doubles + sales
    assert worth(size, estimate=0, tricks=0, **switches) == (50 if zero and size >= 6 else 10)


@pytest.mark.parametrize("switches", [{}, {"zero": True}, {"change": True, "double": True}])
def test_challenge_is_all_three(switches: dict[str, bool]) -> None:
    """3.6, K19: `challenge`, whatever the switches of each say."""
    assert [name for name, _, _ in asked(dealt(6, challenge=True, **switches))] == ["CallDouble"] * 3 + ["BuyTrump"] * 3
    assert worth(6, estimate=0, tricks=1, doubles=1, bought=True, challenge=True, **switches) == -70


# The options of the Challenge rules


@pytest.mark.parametrize(("mode", "made", "failed"), [("replace", 50, -20), ("add", 60, -50)])
def test_zero_mode(mode: str, made: int, failed: int) -> None:
    """K9: in place of the usual points, or on top of 10 and of -30."""
    assert worth(7, estimate=0, tricks=0, zero=True, zero_mode=mode) == made
    assert worth(7, estimate=0, tricks=3, zero=True, zero_mode=mode) == failed
    assert worth(5, estimate=0, tricks=3, zero=True, zero_mode=mode) == -30


@pytest.mark.parametrize("window", ["after_deal", "any"])
def test_change_in_hearts(window: str) -> None:
    """K10: whether trump may be bought in deals of 8 cards; in others it may."""
    options = {"change": True, "double": True, "change_window": window}
    state = dealt(8, change=True)
    assert legal(state) == "change C change D change S pass"
    assert "BuyTrump" in {name for name, _, _ in asked(dealt(8, **options))}
    assert {name for name, _, _ in asked(dealt(8, change_in_hearts=False, **options))} == {"CallDouble"}
    assert "BuyTrump" in {name for name, _, _ in asked(dealt(7, change_in_hearts=False, **options))}


def test_change_same_suit() -> None:
    """K11: whether the suit that is trump already may be bought, to block the sale; it costs as much."""
    assert legal(table("AH / 8C", cut="7H", change=True)) == "change C change D change S pass"
    state = table("AH / 8C", cut="7H", change=True, change_same_suit=True)
    assert legal(state) == "change C change D change H change S pass"
    state = say(state, "1:change H")
    assert (phase(state), trump(state)) == ("Estimates", "hearts")
    assert play(estimate(state), "1:8C 0:AH").scores == (-10, -20)


@pytest.mark.parametrize(("estimated", "points"), [("0 2", 30), ("0 1", -10), ("1 0", -20)])
def test_change_needs_points(estimated: str, points: int) -> None:
    """K12: a buyer must have 30 points from earlier deals; 30 are enough."""
    hands = "7C 8C / AC KC"
    for needed in (False, True):
        state = say(table(hands, cut="7H", deals=2, change=True, change_needs_points=needed), "1:pass, 0:pass")
        state = play(estimate(state, estimated), "1:AC 0:7C 1:KC 0:8C")
        assert state.scores[1] == points
        state = say(state, "0:pass")
        assert ("change S" in legal(state)) == (points >= 30 or not needed)
    if points < 30:
        refuses(IllegalAction, f"change S costs 30 points; seat 1 has {points}", state, 1, "change S")


def test_nobody_can_pay_in_the_first_deal() -> None:
    """K12: all may say is no."""
    state = dealt(4, change=True, change_needs_points=True)
    assert legal(state) == "pass"
    assert [name for name, _, _ in asked(state)] == ["BuyTrump"] * 3


@pytest.mark.parametrize(
    ("window", "size", "double", "cards"),
    [
        ("after_deal", 4, True, [4]),
        ("after_deal", 5, True, [5]),
        ("after_deal", 4, False, [4]),
        ("any", 4, True, [0, 2, 4]),
        ("any", 5, True, [0, 5]),
        ("any", 4, False, [0, 4]),
        ("any", 8, True, [0, 4, 8]),
    ],
)
def test_change_window(window: str, size: int, double: bool, cards: list[int]) -> None:
    """K12: when all cards are dealt; or also before the deal, and at its half where there is one."""
    found = asked(dealt(size, change=True, double=double, change_window=window))
    sales = [held for name, _, held in found if name == "BuyTrump"]
    assert sales == [held for held in cards for _ in range(3)]
    if size % 2 == 0 and double:
        assert found.index(("CallDouble", 1, size // 2)) == 3 * (len(cards) - 1)


@pytest.mark.parametrize("passes", [0, 3, 4])
def test_one_sale_a_deal_in_all_windows(passes: int) -> None:
    """3.6: once one bought, nobody is asked any more; the Doubles are."""
    state = table("7C 8C / AC KC / 7D 8D", cut="7H", challenge=True, change_window="any")
    for _ in range(passes):
        state = state.play(state.actors[0], "pass")
    buyer = state.actors[0]
    state = state.play(buyer, "change S")
    assert [name for name, _, _ in asked(state)] == ["CallDouble"] * 3
    state = say(state, "1:pass, 2:pass, 0:pass")
    assert (trump(state), state.deal[BuyTrump].seat) == ("spades", buyer)
    end = on(state, until=1)
    assert [line.points for line in end.results[0].lines if "bought" in line.reason] == [-30]


@pytest.mark.parametrize("rule", ["change", "double"])
@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize(("order", "after"), [("left_of_dealer", 1), ("dealer_first", 0)])
def test_call_order_round_the_table(order: str, after: int, dealer: int, rule: str) -> None:
    """K12, 3.6: from the dealer's left, dealer last; or from the dealer."""
    state = dealt(4, dealer=dealer, call_order=order, **{rule: True})
    assert [seat for _, seat, _ in asked(state)] == [(dealer + after + turn) % 3 for turn in range(3)]
    assert state.actors == ((dealer + after) % 3,)


def test_call_order_as_called() -> None:
    """K12: any seat may speak, each once; the first to buy gets it."""
    state = dealt(4, challenge=True, call_order="as_called")
    assert state.actors == (0, 1, 2)
    state = say(state, "2:double")
    assert state.actors == (0, 1)
    state = say(state, "0:pass, 1:pass")
    assert (phase(state), state.actors) == ("BuyTrump", (0, 1, 2))
    state = state.play(1, "pass")
    assert state.actors == (0, 2)
    state = state.play(2, state.legal(2)[0])
    assert (phase(state), state.deal[BuyTrump].seat) == ("Estimates", 2)


@pytest.mark.parametrize(("stack", "factor"), [("multiply", 4), ("add", 3)])
def test_double_stack(stack: str, factor: int) -> None:
    """K14: two Doubles; one counts twice either way."""
    for doubles, times in ((0, 1), (1, 2), (2, factor)):
        assert worth(4, estimate=2, tricks=2, doubles=doubles, double=True, double_stack=stack) == 30 * times
        assert worth(4, estimate=1, tricks=3, doubles=doubles, double=True, double_stack=stack) == -20 * times


@pytest.mark.parametrize("order", ["left_of_dealer", "dealer_first", "as_called"])
def test_same_player_twice(order: str) -> None:
    """K15: whether one who doubled is asked once more."""
    once = dealt(2, double=True, call_order=order)
    caller = once.actors[0]
    once = once.play(caller, "double")
    assert caller not in once.actors
    refuses(NotYourTurn, f"seat {caller} has nothing to decide now", once, caller, "double")
    twice = dealt(2, double=True, call_order=order, same_player_twice=True).play(caller, "double")
    assert caller in twice.actors
    assert twice.play(caller, "pass").actors == once.actors
    both = twice.play(caller, "double")
    assert (phase(both), both.deal[CallDouble].seats) == ("Estimates", (caller, caller))
    state = say(table("AH 7C / 8H 8C", cut="7H", double=True, same_player_twice=True), "1:double, 1:double")
    assert play(estimate(state), "1:8C 0:7C 1:8H 0:AH").scores == (-40, -40)


# The other options


@pytest.mark.parametrize(
    ("players", "schedule", "sizes"),
    [
        (2, "climb_then_three_eights", (1, 2, 3, 4, 5, 6, 7, 8, 8, 8)),
        (3, "climb_then_three_eights", (1, 2, 3, 4, 5, 6, 7, 8, 8, 8)),
        (2, "three_eights_only", (8, 8, 8)),
        (3, "three_eights_only", (8, 8, 8)),
        (4, "climb_then_three_eights", (1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8)),
        (4, "three_eights_only", (1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8)),
    ],
)
def test_short_schedule(players: int, schedule: str, sizes: tuple[int, ...]) -> None:
    """K1: a game for 2 or 3; that for 4 is what it is."""
    state = on(pikinni.rules(players=players, short_schedule=schedule).start(seed=2, first=1), until=len(sizes))
    assert state.is_over
    assert tuple(result.deal.size for result in state.results) == sizes
    assert [result.deal.starter for result in state.results] == [(1 + number) % players for number in range(len(sizes))]


@pytest.mark.parametrize(("lead", "leaders"), [("winner", [1, 2, 0]), ("left_of_dealer", [1, 1, 1])])
def test_trick_lead(lead: str, leaders: list[int]) -> None:
    """K2: who leads the second trick and the later ones."""
    state = tricks("9C AD 9S / 7C 8D 7S / AC 9D 8S", cut="7H", deals=2, trick_lead=lead)
    found = []
    while not state.results:
        (leader,) = state.actors
        found.append(leader)
        for _ in range(3):
            cards = [card for kind in "CDS" for card in legal(state).split() if card[1] == kind]
            state = state.play(state.actors[0], cards[0])
    assert found == leaders


@pytest.mark.parametrize(
    ("hand", "any_trump", "overtrump"),
    [
        ("8H TH AD", "8H TH", "TH"),
        ("7H 8H AD", "7H 8H", "7H 8H"),
        ("TH AC 7C", "7C AC", "7C AC"),
        ("KS QS JS", "KS QS JS", "KS QS JS"),
    ],
    ids=["can beat", "cannot beat", "follows", "has neither"],
)
def test_must_overtrump(hand: str, any_trump: str, overtrump: str) -> None:
    """K7: whether one who must trump must beat the trumps that lie there, where it can."""
    for value, allowed in ((False, any_trump), (True, overtrump)):
        state = tricks(f"{hand} / 9C TC JC / 9H KD QD", cut="KH", must_overtrump=value)
        assert set(legal(play(state, "1:9C 2:9H")).split()) == set(allowed.split())


def test_tie_is_shared() -> None:
    """K13: both win."""
    rules = pikinni.rules(players=2, short_schedule="three_eights_only", tie="shared")
    state = rules.start(first=0, deals=[Stacked(hands=[suit("H"), suit("C")])] * 3)
    for number in range(3):
        state = on(estimate(state, "7 1"), until=number + 1)
    assert state.scores == (-30, -30)
    assert state.outcome is not None
    assert state.outcome.ranking == ((0, 1),)

"""Pikinni: the Challenge rules Zero, Double and Change (3.6), and the worked examples of them (3.7)."""

import pytest
from pikinni_table import (
    N9_HANDS,
    N9_TRICKS,
    dealt,
    estimate,
    last_taker,
    on,
    phase,
    play,
    say,
    table,
    trump,
    worth,
)
from pikoko_table import refuses

from trickkit import (
    IllegalAction,
)
from trickkit.model.cards import UNKNOWN
from trickkit.phases import BuyTrump, CallDouble

# Zero


@pytest.mark.parametrize(
    ("size", "took", "points"),
    [
        *[(size, 0, 10) for size in range(1, 6)],
        *[(size, 1, -10) for size in range(1, 6)],
        (5, 3, -30),
        *[(size, 0, 50) for size in (6, 7, 8)],
        *[(size, took, -20) for size in (6, 7, 8) for took in (1, 3)],
        (7, 7, -20),
    ],
)
def test_n3_zero(size: int, took: int, points: int) -> None:
    """3.7 N3, K9: from 6 cards on 50 or a flat -20, in place of the usual points."""
    assert worth(size, estimate=0, tricks=took, zero=True) == points


def test_zero_is_for_estimates_of_0_alone() -> None:
    """3.6: others score as ever, and without the rule so does 0."""
    assert worth(6, estimate=1, tricks=0, zero=True) == -10
    assert worth(6, estimate=1, tricks=1, zero=True) == 20
    assert worth(6, estimate=0, tricks=0) == 10
    assert worth(6, estimate=0, tricks=3) == -30


def test_zero_needs_no_announcement() -> None:
    """3.6: nobody is asked before the estimates."""
    assert phase(dealt(6, zero=True)) == "Estimates"


# Double


def test_window_order_in_a_challenge_deal() -> None:
    """3.6: trump, half of the hands, Double round, the rest, Change round, estimates, tricks."""
    state = dealt(4, challenge=True)
    assert (phase(state), trump(state) != "None", len(state.deal.hands[0])) == ("CallDouble", True, 2)
    state = say(state, "1:pass, 2:double, 0:pass")
    assert (phase(state), len(state.deal.hands[0])) == ("BuyTrump", 4)
    state = say(state, "1:pass, 2:pass, 0:pass")
    assert phase(state) == "Estimates"
    assert phase(estimate(state)) == "Tricks"


@pytest.mark.parametrize("size", [2, 4, 6, 8])
def test_half_a_hand_is_seen_in_the_double_window(size: int) -> None:
    """3.6: a seat sees its own half, the cut card, and no more; the rest of its hand is among the undealt cards."""
    state = dealt(size, double=True)
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert [len(hand) for hand in view.deal.hands] == [size // 2] * 3
        assert [len(hand.known) for hand in view.deal.hands] == [size // 2 * (seat == viewer) for seat in range(3)]
        assert list(view.deal.stock) == [UNKNOWN] * (32 - 3 * size // 2)
        assert (view.deal.chance, view.deal.stacked) == (None, None)
    after = say(state, "1:pass, 2:pass, 0:pass")
    for viewer in range(3):
        hand = after.view(viewer).deal.hands[viewer]
        assert len(hand.known) == size
        assert {card.text for card in state.view(viewer).deal.hands[viewer].known} < {card.text for card in hand.known}


def test_half_of_a_hand_fixed_by_hand() -> None:
    """3.6: the first half of what is listed is dealt first."""
    state = table("AC KC 7S 9D / 8C AS TD JD", cut="7H", double=True)
    assert [set(str(hand).split()) for hand in state.deal.hands] == [{"AC", "KC"}, {"8C", "AS"}]
    state = say(state, "1:pass, 0:pass")
    assert [set(str(hand).split()) for hand in state.deal.hands] == [{"AC", "KC", "7S", "9D"}, {"8C", "AS", "TD", "JD"}]


@pytest.mark.parametrize("size", [1, 3, 5, 7])
def test_no_double_in_deals_of_odd_size(size: int) -> None:
    """3.6: even hands only; the deal is told once."""
    state = dealt(size, double=True)
    assert (phase(state), state.deal[CallDouble].seats) == ("Estimates", ())
    assert sum(str(event).startswith("Dealt") for event in state.events) == 1


@pytest.mark.parametrize(("doubles", "right", "wrong"), [(0, 30, -10), (1, 60, -20), (2, 120, -40)])
def test_n4_doubles(doubles: int, right: int, wrong: int) -> None:
    """3.7 N4, K14: factor 1, 2 or 4, for gains and losses."""
    assert worth(4, estimate=2, tricks=2, doubles=doubles, double=True) == right
    assert worth(4, estimate=1, tricks=0, doubles=doubles, double=True) == wrong


def test_double_counts_for_all_seats() -> None:
    """3.6: whoever called it."""
    state = say(table(N9_HANDS, cut="JS", dealer=3, double=True), "0:pass, 1:pass, 2:pass, 3:double")
    (result,) = play(estimate(state, "2 1 0 1"), " ".join(N9_TRICKS)).results
    assert result.scores == (60, 40, -20, -20)


def test_double_is_for_one_deal() -> None:
    """3.6: the next deal begins undoubled."""
    state = say(dealt(2, double=True, deals=2), "1:double, 2:double")
    assert state.deal[CallDouble].seats == (1, 2)
    assert on(state, until=1).deal[CallDouble].seats == ()


@pytest.mark.parametrize(("took", "points"), [(0, 200), (3, -80)])
def test_n5_zero_is_doubled(took: int, points: int) -> None:
    """3.7 N5, K17: 8 cards, two Doubles."""
    assert worth(8, estimate=0, tricks=took, doubles=2, double=True, zero=True) == points


def test_n6_the_price_is_never_doubled() -> None:
    """3.7 N6, K17."""
    assert worth(4, estimate=2, tricks=2, doubles=1, bought=True, challenge=True) == 30
    assert worth(4, estimate=1, tricks=0, doubles=2, bought=True, challenge=True) == -70


def test_two_doubles_end_the_round() -> None:
    """3.6, K15: the rest are not asked."""
    state = say(dealt(4, players=4, double=True), "1:double, 2:pass, 3:double")
    assert (phase(state), state.deal[CallDouble].seats) == ("Estimates", (1, 3))
    refuses(IllegalAction, "tricks are estimated now, from 0 to 4; double is no such number", state, 0, "double")


# Change


@pytest.mark.parametrize("size", [1, 4, 5, 8])
def test_first_buyer_gets_it(size: int) -> None:
    """3.6: once a deal; nobody is asked after the first, and the suit is trump from then on."""
    state = dealt(size, players=4, change=True)
    suits = {one.letter: one.name for one in state.deal.deck.suits}
    bought = next(letter for letter, name in suits.items() if name != trump(state))
    state = say(state, f"1:pass, 2:change {bought}")
    assert (phase(state), trump(state)) == ("Estimates", suits[bought])
    assert state.deal[BuyTrump].seat == 2


def test_bought_trump_takes_the_trick() -> None:
    """3.6: instead of the suit that was cut."""
    state = estimate(say(table("AH / 8C / 7S", cut="7H", change=True), "1:pass, 2:change S"))
    assert last_taker(play(state, "1:8C 2:7S 0:AH")) == 2


def test_everybody_may_decline() -> None:
    """3.6: trump stays."""
    state = say(table("AH / 8C / 7S", cut="7H", change=True), "1:pass, 2:pass, 0:pass")
    assert (phase(state), trump(state), state.deal[BuyTrump].seat) == ("Estimates", "hearts", None)


@pytest.mark.parametrize("right", [True, False])
def test_buyer_pays_whatever_happens(right: bool) -> None:
    """3.6: 30 points; there is no need to have them, and nobody else pays."""
    state = estimate(say(table("AH / 8C", cut="7H", change=True), "1:change C"), "0 1" if right else "0 0")
    (result,) = play(state, "1:8C 0:AH").results
    assert result.scores == (10, 20 - 30 if right else -10 - 30)


@pytest.mark.parametrize("size", range(1, 9))
def test_trump_is_for_sale_once_more_where_a_hand_has_a_half(size: int) -> None:
    """With sales at any time: after the cut, after the half of a hand of even size, and after the whole hand."""
    state = dealt(size, double=True, change=True, change_window="any")
    asked = []
    while phase(state) != "Estimates":
        asked.append(phase(state))
        state = state.play(state.actors[0], "pass")
    assert asked.count("BuyTrump") == 3 * (2 + (size % 2 == 0))
    assert asked.count("CallDouble") == 3 * (size % 2 == 0)

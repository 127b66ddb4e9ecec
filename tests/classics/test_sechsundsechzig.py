"""Sechsundsechzig: every clause of its rules, its options, and an oracle of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sixty_six_oracle import Table
from strategies import effort
from tiers import sampled
from trickkit_classics import sechsundsechzig as sixty_six
from turns import called, legal_cards, sampled_on_the_way, written_down

from trickkit import IllegalAction, Stacked, State, batch
from trickkit.batch.machine.lowered import compile_rules
from trickkit.catalog.options import options
from trickkit.model.actions import Play
from trickkit.phases import Tricks
from trickkit.testing import laws

HANDS = "KD QD KC QC 9H AC / TC JC AD TD 9D KH"
STOCK = "9S JS QS KS TS AS JH QH 9C TH JD AH"
RULES = sixty_six.rules()


def table(hands: str = HANDS, stock: str = STOCK, **chosen: Any) -> State:
    """Seat 0 leads, with hearts for trump and the ace of them turned up."""
    game = sixty_six.rules(**chosen) if chosen else RULES
    dealt = [hand.split() for hand in hands.split("/")]
    return game.start(first=1, deals=[Stacked(hands=dealt, stock=stock.split())])


def scored(state: State) -> tuple[int, ...]:
    """The game points of the first deal."""
    return state.results[0].scores


# Cards


@pytest.mark.parametrize(("nines", "size", "stock"), [(True, 6, 12), (False, 5, 10)])
def test_the_cards(nines: bool, size: int, stock: int) -> None:
    state = sixty_six.rules(nines=nines).start(seed=1)
    assert ([len(hand) for hand in state.deal.hands], len(state.deal.stock)) == ([size, size], stock)
    assert str(state.deal.trump)[0].upper() == str(state.deal.stock[-1])[1]


def test_the_ten_ranks_below_the_ace_alone() -> None:
    state = called(table(closing="after_drawing"), "KC, TC")
    assert state.actors == (1,)
    assert called(table(closing="after_drawing"), "AC, TC").actors == (0,)


# While there is a stock


def test_anything_may_be_played_while_there_is_a_stock_and_both_draw() -> None:
    state = called(table(), "QC")
    assert legal_cards(state) == "JC TC 9D TD AD KH"
    state = called(state, "9D, draw")
    assert (state.actors, len(state.deal.stock)) == ((0,), 10)
    assert "9S" in state.deal.hands[0]
    assert "JS" in state.deal.hands[1]


def test_the_loser_of_the_last_draw_gets_the_card_turned_up() -> None:
    state = table(closing="never")
    while state.deal.stock.order:
        (seat,) = state.actors
        state = state.play(seat, state.legal(seat)[0])
    assert len(state.deal[Tricks].tricks) == 6
    assert "AH" in state.deal.hands[1 - state.actors[0]]


# Marriages


def had(state: State) -> list[int]:
    """What both have in cards and marriages."""
    return [sixty_six.points(state.deal, state.deal[Tricks].tricks, seat) for seat in (0, 1)]


def test_a_marriage_is_worth_twenty_and_counts_once_there_is_a_trick() -> None:
    state = called(table(closing="never"), "marriage D, QD, AD")
    assert had(state) == [0, 14]
    assert had(called(state, "9S, 9H")) == [20, 14]


def test_a_marriage_in_trumps_is_worth_forty() -> None:
    assert had(called(royal(), "marriage H, QH, TD")) == [40 + 3 + 10, 0]


@pytest.mark.parametrize("late", [True, False])
def test_marriages_once_the_stock_is_gone(late: bool) -> None:
    assert ("marriage D" in legal_cards(called(table(late_marriages=late), "close"))) == late


# The exchange


@pytest.mark.parametrize(
    ("exchange", "first", "later"), [("after_trick", False, True), ("any_lead", True, True), ("never", False, False)]
)
def test_when_the_lowest_trump_is_exchanged(exchange: str, first: bool, later: bool) -> None:
    state = table(exchange=exchange, closing="after_drawing")
    assert ("exchange" in legal_cards(state)) == first
    state = called(state, "AC, JC")
    assert ("exchange" in legal_cards(state)) == later
    if later:
        state = called(state, "exchange")
        assert "AH" in state.deal.hands[0]


def test_without_nines_the_jack_is_exchanged() -> None:
    state = table("KD QD KC QC JH / TC JC AD TD KH", "JS QS KS TS AS AC QH JD TH AH", nines=False, exchange="any_lead")
    assert "exchange" in legal_cards(state)
    assert str(called(state, "exchange").deal.stock[-1]) == "JH"


# Closing


def test_the_stock_is_closed_before_drawing_after_it_or_never() -> None:
    assert legal_cards(called(table(), "AC, JC")) == "draw close"
    closed = called(table(), "AC, JC, close")
    assert [len(hand) for hand in closed.deal.hands] == [5, 5]
    after = called(table(closing="after_drawing"), "AC, JC")
    assert legal_cards(after).endswith("exchange close out")
    assert "close" not in legal_cards(table(closing="never"))


@pytest.mark.parametrize(("strict", "to_queen", "to_ten"), [("head", "TD AD", "AC"), ("trump", "9D TD AD", "QC KC AC")])
def test_suit_is_followed_once_the_stock_is_closed(strict: str, to_queen: str, to_ten: str) -> None:
    state = called(table(strict=strict), "close, QD")
    assert legal_cards(state) == to_queen
    assert legal_cards(called(state, "TD, TC")) == to_ten


def test_one_who_cannot_follow_must_trump() -> None:
    state = called(royal(), "close, 9S, JS, AC, JC, TC")
    assert legal_cards(state) == "QH KH AH"
    with pytest.raises(IllegalAction, match="void in the led suit, you must beat the trick with a trump"):
        state.play(0, "JD")


# Who wins, and how much


def rich(**chosen: Any) -> State:
    """Seat 0 holds high trumps and a marriage."""
    return table("AH TH AC KC QC 9H / KH QH 9C JC 9D JD", "9S JS QS KS TS AS TC QD KD TD AD JH", **chosen)


def royal(**chosen: Any) -> State:
    """Seat 0 holds a marriage of trumps, seat 1 cards to take points with later."""
    return table("AH KH QH JD JC 9S / AC TC AD TD JS QS", "9H 9C 9D QC QD KC KD KS TS AS TH JH", **chosen)


@pytest.mark.parametrize(
    ("said", "scores", "why"),
    [
        ("close, AH, KH, TH, QH, marriage C, KC, 9C, AC, JC, QC, 9D, out", (3, 0), "68 points to 0"),
        (
            "9H, KH, draw, 9D, AH, draw, close, TH, QH, marriage C, KC, 9C, AC, JC, QC, KS, out",
            (2, 0),
            "68 points to 4",
        ),
    ],
)
def test_three_where_the_loser_has_no_trick_two_where_it_has_less_than_33(
    said: str, scores: tuple[int, ...], why: str
) -> None:
    state = called(rich(), said)
    assert scored(state) == scores
    assert [line.reason for line in state.results[0].lines] == [why]


PLAYED_OUT = "close, marriage H, KH, JS, AH, QS, QH, TD, JD, AD, AC, JC, TC, 9S"


@pytest.mark.parametrize(("schneider", "scores"), [("in_the_end", (1, 0)), ("when_closed", (3, 0))])
def test_one_from_33_on_in_the_end_or_when_the_stock_was_closed(schneider: str, scores: tuple[int, ...]) -> None:
    state = called(royal(schneider=schneider), PLAYED_OUT)
    assert scored(state) == scores
    assert [line.reason for line in state.results[0].lines] == ["73 points to 36"]


@pytest.mark.parametrize(
    ("said", "scores", "why"),
    [
        ("AH, KH, draw, out", (0, 3), "seat 0 was not out, 0 points to 15"),
        ("9H, KH, draw, 9D, AH, draw, out", (0, 2), "seat 0 was not out, 4 points to 11"),
        ("close, AH, KH, out", (0, 3), "the stock was closed for nothing, 0 points to 15"),
        ("9H, KH, draw, 9D, AH, draw, close, TH, QH, out", (0, 2), "the stock was closed for nothing, 4 points to 24"),
    ],
)
def test_a_promise_that_is_not_kept_costs_two_or_three(said: str, scores: tuple[int, ...], why: str) -> None:
    state = called(rich(), said)
    assert scored(state) == scores
    assert [line.reason for line in state.results[0].lines] == [why]


def test_whoever_has_66_points_may_win_at_once() -> None:
    assert scored(called(rich(claims="at_once"), "close, AH, KH, TH, QH, marriage C, KC, 9C, AC, JC, QC, 9D")) == (3, 0)
    state = table("AH TH KH QH JC 9S / AC TC AD TD JS QS", "9H 9C 9D QC QD KC KD KS TS AS JD JH", claims="at_once")
    assert "out" not in legal_cards(called(state, "close, AH, QS"))
    assert scored(called(state, "close, AH, QS, TH, TD, marriage H")) == (3, 0)


def played_out(**chosen: Any) -> State:
    """A deal in which all cards are played and nobody says anything: 55 points and the last trick against 65."""
    state, draw = sixty_six.rules(closing="never", exchange="never", **chosen).start(seed=5, first=1), Random(5)
    while not state.results:
        (seat,) = state.actors
        state = state.play(seat, draw.choice([one for one in state.legal(seat) if isinstance(one, Play)]))
    return state


def test_the_last_trick_is_worth_ten_or_wins() -> None:
    state = played_out()
    assert had_in_the_end(state) == [65, 65]
    assert state.results[0].lines == ()
    assert [str(line) for line in played_out(last_trick="wins").results[0].lines] == ["seat 0: +1 55 points to 65"]


def had_in_the_end(state: State) -> list[int]:
    """What both have after the first deal."""
    deal = state.results[0].deal
    return [sixty_six.points(deal, deal[Tricks].tricks, seat) for seat in (0, 1)]


@pytest.mark.parametrize(("carry", "points"), [(True, [3, 1]), (False, [3])])
def test_a_deal_that_nobody_wins_is_worth_a_point_in_the_next_one(carry: bool, points: list[int]) -> None:
    state = played_out(carry=carry)
    while len(state.results) == 1:
        (seat,) = state.actors
        legal = state.legal(seat)
        state = state.play(seat, legal[-1] if str(legal[-1]) == "out" else legal[0])
    assert [line.points for line in state.results[1].lines] == points


@pytest.mark.parametrize("target", [7, 11])
def test_so_many_game_points_win_the_game(target: int) -> None:
    state, draw = sixty_six.rules(target=target).start(seed=1), Random(1)
    while not state.is_over:
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    assert max(state.scores) >= target > max(state.results[-2].totals)


# An oracle of its own


def holds_to_the_oracle(state: State, draw: Random, chosen: dict[str, Any]) -> int:
    """Play a game to its end, and compare every choice and every score; gives the number of decisions."""
    totals, decisions, carried = [0, 0], 0, 0
    while not state.is_over:
        deal = state.deal
        hands = [[str(card) for card in hand] for hand in deal.hands]
        mine = Table(hands, [str(card) for card in deal.stock], 1 - deal.begun_by, chosen)
        while state.deal.number == deal.number and not state.is_over:
            assert state.actors == (mine.to_move,)
            may = [str(action) for action in state.legal(mine.to_move)]
            assert (len(may), {*may}) == (len({*may}), mine.legal())
            said = draw.choice(may)
            # A random player would close and claim far too often.
            if said in ("out", "close") and draw.random() < 0.8 and mine.points(mine.to_move) < 66:
                said = draw.choice([one for one in may if one not in ("out", "close")])
            state = state.play(mine.to_move, said)
            mine.act(said)
            decisions += 1
        assert mine.over
        result = [*mine.result()]
        winner = next((seat for seat in (0, 1) if result[seat]), None)
        if winner is None:
            carried += chosen["carry"]
        else:
            result[winner] += carried
            carried = 0
        assert state.results[-1].scores == tuple(result)
        totals = [old + more for old, more in zip(totals, result, strict=True)]
    assert state.scores == tuple(totals)
    assert state.outcome is not None
    assert totals[state.outcome.winners[0]] >= chosen["target"] > min(totals)
    return decisions


GAMES = {
    tuple(values): sixty_six.rules(**dict(values))
    for values in (
        [(one.name, Random(f"{number}/{one.name}").choice(one.values or ())) for one in options(sixty_six.rules)]
        for number in range(20)
    )
}
"""Rules with options at random, made once."""


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", sampled(range(1000), 12))
def test_games_go_as_the_oracle_says(seed: int) -> None:
    chosen, game = [*GAMES.items()][seed % len(GAMES)]
    assert holds_to_the_oracle(game.start(seed=seed), Random(seed), dict(chosen)) > 10


def test_games_are_written_down_and_sampled() -> None:
    game = sixty_six.rules(claims="at_once", exchange="any_lead", target=15)
    sampled_on_the_way(game.start(seed=2), 45)
    state, draw = game.start(seed=5), Random(5)
    while not state.is_over:
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    written_down(state)


@pytest.mark.sample(0)
def test_it_is_compiled() -> None:
    assert batch.supports(RULES)


@pytest.mark.sample(0)
@pytest.mark.parametrize("chosen", [{}, {"last_trick": "wins"}, {"schneider": "when_closed", "nines": False}])
def test_compiled_deals_are_scored_without_being_played_again(chosen: dict[str, Any]) -> None:
    game = sixty_six.rules(**chosen)
    found = batch.deals(game, 120, seed=7, threads=1, moves=True)
    assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(120)]
    assert not compile_rules(game).scoring.why


TestLaws = laws(sixty_six.rules, examples=effort(8))

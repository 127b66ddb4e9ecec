"""Scorings that go through the tricks, the calls and the seats of a deal, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from attrs import field, frozen

from trickkit import Deal, Rules, ScoreLine, batch, load
from trickkit.batch.machine.lowered import compile_rules
from trickkit.phases import AskReservations, CallingTricks, Estimates, Tricks
from trickkit.phases.tricks.record import Trick
from trickkit.scoring import ScoreBySeat, Scoring


@frozen
class ByFunction(Scoring):
    """Each seat scores what a function gives for the deal and the seat."""

    reads = (Tricks,)

    function: Callable[[Deal, int], Any]

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "some", self.function(deal, seat)) for seat in deal.seats)


@cache
def game(key: str) -> Rules:
    options: dict[str, dict[str, Any]] = {"skull_king": {"players": 3, "kraken": True, "whale": True}}
    return load(key, **options.get(key, {}))


def agree(rules: Rules, deals: int = 60) -> None:
    """Deals are scored without asking for each by itself, and are worth what the reference engine says."""
    found = batch.deals(rules, deals, seed=7, threads=1, moves=True)
    assert not compile_rules(rules).scoring.scorer().parts.others
    assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(deals)]


def queens(number: int, trick: Trick, seat: int, points: int) -> Iterator[tuple[str, int]]:
    """Queens count for the hand that takes them, and more in the last two tricks."""
    if trick.taker == seat:
        yield f"queens in trick {number}", points * trick.count(["QC", "QD", "QH", "QS"])
        if number >= 11 and trick.face_of(seat) in ("AS", "KS"):
            yield "taken late with a high spade", 100


def by_play(number: int, trick: Trick, seat: int) -> Iterator[tuple[str, int]]:
    """Plays are looked at in their order."""
    for place, play in enumerate(trick.plays):
        if play.hand == seat and play.card == "AS":
            yield f"{play.action.face} in trick {number}", 1 + place
        if play.hand == seat and play.card.endswith("H") and play.card[0] == "K":
            yield "king", 10 * number


def led(deal: Deal, seat: int) -> int:
    first = deal[Tricks].tricks[0]
    diamonds = deal.deck.where(lambda face: face.suit.name == "diamonds")
    return 10 * first.led_with(deal.deck, diamonds) + (first.counted_taker == seat) + 100 * len(deal[Tricks].tricks)


TRICKS: dict[str, Callable[[Deal, int], Any]] = {
    "each trick": lambda deal, seat: sum(points for _, points in deal[Tricks].each(queens, seat, 3)),
    "plays": lambda deal, seat: sum(points for _, points in deal[Tricks].each(by_play, seat)),
    "whether any": lambda deal, seat: int(any(points for _, points in deal[Tricks].each(queens, seat, 2))),
    "some tricks": led,
    "a few": lambda deal, seat: sum(trick.points({"AS": 5, "AH": 7}) for trick in deal[Tricks].tricks[:2]),
    "by a card": lambda deal, seat: {"2C": 1, "3C": 2}.get(deal[Tricks].tricks[0].plays[0].card, 3),
    "the first to lead": lambda deal, seat: int(deal[Tricks].tricks[-1].plays[0].hand == seat),
    "a holder": lambda deal, seat: int(bool(deal.holders("AS")[seat])),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", TRICKS)
def test_tricks_are_looked_at_one_by_one(name: str) -> None:
    agree(game("whist").replace(scoring=ByFunction(TRICKS[name])))


def test_one_trick_is_asked_about_once_whatever_the_others_are() -> None:
    asked: list[int] = []

    def spades(number: int, trick: Trick) -> Iterator[tuple[str, int]]:
        asked.append(1)
        yield "spades", sum(play.card.endswith("S") for play in trick.plays)

    @frozen
    class Spades(Scoring):
        reads = (Tricks,)

        def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
            return tuple(ScoreLine(0, reason, points) for reason, points in deal[Tricks].each(spades))

    found = batch.deals(game("whist").replace(scoring=Spades()), 500, seed=1, threads=1)
    assert found.points.tolist() == [[13, 0, 0, 0]] * 500
    assert len(asked) <= 4 * 2**4


@pytest.mark.sample(0)
def test_tricks_that_nobody_takes_and_cards_of_several_faces() -> None:
    def told(number: int, trick: Trick, seat: int) -> Iterator[tuple[str, int]]:
        if trick.taker is None:
            yield "nobody", 10 if trick.leads == seat else 1
        if trick.face_of(seat) == "TE":
            yield "escapes", 100 + trick.count(["TE", "TP"]) + trick.points({"T": 1000, "K": 2000})

    def points(deal: Deal, seat: int) -> int:
        return sum(points for _, points in deal[Tricks].each(told, seat))

    agree(game("skull_king").replace(scoring=ByFunction(points)), 200)


@pytest.mark.sample(0)
def test_calls_are_looked_at_one_by_one_and_counted() -> None:
    def points(deal: Deal, seat: int) -> int:
        calls, own = deal[CallingTricks], 0
        for call in calls.made[:2]:
            own += (1 if call.word == "re" else 3) * (call.seat == seat) + 100 * (call.hand == 0)
        return own + 10 * calls.count({"kontra", "re no 90"}) + 100 * calls.count({"re", "kontra"}, seat)

    agree(game("doppelkopf").replace(scoring=ByFunction(points)))


@pytest.mark.sample(0)
def test_a_text_that_a_phase_found_out_is_looked_at_as_far_as_it_is_compared() -> None:
    def points(deal: Deal, seat: int) -> int:
        named = deal[AskReservations].game
        return 0 if named is None else (named == "queens") + 10 * named.startswith("m") + 100 * ("jack" in named)

    agree(game("doppelkopf").replace(scoring=ByFunction(points)))


@frozen
class Estimated(ScoreBySeat):
    """A seat scores by its own estimate; notes the deals that it is asked about."""

    reads = (Estimates, Tricks)

    asked: list[int] = field(factory=list, eq=False)

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        self.asked.append(1)
        bid, taken = deal[Estimates].bids[seat], deal[Tricks].taken[seat]
        return (ScoreLine(seat, f"said {bid}", 20 * bid if bid == taken else -abs(bid - taken)),)


@pytest.mark.sample(0)
def test_seats_are_asked_about_by_themselves() -> None:
    scoring = Estimated()
    rules = game("skull_king").replace(scoring=scoring)
    agree(rules, 200)
    before = len(scoring.asked)
    batch.deals(rules, 2000, seed=8, threads=1)
    assert len(scoring.asked) - before < 10, "each seat has few ways of being right or wrong"


def test_a_deal_that_is_looked_at_after_it_was_scored_is_asked_about_by_itself() -> None:
    def points(deal: Deal, seat: int) -> int:
        def later(number: int, trick: Trick) -> Iterator[tuple[str, int]]:
            yield "later", deal[Tricks].taken[seat] * (number == 0)

        return sum(points for _, points in deal[Tricks].each(later))

    rules = game("whist").replace(scoring=ByFunction(points))
    found = batch.deals(rules, 20, seed=7, threads=1, moves=True)
    assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(20)]


def test_tricks_that_are_looked_at_unexpectedly_are_asked_about_deal_by_deal() -> None:
    awake: list[int] = []

    def points(deal: Deal, seat: int) -> int:
        return sum(points for _, points in deal[Tricks].each(queens, seat, 1)) if awake else 0

    rules = game("whist").replace(scoring=ByFunction(points))
    batch.supports(rules)
    awake.append(1)
    found = batch.deals(rules, 5, seed=7, threads=1, moves=True)
    assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(5)]


@pytest.mark.sample(0)
def test_playouts_and_lanes_note_tricks_likewise() -> None:
    rules = game("whist").replace(scoring=ByFunction(TRICKS["plays"]))
    state = rules.start(seed=7)
    for _ in range(21):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    found = batch.playouts(state, 40, 1, threads=1, moves=True)
    assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(40)]
    lanes, whole = batch.lanes(rules, 8, seed=7), batch.deals(rules, 8, seed=7, threads=1)
    for _ in range(52):
        ended = lanes.step(lanes.random())
    assert ended.points.tolist() == whole.points.tolist()
    assert batch.evaluate(state.view(state.actors[0]), worlds=4, playouts=8, threads=1).how == "compiled"

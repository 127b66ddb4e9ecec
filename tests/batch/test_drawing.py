"""Drawing in turn from a stock whose last card lies face up, and closing it: compiled, as on the reference engine."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest
from attrs import frozen
from lockstep import runs_compiled
from turns import at_random

from trickkit import Deal, Rules, ScoreLine, batch
from trickkit.batch.kernel import layout
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.worlds import Dealer
from trickkit.batch.worlds.history import DealHistory
from trickkit.batch.worlds.template import Template
from trickkit.model.cards import french
from trickkit.phases import CloseStock, DealOut, DrawInTurn, EndDeal, Phase, ShowBottom, Tricks
from trickkit.phases.closing import ClosedBy
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustTrump
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.overtrumping import MustHead
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.stock import OnceStockIsEmpty
from trickkit.policies.until import BeforeDrawing, HandsEmpty, Until
from trickkit.scoring import Scoring

WORTH = {f"{rank}{suit}": points for rank, points in zip("ATKQJ", (11, 10, 4, 3, 2), strict=True) for suit in "CDHS"}


@frozen
class Half(Until):
    """Over as soon as a hand has half of the points."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return any(tricks.points(hand, WORTH) >= 60 for hand in deal.seats)


@frozen
class ScoreClosing(Scoring):
    """The points of the cards, and for closing the stock by how many tricks had been played."""

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        lines = [ScoreLine(hand, "cards", deal[Tricks].points(hand, WORTH)) for hand in deal.seats]
        closed = deal.get(ClosedBy)
        return (*lines, ScoreLine(closed.seat, "closed", 100 + closed.tricks)) if closed else tuple(lines)


@frozen
class StopTheDrawing(CloseStock):
    """Closing the stock, under another name."""


EMPTY = HandsEmpty()


def game(close: Phase | None = None, until: Until = EMPTY, players: int = 2, *, head: bool = True) -> Rules:
    """Cards are drawn after each trick until the stock is empty or closed; only then suit is followed."""
    deck = french("9JQKTA")
    size = {2: 6, 3: 5, 4: 4}[players]
    tricks = Tricks(
        follow=OnceStockIsEmpty(MustHead() if head else MustTrump()),
        opening=LeftOfStarter(),
        until=BeforeDrawing(until),
    )
    turn = (tricks, EndDeal(until), *([close] if close else []), DrawInTurn())
    return Rules(
        key="drawing",
        name="Drawing",
        players=players,
        deck=deck,
        phases=(DealOut(), ShowBottom(), *turn * (len(deck) // players - size), tricks),
        scoring=ScoreClosing(),
        schedule=Schedule(hand_sizes=SameSize(size), starter=NextSeat()),
        ending=AfterDeals(deals=4),
    )


GAMES = {
    "drawing": game(),
    "closing": game(CloseStock()),
    "three": game(CloseStock(), players=3, head=False),
    "four": game(StopTheDrawing(), players=4),
    "half": game(CloseStock(), Half()),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("of", GAMES.values(), ids=GAMES)
def test_it_is_compiled(of: Rules) -> None:
    runs_compiled(of, lanes=3, deals=8, seed=7)


@pytest.mark.sample(1)
@pytest.mark.parametrize("moves", [1, 5, 10])
@pytest.mark.parametrize("name", ["closing", "three"])
def test_worlds_have_as_many_cards_everywhere_as_sampled_ones(name: str, moves: int) -> None:
    of = GAMES[name]
    view = at_random(of.start(seed=5, first=0), 5, moves).view(0)
    dealer, program = Dealer.of(view), compile_rules(of)
    assert dealer.why == ""
    rows = [
        *dealer.rows(30, seed=1)[0],
        *[Template.of(program, view, DealHistory.of(view.sample(Random(k)))).row for k in range(30)],
    ]
    places = [*range(layout.HANDS, layout.HANDS + of.players), layout.OUT, layout.AWAY]
    known = program.mask_of(rows[0], layout.KNOWN)
    for place in places:
        assert len({program.mask_of(row, place).bit_count() for row in rows}) == 1
        assert len({program.mask_of(row, place) & known for row in rows}) == 1


@pytest.mark.parametrize("moves", [0, 4, 9, 14])
def test_games_in_progress_are_played_on(moves: int) -> None:
    found = batch.playouts(at_random(GAMES["closing"].start(seed=3, first=0), 3, moves), 6, 3, moves=True)
    for deal in range(6):
        *_, last = found.states(deal)
        assert last.results[0].scores == tuple(found.points[deal])


def test_scorings_see_who_closed_the_stock_and_when() -> None:
    of = GAMES["closing"]
    found = batch.deals(of, 300, 2, number=0, moves=True)
    closed = [found.result(deal).deal.get(ClosedBy) for deal in range(40)]
    assert [bool(one) for one in closed] == [points >= 100 for points in found.points[:40].max(axis=1)]
    assert not compile_rules(of).scoring.why

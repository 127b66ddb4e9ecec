"""Scorings that look at texts and takers: they are traced, or `supports` says what they look at."""

from __future__ import annotations

from typing import ClassVar

import pytest
from attrs import frozen
from lockstep import is_replayed

from trickkit import Deal, Rules, ScoreLine, batch, load
from trickkit.batch.machine.lowered import compile_rules
from trickkit.phases import NameTrump, Tricks
from trickkit.scoring import Scoring

DEALS = 40


@frozen
class FirstWord(Scoring):
    """Three points for the declarer if the game has two words, and as many as its first one has letters."""

    reads: ClassVar[tuple[type, ...]] = (NameTrump, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for the declarer."""
        game = deal[NameTrump].game
        if game is None or deal.declarer is None:
            return ()
        first, *more = game.split()
        worth = 3 if more and game.split()[1] != "clubs" else 1
        return (ScoreLine(deal.declarer, f"{game} was named", worth + (5 if first == "null" else 0)),)


@frozen
class Corners(Scoring):
    """Points for the first trick and for the third one, and for the trick with the ace of spades."""

    reads: ClassVar[tuple[type, ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for each."""
        table = deal[Tricks]
        takers = {
            "first": table.taker(0),
            "third": table.taker(2),
            "none": table.taker(70),
            "ace": table.taker_of("AS"),
        }
        return tuple(ScoreLine(seat, word, 2) for word, seat in takers.items() if seat is not None)


@frozen
class Chronicle(Scoring):
    """A point for every seat of which the log speaks first."""

    reads: ClassVar[tuple[type, ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for the starter, given a long log."""
        return (ScoreLine(deal.starter, "the log is long", len(deal.events)),)


@frozen
class Closed(Scoring):
    """A point for the starter of a deal that was closed."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for the starter."""
        return (ScoreLine(deal.starter, "closed", 1),) if deal.closed else ()


TRACED = {
    "words": load("skat").replace(scoring=(FirstWord(),)),
    "takers": load("whist").replace(scoring=(Corners(),)),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("rules", TRACED.values(), ids=TRACED)
def test_words_and_takers_are_traced(rules: Rules) -> None:
    found = batch.deals(rules, DEALS, seed=3, moves=True)
    for deal in range(4):
        is_replayed(found, deal)
    assert [*found.points.sum(axis=1)] == [sum(found.result(deal).scores) for deal in range(DEALS)]
    assert batch.supports(rules) == batch.Support(True)
    assert not compile_rules(rules).scoring.why


def test_it_is_said_what_is_asked_deal_by_deal() -> None:
    found = batch.supports(load("whist").replace(scoring=(Chronicle(),)))
    assert found
    assert found.slow.startswith("Chronicle: it looks at `events` of a deal")


@pytest.mark.sample(0)
def test_whether_a_deal_was_closed_is_asked_deal_by_deal() -> None:
    rules = load("sechsundsechzig").replace(scoring=(Closed(),))
    found = batch.deals(rules, 200, seed=3, moves=True)
    assert batch.supports(rules).slow.startswith("Closed: it looks at `closed` of a deal")
    assert found.points.sum() == sum(found.result(deal).deal.closed for deal in range(200))
    assert found.points.any()

"""Parts that count in fractions of a point."""

from __future__ import annotations

from typing import Any

import pytest
from lockstep import runs_compiled

from trickkit import InvalidRules, Rules, batch, playout
from trickkit.catalog.registry import sheet
from trickkit.model.cards import french
from trickkit.phases import DealOut, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Extent, ScoreCards, ScoreFractions, ScoreLastTricks, ScoreTricks, Scoring

CARDS = ScoreCards(cards={"AC": 3, "AD": 3, "KC": 1, "KD": 1, "QC": 1, "QD": 1})


def game(**given: Any) -> Rules:
    """Tressette's way of counting, for two players with three cards each."""
    given = {"parts": [CARDS, ScoreLastTricks(3)], "of": 3, "rounding": "down", **given}
    return Rules(
        key="thirds",
        name="Thirds",
        players=2,
        deck=french("QKA", suits="CD"),
        phases=(DealOut(), Tricks()),
        scoring=ScoreFractions(**given),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


@pytest.mark.parametrize(
    ("rounding", "of", "wholes"),
    [
        ("down", 3, [-2, -1, -1, -1, 0, 0, 0, 1]),
        ("up", 3, [-1, -1, 0, 0, 0, 1, 1, 1]),
        ("nearest", 3, [-1, -1, -1, 0, 0, 0, 1, 1]),
        ("nearest", 2, [-2, -1, -1, 0, 0, 1, 1, 2]),
    ],
)
def test_how_fractions_are_rounded(rounding: Any, of: int, wholes: list[int]) -> None:
    scoring = ScoreFractions(parts=(), of=of, rounding=rounding)
    assert [scoring.whole(number) for number in range(-4, 4)] == wholes


def test_a_line_says_what_was_counted_and_how() -> None:
    for seed in range(20):
        (result,) = playout(game(), seed=seed).results
        thirds = [result.deal[Tricks].points(seat, dict(CARDS.cards)) for seat in (0, 1)]
        thirds[result.deal[Tricks].tricks[-1].taker or 0] += 3
        assert [*result.scores] == [number // 3 for number in thirds]
        for line in result.lines:
            assert line.reason.endswith(f": {thirds[line.seat]} thirds, rounded down")
        assert sum("took a trick, the last one" in line.reason for line in result.lines) == 1


def test_bounds_are_rounded_as_well() -> None:
    extent = Extent(game().deck, players=2, size=3, tricks=3)
    assert ScoreFractions(parts=CARDS, of=3, rounding="down").bounds(extent) == (0, 3)
    assert ScoreFractions(parts=ScoreTricks(-1), of=2, rounding="down").bounds(extent) == (-2, 0)
    assert ScoreFractions(parts=ScoreTricks(-1), of=2, rounding="up").bounds(extent) == (-1, 0)


def test_it_looks_at_tricks_alone_if_its_parts_do() -> None:
    assert ScoreFractions(parts=ScoreTricks(), of=2, rounding="up").counts_only
    assert not ScoreFractions(parts=[ScoreTricks(), CARDS], of=2, rounding="up").counts_only


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"of": 1}, "of=1"),
        ({"rounding": "dwn"}, "did you mean 'down'"),
        ({"parts": [3]}, "Scoring"),
    ],
)
def test_what_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        game(**given)


@pytest.mark.sample(2)
@pytest.mark.parametrize("rounding", ["down", "nearest", "up"])
@pytest.mark.parametrize("parts", [[CARDS, ScoreLastTricks(3)], [ScoreTricks(-1)]], ids=["cards", "tricks"])
def test_compiled_code_rounds_alike(rounding: str, parts: list[Scoring]) -> None:
    of = game(rounding=rounding, parts=parts)
    assert not batch.supports(of).slow
    runs_compiled(of, lanes=4, deals=16, seed=5)


def test_a_sheet_can_count_in_halves() -> None:
    text = 'base = "whist"\nscoring = {policy = "ScoreFractions", parts = ["ScoreTricks"], of = 2, rounding = "down"}'
    assert sheet(text)().scoring == (ScoreFractions(parts=ScoreTricks(), of=2, rounding="down"),)

"""Evaluating the table: awards of any kind, closing early, and piles that separate who is tied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve, frozen

from trickkit import Deal, Face, InvalidRules, Result, ScoreLine
from trickkit.model.cards import french
from trickkit.phases import Evaluate, Reveal
from trickkit.phases.evaluate import Evaluated, LargestPile, TableScored
from trickkit.phases.reveal import Laid
from trickkit.policies.evaluation import Award, Closing, Evaluation, ExactlyOfRank, MajoritySuit, Never

DECK = french()


def tabled(*rows: str, **given: Any) -> Deal:
    """A deal with cards on the table, by seat."""
    laid = tuple(tuple(DECK.card(text) for text in row.split()) for row in rows)
    return evolve(Deal.fresh(DECK, players=len(rows)), records=(Laid(laid),), **given)


@frozen
class Says(Evaluation):
    """Gives the same awards to any table."""

    given: tuple[Award, ...]

    def awards(self, faces: Sequence[Face]) -> tuple[Award, ...]:  # noqa: ARG002
        return self.given


@frozen
class Remembers(Closing):
    """Closes a deal with these totals."""

    number: int
    totals: tuple[int, ...]

    def closes(self, deal: Deal) -> bool:
        return (deal.number, deal.scores) == (self.number, self.totals)


def scored(deal: Deal) -> list[TableScored]:
    return [event for event in deal.events if isinstance(event, TableScored)]


def test_each_seat_takes_its_own_cards_and_the_table_is_cleared() -> None:
    deal = Evaluate(evaluation=MajoritySuit(limit=9)).begin(tabled("2C 3H 4C", "5D 6C", "7D"))
    assert scored(deal) == [TableScored(0, "clubs has the majority", (("2C", "4C"), ("6C",), ()), (6, 6, 0))]
    assert deal.lines == (
        ScoreLine(0, "evaluation 0, clubs has the majority: 2C 4C", 6),
        ScoreLine(1, "evaluation 0, clubs has the majority: 6C", 6),
    )
    assert deal[Reveal] == Laid(((), (), ()))
    assert deal[Evaluate] == Evaluated(1, (2, 1, 0))
    assert str(deal[Evaluate]) == "evaluations: 1; cards in the score piles: 2 1 0"


def test_faces_are_given_seat_after_seat() -> None:
    seen = []

    class Sees(Evaluation):
        def awards(self, faces: Sequence[Face]) -> tuple[Award, ...]:
            seen.append([face.text for face in faces])
            return ()

    Evaluate(evaluation=Sees()).begin(tabled("4C 2C", "", "AS KS"))
    assert seen == [["4C", "2C", "AS", "KS"]]


def test_the_first_evaluation_that_decides_is_the_only_one() -> None:
    one, other = Says((Award("one", (0,)),)), Says((Award("other", (1,)),))
    deal = tabled("2C", "3C")
    assert [event.reason for event in scored(Evaluate(evaluation=(one, other)).begin(deal))] == ["one"]
    assert [event.reason for event in scored(Evaluate(evaluation=(Says(()), other)).begin(deal))] == ["other"]
    assert [event.reason for event in scored(Evaluate(evaluation=(Says(()), Says(()))).begin(deal))] == [""]


def test_several_awards_are_told_one_by_one_and_counted_together() -> None:
    awards = Says((Award("good", (0, 2)), Award("bad", (1, 2), times=-2)))
    deal = Evaluate(evaluation=awards).begin(tabled("2C 3C", "4C"))
    assert [(event.number, event.reason, event.points) for event in scored(deal)] == [
        (0, "good", (2, 4)),
        (0, "bad", (-6, -8)),
    ]
    assert [line.points for line in deal.lines] == [2, 4, -6, -8]
    assert str(scored(deal)[1]) == "Evaluation 0: bad: seat 0: 3C (-6); seat 1: 4C (-8)."


def test_evaluations_are_numbered_and_piles_grow() -> None:
    step = Evaluate(evaluation=ExactlyOfRank(rank=2, number=1))
    deal = step.begin(tabled("2C", "3C"))
    deal = step.begin(deal.with_record(tabled("4C", "5C")[Reveal]))
    deal = step.begin(deal.with_record(tabled("3H", "2H")[Reveal]))
    assert [event.number for event in scored(deal)] == [0, 1, 2]
    assert deal[Evaluate] == Evaluated(3, (1, 1))
    assert [line.seat for line in deal.lines] == [0, 1]
    assert "evaluation 2, exactly 1 card: 2H" in deal.lines[1].reason


def test_an_empty_table_scores_nobody() -> None:
    deal = Evaluate(evaluation=MajoritySuit(limit=3)).begin(tabled("", ""))
    assert [str(event) for event in scored(deal)] == ["Evaluation 0: nobody scores."]
    assert scored(deal) == [TableScored(0, "", ((), ()), (0, 0))]
    assert deal.lines == ()


def test_a_table_is_needed() -> None:
    with pytest.raises(InvalidRules, match="nothing of Reveal in this deal so far; its records: none"):
        Evaluate(evaluation=MajoritySuit(limit=3)).begin(Deal.fresh(DECK, players=2))


@pytest.mark.parametrize(
    ("closing", "closed"),
    [(Never(), False), (Remembers(3, (12, 23)), True), (Remembers(3, (2, 3)), False), (Remembers(2, (12, 23)), False)],
)
def test_a_deal_is_closed_by_the_totals_of_all_deals_and_of_this_one_so_far(closing: Closing, closed: bool) -> None:
    step = Evaluate(evaluation=MajoritySuit(limit=9), closing=closing)
    given = {"number": 3, "totals": (5, 20), "lines": (ScoreLine(0, "before", 5),)}
    assert step.begin(tabled("2C 4H", "3C", **given)).closed == closed


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"evaluation": 3}, r"Evaluate: evaluation\[0\]=3 is not an Evaluation"),
        ({"evaluation": MajoritySuit}, r"Evaluate: evaluation\[0\] is the class MajoritySuit; write MajoritySuit\("),
        ({"evaluation": [MajoritySuit(limit=3), Never()]}, r"Evaluate: evaluation\[1\]=Never\(\) is not an Evaluation"),
        ({"evaluation": MajoritySuit(limit=3), "closing": 50}, "Evaluate: closing=50 is not a Closing"),
        ({"evaluation": MajoritySuit(limit=3), "closing": Never}, "Evaluate: closing is the class Never"),
    ],
)
def test_what_is_no_policy_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidRules, match=told):
        Evaluate(**given)


def test_one_evaluation_may_be_given_as_it_is_or_several_as_any_collection() -> None:
    one = MajoritySuit(limit=3)
    assert Evaluate(evaluation=one) == Evaluate(evaluation=[one]) == Evaluate(evaluation=(one,))  # type: ignore[arg-type]
    assert hash(Evaluate(evaluation=one)) == hash(Evaluate(evaluation=[one]))  # type: ignore[arg-type]


def piled(*piles: tuple[int, ...]) -> list[Result]:
    """Finished deals with these score piles."""
    fresh = Deal.fresh(DECK, players=2)
    return [Result(fresh.with_record(Evaluated(1, pile)), (0, 0), (0, 0)) for pile in piles]


def test_the_largest_pile_of_the_last_deal_or_of_all() -> None:
    results = piled((7, 1), (2, 3))
    assert [LargestPile().value(seat, results) for seat in (0, 1)] == [2, 3]
    assert [LargestPile(all_deals=True).value(seat, results) for seat in (0, 1)] == [9, 4]
    assert [LargestPile(all_deals=True).value(seat, results[:1]) for seat in (0, 1)] == [7, 1]


def test_piles_need_evaluations() -> None:
    with pytest.raises(InvalidRules, match="nothing of Evaluate in this deal"):
        LargestPile().value(0, [Result(Deal.fresh(DECK, players=2), (0, 0), (0, 0))])
    with pytest.raises(InvalidRules, match="all_deals='yes' is not a bool"):
        LargestPile(all_deals="yes")  # type: ignore[arg-type]

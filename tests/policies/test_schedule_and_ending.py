"""Who starts the next deal, and who has won."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from trickkit import Deal, InvalidRules, Outcome, Result, load, playout, record
from trickkit.catalog.registry import sheet
from trickkit.model.cards import french
from trickkit.policies.ending import AfterDeals, AtTarget, BestDeal, LastDeal
from trickkit.policies.lead import LeftOfStarter, StarterOpens
from trickkit.policies.partners import Alone, Opposite, Partners
from trickkit.policies.schedule import FewestPoints, HandSizes, ListedSizes, NextSeat, SameSize, Schedule
from trickkit.scoring import ScoreBids, ScoreConfidence


def results(*scores: tuple[int, ...], starter: int = 0) -> list[Result]:
    """Finished deals with these scores."""
    found: list[Result] = []
    for number, points in enumerate(scores):
        before = found[-1].totals if found else (0,) * len(points)
        totals = tuple(old + new for old, new in zip(before, points, strict=True))
        deal = Deal.fresh(french(), players=len(points), number=number, starter=starter)
        found.append(Result(deal, points, totals))
    return found


class Growing(HandSizes):
    """A size for every deal, as a policy of one's own."""

    def size(self, number: int) -> int:
        """One more in each deal."""
        return number + 1


@pytest.mark.parametrize(
    ("sizes", "deals", "distinct"),
    [
        (SameSize(8), None, (8,)),
        (SameSize(8), 10**12, (8,)),
        (ListedSizes((3, 2, 3, 1)), 3, (3, 2)),
        (ListedSizes((3, 2, 3, 1)), None, (3, 2, 1)),
        (ListedSizes((3, 2, 3, 1)), 10**12, (3, 2, 1)),
        (Growing(), 3, (1, 2, 3)),
        (Growing(), None, (1,)),
        (Growing(), 10**12, tuple(range(1, 1001))),
    ],
)
def test_distinct_sizes_are_found_without_counting_deals(
    sizes: HandSizes, deals: int | None, distinct: tuple[int, ...]
) -> None:
    assert sizes.distinct(deals) == distinct


def test_rules_of_a_game_of_very_many_deals_are_tried_as_soon() -> None:
    rules = load("pikoko", players=3).replace(ending=AfterDeals(deals=10**12))
    assert rules.start(first=0).actors == (1, 2)


def test_a_hand_has_at_most_a_thousand_cards() -> None:
    for make in (SameSize, lambda cards: ListedSizes((1, cards))):
        with pytest.raises(InvalidRules, match=r"=1001 is more than 1,000, the most that a game may have"):
            make(1001)


def test_the_next_seat_starts() -> None:
    (result,) = results((1, 2, 3), starter=2)
    assert NextSeat().after(result) == 0
    assert NextSeat().after(evolve(result, deal=evolve(result.deal, starter=0))) == 1
    assert Schedule(hand_sizes=SameSize(5)).starter == NextSeat()


def test_the_basis_is_the_total_or_the_last_deal() -> None:
    last = results((1, 9, 9), (9, 2, 8))[-1]
    assert FewestPoints(basis="total").after(last) == 0
    assert FewestPoints(basis="round").after(last) == 1


def test_the_first_lead_is_the_starters_or_its_left_neighbours() -> None:
    right_neighbour_chooses = (2, 0, 1)
    assert StarterOpens().opener(2, right_neighbour_chooses) == 0
    assert LeftOfStarter().opener(2, right_neighbour_chooses) == 1
    assert LeftOfStarter().opener(1, (0, 1, 2)) == 2
    with pytest.raises(InvalidRules, match=r"seat 1 should lead the first trick, but chooses for no hand"):
        LeftOfStarter().opener(0, (0, 2, 2))


def test_hands_have_a_card_and_a_game_a_deal() -> None:
    with pytest.raises(ValueError, match="is not a whole number from 1 on"):
        SameSize(0)
    with pytest.raises(ValueError, match="is not a whole number from 1 on"):
        AfterDeals(deals=0)
    with pytest.raises(ValueError, match="FewestPoints: tie='whoever' is not one of"):
        FewestPoints(tie="whoever")  # type: ignore[arg-type]


@pytest.mark.parametrize("sizes", [(), [1, 2], (1, 0), (1, True), 3])
def test_listed_sizes_are_a_tuple_of_whole_numbers_from_1(sizes: Any) -> None:
    with pytest.raises(InvalidRules, match="ListedSizes: sizes"):
        ListedSizes(sizes)


def test_a_deal_after_those_listed_has_the_last_size_or_none() -> None:
    assert [ListedSizes((2, 3), repeat_last=True).size(number) for number in (0, 1, 2, 30)] == [2, 3, 3, 3]
    with pytest.raises(InvalidRules, match=r"deal 2 has no hand size: .* lists 2 deals"):
        ListedSizes((2, 3)).size(2)
    with pytest.raises(InvalidRules, match=r"deal 1 has no hand size: .* lists 1 deal$"):
        ListedSizes((2,)).size(1)


@pytest.mark.parametrize(
    ("ending", "lasts"),
    [
        (AtTarget(points=5000), "AtTarget has no limit of deals"),
        (AfterDeals(deals=30), "AfterDeals may take 30 deals"),
    ],
)
def test_an_ending_that_outlasts_the_listed_sizes_is_refused(ending: Any, lasts: str) -> None:
    pikinni = load("pikinni", players=2)
    with pytest.raises(InvalidRules, match=f"{lasts}, but ListedSizes has hand sizes for 10: .*repeat_last=True"):
        pikinni.replace(ending=ending).start()
    repeated = Schedule(hand_sizes=ListedSizes(pikinni.schedule.hand_sizes.distinct(None), repeat_last=True))
    assert pikinni.replace(ending=ending, schedule=repeated).start().deal.size == 1


def test_a_sheet_whose_ending_outlasts_the_listed_sizes_is_refused_at_its_line() -> None:
    target = 'base = "pikinni"\n[ending]\npolicy = "AtTarget"\npoints = 5\n'
    with pytest.raises(InvalidRules, match=r"house\.toml, line 2: AtTarget has no limit of deals, but ListedSizes"):
        sheet(target, "house.toml")()
    rules = sheet(f"{target}[schedule.hand_sizes]\nsizes = [2]\nrepeat_last = true\n", "house.toml")()
    end = next(end for seed in range(99) if len((end := playout(rules, seed=seed)).results) > 1)
    again = record.loads(str(record.of(end))).replay()
    assert (again.moves, again.scores, again.outcome) == (end.moves, end.scores, end.outcome)


def test_tie_breaks_are_given_as_any_collection_or_alone() -> None:
    given: Any = [BestDeal()]
    assert (
        AfterDeals(deals=1, ties=given) == AfterDeals(deals=1, ties=BestDeal()) == AfterDeals(deals=1, ties=(*given,))
    )
    assert hash(AfterDeals(deals=1, ties=given)) == hash(AfterDeals(deals=1, ties=BestDeal()))


def test_the_last_deal_breaks_a_tie() -> None:
    played = results((5, 1, 0), (1, 5, 6))
    assert AfterDeals(deals=2, ties=LastDeal()).outcome(played) == Outcome(((2,), (1,), (0,)), "2 deals are played")
    fewest = AfterDeals(deals=2, ties=LastDeal(wins="fewest"), wins="fewest")
    assert fewest.outcome(played) == Outcome(((0,), (1,), (2,)), "2 deals are played")
    with pytest.raises(InvalidRules, match="LastDeal: wins='best' is not one of 'most', 'fewest'"):
        LastDeal(wins="best")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ties", "message"),
    [
        ([NextSeat()], r"AfterDeals: ties\[0\]=NextSeat\(\) is not a TieBreak"),
        (BestDeal, r"AfterDeals: ties\[0\] is the class BestDeal; write BestDeal\(...\)"),
        (3, r"AfterDeals: ties\[0\]=3 is not a TieBreak"),
    ],
)
def test_what_is_no_tie_break_is_refused(ties: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        AfterDeals(deals=1, ties=ties)


def test_a_schedule_takes_policies() -> None:
    eight: Any = 8
    with pytest.raises(InvalidRules, match="Schedule: hand_sizes=8 is not a HandSizes"):
        Schedule(hand_sizes=eight)
    with pytest.raises(InvalidRules, match="Schedule: starter=8 is not a Starter"):
        Schedule(hand_sizes=SameSize(8), starter=eight)


def test_points_are_whole_numbers() -> None:
    much: Any = "2"
    with pytest.raises(InvalidRules, match="ScoreBids: exact='2' is not an int"):
        ScoreBids(exact=much, close=1)
    with pytest.raises(InvalidRules, match=r"ScoreConfidence: none=0\.5 is not an int"):
        ScoreConfidence(right=3, wrong=-1, none=0.5)  # type: ignore[arg-type]


def test_seats_that_nothing_separates_share_a_place() -> None:
    ending = AfterDeals(deals=2, ties=(BestDeal(),))
    assert ending.outcome(results((5, 1, 4, 2))) is None
    outcome = ending.outcome(results((5, 1, 4, 2), (1, 5, 2, 2)))
    assert outcome == Outcome(ranking=((0, 1), (2,), (3,)), reason="2 deals are played")
    assert AfterDeals(deals=2).outcome(results((5, 1, 4, 4), (1, 5, 2, 2))) == Outcome(
        ranking=((0, 1, 2, 3),), reason="2 deals are played"
    )


@pytest.mark.parametrize(
    ("scores", "ranking"),
    [
        ([(49, 49, 0)], None),
        ([(49, 49, 0), (0, 0, 49)], None),
        ([(50, 49, 0)], ((0,), (1,), (2,))),
        ([(49, 49, 0), (0, 1, 0)], ((1,), (0,), (2,))),
        ([(49, 40, 0), (1, 20, 0)], ((1,), (0,), (2,))),
        ([(30, 20, 10), (20, 30, 40)], ((2,), (0, 1))),
        ([(60, 0, 0), (-20, 0, 0)], None),
    ],
)
def test_a_target_is_reached_or_passed(
    scores: list[tuple[int, ...]], ranking: tuple[tuple[int, ...], ...] | None
) -> None:
    """Totals count, and the most points win, not the first seat that had them; the best deal separates equal totals."""
    outcome = AtTarget(points=50, ties=BestDeal()).outcome(results(*scores))
    if ranking == ((2,), (0, 1)):
        assert AtTarget(points=50).outcome(results(*scores)) == Outcome(((0, 1, 2),), "50 points are reached")
    assert outcome == (None if ranking is None else Outcome(ranking, "50 points are reached"))
    assert AtTarget(points=50).most_deals() is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"points": "50"}, "AtTarget: points='50' is not an int"),
        ({"points": 50, "ties": 3}, r"AtTarget: ties\[0\]=3 is not a TieBreak"),
        ({"points": 50, "ties": [BestDeal]}, r"AtTarget: ties\[0\] is the class BestDeal"),
    ],
)
def test_a_target_is_a_number_of_points(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        AtTarget(**given)


def test_a_target_may_be_negative_and_takes_one_tie_break_or_several() -> None:
    assert AtTarget(points=-5).outcome(results((-5, -9))) is not None
    assert AtTarget(points=-5).outcome(results((-6, -9))) is None
    given: Any = [BestDeal()]
    assert AtTarget(points=1, ties=given) == AtTarget(points=1, ties=BestDeal())


@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        ((10, -199), None),
        ((10, -200), "somebody has fallen to -200 points"),
        ((500, -300), "500 points are reached"),
    ],
)
def test_so_few_points_end_a_game_as_well(scores: tuple[int, ...], reason: str | None) -> None:
    outcome = AtTarget(points=500, lost_at=-200).outcome(results(scores))
    assert (outcome and outcome.reason) == reason
    assert outcome is None or outcome.ranking == ((0,), (1,))


@pytest.mark.parametrize("ending", [AfterDeals(deals=1, wins="fewest"), AtTarget(points=50, wins="fewest")])
def test_the_fewest_points_may_win(ending: AfterDeals | AtTarget) -> None:
    outcome = ending.outcome(results((50, 3, 20, 3)))
    assert outcome is not None
    assert (outcome.ranking, outcome.winners) == (((1, 3), (2,), (0,)), (1, 3))


def test_a_target_that_is_bad_to_reach_is_reached_by_the_most_points() -> None:
    ending = AtTarget(points=50, wins="fewest")
    assert ending.outcome(results((49, 3, -20))) is None
    assert ending.outcome(results((49, 3, -20), (1, 0, 0))) == Outcome(((2,), (1,), (0,)), "50 points are reached")


def test_a_tie_break_stays_as_it_is_where_the_fewest_points_win() -> None:
    outcome = AfterDeals(deals=2, wins="fewest", ties=BestDeal()).outcome(results((1, 5, 9), (5, 1, 0)))
    assert outcome == Outcome(((0, 1), (2,)), "2 deals are played")
    outcome = AfterDeals(deals=2, wins="fewest", ties=BestDeal()).outcome(results((2, 5, 9), (4, 1, 0)))
    assert outcome == Outcome(((1,), (0,), (2,)), "2 deals are played")


@pytest.mark.parametrize("make", [lambda: AfterDeals(deals=1, wins="least"), lambda: AtTarget(points=1, wins=None)])
def test_what_wins_is_the_most_points_or_the_fewest(make: Any) -> None:
    with pytest.raises(InvalidRules, match=r"wins=.* is not one of 'most', 'fewest'"):
        make()


@pytest.mark.parametrize(
    ("sides", "scores", "first"),
    [
        (None, (50, 50, 50, 50), (0, 1, 2, 3)),
        (Opposite(), (50, 50, 50, 50), None),
        (Opposite(), (50, 49, 50, 49), (0, 2)),
        (Alone(), (50, 49, 50, 49), None),
        (Alone(), (50, 49, 49, 49), (0,)),
        (Alone(), (-9, -9, -10, -11), None),
    ],
)
def test_a_game_may_go_on_until_one_side_is_ahead(
    sides: Partners | None, scores: tuple[int, ...], first: tuple[int, ...] | None
) -> None:
    outcome = AtTarget(points=50, lost_at=-10, sides=sides).outcome(results(scores))
    assert (outcome and outcome.winners) == first

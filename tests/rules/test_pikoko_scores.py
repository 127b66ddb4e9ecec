"""Pikoko: scoring and the next start player (1.7), the end (1.8), and the examples S1 to S8 (1.9)."""

from itertools import product

import pytest
from pikoko_table import HANDS, TRICKS, bid, play, score_round, scores, table, three_rounds, trust

from trickkit import Outcome
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.model.result import Result
from trickkit.phases import Bids, Tricks
from trickkit.policies.schedule import FewestPoints
from trickkit.scoring import ScoreBids
from trickkit.variants import pikoko

NO_BIDS = "0 0 0 / 0 0 0"


def result_of(*totals: int, last: tuple[int, ...] | None = None, starter: int = 0) -> Result:
    """A finished deal with these totals, and scores of its own where they differ."""
    deal = Deal.fresh(pikoko.deck(len(totals)), players=len(totals), starter=starter)
    return Result(deal, totals if last is None else last, totals)


def outcome_of(*rounds: tuple[int, ...]) -> Outcome | None:
    """How a game stands after rounds with these scores."""
    totals = [tuple(map(sum, zip(*rounds[: number + 1], strict=True))) for number in range(len(rounds))]
    results = [result_of(*total, last=last) for total, last in zip(totals, rounds, strict=True)]
    return pikoko.rules(players=3).ending.outcome(results)


# A round


@pytest.mark.parametrize(
    ("number", "tricks", "points"),
    [(3, 3, 2), (3, 4, 1), (4, 3, 1), (3, 5, 0), (5, 3, 0), (9, 8, 1), (8, 8, 2), (9, 0, 0), (0, 8, 0)],
)
def test_a_bid_scores_by_its_distance(number: int, tricks: int, points: int) -> None:
    """1.7: 2 points at no distance, 1 at one, else 0, to either side."""
    bids, _ = pikoko.rules().scoring
    assert isinstance(bids, ScoreBids)
    assert bids.line(0, 1, number, tricks).points == points


@pytest.mark.parametrize(("number", "points"), [(0, 2), (1, 1), (2, 0)])
def test_a_bid_of_zero_counts_like_any_other(number: int, points: int) -> None:
    """1.7: seat 0 bids on seat 2, which takes no trick; 1 point for no confidence, and nothing else."""
    assert scores(f"6 0 {number} / {NO_BIDS}", "none / none / none", "4 4 0")[0] == 1 + points


@pytest.mark.parametrize(("own", "points"), [(4, 3), (5, 2), (6, 1)])
def test_the_bid_on_oneself_scores(own: int, points: int) -> None:
    """1.7, P4: like any other."""
    assert scores(f"{own} 0 3 / {NO_BIDS}", "none / none / none", "4 4 0")[0] == points


@pytest.mark.parametrize(("card", "points"), [("1", 3), ("0", -1), ("2", -1), ("none", 1)])
def test_confidence_scores(card: str, points: int) -> None:
    """1.7: 3 for trust in a bid that is exact, -1 for any other (1 off, or 2), 1 for no confidence."""
    assert scores(f"3 2 2 / {NO_BIDS}", f"{card} / none / none", "2 2 4")[0] == 1 + 2 + 0 + points


def test_confidence_is_in_ones_own_bid() -> None:
    """1.7: seat 1 has the right bid on seat 0, seat 0 has not; both trust seat 0."""
    assert scores("4 0 0 / 2 0 0 / 0 0 0", "0 / 0 / none", "2 2 4") == (-1, 2 + 3, 1)


@pytest.mark.parametrize(("players", "least", "most"), [(3, -1, 9), (4, -1, 11), (5, -1, 13)])
def test_range_of_the_points_of_a_round(players: int, least: int, most: int) -> None:
    """1.7: -1 to 2n + 3."""
    tricks = " ".join(["4", "4", *["0"] * (players - 2)])
    wrong = " ".join(["0", "0", "5", "2", "2"][:players])
    rows = " / ".join([tricks, wrong, *[wrong] * (players - 2)])
    found = scores(rows, " / ".join(["0", "0", *["none"] * (players - 2)]), tricks)
    assert (found[0], found[1]) == (most, least)


def test_scores_explain_themselves() -> None:
    """1.7: a line with its reason for every bid and every confidence card."""
    state = play(trust(bid(table(HANDS, turned="W5"), "2 4 2 / 3 3 3 / 5 4 0"), "1 / none / 0"), " ".join(TRICKS))
    (result,) = state.results
    assert [line for line in result.lines if line.seat == 0] == [
        ScoreLine(0, "bid 2 on seat 0, took 3: close", 1),
        ScoreLine(0, "bid 4 on seat 1, took 4: exact", 2),
        ScoreLine(0, "bid 2 on seat 2, took 1: close", 1),
        ScoreLine(0, "trusted its bid on seat 1, rightly", 3),
    ]
    assert [line.reason for line in result.lines if line.points == -1] == ["trusted its bid on seat 0, wrongly"]
    assert len(result.lines) == 3 * (3 + 1)


# Examples


def test_s1_the_printed_example() -> None:
    """1.9 S1: Red, Yellow and Blue score 0, 5 and 5."""
    assert scores("5 0 2 / 2 2 4 / 3 0 5", "0 / none / 0", "3 2 3") == (0, 5, 5)


def test_s1_is_possible_in_36_of_45_splits() -> None:
    """1.9 S1: the verdicts as printed, within nine tokens each."""
    line = ScoreBids(exact=2, close=1).line
    verdicts = [[line(0, 0, number, tricks).points for number in range(10)] for tricks in range(9)]
    printed = {"red": (0, 0, 1), "yellow": (1, 2, 1), "blue": (2, 0, 0)}  # on red, yellow and blue
    splits = [split for split in product(range(9), repeat=3) if sum(split) == 8]

    def fewest_tokens(split: tuple[int, ...], wanted: tuple[int, ...]) -> int:
        return sum(verdicts[tricks].index(points) for tricks, points in zip(split, wanted, strict=True))

    possible = [split for split in splits if all(fewest_tokens(split, wanted) <= 9 for wanted in printed.values())]
    assert (len(possible), len(splits)) == (36, 45)


@pytest.mark.parametrize(("card", "points"), [("none", 7), ("1", 9), ("2", 5), ("0", 5)])
def test_s2_bids_of_five_seats(card: str, points: int) -> None:
    """1.9 S2: seat 0 is Blue, then Red, Yellow, Purple, White."""
    rest = "0 0 0 0 0 / " * 3 + "0 0 0 0 0"
    assert scores(f"1 3 2 1 1 / {rest}", f"{card} / none / none / none / none", "2 3 3 0 0")[0] == points


@pytest.mark.parametrize(("card", "points"), [("1", 8), ("0", 4)])
def test_s3_a_bid_of_nine(card: str, points: int) -> None:
    """1.9 S3: nine tokens on a seat that takes all eight tricks are one off."""
    assert scores(f"9 0 0 / {NO_BIDS}", f"{card} / none / none", "8 0 0")[0] == points


def test_s4_extremes() -> None:
    """1.9 S4: the worst round, the best of three seats, the best of five."""
    assert scores(f"0 0 9 / {NO_BIDS}", "0 / none / none", "4 4 0")[0] == -1
    assert scores(f"2 3 3 / {NO_BIDS}", "2 / none / none", "2 3 3")[0] == 9
    rest = "0 0 0 0 0 / " * 3 + "0 0 0 0 0"
    assert scores(f"1 2 2 2 1 / {rest}", "3 / none / none / none / none", "1 2 2 2 1")[0] == 13


# The next start player


@pytest.mark.parametrize(
    ("start", "points", "next_start"),
    [(0, (12, 9, 15, 9), 1), (2, (12, 9, 15, 9), 3), (0, (5, 9, 5, 9), 2), (1, (8, 8, 8), 2), (0, (8, 8, 3), 2)],
)
def test_s7_the_fewest_points_start(start: int, points: tuple[int, ...], next_start: int) -> None:
    """1.9 S7, P8, P9: of tied seats the first clockwise after the present start player."""
    starter = pikoko.rules(players=len(points)).schedule.starter
    assert isinstance(starter, FewestPoints)
    assert starter.pick(points, start) == next_start


@pytest.mark.parametrize(("tie", "next_start"), [("include_current", 0), ("next_seat", 1), ("after_current", 2)])
def test_s7_ties(tie: str, next_start: int) -> None:
    """1.9 S7: seat 0 started, and seats 0 and 2 have the fewest points."""
    starter = pikoko.rules(players=4, start_tie=tie).schedule.starter
    assert starter.after(result_of(5, 9, 5, 9)) == next_start


@pytest.mark.parametrize(("basis", "next_start"), [("total", 0), ("round", 1)])
def test_s7_total_or_round(basis: str, next_start: int) -> None:
    """1.9 S7: totals 10, 12, 14 after a round of 7, 2, 9."""
    starter = pikoko.rules(players=3, start_basis=basis).schedule.starter
    assert starter.after(result_of(10, 12, 14, last=(7, 2, 9))) == next_start


def test_the_fewest_points_start_rounds_two_and_three() -> None:
    """1.7: after round 1, then after round 2 by the running total."""
    state = score_round(three_rounds(), 5, 9, 3)
    assert (state.scores, state.deal.starter, state.actors) == ((5, 9, 3), 2, (0, 1))
    state = score_round(state, 5, 2, 9)
    assert (state.scores, state.deal.starter, state.actors) == ((10, 11, 12), 0, (1, 2))


# The end


def test_points_of_the_rounds_add_up() -> None:
    """1.7, 1.8: the game is over after round 3, not before; the highest total wins."""
    state = score_round(three_rounds(), -1, 9, 4)
    assert (state.scores, state.is_over) == ((-1, 9, 4), False)
    state = score_round(state, 7, 0, 6)
    assert (state.scores, state.is_over, state.outcome) == ((6, 9, 10), False, None)
    state = score_round(state, 1, 1, 3)
    assert (state.scores, state.is_over, state.actors) == ((7, 10, 13), True, ())
    assert state.outcome == Outcome(((2,), (1,), (0,)), "3 deals are played")
    assert [result.totals for result in state.results] == [(-1, 9, 4), (6, 9, 10), (7, 10, 13)]


@pytest.mark.parametrize(
    ("rounds", "winners", "ranking"),
    [
        (((6, 10, 7), (9, 4, 6), (5, 6, 6)), (1,), ((1,), (0,), (2,))),
        (((10, 5, 4), (5, 10, 4), (5, 5, 4)), (0, 1), ((0, 1), (2,))),
        (((6, 9, 3), (6, 0, 9), (6, 8, 6)), (2,), ((2,), (0,), (1,))),
    ],
    ids=["best round", "shared", "best round of the tied only"],
)
def test_s8_final_ties(
    rounds: tuple[tuple[int, ...], ...], winners: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    """1.9 S8: A, B and C are the seats 0, 1 and 2."""
    assert outcome_of(*rounds[:2]) is None
    outcome = outcome_of(*rounds)
    assert outcome.winners == winners
    assert outcome.ranking == ranking


def test_s8_played_to_the_end() -> None:
    """1.9 S8, the third: B's best round is irrelevant, as B is not tied for the first place."""
    state = three_rounds()
    for points in ((6, 9, 3), (6, 0, 9), (6, 8, 6)):
        state = score_round(state, *points)
    assert state.scores == (18, 17, 18)
    assert state.outcome.winners == (2,)


def test_shared_victory_played_to_the_end() -> None:
    """1.8: still tied after the best round: shared."""
    state = three_rounds()
    for points in ((9, 5, 4), (5, 9, 4), (5, 5, 4)):
        state = score_round(state, *points)
    assert state.outcome.winners == (0, 1)
    assert state.results[0].deal[Tricks].taken == (1, 0, 0)
    assert state.results[0].deal[Bids].bids[0] == (1, 0, 0)

"""Deals in which all pass before the tricks: both engines score nothing for what is never played."""

from __future__ import annotations

import pytest
from attrs import frozen
from lockstep import is_replayed, runs_compiled

from trickkit import Deal, Rules, ScoreLine, batch, load, playout
from trickkit.errors import MissingRecord
from trickkit.phases import Bids, CallDouble, DealOut, Estimates, NameTrump, Phase, Reveal, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.offers import Games
from trickkit.scoring import (
    Doubled,
    PartnersShare,
    ScoreBids,
    ScoreByContract,
    ScoreCards,
    ScoreEstimates,
    ScoreFractions,
    ScoreNoTricks,
    ScoreTrickCounts,
    ScoreTricks,
    Scoring,
    ShootTheMoon,
    TimesByContract,
    UnlessStuck,
)

ESTIMATES, BIDS = ScoreEstimates(trick=1, bonus=10, off=-2), ScoreBids(exact=5, close=1)
MOON = ShootTheMoon(cards=ScoreCards(cards={"QS": 13}), shooter=0, others=8, besides=ScoreTricks(1))

CASES: dict[str, tuple[tuple[Phase, ...], tuple[Phase, ...], Scoring]] = {
    "tricks": ((), (), ScoreTricks(2)),
    "trick counts": ((), (), ScoreTrickCounts([3, 0, 1])),
    "moon": ((), (), MOON),
    "estimates before": ((Estimates(),), (), ESTIMATES),
    "estimates after": ((), (Estimates(),), ESTIMATES),
    "bids": ((), (Bids(),), BIDS),
    "doubled": ((), (CallDouble(),), Doubled(scoring=ScoreTricks())),
    "partners": ((Estimates(),), (), PartnersShare(parts=(ESTIMATES, ScoreNoTricks(2)))),
    "by contract": ((), (), ScoreByContract({"low": ScoreTricks(-1)}, otherwise=ScoreTricks(2))),
    "times": ((), (), TimesByContract(scoring=ScoreTricks(), times={"low": 3})),
    "fractions": ((), (), ScoreFractions(parts=ScoreTricks(), of=3, rounding="down")),
    "unless stuck": ((), (), UnlessStuck(ScoreTricks(), stuck=ScoreTricks(-1))),
}


def named(before: tuple[Phase, ...], after: tuple[Phase, ...], scoring: Scoring) -> Rules:
    """Whist in which all may pass instead of naming a game, between other phases."""
    whist, naming = load("whist"), NameTrump(offers=Games({"low": None, "high": None}), must=False)
    tricks = next(phase for phase in whist.phases if isinstance(phase, Tricks))
    phases = (DealOut(), *before, naming, *after, tricks)
    return whist.replace(phases=phases, scoring=scoring, ending=AfterDeals(deals=2))


@pytest.mark.sample(4)
@pytest.mark.parametrize("case", CASES)
def test_a_deal_that_is_not_played_scores_nothing_in_either_engine(case: str) -> None:
    rules = named(*CASES[case])
    found = batch.deals(rules, 300, seed=1, moves=True)
    unplayed = [deal for deal in range(300) if found.leader[deal] < 0]
    assert unplayed
    assert not found.points[unplayed].any()
    for deal in (unplayed[0], 0, 1):
        is_replayed(found, deal)


def test_lanes_and_deals_that_close_are_those_of_the_reference_engine() -> None:
    runs_compiled(named(*CASES["estimates before"]), lanes=2, deals=8, seed=3)


@frozen
class ReadsInVain(ScoreTricks):
    """Reads what no phase writes, without saying so."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return (ScoreLine(0, "revealed", len(deal[Reveal].cards)),)


def test_a_scoring_that_reads_in_vain_in_a_deal_that_is_played_is_refused() -> None:
    with pytest.raises(MissingRecord, match="nothing of Reveal"):
        playout(named((), (), ReadsInVain()), seed=1)


@frozen
class PassedAndPlayed(Scoring):
    """A summand that needs no tricks, and one that does."""

    def summands(self, players: int) -> tuple[str, ...]:
        return "passed", "played"

    def of_summand(self, deal: Deal, summand: str) -> tuple[ScoreLine, ...]:
        if summand == "passed":
            return (ScoreLine(1, "all passed", 5),) if deal.get(Tricks) is None else ()
        return (ScoreLine(0, "tricks", deal[Tricks].taken[0]),)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return (*self.of_summand(deal, "passed"), *self.of_summand(deal, "played"))


def test_summands_that_need_no_tricks_score_without_them_in_both_engines() -> None:
    found = batch.deals(named((), (), PassedAndPlayed()), 300, seed=1, moves=True)
    unplayed = [deal for deal in range(300) if found.leader[deal] < 0]
    assert found.points[unplayed].tolist() == [[0, 5, 0, 0]] * len(unplayed)
    is_replayed(found, unplayed[0])

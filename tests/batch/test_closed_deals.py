"""Deals that are closed before or after tricks: both engines score nothing for what never happens."""

from __future__ import annotations

import pytest
from attrs import frozen
from lockstep import is_replayed, runs_compiled

from trickkit import Action, Deal, Deck, Rules, ScoreLine, batch, load, playout
from trickkit.errors import MissingRecord
from trickkit.phases import Bids, CallDouble, DealOut, Estimates, LayAway, NameTrump, Phase, Reveal, Tricks
from trickkit.phases.tricks.calling import CallingTricks
from trickkit.phases.tricks.declarations import Declarations, GoingOut
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustFollow, OrDealEnds
from trickkit.policies.offers import Games
from trickkit.policies.participants import Starter
from trickkit.policies.until import AfterTricks
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
    dealt = batch.deals(rules, 300, seed=1, moves=True)
    unplayed = [deal for deal in range(300) if dealt.leader[deal] < 0]
    assert unplayed
    assert not dealt.points[unplayed].any()
    for deal in (unplayed[0], 0, 1):
        is_replayed(dealt, deal)


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
    dealt = batch.deals(named((), (), PassedAndPlayed()), 300, seed=1, moves=True)
    unplayed = [deal for deal in range(300) if dealt.leader[deal] < 0]
    assert dealt.points[unplayed].tolist() == [[0, 5, 0, 0]] * len(unplayed)
    is_replayed(dealt, unplayed[0])


@frozen
class EndsWithSpades(Phase):
    """Ends deals in which spades or hearts are trumps."""

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(closed=True) if deal.trump and deal.trump.letter in "SH" else deal

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return ()


@frozen
class ByGame(Scoring):
    """Reads a game that is named after tricks."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return (ScoreLine(0, "named", 3 if deal[NameTrump].game == "low" else 1),)


@frozen
class ByCards(Scoring):
    """Reads the cards that are laid away after tricks."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "laid away", 5 + ("AS" in deal[LayAway].hands[seat])) for seat in deal.seats)


FOUR, TURNED = AfterTricks(4), load("whist").phases[:2]
CLOSING: dict[str, tuple[Phase, ...]] = {
    "call": (CallingTricks(calling=Declarations([GoingOut()]), until=FOUR),),
    "stuck": (Tricks(follow=OrDealEnds(MustFollow()), until=FOUR),),
    "phase": (Tricks(until=FOUR), EndsWithSpades()),
}


@pytest.mark.parametrize("closing", CLOSING)
@pytest.mark.parametrize(
    ("scoring", "last"),
    [
        (ByGame(), NameTrump(offers=Games({"low": None, "high": None}), must=True)),
        (ByCards(), LayAway(cards=2, who=Starter())),
    ],
    ids=str,
)
def test_deals_that_close_after_tricks_score_nothing_that_comes_later(
    closing: str, scoring: Scoring, last: Phase
) -> None:
    phases = *TURNED, *CLOSING[closing], last
    rules = load("whist").replace(phases=phases, scoring=scoring, ending=AfterDeals(deals=1))
    assert batch.supports(rules)
    dealt = batch.deals(rules, 40, seed=1, moves=True)
    assert 0 < dealt.points.any(axis=1).sum() < 40
    for deal in range(40):
        is_replayed(dealt, deal)

"""What the batch engine does not run, and says so, instead of running it wrongly."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from attrs import field, frozen

from trickkit import InvalidRules, Rules, batch, load
from trickkit.batch.machine.limits import lowering_of, prevented
from trickkit.model.deal import Deal
from trickkit.phases import (
    Bids,
    BidWithCards,
    CallDouble,
    DealersCard,
    DealOut,
    Draw,
    Estimates,
    Evaluate,
    PassCards,
    Reveal,
    Tricks,
    TurnTrump,
)
from trickkit.phases.card_bids import CardBidsRun
from trickkit.phases.kinds.choosing import Selection
from trickkit.policies.ending import AfterDeals, AtTarget
from trickkit.policies.evaluation import Award, Evaluation, MajoritySuit
from trickkit.policies.lead import HolderOpens
from trickkit.policies.portion import EvenHalf, Portion
from trickkit.policies.schedule import HandSizes, SameSize, Schedule
from trickkit.variants import game5211, pikinni, pikoko

PIKOKO, PIKINNI, TABLE = pikoko.rules(players=3), pikinni.rules(players=3), game5211.rules(players=2)


@frozen
class TwoAtMost(Portion):
    """Never deals a whole hand of more than two."""

    def cards(self, size: int, dealt: int) -> int:
        """Two at most."""
        return min(2, size - dealt)


@frozen
class Growing(HandSizes):
    """Outgrows the deck in the end."""

    def size(self, number: int) -> int:
        """One more card every time."""
        return 5 + number % 15


@frozen
class Stranger(TurnTrump):
    """A phase of somebody's own, made from another."""

    def begin(self, deal: Deal) -> Deal:
        """Turn a card up, in a way of its own."""
        return super().begin(deal)


LIMITS: list[tuple[Rules, str]] = [
    (
        PIKOKO.before(Tricks, Bids()),
        "Bids and Bids: in the batch engine only one phase of a deal may have bids and estimates",
    ),
    (
        PIKOKO.before(Tricks, Estimates()),
        "Bids and Estimates: in the batch engine only one phase of a deal may have bids and",
    ),
    (
        pikinni.rules(double=True).before(Tricks, CallDouble()),
        "CallDouble and CallDouble: in the batch engine only one phase of a deal may have doubles",
    ),
    (
        PIKOKO.before(Tricks, TurnTrump()),
        "TurnTrump and TurnTrump: in the batch engine only one phase of a deal may have cards",
    ),
    (
        PIKINNI.before(Tricks, TurnTrump()),
        "CutTrump and TurnTrump: in the batch engine only one phase of a deal may have cards",
    ),
    (PIKOKO.without(TurnTrump).before(Tricks, DealersCard()), "DealersCard: the batch engine has it before cards"),
    (PIKOKO.replace(Tricks, opening=HolderOpens("R2")), "the batch engine deals all cards, so that somebody holds it"),
    (
        PIKOKO.without(TurnTrump).before(Tricks, Stranger()),
        "Stranger: it looks at which cards lie in the stock, of which the batch engine knows how many there are",
    ),
    (
        PIKINNI.replace(schedule=Schedule(hand_sizes=SameSize(5)), ending=AtTarget(points=10**6)).replace(
            schedule=Schedule(hand_sizes=Growing())
        ),
        "hands of 11 cards for 3 seats: the deck has 32",
    ),
    (
        TABLE.replace(phases=(DealOut(), *(Reveal(cards=2), Draw()) * 18)),
        "Reveal: 18 cards before a seat; the batch engine has room for 16",
    ),
    (
        TABLE.replace(phases=(DealOut(portion=EvenHalf()), Draw(), DealOut(), Reveal())).replace(
            schedule=Schedule(hand_sizes=SameSize(14))
        ),
        "DealOut: 21 cards before a seat; the batch engine has room for 16",
    ),
    (
        TABLE.replace(phases=(DealOut(), Estimates(), Draw()), schedule=Schedule(hand_sizes=SameSize(17))),
        "DealOut: 17 cards before a seat; the batch engine has room for 16",
    ),
    (
        load("hearts").replace(PassCards, cards=10),
        "PassCards: 10 cards of 13 in a hand; the batch engine has 9 at most",
    ),
]


@pytest.mark.parametrize(("rules", "why"), LIMITS, ids=[why[:30] for _, why in LIMITS])
def test_it_says_what_it_does_not_run(rules: Rules, why: str) -> None:
    support = batch.supports(rules)
    assert not support
    assert why in support.why


@frozen
class Counted(HandSizes):
    """Remembers of which deals it was asked."""

    asked: list[int] = field(factory=list, eq=False)

    def size(self, number: int) -> int:
        """Eight cards."""
        self.asked.append(number)
        return 8


def test_of_a_game_of_very_many_deals_few_are_asked_about() -> None:
    sizes = Counted()
    rules = PIKOKO.replace(schedule=Schedule(hand_sizes=sizes), ending=AfterDeals(deals=10**9))
    assert prevented(lowering_of(rules)) == "games of 1,000,000,000 deals: the batch engine has room for 30,000"
    assert len(sizes.asked) <= 30_000


def test_deals_of_a_game_of_many_deals_are_numbered_as_far_as_there_is_room() -> None:
    rules = PIKOKO.replace(ending=AfterDeals(deals=40_000))
    assert "games of 40,000 deals" in batch.supports(rules).why
    found = batch.deals(rules, 3, first=30_000)
    assert found.number.tolist() == batch.lanes(rules, 3).seen().number.tolist() == [0, 1, 2]
    with pytest.raises(InvalidRules, match=r"number=30000 is not one of 0\.\.29999"):
        batch.deals(rules, 3, number=30_000)


def test_a_deal_that_is_dealt_in_part_is_not_run() -> None:
    short = PIKINNI.replace(DealOut, portion=TwoAtMost())
    assert "Tricks: 2 of 3 cards of a hand are dealt, and no others later" in batch.supports(short).why


@frozen
class Blocked(Evaluation):
    """Whenever a six lies there, it decides that nobody scores."""

    def looks_at(self, face: object) -> bool:
        """Whether it is a six."""
        return face.rank == 6  # type: ignore[attr-defined]

    def awards(self, faces):  # type: ignore[no-untyped-def]
        """Nothing, but that is decided."""
        return (Award("blocked", ()),) if any(face.rank == 6 for face in faces) else ()


def test_an_evaluation_may_decide_that_nothing_scores() -> None:
    rules = TABLE.replace(Evaluate, evaluation=(Blocked(), MajoritySuit(limit=5)))
    found = batch.deals(rules, 20, 3, moves=True)
    assert [found.result(deal).scores for deal in range(20)] == [tuple(points) for points in found.points.tolist()]
    plain = batch.deals(TABLE.replace(Evaluate, evaluation=MajoritySuit(limit=5)), 20, 3)
    assert found.points.sum() < plain.points.sum()


@pytest.mark.parametrize("rules", [PIKOKO, PIKINNI, TABLE, load("hearts"), load("whist")], ids=lambda rules: rules.key)
def test_lanes_at_random_play_what_deals_play(rules: Rules) -> None:
    lanes, found = batch.lanes(rules, 40, 5), batch.deals(rules, 40, 5, threads=1)
    points = np.full((40, rules.players), 10**6)
    while (points == 10**6).any():
        choice = lanes.random()
        assert (choice == lanes.random()).all()
        ended = lanes.step(choice)
        for place, lane in enumerate(lanes.last):
            if points[lane, 0] == 10**6:
                points[lane] = ended.points[place]
    assert (points == found.points).all()


def test_players_are_given_the_points_of_earlier_deals() -> None:
    rules = pikinni.rules(players=3, change=True, change_needs_points=True)
    for totals, can in (((0, 0, 0), False), ((40, 40, 40), True)):
        found = batch.deals(rules, 30, 3, number=2, totals=totals, players=[None] * 3)
        assert (found.buyer >= 0).any() == can
        assert (found.totals == totals).all()


def test_large_points_are_not_cut_off() -> None:
    rules = PIKOKO.replace(scoring=pikoko.ScoreBids(exact=10**10, close=10**10))
    found = batch.deals(rules, 5, 1, moves=True)
    assert [found.result(deal).scores for deal in range(5)] == [tuple(points) for points in found.points.tolist()]
    assert found.points.max() >= 10**10


def test_games_that_were_resumed_are_pickled_as_they_are() -> None:
    found = batch.deals(load("hearts"), 2, 4, number=3, moves=True)
    state = list(found.states(1))[10]
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.deal == state.deal
    assert again.play(again.actors[0], again.legal(again.actors[0])[0]).scores == state.scores


def test_numbers_of_deals_reach_far_where_a_game_has_no_end() -> None:
    endless = load("hearts").replace(ending=AtTarget(points=10**9, wins="fewest"))
    few = batch.deals(endless, 3, 1, number=9_999)
    assert few.size.tolist() == [13] * 3
    assert batch.games(PIKOKO.replace(ending=AfterDeals(deals=2)), 3).deals.tolist() == [2, 2, 2]


@frozen(kw_only=True)
class BidTen(BidWithCards):
    """A phase of somebody's own, in which each seat bids ten cards."""

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        return (Selection(numbers=[(seat, 10) for seat in deal.seats], stays=True, openly=True),)

    def begin(self, deal: Deal) -> CardBidsRun:
        return CardBidsRun(deal, (tuple(deal.seats) * 10,), self.faces(deal))


def test_more_choices_than_a_row_can_queue_are_run_in_python() -> None:
    rules = load("whist").after(DealOut, BidTen())
    support = batch.supports(rules)
    assert [phase.how for phase in support.phases] == ["compiled", "compiled", "python", "compiled"]
    assert support.why == "BidTen: 10 cards of 13 in a hand; the batch engine has 9 at most"
    state = rules.start(seed=3)
    for _ in range(9):
        state = state.play(0, state.legal(0)[0])
    assert len(batch.evaluate(state.view(0), worlds=2, playouts=4, seed=1).actions) == 4

"""Whole games: who starts, when they end, and who wins, as the policies of the rules say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np
import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from lockstep import assert_game
from strategies import KEYS, effort, seeds, variants

from trickkit import Deal, InvalidRules, Outcome, Record, Result, Rules, ScoreLine, batch, load
from trickkit.batch.followed_lanes import FollowedLanes
from trickkit.batch.results import dealt_as
from trickkit.batch.run.succession import BetweenDeals, why_not_by_points
from trickkit.batch.whole_games import playing, why_not_games
from trickkit.model.tricks import TrickTaken
from trickkit.phases import BidAndHold, NameTrump, Tricks
from trickkit.phases.naming import Named
from trickkit.policies.ending import AfterDeals, AtTarget, BestDeal, Ending, TieBreak
from trickkit.policies.memory import Memory
from trickkit.policies.schedule import NextSeat, Schedule, Starter
from trickkit.scoring import Scoring

GAMES = (*KEYS, "oh_hell", "hearts", "spades")


BY_DEAL = ("belote", "bridge", "king", "pinochle", "rope_team", "sechsundsechzig", "tarok")
"""Games of which endings, starters, memories, phases or scorings look at more of earlier deals than their points."""


def assert_replayed(rules: Rules, seed: int, number: int) -> None:
    """One of many games is the same when the reference engine replays it: scores, starters, memory and end."""
    going = playing(rules, seed, np.array([number]), 1)
    found = going.played()
    deals, actions = [deal for _, deal in going.results], list(rules.actions.values())
    dealt = [
        dealt_as(rules, int(deal.size[0]), deal.moves.dealt[0], int(deal.moves.shown[0]))
        for deal in deals
        if deal.moves is not None
    ]
    state = rules.start(first=int(deals[0].starter[0]), deals=dealt)
    for deal in deals:
        assert deal.moves is not None
        assert not state.is_over
        assert state.deal.number == deal.number[0]
        for seat, action in zip(deal.moves.seats[0].tolist(), deal.moves.actions[0].tolist(), strict=True):
            if seat >= 0:
                state = state.play(seat, actions[action])
        assert state.results[-1].scores == tuple(deal.points[0].tolist())
    assert state.outcome is not None
    assert found.scores.tolist() == [[*state.scores]]
    assert np.flatnonzero(found.wins[0]).tolist() == sorted(state.outcome.winners)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", BY_DEAL)
def test_a_game_whose_policies_look_at_its_deals_is_as_they_say(key: str) -> None:
    rules = load(key)
    assert why_not_by_points(rules)
    assert not why_not_games(rules)
    for number in range(effort(6)):
        assert_replayed(rules, 7, number)


@pytest.mark.sample(0)
def test_points_that_were_held_over_are_scored_in_later_deals() -> None:
    rules = load("belote").replace(scoring=HeldOver())
    for number in range(4):
        assert_replayed(rules, 7, number)


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", ["belote", "sechsundsechzig"])
def test_lanes_of_games_whose_rules_look_at_earlier_deals_are_those_of_the_reference_engine(key: str) -> None:
    rules = load(key)
    assert "score lines of earlier deals" in why_not_by_points(rules)
    assert isinstance(batch.lanes(rules, 2, seed=7, of="games"), FollowedLanes)


@frozen
class HeldOver(Scoring):
    """Points for each trick of the starter; an even number of them is held over, twice as much, for its left."""

    reads: ClassVar[tuple[type, ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """What was held over, and what is."""
        before = deal.points_before(("held over",))
        taken = deal[Tricks].taken[deal.starter]
        kind, seat = ("taken", deal.starter) if taken % 2 else ("held over", (deal.starter + 1) % 4)
        again = [ScoreLine(seat, "held over before", 3 * points) for seat, points in enumerate(before)]
        return (*again, ScoreLine(seat, kind, taken + deal.unscored_before))


@frozen
class Declarers(Record):
    """Who has declared, in which suit; by deal."""

    made: tuple[tuple[int | None, str], ...] = ()


@frozen
class RememberDeclarers(Memory):
    """Remembers it, and how many cards the starter has played that it was dealt: all of them."""

    record: ClassVar[type[Record]] = Declarers
    looks_at_moves: bool = False

    def fresh(self, players: int) -> Declarers:
        """Nothing."""
        return Declarers()

    def after(self, deal: Deal) -> Declarers:
        """One deal more."""
        before = deal.remembered(Declarers).made
        first = str(deal[Tricks].taken[deal.starter])
        if self.looks_at_moves:
            first += next(str(event) for event in deal.events if isinstance(event, TrickTaken))
        return Declarers((*before, (deal.declarer, f"{deal.trump} {first}")))


@frozen(kw_only=True)
class UntilTheSame(Ending):
    """Ends when the same seat has declared twice, in the same suit, or after eight deals; looks at lines and memory."""

    def most_deals(self) -> int:
        """Eight."""
        return 8

    def outcome(self, results: Any) -> Outcome | None:
        """The one with the most score lines wins."""
        made = results[-1].deal.remembered(Declarers).made
        if len(results) < 8 and len({*made}) == len(made):
            return None
        lines = [sum(line.seat == seat for result in results for line in result.lines) for seat in range(3)]
        most = tuple(seat for seat in range(3) if lines[seat] == max(lines))
        others = tuple(seat for seat in range(3) if seat not in most)
        return Outcome((most, others) if others else (most,), "it is enough")


@frozen(kw_only=True)
class BySomething(Ending):
    """Two deals; a number that something of them says places the winner."""

    something: Callable[[Any], int]

    def most_deals(self) -> int:
        """Two."""
        return 2

    def outcome(self, results: Any) -> Outcome | None:
        """The seat of that number."""
        if len(results) < 2:
            return None
        seats = range(len(results[-1].scores))
        first = self.something(results) % len(seats)
        return Outcome(((first,), *[(seat,) for seat in seats if seat != first]), "two deals are played")


SOMETHING: dict[str, tuple[str, Callable[[Any], int]]] = {
    "lines of cards": ("hearts", lambda results: sum(len(result.lines) for result in results)),
    "words of reasons": ("pinochle", lambda results: sum(len(line.reason) for line in results[0].lines)),
    "a record as a whole": ("skat", lambda results: len(repr(results[0].deal.get(NameTrump)))),
    "an equal record": ("skat", lambda results: results[0].deal.get(NameTrump) in (Named((), None, None), None)),
    "whether it is scored": ("skat", lambda results: results[-1].deal.scored),
    "a type": ("skat", lambda results: isinstance(results[0].deal[BidAndHold].bid, int)),
    "hands": ("skat", lambda results: len(str(results[0].deal.held))),
    "moves": ("skat", lambda results: len(results[0].moves)),
    "results as a key": ("skat", lambda results: len({tuple(results[0].scores), results})),
    "tricks as a whole": ("skat", lambda results: len(str(results[0].deal[Tricks]))),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize(("key", "something"), SOMETHING.values(), ids=SOMETHING)
def test_endings_may_look_at_anything(key: str, something: Callable[[Any], int]) -> None:
    rules = load(key).replace(ending=BySomething(something=something))
    assert not why_not_games(rules)
    for number in range(3):
        assert_replayed(rules, 7, number)


@frozen
class Nowhere(Starter):
    """Names a seat that does not exist after a deal in which somebody declared."""

    def after(self, result: Result) -> int:
        """Seat 7."""
        return 7 if result.deal.declarer is not None else 0


@pytest.mark.parametrize(
    ("key", "advice"), [("hearts", "; AtTarget has no limit of deals: bring its end"), ("pikoko", "")]
)
def test_a_game_that_goes_on_and_on_is_refused_with_what_to_do(key: str, advice: str) -> None:
    message = BetweenDeals(load(key)).not_over(7, 10_000).message
    assert message.startswith(f"game 7 was not over after 10,000 deals{advice}")
    assert bool(advice) == ("AfterDeals" in message)


def test_a_seat_that_does_not_exist_starts_no_deal() -> None:
    rules = load("skat")
    rules = rules.replace(schedule=Schedule(hand_sizes=rules.schedule.hand_sizes, starter=Nowhere()))
    with pytest.raises(InvalidRules, match=r"Nowhere\.after gave seat 7; the seats are 0\.\.2"):
        batch.games(rules, 4, 7)


@pytest.mark.sample(0)
@pytest.mark.parametrize("looks_at_moves", [False, True])
def test_memories_and_endings_of_a_user_are_asked_after_every_deal(looks_at_moves: bool) -> None:
    rules = load("skat").replace(memory=RememberDeclarers(looks_at_moves), ending=UntilTheSame())
    assert not why_not_games(rules)
    for number in range(effort(12)):
        assert_replayed(rules, 5, number)


@settings(max_examples=effort(16))
@given(variants(*GAMES), seeds, st.integers(0, 10**6))
def test_a_game_is_as_its_policies_say(rules: Rules, seed: int, number: int) -> None:
    assert_game(rules, seed, number)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", [*GAMES, "bridge"])
def test_many_games_are_the_games_one_by_one(key: str) -> None:
    rules, n = load(key), 6
    found = batch.games(rules, n, 3, threads=1)
    assert len(found) == n
    each = [batch.games(rules, 1, 3, first=number, threads=1) for number in range(n)]
    for name in ("deals", "scores", "wins"):
        assert getattr(found, name).tolist() == np.concatenate([getattr(one, name) for one in each]).tolist()
    assert found.wins.sum(axis=1).tolist() == pytest.approx([1.0] * n)
    assert len(found.played) == found.deals.sum()
    assert found.scores.sum(axis=0).tolist() == found.played.points.sum(axis=0).tolist()
    rows = sorted(found.played.points.tolist())
    assert rows == sorted(row for one in each for row in one.played.points.tolist())


@frozen
class Middle(TieBreak):
    """Not known to the engine."""

    def value(self, seat: int, results: Any) -> int:
        return -abs(seat - 1)


@frozen
class TheSame(Starter):
    """Not known to the engine."""

    def after(self, result: Result) -> int:
        return result.deal.starter


@frozen
class Twelve(Ending):
    """Looks at points alone, and has no tie-breaks."""

    by_points: ClassVar[bool] = True

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        totals = results[-1].totals
        return Outcome(((totals.index(max(totals)),),), "12 points") if max(totals) >= 12 else None


ENDINGS = [
    AfterDeals(deals=1),
    AfterDeals(deals=2, ties=(BestDeal(),)),
    AfterDeals(deals=3, wins="fewest"),
    AfterDeals(deals=2, ties=(Middle(),)),
    AtTarget(points=12),
    AtTarget(points=12, ties=(BestDeal(),), lost_at=0),
    AtTarget(points=60, lost_at=-2, wins="fewest"),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize("starter", [NextSeat(), TheSame()])
@pytest.mark.parametrize("ending", ENDINGS, ids=str)
def test_endings_and_starters_of_a_house(ending: Any, starter: Starter) -> None:
    rules = load("pikoko", players=3)
    rules = rules.replace(ending=ending, schedule=Schedule(hand_sizes=rules.schedule.hand_sizes, starter=starter))
    for number in range(25):
        assert_game(rules, 5, number)


def test_an_ending_that_looks_at_points_alone_needs_no_ties() -> None:
    rules = load("pikoko", players=3).replace(ending=Twelve())
    assert not why_not_by_points(rules)
    assert_game(rules, 5, 1)


@pytest.mark.sample(0)
def test_points_do_not_say_how_games_go_on_in_which_some_are_held_over() -> None:
    why = why_not_by_points(load("belote"))
    assert why == "a scoring looks at score lines of earlier deals: held over, held over before"
    assert not why_not_by_points(load("belote", tie="shared"))


@frozen(kw_only=True)
class AtTargetOfTheStarter(AtTarget):
    """Only the seat that started the deal may end the game: more of a deal than its points."""

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        return super().outcome(results) if results[-1].deal.starter == 0 else None


def test_an_ending_derived_from_one_that_looks_at_points_alone_may_look_at_more() -> None:
    rules = load("pikoko", players=3).replace(ending=AtTargetOfTheStarter(points=12))
    assert "AtTargetOfTheStarter(points=12" in why_not_by_points(rules)
    assert not why_not_by_points(rules.replace(ending=AtTarget(points=12)))

"""What earlier deals have left behind, asked by compiled code and held to the reference engine."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest
from attrs import field, frozen
from lockstep import is_replayed, runs_compiled

from trickkit import Deal, InvalidRules, Record, Rules, State, batch, load
from trickkit.batch.machine.lowered import compile_rules
from trickkit.model.cards import Suit
from trickkit.phases import ContractsPlayed, NameTrump, Phase, Tricks
from trickkit.phases.contracts_played import PlayedContracts, WithinLimits
from trickkit.policies.ending import AfterDeals
from trickkit.policies.memory import Memory
from trickkit.policies.offers import Games
from trickkit.policies.participants import Everyone, Participants, Starter


@frozen
class Course(Record):
    """By deal, who took its first trick; and by seat, how many it took."""

    takers: tuple[int, ...]
    often: tuple[int, ...]
    last: int | None = None
    even: bool = True
    by_taker: Mapping[int, int] = field(factory=dict, hash=False)

    def of(self, seat: int, *, twice: bool = False) -> int:
        """How often a seat took the first trick."""
        return self.often[seat] * (1 + twice)


@frozen
class RememberCourse(Memory):
    """The takers of first tricks are remembered."""

    record: ClassVar[type[Record]] = Course

    def fresh(self, players: int) -> Course:
        return Course((), (0,) * players)

    def after(self, deal: Deal) -> Course:
        before, taker = deal.remembered(Course), deal[Tricks].tricks[0].taker
        takers = (*before.takers, taker)
        often = tuple(n + (seat == taker) for seat, n in enumerate(before.often))
        return Course(takers, often, taker, not before.even, {one: takers.count(one) for one in takers})


def first_of(by_taker: Mapping[int, int]) -> int:
    """How often hand 0 took the first trick, or 3."""
    try:
        return min(by_taker[0], 2)
    except KeyError:
        return 3


def second_of(takers: tuple[int, ...]) -> int:
    """Who took the first trick of the second deal, or 2."""
    try:
        return int(takers[1] == 3)
    except IndexError:
        return 2


@frozen
class TrumpByCourse(Phase):
    """The trump follows from something that is remembered."""

    what: str = field()

    def begin(self, deal: Deal) -> Deal:
        asked: dict[str, Any] = {
            "index": lambda course: course.of(deal.starter),
            "called": lambda course: course.of(1, twice=True) > 1,
            "compared": lambda course: course.often[0] > course.often[1],
            "difference": lambda course: 3 - (course.often[2] - course.often[3]) >= 3,
            "sum": lambda course: sum(course.often[:2]) * 2 == 4,
            "contains": lambda course: 2 in course.takers,
            "length": lambda course: len(course.takers),
            "truth": lambda course: 1 if course.takers else 2,
            "none": lambda course: 0 if course.last is None else 1 + course.last,
            "type": lambda course: 2 if isinstance(course.last, int) else isinstance(course.takers, tuple),
            "identity": lambda course: 1 if course.even is True else 0,
            "error": lambda course: first_of(course.by_taker),
            "index error": lambda course: second_of(course.takers),
            "remainder": lambda course: (-course.often[1] % 3 + abs(1 - course.often[2])) // 2 == 1,
            "index of": lambda course: [0, 1, 2, 3, 0][-1 if course.last is None else int(course.last)],
        }
        number = int(asked[self.what](deal.remembered(RememberCourse)))
        return deal.changed(trump=deal.deck.suits[number % 4])


@frozen
class Asks(Phase):
    """A phase that asks something of what is remembered, and does nothing."""

    ask: Any = field()

    def begin(self, deal: Deal) -> Deal:
        return deal if self.ask(deal.remembered(Course)) is None else deal.changed(trump=None)


def whist(*phases: Phase) -> Rules:
    base = load("whist")
    phases = (*base.phases[:-1], *phases, base.phases[-1])
    return base.replace(key="course", phases=phases, memory=RememberCourse(), ending=AfterDeals(deals=30))


def later(rules: Rules, deals: int, seed: int) -> State:
    """A game after some deals at random."""
    state, draw = rules.start(seed=seed), Random(seed)
    while len(state.results) < deals:
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    return state


def plays_on(state: State) -> None:
    """A deal is played on from a state by compiled code as by the reference engine."""
    game = batch.start(state)
    draw = Random(3)
    number = len(state.results)
    while state.actors and len(state.results) == number:
        assert game.actors == state.actors
        assert game.legal(state.actors[0]) == state.legal(state.actors[0])
        action = draw.choice(state.legal(state.actors[0]))
        game.play(state.actors[0], action)
        state = state.play(state.actors[0], action)
    assert game.results == state.results


WHATS = (
    "index",
    "called",
    "compared",
    "difference",
    "sum",
    "contains",
    "length",
    "truth",
    "none",
    "type",
    "identity",
    "error",
    "index error",
    "remainder",
    "index of",
)


@pytest.mark.sample(2)
@pytest.mark.parametrize("what", WHATS)
def test_what_is_remembered_decides_as_in_the_reference_engine(what: str) -> None:
    rules = whist(TrumpByCourse(what))
    assert batch.supports(rules).why == ""
    is_replayed(batch.deals(rules, 1, seed=3, moves=True), 0)
    trumps = set()
    for deals in range(5):
        state = later(rules, deals, seed=deals)
        assert state.deal.trump is not None
        trump = state.rules.deck.suits.index(state.deal.trump)
        assert batch.playouts(state, 3, seed=2).trump.tolist() == [trump] * 3
        trumps.add(trump)
        plays_on(state)
    assert len(trumps) > 1


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda course: course.of({0: 1}, twice=True) if course.takers else 0, "Course by something that may change"),
        (lambda course: {0: 1}.get(course.often[0]), "of which it can only ask what it is equal to"),
        (lambda course: f"{course.often[0]}", "of which it can only ask what it is equal to"),
        (lambda course: int(100 - course.often[0]), "a number of Course is not one from -1 to 16"),
        (lambda course: course.taken if course.takers else 0, "Course has no 'taken'"),
        (
            lambda course: [course.often[n % 4] == n for n in range(70)],
            "more than 64 questions about what is remembered",
        ),
    ],
)
def test_what_cannot_be_asked_is_left_to_python(ask: Any, why: str) -> None:
    assert why in batch.supports(whist(Asks(ask))).why


@pytest.mark.sample(0)
@pytest.mark.parametrize("options", [{}, {"choice": "each_once"}])
def test_king_names_what_is_left_compiled(options: dict[str, Any]) -> None:
    rules = load("king", **options)
    runs_compiled(rules, lanes=2, deals=4, seed=3)
    for deals in (3, 11, 19):
        plays_on(later(rules, deals, seed=deals))


@pytest.mark.sample(0)
def test_worlds_of_a_view_remember_the_same() -> None:
    state = later(load("king"), 14, seed=3)
    found = batch.playouts(state.view(state.actors[0]), 60, seed=1, worlds=10, moves=True)
    named = {str(found.result(deal).moves[0][1]) for deal in range(60)}
    assert named == {str(action) for action in state.legal(state.actors[0])}


@frozen
class RefusesLater(Phase):
    """A phase that can only be in the first deal."""

    def begin(self, deal: Deal) -> Deal:
        if deal.remembered(Course).takers:
            raise InvalidRules("RefusesLater: the first deal is over")
        return deal


def test_what_a_phase_refuses_after_earlier_deals_is_refused() -> None:
    naming = NameTrump(offers=Games({"none": None, "more": None}), who=Starter(), must=True)
    rules = whist(naming, RefusesLater())
    assert batch.supports(rules).why == ""
    assert batch.deals(rules, 2, seed=3).points.any()
    state = later(rules, 1, seed=3)
    with pytest.raises(InvalidRules, match="RefusesLater"):
        state.play(state.actors[0], "name none")
    with pytest.raises(InvalidRules, match="a phase refuses to go on"):
        batch.playouts(state, 2, seed=3)


@pytest.mark.parametrize("more", [(), (Asks(lambda course: {0: 1}.get(course.often[0])),)])
def test_a_number_that_grows_too_large_leaves_deals_to_the_reference_engine(more: tuple[Phase, ...]) -> None:
    state = later(whist(TrumpByCourse("length"), *more), 17, seed=1)
    assert state.deal.trump is not None
    plays_on(state)
    assert batch.playouts(state, 2, seed=3).trump.tolist() == [state.rules.deck.suits.index(state.deal.trump)] * 2


@pytest.mark.parametrize("who", [Starter(), Everyone()])
def test_there_is_room_for_all_decisions_of_which_options_are_left_out(who: Participants) -> None:
    free = [Games({"none": None, "more": None}), Games({"none": None})]
    limited = [WithinLimits(offer=games) for games in free]
    longest, most = (
        compile_rules(whist(NameTrump(offers=offers, who=who)).replace(memory=ContractsPlayed())).longest
        for offers in (limited, free)
    )
    assert longest == most


@frozen
class LeftBefore(Games):
    """Games that say all at once which of them are left, and not one by one."""

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:
        played = deal.remembered(PlayedContracts)
        return {word: suit for word, suit in super().games(deal, turned).items() if not played.count((word,))}


@pytest.mark.sample(0)
def test_too_many_combinations_of_what_is_remembered_say_what_to_do_instead() -> None:
    naming = NameTrump(offers=LeftBefore(dict.fromkeys("abcdefghijklmno")), who=Starter(), must=True)
    rules = whist(naming).replace(memory=ContractsPlayed())
    support = batch.supports(rules)
    assert support.phases[-2].how == "python"
    assert "ask about each option separately, as `allows` of an Offer does" in support.phases[-2].why

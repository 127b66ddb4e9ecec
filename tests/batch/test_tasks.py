"""Tasks and remarks of phases that nobody ships: compiled as those of Rope Team are, and lane for lane the same."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from lockstep import runs_compiled
from turns import at_random

from trickkit import Deal, InvalidRules, Record, Rules, ScoreLine, batch, load
from trickkit.batch.worlds import Dealer
from trickkit.model.actions import Call
from trickkit.model.events import Event
from trickkit.phases import Phase, Tricks
from trickkit.phases.base import Void
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers
from trickkit.phases.kinds.remarks import MakeRemarks, Remark
from trickkit.phases.kinds.tasks import DraftTasks, Task, Tasks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.ending import AfterDeals
from trickkit.policies.participants import FromDeclarer, Opponents
from trickkit.policies.partners import Partners
from trickkit.policies.until import Until
from trickkit.scoring import Scoring


@frozen
class Drawn(Event):
    """Tasks that were drawn."""

    texts: tuple[str, ...]


@frozen
class Catch(Task):
    """Take a trick with a card in it, before a trick of some number."""

    card: str
    before: int

    @property
    def text(self) -> str:
        return f"{self.card} before {self.before}"

    def fulfilled(self, seat: int, tricks: TrickTable, size: int) -> bool | None:
        late = sum(tricks.taken) >= min(self.before, size)
        taker = tricks.taker_of(self.card)
        return taker == seat if taker is not None else False if late else None


@frozen
class Cheapest(Task):
    """Take the last trick, and fewer aces than one's partner."""

    text: ClassVar[str] = "the last trick"

    def fulfilled(self, seat: int, tricks: TrickTable, size: int) -> bool | None:
        taker, aces = tricks.taker(size - 1), {f"A{suit}": 1 for suit in "CDHS"}
        if taker is None:
            return None
        return taker == seat and tricks.points(seat, aces) < tricks.points((seat + 2) % 4, aces)


@frozen
class Hunts(Tasks):
    """The record of the tasks."""


@frozen
class Hunt(DraftTasks):
    """As many tasks as the number of the deal says."""

    record = Hunts

    def tasks(self, deck: Any, players: int) -> tuple[Task, ...]:
        return (*[Catch(card.text, before) for card in deck.cards[::5] for before in (4, 13)], Cheapest())

    def drawn(self, number: int) -> int:
        return 3 + number % 2

    def takes(self, task: Task) -> Call:
        return Call(task.text)

    def event_of_draw(self, tasks: tuple[Task, ...]) -> Event:
        return Drawn(tuple([task.text for task in tasks]))

    def event_of_taking(self, seat: int, task: Task) -> Event:
        return Answered(seat, self.takes(task))


@frozen
class NoneFails(Until):
    """Over as soon as two tasks have failed."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return bool(deal[Hunt].tally(tricks, deal.size).failed >= 2)


@frozen
class ScoreHunt(Scoring):
    """What came of the tasks, for all."""

    reads: ClassVar[tuple[type[Any], ...]] = (Hunt, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        tally = deal[Hunt].tally(deal[Tricks], deal.size)
        return tuple([ScoreLine(seat, "hunt", 5 * tally.fulfilled - tally.failed - seat) for seat in deal.seats])


@frozen
class Boasts(Record):
    """What was said."""

    said: Answers


@frozen
class Boasted(Event):
    """What a seat said."""

    seat: int
    said: Call


@frozen
class Boast(MakeRemarks):
    """Show king and queen of a suit, or an ace without the king."""

    record = Boasts

    def remarks(self, deck: Any) -> tuple[Remark, ...]:
        pairs = [Remark(Call(f"pair {suit}"), deck.mask([f"K{suit}", f"Q{suit}"]), 0) for suit in "CDHS"]
        aces = [Remark(Call(f"bare {suit}"), deck.mask([f"A{suit}"]), deck.mask([f"K{suit}"])) for suit in "CDHS"]
        return (*pairs, *aces)

    def event_of(self, seat: int, said: Any) -> Event:
        return Boasted(seat, said)

    def recorded(self, answers: Answers) -> Record:
        return Boasts(answers)

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        lacks = {one.said: one.lacks for one in self.remarks(deal.deck)}
        said = [(number, event) for number, event in enumerate(deal.events) if isinstance(event, Boasted)]
        return tuple([Void(event.seat, number, lacks[event.said]) for number, event in said if lacks[event.said]])


def game(phase: Phase) -> Rules:
    """Four deals of whist with a phase before the tricks."""
    return load("whist").replace(ending=AfterDeals(deals=4)).before(Tricks, phase)


@frozen
class Everyones(Partners):
    """All play together."""

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        return (tuple(range(players)),)


@frozen
class Third(Phase):
    """The seat opposite the starter is the declarer."""

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(declarer=(deal.starter + 2) % deal.players)


@frozen
class HuntFromDeclarer(Hunt):
    """The declarer takes on the first task."""

    who = FromDeclarer()


@frozen
class BoastOfOpponents(Boast):
    """Only opponents of the declarer say something."""

    who = Opponents()


HUNT = game(Hunt()).replace(Tricks, until=NoneFails()).replace(scoring=(ScoreHunt(),))
GAMES = {
    "tasks": HUNT,
    "all_played": game(Hunt()).replace(scoring=(ScoreHunt(),)),
    "remarks": game(Boast()),
    "both": HUNT.before(Hunt, Boast()),
    "from_declarer": game(Third()).before(Tricks, HuntFromDeclarer()).before(Tricks, BoastOfOpponents()),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("of", GAMES.values(), ids=GAMES)
def test_they_are_compiled(of: Rules) -> None:
    runs_compiled(of, lanes=3, deals=8, seed=7)


def test_other_seats_than_the_starter_may_begin_or_take_part() -> None:
    state, asked = GAMES["from_declarer"].start(seed=4, first=1), []
    while not isinstance(state.phase, Tricks):
        (seat,) = state.actors
        asked.append(seat)
        state = state.play(seat, state.legal(seat)[0])
    assert asked == [3, 0, 1, 0, 1, 2]


@frozen
class HuntOfNobody(Hunt):
    """Nobody plays against the declarer."""

    who = Opponents(Everyones())


def test_somebody_takes_tasks_on_where_there_is_a_declarer() -> None:
    with pytest.raises(InvalidRules, match=r"HuntOfNobody: who=Opponents\(.*\) names nobody to take tasks on"):
        game(HuntOfNobody()).start(seed=1)


@frozen
class Counted(Boast):
    """Counts how often it is asked which remarks there are."""

    asked: ClassVar[list[int]] = []

    def remarks(self, deck: Any) -> tuple[Remark, ...]:
        self.asked.append(1)
        return super().remarks(deck)


def test_the_possible_remarks_are_worked_out_once_for_a_deck() -> None:
    rules = game(Counted())
    for seed in range(3):
        at_random(rules.start(seed=seed), seed, 6)
    assert len(Counted.asked) == 1


@pytest.mark.sample(0)
@pytest.mark.parametrize("moves", [1, 4, 9, 20])
def test_games_in_progress_go_on_with_their_tasks(moves: int) -> None:
    state = at_random(GAMES["both"].start(seed=4), 4, moves)
    found = batch.playouts(state, 6, 3, moves=True)
    assert found.moves is not None
    for deal in range(6):
        *_, last = found.states(deal)
        assert last.results[0].scores == tuple(found.points[deal])
    dealer = Dealer.of(state.view(state.actors[0]))
    assert dealer.why == ""
    dealer.rows(20, seed=1)


@pytest.mark.sample(0)
def test_a_game_in_place_offers_what_its_hands_and_tasks_allow() -> None:
    of = GAMES["both"]
    for seed in range(3):
        state, in_place, random = of.start(seed=seed), batch.start(of, seed=seed), Random(seed)
        while not state.results:
            (seat,) = state.actors
            assert {*in_place.legal(seat)} == {*state.legal(seat)}
            action = random.choice(state.legal(seat))
            state = state.play(seat, action)
            in_place.play(seat, action)
        assert in_place.results[0].scores == state.results[0].scores


@frozen
class Peeks(Task):
    """Looks at what no table tells."""

    text: ClassVar[str] = "peek"

    def fulfilled(self, seat: int, tricks: TrickTable, size: int) -> bool | None:
        return tricks.tricks[0].plays[0].hand == seat


@frozen
class HuntBlindly(Hunt):
    """A task that cannot be asked for."""

    def tasks(self, deck: Any, players: int) -> tuple[Task, ...]:
        return (*super().tasks(deck, players), Peeks())


@frozen
class MeetAgain(Hunt):
    """Another drafting."""


@pytest.mark.sample(0)
def test_what_cannot_be_compiled_is_named() -> None:
    assert "HuntBlindly: peek: it looks at" in batch.supports(game(HuntBlindly())).why
    twice = batch.supports(game(Hunt()).before(Tricks, MeetAgain())).why
    assert twice == "Hunt and MeetAgain: of drafted tasks the batch engine has one in a deal"
    copied = evolve(game(Hunt()), key="copied")
    assert batch.supports(copied)

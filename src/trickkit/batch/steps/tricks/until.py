"""Tricks that end depending on what was taken: the policy is called with symbolic tricks.

The policy adds up what hands took and compares the sums with numbers. This becomes a diagram, which compiled code walks
after every trick.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from attrs import define

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers, Question
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.budget import TOLD, TURN
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.sums import Sum
from trickkit.batch.lowering.symbolic import Cards, kinds_of
from trickkit.batch.lowering.tallies import Tallied
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.single import BlankTricks, Notes
from trickkit.batch.steps.tricks.turns import Open, Turning, taken
from trickkit.phases.kinds.tasks import Task
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.calling import Calls
from trickkit.policies.until import Until

MOST_QUESTIONS = 4_000
"""The most questions that a policy may ask about tricks: one after the other, and in all cases together."""


def ended(lowering: Lowering, phase: Tricks, until: Until, deal: BlankDeal) -> int:
    """The node that determines after a trick whether the tricks of a deal are over, and writes the result.

    Args:
        lowering: the lowering of the rules.
        phase: the phase of the tricks.
        until: the policy of the deal.
        deal: the partially known deal at the beginning of the tricks.

    Raises:
        Unsupported: the policy reads something that it cannot ask for.
    """
    earlier = [other for other in lowering.rules.phases if isinstance(other, Tricks)]
    counts = type(until).ended is Until.ended
    if counts and earlier[0] != phase:
        raise Unsupported(f"Tricks: until {until!r} counts the tricks of a phase that is not the first of its deal")

    def over(deal: BlankDeal, table: Any) -> int:
        is_over = until.over(table.taken, deal.declarer) if counts else until.ended(deal, table, 0)
        return lowering.knowledge.node((layout.WRITE, layout.ENDED, int(bool(is_over)), 0))

    node = TrickQuestions(lowering, f"Tricks: until {until!r}", deal, over).node({})
    return node if lowering.tallied is None else tallies(lowering, lowering.tallied, deal, node)


LOOK_AT_FEWER = "let it look at fewer tricks, such as the last one, `tricks.last`"
"""Advice on how to reduce the work of an ending."""
SAID = True, False, None
"""The states of a task, in the order of a `Tally`."""


def tallies(lowering: Lowering, tallied: Tallied, deal: BlankDeal, after: int) -> int:
    """The node that determines after a trick the state of the tasks that were taken on.

    Raises:
        Unsupported: a task reads something that it cannot ask for.
    """
    knowledge, roots = lowering.knowledge, list[int]()
    for seat in deal.seats:
        for task in tallied.tasks:

            def says(deal: BlankDeal, table: Any, seat: int = seat, task: Task = task) -> int:
                return knowledge.node((layout.SAYS, SAID.index(task.fulfilled(seat, table, deal.size))))

            roots.append(TrickQuestions(lowering, f"{tallied.name}: {task.text}", deal, says).node({}))
    table = knowledge.node((len(tallied.tasks), *roots))
    return knowledge.node((layout.TALLY, table, tallied.places[0], after))


@define(eq=False)
class TrickQuestions:
    """Asks about partially known complete tricks.

    Args:
        lowering: the lowering of the rules.
        name: the name of the part that asks, for errors.
        deal: the partially known deal at the beginning of the tricks.
        answer: takes the deal and its tricks, and returns the node after all its questions.
    """

    lowering: Lowering
    name: str
    deal: BlankDeal
    answer: Callable[[BlankDeal, Any], int]
    questions: int = 0

    def node(self, known: dict[Question, Any]) -> int:
        """The node of the next question, or the node after all questions."""
        turning = Turning(self.name, known, (), (), ())
        table: Any = BlankTable(turning, self.lowering, self.deal)
        try:
            return self.answer(self._deal(turning), table)
        except Open as unanswered:
            question = unanswered.question
        self.questions += 1
        self.lowering.budget.spend(self.name, TURN + TOLD * len(known), LOOK_AT_FEWER)
        if self.questions > MOST_QUESTIONS:
            raise turning.refuse("the tricks", f"and asks more than {MOST_QUESTIONS} questions about them")
        return self.lowering.knowledge.branched(self.name, question, known, self.node)

    def _deal(self, turning: Turning) -> BlankDeal:
        """The deal, in which points of earlier deals can be added to those taken in this one."""

        def number(place: int) -> Any:
            return Sum.of(turning, {(layout.S_NUMBER, place, -1): 1})

        totals = tuple([number(layout.TOTALS + seat) for seat in self.deal.seats])
        readers = {kind: shown.read(number, turning.refuse) for kind, shown in self.lowering.knowledge.readers.items()}
        calls = CallsTold(turning, self.lowering)
        return DealInTricks._made_of({**self.deal.__dict__, "totals": totals, "_readers": readers, "_calls": calls})


class DealInTricks(BlankDeal):
    """A deal with everything that can be read after each trick."""

    def get(self, phase: type[Any]) -> Any:
        """The record of a phase."""
        record = self.__dict__["_readers"].get(getattr(phase, "record", phase))
        record = self.__dict__["_calls"] if getattr(phase, "record", phase) is Calls else record
        return super().get(phase) if record is None else record


@define(eq=False)
class CallsTold:
    """The calls of a deal, which reveal only how many of them have certain words, by seat."""

    answers: Answers
    lowering: Lowering

    def count(self, words: Collection[str], seat: int | None = None) -> Any:
        """How often any of some words was called, by a seat or by anybody."""
        self.lowering.needs_notes = True
        mask = sum(1 << index for index, word in enumerate(self.lowering.words_called) if word in words)
        seats = range(self.lowering.rules.players) if seat is None else (seat,)
        return Sum.of(self.answers, {(layout.S_CALLED, caller, mask): 1 for caller in seats} if mask else {})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self.answers.refuse(f"`{name}` of calls", "of which the batch engine has only the `count`")


@define(eq=False)
class BlankTable:
    """The complete tricks of a deal, as a symbolic value that can be asked who took what."""

    answers: Answers
    lowering: Lowering
    deal: BlankDeal | None = None

    @property
    def tricks(self) -> BlankTricks:
        """The tricks one by one."""
        notes = None if self.deal is None else Notes(self.lowering, self.deal)
        return BlankTricks(self.answers, self.lowering.rules.players, self.lowering.most_tricks, notes)

    @property
    def last(self) -> Any:
        """The last trick, which exists whenever an ending is asked."""
        return self.tricks[-1]

    @property
    def taken(self) -> tuple[Any, ...]:
        """By hand, how many tricks it took."""
        return self.taken_since(0)

    def taken_since(self, number: int) -> tuple[Any, ...]:
        """By hand, how many tricks it took, starting from a given trick."""
        most = self.lowering.most_tricks
        mask = (1 << most) - (1 << min(number, most))
        return tuple([taken(self.answers, hand, mask) for hand in self._hands])

    def taker(self, number: int) -> int | None:
        """The hand that took a trick."""
        return next((hand for hand in self._hands if taken(self.answers, hand, 1 << number)), None)

    def taker_of(self, card: str) -> int | None:
        """The hand that took the trick to which a card was played."""
        return next((hand for hand in self._hands if card in self.captured(hand)), None)

    @property
    def _hands(self) -> range:
        return range(self.lowering.rules.players)

    def captured(self, hand: int) -> Cards:
        """The cards that a hand captured."""
        return self._heap(layout.S_CARDS, layout.WON + hand)

    def piles(self, players: int) -> tuple[Cards, ...]:
        """The result of `captured` for every hand."""
        return tuple([self.captured(hand) for hand in range(players)])

    def points(self, hand: int, worth: Mapping[str, int]) -> Any:
        """The points of the cards that a hand captured."""
        return self.captured(hand).points(worth)

    def played(self, hand: int) -> Cards:
        """The cards that a hand played."""
        return self._heap(layout.S_PLAYED, layout.HANDS + hand)

    def played_in_full(self, hand: int, groups: Iterable[Collection[str]]) -> Any:
        """How many groups of cards a hand played completely."""
        kinds, parts = kinds_of(self.lowering.rules.deck), dict[Any, int]()
        for group in groups:
            if kinds.keys() >= {*group}:
                part = (layout.S_ALL_PLAYED, layout.HANDS + hand, sum(kinds[text] for text in {*group}))
                parts[part] = parts.get(part, 0) + 1
        return Sum.of(self.answers, parts)

    def _heap(self, how: int, place: int) -> Cards:
        self.lowering.refuse_slots("cards of tricks")
        kinds, total = kinds_of(self.lowering.rules.deck), partial(Sum.of, self.answers)
        return Cards(kinds, (lambda mask: [(how, place, mask)],), total, self.answers.refuse)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self.answers.refuse(f"`{name}` of tricks", "of which the batch engine knows only who took which cards")

"""What is possible in a deal when a phase begins: every answer to the phase's questions.

A phase or policy is called with as little knowledge as it needs (see `blank`). Its answers become a decision tree of
ASK nodes, in which compiled code finds the answer that applies to a row. The results of earlier phases limit the
possible answers: for example, only a seat that some outcome of the bidding made declarer can be the declarer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers, Question, Unanswered
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.budget import ASK, KNOWN
from trickkit.batch.lowering.cards import COUNT, KNOWS, MEETS, bounds
from trickkit.batch.lowering.game_tables import GameTables
from trickkit.batch.lowering.remembering import HOW_MUCH, REMEMBERED, answered, answers_to, not_answered
from trickkit.batch.lowering.shown import Shown
from trickkit.batch.lowering.sums import SUM, node_of_sum, values_of_sum
from trickkit.batch.lowering.tallies import Tallied
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.errors import InvalidRules
from trickkit.model.events import Record
from trickkit.policies.memory import remembering

Look = tuple[int, int, int, dict[int, Any]]
"""How compiled code looks for an answer: the kind of look, the place in the row, and the operand; then, by result, the
answer."""


@frozen(eq=False)
class Source:
    """A place in the row that stores the result of a phase.

    Args:
        place: the place in the row.
        offset: the number to add to the stored one, so that it counts from 0.
        records: by type, and by the resulting number, the record; None if there is none.
        writes: by number, what the phase wrote into the row.
        goes_on: by number, whether the deal continues.
        lost: the fields of records that a summary leaves out.
        unread: the fields with cards that the phase did not examine.
    """

    place: int
    offset: int
    records: Mapping[type[Record], Sequence[Record | None]]
    writes: Sequence[Mapping[int, int]]
    goes_on: Sequence[bool]
    lost: Collection[tuple[type[Record], str]] = ()
    unread: Collection[tuple[type[Record], str]] = ()


@define(eq=False)
class Knowledge:
    """What may be known about a deal at a given phase.

    Args:
        game: its tables so far.
        sources: by type of record, where it is stored.
        possible: by place in the row, the values that it may have.
        writers: by place in the row, the phase that last wrote it.
        hidden: the types of records that are not available.
    """

    game: GameTables
    sources: dict[type[Record], Source] = field(init=False, factory=dict)
    possible: dict[int, set[int]] = field(init=False)
    writers: dict[int, Source] = field(init=False, factory=dict)
    hidden: set[type[Record]] = field(init=False, factory=set)
    repeated: set[type[Record]] = field(init=False, factory=set)
    """The types of records that several phases write."""
    ends: bool = field(init=False, default=False)
    """Whether a phase may end the deal, other than by playing tricks."""
    blanks: dict[type[Record], Callable[[BlankDeal], Any]] = field(init=False, factory=dict)
    """By type of record without a place in the row, a function that creates a symbolic one."""
    asked_at: dict[tuple[int, int, int], tuple[Question, dict[int, Any]]] = field(init=False, factory=dict)
    """By kind of look, place and operand: the question, and its answers by the number that the look finds."""
    figured: dict[type[Record], Callable[[Answers], Any]] = field(init=False, factory=dict)
    """By type of record whose numbers are stored in the row, a function that creates one with symbolic numbers."""
    readers: dict[type[Record], Shown | Tallied] = field(init=False, factory=dict)
    """By type of record without outcomes, the place of the numbers that represent it."""
    _nodes: dict[tuple[int, ...], int] = field(init=False, factory=dict)
    _agreed: dict[Any, list[int]] = field(init=False, factory=dict)
    """By source and by what is known about it, the numbers that agree."""

    def __attrs_post_init__(self) -> None:
        none = self.game.number_of(None)
        self.possible = {layout.TRUMP: {none}, layout.DECLARER: {-1}, layout.RESTING: {0}}
        self.node((layout.OVER,))

    def node(self, numbers: tuple[int, ...]) -> int:
        """The index of a node among all; equal ones are stored once."""
        if numbers not in self._nodes:
            self._nodes[numbers] = len(self.game.tables["nodes"])
            self.game.tables["nodes"] += numbers
        return self._nodes[numbers]

    def mask(self, faces: int) -> int:
        """The index of a mask among the nodes."""
        return self.node(tuple(self.game.mask(faces)))

    def asked(self, name: str, ask: Callable[[BlankDeal], int]) -> int:
        """The node that asks for all that a function reads in a deal, and continues with the node that it returns.

        Args:
            name: the name of the part that asks, for errors.
            ask: takes a symbolic deal and returns a node.

        Raises:
            Unsupported: there are too many cases.
        """
        game = self.game
        lost = {attribute for source in self.sources.values() for attribute in source.lost}
        unread = {attribute for source in self.sources.values() for attribute in source.unread}

        def asked(known: dict[Question, Any]) -> int:
            game.budget.spend(name, ASK + KNOWN * len(known))
            told = Answers(name, known, self.sources, lost, self.hidden, game.hands, self.blanks, unread, self.figured)
            try:
                return ask(BlankDeal.of(game.rules.deck, game.rules.players, told))
            except Unanswered as unanswered:
                question = unanswered.question
            except (InvalidRules, LookupError, TypeError) as error:
                return self.refused(error, known)
            return self.branched(name, question, known, asked)

        asked_before = len(game.remembered)
        try:
            return asked({})
        except Unsupported as error:
            if not game.budget.is_exceeded or len(game.remembered) <= asked_before + 1:
                raise
            raise Unsupported(
                f"{name}: its questions about earlier deals have too many combinations to be tried in advance; ask "
                "about each option separately, as `allows` of an Offer does"
            ) from error

    def refused(self, error: Exception, known: Mapping[Question, Any]) -> int:
        """The node for a phase that refuses to go on after certain earlier deals; any other error is raised again.

        Args:
            error: the error that the phase raised.
            known: the answers to its questions.
        """
        remembered = {key: known[key] for key in known if key[0] in (REMEMBERED, HOW_MUCH)}
        after = isinstance(error, InvalidRules) or any(isinstance(found, type) for found in remembered.values())
        after |= isinstance(error, LookupError) and any(kind == HOW_MUCH for kind, _ in remembered)
        if not after or self._is_fresh(remembered):
            raise error
        return self.node((layout.REFUSES,))

    def branched(
        self, name: str, question: Question, known: dict[Question, Any], after: Callable[[dict[Question, Any]], int]
    ) -> int:
        """The node that asks a question, and continues for each answer with the node that a function returns.

        Args:
            name: the name of the part that asks, for errors.
            question: the question to ask.
            known: the answers to earlier questions.
            after: a function that takes these answers together with the new one.
        """
        how, offset, operand, answers = self.look(name, question, known)
        if not answers:
            return 0
        children = [0] * (1 + max(answers))
        for index, answer in answers.items():
            children[index] = after({**known, question: answer})
        if len({children[index] for index in answers}) == 1:
            return children[min(answers)]
        return self.node((layout.ASK, how, offset, operand, *children))

    def look(self, name: str, question: Question, known: Mapping[Question, Any]) -> Look:
        """How compiled code looks for an answer and, by the number that it finds, the answer."""
        how, offset, operand, answers = self._look(name, question, known)
        self.asked_at.setdefault((how, offset, operand), (question, {}))[1].update(answers)
        return how, offset, operand, answers

    def _look(self, name: str, question: Question, known: Mapping[Question, Any]) -> Look:
        kind, *more = question
        game, players = self.game, self.game.rules.players
        if kind in (MEETS, COUNT):
            self.game.refuse_slots(name)
            return self._look_at_hand(question, known)
        if kind == KNOWS:
            self.game.refuse_slots(name)
            return layout.MEETS, layout.KNOWN + more[0], self.mask(more[1]), {0: False, 1: True}
        if kind == SUM:
            answers = dict(enumerate(values_of_sum(question)))
            return layout.SUMMED, layout.COUNTER, node_of_sum(self, question), answers
        if kind in (REMEMBERED, HOW_MUCH):
            return self._look_at_remembered(name, question)
        if kind in ("exists", "field"):
            return self._look_at_record(question, known)
        if kind == "led":
            classes = self.node(tuple(more[1] >> face & 1 for face in range(len(game.rules.deck.faces))))
            offset, shift = (layout.LED, 0) if more[0] < 0 else (layout.LEADS, 8 * more[0])
            return layout.LED_CLASSED, offset, classes << 8 | shift, {0: False, 1: True}
        if kind == "top":
            classes = self.node(tuple(range(len(game.rules.deck))))
            return layout.LED_CLASSED, layout.STAGE, classes << 8, dict(enumerate(game.rules.deck))
        if kind == "face":
            texts, faces = list(game.rules.deck.kinds), game.rules.deck.faces
            classes = self.node(tuple(texts.index(face.text) for face in faces))
            return layout.LED_CLASSED, layout.TABLE, classes << 8 | 8 * more[0], dict(enumerate(texts))
        if kind == "played":
            _, hand, mask, offset = more
            # The note of a face is its number plus 1, and 0 for none.
            classes = self.node((0, *[mask >> face & 1 for face in range(len(game.rules.deck.faces))]))
            return layout.LED_CLASSED, offset, classes << 8 | 8 * hand, {0: False, 1: True}
        if kind == "leader":
            classes = self.node(tuple(range(players)))
            return layout.LED_CLASSED, more[1], classes << 8 | layout.N_LEADER, {hand: hand for hand in range(players)}
        if kind == "stock":
            if game.returns:
                raise Unsupported(f"{name}: it looks at the stock after cards may have been put under it")
            return layout.LEFT, layout.TOP, 0, {cards: cards for cards in game.in_stock}
        if kind == "starter":
            return layout.ADDED, layout.STARTER, 0, {seat: seat for seat in range(players)}
        if kind == "size":
            return layout.ADDED, layout.SIZE, 0, {size: size for size in sorted({*game.sizes})}
        if kind in ("number", "scored_before"):
            count = len(game.sizes) if kind == "number" else layout.MOST_NUMBERS
            if count > layout.MOST_NUMBERS:
                raise Unsupported(
                    f"{name}: it looks at the number of the deal among {count:,}; the batch engine asks for "
                    f"{layout.MOST_NUMBERS} of them at most"
                )
            game.counts_scored |= kind == "scored_before"
            offset = layout.NUMBER if kind == "number" else layout.SCORED
            return layout.ADDED, offset, 0, {index: index for index in range(count)}
        offset = {"trump": layout.TRUMP, "declarer": layout.DECLARER, "resting": layout.RESTING}[kind]
        if kind == "trump":
            trumps = game.trumps()
            return layout.ADDED, offset, 0, {value: trumps[value] for value in self._may_be(offset, known)}
        if kind == "declarer":
            declarers = {value + 1: None if value < 0 else value for value in self._may_be(offset, known)}
            return layout.ADDED, offset, 1, declarers
        hands = {
            value: tuple(hand for hand in range(players) if value >> hand & 1) for value in self._may_be(offset, known)
        }
        return layout.ADDED, offset, 0, hands

    @property
    def _fresh(self) -> tuple[Record, ...]:
        """The memory of the game before the first deal."""
        rules = self.game.rules
        return remembering(rules.memory, None, rules.players)

    def _is_fresh(self, remembered: Mapping[Question, Any]) -> bool:
        """Whether the answers are those before the first deal; often already the first answer differs."""
        fresh = self._fresh
        return all(answers_to(key)[answered(key, fresh)] == answer for key, answer in remembered.items())

    def _look_at_remembered(self, name: str, question: Question) -> Look:
        questions = self.game.remembered
        if question not in questions:
            why = not_answered([question], self._fresh)
            if len(questions) == layout.MOST_REMEMBERED:
                why = f"it asks more than {layout.MOST_REMEMBERED} questions about what is remembered"
            if why:
                raise Unsupported(f"{name}: {why}")
            questions.append(question)
        word, byte = divmod(questions.index(question), 8)
        answers = answers_to(question)
        operand = self.node(tuple(range(len(answers)))) << 8 | 8 * byte
        return layout.LED_CLASSED, layout.REMEMBERED + word, operand, dict(enumerate(answers))

    def _look_at_hand(self, question: Question, known: Mapping[Question, Any]) -> Look:
        kind, seat, mask = question
        if kind == MEETS:
            return layout.MEETS, layout.HANDS + seat, self.mask(mask), {0: False, 1: True}
        least, most = bounds(known, seat, mask, self.game.hands)
        return layout.COUNTED, layout.HANDS + seat, self.mask(mask), {count: count for count in range(least, most + 1)}

    def _look_at_record(self, question: Question, known: Mapping[Question, Any]) -> Look:
        source, answers = self.sources[question[1]], list[Any]()
        by_number = [0] * len(source.writes)
        for outcome in self._agreeing(source, known):
            answer = _answer(source, outcome, question)
            if answer not in answers:
                answers.append(answer)
            by_number[outcome] = answers.index(answer)
        return layout.CLASSED, source.place, self.node(tuple(by_number)) + source.offset, dict(enumerate(answers))

    def _agreeing(self, source: Source, known: Mapping[Question, Any]) -> list[int]:
        """The numbers of a source that agree with what is known."""
        places = {("trump",): layout.TRUMP, ("declarer",): layout.DECLARER, ("resting",): layout.RESTING}
        conditions = [
            (question, answer)
            for question, answer in known.items()
            if len(question) > 1 and question[1] in source.records
        ]
        scalars = [
            (places[question], self._row_number(question[0], answer))
            for question, answer in known.items()
            if question in places and self.writers.get(places[question]) is source
        ]
        key = source, tuple(scalars), tuple(conditions)
        if key not in self._agreed:
            self._agreed[key] = [
                outcome
                for outcome in range(len(source.writes))
                if source.goes_on[outcome]
                and all(source.writes[outcome].get(offset, wanted) == wanted for offset, wanted in scalars)
                and all(_answer(source, outcome, question) == answer for question, answer in conditions)
            ]
        return self._agreed[key]

    def _row_number(self, what: str, answer: Any) -> int:
        if what == "trump":
            return self.game.number_of(answer)
        if what == "declarer":
            return -1 if answer is None else int(answer)
        return sum(1 << hand for hand in answer)

    def _may_be(self, place: int, known: Mapping[Question, Any]) -> list[int]:
        """The possible values of a place in the row, given what is known."""
        source = self.writers.get(place)
        if source is None:
            return sorted(self.possible[place])
        return sorted({source.writes[outcome][place] for outcome in self._agreeing(source, known)})

    # After a phase

    def learn(self, source: Source) -> None:
        """Record the results of a phase, and what it wrote."""
        self.ends |= any(layout.CLOSED in write for write in source.writes)
        # If a place has only one possible value, it keeps that value in all outcomes that do not write to it.
        written_at = {offset for write in source.writes for offset in write}
        stays = {offset: min(may) for offset, may in self.possible.items() if len(may) == 1 and offset in written_at}
        source = evolve(source, writes=[{**stays, **write} for write in source.writes])
        for kind in source.records:
            if kind in self.sources and self.sources[kind].place != source.place:
                self.repeated.add(kind)
            self.sources[kind] = source
            self.hidden.discard(kind)
        for offset, before in [*self.possible.items()]:
            written = [write.get(offset) for write, open_ in zip(source.writes, source.goes_on, strict=True) if open_]
            new = {value for value in written if value is not None}
            if not new:
                continue
            if source.records and None not in written:
                self.writers[offset] = source
            else:
                self.writers.pop(offset, None)
            self.possible[offset] = before | new if None in written else new

    def may_write(self, place: int, numbers: Iterable[int]) -> None:
        """Record that a phase writes one of some numbers, about which nothing else is known."""
        self.writers.pop(place, None)
        self.possible[place] = {*numbers}


def _answer(source: Source, number: int, question: Question) -> Any:
    record = source.records[question[1]][number]
    if question[0] == "exists":
        return record is not None
    return getattr(record, question[2], None)

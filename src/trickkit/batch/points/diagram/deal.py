"""A finished deal as a scoring receives it; it records everything that the scoring reads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import F_DECLARER, F_NUMBER, F_OPENER, F_SIZE, F_STARTER, F_TRUMP
from trickkit.batch.lowering.answers import NOT_ASKED
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.figures import Figures, told_by_figures
from trickkit.batch.lowering.numbers import nobody
from trickkit.batch.lowering.shown import PointsShown, Shown
from trickkit.batch.lowering.symbolic import Cards
from trickkit.batch.lowering.tallies import Tallied, TasksTold
from trickkit.batch.lowering.texts import Text
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.kernel import BEFORE
from trickkit.batch.points.diagram.quantities import Count, OutcomeNumber
from trickkit.batch.points.diagram.schema import FactSchema
from trickkit.batch.points.diagram.traces import Trace, figure
from trickkit.batch.points.diagram.tricks import NotedCalls, NotedTricks, cards_at, of_sets
from trickkit.errors import MissingRecord
from trickkit.model.events import Record, ScoreLine
from trickkit.phases.talon import LayAway
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.calling import Calls
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.participants import taking_part

MOST_POINTS = 1 << 15
"""More points than the melds of a seat can score."""


class ScoringAnswers:
    """Answers the questions of a scoring, and records them; takes the place of `Answers` in a symbolic deal.

    Args:
        schema: the schema of the rules.
        trace: the trace of the deal.
        scoring: its name, for errors.
    """

    def __init__(self, schema: FactSchema, trace: Trace, scoring: str) -> None:
        self.schema, self.trace, self.phase = schema, trace, scoring
        self.lost = {(kind, name) for kind, name in schema.lost if not told_by_figures(kind)}
        self.written, self.hidden = schema.sources, schema.hidden
        self.unread, self.blanks, self.figured_by = schema.unread, dict[type[Record], Any](), dict[type[Record], Any]()

    def ask(self, *what: Any) -> Any:
        """The answer to a question of the scoring."""
        schema, trace = self.schema, self.trace
        players = schema.rules.players
        if what[0] == "field" and what[1:] in schema.lost:
            return getattr(self.figured(what[1]), what[2])
        if what[0] in ("exists", "field"):
            classes = schema.classed(what)
            if not trace.records or (not classes.numbers and not classes.texts):
                return trace.classed(classes)
            if trace.grouped(classes, classes.lacking):
                return None
            if classes.numbers:
                return OutcomeNumber.of(trace, classes, classes.numbers)
            return Text(partial(trace.grouped, classes), partial(trace.of_phase, classes), classes.texts)
        if what[0] == "starter":
            return trace.fact(F_STARTER, 0, players - 1)
        if what[0] == "size":
            least, most = min(schema.sizes), max(schema.sizes)
            return least if least == most else Count.of(trace, {figure(F_SIZE, 0, most): 1})
        if what[0] == "trump":
            return schema.trumps[trace.fact(F_TRUMP, 0, len(schema.trumps) - 1)]
        if what[0] == "declarer":
            declarer = trace.fact(F_DECLARER, -1, players - 1)
            return None if declarer < 0 else declarer
        if what[0] == "resting" and not schema.rests:
            return ()
        if what[0] == "number" and len(schema.sizes) <= 1 << 12:
            return trace.fact(F_NUMBER, 0, (schema.rules.ending.most_deals() or 1 << 12) - 1)
        raise self.refuse(f"`{what[0]}` of a deal")

    def figured(self, kind: type[Record]) -> Any:
        """A record whose numbers are stored among the facts."""
        return kind.of_figures(self._figures, self.schema.rules.players)

    def _figures(self, name: str, places: Sequence[tuple[int, ...]], made: Callable[[Any], Any] | None = None) -> Any:
        """The numbers of a record, which are read one by one."""
        figures = Figures(lambda number: self._figure(name, places[number]), len(places), made)
        return figures if self.trace.records else tuple(figures)

    def _figure(self, name: str, index: tuple[int, ...]) -> Any:
        """A number of a record; None if there is none."""
        schema, column = self.schema, self.schema.column(name, index)
        if name == "backs":
            back = self.trace.fact(column, -1, nobody(schema.rules))
            return None if back in (-1, nobody(schema.rules)) else back
        if name == "points_estimated":
            return Count.of(self.trace, {figure(column, 0, schema.highest_estimate): 1})
        if not schema.columns.bids:
            return Count.of(self.trace, {figure(column, 0, max(schema.sizes)): 1})
        always, sometimes, highest = schema.bids
        bid = Count.of(self.trace, {figure(column, -1 if index not in always else 0, highest): 1})
        return None if index not in sometimes or bid < 0 else bid

    def shown(self, shown: Shown | Tallied) -> PointsShown | TasksTold | None:
        """The shown melds, or the state of the tasks; None if the phase did not begin."""
        columns = self.schema.columns
        first = columns.width - columns.outcomes - layout.OUTCOMES

        def points(place: int) -> Count | int:
            return Count.of(self.trace, {figure(first + place, -1, MOST_POINTS): 1})

        return None if points(shown.places[0]) < 0 else shown.read(points, self.refuse)

    def before(self, column: int, seats: int) -> tuple[Count, ...]:
        """By seat, points of earlier deals, read from certain columns."""
        return tuple([Count(self.trace, {(BEFORE, column + seat, 1): 1}) for seat in range(seats)])

    def look_at_notes(self) -> None:
        """Record that the scoring reads the notes of tricks and calls.

        Raises:
            Unsupported: the game has no notes.
        """
        self.trace.looks_at_notes = True
        if not self.schema.has_cards or not self.trace.has_notes:
            raise self.refuse("tricks", "which are not noted in this game")

    def refuse_unless_traced(self, what: str) -> None:
        """Refuse a value that is known only as part of a sum, unless it is used for points."""
        if not self.trace.records:
            raise self.refuse(what)

    def noted(self, place: int, up: int, values: Sequence[Any]) -> Any:
        """The meaning of 8 bits of a note."""
        self.look_at_notes()
        return self.trace.note(place, up, tuple(values), self.schema.tables)

    def refuse(self, what: str, why: str = NOT_ASKED) -> Unsupported:
        """The error that a scoring reads something that is not recorded."""
        return Unsupported(f"{self.phase}: it looks at {what}, {why}")


class ScoredDeal(BlankDeal):
    """A finished deal that records everything that is read in it."""

    @classmethod
    def noted(cls, schema: FactSchema, trace: Trace, scoring: str) -> ScoredDeal:
        """A deal that records in a trace what a scoring reads."""
        return cls.of(schema.rules.deck, schema.rules.players, ScoringAnswers(schema, trace, scoring))  # type: ignore[arg-type,return-value]

    def get(self, phase: type[Any]) -> Any:
        """The record of a phase."""
        answers = self.__dict__["_answers"]
        if getattr(phase, "record", phase) in answers.schema.readers:
            return answers.shown(answers.schema.readers[phase.record])
        if getattr(phase, "record", phase) is Calls:
            return NotedCalls(answers)
        kind = getattr(phase, "record", phase)
        if kind is not TrickTable:
            return answers.figured(kind) if kind in answers.hidden and told_by_figures(kind) else super().get(phase)
        return NotedTricks(self, answers) if self._has_tricks else None

    def __getitem__(self, phase: type[Any]) -> Any:
        answers = self.__dict__["_answers"]
        kind, may_lack = getattr(phase, "record", phase), answers.schema.ends
        if kind in (TrickTable, Calls):
            if may_lack and not self._has_tricks:
                raise MissingRecord("no trick is played in this deal", phase, 0)
            return NotedTricks(self, answers) if kind is TrickTable else NotedCalls(answers)
        by_numbers = (
            kind in answers.schema.choices or phase is LayAway or (kind in answers.hidden and told_by_figures(kind))
        )
        may_lack = may_lack and (kind in answers.schema.late or not self._has_tricks)
        if by_numbers and may_lack:
            raise answers.refuse(f"{phase.__name__}", "which a deal that ends early may lack")
        if kind in answers.schema.choices:
            chosen = [of_sets(2 * self.players + 2 + seat, self.players) for seat in self.seats]
            return SimpleNamespace(**{kind.field_of_choices: tuple([cards_at(answers, place) for place in chosen])})
        if phase is LayAway:
            return SimpleNamespace(hands=self._laid_away(answers))
        if kind in answers.written and kind not in (*answers.hidden, *answers.schema.readers) and not may_lack:
            # A deal without this record cannot be scored.
            return self.recorded(kind)
        record = self.get(phase)
        if record is None:
            raise MissingRecord(f"{phase.__name__} has no record in this deal", phase, 0)
        return record

    @property
    def _has_tricks(self) -> bool:
        """Whether tricks were played, whoever led first."""
        opener = Count(self.__dict__["_answers"].trace, {figure(F_OPENER, -1, self.players - 1): 1})
        return bool(opener >= 0)

    @property
    def closed(self) -> bool:
        """Whether a phase ended the deal, which is recorded if tricks were to follow it."""
        answers = self.__dict__["_answers"]
        if not answers.schema.tricks or self._has_tricks:
            raise answers.refuse("`closed` of a deal")
        return True

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Refused: the score lines of phases are not recorded."""
        answers = self.__dict__["_answers"]
        if answers.schema.scores_in_midst:
            raise answers.refuse("score lines of the same deal")
        return ()

    @property
    def totals(self) -> tuple[Count, ...]:  # type: ignore[override]
        """By seat, the points of earlier deals."""
        return self.__dict__["_answers"].before(0, self.players)

    def points_before(self, reasons: Collection[str]) -> tuple[Count, ...]:  # type: ignore[override]
        """By seat, the points of some lines of earlier deals."""
        ordered = tuple(sorted({*reasons}))
        return self._before(ordered) if ordered else (Count(self.__dict__["_answers"].trace, {}),) * self.players

    @property
    def unscored_before(self) -> Count:  # type: ignore[override]
        """The number of deals without a score directly before this one."""
        return self._before(())[0]

    def _before(self, asked: tuple[str, ...]) -> tuple[Count, ...]:
        """Numbers of earlier deals, as in `FactSchema.reasons_before`."""
        answers = self.__dict__["_answers"]
        if asked not in answers.schema.reasons_before:
            if not answers.trace.learns:
                raise answers.refuse("points of earlier deals", "for reasons that it has not told beforehand")
            answers.schema.reasons_before.append(asked)
        return answers.before(self.players * (1 + answers.schema.reasons_before.index(asked)), self.players)

    def holders(self, card: str) -> tuple[bool, ...]:
        """By seat, whether it held a copy of a card, all copies of which were played."""
        answers = self.__dict__["_answers"]
        if not answers.schema.hands_kept:
            raise answers.refuse("who held a card", "where cards move before the tricks")
        copies = [self[Tricks].played(hand).counted(card) for hand in self.seats]
        if sum(copies) != sum(deck_card.text == card for deck_card in self.deck):
            raise answers.refuse("who held a card", "where not all copies are played")
        return tuple([bool(count) for count in copies])

    @property
    def hands(self) -> tuple[Cards, ...]:  # type: ignore[override]
        """The cards left in the hands, in a game without tricks."""
        answers = self.__dict__["_answers"]
        if answers.schema.tricks and self._has_tricks:
            raise answers.refuse("the cards in hands", "which are recorded only if no tricks are played")
        return tuple([cards_at(answers, of_sets(self.players + seat, self.players)) for seat in self.seats])

    @property
    def stock(self) -> Cards:  # type: ignore[override]
        """The cards left in the stock."""
        answers = self.__dict__["_answers"]
        if any(phase.returns for phase in answers.schema.rules.phases):
            raise answers.refuse("the stock", "where hands put cards under it")
        return cards_at(self.__dict__["_answers"], of_sets(2 * self.players + 1, self.players))

    def _laid_away(self, answers: ScoringAnswers) -> tuple[Cards, ...]:
        """By seat, the cards that it laid away."""
        phases = [phase for phase in answers.schema.rules.phases if isinstance(phase, LayAway)]
        if len(phases) != 1:
            raise answers.refuse(
                "cards that were laid away", "which are recorded only if a single phase lays cards away"
            )
        seats = taking_part(phases[0].who, self, phases[0])
        if len(seats) > 1:
            raise answers.refuse(
                "cards that were laid away",
                "which are recorded only if a single seat lays cards away, or if no cards are chosen later",
            )
        laid = of_sets(2 * self.players, self.players)
        return tuple([cards_at(answers, laid) if seat in seats else cards_at(answers) for seat in self.seats])

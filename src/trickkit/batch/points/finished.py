"""Finished deals as endings, starters and memories receive them, read from the recorded results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar

from attrs import field, fields, frozen

from trickkit.batch.kernel.arrays import Written
from trickkit.batch.kernel.layout import LESS, VALUE
from trickkit.batch.lowering.blank import refusing
from trickkit.batch.lowering.shown import PointsShown
from trickkit.batch.lowering.symbolic import Terms
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.deal import ScoredDeal, ScoringAnswers
from trickkit.batch.points.diagram.diagram import UNBORNE
from trickkit.batch.points.diagram.schema import FactSchema
from trickkit.batch.points.diagram.traces import Row, Trace, Unwritten
from trickkit.batch.points.diagram.tricks import NotedTricks
from trickkit.model.cards import Suit
from trickkit.model.deal import Deal
from trickkit.model.events import Outcome, Record, ScoreLine
from trickkit.model.result import Result
from trickkit.play.checks import check_outcome, check_seats
from trickkit.policies.memory import remembering
from trickkit.scoring.base import lines_of

_new, _set = object.__new__, object.__setattr__
T = TypeVar("T")


class Reading(Trace):
    """Answers questions about one deal at once, without recording them."""

    records = False

    def fact(self, column: int, least: int, most: int) -> int:
        """A fact."""
        return self.in_facts(column, least, most)

    def compared(self, terms: Terms, more: int, how: int, operand: int) -> int:
        """The value of a sum, or whether it is below a number or equals it."""
        value = more + self.total(terms)
        return value if how == VALUE else int(value < operand if how == LESS else value == operand)

    def divided(self, terms: Terms, more: int, divisor: int) -> int:
        """A sum, divided by a number above 0."""
        return (more + self.total(terms)) // divisor

    def rest(self, terms: Terms, more: int, divisor: int) -> int:
        """What is left when a sum is divided by a number above 0."""
        return (more + self.total(terms)) % divisor

    def _told_apart(self, what: Any, values: tuple[Any, ...], here: int, looked: Any) -> Any:
        return values[here]


class Only:
    """Stands for a record of which only some attributes are known.

    Args:
        told: the record.
        names: the attributes that may be read.
        refuse: creates the error for other attributes.
    """

    def __init__(self, told: Any, names: Collection[str], refuse: Callable[[str], Unsupported]) -> None:
        self._told, self._names, self._refuse = told, names, refuse

    def __getattr__(self, name: str) -> Any:
        if name not in self._names:
            raise self._refuse(f"`{name}` of the record of a phase")
        return getattr(self._told, name)

    def __repr__(self) -> str:
        raise self._refuse("the record of a phase, as a whole")

    def __eq__(self, other: object) -> bool:
        raise self._refuse("the record of a phase, as a whole")

    __hash__ = None  # type: ignore[assignment]


TAKERS = ("taken", "taken_since", "taker", "taker_of", "points", "points_in_tricks")
"""The attributes of tricks that are known from numbers alone."""


class WrittenDeal(ScoredDeal):
    """A deal that is over but not yet scored; the deals before it are known."""

    # Computed from earlier deals, as in Deal; in a ScoredDeal these are questions.
    points_before = Deal.points_before  # type: ignore[assignment]
    scored_before, unscored_before = Deal.scored_before, Deal.unscored_before  # type: ignore[assignment]
    remembered = Deal.remembered
    totals = property(lambda deal: deal.__dict__["_before"].totals)
    earlier = property(lambda deal: deal.__dict__["_before"].earlier)
    memory = property(lambda deal: deal.__dict__["_before"].memory)

    def get(self, phase: type[Any]) -> Any:
        """The record of a phase; for melds, only their points."""
        record = super().get(phase)
        return (
            Only(record, ("points",), self.__dict__["_answers"].refuse) if isinstance(record, PointsShown) else record
        )

    def recorded(self, kind: Any) -> Any:
        """The record that a phase made; if one of its fields is not recorded, a substitute that refuses that field."""
        answers = self.__dict__["_answers"]
        known = {lost for lost, _ in (*answers.schema.lost, *answers.schema.unread)}
        source = answers.schema.sources.get(kind)
        if kind in known or source is None:
            return super().recorded(kind)
        index = source.offset + answers.trace.row.facts[answers.schema.classed(("exists", kind)).column]
        record = source.records[kind][index] if 0 <= index < len(source.records[kind]) else None
        return super().recorded(kind) if record is None else record

    @classmethod
    def of_row(cls, schema: FactSchema, row: Row, before: Deal, asks: str) -> WrittenDeal:
        """The deal of a row.

        Args:
            schema: what can be read.
            row: the numbers of the deal.
            before: the deal as it began, with all that came before it.
            asks: the name of the part that reads it, for errors.
        """
        deal = cls.of(schema.rules.deck, schema.rules.players, ScoringAnswers(schema, Reading(row), asks))  # type: ignore[arg-type]
        deal.__dict__["_before"] = before
        return deal  # type: ignore[return-value]


class FinishedDeal(WrittenDeal):
    """A deal that is over and scored: it answers with numbers, texts and records, and refuses everything else."""

    scored = property(lambda _: True)

    def get(self, phase: type[Any]) -> Any:
        """What a phase found out."""
        return self._restricted(super().get(phase))

    def __getitem__(self, phase: type[Any]) -> Any:
        return self._restricted(super().__getitem__(phase))

    def _restricted(self, told: Any) -> Any:
        return Only(told, TAKERS, self.__dict__["_answers"].refuse) if isinstance(told, NotedTricks) else told

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Every score with its reason: the scorings are called with the deal."""
        score_lines: tuple[ScoreLine, ...] | None = self.__dict__.get("_lines")
        if score_lines is None:
            answers, before = self.__dict__["_answers"], self.__dict__["_before"]
            rules, row = answers.schema.rules, answers.trace.row
            mid_deal = super().lines
            deals = [
                WrittenDeal.of_row(answers.schema, row, before, type(scoring).__name__) for scoring in rules.scoring
            ]
            every = zip(rules.scoring, deals, strict=True)
            score_lines = (*mid_deal, *[line for scoring, deal in every for line in lines_of(scoring, deal)])
            self.__dict__["_lines"] = score_lines
        return score_lines


for _name in ("held", "hands", "stock", "out", "known", "_log"):
    setattr(FinishedDeal, _name, refusing(_name))


class FinishedResult(Result):
    """The result of a deal that is over, without its moves."""

    @classmethod
    def of(cls, deal: Deal, scores: tuple[int, ...], totals: tuple[int, ...]) -> FinishedResult:
        """A result with these fields."""
        result = _new(cls)
        _set(result, "__dict__", {"deal": deal, "scores": scores, "totals": totals})
        return result

    @property
    def moves(self) -> Any:
        """Refused."""
        raise Unsupported("it looks at the moves of a finished deal, which compiled code does not keep")

    together = _history = moves


PLAIN = (int, bool, str, float, type(None), Suit)
"""The types of values that are stored as they are."""


def check_plain(value: Any) -> None:
    """Refuse a value that may contain a symbolic part of the deal from which it was computed.

    Raises:
        Unsupported: the value may contain such a part.
    """
    if type(value) in (tuple, frozenset, list, set):
        for member in value:
            check_plain(member)
    elif type(value) is dict:
        check_plain([*value.items()])
    elif isinstance(value, Record) and not hasattr(type(value), "asks_for"):
        for field_of in fields(type(value)):  # type: ignore[arg-type]
            check_plain(getattr(value, field_of.name))
    elif type(value) not in PLAIN:
        raise Unsupported(f"a {type(value).__name__} is remembered, which may stand for more than it tells")


@frozen(eq=False)
class LinesOf(Sequence[ScoreLine]):
    """The score lines of a finished deal of a game, computed when they are first read."""

    game: GameSoFar
    number: int

    @property
    def _lines(self) -> tuple[ScoreLine, ...]:
        return self.game.asked(lambda: self.game.results[self.number].lines)

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, place: Any) -> Any:
        return self._lines[place]

    def __iter__(self) -> Iterator[ScoreLine]:
        return iter(self._lines)


@frozen(eq=False, slots=False)
class GameSoFar:
    """The finished deals of a game, and the answers of its policies after each of them.

    The policies receive the recorded results of the deals; if a policy reads more, the deals are replayed.

    Args:
        schema: what is recorded.
    """

    schema: FactSchema
    results: list[Result] = field(init=False, factory=list)
    begun: Deal = field(init=False)
    """The current deal as it began, with all that came before it, but without its starter."""
    _replays: list[Callable[[], Result]] = field(init=False, factory=list)

    def begin(self) -> None:
        """Begin the next deal."""
        rules, deal_number = self.schema.rules, len(self.results)
        memory = self.asked(self._memory)
        deal = Deal.fresh(rules.deck, players=rules.players, number=deal_number)
        if deal_number:
            earlier = (*self.begun.earlier, LinesOf(self, deal_number - 1))
            deal = deal.changed(totals=self.results[-1].totals, earlier=earlier)
        _set(self, "begun", deal.changed(memory=memory))

    def _memory(self) -> tuple[Record, ...]:
        rules, last = self.schema.rules, self.results[-1] if self.results else None
        records = remembering(rules.memory, None if last is None else last.deal, rules.players)
        if isinstance(last, FinishedResult):
            check_plain(records)
        return records

    def add(self, row: Row, points: Sequence[int], replay: Callable[[], Result]) -> None:
        """Add the deal that has been played.

        Args:
            row: the numbers of the deal.
            points: by seat, its scores.
            replay: returns the result of the deal, replayed by the reference engine.
        """
        deal = FinishedDeal.of_row(self.schema, row, self.begun, "what follows a deal")
        totals = tuple([before + more for before, more in zip(self.begun.totals, points, strict=True)])
        self.results.append(FinishedResult.of(deal, tuple(points), totals))
        self._replays.append(replay)

    def replayed(self, count: int) -> tuple[Result, ...]:
        """The results of the first deals, replayed by the reference engine."""
        for index in range(count):
            if isinstance(self.results[index], FinishedResult):
                self.results[index] = self._replays[index]()
        return tuple(self.results[:count])

    def starter(self) -> int:
        """Who starts the next deal."""
        rules = self.schema.rules
        seat = self.asked(lambda: rules.schedule.starter.after(self.results[-1]))
        check_seats((seat,), rules.players, f"{type(rules.schedule.starter).__name__}.after gave seat")
        return seat

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        rules = self.schema.rules
        outcome = self.asked(lambda: rules.ending.outcome(tuple(self.results)))
        if outcome is not None:
            check_outcome(outcome, rules.players, rules.ending)
        return outcome

    def asked(self, ask: Callable[[], T]) -> T:
        """The answer of a policy; if it reads more than is recorded, its answer about the replayed deals."""
        try:
            return ask()
        except (*UNBORNE, Unwritten):
            self.replayed(len(self.results))
            return ask()


def rows_of(written: Written) -> list[Row]:
    """The numbers of finished deals."""
    arrays = written.facts, written.won, written.sets, written.notes
    every = zip(*[array.tolist() for array in arrays], strict=True)
    return [Row(facts, won, sets, notes, ()) for facts, won, sets, notes in every]

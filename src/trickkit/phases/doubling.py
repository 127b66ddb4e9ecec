"""Doubling part by part: each raise by the other side doubles the value of a part of the game."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import partial
from typing import Any, ClassVar, NamedTuple

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Call, Pass
from trickkit.model.cards import Deck
from trickkit.model.checks import counted
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Figure, Record
from trickkit.model.questions import Question, Sight
from trickkit.phases.base import Phase
from trickkit.phases.by_contract import check_words, choices, chosen
from trickkit.phases.calls import Answered
from trickkit.phases.contracts import DependsOnContract
from trickkit.phases.kinds.polls import Answers, Poll, PollRun

__all__ = ["DoubleParts", "PartsDoubled"]

PASS = Pass()


@frozen
class PartsDoubled(Record):
    """The record of how often each part of the game was doubled.

    Args:
        levels: the parts, in order, as pairs of the word for one and how often it was doubled, 0 or more.

    >>> doubled = PartsDoubled((("game", 2), ("seven", 0)))
    >>> doubled.times("game"), doubled.times("seven"), doubled.times("hundred"), str(doubled)
    (4, 1, 1, 'game doubled 2 times')
    """

    levels: tuple[tuple[str, int], ...] = ()

    def times(self, part: str) -> int:
        """The factor for the value of a part: 1, 2, 4, 8 and so on.

        Args:
            part: the word for the part; for a part that is not played, the factor is 1.
        """
        return 1 << dict(self.levels).get(part, 0)

    def figures(self) -> tuple[Figure, ...]:
        return (("doubles", (), sum([level for _, level in self.levels])),)

    def __str__(self) -> str:
        doubled = [f"{part} doubled {level} time{'s' * (level > 1)}" for part, level in self.levels if level]
        return ", ".join(doubled) or "not doubled"


def _parts(given: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    return tuple((words, (parts,) if isinstance(parts, str) else tuple(parts)) for words, parts in choices(given))


@frozen(kw_only=True)
class DoubleParts(Phase, DependsOnContract):
    """The opponents may double each part of the declarer's game, the declarer may redouble it, and so on.

    All seats of a side speak once, clockwise from the declarer. Then the other side may answer, but may double only
    parts that were doubled just before. The phase is over when a side has doubled nothing. In Mariáš, the doubles are
    called flek, re, tutti and boty.

    Args:
        parts: by contract, the words for the parts that may be doubled separately; a single one may be given as it is.
            Contracts are written as for `ByContract`; nothing is doubled in others.
        most: how often a part may be doubled, 1 or more.

    Raises:
        InvalidRules: a contract is not a text or named twice, or has no part or one twice; or, when a game is built,
            one is no contract, but similar to one.

    >>> from trickkit.model.cards import piquet
    >>> from trickkit.phases.contracts import ContractBids
    >>> deal = Deal.fresh(piquet(), players=3).with_record(ContractBids((), "seven"), declarer=0)
    >>> run = DoubleParts(parts={"seven": ("game", "seven"), "betl": "betl"}).begin(deal)
    >>> at = run.play(run.start(), 1, Call("double seven"))
    >>> at.actors, [str(action) for action in run.legal(at, 1)]
    ((1,), ['double game', 'pass'])
    >>> at = run.play(run.play(at, 1, PASS), 2, PASS)
    >>> at.actors, [str(action) for action in run.legal(at, 0)]
    ((0,), ['double seven', 'pass'])
    >>> str(run.record(run.play(at, 0, PASS))[DoubleParts])
    'seven doubled 1 time'
    """

    record: ClassVar[type[Record]] = PartsDoubled
    binding: ClassVar[bool] = True

    parts: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = field(converter=_parts, validator=check_words)
    most: int = field(default=4, validator=counted(1))

    @parts.validator
    def _each_has_parts(self, _attribute: object, parts: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]) -> None:
        for words, named in parts:
            texts = [part for part in named if isinstance(part, str) and part.strip()]
            if not named or len({*texts}) < len(named):
                raise InvalidRules(
                    f"DoubleParts: {quoted(named)} for {quoted(words)}: there must be at least one part, each a text "
                    "and only once"
                )

    @property
    def contracts(self) -> tuple[str, ...]:
        """The words of all contracts that it names."""
        return tuple([word for words, _ in self.parts for word in words])

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        words = dict.fromkeys(part for _, named in self.parts for part in named)
        return (*(Call(f"double {part}") for part in words), PASS)

    def question(self, view: Sight) -> Question:
        return Question("What do you double?", "double")

    def begin(self, deal: Deal) -> Deal | DoublingRun:
        """The run of the doubling in a deal; skipped if there is no declarer, or nothing to double."""
        parts: tuple[str, ...] = chosen(self.parts, (), deal)
        if deal.declarer is None or not parts:
            return deal.with_record(PartsDoubled())
        clockwise = [(deal.declarer + step) % deal.players for step in range(1, deal.players)]
        return DoublingRun(deal, self, parts, (tuple(clockwise), (deal.declarer,)))


class Standing(NamedTuple):
    """The state of the doubling.

    Args:
        levels: by part, how often it was doubled.
        turn: how many sides have spoken; the opponents first.
        spoken: how many seats of the side have spoken in this turn.
        open: the numbers of the parts that the side may still double.
        raised: the numbers of those that it has doubled in this turn.
    """

    levels: tuple[int, ...]
    turn: int
    spoken: int
    open: tuple[int, ...]
    raised: tuple[int, ...] = ()


@frozen(slots=False)
class DoublingRun(PollRun):
    """The run of `DoubleParts` in one deal."""

    phase: DoubleParts
    parts: tuple[str, ...]
    sides: tuple[tuple[int, ...], tuple[int, ...]]

    def standing(self, answers: Answers) -> Standing:
        """The state of the doubling after some answers."""
        state = Standing((0,) * len(self.parts), 0, 0, tuple(range(len(self.parts))))
        for _, action in answers:
            state = self._passed(state) if action is PASS else self._doubled(state, self.parts.index(_part(action)))
        return state

    def _doubled(self, at: Standing, part: int) -> Standing:
        levels = tuple([level + (index == part) for index, level in enumerate(at.levels)])
        left = tuple([index for index in at.open if index != part])
        at = at._replace(levels=levels, open=left, raised=tuple(sorted((*at.raised, part))))
        return at if left else self._next_turn(at)

    def _passed(self, at: Standing) -> Standing:
        at = at._replace(spoken=at.spoken + 1)
        return self._next_turn(at) if at.spoken == len(self.sides[at.turn % 2]) else at

    def _next_turn(self, at: Standing) -> Standing:
        """The state at the beginning of the other side's turn."""
        left = tuple([index for index in at.raised if at.levels[index] < self.phase.most])
        return Standing(at.levels, at.turn + 1, 0, left)

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The seat that may double now; () when nothing can be doubled any more."""
        standing = self.standing(answers)
        return (self.sides[standing.turn % 2][standing.spoken],) if standing.open else ()

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return (*(Call(f"double {self.parts[index]}") for index in self.standing(answers).open), PASS)

    def summary(self, at: Poll) -> Hashable:
        """The state, with the side to speak instead of the number of turns; at the end, the doubles of each part."""
        now = self.standing(at.answers)
        return (at.actors, now._replace(turn=now.turn % 2)) if at.actors else now.levels

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        open_ = " or ".join(self.parts[index] for index in self.standing(at.answers).open)
        return f"seat {seat} may double {open_} now; {action} is none of these, and no pass"

    def record(self, at: Poll) -> Deal:
        levels = self.standing(at.answers).levels
        record = PartsDoubled(tuple(zip(self.parts, levels, strict=True)))
        return self.deal.with_record(record, partial(_answered, at.answers))


def _part(action: Action) -> str:
    return str(action).removeprefix("double ")


def _answered(answers: Answers) -> tuple[Event, ...]:
    return tuple([Answered(seat, action) for seat, action in answers])

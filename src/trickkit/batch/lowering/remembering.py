"""What a game remembers of earlier deals, symbolically: phases may ask whether something is true, or how much it is.

A record of `Rules.memory` has no place in a row. What is computed from it is written down as an `Expression`, until the
code decides by it; then that is a question, and a row has room for the answer. The answers are found when a deal
begins, from the records themselves.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from attrs import frozen

from trickkit.batch.lowering.answers import Answers, Question
from trickkit.errors import InvalidRules
from trickkit.model.events import Record

REMEMBERED, HOW_MUCH = "remembered", "how much"
"""The questions whether an expression is true of what is remembered, and which number it is."""
LARGEST = 16
"""The largest number that can be asked for as such; where it is larger, deals are left to the reference engine."""


@frozen
class Expression:
    """What is computed from a record.

    Args:
        kind: the type of the record.
        steps: each a function and what it takes besides the result of the step before it; that may be expressions.

    >>> from trickkit.phases.contracts_played import PlayedContracts
    >>> steps = (getattr, "by_seat"), (operator.getitem, 1), (operator.contains, "null")
    >>> Expression(PlayedContracts, steps).value([PlayedContracts(((), ("null",)))])
    True
    """

    kind: type[Record]
    steps: tuple[tuple[Any, ...], ...] = ()

    def value(self, memory: Iterable[Record]) -> Any:
        """Its value for the records of a game."""
        found: Any = next(record for record in memory if type(record) is self.kind)
        for function, *others in self.steps:
            found = function(found, *[one.value(memory) if isinstance(one, Expression) else one for one in others])
        return found


def answered(asked: Iterable[Question], memory: Iterable[Record]) -> list[int]:
    """The answers to questions about what a game remembers, as numbers: `LARGEST + 1` stands for one that is too large.

    What cannot be computed is not asked either: an earlier question has ruled it out.
    """
    found = list[int]()
    for what, expression in asked:
        found.append(0)
        with suppress(Exception):
            value = expression.value(memory)
            number = int(bool(value)) if what == REMEMBERED else operator.index(value)
            found[-1] = number if 0 <= number <= LARGEST else LARGEST + 1
    return found


def packed(asked: Iterable[Question], memory: Iterable[Record]) -> list[int]:
    """The same answers in 8 bits each, as many in a number as it has room for."""
    numbers = answered(asked, memory)
    return [
        sum(number << 8 * place for place, number in enumerate(numbers[first : first + 8]))
        for first in range(0, len(numbers), 8)
    ]


def too_large(asked: Sequence[Question], memory: Iterable[Record]) -> str:
    """Why a game remembers something of which compiled code cannot ask how much it is; `""` if it does not."""
    for (_, expression), answer in zip(asked, answered(asked, memory), strict=True):
        if answer > LARGEST:
            return f"a number of {expression.kind.__name__} is above {LARGEST}, which the batch engine cannot ask for"
    return ""


class Remembered:
    """A value that is computed from what is remembered, whatever it is."""

    __slots__ = ("_answers", "_expression")

    def __init__(self, answers: Answers, expression: Expression) -> None:
        self._answers, self._expression = answers, expression

    def __getattr__(self, name: str) -> Any:
        kind = self._expression.kind
        if name.startswith("__") or not (self._expression.steps or hasattr(kind, name)):
            raise AttributeError(f"{kind.__name__} has no {name!r}", name=name, obj=self)
        return self._then(getattr, name)

    def __call__(self, *args: Any, **named: Any) -> Remembered:
        return self._then(_called, tuple(named.items()), *args)

    def __getitem__(self, key: Any) -> Remembered:
        if isinstance(key, slice):
            return self._then(_sliced, key.start, key.stop, key.step)
        return self._then(operator.getitem, key)

    def __iter__(self) -> Iterator[Remembered]:
        return iter([self[index] for index in range(len(self))])

    def __len__(self) -> int:
        return int(self._then(len))

    def __index__(self) -> int:
        number = self._answers.ask(HOW_MUCH, self._expression)
        if number > LARGEST:
            # Such deals are left to the reference engine.
            raise InvalidRules(f"a number of {self._expression.kind.__name__} is above {LARGEST}")
        return int(number)

    __int__ = __index__

    def __bool__(self) -> bool:
        return bool(self._answers.ask(REMEMBERED, self._expression))

    def __contains__(self, one: Any) -> bool:
        return bool(self._then(operator.contains, one))

    def _then(self, function: Callable[..., Any], *others: Any) -> Remembered:
        """The result of one more step."""
        operands = tuple([one._expression if isinstance(one, Remembered) else one for one in others])
        kind, steps = self._expression.kind, (*self._expression.steps, (function, *operands))
        try:
            hash(operands)
        except TypeError:
            raise self._answers.refuse(
                f"{kind.__name__} by something that may change", "such as a list or a set; it may give it a tuple"
            ) from None
        return Remembered(self._answers, Expression(kind, steps))

    def _refused(self, *_others: object) -> Any:
        raise self._answers.refuse(
            f"the text of something in {self._expression.kind.__name__}, or looks something up by it",
            "of which it can only ask what it is equal to",
        )

    __hash__ = __str__ = __format__ = _refused


def _called(function: Callable[..., Any], named: tuple[tuple[str, Any], ...], *args: Any) -> Any:
    return function(*args, **dict(named))


def _sliced(value: Any, start: int | None, stop: int | None, step: int | None) -> Any:
    return value[start:stop:step]


def _added_to(value: Any, other: Any) -> Any:
    return other + value


def _taken_from(value: Any, other: Any) -> Any:
    return other - value


def _operator(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda value, *others: value._then(function, *others)


def _comparison(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda value, *others: bool(value._then(function, *others))


for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Remembered, f"__{_name}__", _comparison(getattr(operator, _name)))
for _name, _function in {
    "add": operator.add,
    "radd": _added_to,
    "sub": operator.sub,
    "rsub": _taken_from,
    "mul": operator.mul,
    "rmul": operator.mul,
}.items():
    setattr(Remembered, f"__{_name}__", _operator(_function))

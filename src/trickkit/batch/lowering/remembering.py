"""The memory of a game, as symbolic values: phases may ask whether an expression about it is true, or for its value.

A record of `Rules.memory` has no place in a row. Everything that is computed from it becomes an `Expression`. When the
code makes a decision that depends on the expression, this becomes a question, and a row has room for its answer. When a
deal begins, the answers are computed from the records themselves.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from attrs import frozen

from trickkit.batch.lowering.answers import Answers, Question
from trickkit.errors import InvalidRules
from trickkit.model.events import Record

REMEMBERED, HOW_MUCH = "remembered", "how much"
"""The questions whether an expression about the memory is true, and what its value is."""
LEAST, LARGEST = -1, 16
"""The range of values for which compiled code can ask; the reference engine plays deals with any other value."""
OUTSIDE = 127
"""Stands for a missing answer."""
ONLY_TUPLES = "while the batch engine goes through tuples alone"
UNIONS = (Union, UnionType)
SYMBOLS = {operator.eq: "==", operator.ne: "!=", operator.lt: "<", operator.le: "<=", operator.gt: ">",
           operator.ge: ">=", operator.add: "+", operator.sub: "-"}  # fmt: skip


@frozen
class Expression:
    """A computation from a record.

    Args:
        kind: the type of the record.
        steps: each a function and its arguments after the first, which is the result of the step before it; the others
            may be expressions.
        errors: the types of errors that it may raise; `Exception` stands for all other types.

    >>> from trickkit.phases.contracts_played import PlayedContracts
    >>> steps = (getattr, "by_seat"), (operator.getitem, 1), (operator.contains, "null")
    >>> null_played = Expression(PlayedContracts, steps)
    >>> str(null_played), null_played.value([PlayedContracts(((), ("null",)))])
    ('contains(getitem(PlayedContracts.by_seat, 1), null)', True)
    """

    kind: type[Record]
    steps: tuple[tuple[Any, ...], ...] = ()
    errors: tuple[type[Exception], ...] = ()

    def __str__(self) -> str:
        text = self.kind.__name__
        for function, *operands in self.steps:
            texts = [text, *map(str, operands)]
            if function is getattr:
                text = ".".join(texts)
            elif function is is_none:
                text += " is None"
            elif function in SYMBOLS:
                text = f" {SYMBOLS[function]} ".join(texts)
            else:
                text = f"{function.__name__.strip('_')}({', '.join(texts)})"
        return text

    def value(self, memory: Iterable[Record]) -> Any:
        """The value for the records of a game."""
        value: Any = next(record for record in memory if type(record) is self.kind)
        for function, *operands in self.steps:
            value = function(value, *[arg.value(memory) if isinstance(arg, Expression) else arg for arg in operands])
        return value


def answers_to(question: Question) -> list[Any]:
    """The possible answers to a question, in the order of their numbers, including the errors that it may raise."""
    kind, expression = question
    return [*((False, True) if kind == REMEMBERED else range(LEAST, LARGEST + 1)), *expression.errors]


def answered(question: Question, memory: Iterable[Record]) -> int:
    """The number of the answer to a question about the memory of a game; `OUTSIDE` if there is none."""
    kind, expression = question
    try:
        value = expression.value(memory)
        answer: Any = bool(value) if kind == REMEMBERED else operator.index(value)
    except Exception as error:
        answer = next((error_kind for error_kind in expression.errors if isinstance(error, error_kind)), None)
    answers = answers_to(question)
    return answers.index(answer) if answer in answers else OUTSIDE


def packed(asked: Iterable[Question], memory: Iterable[Record]) -> list[int]:
    """The answers to questions, 8 bits each, eight to a number."""
    numbers = [answered(question, memory) for question in asked]
    return [
        sum(answer << 8 * byte for byte, answer in enumerate(numbers[first : first + 8]))
        for first in range(0, len(numbers), 8)
    ]


def not_answered(asked: Sequence[Question], memory: Iterable[Record]) -> str:
    """Why compiled code cannot represent the answer to one of the questions; `""` if it can."""
    for kind, expression in asked:
        if answered((kind, expression), memory) == OUTSIDE:
            name = expression.kind.__name__
            if kind == REMEMBERED:
                return f"something of {name} cannot be computed, or is not of the type that is annotated"
            return f"a number of {name} is not one from {LEAST} to {LARGEST}, for which the batch engine can ask"
    return ""


def is_none(value: Any) -> bool:
    """Whether a value is None; a step of expressions."""
    return value is None


class Remembered:
    """A symbolic value computed from the memory. Values annotated as `bool` or as optional are evaluated at once.

    Args:
        answers: what is known about the deal.
        expression: the expression whose value it is.
        hint: its annotated type.
    """

    __slots__ = ("_answers", "_expression", "_hint")

    def __init__(self, answers: Answers, expression: Expression, hint: Any) -> None:
        self._answers, self._expression, self._hint = answers, expression, hint

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        # Code may ask for the type of a value.
        return get_origin(self._hint) or self._hint

    def __getattr__(self, name: str) -> Any:
        hint = get_origin(self._hint) or self._hint
        if name.startswith("__") or not (hasattr(hint, name) or name in _annotations(hint)):
            raise AttributeError(f"{hint.__name__} has no {name!r}", name=name, obj=self)
        method = getattr(hint, name, None)
        if callable(method):
            return partial(self._called, method)
        return self._found(_annotated(hint, name), getattr, name)

    def _called(self, method: Any, *args: Any, **named: Any) -> Any:
        """The symbolic result of one of its methods."""
        return self._found(_returned(method), _call, method.__name__, tuple(named.items()), *args)

    def __getitem__(self, key: Any) -> Any:
        of, parts = get_origin(self._hint), get_args(self._hint)
        if of is tuple and isinstance(key, slice):
            hint = self._hint if parts[1:] == (...,) else None
            return self._found(hint, _sliced, key.start, key.stop, key.step)
        if of is tuple:
            every = (len(parts) == 2 and parts[1] is ...) or len({*parts}) == 1
            return self._found(parts[0] if every else parts[key] if type(key) is int else None, operator.getitem, key)
        if isinstance(of, type) and issubclass(of, Mapping):
            return self._found(parts[1], operator.getitem, key)
        return self._found(None, operator.getitem, key)

    def __iter__(self) -> Iterator[Any]:
        if get_origin(self._hint) is not tuple:
            raise self._answers.refuse(f"all of something in {self._expression.kind.__name__}", ONLY_TUPLES)
        return iter([self[index] for index in range(len(self))])

    def __len__(self) -> int:
        length = operator.index(self._then(int, len))
        if length < 0:
            raise InvalidRules("nothing has a length below 0")
        return length

    def __index__(self) -> int:
        if self._hint is not int:
            self._refused()
        return int(self._asked(HOW_MUCH))

    __int__ = __index__

    def __bool__(self) -> bool:
        return bool(self._asked(REMEMBERED))

    def _asked(self, what: str) -> Any:
        """The answer to a question."""
        answer = self._answers.ask(what, self._expression)
        if isinstance(answer, type):
            error = TypeError if answer is Exception else answer
            raise error(f"something that {self._expression.kind.__name__} does not have")
        return answer

    def __contains__(self, one: Any) -> bool:
        return bool(self._then(bool, operator.contains, one))

    def _found(self, hint: Any, function: Callable[..., Any], *others: Any) -> Any:
        """The result of a step with an annotated type; a real value if it is True, False or None."""
        options = [arg for arg in get_args(hint) if arg is not NoneType] if get_origin(hint) in UNIONS else [hint]
        if len(options) != 1 or options[0] in (None, Any, NoneType):
            raise self._answers.refuse(
                f"something of {self._expression.kind.__name__} whose type is not annotated",
                "as int, str or tuple[int, ...]",
            )
        value = self._then(options[0], function, *others)
        if options[0] is not hint:
            if value._then(bool, is_none):
                return None
            # A further step on None would raise an error.
            value = Remembered(self._answers, _raising(value._expression, Exception), options[0])
        return bool(value) if options[0] is bool else value

    def _then(self, hint: Any, function: Callable[..., Any], *others: Any) -> Remembered:
        """The result of one more step."""
        operands = tuple([operand._expression if isinstance(operand, Remembered) else operand for operand in others])
        kind, before = self._expression.kind, self._expression
        try:
            hash(operands)
        except TypeError:
            raise self._answers.refuse(
                f"{kind.__name__} by something that may change",
                "such as a list or a set; it may give it a tuple",
            ) from None
        after = Expression(kind, (*before.steps, (function, *operands)), before.errors)
        if function is operator.getitem:
            after = _raising(after, IndexError if get_origin(self._hint) is tuple else KeyError)
        return Remembered(self._answers, _raising(after, Exception) if function is _call else after, hint)

    def _refused(self, *_others: object) -> Any:
        raise self._answers.refuse(
            f"the text of something in {self._expression.kind.__name__}, or looks something up by it",
            "of which it can only ask what it is equal to",
        )

    __hash__ = __str__ = __format__ = _refused


def _raising(expression: Expression, error: type[Exception]) -> Expression:
    """The same expression, marked as raising one more type of error."""
    if error in expression.errors:
        return expression
    errors = tuple([kind for kind in (IndexError, KeyError, Exception) if kind in (*expression.errors, error)])
    return Expression(expression.kind, expression.steps, errors)


def _call(value: Any, name: str, named: tuple[tuple[str, Any], ...], *args: Any) -> Any:
    return getattr(value, name)(*args, **dict(named))


def _sliced(value: Any, start: int | None, stop: int | None, step: int | None) -> Any:
    return value[start:stop:step]


def _added_to(value: Any, other: Any) -> Any:
    return other + value


def _taken_from(value: Any, other: Any) -> Any:
    return other - value


def _annotations(kind: type) -> dict[str, type]:
    """By name that a class or one of its bases annotates, the class that does."""
    return {name: base for base in reversed(kind.__mro__) for name in get_annotations(base)}


def _annotated(kind: type, name: str) -> Any:
    """The annotated type of an attribute; None if there is none."""
    attribute = getattr(kind, name, None)
    if isinstance(attribute, property):
        function: Any = attribute.fget
        return _hint(function.__annotations__.get("return"), function.__globals__)
    owner = _annotations(kind).get(name)
    return owner and _hint(get_annotations(owner)[name], vars(sys.modules[owner.__module__]))


def _hint(annotation: Any, names: dict[str, Any]) -> Any:
    """An annotation, which may be a text, as a type; None if it cannot be evaluated."""
    with suppress(Exception):
        return eval(annotation, names) if isinstance(annotation, str) else annotation
    return None


@lru_cache(maxsize=256)
def _returned(method: Any) -> Any:
    """The annotated return type of a method; None if it cannot be evaluated."""
    return _hint(getattr(method, "__annotations__", {}).get("return"), getattr(method, "__globals__", {}))


def _operator(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda value, *others: value._then(value._hint, function, *others)


def _comparison(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda value, *others: bool(value._then(bool, function, *others))


for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Remembered, f"__{_name}__", _comparison(getattr(operator, _name)))
for _name in ("add", "sub", "mul", "mod", "floordiv", "neg", "abs"):
    setattr(Remembered, f"__{_name}__", _operator(getattr(operator, _name)))
for _name, _function in {"radd": _added_to, "rsub": _taken_from, "rmul": operator.mul}.items():
    setattr(Remembered, f"__{_name}__", _operator(_function))

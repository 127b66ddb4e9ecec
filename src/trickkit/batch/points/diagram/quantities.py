"""Symbolic numbers for scorings, which are evaluated only as far as necessary."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from trickkit.batch.kernel.layout import IS, LESS, VALUE
from trickkit.batch.lowering.symbolic import Additive, Linear, Part, Terms, by_number
from trickkit.batch.lowering.symbolic import Number as Symbolic
from trickkit.batch.points.diagram.kernel import EACH, OUTCOME, QUOTIENT
from trickkit.batch.points.diagram.traces import Classes, Trace


class Number(Symbolic):
    """A symbolic integer with which a scoring computes; in texts, such as reasons for points, it is not evaluated."""

    __slots__ = ()

    @abstractmethod
    def here(self) -> int:
        """The value in the deal, without a question."""

    @abstractmethod
    def added(self) -> tuple[int, Sequence[tuple[int, int, int, Any]]]:
        """The contribution to points: a known number, and a factor, array, column and operand for the rest."""

    @property
    def counted(self) -> set[Part]:
        """The counts from which it is computed."""
        return set()

    def __format__(self, spec: str) -> str:
        return format(self.here(), spec)


class Count(Linear, Number):
    """A symbolic count of cards or tricks, or a sum of such counts.

    Args:
        trace: the trace of the deal.
        parts: the counts, each with its factor.
        more: a constant summand.
    """

    __slots__ = ("more", "parts", "trace")

    def __init__(self, trace: Trace, parts: Mapping[Part, int], more: int = 0) -> None:
        self.trace, self.more = trace, more
        self.parts: Terms = tuple(sorted((part, factor) for part, factor in parts.items() if factor and part[2]))

    @classmethod
    def of(cls, trace: Trace, parts: Mapping[Part, int]) -> Count | int:
        """A sum of counts; its value if numbers must be evaluated."""
        if trace.records:
            count = cls(trace, parts)
            return count.known() if trace.by_value else count
        return sum([factor * trace.row.count(part) for part, factor in parts.items()])

    def known(self) -> int:
        """The value, which is known from now on."""
        self.more, self.parts = self.trace.compared(self.parts, self.more, VALUE, 0), ()
        return self.more

    def here(self) -> int:
        """Its value in the deal."""
        return self.more + self.trace.total(self.parts)

    def compared(self, how: int, operand: int) -> bool:
        """Whether the number is below an operand, or equal to it."""
        return bool(self.trace.compared(self.parts, self.more, how, operand))

    def added(self) -> tuple[int, Sequence[tuple[int, int, int, int]]]:
        """A number, and the parts with their factors."""
        return self.more, [(factor, *part) for part, factor in self.parts]

    @property
    def counted(self) -> set[Part]:
        """The counts in it."""
        return {part for part, _ in self.parts}

    def _of(self, parts: Mapping[Part, int], more: int) -> Count:
        """Another sum about the same deal."""
        return Count(self.trace, parts, more)

    def __floordiv__(self, other: Any) -> Any:
        return Quotient(self, other) if type(other) is int and other > 0 else int(self) // other

    def __mod__(self, other: Any) -> Any:
        return self.trace.rest(self.parts, self.more, other) if type(other) is int and other > 0 else int(self) % other


class Quotient(Additive, Number):
    """A symbolic quotient of a sum of counts, rounded down; or a number computed from it.

    Args:
        dividend: the sum.
        divisor: 1 or more.
        factor: the factor of the quotient.
        more: a constant summand.
    """

    __slots__ = ("dividend", "divisor", "factor", "more")

    def __init__(self, dividend: Count, divisor: int, factor: int = 1, more: int = 0) -> None:
        self.dividend, self.divisor, self.factor, self.more = dividend, divisor, factor, more

    def known(self) -> int:
        """The value; getting it counts as a question."""
        dividend = self.dividend
        return self.factor * dividend.trace.divided(dividend.parts, dividend.more, self.divisor) + self.more

    def here(self) -> int:
        """The value in the deal, without a question."""
        return self.factor * (self.dividend.here() // self.divisor) + self.more

    def compared(self, how: int, operand: int) -> bool:
        """Whether the number is below an operand, or equal to it."""
        if not self.factor:
            return self.more < operand if how == LESS else self.more == operand
        sign = 1 if self.factor > 0 else -1
        times, over = divmod(sign * (operand - self.more), sign * self.factor)
        if how == IS:
            return not over and not self._below(times) and self._below(times + 1)
        if sign > 0:
            return self._below(times + (over > 0))
        return not self._below(times + 1)

    @property
    def counted(self) -> set[Part]:
        """The counts in the dividend."""
        return self.dividend.counted

    def _below(self, number: int) -> bool:
        """Whether the quotient is below a number."""
        return self.dividend < number * self.divisor

    def added(self) -> tuple[int, Sequence[tuple[int, int, int, Any]]]:
        """A number, and the quotient with its factor."""
        dividend = self.dividend
        numbers = tuple([entry for part, factor in dividend.parts for entry in (factor, *part)])
        return self.more, [(self.factor, QUOTIENT, self.divisor, (dividend.more, len(dividend.parts), *numbers))]

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, int | Number):
            return NotImplemented
        return Quotient(self.dividend, self.divisor, self.factor, self.more + int(other))

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, int | Number):
            return int(self) * other
        times = int(other)
        return Quotient(self.dividend, self.divisor, self.factor * times, self.more * times)

    def __floordiv__(self, other: Any) -> Any:
        if self.factor != 1 or type(other) is not int or other < 1:
            return int(self) // other
        return Quotient(self.dividend + self.more * self.divisor, self.divisor * other)


class OutcomeNumber(Number):
    """A symbolic number from the result of a phase, or a number computed from it.

    Args:
        trace: the trace of the deal.
        classes: the classes of the outcomes of the phase.
        values: by class, the number.
    """

    __slots__ = ("classes", "trace", "values")

    def __init__(self, trace: Trace, classes: Classes, values: tuple[int, ...]) -> None:
        self.trace, self.classes, self.values = trace, classes, values

    @classmethod
    def of(cls, trace: Trace, classes: Classes, values: tuple[int, ...]) -> OutcomeNumber | int:
        """A number from the result of a phase; its value if numbers must be evaluated."""
        symbol = cls(trace, classes, values)
        return symbol.known() if trace.by_value else symbol

    def here(self) -> int:
        """Its value in the deal."""
        return self.values[self.trace.of_phase(self.classes)]

    def known(self) -> int:
        """The value; getting it counts as a question."""
        return int(self.trace.grouped(self.classes, self.values))

    def compared(self, how: int, operand: int) -> bool:
        """Whether the number is below an operand, or equal to it."""
        return bool(self.trace.grouped(self.classes, _answers(how, self.values, operand)))

    def added(self) -> tuple[int, Sequence[tuple[int, int, int, int]]]:
        """The number for the outcome, from a table."""
        return 0, [(1, OUTCOME, self.classes.column, self.classes.grouped(self.values))]


@lru_cache(maxsize=1 << 12)
def _values(name: str, values: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...] | None:
    """The results of an operation on some numbers; None if it fails on one of them."""
    try:
        return tuple([getattr(value, name)(*others) for value in values])
    except ZeroDivisionError:
        return None


@lru_cache(maxsize=1 << 12)
def _answers(how: int, values: tuple[int, ...], operand: int) -> tuple[bool, ...]:
    """Whether each of some numbers is below an operand, or equal to it."""
    return tuple([value < operand if how == LESS else value == operand for value in values])


def _mapped(name: str) -> Callable[..., Any]:
    """An operation with known numbers, whose result is a number of the same kind."""
    on_value = by_number(name)

    def operation(number: OutcomeNumber, *others: Any) -> Any:
        values = _values(name, number.values, others) if all(type(other) is int for other in others) else None
        return on_value(number, *others) if values is None else OutcomeNumber(number.trace, number.classes, values)

    return operation


_KEPT = ("add", "sub", "mul", "floordiv", "mod")
for _name in (*_KEPT, *(f"r{name}" for name in _KEPT), "neg", "abs"):
    setattr(OutcomeNumber, f"__{_name}__", _mapped(f"__{_name}__"))


class Each(Additive, Number):
    """A symbolic multiple of the sum of a function over all tricks, each of which is handled separately.

    Args:
        trace: the trace of the deal.
        asked: the function, and its arguments after a trick and its number.
        told: a function that computes the sum trick by trick.
        factor: the factor of the sum.
    """

    __slots__ = ("asked", "factor", "told", "trace")

    def __init__(self, trace: Trace, asked: tuple[Any, ...], told: Callable[[], int], factor: int = 1) -> None:
        self.trace, self.asked, self.told, self.factor = trace, asked, told, factor

    def known(self) -> int:
        """The value; getting it counts as a question."""
        return self.factor * self.told()

    def here(self) -> int:
        """Nothing, since texts do not depend on tricks."""
        return 0

    def compared(self, how: int, operand: int) -> bool:
        """Whether the number is below an operand, or equal to it."""
        return self.known() < operand if how == LESS else self.known() == operand

    def added(self) -> tuple[int, Sequence[tuple[int, int, int, Any]]]:
        """The sum, which is computed trick by trick when points are added up."""
        return 0, [(self.factor, EACH, 0, self.asked)]

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int | Number):
            return Each(self.trace, self.asked, self.told, self.factor * int(other))
        return NotImplemented

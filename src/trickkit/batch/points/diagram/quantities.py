"""Numbers as a scoring is given them: they are only looked at as far as they must be."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.kernel import BELOW, EACH, EQUALS, OUTCOME, QUOTIENT, VALUE
from trickkit.batch.points.diagram.looks import Classes, Part, Terms, Trace


class Number(ABC):
    """A whole number that a scoring computes with, which is only looked at as far as it must be.

    What is computed from it and known numbers is often such a number again. A comparison tells whether it holds. In
    texts, which tell the reasons for points, it stands for itself and is not looked at. In all else it is a number.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        # What is remembered by such a number would be remembered by that of one deal, which still notes what is asked.
        raise Unsupported("it looks something up by a number that depends on the deal, which it may compare")

    @abstractmethod
    def known(self) -> int:
        """What it is, now that it is looked at."""

    @abstractmethod
    def here(self) -> int:
        """What it is in the deal, without being looked at."""

    @abstractmethod
    def compared(self, how: int, operand: int) -> bool:
        """Whether it is below a number, or equal to it."""

    @abstractmethod
    def added(self) -> tuple[int, Sequence[tuple[int, int, int, Any]]]:
        """How it is added to points: a known number; and a factor, an array, a column and an operand for what else."""

    def less(self, other: Number) -> Any:
        """How much more it is than another one."""
        return int(self) - int(other)

    def __index__(self) -> int:
        return self.known()

    __int__ = __index__

    def __lt__(self, other: Any) -> bool:
        return self._is(BELOW, other, 0)

    def __le__(self, other: Any) -> bool:
        return self._is(BELOW, other, 1)

    def __gt__(self, other: Any) -> bool:
        return not self <= other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Number) and self._is(EQUALS, other, 0)

    def __bool__(self) -> bool:
        return self != 0

    def __str__(self) -> str:
        return str(int(self))

    def __format__(self, spec: str) -> str:
        return format(self.here(), spec)

    def _is(self, how: int, other: Any, more: int) -> bool:
        if isinstance(other, Number):
            difference = self.less(other)
            other = 0
            if not isinstance(difference, Number):
                return bool(difference < more) if how == BELOW else bool(difference == 0)
            return difference.compared(how, more)
        return self.compared(how, other + more)


def _by_number(name: str) -> Callable[..., Any]:
    """An operation on what a number is."""

    def operation(number: Any, *others: Any) -> Any:
        return getattr(int(number), name)(*[int(other) if isinstance(other, Number) else other for other in others])

    return operation


_TWO = ("add", "sub", "mul", "floordiv", "mod", "divmod", "truediv", "pow")
_ALONE = ("neg", "abs", "round", "float")
for _name in (*_TWO, *(f"r{name}" for name in _TWO), *_ALONE):
    setattr(Number, f"__{_name}__", _by_number(f"__{_name}__"))


class Count(Number):
    """A number of cards or tricks, or a sum of such numbers.

    Args:
        trace: of the deal.
        parts: what is counted, each with the factor by which it is multiplied.
        more: what is added.
    """

    __slots__ = ("more", "parts", "trace")

    def __init__(self, trace: Trace, parts: Mapping[Part, int], more: int = 0) -> None:
        self.trace, self.more = trace, more
        self.parts: Terms = tuple(sorted((part, factor) for part, factor in parts.items() if factor and part[2]))

    def known(self) -> int:
        """What it is; from now on it is known."""
        self.more, self.parts = self.trace.compared(self.parts, self.more, VALUE, 0), ()
        return self.more

    def here(self) -> int:
        """What it is in the deal."""
        return self.more + self.trace.total(self.parts)

    def compared(self, how: int, operand: int) -> bool:
        """Whether it is below a number, or equal to it."""
        return bool(self.trace.compared(self.parts, self.more, how, operand))

    def added(self) -> tuple[int, Sequence[tuple[int, int, int, int]]]:
        """A number, and the parts with their factors."""
        return self.more, [(factor, *part) for part, factor in self.parts]

    def less(self, other: Number) -> Any:
        """How much more it is than another one, whatever both are."""
        return self - other

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Count):
            parts = dict(self.parts)
            for part, factor in other.parts:
                parts[part] = parts.get(part, 0) + factor
            return Count(self.trace, parts, self.more + other.more)
        if isinstance(other, int | Number):
            return Count(self.trace, dict(self.parts), self.more + int(other))
        return NotImplemented

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int | Number):
            times = int(other)
            return Count(self.trace, {part: factor * times for part, factor in self.parts}, self.more * times)
        return int(self) * other

    __rmul__ = __mul__

    def __abs__(self) -> Count:
        return -self if self < 0 else self

    def __neg__(self) -> Count:
        return Count(self.trace, {part: -factor for part, factor in self.parts}, -self.more)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __floordiv__(self, other: Any) -> Any:
        return Quotient(self, other) if type(other) is int and other > 0 else int(self) // other


class Quotient(Number):
    """A sum of numbers of cards or tricks, divided and rounded down; or what is computed from that.

    Args:
        dividend: the sum.
        divisor: by what it is divided, 1 or more.
        factor: by which the quotient is multiplied.
        more: what is added.
    """

    __slots__ = ("dividend", "divisor", "factor", "more")

    def __init__(self, dividend: Count, divisor: int, factor: int = 1, more: int = 0) -> None:
        self.dividend, self.divisor, self.factor, self.more = dividend, divisor, factor, more

    def known(self) -> int:
        """What it is, now that it is looked at."""
        one = self.dividend
        return self.factor * one.trace.divided(one.parts, one.more, self.divisor) + self.more

    def here(self) -> int:
        """What it is in the deal, without being looked at."""
        return self.factor * (self.dividend.here() // self.divisor) + self.more

    def compared(self, how: int, operand: int) -> bool:
        """Whether it is below a number, or equal to it."""
        if not self.factor:
            return self.more < operand if how == BELOW else self.more == operand
        sign = 1 if self.factor > 0 else -1
        times, over = divmod(sign * (operand - self.more), sign * self.factor)
        if how == EQUALS:
            return not over and not self._below(times) and self._below(times + 1)
        if sign > 0:
            return self._below(times + (over > 0))
        return not self._below(times + 1)

    def _below(self, number: int) -> bool:
        """Whether the quotient is below a number."""
        return self.dividend < number * self.divisor

    def added(self) -> tuple[int, Sequence[tuple[int, int, int, Any]]]:
        """A number, and the quotient with its factor."""
        one = self.dividend
        numbers = tuple([number for part, factor in one.parts for number in (factor, *part)])
        return self.more, [(self.factor, QUOTIENT, self.divisor, (one.more, len(one.parts), *numbers))]

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, int | Number):
            return NotImplemented
        return Quotient(self.dividend, self.divisor, self.factor, self.more + int(other))

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, int | Number):
            return int(self) * other
        times = int(other)
        return Quotient(self.dividend, self.divisor, self.factor * times, self.more * times)

    __rmul__ = __mul__

    def __neg__(self) -> Quotient:
        return self * -1

    def __abs__(self) -> Quotient:
        return -self if self < 0 else self

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __floordiv__(self, other: Any) -> Any:
        if self.factor != 1 or type(other) is not int or other < 1:
            return int(self) // other
        return Quotient(self.dividend + self.more * self.divisor, self.divisor * other)


class Told(Number):
    """A number that a phase found out, or what is computed from it.

    Args:
        trace: of the deal.
        classes: of the outcomes of the phase.
        values: by class, the number.
    """

    __slots__ = ("classes", "trace", "values")

    def __init__(self, trace: Trace, classes: Classes, values: tuple[int, ...]) -> None:
        self.trace, self.classes, self.values = trace, classes, values

    def here(self) -> int:
        """What it is in the deal."""
        return self.values[self.trace.of_phase(self.classes)]

    def known(self) -> int:
        """What it is, now that it is looked at."""
        return int(self.trace.grouped(self.classes, self.values))

    def compared(self, how: int, operand: int) -> bool:
        """Whether it is below a number, or equal to it."""
        return bool(self.trace.grouped(self.classes, _answers(how, self.values, operand)))

    def added(self) -> tuple[int, Sequence[tuple[int, int, int, int]]]:
        """The number for the outcome, of a table."""
        return 0, [(1, OUTCOME, self.classes.column, self.classes.grouped(self.values))]


@lru_cache(maxsize=1 << 12)
def _values(name: str, values: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...] | None:
    """What an operation makes of some numbers; None where it does not bear one of them."""
    try:
        return tuple([getattr(value, name)(*others) for value in values])
    except ZeroDivisionError:
        return None


@lru_cache(maxsize=1 << 12)
def _answers(how: int, values: tuple[int, ...], operand: int) -> tuple[bool, ...]:
    """Which of some numbers are below another one, or equal to it."""
    return tuple([value < operand if how == BELOW else value == operand for value in values])


def _mapped(name: str) -> Callable[..., Any]:
    """An operation with known numbers, which gives a number of the same kind."""
    by_number = _by_number(name)

    def operation(number: Told, *others: Any) -> Any:
        values = _values(name, number.values, others) if all(type(other) is int for other in others) else None
        return by_number(number, *others) if values is None else Told(number.trace, number.classes, values)

    return operation


_KEPT = ("add", "sub", "mul", "floordiv", "mod")
for _name in (*_KEPT, *(f"r{name}" for name in _KEPT), "neg", "abs"):
    setattr(Told, f"__{_name}__", _mapped(f"__{_name}__"))


class Each(Number):
    """A multiple of the sum of what a function gives for each trick, each of which is looked at by itself.

    Args:
        trace: of the deal.
        asked: the function, and what it is given besides a trick and its number.
        told: gives the sum; it looks at one trick after the other.
        factor: by which the sum is multiplied.
    """

    __slots__ = ("asked", "factor", "told", "trace")

    def __init__(self, trace: Trace, asked: tuple[Any, ...], told: Callable[[], int], factor: int = 1) -> None:
        self.trace, self.asked, self.told, self.factor = trace, asked, told, factor

    def known(self) -> int:
        """What it is, now that it is looked at."""
        return self.factor * self.told()

    def here(self) -> int:
        """Nothing: in texts, no trick is looked at."""
        return 0

    def compared(self, how: int, operand: int) -> bool:
        """Whether it is below a number, or equal to it."""
        return self.known() < operand if how == BELOW else self.known() == operand

    def added(self) -> tuple[int, Sequence[tuple[int, int, int, Any]]]:
        """The function is asked about each trick when points are added up."""
        return 0, [(self.factor, EACH, 0, self.asked)]

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int | Number):
            return Each(self.trace, self.asked, self.told, self.factor * int(other))
        return NotImplemented

    __rmul__ = __mul__

    def __neg__(self) -> Each:
        return self * -1

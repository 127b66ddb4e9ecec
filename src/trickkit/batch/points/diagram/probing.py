"""Fictitious deals, which reveal what a scoring may read before any deal is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import ClassVar

from attrs import frozen

from trickkit.batch.kernel.layout import VALUE
from trickkit.batch.lowering.symbolic import Part, Terms, Unhashable
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.deal import ScoredDeal
from trickkit.batch.points.diagram.kernel import SETS, WON
from trickkit.batch.points.diagram.memos import Dependencies, Given
from trickkit.batch.points.diagram.quantities import Number
from trickkit.batch.points.diagram.schema import FactSchema
from trickkit.batch.points.diagram.traces import Classes, Row, Trace, bounds
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine

DEALS, MOST_LOOKS = 32, 20_000
"""The most fictitious deals for a scoring, and the most questions that it may ask in all of them."""


class TooManyLooks(BaseException):
    """A scoring does not stop asking about a deal. It is not an `Exception`, which a scoring might catch."""


class RandomTrace(Trace):
    """The trace of a scoring on a deal whose facts are drawn at random on demand.

    Args:
        random: the source of the facts.
        looks: the maximum number of questions.
        by_value: whether numbers are evaluated as soon as they are read.
    """

    learns: ClassVar[bool] = True

    def __init__(self, random: Random, looks: int = MOST_LOOKS, *, by_value: bool = False) -> None:
        super().__init__(Row((), (), (), (), ()), by_value=by_value)
        self._random = random
        self.looks = looks
        self._near: int | None = None

    @property
    def has_notes(self) -> bool:
        """Always true, as probing finds out whether notes are needed."""
        return True

    def in_facts(self, column: int, least: int, most: int) -> int:
        """A random fact within its limits."""
        return self._random.randint(least, most)

    def of_phase(self, classes: Classes) -> int:
        """A random class."""
        return self._random.choice([*{*classes.class_of.values()}])

    def total(self, terms: Terms) -> int:
        """A random number within the limits of a sum, or, half of the time, one close to a comparison."""
        return self._random.randint(*bounds(terms)) if self._near is None else self._near

    def compared(self, terms: Terms, more: int, how: int, operand: int) -> int:
        """The answer when a sum is examined in some way.

        Raises:
            TooManyLooks: the scoring may be in a loop whose condition never holds here.
        """
        self.looks -= 1
        if self.looks < 0:
            raise TooManyLooks
        self._near = operand - more - self._random.randint(0, 1) if how != VALUE else None
        return super().compared(terms, more, how, operand)

    def divided(self, terms: Terms, more: int, divisor: int) -> int:
        """The answer when a sum is divided by a number."""
        self._near = None
        return super().divided(terms, more, divisor)

    def rest(self, terms: Terms, more: int, divisor: int) -> int:
        """The remainder when a sum is divided."""
        self._near = None
        return super().rest(terms, more, divisor)

    def in_notes(self, place: int, up: int, most: int) -> int:
        """A random note."""
        return self._random.randint(0, most)


@frozen
class Probe:
    """What is known about a scoring before any deal is played.

    Args:
        looks_at_notes: whether it reads notes of tricks and calls.
        parts: the numbers that count, such as numbers of cards and tricks.
        looked: the numbers that it read, and the seats that got points.
        why: what it reads that is not recorded; `""` if nothing of the kind is known.
        by_value: whether it uses a number as a key.
    """

    looks_at_notes: bool
    parts: frozenset[Part]
    looked: Dependencies
    why: str
    by_value: bool = False

    def __or__(self, other: Probe) -> Probe:
        """What is known about two scorings together."""
        notes, parts = self.looks_at_notes or other.looks_at_notes, self.parts | other.parts
        by_value = self.by_value or other.by_value
        return Probe(notes, parts, self.looked | other.looked, self.why or other.why, by_value)


def _lacking(name: str, error: Exception) -> list[str]:
    """The attribute that a scoring reads and that symbolic tricks and records lack, in words."""
    if not isinstance(error, AttributeError) or not type(error.obj).__module__.startswith("trickkit.batch"):
        return []
    return [f"{name}: it looks at `{error.name}`, which is not recorded"]


def probed(
    schema: FactSchema,
    name: str,
    lines: Callable[[Deal], Iterable[ScoreLine]],
    random: Random,
    *,
    by_value: bool = False,
) -> Probe:
    """Everything that a scoring reads while it scores some fictitious deals.

    Args:
        schema: what can be read.
        name: the name of the scoring, for reasons.
        lines: returns the lines of a deal.
        random: the source of the deals.
        by_value: whether numbers are evaluated as soon as they are read; if false, the probe finds out whether they
            must be.
    """
    reads_notes, left, reasons, samples, parts, looked = False, MOST_LOOKS, list[str](), 0, set[Part](), Dependencies()
    while samples < DEALS:
        samples += 1
        trace, given, seats = RandomTrace(random, left, by_value=by_value), Given(), list[int]()
        try:
            for line in lines(ScoredDeal.noted(schema, trace, name)):
                seats.append(int(line.seat))
                if isinstance(line.points, Number):
                    parts |= line.points.counted
                    for factor, *part in line.points.added()[1]:
                        given.setdefault((part[0], part[1], part[2]), []).append((seats[-1], factor))
        except TooManyLooks:
            # Later questions are unknown.
            return Probe(True, frozenset({*parts, *trace.parts, (WON, 0, 1), (SETS, 0, 1)}), looked, "", by_value)
        except Unhashable as error:
            if not by_value:
                return probed(schema, name, lines, random, by_value=True)
            reasons.append(str(error))
        except Unsupported as error:
            reasons.append(str(error))
        except Exception as error:
            # No real deal may be like this one, so the scoring may fail on it. But symbolic values may also lack
            # something.
            reasons += _lacking(name, error)
        reads_notes, left, parts = reads_notes | trace.looks_at_notes, trace.looks, parts | trace.parts
        looked.add((look for look, _ in trace.steps), given, seats)
        if not trace.steps:
            break
    # If it happens in few deals, these may be impossible ones.
    return Probe(reads_notes, frozenset(parts), looked, reasons[0] if 2 * len(reasons) > samples else "", by_value)

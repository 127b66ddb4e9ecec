"""Bids and estimates, which are stored in a row as numbers: later phases and policies can add and compare them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers
from trickkit.batch.lowering.numbers import place_of_bid
from trickkit.batch.lowering.sums import Sum
from trickkit.model.events import Record

if TYPE_CHECKING:
    from trickkit.batch.lowering.compiler import Lowering


def told_by_figures(kind: type[Record]) -> bool:
    """Whether the figures of records of a type determine the whole record."""
    return kind.of_figures.__func__ is not Record.of_figures.__func__  # type: ignore[attr-defined]


@frozen
class Figures(Sequence[Any]):
    """A sequence of numbers that are read one by one.

    Args:
        read: returns the number at an index.
        many: how many numbers there are.
        made: a function that is applied to each number; None for the number itself.
    """

    read: Callable[[int], Any]
    many: int
    made: Callable[[Any], Any] | None = None

    def __len__(self) -> int:
        return self.many

    def __getitem__(self, place: Any) -> Any:
        figure = self.read(range(self.many)[place])
        return figure if self.made is None else self.made(figure)


def tell_bids(lowering: Lowering, kind: type[Record], always: Collection[tuple[int, int]] = (), most: int = 0) -> None:
    """Let later phases and policies read the numbers in a record of bids.

    Args:
        lowering: the lowering of the rules.
        kind: the type of the record.
        always: the pairs of a seat and the seat bid upon that have a bid in every deal.
        most: the highest possible bid.
    """
    rules = lowering.rules

    def number(answers: Answers, index: tuple[int, ...]) -> Any:
        is_made = index in always
        bid = Sum.of(answers, {(layout.S_NUMBER, place_of_bid(rules, index), most if is_made else -1): 1})
        return bid if is_made or bid >= 0 else None

    def record(answers: Answers) -> Any:
        def read(name: str, places: Sequence[tuple[int, ...]], made: Callable[[Any], Any] | None = None) -> Figures:
            if name != "bids":
                raise answers.refuse(f"{name} of {kind.__name__}")
            return Figures(lambda place: number(answers, places[place]), len(places), made)

        return kind.of_figures(read, rules.players)

    lowering.knowledge.figured[kind] = record

"""The memory of a game: what it keeps from deal to deal, besides points."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from trickkit.errors import InvalidRules, a, quoted
from trickkit.model.deal import Deal
from trickkit.model.events import Record

__all__ = ["Memory", "remembering"]


class Memory(ABC):
    """A part of a game's memory: a record that is renewed whenever a deal has been scored.

    Rules declare the parts of their memory, as in `Rules(memory=...)`. During a deal, phases, policies and scorings
    read the record from earlier deals as `deal.remembered(Declared)`; everybody knows it. A deal without earlier ones,
    such as one of `trickkit.batch.deals`, begins with the record that `fresh` returns.

    >>> from attrs import frozen
    >>> from trickkit import Record, load, playout
    >>> @frozen
    ... class Declared(Record):
    ...     times: tuple[int, ...]
    >>> @frozen
    ... class CountDeclarers(Memory):
    ...     record = Declared
    ...
    ...     def fresh(self, players):
    ...         return Declared((0,) * players)
    ...
    ...     def after(self, deal):
    ...         before = deal.remembered(Declared).times
    ...         return Declared(tuple(count + (seat == deal.declarer) for seat, count in enumerate(before)))
    >>> end = playout(load("skat").replace(memory=CountDeclarers()), seed=7)
    >>> [result.deal.remembered(CountDeclarers).times for result in end.results[:3]]
    [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
    """

    __slots__ = ()

    record: ClassVar[type[Record]]
    """The type of the record; no other part of the same rules may have it."""

    @abstractmethod
    def fresh(self, players: int) -> Record:
        """The record before the first deal.

        Args:
            players: the number of seats.
        """

    @abstractmethod
    def after(self, deal: Deal) -> Record:
        """The record after a deal, for the deals that follow.

        Args:
            deal: a scored deal, which still has the memory of the deals before it; the answer may depend only on public
                knowledge.
        """


def remembering(parts: tuple[Memory, ...], last: Deal | None, players: int) -> tuple[Record, ...]:
    """The records in memory when a deal begins.

    Args:
        parts: the parts of the memory.
        last: the previous deal, scored; None before the first deal, and if it is unknown.
        players: the number of seats.

    Raises:
        InvalidRules: a part returned something other than its record.

    >>> remembering((), None, 4)
    ()
    """
    method = "fresh" if last is None else "after"
    remembered = [part.fresh(players) if last is None else part.after(last) for part in parts]
    for part, record in zip(parts, remembered, strict=True):
        if type(record) is not part.record:
            raise InvalidRules(
                f"{type(part).__name__}.{method} returned {quoted(record)}; it must return {a(part.record.__name__)}"
            )
    return tuple(remembered)

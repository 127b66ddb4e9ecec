"""Limits on estimates that seats make aloud, one after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import to_numbers
from trickkit.policies.partners import Opposite, Partners

__all__ = ["Hook", "Limit", "OneOf", "PartnersWithinTricks"]


class Limit(ABC):
    """Says which estimates are forbidden.

    >>> from attrs import frozen
    >>> @frozen
    ... class NoEcho(Limit):
    ...     def forbids(self, number, seat, bids, size):
    ...         return "the right neighbour has said that" if number == bids[seat - 1] else ""
    >>> NoEcho().forbids(2, seat=1, bids=(2, None, None), size=5)
    'the right neighbour has said that'
    """

    __slots__ = ()

    reads: ClassVar[tuple[str, ...]] = ("bids",)
    """The part of the estimates that the limit reads: `("bids",)` for each of them, `("sum",)` only for their number
    and their sum. The batch engine calls a limit with everything that it can read. If these are too many cases, it
    calls the limit with symbolic estimates. Symbolic estimates may be compared, counted, added up, and divided with
    remainder, but not put into a set."""

    @abstractmethod
    def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:
        """Why a seat may not estimate a number, as a rulebook says it; `""` if it may.

        Args:
            number: 0..size.
            seat: who is asked, 0..players-1.
            bids: by seat, its estimate so far; None for a seat that has not been asked.
            size: the number of tricks of the deal.
        """


@frozen
class Hook(Limit):
    """The last seat may not make the estimates add up to the tricks, so that at least one seat will be wrong.

    >>> Hook().forbids(2, seat=0, bids=(None, 0, 1), size=3)
    'the estimates may not add up to the number of tricks, 3'
    >>> Hook().forbids(3, seat=0, bids=(None, 0, 1), size=3), Hook().forbids(3, seat=0, bids=(None, 0, None), size=3)
    ('', '')
    """

    reads: ClassVar[tuple[str, ...]] = ("sum",)

    def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:
        if bids.count(None) > (bids[seat] is None):
            return ""
        others = sum([bid for other, bid in enumerate(bids) if other != seat and bid is not None])
        if others + number != size:
            return ""
        return f"the estimates may not add up to the number of tricks, {size}"


@frozen
class OneOf(Limit):
    """Only some numbers may be estimated.

    Args:
        numbers: those, each 0 or more.

    Raises:
        InvalidRules: they are not numbers, or there is none.

    >>> OneOf([1, 3, 4]).forbids(2, seat=0, bids=(None, None), size=5)
    'an estimate is one of 1, 3, 4'
    """

    reads: ClassVar[tuple[str, ...]] = ("sum",)

    numbers: tuple[int, ...] = field(converter=to_numbers, validator=each_is_a(int))

    @numbers.validator
    def _allows_some(self, _attribute: object, numbers: tuple[int, ...]) -> None:
        if not numbers or min(numbers) < 0:
            raise InvalidRules(f"OneOf: numbers={quoted(numbers)}; they are one or more numbers from 0 on")

    def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:
        return "" if number in self.numbers else f"an estimate is one of {', '.join(map(str, self.numbers))}"


@frozen
class PartnersWithinTricks(Limit):
    """Partners together may not estimate more tricks than there are.

    Args:
        partners: who plays together.

    >>> PartnersWithinTricks().forbids(9, seat=2, bids=(5, 1, None, None), size=13)
    'partners may not estimate more than all 13 tricks together'
    >>> PartnersWithinTricks().forbids(8, seat=2, bids=(5, 1, None, None), size=13)
    ''
    """

    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:
        others = sum([bids[other] or 0 for other in self._others(seat, len(bids))])
        return f"partners may not estimate more than all {size} tricks together" if others + number > size else ""

    @cached_property
    def _others(self) -> Callable[[int, int], tuple[int, ...]]:
        """By seat and number of players, the partners of the seat; cached."""
        return lru_cache(maxsize=64)(self.partners.partners)

"""The auction of Bridge as a bidder follows it."""

from __future__ import annotations

from functools import cached_property
from itertools import takewhile

from attrs import field, frozen

from trickkit_classics.bridge_hands import SUITS, Shown

__all__ = ["DENOMINATIONS", "DOUBLE", "NO_TRUMP", "PASS", "Position", "Talk", "bid"]

DENOMINATIONS = ("C", "D", "H", "S", "NT")
NO_TRUMP = 4
"""Denominations are told by their index, the suits before it."""
PASS, DOUBLE = "pass", "double"


def bid(level: int, denomination: int) -> str:
    """The text of a bid.

    >>> bid(3, NO_TRUMP)
    '3NT'
    """
    return f"{level}{DENOMINATIONS[denomination]}"


@frozen
class Talk:
    """The calls of an auction so far.

    Args:
        calls: in order, as texts: `"pass"`, `"double"`, `"redouble"`, and bids such as `"1NT"`. Seats are counted from
            the one that called first.

    >>> talk = Talk(("1H", "pass"))
    >>> talk.seat, talk.last, talk.cheapest(1), talk.allows("double")
    (2, (0, 1, 2), '2D', False)
    """

    calls: tuple[str, ...] = field(default=())

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return len(self.calls) % 4

    @cached_property
    def bids(self) -> tuple[tuple[int, int, int], ...]:
        """All bids: seat, level and denomination."""
        made = ((index % 4, call) for index, call in enumerate(self.calls) if call[0].isdigit())
        return tuple((seat, int(call[0]), DENOMINATIONS.index(call[1:])) for seat, call in made)

    @property
    def last(self) -> tuple[int, int, int] | None:
        """The last bid; None before the first."""
        return self.bids[-1] if self.bids else None

    def by(self, seat: int) -> tuple[str, ...]:
        """The calls of a seat, but for passes."""
        return tuple(call for index, call in enumerate(self.calls) if index % 4 == seat and call != PASS)

    def allows(self, call: str) -> bool:
        """Whether the next seat may make a call; a redouble is never considered."""
        if call == PASS or self.last is None:
            return call != DOUBLE
        seat, level, denomination = self.last
        if call == DOUBLE:
            since = takewhile(lambda made: not made[0].isdigit(), reversed(self.calls))
            return (seat - self.seat) % 2 == 1 and {*since} <= {PASS}
        return (int(call[0]), DENOMINATIONS.index(call[1:])) > (level, denomination) and int(call[0]) <= 7

    def cheapest(self, denomination: int) -> str:
        """The lowest bid in a denomination that is higher than the last one, be it above 7."""
        if self.last is None:
            return bid(1, denomination)
        _, level, highest = self.last
        return bid(level + (denomination <= highest), denomination)


@frozen(slots=False)
class Position:
    """What the seat whose turn it is knows.

    Args:
        talk: the auction so far.
        known: what all four seats have shown.
    """

    talk: Talk
    known: tuple[Shown, ...]

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.talk.seat

    @property
    def partner(self) -> int:
        """The seat opposite."""
        return (self.seat + 2) % 4

    @property
    def mine(self) -> Shown:
        """What the seat has shown."""
        return self.known[self.seat]

    @property
    def other(self) -> Shown:
        """What its partner has shown."""
        return self.known[self.partner]

    @cached_property
    def theirs(self) -> list[int]:
        """The suits of which an opponent has shown four cards or more."""
        sides = [self.known[(self.seat + step) % 4].least for step in (1, 3)]
        return [suit for suit in SUITS if max(least[suit] for least in sides) >= 4]

"""Which seats bid on whose tricks, in which order, and how high."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import field, frozen

from trickkit.model.checks import counted

__all__ = ["Bidding", "OwnTricks", "TokensOnEveryone"]


class Bidding(ABC):
    """Says how the bids of a deal are made: turn after turn, in each of which seats bid simultaneously.

    >>> from attrs import frozen
    >>> @frozen
    ... class OnTheLeft(Bidding):
    ...     def turns(self, players, starter):
    ...         return (tuple((seat + 1) % players for seat in range(players)),)
    ...
    ...     def highest(self, size, spent):
    ...         return size
    >>> OnTheLeft().turns(players=3, starter=0), OnTheLeft().limit(size=5)
    (((1, 2, 0),), 5)
    """

    __slots__ = ()

    @abstractmethod
    def turns(self, players: int, starter: int) -> tuple[tuple[int | None, ...], ...]:
        """For every turn, by seat, the seat on whose tricks it bids; None for a seat that does not bid.

        Args:
            players: the number of seats.
            starter: the seat that started the deal, 0..players-1.
        """

    @abstractmethod
    def highest(self, size: int, spent: int) -> int:
        """The highest bid that is open to a seat, 0 or more.

        Args:
            size: the number of tricks of the deal.
            spent: the sum of the seat's earlier bids in this deal.
        """

    def limit(self, size: int) -> int:
        """The highest bid that can ever be made in a deal of a number of tricks."""
        return self.highest(size, spent=0)


@frozen
class TokensOnEveryone(Bidding):
    """Every seat bids on every other seat in turn, clockwise from the starter; then all bid on themselves.

    A bid is a number of tokens, from 0 up to all that the seat has left; spent tokens are gone for the deal.

    Args:
        tokens: how many tokens a seat has for a deal, 0 or more.

    Raises:
        InvalidRules: the number of tokens is invalid.

    >>> TokensOnEveryone(9).turns(players=3, starter=1)
    ((1, None, 1), (2, 2, None), (None, 0, 0), (0, 1, 2))
    >>> TokensOnEveryone(9).highest(size=8, spent=5)
    4
    """

    tokens: int = field(validator=counted(0))

    def turns(self, players: int, starter: int) -> tuple[tuple[int | None, ...], ...]:
        subjects = [(starter + turn) % players for turn in range(players)]
        on_others = [tuple(None if seat == subject else subject for seat in range(players)) for subject in subjects]
        return (*on_others, tuple(range(players)))

    def highest(self, size: int, spent: int) -> int:
        return self.tokens - spent


@frozen
class OwnTricks(Bidding):
    """Every seat estimates its own tricks, all at once; an estimate may be up to the number of tricks.

    >>> OwnTricks().turns(players=3, starter=1), OwnTricks().highest(size=5, spent=0)
    (((0, 1, 2),), 5)
    """

    def turns(self, players: int, starter: int) -> tuple[tuple[int | None, ...], ...]:
        return (tuple(range(players)),)

    def highest(self, size: int, spent: int) -> int:
        return size

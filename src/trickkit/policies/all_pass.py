"""What happens in an auction if nobody bids."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from attrs import field, frozen

from trickkit.model.checks import is_a

__all__ = ["AllPass", "DealIsClosed", "LastMustBid", "PlayByDefault"]


class AllPass(ABC):
    """Says what happens if all seats of an auction pass: whether the last one may, and what is played then.

    >>> DealIsClosed().must_bid, LastMustBid().must_bid
    (False, True)
    """

    __slots__ = ()

    must_bid: ClassVar[bool] = False
    """Whether the last seat to speak must bid if all others have passed."""

    @abstractmethod
    def played(self) -> str | None:
        """The word for the contract without a declarer; None if the deal is closed."""


@frozen
class DealIsClosed(AllPass):
    """The deal is not played.

    >>> DealIsClosed()
    DealIsClosed()
    """

    def played(self) -> None:
        """None: the deal is closed."""


@frozen
class LastMustBid(AllPass):
    """The last seat to speak must bid if all others have passed.

    >>> LastMustBid()
    LastMustBid()
    """

    must_bid = True

    def played(self) -> None:
        """None: somebody has always bid."""


@frozen
class PlayByDefault(AllPass):
    """A contract is played without a declarer and without trump, such as Ramsch, leasters or klop.

    Args:
        contract: the word for it.

    >>> PlayByDefault("leasters").contract
    'leasters'
    """

    contract: str = field(validator=is_a(str))

    def played(self) -> str:
        return self.contract

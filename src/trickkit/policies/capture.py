"""Capture: which hand takes a finished trick, and which hands get its cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from attrs import frozen

from trickkit.model.deal import Deal
from trickkit.model.tricks import Captured, Moved, Trick

__all__ = ["BestCard", "Capture", "Captured", "Finished", "Moved"]


@frozen
class Finished:
    """A complete trick and its context, for a capture that distributes the cards one by one.

    Args:
        trick: the trick, with the hand that takes it, None for nobody.
        values: the value of the resolution after every play.
        earlier: the earlier tricks of the deal, with who got their cards.
        deal: as it was when the tricks began.

    >>> from attrs import frozen
    >>> @frozen
    ... class NobodyGetsTheLead(BestCard):
    ...     def captured(self, finished: Finished):
    ...         return Captured([None, *(finished.trick.taker for _ in finished.trick.plays[1:])])
    """

    trick: Trick
    values: tuple[Any, ...]
    earlier: tuple[Trick, ...]
    deal: Deal


class Capture(ABC):
    """Says which hand takes a trick and, if not all its cards go there, who gets which of them.

    >>> from attrs import frozen
    >>> @frozen
    ... class LeftOfBest(Capture):
    ...     def taker(self, best, players):
    ...         return (best + 1) % players
    >>> LeftOfBest().taker(3, players=4)
    0

    In this capture, the aces stay with the hands that played them:

    >>> @frozen
    ... class KeepAces(BestCard):
    ...     def captured(self, finished):
    ...         trick = finished.trick
    ...         return Captured([play.hand if play.card[0] == "A" else trick.taker for play in trick.plays])
    >>> from trickkit import load, playout
    >>> from trickkit.phases import Tricks
    >>> deal = playout(load("whist").replace(Tricks, capture=KeepAces()), seed=7).results[0].deal
    >>> sorted(card for hand in range(4) for card in deal[Tricks].captured(hand) if card[0] == "A")
    ['AC', 'AD', 'AH', 'AS']
    """

    __slots__ = ()

    settles_late: ClassVar[bool] = False
    """Whether play never depends on `taker_of` and `captured`. If so, the batch engine plays tricks by `taker` alone,
    and determines at the end of a deal who took what. `taker_of` may then differ from `taker` only in the last trick of
    a deal."""

    @abstractmethod
    def taker(self, best: int, players: int) -> int | None:
        """The hand that takes a trick, 0..players-1; None for nobody.

        It is called only if the resolution gives the trick a winner; otherwise nobody takes it.

        Args:
            best: the hand that played the best card, 0..players-1.
            players: the number of hands.
        """

    def taker_of(self, finished: Finished) -> int | None:
        """The hand that takes a finished trick, if that depends on more than who played its best card.

        By default, this is the hand that `taker` returned. A subclass may override the method, for example to treat the
        last trick differently.

        Args:
            finished: the trick and what came before it.
        """
        return finished.trick.taker

    @property
    def looks_back(self) -> bool:
        """Whether the policy looks at each complete trick: true if a subclass overrides `taker_of` or `captured`."""
        mine = type(self)
        return mine.taker_of is not Capture.taker_of or mine.captured is not Capture.captured

    def captured(self, finished: Finished) -> Captured:
        """The hand that captures each card: the taker of the trick, unless a subclass overrides it.

        Args:
            finished: the trick and what came before it.
        """
        return Captured((finished.trick.taker,) * len(finished.trick.plays))

    def of(self, deal: Deal) -> Capture:
        """The policy that applies in a deal: itself, or another one if that depends on the game being played.

        Args:
            deal: before a trick; the answer may depend only on what all seats know.
        """
        return self


@frozen
class BestCard(Capture):
    """The hand that played the best card takes the trick.

    >>> BestCard().taker(2, players=4)
    2
    """

    def taker(self, best: int, players: int) -> int | None:
        return best

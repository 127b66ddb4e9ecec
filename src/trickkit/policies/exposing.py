"""Which hands are exposed on the table while tricks are played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from attrs import field, frozen

from trickkit.model.checks import counted
from trickkit.model.deal import Deal

__all__ = ["DeclarerExposed", "DummyExposed", "Exposing", "NothingExposed"]


class Exposing(ABC):
    """Says which hands are exposed, and when: from then on everybody sees them.

    >>> from attrs import frozen
    >>> @frozen
    ... class DeclarerOpen(Exposing):
    ...     def exposed(self, deal):
    ...         return {} if deal.declarer is None else {deal.declarer: 0}
    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> DeclarerOpen().exposed(evolve(Deal.fresh(french(), players=3), declarer=2))
    {2: 0}
    """

    __slots__ = ()

    @abstractmethod
    def exposed(self, deal: Deal) -> Mapping[int, int]:
        """Maps each exposed hand to the number of cards played before it is exposed; 0 is before the first lead.

        Args:
            deal: before its tricks; which cards the hands hold should make no difference.
        """


@frozen
class NothingExposed(Exposing):
    """No hand is exposed, as in most card games.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> NothingExposed().exposed(Deal.fresh(french(), players=4))
    {}
    """

    def exposed(self, deal: Deal) -> Mapping[int, int]:
        return {}


@frozen(kw_only=True)
class DummyExposed(Exposing):
    """The hand opposite the declarer's is exposed after the first card has been led, or another number of cards.

    Args:
        after: how many cards are played before, 0 or more; 0 where the dummy itself may lead.

    Raises:
        InvalidRules: it is not such a number.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> DummyExposed().exposed(evolve(Deal.fresh(french(), players=4), declarer=3))
    {1: 1}
    """

    after: int = field(default=1, validator=counted(0))

    def exposed(self, deal: Deal) -> Mapping[int, int]:
        """The hand opposite the declarer's, after a number of cards; none if there is no declarer."""
        return {} if deal.declarer is None else {(deal.declarer + deal.players // 2) % deal.players: self.after}


@frozen
class DeclarerExposed(Exposing):
    """The declarer's hand is exposed before the first lead, or after a number of tricks.

    If only some contracts are played open, use it inside a `ByContract`.

    Args:
        tricks: how many are played before, 0 or more.

    Raises:
        InvalidRules: it is not such a number.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> deal = evolve(Deal.fresh(french(), players=4), declarer=3)
    >>> DeclarerExposed().exposed(deal), DeclarerExposed(tricks=1).exposed(deal)
    ({3: 0}, {3: 4})
    """

    tricks: int = field(default=0, validator=counted(0))

    def exposed(self, deal: Deal) -> Mapping[int, int]:
        """The hand of the declarer, after a card from each hand in these tricks; none if there is no declarer."""
        return {} if deal.declarer is None else {deal.declarer: self.tricks * (deal.players - len(deal.resting))}

"""Announcements: what seats may say about their hands before the tricks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.checks import each_is_a
from trickkit.model.converters import to_texts
from trickkit.model.deal import Deal

__all__ = ["Announcing", "AnyOf"]


class Announcing(ABC):
    """Says what a seat may announce, and which cards it shows in doing so.

    >>> from attrs import frozen
    >>> @frozen
    ... class FourAces(Announcing):
    ...     def words(self):
    ...         return ("four aces",)
    ...
    ...     def offered(self, deal, seat):
    ...         aces = deal.deck.where(lambda face: face.text[0] == "A")
    ...         return {} if aces & ~deal.held[seat] else {"four aces": aces}
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> FourAces().offered(Deal.fresh(french(), players=4), 0)
    {}
    """

    __slots__ = ()

    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """Every word that may ever be announced."""

    @abstractmethod
    def offered(self, deal: Deal, seat: int) -> Mapping[str, int]:
        """Maps each word that a seat may announce now, in order, to a mask of the cards in its hand that it then shows.

        Args:
            deal: as it stands then.
            seat: the seat that is asked; other hands should make no difference.
        """

    def lacking(self, deal: Deal, word: str, shown: int) -> int:
        """The cards that an announcement proves to be missing from its seat's hand, as a mask; usually 0.

        Args:
            deal: as it stands then; which cards the hands hold should make no difference.
            word: what was announced.
            shown: the cards that were shown, as a mask.
        """
        return 0


@frozen
class AnyOf(Announcing):
    """A few words may be announced with any hand, and show no card.

    Args:
        among: the words.

    Raises:
        InvalidRules: there is no word.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> AnyOf(["slam"]).offered(Deal.fresh(french(), players=4), 0)
    {'slam': 0}
    """

    among: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))

    @among.validator
    def _some(self, _attribute: object, among: tuple[str, ...]) -> None:
        if not among:
            raise InvalidRules("AnyOf: there is no word to be announced")

    def words(self) -> tuple[str, ...]:
        return self.among

    def offered(self, deal: Deal, seat: int) -> Mapping[str, int]:
        return dict.fromkeys(self.among, 0)

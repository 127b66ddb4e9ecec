"""Which cards break a suit, so that it may be led."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import field, frozen

from trickkit.model.cards import Face, Suit
from trickkit.model.checks import each_is_a
from trickkit.model.converters import to_texts
from trickkit.model.deal import Deal

__all__ = ["Breaking", "NothingBreaks", "SuitBreaks"]


class Breaking(ABC):
    """Says which cards break a suit when they are played, in any trick of the deal.

    A follow policy that depends on it reads `broken`.

    >>> from attrs import frozen
    >>> @frozen
    ... class AcesBreak(Breaking):
    ...     def breaks(self, face, trump):
    ...         return face.text[0] == "A"
    >>> from trickkit.model.cards import french
    >>> AcesBreak().breaks(french().faces[-1], None)
    True
    """

    __slots__ = ()

    @abstractmethod
    def breaks(self, face: Face, trump: Suit | None) -> bool:
        """Whether a face breaks the suit when it is played.

        Args:
            face: as it is played.
            trump: the trump suit, or None.
        """

    def of(self, deal: Deal) -> Breaking:
        """The policy that applies in a deal: itself, or another one if that depends on the game being played.

        Args:
            deal: before a trick; the answer may depend only on what all seats know.
        """
        return self


@frozen
class NothingBreaks(Breaking):
    """No suit is ever broken.

    >>> from trickkit.model.cards import french
    >>> NothingBreaks().breaks(french().faces[0], None)
    False
    """

    def breaks(self, face: Face, trump: Suit | None) -> bool:
        return False


@frozen
class SuitBreaks(Breaking):
    """A suit is broken when a card of it is played, or one of some other cards.

    Args:
        suit: the name of the suit, such as `"hearts"`.
        others: the texts of other faces that break it.

    >>> from trickkit.model.cards import french
    >>> breaking = SuitBreaks("hearts", others=("QS",))
    >>> [face.text for face in french("QK").faces if breaking.breaks(face, None)]
    ['QH', 'KH', 'QS']
    """

    suit: str
    others: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))

    def breaks(self, face: Face, trump: Suit | None) -> bool:
        return face.suit.name == self.suit or face.text in self.others

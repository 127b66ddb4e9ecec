"""A symbolic stock, of which only the number of cards is known, and symbolic cards in records.

A phase moves cards of the stock by their indices. Compiled code moves the cards that lie there in each deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickkit.batch.lowering.cards import Gathered, Held
from trickkit.model.cards import UNKNOWN
from trickkit.model.hands import Hand, Pile

if TYPE_CHECKING:
    from trickkit.batch.lowering.answers import Answers
    from trickkit.model.cards import Deck


class BlankOrder(tuple[None, ...]):
    """The unknown order of cards in the stock; only their number is known."""

    answers: Answers

    def _refused(self, *_others: object) -> Any:
        raise self.answers.refuse("which cards lie in the stock", "of which the batch engine knows how many there are")

    __iter__ = __getitem__ = __contains__ = _refused


class BlankPile(Pile):
    """Cards of the stock of which only the places in it are known."""

    __slots__ = ("answers", "places")
    answers: Answers
    places: tuple[int, ...]

    @classmethod
    def of(cls, deck: Deck, answers: Answers, places: tuple[int, ...]) -> BlankPile:
        """The cards at some places of the stock."""
        order = BlankOrder((None,) * len(places))
        order.answers = answers
        pile = cls(deck, order)
        object.__setattr__(pile, "answers", answers)
        object.__setattr__(pile, "places", places)
        return pile

    @property
    def mask(self) -> Any:
        """The cards, as a set to which others may be added."""
        return Gathered(self.answers, places=frozenset(self.places))

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return BlankPile.of(self.deck, self.answers, self.places[place])
        # There is no card beyond the last.
        self.places[place]
        return UNKNOWN


class UnknownCards:
    """Unknown cards in a record: they can be copied into another record, but not examined."""

    __slots__ = ("answers", "what", "why")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, answers: Answers, what: str, why: str) -> None:
        self.answers, self.what, self.why = answers, what, why

    def __add__(self, _other: Any) -> UnknownCards:
        return self

    __radd__ = __add__

    def _refused(self, *_others: object) -> Any:
        raise self.answers.refuse(self.what, self.why)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._refused()

    __int__ = __index__ = __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __str__ = __format__ = _refused
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __sub__ = __mul__ = __and__ = __or__ = __neg__ = __abs__ = _refused


def is_untold(part: Any) -> bool:
    """Whether a field of a record holds unknown cards that the phase has not examined."""
    if isinstance(part, tuple):
        return any(map(is_untold, part))
    if isinstance(part, str):
        return part == str(UNKNOWN)
    return part is UNKNOWN or isinstance(part, UnknownCards | Gathered | Held | Pile | Hand)

"""Which of the cards on the table score, and when that ends the deal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence

from attrs import field, frozen

from trickkit.model.cards import Deck, Face, Suit
from trickkit.model.checks import is_a, whole
from trickkit.model.deal import Deal

__all__ = ["AtLeastOfRank", "AtPoints", "Award", "Closing", "Evaluation", "ExactlyOfRank", "MajoritySuit", "Never"]


@frozen
class Award:
    """Cards on the table that score, and why.

    Args:
        reason: in words, such as `"green has the majority"`.
        cards: which cards on the table score, by index.
        times: a factor by which the rank of a card is multiplied to get its points; negative for a loss.

    >>> Award("green has the majority", (0, 3)).times
    1
    """

    reason: str
    cards: tuple[int, ...]
    times: int = 1


class Evaluation(ABC):
    """Says which of the cards on the table score.

    >>> class Odd(Evaluation):
    ...     def awards(self, faces):
    ...         odd = tuple(place for place, face in enumerate(faces) if face.rank % 2)
    ...         return (Award("odd", odd),) if odd else ()
    >>> from trickkit.model.cards import french
    >>> Odd().awards(french().faces[:3])
    (Award(reason='odd', cards=(1,), times=1),)
    """

    __slots__ = ()

    def looks_at(self, face: Face) -> Hashable:
        """A key for a card, equal for cards that the evaluation treats alike; None if it defines no key.

        With keys, the batch engine evaluates only once for all hands with the same number of cards of each key.

        >>> MajoritySuit(limit=4).looks_at(Face(suit=Suit("clubs", "C"), rank=5, text="5C"))
        Suit(name='clubs', letter='C')
        """
        return None

    @abstractmethod
    def awards(self, faces: Sequence[Face]) -> tuple[Award, ...]:
        """The awards for the cards on the table; () if this evaluation does not decide.

        Args:
            faces: the faces of all cards on the table, seat after seat.
        """

    def tally(self, faces: Sequence[Face], deck: Deck) -> tuple[tuple[str, int, int], ...]:
        """Counts among the cards on the table that the evaluation considers, for display.

        Args:
            faces: as for `awards`.
            deck: the cards.

        Returns:
            For each thing what it is called, how many there are, and the number at which it matters.

        >>> from trickkit.model.cards import french
        >>> MajoritySuit(limit=4).tally(french("QKA").faces[:5], french("QKA"))[:2]
        (('clubs', 3, 4), ('diamonds', 2, 4))
        """
        return ()

    def bounds(self, deck: Deck, cards: int) -> tuple[int, int] | None:
        """The fewest and the most points that the evaluation may award to a seat; None, the default, if unknown.

        Args:
            deck: the cards.
            cards: the most cards that the seat has on the table.

        >>> from trickkit.model.cards import french
        >>> MajoritySuit(limit=4).bounds(french("QKA"), 5), AtLeastOfRank(rank=2, number=2).bounds(french(), 5)
        ((0, 9), (0, 8))
        """
        return None


def _most(deck: Deck, cards: int, rank: int | None = None) -> tuple[int, int]:
    """Bounds on the sum of the ranks of a number of cards, all of one suit or, if a rank is given, of that rank."""
    faces = [face for card in deck for face in card.faces]
    if rank is not None:
        return 0, rank * min(cards, sum(face.rank == rank for face in faces))
    suits = [sorted([face.rank for face in faces if face.suit == suit], reverse=True) for suit in deck.suits]
    return 0, max(sum(ranks[:cards]) for ranks in suits)


def _of_rank(faces: Sequence[Face], rank: int) -> tuple[int, ...]:
    return tuple([index for index, face in enumerate(faces) if face.rank == rank])


@frozen(kw_only=True)
class ExactlyOfRank(Evaluation):
    """The cards of one rank score if exactly a certain number of them is on the table.

    Args:
        rank: the rank of the cards, 0 or more.
        number: how many must be there, 1 or more.
        name: what such a card is called.

    >>> from trickkit.model.cards import french
    >>> ExactlyOfRank(rank=2, number=1, name="deuce").awards(french().faces[:3])
    (Award(reason='exactly 1 deuce', cards=(0,), times=1),)
    """

    rank: int = field(validator=whole(0))
    number: int = field(validator=whole(1))
    name: str = field(default="card", validator=is_a(str))

    def looks_at(self, face: Face) -> bool:
        return face.rank == self.rank

    def tally(self, faces: Sequence[Face], deck: Deck) -> tuple[tuple[str, int, int], ...]:
        return ((self.name, len(_of_rank(faces, self.rank)), self.number),)

    def awards(self, faces: Sequence[Face]) -> tuple[Award, ...]:
        ranked = _of_rank(faces, self.rank)
        if len(ranked) != self.number:
            return ()
        plural = "" if self.number == 1 else "s"
        return (Award(f"exactly {self.number} {self.name}{plural}", ranked),)

    def bounds(self, deck: Deck, cards: int) -> tuple[int, int]:
        return _most(deck, min(cards, self.number), self.rank)


@frozen(kw_only=True)
class AtLeastOfRank(Evaluation):
    """The cards of one rank score if enough of them are on the table.

    Args:
        rank: the rank of the cards, 0 or more.
        number: how many must be there at least, 1 or more.
        name: what such a card is called.

    >>> from trickkit.model.cards import french
    >>> AtLeastOfRank(rank=2, number=2, name="deuce").awards(french().faces[:3])
    ()
    """

    rank: int = field(validator=whole(0))
    number: int = field(validator=whole(1))
    name: str = field(default="card", validator=is_a(str))

    def looks_at(self, face: Face) -> bool:
        return face.rank == self.rank

    def tally(self, faces: Sequence[Face], deck: Deck) -> tuple[tuple[str, int, int], ...]:
        return ((self.name, len(_of_rank(faces, self.rank)), self.number),)

    def awards(self, faces: Sequence[Face]) -> tuple[Award, ...]:
        ranked = _of_rank(faces, self.rank)
        if len(ranked) < self.number:
            return ()
        plural = "" if len(ranked) == 1 else "s"
        return (Award(f"{len(ranked)} {self.name}{plural}", ranked),)

    def bounds(self, deck: Deck, cards: int) -> tuple[int, int]:
        return _most(deck, cards, self.rank)


@frozen(kw_only=True)
class MajoritySuit(Evaluation):
    """The suit with the most cards scores; suits at or above the limit do not count, and neither do tied suits.

    Args:
        limit: a suit with this many cards or more does not count, 1 or more.

    >>> from trickkit.model.cards import french
    >>> MajoritySuit(limit=4).awards(french("QKA").faces[:5])
    (Award(reason='clubs has the majority', cards=(0, 1, 2), times=1),)
    >>> MajoritySuit(limit=3).awards(french("QKA").faces[:5])
    (Award(reason='diamonds has the majority', cards=(3, 4), times=1),)
    """

    limit: int = field(validator=whole(1))

    def looks_at(self, face: Face) -> Suit:
        return face.suit

    def tally(self, faces: Sequence[Face], deck: Deck) -> tuple[tuple[str, int, int], ...]:
        return tuple((suit.name, sum(face.suit == suit for face in faces), self.limit) for suit in deck.suits)

    def awards(self, faces: Sequence[Face]) -> tuple[Award, ...]:
        # A hot function: it runs at almost every evaluation.
        places: dict[str, list[int]] = {}
        for index, face in enumerate(faces):
            name = face.suit.name
            if name in places:
                places[name].append(index)
            else:
                places[name] = [index]
        of_size: dict[int, str | None] = {}
        for name, cards in places.items():
            of_size[len(cards)] = None if len(cards) in of_size else name
        # Among suits with a unique number of cards, take the largest: all larger ones are tied.
        lone = [size for size, name in of_size.items() if name is not None and size < self.limit]
        suit = of_size[max(lone)] if lone else None
        return () if suit is None else (Award(f"{suit} has the majority", tuple(places[suit])),)

    def bounds(self, deck: Deck, cards: int) -> tuple[int, int]:
        return _most(deck, min(cards, self.limit - 1))


class Closing(ABC):
    """Says whether a deal ends early.

    >>> class AtOnce(Closing):
    ...     def closes(self, deal):
    ...         return True
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> AtOnce().closes(Deal.fresh(french(), players=2))
    True
    """

    __slots__ = ()

    @abstractmethod
    def closes(self, deal: Deal) -> bool:
        """Whether the deal ends now.

        Args:
            deal: with everything scored in it so far.
        """


@frozen
class Never(Closing):
    """The deal never ends early.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> Never().closes(Deal.fresh(french(), players=2, totals=(100, 100)))
    False
    """

    def closes(self, deal: Deal) -> bool:
        return False


@frozen(kw_only=True)
class AtPoints(Closing):
    """The deal is over as soon as a seat has enough points.

    Args:
        points: how many, 1 or more.
        first_deal: from which deal on; 0 is the first one.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> closing = AtPoints(points=50, first_deal=1)
    >>> [closing.closes(Deal.fresh(french(), players=2, number=number, totals=(55, 3))) for number in (0, 1)]
    [False, True]
    """

    points: int = field(validator=whole(1))
    first_deal: int = field(default=0, validator=whole(0))

    def closes(self, deal: Deal) -> bool:
        return deal.number >= self.first_deal and max(deal.scores) >= self.points

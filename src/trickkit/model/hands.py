"""Sets of cards and ordered piles, in hands and elsewhere; some cards may be unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from trickkit.lazy import in_html
from trickkit.model.cards import UNKNOWN, Card, Deck, Unknown, bits

__all__ = ["Hand", "Pile", "hands_seen"]


@frozen(repr=False)
class Hand:
    """A set of cards of a deck, some of which may be unknown; iterates over `Card` values, then over `UNKNOWN`.

    Args:
        deck: the deck of the cards.
        mask: the known cards, all faces of each.
        hidden: how many further cards are unknown; 0 or more.

    >>> from trickkit.model.cards import french
    >>> hand = Hand.of(french(), ["2C", "AS"])
    >>> str(hand), len(hand), "AS" in hand
    ('2C AS', 2, True)
    >>> str(Hand(french(), 0, hidden=2))
    '?? ??'
    """

    deck: Deck
    mask: int = 0
    hidden: int = 0

    @classmethod
    def of(cls, deck: Deck, cards: Iterable[str], hidden: int = 0) -> Hand:
        """The hand with the cards of these texts.

        Raises:
            InvalidCard: the deck has no card with one of the texts.
            InvalidRules: a card is given more often than the deck holds it.

        >>> from trickkit.model.cards import french
        >>> len(Hand.of(french(), ["2C", "3C"]))
        2
        """
        return cls(deck, deck.mask(cards), hidden)

    @property
    def known(self) -> tuple[Card, ...]:
        """The known cards, in the order of the deck."""
        card = self.deck.by_first
        return tuple([card[bit] for bit in bits(self.mask & self.deck.firsts)])

    def seen_with(self, knowledge: int) -> Hand:
        """The same hand for a viewer who knows the cards in a mask and can only count the others.

        >>> from trickkit.model.cards import french
        >>> deck = french()
        >>> str(Hand.of(deck, ["2C", "3C"]).seen_with(deck.mask(["2C"])))
        '2C ??'
        """
        unseen = (self.mask & ~knowledge & self.deck.firsts).bit_count()
        return Hand(self.deck, self.mask & knowledge, self.hidden + unseen)

    def points(self, worth: Mapping[str, int]) -> int:
        """The points of the known cards.

        Args:
            worth: points by the text of a card; other cards are worth 0.

        >>> from trickkit.model.cards import french
        >>> Hand.of(french(), ["2C", "AS"]).points({"AS": 11})
        11
        """
        return sum([worth.get(card.text, 0) for card in self.known])

    def __len__(self) -> int:
        return (self.mask & self.deck.firsts).bit_count() + self.hidden

    def __iter__(self) -> Iterator[Card | Unknown]:
        yield from self.known
        for _ in range(self.hidden):
            yield UNKNOWN

    def __contains__(self, card: object) -> bool:
        named = self.deck.by_text.get(card if isinstance(card, str) else getattr(card, "text", ""))
        return named is not None and card in (named[0], named[0].text) and bool(self.mask & named[1])

    def __str__(self) -> str:
        return " ".join(str(card) for card in self) or "-"

    def _repr_html_(self) -> str:
        return in_html(self)

    def __repr__(self) -> str:
        texts = [card.text for card in self.known]
        hidden = f", hidden={self.hidden}" if self.hidden else ""
        return f"Hand.of({self.deck!r}, {texts!r}{hidden})"


def hands_seen(hands: Sequence[Hand], knowledge: int) -> tuple[Hand, ...]:
    """Disjoint hands for a viewer who knows the cards in a mask and can only count the others.

    Equal copies are renumbered in the order of the hands, since their numbers would reveal something about the unseen
    cards.

    >>> from trickkit.model.cards import french
    >>> two_of_each = Deck(tuple(card for card in french("A") for _ in range(2)))
    >>> hands = Hand(two_of_each, 0b10), Hand(two_of_each, 0b101)
    >>> [str(hand) for hand in hands_seen(hands, 0b101)], [hand.mask for hand in hands_seen(hands, 0b111)]
    (['??', 'AC AD'], [1, 6])
    """
    deck = hands[0].deck
    firsts, (_, *masks) = deck.firsts, deck.renumbered([0, *[hand.mask & knowledge for hand in hands]])
    hidden = [hand.hidden + (hand.mask & ~knowledge & firsts).bit_count() for hand in hands]
    return tuple([Hand(deck, mask, unseen) for mask, unseen in zip(masks, hidden, strict=True)])


@frozen(repr=False)
class Pile(Sequence["Card | Unknown"]):
    """Cards of a deck in order, top first, some of which may be unknown.

    Args:
        deck: the deck of the cards.
        order: for every card its index in the deck, or None if it is unknown.

    >>> from trickkit.model.cards import french
    >>> pile = Pile(french(), (0, None))
    >>> str(pile), len(pile), pile[1]
    ('2C ??', 2, UNKNOWN)
    """

    deck: Deck
    order: tuple[int | None, ...] = ()

    @property
    def mask(self) -> int:
        """The known cards, as a set."""
        masks = self.deck.masks
        return sum([masks[index] for index in self.order if index is not None])

    def seen_with(self, knowledge: int) -> Pile:
        """The same pile for a viewer who knows the cards in a mask and can only count the others.

        >>> from trickkit.model.cards import french
        >>> str(Pile(french(), (0, 1)).seen_with(0b10))
        '?? 3C'
        """
        if not knowledge:
            return _unseen(self.deck, len(self.order))
        masks = self.deck.masks
        return Pile(self.deck, tuple([n if n is not None and masks[n] & knowledge else None for n in self.order]))

    def renumbered(self, masks: Sequence[int]) -> Pile:
        """The same pile with its known cards replaced, in order, each given as the mask of a whole card."""
        if not masks:
            return self
        numbers = map(self.deck.masks.index, masks)
        return Pile(self.deck, tuple(None if index is None else next(numbers) for index in self.order))

    def points(self, worth: Mapping[str, int]) -> int:
        """The points of the known cards.

        Args:
            worth: points by the text of a card; other cards are worth 0.

        >>> from trickkit.model.cards import french
        >>> Pile(french(), (0, None)).points({"2C": 2})
        2
        """
        cards = self.deck.cards
        return sum([worth.get(cards[index].text, 0) for index in self.order if index is not None])

    def __len__(self) -> int:
        return len(self.order)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        if isinstance(place, slice):
            return Pile(self.deck, self.order[place])
        index = self.order[place]
        return UNKNOWN if index is None else self.deck.cards[index]

    def __str__(self) -> str:
        return " ".join(str(card) for card in self) or "-"

    def __repr__(self) -> str:
        return f"Pile({self.deck!r}, {self.order!r})"


@lru_cache(maxsize=4096)
def _unseen(deck: Deck, cards: int) -> Pile:
    """A pile of unknown cards, cached because most views contain one."""
    return Pile(deck, (None,) * cards)

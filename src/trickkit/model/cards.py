"""Cards and their parts: suits, faces, cards and decks.

A plain card has one *face*; a multicolour card has one for every suit as which it can be played. A deck numbers all
faces of its cards. Policies and phases compute with sets of cards, each an integer with a bit for each face. Equal
copies of a card have separate, adjacent bits. This file is long because a deck is one table whose columns are computed
from each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import Final

from attrs import field, frozen, validators

from trickkit.errors import InvalidCard, InvalidRules, nearest, quoted
from trickkit.model.checks import whole

__all__ = ["UNKNOWN", "Card", "Deck", "Face", "Suit", "Unknown", "bits", "french", "piquet"]


@frozen(cache_hash=True)
class Suit:
    """A suit (or colour) of a deck.

    Args:
        name: the whole word, such as `"red"`.
        letter: the short form used in the texts of faces, such as `"R"`.

    >>> str(Suit("red", "R"))
    'red'
    """

    name: str
    letter: str

    def __str__(self) -> str:
        return self.name


@frozen(cache_hash=True)
class Face:
    """One way a card can be played: a suit and a rank.

    Args:
        suit: the printed suit; a ranking may assign the face to another one.
        rank: the printed strength within the suit, higher is stronger; 0 or more.
        text: the short text form, unique within a deck.

    >>> str(Face(Suit("white", "W"), 7, "W7"))
    'W7'
    """

    suit: Suit
    rank: int = field(validator=whole(0))
    text: str

    def __str__(self) -> str:
        return self.text


def _faces(faces: Iterable[Face]) -> tuple[Face, ...]:
    return tuple(faces)


@frozen
class Card:
    """A card: its text and the faces it can be played as, one or more.

    >>> red, white = Suit("red", "R"), Suit("white", "W")
    >>> card = Card("M7", (Face(red, 7, "R7"), Face(white, 7, "W7")))
    >>> str(card), card.is_plain
    ('M7', False)
    """

    text: str
    faces: tuple[Face, ...] = field(converter=_faces, validator=validators.min_len(1))

    @classmethod
    def plain(cls, suit: Suit, rank: int, text: str) -> Card:
        """A card with one face, which shares its text.

        >>> str(Card.plain(Suit("red", "R"), 5, "R5"))
        'R5'
        """
        return cls(text, (Face(suit, rank, text),))

    @property
    def is_plain(self) -> bool:
        """Whether the card has one face only."""
        return len(self.faces) == 1

    def __str__(self) -> str:
        return self.text


@frozen
class Unknown:
    """A placeholder for something hidden from a seat: a card, or a secret choice. The only one is `UNKNOWN`.

    >>> str(UNKNOWN), UNKNOWN
    ('??', UNKNOWN)
    """

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __str__(self) -> str:
        return "??"

    def __reduce__(self) -> str:
        # Copies and pickles are the same object, too.
        return "UNKNOWN"


UNKNOWN: Final = Unknown()
"""Stands for anything that a seat may not know; printed `??`."""


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first.

    >>> list(bits(0b1101))
    [1, 4, 8]
    """
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


@lru_cache(maxsize=4096)
def _shared(card: Card) -> Card:
    """One object for all equal cards, so that different decks are compared quickly."""
    return card


def _cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    # Equal copies are one object; otherwise the copy in a view or its pickle would reveal something about the unseen
    # cards.
    kinds: dict[Card, Card] = {}
    return tuple([kinds.setdefault(card, _shared(card)) for card in cards])


@lru_cache(maxsize=1024)
def _numbered_first(deck: Deck, cards: int) -> tuple[int, tuple[int, ...]]:
    """A set of cards with copies replaced by the first equal ones, and the number of copies of each group in it."""
    counts: list[int] = []
    for together, first_copies in deck._groups:
        held = together & cards
        counts.append((held & deck.firsts).bit_count())
        cards += first_copies[counts[-1]] - held
    return cards, tuple(counts)


@frozen(cache_hash=True, repr=False)
class Deck:
    """All cards of a game, in a fixed order that numbers the faces and sorts the hands.

    Args:
        cards: the cards; equal copies stand side by side.
        source_text: the expression that builds the deck, if it is shorter than the list of its cards.

    Raises:
        InvalidRules: two different cards share a text or a face, or equal copies stand apart.

    >>> deck = french()
    >>> len(deck), str(deck.cards[0]), len(deck.suits)
    (52, '2C', 4)
    """

    cards: tuple[Card, ...] = field(converter=_cards, validator=validators.min_len(1))

    source_text: str = field(default="", eq=False, kw_only=True)

    @cards.validator
    def _texts_are_unique(self, _attribute: object, cards: tuple[Card, ...]) -> None:
        kinds = [card for index, card in enumerate(cards) if index == 0 or cards[index - 1] != card]
        for texts in ([card.text for card in kinds], [face.text for card in kinds for face in card.faces]):
            for text in texts:
                if texts.count(text) > 1:
                    raise InvalidRules(
                        f"{quoted(text)} occurs twice in the deck: texts are unique, equal copies side by side"
                    )

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __repr__(self) -> str:
        return self.source_text or f"Deck({self.cards!r})"

    def __str__(self) -> str:
        return " ".join(card.text for card in self.cards)

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The face of every bit, in order: bit `1 << k` is `faces[k]`."""
        return tuple(face for card in self.cards for face in card.faces)

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """The suits in the order in which they first appear."""
        return tuple(dict.fromkeys(face.suit for face in self.faces))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The mask of all faces of each card, in the order of `cards`."""
        masks, position = [], 0
        for card in self.cards:
            masks.append((1 << len(card.faces)) - 1 << position)
            position += len(card.faces)
        return tuple(masks)

    @cached_property
    def by_first(self) -> Mapping[int, Card]:
        """Maps the bit of a card's first face to the card."""
        return MappingProxyType({mask & -mask: card for card, mask in zip(self.cards, self.masks, strict=True)})

    @cached_property
    def firsts(self) -> int:
        """The mask of the first face of every card, used to count whole cards."""
        return sum(mask & -mask for mask in self.masks)

    @cached_property
    def all(self) -> int:
        """The mask of every face."""
        return (1 << len(self.faces)) - 1

    @cached_property
    def card_of(self) -> Mapping[int, int]:
        """Maps the bit of a face to the mask of its whole card."""
        return MappingProxyType({bit: mask for mask in self.masks for bit in bits(mask)})

    @cached_property
    def kinds(self) -> Mapping[str, int]:
        """Maps the text of a face to its bits: one, or one for each equal copy."""
        copies: dict[str, int] = {}
        for position, face in enumerate(self.faces):
            copies[face.text] = copies.get(face.text, 0) | 1 << position
        return MappingProxyType(copies)

    @cached_property
    def copies(self) -> tuple[tuple[int, ...], ...]:
        """The masks of equal copies, one for every card that the deck holds more than once."""
        groups: dict[Card, list[int]] = {}
        for card, mask in zip(self.cards, self.masks, strict=True):
            groups.setdefault(card, []).append(mask)
        return tuple(tuple(masks) for masks in groups.values() if len(masks) > 1)

    def renumbered(self, sets: Iterable[int]) -> list[int]:
        """Disjoint sets with equal copies renumbered, which shows how many of them a set holds, but not which.

        >>> two_of_each = Deck(tuple(card for card in french("A") for _ in range(2)))
        >>> two_of_each.renumbered([0b10, 0b1]), french("A").renumbered([0b10, 0b1])
        ([1, 2], [2, 1])
        """
        new = list(sets)
        if not self.copies or not new:
            return new
        # A hot function: it runs for every view. The first set holds the played cards, and is the same in many views.
        new[0], first_counts = _numbered_first(self, new[0])
        counts, copied, firsts = [*first_counts], self._copied, self.firsts
        for index, cards in enumerate(new):
            left = cards & self._all_copied if index else 0
            while left:
                group, together, first_copies = copied[left & -left]
                held, used = together & cards, counts[group]
                counts[group] = after = used + (held & firsts).bit_count()
                new[index] += first_copies[after] - first_copies[used] - held
                left ^= held
        return new

    @cached_property
    def _groups(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """For every group of equal cards, the mask of all of them, and the masks of the first n for each n."""
        return tuple((sum(group), (0, *accumulate(group))) for group in self.copies)

    @cached_property
    def _copied(self) -> dict[int, tuple[int, int, tuple[int, ...]]]:
        """Maps each bit of a card with copies to the index of its group and to the entry of that group in `_groups`."""
        return {bit: (index, *group) for index, group in enumerate(self._groups) for bit in bits(group[0])}

    @cached_property
    def _all_copied(self) -> int:
        return sum([together for together, _ in self._groups])

    def in_order(self, numbers: list[int]) -> list[int]:
        """The same sequence of cards, with equal copies numbered in order of appearance.

        In this way the copies reveal nothing beyond the order of the cards.

        Args:
            numbers: indices of different cards in the deck.

        >>> two_of_each = Deck(tuple(card for card in french("A") for _ in range(2)))
        >>> two_of_each.in_order([3, 1, 0, 2])
        [2, 0, 1, 3]
        """
        if not self.copies:
            return numbers
        # A hot function: it runs in every deal. Equal copies share an iterator over their numbers.
        free: list[Iterator[int]] = []
        for copies in self._runs:
            free += [iter(copies)] * len(copies)
        return [*map(next, map(free.__getitem__, numbers))]

    @cached_property
    def _runs(self) -> tuple[range, ...]:
        """The range of indices of each card with its copies."""
        starts = [index for index, card in enumerate(self.cards) if index == 0 or self.cards[index - 1] != card]
        return tuple(range(start, end) for start, end in zip(starts, [*starts[1:], len(self.cards)], strict=True))

    @cached_property
    def by_text(self) -> Mapping[str, tuple[Card, int]]:
        """Maps the text of a card to the card and the mask of all its copies."""
        cards: dict[str, tuple[Card, int]] = {}
        for card, mask in zip(self.cards, self.masks, strict=True):
            _, copies = cards.get(card.text, (card, 0))
            cards[card.text] = card, copies | mask
        return MappingProxyType(cards)

    def card(self, text: str) -> Card:
        """The card with this text.

        Raises:
            InvalidCard: the deck has no card with this text.

        >>> french().card("AS").faces[0].suit.name
        'spades'
        """
        return self._find(text)[0]

    def numbers(self, texts: Iterable[str]) -> list[int]:
        """The indices of the cards with these texts; a text given twice asks for two equal copies.

        Raises:
            InvalidCard: the deck has no card with one of the texts.
            InvalidRules: a card is given more often than the deck holds it.

        >>> french().numbers(["2C", "4C"])
        [0, 2]
        """
        numbers: list[int] = []
        taken = 0
        for text in texts:
            free = self._find(text)[1] & ~taken
            if not free:
                raise InvalidRules(f"{text} is given more often than the deck holds it")
            mask = self.card_of[free & -free]
            taken |= mask
            numbers.append(self._number_of[mask])
        return numbers

    def mask(self, texts: Iterable[str]) -> int:
        """The set of the cards with these texts, as a mask; a text given twice asks for two equal copies.

        Raises:
            InvalidCard: the deck has no card with one of the texts.
            InvalidRules: a card is given more often than the deck holds it.

        >>> bin(french().mask(["2C", "4C"]))
        '0b101'
        """
        return sum(self.masks[index] for index in self.numbers(texts))

    def number_in(self, text: str, mask: int) -> int:
        """The index in the deck of the first copy of a card in a set of cards.

        Args:
            text: the text of the card.
            mask: the set, which has a copy.

        >>> deck = french()
        >>> deck.cards[deck.number_in("4C", deck.mask(["2C", "4C"]))].text
        '4C'
        """
        copies = self._find(text)[1] & mask
        return self._number_of[self.card_of[copies & -copies]]

    def where(self, test: Callable[[Face], bool]) -> int:
        """The mask of the faces that pass a test.

        >>> bin(french().where(lambda face: face.text in ("2C", "3C")))
        '0b11'
        """
        return sum(1 << position for position, face in enumerate(self.faces) if test(face))

    @cached_property
    def plain(self) -> int:
        """The mask of the faces of cards that have only one face."""
        return sum(mask for card, mask in zip(self.cards, self.masks, strict=True) if card.is_plain)

    def whole(self, mask: int) -> int:
        """The mask of all faces of the cards that have a face in the given mask.

        >>> french().whole(0b101)
        5
        """
        return sum(card for card in self.masks if card & mask)

    def alike(self, mask: int) -> int:
        """The mask of the given cards and all their equal copies.

        >>> two_of_each = Deck(tuple(card for card in french("A") for _ in range(2)))
        >>> two_of_each.alike(0b10), french("A").alike(0b10)
        (3, 2)
        """
        return mask | sum([sum(group) for group in self.copies if sum(group) & mask])

    def face(self, bit: int) -> Face:
        """The face of a single bit.

        >>> str(french().face(0b100))
        '4C'
        """
        return self.faces[bit.bit_length() - 1]

    @cached_property
    def _number_of(self) -> dict[int, int]:
        """By mask of a card, its index in the deck."""
        return {mask: index for index, mask in enumerate(self.masks)}

    def _find(self, text: str) -> tuple[Card, int]:
        card_and_copies = self.by_text.get(text)
        if card_and_copies is None:
            shown = [card.text for card in self.cards if any(face.text == text for face in card.faces)]
            hint = f"; it is a face of {shown[0]}" if shown else nearest(str(text), self.by_text)
            raise InvalidCard(f"{quoted(text)} is not a card of this deck{hint}")
        return card_and_copies


_FRENCH_SUITS = (Suit("clubs", "C"), Suit("diamonds", "D"), Suit("hearts", "H"), Suit("spades", "S"))


def french(ranks: str = "23456789TJQKA", suits: str = "CDHS") -> Deck:
    """The French deck: clubs, diamonds, hearts and spades in the given ranks, weakest first.

    Args:
        ranks: one character per rank; a card's text is its rank, then the letter of its suit.
        suits: the letters of the suits, in any order, if not all four are used.

    >>> str(french("QKA")), str(french("KA", suits="SC"))
    ('QC KC AC QD KD AD QH KH AH QS KS AS', 'KC AC KS AS')
    """
    return Deck(
        tuple(
            Card.plain(suit, strength, f"{rank}{suit.letter}")
            for suit in _FRENCH_SUITS
            if suit.letter in suits
            for strength, rank in enumerate(ranks, start=2)
        ),
        source_text=f"french({ranks!r})" if suits == "CDHS" else f"french({ranks!r}, suits={suits!r})",
    )


def piquet() -> Deck:
    """The piquet deck: the 32 French cards from the seven to the ace.

    >>> len(piquet()), str(piquet().cards[0])
    (32, '7C')
    """
    return french("789TJQKA")

"""Which suit a face belongs to, and how strong it is in a trick."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from numbers import Integral

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck, Face, Suit
from trickkit.model.checks import each_is_a, is_a, pairs_of
from trickkit.model.converters import to_groups, to_pairs, to_texts
from trickkit.model.deal import Deal

__all__ = ["Bowers", "ByTrump", "HighCard", "Ranked", "Ranking", "TopTrumps", "TrumpOrder"]


class Ranking(ABC):
    """Ranks faces. It is called once for every face, led suit and trump, and its answers are tabulated.

    >>> from attrs import frozen
    >>> from trickkit.model.cards import french
    >>> @frozen
    ... class LowCard(Ranking):
    ...     def strength(self, face, led, trump):
    ...         return 100 - face.rank if self.suit(face, trump) == led else 0
    >>> deck = french()
    >>> (two, ace) = (deck.card(text).faces[0] for text in ("2C", "AC"))
    >>> LowCard().strength(two, led=two.suit, trump=None), LowCard().strength(ace, led=two.suit, trump=None)
    (98, 86)
    """

    __slots__ = ()

    def suit(self, face: Face, trump: Suit | None) -> Suit:
        """The suit to which a face belongs under a trump: by default its printed one."""
        return face.suit

    @abstractmethod
    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        """The strength of a face in a trick with a certain led suit, 0 or more: the highest wins, 0 never wins.

        The first of equally strong faces wins.

        Args:
            face: the face that was played.
            led: the suit that was led, as `suit` gives it.
            trump: the trump suit, or None.
        """

    def of(self, deal: Deal) -> Ranking:
        """The policy that applies in a deal: itself, or another one if that depends on the game being played.

        Args:
            deal: before a trick; the answer may depend only on what all seats know.
        """
        return self


@frozen
class Ranked:
    """A ranking under a given trump, as resolutions use it.

    Args:
        ranking: says which suit a face belongs to, and how strong it is.
        trump: the trump suit, or None.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> ranked = Ranked(HighCard(), trump=deck.suits[3])
    >>> two, ace = (deck.card(text).faces[0] for text in ("2S", "AC"))
    >>> str(ranked.suit(ace)), ranked.strength(two, ace.suit) > ranked.strength(ace, ace.suit)
    ('clubs', True)
    """

    ranking: Ranking
    trump: Suit | None
    _strengths: dict[tuple[Face, Suit], int] = field(init=False, factory=dict, eq=False, repr=False)
    _orders: dict[Deck, tuple[Face, ...]] = field(init=False, factory=dict, eq=False, repr=False)

    def suit(self, face: Face) -> Suit:
        """The suit to which a face belongs.

        Raises:
            InvalidRules: the ranking returns something else.
        """
        given: object = self.ranking.suit(face, self.trump)
        if not isinstance(given, Suit):
            raise InvalidRules(
                f"{quoted(self.ranking)}: suit returned {quoted(given)} for {face}; it must return a Suit, such as "
                "face.suit"
            )
        return given

    def strength(self, face: Face, led: Suit) -> int:
        """The strength of a face in a trick with a certain led suit; 0 never wins.

        Raises:
            InvalidRules: the ranking does not return an integer.
        """
        strength = self._strengths.get((face, led))
        if strength is None:
            given: object = self.ranking.strength(face, led, self.trump)
            if not isinstance(given, Integral):
                raise InvalidRules(
                    f"{quoted(self.ranking)}: strength returned {quoted(given)} for {face}; it must return a whole "
                    "number, 0 for never wins"
                )
            strength = self._strengths[face, led] = int(given)
        return strength

    def order(self, deck: Deck) -> tuple[Face, ...]:
        """The faces of a deck as players sort a hand: trumps first, then suit by suit, the strongest of each first.

        >>> from trickkit.model.cards import french
        >>> deck = french("JQ")
        >>> " ".join(face.text for face in Ranked(Bowers(), trump=deck.suits[3]).order(deck))
        'JS JC QS QC QD JD QH JH'
        """
        if deck not in self._orders:
            self._orders[deck] = self._sorted(deck)
        return self._orders[deck]

    def _sorted(self, deck: Deck) -> tuple[Face, ...]:
        suits = [suit.letter for suit in deck.suits]

        def key(face: Face) -> tuple[bool, int, int, int]:
            suit = self.suit(face)
            suit_index = suits.index(suit.letter) if suit.letter in suits else -1
            return suit != self.trump, suit_index, -self.strength(face, suit), -face.rank

        return tuple(sorted(dict.fromkeys(deck.faces), key=key))


@frozen
class HighCard(Ranking):
    """The highest trump wins or, without trumps, the highest card of the led suit; other cards never win.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> (two, ace) = (deck.card(text).faces[0] for text in ("2C", "AS"))
    >>> HighCard().strength(two, led=two.suit, trump=None) > HighCard().strength(ace, led=two.suit, trump=None)
    True
    """

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        """The rank plus 1, plus more than any rank for a trump; 0 for any other face outside the led suit."""
        suit = self.suit(face, trump)
        if suit == trump:
            return 1 + face.rank + (1 << 16)
        return 1 + face.rank if suit == led else 0


@frozen(kw_only=True)
class ByTrump(Ranking):
    """One ranking under certain trumps, another one under all others, as in solos that have trumps of their own.

    Args:
        rankings: by the trump.
        others: the ranking under any other trump, and without one.

    >>> from trickkit.model.cards import piquet
    >>> deck, queens = piquet(), Suit("queens", "Q")
    >>> only_queens = TopTrumps(tops=["QC", "QS", "QH", "QD"], order="789JKTA", plain="789TJQKA")
    >>> ranking = ByTrump(rankings={queens: only_queens}, others=HighCard())
    >>> queen = deck.card("QH").faces[0]
    >>> str(ranking.suit(queen, queens)), str(ranking.suit(queen, deck.suits[0]))
    ('queens', 'hearts')
    """

    rankings: tuple[tuple[Suit, Ranking], ...] = field(
        converter=to_pairs, validator=pairs_of(Suit, Ranking, "a Ranking by Suit")
    )
    others: Ranking = field(validator=is_a(Ranking))

    def _under(self, trump: Suit | None) -> Ranking:
        return next((ranking for suit, ranking in self.rankings if suit == trump), self.others)

    def suit(self, face: Face, trump: Suit | None) -> Suit:
        return self._under(trump).suit(face, trump)

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        return self._under(trump).strength(face, led, trump)


_TOP = 1 << 20
"""A number above the strength of any other trump."""


@frozen
class Bowers(HighCard):
    """The jack of trump is the highest trump; the other jack of its colour belongs to trump as the second highest.

    Args:
        colours: the names of suits of the same colour, in pairs.
        rank: the rank of the jacks, as it precedes the letter of the suit in texts.

    Raises:
        InvalidRules: a colour is not a pair of suits.

    >>> from trickkit.model.cards import french
    >>> deck = french("9TJQKA")
    >>> clubs, spades = deck.suits[0], deck.suits[3]
    >>> left, right, ace = (deck.card(text).faces[0] for text in ("JS", "JC", "AC"))
    >>> str(Bowers().suit(left, trump=clubs)), str(Bowers().suit(left, trump=deck.suits[1]))
    ('clubs', 'spades')
    >>> [Bowers().strength(face, clubs, trump=clubs) > 1 << 20 for face in (right, left, ace)]
    [True, True, False]
    """

    colours: tuple[tuple[str, ...], ...] = field(
        default=(("clubs", "spades"), ("diamonds", "hearts")), converter=to_groups
    )
    rank: str = field(default="J", validator=is_a(str))

    @colours.validator
    def _two_of_a_colour(self, _attribute: object, colours: tuple[tuple[str, ...], ...]) -> None:
        for pair in colours:
            if len(pair) != 2:
                raise InvalidRules(f"Bowers: colours: {quoted(pair)} are not the names of two suits")

    def suit(self, face: Face, trump: Suit | None) -> Suit:
        return trump if trump is not None and self._is_left(face, trump) else face.suit

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        """As in `HighCard`, with both bowers above all other cards."""
        if trump is None or not self._is_jack(face) or self.suit(face, trump) != trump:
            return super().strength(face, led, trump)
        return _TOP + (1 if self._is_left(face, trump) else 2)

    def _is_jack(self, face: Face) -> bool:
        return face.text == f"{self.rank}{face.suit.letter}"

    def _is_left(self, face: Face, trump: Suit) -> bool:
        pair = {face.suit.name, trump.name}
        return face.suit != trump and self._is_jack(face) and any(pair == {*colour} for colour in self.colours)


@frozen(kw_only=True)
class TopTrumps(Ranking):
    """Certain cards are always trumps, above those of the trump suit: in Skat the jacks.

    The trump may be a suit without cards in the deck: then only these cards are trumps. In a deal without trump they
    are ordinary cards.

    Args:
        tops: the texts of these cards, the highest first.
        order: the ranks of the other cards, the weakest first, as they precede the letter of the suit in texts.
        plain: the ranks of all cards in a deal without trump, the weakest first.

    Raises:
        InvalidRules: `strength` raises it for a card whose rank is missing from the order.

    >>> from trickkit.model.cards import piquet
    >>> skat = TopTrumps(tops=["JC", "JS", "JH", "JD"], order="789QKTA", plain="789TJQKA")
    >>> deck = piquet()
    >>> hearts, only_jacks = deck.suits[2], Suit("jacks", "J")
    >>> jack, ten, king = (deck.card(text).faces[0] for text in ("JD", "TH", "KH"))
    >>> [str(skat.suit(jack, trump)) for trump in (hearts, only_jacks, None)]
    ['hearts', 'jacks', 'diamonds']
    >>> [skat.strength(ten, hearts, trump) > skat.strength(king, hearts, trump) for trump in (hearts, None)]
    [True, False]
    """

    tops: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))
    order: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))
    plain: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))

    def suit(self, face: Face, trump: Suit | None) -> Suit:
        """Trump for the top cards if there is a trump, the printed suit for every other card."""
        return trump if trump is not None and face.text in self.tops else face.suit

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        """The place in the order plus 1, raised for a trump, and again for a top card; 0 for other suits."""
        suit = self.suit(face, trump)
        if trump is not None and face.text in self.tops:
            return _TOP + len(self.tops) - self.tops.index(face.text)
        order, rank = self.plain if trump is None else self.order, face.text.removesuffix(face.suit.letter)
        if rank not in order:
            raise InvalidRules(f"TopTrumps: the rank of {face} is not among {' '.join(order)}")
        if suit == trump:
            return 1 + order.index(rank) + (1 << 16)
        return 1 + order.index(rank) if suit == led else 0

    def in_a_row(self, cards: Collection[str], deck: Deck, trump: Suit) -> int:
        """The length of the unbroken sequence of top trumps that some cards include, or else lack.

        Args:
            cards: their texts.
            deck: the deck in use.
            trump: the trump suit.

        >>> from trickkit.model.cards import piquet
        >>> skat = TopTrumps(tops=["JC", "JS", "JH", "JD"], order="789QKTA", plain="789TJQKA")
        >>> deck = piquet()
        >>> [skat.in_a_row(cards.split(), deck, deck.suits[0]) for cards in ("JC JS JD AC", "JD AC", "AC TC KC", "")]
        [2, 3, 4, 11]
        """
        trumps = [face for face in deck.faces if self.suit(face, trump) == trump]
        trumps.sort(key=lambda face: self.strength(face, trump, trump), reverse=True)
        are_among = trumps[0].text in cards
        return next((count for count, face in enumerate(trumps) if (face.text in cards) != are_among), len(trumps))


def _orders(orders: Mapping[Suit, Iterable[str]] | Iterable[tuple[Suit, Iterable[str]]]) -> _Orders:
    return tuple((trump, tuple(order)) for trump, order in dict(orders).items())


_Orders = tuple[tuple[Suit, tuple[str, ...]], ...]


@frozen(kw_only=True)
class TrumpOrder(Ranking):
    """The trump suit has an order of its own: in Belote and Jass, the jack and the nine are the highest.

    The highest trump wins or, without trumps, the highest card of the led suit; other cards never win.

    Args:
        trump: the ranks in the trump suit, the weakest first, as they precede the letter of the suit in texts.
        plain: the ranks in every other suit, and in a deal without trump, the weakest first.
        games: for trumps that are suits without cards in the deck, the ranks in all suits, none of which beats the
            others.

    Raises:
        InvalidRules: `strength` raises it for a card whose rank is missing from its order.

    >>> from trickkit.model.cards import piquet
    >>> all_trumps = Suit("all trumps", "AT")
    >>> belote = TrumpOrder(trump="78QKTA9J", plain="789JQKTA", games={all_trumps: "78QKTA9J"})
    >>> hearts, (jack, ace) = piquet().suits[2], (piquet().card(text).faces[0] for text in ("JH", "AH"))
    >>> [belote.strength(jack, hearts, trump) > belote.strength(ace, hearts, trump)
    ...  for trump in (hearts, None, all_trumps)]
    [True, False, True]
    """

    trump: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))
    plain: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))
    games: _Orders = field(default=(), converter=_orders)

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        """The place in the order of the suit plus 1, raised above all others for a trump; 0 for other suits."""
        everywhere = dict(self.games).get(trump) if trump else None
        trumps = face.suit == trump
        if not trumps and face.suit != led:
            return 0
        order = everywhere or (self.trump if trumps else self.plain)
        rank = face.text.removesuffix(face.suit.letter)
        if rank not in order:
            raise InvalidRules(f"TrumpOrder: the rank of {face} is not among {' '.join(order)}")
        return 1 + order.index(rank) + (trumps << 16)

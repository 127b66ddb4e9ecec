"""Ranking by an order for each suit, as in games in which the ranks of red and black numbers are reversed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import Attribute, field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.cards import Face, Suit
from trickkit.policies.ranking import Ranking

__all__ = ["SuitOrders"]

_Orders = tuple[tuple[str, tuple[str, ...]], ...]


def _orders(orders: Mapping[str, str | Iterable[str]] | Iterable[tuple[str, str | Iterable[str]]]) -> _Orders:
    """A converter: pairs of a suit's name and its order, which may be given as a text of words."""
    pairs = orders.items() if isinstance(orders, Mapping) else orders
    return tuple([(suits, tuple(order.split() if isinstance(order, str) else order)) for suits, order in pairs])


def _are_orders(instance: object, attribute: Attribute[_Orders], orders: _Orders) -> None:
    """A validator for orders by the names of suits, each named once."""
    listed: list[str] = []
    for suits, order in orders:
        if not isinstance(suits, str) or not all(isinstance(word, str) for word in order):
            raise InvalidRules(
                f"{type(instance).__name__}: {attribute.name} has {quoted(order)} for {quoted(suits)}; it has texts of "
                "ranks and cards for the names of suits"
            )
        listed += suits.split()
    if twice := next((suit for suit in listed if listed.count(suit) > 1), None):
        raise InvalidRules(f"{type(instance).__name__}: {attribute.name} has two orders for {quoted(twice)}")


@frozen(kw_only=True)
class SuitOrders(Ranking):
    """Every suit has an order of its own, one as trump and one otherwise; cards of other suits may belong to trump.

    In Ombre the black aces are always trumps, the second-highest trump is the two of a black suit or the seven of a red
    one, and in red suits the low numbers are better. In Twenty-five the ace of hearts is always a trump.

    The highest trump wins or, without trumps, the highest card of the led suit; other cards never win.

    Args:
        trump: by the names of one suit or several, with spaces between them, the order of such a suit as trump, the
            weakest card first: ranks, as they precede the letter of the suit in texts, and texts of cards of other
            suits that are then trumps. If a card is named in both ways, the stronger place counts.
        plain: likewise the ranks of suits that are not trump.

    Raises:
        InvalidRules: a suit has two orders, or something is not a text; `strength` raises it for a card that is missing
            from its order.

    >>> from trickkit.model.cards import french
    >>> black, red = "3 4 5 6 7 J Q K AC 2 AS", "6 5 4 3 2 J Q K A AC 7 AS"
    >>> ombre = SuitOrders(
    ...     trump={"clubs spades": black, "diamonds hearts": red},
    ...     plain={"clubs spades": "2 3 4 5 6 7 J Q K", "diamonds hearts": "7 6 5 4 3 2 A J Q K"},
    ... )
    >>> hearts, spadille = french().suits[2], french().card("AS").faces[0]
    >>> str(ombre.suit(spadille, hearts)), ombre.strength(spadille, hearts, hearts) > 1 << 16
    ('hearts', True)
    >>> two, seven = (french().card(text).faces[0] for text in ("2D", "7D"))
    >>> [ombre.strength(two, two.suit, trump) > ombre.strength(seven, two.suit, trump) for trump in (hearts, two.suit)]
    [True, False]
    """

    trump: _Orders = field(converter=_orders, validator=_are_orders)
    plain: _Orders = field(converter=_orders, validator=_are_orders)

    def suit(self, face: Face, trump: Suit | None) -> Suit:
        return trump if trump is not None and face.text in self._order(trump, trump) else face.suit

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        """The place in the order of the suit plus 1, raised above all others for a trump; 0 for other suits."""
        suit = self.suit(face, trump)
        if suit not in (led, trump):
            return 0
        order = self._order(suit, trump)
        words = (face.text, face.text.removesuffix(face.suit.letter) if face.suit == suit else face.text)
        position = max((index for index, word in enumerate(order) if word in words), default=None)
        if position is None:
            raise InvalidRules(f"SuitOrders: {face} has no place in {suit}: {' '.join(order)}")
        return 1 + position + ((suit == trump) << 16)

    def _order(self, suit: Suit, trump: Suit | None) -> tuple[str, ...]:
        orders = self.trump if suit == trump else self.plain
        for suits, order in orders:
            if suit.name in suits.split():
                return order
        listed = [name for suits, _ in orders for name in suits.split()]
        where = "trump" if suit == trump else "plain"
        raise InvalidRules(f"SuitOrders: {where} has no order for {quoted(suit.name)}{nearest(suit.name, listed)}")

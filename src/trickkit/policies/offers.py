"""Offers: which suits or games a seat may name when it is asked for trump or for the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck, Suit
from trickkit.model.converters import to_pairs, to_tuple
from trickkit.model.deal import Deal
from trickkit.policies.ladders import with_trumps

__all__ = ["AnySuit", "Games", "Offer", "OtherSuits", "TurnedSuit"]


class Offer(ABC):
    """Says which words may be named in a round, and which suit each of them makes trump.

    >>> from attrs import frozen
    >>> @frozen
    ... class RedSuits(AnySuit):
    ...     def games(self, deal, turned):
    ...         return {suit.letter: suit for suit in deal.deck.suits if suit.name in ("diamonds", "hearts")}
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> [*RedSuits().games(Deal.fresh(french(), players=4), None)]
    ['D', 'H']
    """

    __slots__ = ()

    @abstractmethod
    def words(self, deck: Deck) -> tuple[str, ...]:
        """Every word that may ever be named."""

    @abstractmethod
    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:
        """Maps each word that may be named, in order, to the suit that becomes trump; None for no trump.

        Args:
            deal: as it stands when the naming begins; which cards the hands hold should make no difference.
            turned: the suit of the card that was turned up before; None if there was none.

        Raises:
            InvalidRules: a card should have been turned up.
        """

    def allows(self, deal: Deal, seat: int, word: str) -> bool:
        """Whether a seat may name a word that `games` offers; by default it always may.

        Use this method for whatever depends on the seat, or on earlier deals for each word separately: the batch engine
        then asks about each word by itself, instead of about all combinations.

        Args:
            deal: as it stands when the naming begins; which cards the hands hold should make no difference.
            seat: the seat that would name it.
            word: one of those in `games`.
        """
        return True


def to_offers(given: Offer | Iterable[Offer]) -> tuple[Offer, ...]:
    """A converter for one offer or several."""
    return (given,) if isinstance(given, Offer) else to_tuple(given)


@frozen
class AnySuit(Offer):
    """Any suit may be named, by its letter.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> [*AnySuit().games(Deal.fresh(french(), players=4), None)]
    ['C', 'D', 'H', 'S']
    """

    def words(self, deck: Deck) -> tuple[str, ...]:
        return tuple(suit.letter for suit in deck.suits)

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:
        return {suit.letter: suit for suit in deal.deck.suits}


@frozen
class TurnedSuit(AnySuit):
    """Only the suit of the turned-up card may be named.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> [*TurnedSuit().games(Deal.fresh(french(), players=4), french().suits[3])]
    ['S']
    """

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:
        suit = _turned(self, turned)
        return {suit.letter: suit}


@frozen
class OtherSuits(AnySuit):
    """Any suit may be named except that of the turned-up card.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> [*OtherSuits().games(Deal.fresh(french(), players=4), french().suits[3])]
    ['C', 'D', 'H']
    """

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:
        suit = _turned(self, turned)
        return {other.letter: other for other in deal.deck.suits if other != suit}


def _turned(offer: Offer, turned: Suit | None) -> Suit:
    if turned is None:
        raise InvalidRules(f"{quoted(offer)}: no card has been turned up; ShowTop or DealersCard before it does so")
    return turned


@frozen
class Games(Offer):
    """Certain games may be named.

    Args:
        among: by the words of each game, the suit that becomes trump; None for no trump. A suit without cards in the
            deck needs a ranking that knows it, such as `TopTrumps`.

    Raises:
        InvalidRules: there is no game, a game has no name, or its trump is not a suit.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> Games({"null": None}).games(Deal.fresh(french(), players=3), None)
    {'null': None}
    """

    among: tuple[tuple[str, Suit | None], ...] = field(converter=to_pairs, validator=with_trumps("game"))

    @among.validator
    def _are_some(self, _attribute: object, among: tuple[tuple[str, Suit | None], ...]) -> None:
        if not among:
            raise InvalidRules("Games: there is no game to be named")

    def words(self, deck: Deck) -> tuple[str, ...]:
        return tuple(word for word, _ in self.among)

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:
        return dict(self.among)

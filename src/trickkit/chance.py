"""Chance: what a game draws at random, as a pure function of a seed, or given by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from attrs import evolve, field, frozen

from trickkit.cards import Deck
from trickkit.errors import InvalidRules

__all__ = ["Chance", "Stacked"]


def _seed(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidRules(f"seed={value!r}: a seed is an integer")
    return value


@frozen
class Chance:
    """A source of random outcomes: outcome k is a function of the seed and k alone, on every machine.

    Every draw returns the outcome and the source for the next one; the source itself never changes.

    Args:
        seed: any integer.
        drawn: how many outcomes were drawn before.

    >>> chance = Chance(7)
    >>> chance.order(5) == chance.order(5)
    True
    >>> (first, after) = chance.order(5)
    >>> sorted(first), after
    ([0, 1, 2, 3, 4], Chance(seed=7, drawn=1))
    """

    seed: int = field(converter=_seed)
    drawn: int = 0

    def order(self, count: int) -> tuple[list[int], Chance]:
        """The numbers 0..count-1 in random order."""
        # Only `random()` is promised to give the same numbers in every version of Python.
        draw = Random(f"{self.seed}/{self.drawn}").random
        keys = [draw() for _ in range(count)]
        return sorted(range(count), key=keys.__getitem__), evolve(self, drawn=self.drawn + 1)

    def below(self, count: int) -> tuple[int, Chance]:
        """A random number of 0..count-1.

        >>> Chance(7).below(1)
        (0, Chance(seed=7, drawn=1))
        """
        draw = Random(f"{self.seed}/{self.drawn}").random
        return int(draw() * count), evolve(self, drawn=self.drawn + 1)


def _texts(cards: Iterable[object], what: str) -> tuple[str, ...]:
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise InvalidRules(f"Stacked: {what} is a list of the texts of cards, not {cards!r}")
    return tuple(str(card) for card in cards)


def _hands(hands: Iterable[Iterable[object] | None] | None) -> tuple[tuple[str, ...] | None, ...] | None:
    if hands is None:
        return None
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise InvalidRules(f"Stacked: hands is a list with one list of cards a seat, not {hands!r}")
    return tuple(None if hand is None else _texts(hand, f"hand {seat}") for seat, hand in enumerate(hands))


def _turned(card: object) -> str | None:
    return None if card is None else str(card)


def _stock(cards: Iterable[object]) -> tuple[str, ...]:
    return _texts(cards, "stock")


@frozen
class Stacked:
    """A deal that is fixed in part: what is not given comes from the seed.

    Args:
        hands: for every seat its whole hand as texts of cards, or None to leave it to the seed; None leaves all.
        turned: the card that is turned up, or None.
        stock: the cards that lie undealt, top first. It may be shorter than what lies there: the rest comes from the
            seed. Where a card is turned up from the stock, it is either the first of these or given as `turned`.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(first=0, deals=[Stacked(turned="W5")])
    >>> str(state.deal.trump)
    'white'
    """

    hands: tuple[tuple[str, ...] | None, ...] | None = field(default=None, converter=_hands)
    turned: str | None = field(default=None, converter=_turned)
    stock: tuple[str, ...] = field(default=(), converter=_stock)

    @property
    def top(self) -> tuple[str, ...]:
        """The fixed top of the undealt cards, the card to be turned up first where one is given."""
        if self.turned is None or self.stock[:1] == (self.turned,):
            return self.stock
        return (self.turned, *self.stock)

    def check(self, deck: Deck, players: int, size: int, *, turns: str) -> None:
        """Refuse what cannot be dealt.

        Args:
            deck: the deck of the game.
            players: the number of seats.
            size: how many cards a seat is dealt.
            turns: where these rules take the card that is turned up: `"stock"`, `"pack"` for one that is dealt like any
                other, or `""` for none.

        Raises:
            InvalidCard: a text is no card of the deck.
            InvalidRules: a card stands twice, a hand has the wrong size, the stock is too large, or a card is to be
                turned up where the rules turn none.

        >>> from trickkit.cards import piquet
        >>> Stacked(hands=[["7C"], ["7C"]]).check(piquet(), players=2, size=1, turns="")
        Traceback (most recent call last):
            ...
        trickkit.errors.InvalidRules: Stacked: 7C is given more often than the deck holds it
        """
        if self.turned is not None and turns == "pack":
            deck.card(self.turned)
            evolve(self, turned=None).check(deck, players, size, turns=turns)
            return
        hands: Sequence[tuple[str, ...] | None] = [] if self.hands is None else self.hands
        for text in (*(text for hand in hands if hand is not None for text in hand), *self.top):
            deck.card(text)
        if self.hands is not None and len(hands) != players:
            raise InvalidRules(
                f"Stacked: {len(hands)} hands for {players} seats; give None for a hand left to the seed"
            )
        for seat, hand in enumerate(hands):
            if hand is not None and len(hand) != size:
                raise InvalidRules(f"Stacked: hand {seat} has {len(hand)} cards; a whole hand has {size}", seat=seat)
        if self.turned is not None and not turns:
            raise InvalidRules(f"Stacked: turned={self.turned!r}, but no card is turned up in this deal")
        undealt = len(deck) - players * size
        if self.turned is not None and len(self.top) > undealt >= len(self.stock):
            raise InvalidRules(
                f"Stacked: turned={self.turned!r}, but the stock of {undealt} cards is given whole and its top is "
                f"{self.stock[0]!r}"
            )
        if len(self.top) > undealt:
            raise InvalidRules(f"Stacked: {len(self.top)} cards for the stock; {undealt} lie undealt")
        given = [text for hand in hands if hand is not None for text in hand] + list(self.top)
        try:
            deck.mask(given)
        except InvalidRules as error:
            raise InvalidRules(f"Stacked: {error.message}") from None

"""Listed combinations of cards, each worth points as often as a hand holds it, as in Pinochle and Bezique."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import Attribute, field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import is_a
from trickkit.model.hands import Hand
from trickkit.policies.melds import Combination, Meld, Melding, first_of

__all__ = ["Combinations"]

Points = int | tuple[int, ...]
"""The points of each combination; or those of one, of two together, and so on."""


def _points(points: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> tuple[tuple[str, Points], ...]:
    pairs = points.items() if isinstance(points, Mapping) else points
    return tuple([(name, tuple(of) if isinstance(of, list | tuple) else of) for name, of in pairs])


def _are_points(instance: object, attribute: Attribute[Any], value: tuple[tuple[str, Points], ...]) -> None:
    """A validator for the points of combinations: whole numbers or sequences of them, by the names of cards."""
    for names, points in value:
        texts = names.split() if isinstance(names, str) else []
        if not texts or len({*texts}) < len(texts):
            raise InvalidRules(
                f"{type(instance).__name__}: {attribute.name} has {quoted(names)}; a combination is named by its "
                "cards, each once, with spaces between them"
            )
        if points == () or not all(
            type(amount) is int for amount in (points if isinstance(points, tuple) else (points,))
        ):
            raise InvalidRules(
                f"{type(instance).__name__}: {attribute.name} has {quoted(points)} for {quoted(names)}; it has the "
                "whole points of each, or a sequence of what one scores, two together, and so on"
            )


def _of(names: Iterable[str], suit: Suit) -> tuple[str, ...]:
    """The texts of the cards with the given ranks in a suit."""
    return tuple([f"{rank}{suit.letter}" for rank in names])


@frozen(kw_only=True)
class Combinations(Melding):
    """Combinations from a list. A hand has each as often as it holds all its cards; a card may be in several of them.

    Points are a number for each combination; or a sequence of the points of one, of two together, and so on, whose last
    item also counts for more. Ranks are written as they precede the letter of the suit in texts, with spaces between
    them.

    Args:
        trumps: points by the ranks of cards of the trump suit, such as `{"K Q": 40}`.
        plain: points by the ranks of cards of another suit; without trump, of any suit.
        sets: points for cards of a rank in every suit, by rank.
        cards: points by the texts of certain cards, such as `{"QS JD": (40, 300)}`.
        contained: whether a combination also scores if its cards are part of a larger one; if not, it scores only as
            often as the hand holds it in addition to the larger ones.

    Raises:
        InvalidRules: a combination has no card, or one twice, or no whole points; or, in a deal, the deck lacks a card.

    >>> from trickkit.model.cards import Deck, french
    >>> deck = Deck(card for card in french("9JQKTA") for _ in range(2))
    >>> melding = Combinations(trumps={"A T K Q J": 150, "K Q": 40}, plain={"K Q": 20}, cards={"QS JD": (40, 300)})
    >>> hand = Hand.of(deck, "AS TS KS KS QS QS JS JD JD KD QD 9D".split())
    >>> [str(meld) for meld in melding.melds(hand, deck.suits[3])]
    ['QS JD QS JD (300)', 'AS TS KS QS JS (150)', 'KS QS (40)', 'KD QD (20)']
    """

    trumps: tuple[tuple[str, Points], ...] = field(default=(), converter=_points, validator=_are_points)
    plain: tuple[tuple[str, Points], ...] = field(default=(), converter=_points, validator=_are_points)
    sets: tuple[tuple[str, Points], ...] = field(default=(), converter=_points, validator=_are_points)
    cards: tuple[tuple[str, Points], ...] = field(default=(), converter=_points, validator=_are_points)
    contained: bool = field(default=False, validator=is_a(bool))

    @cached_property
    def _listed(self) -> dict[tuple[Deck, Suit | None], tuple[Combination, ...]]:
        return {}

    def combinations(self, deck: Deck, trump: Suit | None) -> tuple[Combination, ...]:
        """All combinations under a given trump, cached.

        Args:
            deck: the deck in use.
            trump: the trump suit of the deal, or None.

        Raises:
            InvalidRules: the deck lacks a card of one.

        >>> from trickkit.model.cards import french
        >>> deck = french()
        >>> melding = Combinations(trumps={"A K Q": 50, "K Q": 40})
        >>> [(one.cards, one.larger) for one in melding.combinations(deck, deck.suits[2])]
        [(('AH', 'KH', 'QH'), ()), (('KH', 'QH'), (0,))]
        """
        listed = self._listed.get((deck, trump))
        if listed is None:
            listed = self._listed[deck, trump] = self._combinations(deck, trump)
        return listed

    def _combinations(self, deck: Deck, trump: Suit | None) -> tuple[Combination, ...]:
        named: list[tuple[tuple[str, ...], Points]] = []
        for suit in deck.suits:
            named += [(_of(ranks.split(), suit), of) for ranks, of in (self.trumps if suit == trump else self.plain)]
        named += [(tuple([f"{rank}{suit.letter}" for suit in deck.suits]), of) for rank, of in self.sets]
        named += [(tuple(texts.split()), of) for texts, of in self.cards]
        for texts, _ in named:
            for text in texts:
                if text not in deck.by_text or not deck.card(text).is_plain:
                    raise InvalidRules(
                        f"Combinations: the deck has no card {text} of one face, which is part of {' '.join(texts)}"
                    )
        return tuple([
            Combination(
                texts,
                _totals(points, min([deck.kinds[text].bit_count() for text in texts])),
                () if self.contained else _larger(texts, [other for other, _ in named]),
            )
            for texts, points in named
        ])  # fmt: skip

    def values(self) -> tuple[int, ...]:
        """All points that a combination may score, in ascending order."""
        listed = [points for _, points in (*self.trumps, *self.plain, *self.sets, *self.cards)]
        return tuple(sorted({amount for of in listed for amount in (of if isinstance(of, tuple) else (of,))}))

    def melds(self, hand: Hand, trump: Suit | None) -> tuple[Meld, ...]:
        listed = self.combinations(hand.deck, trump)
        times, melds = [combination.times(hand) for combination in listed], list[Meld]()
        for combination, held in zip(listed, times, strict=True):
            scoring = held - max([times[larger] for larger in combination.larger], default=0)
            if scoring:
                points = combination.totals[scoring - 1]
                melds.append(Meld(combination.cards * scoring, points, (points, len(combination.cards))))
        return tuple(sorted(melds, key=lambda meld: meld.strength, reverse=True))

    def laid(self, hand: Hand, trump: Suit | None) -> int:
        """The cards of all combinations of the hand, including those within larger ones, as a mask."""
        counts: dict[str, int] = {}
        for combination in self.combinations(hand.deck, trump):
            times = combination.times(hand)
            counts.update({text: times for text in combination.cards if times > counts.get(text, 0)})
        return first_of(hand, counts)

    def most(self, deck: Deck, hands: int, cards: int) -> int:
        """The most points if every combination scores as often as the hands have room, ignoring shared cards."""
        by_trump = [self.combinations(deck, trump) for trump in (None, *deck.suits)]
        return max([
            sum([_best(each.totals, hands, cards // len(each.cards)) for each in combinations])
            for combinations in by_trump
        ])  # fmt: skip


def _totals(points: Points, most: int) -> tuple[int, ...]:
    """The points for one combination, for two of them together, and so on."""
    if isinstance(points, int):
        return tuple([points * times for times in range(1, most + 1)])
    return tuple([points[min(times, len(points) - 1)] for times in range(most)])


def _larger(texts: Sequence[str], others: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """The indices of the combinations that include all these cards and more."""
    return tuple([index for index, other in enumerate(others) if {*texts} < {*other}])


def _best(totals: Sequence[int], hands: int, each: int) -> int:
    """The most points for one combination, if each hand may hold it up to `each` times."""
    best = [0] * (len(totals) + 1)
    for _ in range(hands):
        for left in reversed(range(1, len(totals) + 1)):
            best[left] = max([best[left], *(best[left - n] + totals[n - 1] for n in range(1, min(left, each) + 1))])
    return max(best)

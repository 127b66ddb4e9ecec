"""Scorings for the cards that seats take in tricks, and for taking them all."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.bounds import Bounds, Extent, span, total
from trickkit.model.cards import Card, Deck, Suit
from trickkit.model.checks import each_is_a, is_a, pairs_of
from trickkit.model.converters import to_pairs
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.tricks import Tricks
from trickkit.scoring.base import ScoreBySeat, Scoring, lines_of, lines_of_all, needed_by, summands_of, to_scorings

__all__ = ["ScoreCards", "ScoreNoTricks", "ShootTheMoon"]

Taken = Sequence[Sequence[tuple[str, int]]]
"""By seat, for each value of cards: the value, the cards taken, and their points."""


POINTS = pairs_of(str, int, "whole points by name")


@frozen(kw_only=True)
class ScoreCards(Scoring):
    """Cards score for the seat that took them in tricks.

    Points may be negative.

    Args:
        cards: points by the text of a card.
        suits: points for every card of a suit, by its name; a card with points of its own scores those instead.
        ranks: points for the other cards by rank, as it precedes the letter of the suit in texts.
        trumps: points by rank for cards of the trump suit, if they differ, as in Jass.

    Raises:
        InvalidRules: points are not integers; or, before a game, the deck has no such card, suit or rank.

    >>> from trickkit.model.cards import french
    >>> found = ScoreCards(suits={"hearts": 1}, cards={"QS": 13}).worth(french("QKA"))
    >>> found
    {'QS': 13, 'QH': 1, 'KH': 1, 'AH': 1}
    >>> deck = french("JQK", suits="CD")
    >>> jass = ScoreCards(ranks={"K": 4, "Q": 3, "J": 2}, trumps={"J": 20})
    >>> jass.worth(deck, trump=deck.suits[0])
    {'JC': 20, 'QC': 3, 'KC': 4, 'JD': 2, 'QD': 3, 'KD': 4}
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    cards: tuple[tuple[str, int], ...] = field(default=(), converter=to_pairs, validator=POINTS)
    suits: tuple[tuple[str, int], ...] = field(default=(), converter=to_pairs, validator=POINTS)
    ranks: tuple[tuple[str, int], ...] = field(default=(), converter=to_pairs, validator=POINTS)
    trumps: tuple[tuple[str, int], ...] = field(default=(), converter=to_pairs, validator=POINTS)

    def worth(self, deck: Deck, trump: Suit | None = None) -> dict[str, int]:
        """By the text of a card, its points; only cards that score.

        Args:
            deck: in use.
            trump: the trump suit, or None.

        Raises:
            InvalidRules: there is no such card, suit or rank.
        """
        points_of, texts = dict(self.cards), {card.text for card in deck}
        suits = {suit.name for suit in deck.suits}
        ranks = {_rank(card) for card in deck if card.is_plain}
        for names, known in ((self.cards, texts), (self.suits, suits), (self.ranks, ranks), (self.trumps, ranks)):
            for name, _ in names:
                if name not in known:
                    raise InvalidRules(f"ScoreCards: {quoted(name)} is nothing in the deck{nearest(name, known)}")
        of_suits, of_ranks = dict(self.suits), dict(self.ranks)
        of_trumps = {**of_ranks, **dict(self.trumps)}
        for name, points in self.suits:
            for card in deck:
                if card.is_plain and card.faces[0].suit.name == name:
                    points_of.setdefault(card.text, points)
        for card in deck if of_trumps else ():
            of_rank = of_trumps if card.is_plain and card.faces[0].suit == trump else of_ranks
            if card.is_plain and card.faces[0].suit.name not in of_suits and _rank(card) in of_rank:
                points_of.setdefault(card.text, of_rank[_rank(card)])
        return points_of

    def check(self, deck: Deck) -> None:
        self.worth(deck)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return self.lines_of(deal[Tricks].valued(deal.players, self.worth_in(deal)))

    def lines_of(self, taken: Taken) -> tuple[ScoreLine, ...]:
        """The score lines for cards that seats took.

        Args:
            taken: by seat, for each value the cards, and their points.

        >>> [str(line) for line in ScoreCards(cards={"QS": 13}).lines_of([[], [("QS", 13)]])]
        ['seat 1: +13 took QS']
        """
        return tuple([_cards_line(seat, *of_value) for seat, valued in enumerate(taken) for of_value in valued])

    def worth_in(self, deal: Deal) -> dict[str, int]:
        """The result of `worth` in a deal, cached."""
        key = deal.deck, deal.trump if self.trumps else None
        worth = self._worth.get(key)
        if worth is None:
            worth = self._worth[key] = self.worth(*key)
        return worth

    def bounds(self, extent: Extent) -> Bounds:
        trumps = (None, *extent.deck.suits) if self.trumps else (None,)
        worths = [self.worth(extent.deck, trump) for trump in trumps]
        return total(span(*(worth.get(card.text, 0) for worth in worths)) for card in extent.deck)

    @cached_property
    def _worth(self) -> dict[tuple[Deck, Suit | None], dict[str, int]]:
        """By deck and trump, the points of every card that scores, cached."""
        return {}


def _rank(card: Card) -> str:
    """The rank of a plain card, as it precedes the letter of the suit in its text."""
    return card.text.removesuffix(card.faces[0].suit.letter)


def _cards_line(seat: int, cards: str, points: int) -> ScoreLine:
    return ScoreLine(seat, f"took {cards}", points, "took_cards", (("cards", cards),))


@frozen
class ScoreNoTricks(ScoreBySeat):
    """A seat that takes no trick scores a bonus.

    Args:
        points: may be negative.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> result = playout(pikoko.rules(players=3).replace(scoring=ScoreNoTricks(5)), seed=7).results[0]
    >>> [line.points for line in result.lines] == [5] * result.deal[Tricks].taken.count(0)
    True
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)
    counts_only: ClassVar[bool] = True

    points: int = field(validator=is_a(int))

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        return () if deal[Tricks].taken[seat] else (ScoreLine(seat, "took no trick", self.points, "no_trick"),)

    def bounds(self, extent: Extent) -> Bounds:
        return span(self.points)


CARDS = "cards"
"""The summand for the cards themselves."""


@frozen(kw_only=True)
class ShootTheMoon(Scoring):
    """A seat that takes all scoring cards shoots the moon: the deal is then scored differently.

    Args:
        cards: the scoring of the cards in other deals.
        shooter: points for the seat that took them all.
        others: points for every other seat.
        besides: other parts that score unless a seat shoots the moon; a single part may be given as it is.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> moon = ShootTheMoon(cards=ScoreCards(cards={"B3": 5}), shooter=0, others=8)
    >>> sorted(playout(pikoko.rules(players=3).replace(scoring=moon), seed=1).results[0].scores)
    [0, 8, 8]
    """

    cards: ScoreCards = field(validator=is_a(ScoreCards))
    shooter: int = field(validator=is_a(int))
    others: int = field(validator=is_a(int))
    besides: tuple[Scoring, ...] = field(default=(), converter=to_scorings, validator=each_is_a(Scoring))

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The phases and records that all parts need."""
        return needed_by((self.cards, *self.besides))

    def summands(self, players: int) -> tuple[Hashable, ...]:
        others = [(index, summand) for index, part in enumerate(self.besides) for summand in summands_of(part, players)]
        return (CARDS, *others) if others else (None,)

    def of_summand(self, deal: Deal, summand: Any) -> tuple[ScoreLine, ...]:
        taken = self._taken(deal)
        shooter = self._shooter(taken)
        if summand == CARDS:
            return self._of_cards(taken, shooter)
        index, part_summand = summand
        return lines_of(self.besides[index], deal, part_summand) if shooter is None else ()

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        taken = self._taken(deal)
        shooter = self._shooter(taken)
        lines = self._of_cards(taken, shooter)
        return lines if shooter is not None else lines + lines_of_all(self.besides, deal)

    def _taken(self, deal: Deal) -> Taken:
        taken: Taken = deal[Tricks].valued(deal.players, self.cards.worth_in(deal))
        return taken

    def _shooter(self, taken: Taken) -> int | None:
        """The only seat that took any scoring card; None if several did."""
        takers = (seat for seat, cards in enumerate(taken) if cards)
        first = next(takers, None)
        return first if next(takers, None) is None else None

    def _of_cards(self, taken: Taken, shooter: int | None) -> tuple[ScoreLine, ...]:
        if shooter is None:
            return self.cards.lines_of(taken)
        fields = (("shooter", shooter),)
        return tuple(
            ScoreLine(seat, "shot the moon", self.shooter, "moon", fields)
            if seat == shooter
            else ScoreLine(seat, f"seat {shooter} shot the moon", self.others, "moon", fields)
            for seat in range(len(taken))
        )

    def bounds(self, extent: Extent) -> Bounds:
        usual = total([part.bounds(extent) for part in (self.cards, *self.besides)])
        return None if usual is None else span(self.shooter, self.others, *usual)

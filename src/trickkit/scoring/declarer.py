"""The scoring for a declarer who plays alone for card points."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.bounds import Bounds, Extent, span, total
from trickkit.model.cards import Deck
from trickkit.model.checks import is_a, pairs_of
from trickkit.model.converters import to_pairs
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.talon import LayAway
from trickkit.phases.tricks import Tricks
from trickkit.scoring.base import Scoring

__all__ = ["DeclarerPoints"]


@frozen(kw_only=True)
class DeclarerPoints(Scoring):
    """The declarer scores its card points above a half from every other seat, or pays those below.

    Its cards are those of its tricks, those that it laid away, and those left in the stock. In a deal without trump it
    must take no trick; the stake is then fixed, whatever the cards.

    Args:
        ranks: points by rank, as it precedes the letter of the suit in texts; other cards are worth 0.
        half: the points with which it scores 0.
        null: in a deal without trump, the points won by taking no trick, and lost by taking any; 0 or more.

    Raises:
        InvalidRules: points are not integers; or, before a game, no card of the deck has such a rank.

    >>> from attrs import evolve
    >>> from trickkit.model.cards import Suit, piquet
    >>> from trickkit.model.hands import Hand, Pile
    >>> from trickkit.phases.talon import LaidAway
    >>> from trickkit.model.tricks import Trick
    >>> from trickkit.phases.tricks.record import TrickTable
    >>> deck = piquet()
    >>> deal = evolve(Deal.fresh(deck, players=3), declarer=1, trump=deck.suits[0], stock=Pile(deck))
    >>> deal = deal.with_record(LaidAway((Hand(deck), Hand.of(deck, ["AS", "AH"]), Hand(deck))))
    >>> deal = deal.with_record(TrickTable((), Trick(()), (0, 0, 0)))
    >>> [line.points for line in DeclarerPoints(ranks={"A": 11}, half=20).lines(deal)]
    [-2, 4, -2]
    """

    reads: ClassVar[tuple[type[Any], ...]] = (LayAway, Tricks)

    ranks: tuple[tuple[str, int], ...] = field(converter=to_pairs, validator=pairs_of(str, int, "whole points by rank"))
    half: int = field(validator=is_a(int))
    null: int = field(default=0, validator=is_a(int))

    def check(self, deck: Deck) -> None:
        texts = {card.text for card in deck}
        ranks = {text.removesuffix(suit.letter) for suit in deck.suits for text in texts if text.endswith(suit.letter)}
        for rank, _ in self.ranks:
            if rank not in ranks:
                raise InvalidRules(f"DeclarerPoints: {quoted(rank)} is not a rank of the deck{nearest(rank, ranks)}")

    def taken(self, deal: Deal, declarer: int) -> int:
        """The card points of the declarer.

        Args:
            deal: after its tricks.
            declarer: 0..players-1.
        """
        worth = self._worth(deal.deck)
        aside: int = deal[LayAway].hands[declarer].points(worth) + deal.stock.points(worth)
        captured: int = deal[Tricks].points(declarer, worth)
        return captured + aside

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A score line for every seat; none if there is no declarer."""
        declarer = deal.declarer
        if declarer is None:
            return ()
        if deal.trump is None:
            tricks = deal[Tricks].taken[declarer]
            won, reason = (
                -self.null if tricks else self.null,
                f"declarer took {tricks or 'no'} trick{'s' * (tricks > 1)}",
            )
        else:
            points = self.taken(deal, declarer)
            won, reason = points - self.half, f"declarer has {points}"
        others = deal.players - 1
        return tuple(ScoreLine(seat, reason, others * won if seat == declarer else -won) for seat in deal.seats)

    def bounds(self, extent: Extent) -> Bounds:
        worth = self._worth(extent.deck)
        taken = total(span(worth.get(card.text, 0)) for card in extent.deck)
        won = (*(points - self.half for points in taken), self.null, -self.null)
        return span(*(points * times for points in won for times in (extent.players - 1, -1)))

    def _worth(self, deck: Deck) -> dict[str, int]:
        return {f"{rank}{suit.letter}": points for suit in deck.suits for rank, points in self.ranks}

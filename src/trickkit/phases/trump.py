"""A trump suit that the rules name."""

from __future__ import annotations

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.phases.base import Phase

__all__ = ["FixedTrump"]


@frozen
class FixedTrump(Phase):
    """A suit is trump in every deal.

    Args:
        suit: its name, such as `"spades"`.

    Raises:
        InvalidRules: the suit is not a text; or, in a game, the deck has no such suit.

    >>> from trickkit.model.cards import french
    >>> str(FixedTrump("spades").begin(Deal.fresh(french(), players=4)).trump)
    'spades'
    """

    suit: str = field(validator=is_a(str))

    def begin(self, deal: Deal) -> Deal:
        """The deal with the fixed trump."""
        for suit in deal.deck.suits:
            if suit.name == self.suit:
                return deal.changed(trump=suit)
        raise InvalidRules(f"{quoted(self)}: the deck has no such suit; it has {', '.join(map(str, deal.deck.suits))}")

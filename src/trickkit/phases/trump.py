"""Trump suits that need no naming: one of the rules, or that of the card that was called."""

from __future__ import annotations

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.phases.base import Phase
from trickkit.phases.partner import CallPartner, PartnerCalled

__all__ = ["CalledSuitIsTrump", "FixedTrump"]


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
        for suit in deal.deck.suits:
            if suit.name == self.suit:
                return deal.changed(trump=suit)
        raise InvalidRules(f"{quoted(self)}: the deck has no such suit; it has {', '.join(map(str, deal.deck.suits))}")


@frozen
class CalledSuitIsTrump(Phase):
    """The suit of the card that the declarer called is trump; if it called none, trump stays as it is.

    It comes after `CallPartner`.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=5).with_record(PartnerCalled(2, "KH"))
    >>> str(CalledSuitIsTrump().begin(deal).trump)
    'hearts'
    """

    def begin(self, deal: Deal) -> Deal:
        """The deal with its trump.

        Raises:
            InvalidRules: no phase before it calls a card, or the called card has several suits.
        """
        called: PartnerCalled | None = deal.get(CallPartner)
        if called is None:
            raise InvalidRules("CalledSuitIsTrump: nobody has called a card; CallPartner before it lets one be called")
        if called.card is None:
            return deal
        card = deal.deck.card(called.card)
        if not card.is_plain:
            raise InvalidRules(f"CalledSuitIsTrump: {card} has several suits; it cannot say which one is trump")
        return deal.changed(trump=card.faces[0].suit)

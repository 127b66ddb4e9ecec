"""Melds on the table: every seat shows its melds, as in Pinochle once trump is named."""

from __future__ import annotations

from attrs import field, frozen

from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import is_a
from trickkit.model.hands import Hand
from trickkit.phases.kinds.showing import Melds, MeldsShown, Showing
from trickkit.policies.melds import Combination, Meld, Melding
from trickkit.policies.participants import Everyone, Participants

__all__ = ["Melds", "MeldsShown", "ShowMelds"]


@frozen(kw_only=True)
class ShowMelds(Showing):
    """Seats show all melds that they have, and everybody sees them; nobody decides anything.

    The record has the melds of each seat and their points, which a scoring reads. In `DeclareMelds` seats say what they
    have, and only the side with the best meld shows any.

    Args:
        melding: which melds exist, and what they score.
        who: the seats that show melds, in order: everybody, or the declarer alone.

    >>> from trickkit.model.cards import french
    >>> from trickkit.model.deal import Deal
    >>> from trickkit.policies.combinations import Combinations
    >>> deck = french()
    >>> hands = [Hand.of(deck, text.split()) for text in ("KC QC 2S", "KH QH JD")]
    >>> deal = Deal.fresh(deck, players=2).changed(hands=tuple(hands), trump=deck.suits[2])
    >>> after = ShowMelds(melding=Combinations(trumps={"K Q": 40}, plain={"K Q": 20})).begin(deal)
    >>> str(after[ShowMelds]), after[ShowMelds].points(1), str(after.seen_by(1).hands[0])
    ('seat 0: KC QC (20); seat 1: KH QH (40)', 40, 'QC KC ??')
    """

    melding: Melding = field(validator=is_a(Melding))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))

    def melds(self, hand: Hand, trump: Suit | None) -> tuple[Meld, ...]:
        return self.melding.melds(hand, trump)

    def laid(self, hand: Hand, trump: Suit | None) -> int:
        return self.melding.laid(hand, trump)

    def combinations(self, deck: Deck, trump: Suit | None) -> tuple[Combination, ...] | None:
        return self.melding.combinations(deck, trump)

"""Two sides that may depend on the deal, and may be a secret of the seats that hold certain cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from attrs import field, frozen

from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.tricks import Trick

__all__ = ["DeclarerAlone", "DependentSides", "Holders", "Settled", "Sides"]


class Settled(NamedTuple):
    """The seats of the first side, once the sides are settled.

    Args:
        seats: the seats on the first side, in ascending order.
        trick: the number of the trick that settled it; 0 if it was settled before.

    >>> Settled(seats=(1, 3), trick=0).seats
    (1, 3)
    """

    seats: tuple[int, ...]
    trick: int


class Sides(ABC):
    """Says which seats are on the first of two sides of a deal, such as the declarer's side.

    The methods are called with full deals and with the deals of views, and must not say more than these show.

    In this policy, the declarer and the seat to its left play against all others:

    >>> from attrs import evolve, frozen
    >>> @frozen
    ... class DeclarerAndNext(Sides):
    ...     def known(self, deal):
    ...         first = {deal.declarer, (deal.declarer + 1) % deal.players}
    ...         return tuple(seat in first for seat in deal.seats)
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> DeclarerAndNext().side(evolve(Deal.fresh(french(), players=4), declarer=3))
    (0, 3)
    """

    __slots__ = ()

    @abstractmethod
    def known(self, deal: Deal) -> tuple[bool | None, ...]:
        """By seat, whether it is on the first side; None if the deal does not show it.

        Args:
            deal: at any time, or that of a view.
        """

    def of(self, deal: Deal) -> Sides:
        """The policy that applies in a deal: itself, or another one if that depends on the game being played."""
        return self

    def side(self, deal: Deal) -> tuple[int, ...]:
        """The seats known to be on the first side, in ascending order; it is complete if the deal shows everything."""
        return tuple([seat for seat, first in enumerate(self.known(deal)) if first])

    def settled(self, deal: Deal, tricks: tuple[Trick, ...]) -> Settled | None:
        """The first side, if the tricks so far have settled it; otherwise None.

        Args:
            deal: a full deal, before the tricks or after them.
            tricks: the complete tricks.
        """
        return Settled(self.side(deal), 0)

    def seen(self, deal: Deal, tricks: tuple[Trick, ...]) -> tuple[int, ...] | None:
        """The seats of the first side, if everybody can infer them from the given tricks; None otherwise.

        Args:
            deal: at any time after the bidding; which cards the hands hold makes no difference.
            tricks: all tricks of the deal so far, of which the last may be incomplete.
        """
        settled = self.settled(deal, tricks)
        return None if settled is None else settled.seats

    def shown(self, deal: Deal, hand: int, cards: int) -> int:
        """The cards that a hand shows when its seat says that it is on the first side, as a mask; usually 0.

        Args:
            deal: a full deal, before the tricks.
            hand: the hand of the seat.
            cards: the cards that it holds now, as a mask.
        """
        return 0

    def ruled_out(self, deal: Deal) -> int:
        """The faces that a hand cannot hold when its seat says that it is on the second side, as a mask; usually 0.

        Args:
            deal: at any time, or that of a view; the answer may depend only on what everybody has seen.
        """
        return 0


@frozen
class DeclarerAlone(Sides):
    """The declarer against all others.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> DeclarerAlone().known(evolve(Deal.fresh(french(), players=3), declarer=1))
    (False, True, False)
    """

    def known(self, deal: Deal) -> tuple[bool | None, ...]:
        return tuple([seat == deal.declarer for seat in deal.seats])


class DependentSides(Sides):
    """Sides that another policy determines, depending on the deal.

    >>> @frozen
    ... class ByStarter(DependentSides):
    ...     def of(self, deal):
    ...         return DeclarerAlone() if deal.starter else Holders("QC")
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> ByStarter().known(Deal.fresh(french(), players=2, starter=1).changed(declarer=0))
    (True, False)
    """

    __slots__ = ()

    @abstractmethod
    def of(self, deal: Deal) -> Sides:
        """The policy that applies in a deal.

        Args:
            deal: at any time, or that of a view.
        """

    def known(self, deal: Deal) -> tuple[bool | None, ...]:
        return self.of(deal).known(deal)

    def settled(self, deal: Deal, tricks: tuple[Trick, ...]) -> Settled | None:
        return self.of(deal).settled(deal, tricks)

    def seen(self, deal: Deal, tricks: tuple[Trick, ...]) -> tuple[int, ...] | None:
        return self.of(deal).seen(deal, tricks)

    def shown(self, deal: Deal, hand: int, cards: int) -> int:
        return self.of(deal).shown(deal, hand, cards)

    def ruled_out(self, deal: Deal) -> int:
        return self.of(deal).ruled_out(deal)


@frozen
class Holders(Sides):
    """The seats that hold a copy of a card are on the first side; they alone know it until they show it.

    A seat also counts as holding the card after it has openly left the hand.

    Args:
        card: the text of the card. A game in which the card is called overrides `called`.
        declarer: whether the declarer is on the first side, too, whatever it holds.

    >>> from attrs import evolve
    >>> from trickkit import Deal, Hand
    >>> from trickkit.model.cards import french
    >>> from trickkit.model.hands import Pile
    >>> deck = french("QK")
    >>> hands = [Hand.of(deck, cards.split()) for cards in ("QC KC", "KH QH", "QS KS")]
    >>> deal = evolve(Deal.fresh(deck, players=3, size=2), hands=hands, stock=Pile(deck), declarer=2)
    >>> Holders("KH").side(deal), Holders("KH", declarer=True).side(deal)
    ((1,), (1, 2))
    >>> view = evolve(deal, hands=(deal.hands[0], *(hand.seen_with(0) for hand in deal.hands[1:])))
    >>> Holders("KH", declarer=True).known(view)
    (False, None, True)
    """

    card: str = field(validator=is_a(str))
    declarer: bool = field(default=False, kw_only=True, validator=is_a(bool))

    def called(self, deal: Deal) -> str:
        """The text of the card that decides in this deal."""
        return self.card

    def known(self, deal: Deal) -> tuple[bool | None, ...]:
        """True for seats seen to hold or to have held the card; False for the others once all copies are seen.

        Raises:
            InvalidCard: the deck has no such card.
        """
        first = [*deal.holders(self.called(deal))]
        if self.declarer and deal.declarer is not None:
            first[deal.declarer] = True
        return tuple(first)

    def seen(self, deal: Deal, tricks: tuple[Trick, ...]) -> tuple[int, ...] | None:
        """The seats that have played the card, once all copies or all cards are played."""
        card = self.called(deal)
        # A card with several faces is played as one of them.
        plain = deal.deck.card(card).is_plain
        among = [trick for trick in tricks if not plain or trick.count([card])]
        hands = [play.hand for trick in among for play in trick.plays if play.card == card]
        copies = sum(deck_card.text == card for deck_card in deal.deck)
        if len(hands) < copies:
            played = sum([len(trick.plays) for trick in tricks])
            if played < deal.size * (deal.players - len(deal.resting)):
                return None
        declarer = () if deal.declarer is None or not self.declarer else (deal.declarer,)
        return tuple(sorted({*hands, *declarer}))

    def _copies(self, deal: Deal) -> int:
        card = self.called(deal)
        return deal.deck.kinds.get(card) or deal.deck.mask([card])

    def shown(self, deal: Deal, hand: int, cards: int) -> int:
        """The first copy of the card; 0 if one has left the hand, or for a declarer, who need not hold one."""
        held = deal.held[hand] & self._copies(deal)
        if held & ~cards or (self.declarer and deal.declarer == hand):
            return 0
        return held & -held

    def ruled_out(self, deal: Deal) -> int:
        """All copies of the card, as a mask."""
        return self._copies(deal)

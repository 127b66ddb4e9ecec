"""Which hand leads a trick."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.checks import each_is_a, forget_if_overridden, is_a
from trickkit.model.converters import one_or_more_texts
from trickkit.model.deal import Deal
from trickkit.model.tricks import Trick

__all__ = [
    "DeclarerOpens",
    "HandLeftOfStarter",
    "HolderOpens",
    "Lead",
    "LeftOfDeclarer",
    "LeftOfStarter",
    "LoserLeads",
    "OpenerAlways",
    "Opening",
    "StarterOpens",
    "WinningHand",
    "WinningSeat",
]


class Opening(ABC):
    """Says which hand leads the first trick of a deal.

    >>> from attrs import frozen
    >>> @frozen
    ... class StartersHand(Opening):
    ...     def opener(self, starter, choosers):
    ...         return starter
    >>> StartersHand().opener(starter=0, choosers=(2, 0, 1))
    0
    """

    __slots__ = ()

    starter_deals: ClassVar[bool] = False
    """Whether the starter of the deal is what players call its dealer."""
    by_card: ClassVar[bool] = False
    """Whether the hand leads that holds the only card which `shown` shows, whatever else is known of the deal."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # A class that chooses the hand differently from its base says anew, or not at all, that a card decides.
        forget_if_overridden(cls, Opening, ["by_card"], ["opener", "opening", "shown"])

    @abstractmethod
    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        """The hand that leads first, 0..players-1.

        Args:
            starter: the seat that started the deal.
            choosers: by hand, the seat that chooses for it.
        """

    def opening(self, deal: Deal, choosers: tuple[int, ...]) -> int:
        """The hand that leads first in a deal; override this if it depends on more than the starter.

        If that hand does not take part, the next one clockwise that does leads instead.

        Args:
            deal: before its first trick.
            choosers: by hand, the seat that chooses for it.
        """
        return self.opener(deal.starter, choosers)

    def shown(self, deal: Deal) -> int:
        """The cards of the leading hand that the opening shows to everybody, as a mask; usually 0.

        Args:
            deal: before its first trick.
        """
        return 0


def _led_by(seat: int, choosers: tuple[int, ...]) -> int:
    """The hand for which a seat chooses, and from which the seat therefore leads."""
    if seat not in choosers:
        raise InvalidRules(
            f"seat {seat} should lead the first trick, but chooses for no hand; "
            f"the seats that choose, by hand, are {choosers}"
        )
    return choosers.index(seat)


@frozen
class StarterOpens(Opening):
    """The starter of the deal leads the first trick, from the hand for which it chooses.

    >>> StarterOpens().opener(starter=0, choosers=(2, 0, 1))
    1
    """

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        return _led_by(starter, choosers)


@frozen
class LeftOfStarter(Opening):
    """The seat to the left of the starter leads the first trick, as in games where the starter is the dealer.

    >>> LeftOfStarter().opener(starter=2, choosers=(0, 1, 2))
    0
    """

    starter_deals: ClassVar[bool] = True

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        return _led_by((starter + 1) % len(choosers), choosers)


@frozen
class HandLeftOfStarter(Opening):
    """The hand left of the starter leads the first trick, whoever chooses for it.

    This differs from `LeftOfStarter` if there is a dummy: there, a seat leads, from a hand for which it chooses.

    >>> HandLeftOfStarter().opener(starter=0, choosers=(0, 2, 2, 3))
    1
    """

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        return (starter + 1) % len(choosers)


@frozen
class DeclarerOpens(Opening):
    """The declarer leads the first trick; in a deal without one, another policy decides.

    Args:
        otherwise: that policy.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=4, starter=1)
    >>> DeclarerOpens().opening(evolve(deal, declarer=3), (0, 1, 2, 3)), DeclarerOpens().opening(deal, (0, 1, 2, 3))
    (3, 1)
    """

    otherwise: Opening = field(default=StarterOpens(), validator=is_a(Opening))

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        """The opener of the other policy, as in a deal without a declarer."""
        return self.otherwise.opener(starter, choosers)

    def opening(self, deal: Deal, choosers: tuple[int, ...]) -> int:
        """The hand for which the declarer chooses; without one, the opener of the other policy."""
        if deal.declarer is None:
            return self.otherwise.opening(deal, choosers)
        return _led_by(deal.declarer, choosers)


@frozen
class LeftOfDeclarer(Opening):
    """The hand left of the declarer leads the first trick.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> LeftOfDeclarer().opening(evolve(Deal.fresh(french(), players=4), declarer=3), (0, 3, 2, 3))
    0
    """

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        """The starter's hand, as in a deal without a declarer."""
        return starter

    def opening(self, deal: Deal, choosers: tuple[int, ...]) -> int:
        return self.opener(deal.starter, choosers) if deal.declarer is None else (deal.declarer + 1) % deal.players


@frozen
class HolderOpens(Opening):
    """The hand that holds a certain card leads the first trick.

    Args:
        card: the text of the card.

    >>> from attrs import evolve
    >>> from trickkit import Deal, Hand
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=2)
    >>> HolderOpens("2C").opening(evolve(deal, hands=(deal.hands[0], Hand.of(deal.deck, ["2C"]))), (0, 1))
    1
    """

    by_card: ClassVar[bool] = True

    card: str = field(validator=is_a(str))

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        """The starter's hand, as if no cards were dealt."""
        return starter

    def opening(self, deal: Deal, choosers: tuple[int, ...]) -> int:
        """The hand that holds the card.

        Raises:
            InvalidCard: the deck has no such card.
            InvalidRules: no hand holds it.
        """
        mask = deal.deck.mask([self.card])
        for hand, cards in enumerate(deal.held):
            if cards & mask:
                return hand
        raise InvalidRules(f"nobody holds {self.card}, whose holder leads the first trick", deal=deal.number)

    def shown(self, deal: Deal) -> int:
        return deal.deck.mask([self.card])


class Lead(ABC):
    """Says which hand leads the second trick and the later ones.

    >>> from attrs import frozen
    >>> @frozen
    ... class LeftOfTaker(Lead):
    ...     def leader(self, taker, opener, choosers):
    ...         return (taker + 1) % len(choosers)
    >>> LeftOfTaker().leader(taker=2, opener=1, choosers=(0, 1, 2))
    0
    """

    __slots__ = ()

    @abstractmethod
    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        """The hand that leads after a trick, 0..players-1.

        Args:
            taker: the hand that took the trick; if nobody did, the hand that leads next by the resolution.
            opener: the hand that led the first trick of the deal.
            choosers: by hand, the seat that chooses for it.
        """

    def after(self, trick: Trick, opener: int, choosers: tuple[int, ...]) -> int:
        """The hand that leads after a trick; override this if it depends on the cards of the trick.

        By default, this is the answer of `leader`, which is called before a game in any case.

        Args:
            trick: the last one.
            opener: as for `leader`.
            choosers: as for `leader`.
        """
        return self.leader(trick.counted_taker, opener, choosers)

    @property
    def losing(self) -> tuple[str, ...]:
        """The texts of faces with which a losing hand leads next, if `after` looks at nothing else in a trick.

        If there are several such hands, the first to play leads. Compiled code uses this instead of calling `after`.
        """
        return ()

    def of(self, deal: Deal) -> Lead:
        """The policy that applies in a deal: itself, or another one if that depends on the game being played.

        Args:
            deal: before a trick; the answer may depend only on what all seats know.
        """
        return self


@frozen
class WinningHand(Lead):
    """The hand that took the trick leads the next one, whoever chooses for it.

    >>> WinningHand().leader(taker=2, opener=1, choosers=(2, 0, 1))
    2
    """

    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        return taker


@frozen
class WinningSeat(Lead):
    """The seat whose hand took the trick leads the next one, from the hand for which it chooses.

    >>> WinningSeat().leader(taker=2, opener=1, choosers=(2, 0, 1))
    0
    """

    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        """The hand for which the seat that took the trick chooses.

        Raises:
            ValueError: the seat chooses for no hand, like a dummy.
        """
        if taker not in choosers:
            raise ValueError(f"seat {taker} chooses for no hand")
        return choosers.index(taker)


@frozen
class LoserLeads(Lead):
    """A losing hand leads the next trick if it played one of certain cards to this one.

    If there are several such hands, the first to play leads; if there is none, the hand that took the trick does.

    Args:
        cards: the texts of their faces; a single one may be given as it is.

    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.tricks import Played, Trick
    >>> trick = Trick((Played(0, 0, Play("2S"), "2S"), Played(1, 1, Play("AS"), "AS")), taker=1)
    >>> LoserLeads("2S").after(trick, 0, (0, 1)), LoserLeads("AS").after(trick, 0, (0, 1))
    (0, 1)
    """

    cards: tuple[str, ...] = field(converter=one_or_more_texts, validator=each_is_a(str))

    @property
    def losing(self) -> tuple[str, ...]:
        return self.cards

    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        """The hand that took the trick, as if its cards were unknown."""
        return taker

    def after(self, trick: Trick, opener: int, choosers: tuple[int, ...]) -> int:
        """The first losing hand that played such a card; if none did, the taker."""
        taker = trick.counted_taker
        losers = (play.hand for play in trick.plays if play.hand != taker and play.action.face in self.cards)
        return next(losers, taker)


@frozen
class OpenerAlways(Lead):
    """The hand that led the first trick leads every trick.

    >>> OpenerAlways().leader(taker=2, opener=1, choosers=(2, 0, 1))
    1
    """

    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        return opener

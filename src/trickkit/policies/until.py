"""When the tricks of a phase end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.checks import counted, each_is_a, forget_if_overridden, is_a
from trickkit.model.converters import one_or_more_texts

if TYPE_CHECKING:
    from trickkit.model.cards import Deck
    from trickkit.model.deal import Deal
    from trickkit.phases.tricks.record import TrickTable

__all__ = [
    "AfterTricks",
    "BeforeDrawing",
    "CardsTaken",
    "DeclarerTakes",
    "HandsEmpty",
    "OthersTake",
    "Until",
    "WithoutTrump",
]


class Until(ABC):
    """Says when the tricks are over before the hands are empty.

    >>> from attrs import frozen
    >>> @frozen
    ... class SomebodyHasThree(Until):
    ...     def over(self, taken, declarer):
    ...         return max(taken) == 3
    >>> SomebodyHasThree().over((1, 3, 0), None)
    True

    This policy depends on the cards taken:

    >>> @frozen
    ... class SomebodyHasTheQueen(Until):
    ...     def over(self, taken, declarer):
    ...         return False
    ...
    ...     def ended(self, deal, tricks, first):
    ...         return any("QS" in tricks.captured(hand) for hand in deal.seats)
    """

    __slots__ = ()

    @abstractmethod
    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        """Whether the tricks are over; called after every trick.

        Args:
            taken: by hand, the number of tricks it has taken since this phase began.
            declarer: the declarer of the deal, or None.
        """

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        """Whether the tricks are over; called after every trick if it depends on more than the numbers of tricks.

        The batch engine calls it in advance with symbolic tricks. Their numbers, such as `taken`, `captured`, `points`,
        `played` and `played_in_full`, can be added up and compared. Single tricks, as in `tricks.last.plays`, have
        takers, hands, cards and points, which can be compared.

        Args:
            deal: the deal when this phase began, with the calls made since then.
            tricks: all complete tricks of the deal, with the cards that every hand got.
            first: the number of the first trick played in this phase.
        """
        return self.over(tricks.taken_since(first), deal.declarer)

    def played(self, size: int) -> int | None:
        """How many tricks are played with so many cards in each hand; None, the default, if that depends on them."""
        return None

    def ends_with(self, taker: int | None, declarer: int | None) -> int | None:
        """The number of tricks with which the taker of the last one ends them; None if it depends on more.

        Args:
            taker: of the trick; None if nobody took it.
            declarer: the declarer of the deal, or None.

        Returns:
            Returns that number, 0 if such a taker never ends them; and None, the default, if `over` or `ended` must be
            asked after each trick.
        """
        return None if self.played(1) is None else 0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # A class that ends tricks differently from its base, by a mixin too, says anew, or not at all, how it does.
        forget_if_overridden(cls, Until, ["played", "ends_with"], ["over", "ended", "of"])

    def of(self, deal: Deal) -> Until:
        """The policy that applies in a deal: itself, or another one if that depends on more than the tricks.

        Args:
            deal: before its first trick.
        """
        return self


@frozen
class HandsEmpty(Until):
    """The tricks go on until all cards are played.

    >>> HandsEmpty().over((1, 3, 0), None)
    False
    """

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return False

    def played(self, size: int) -> int:
        return size


@frozen
class AfterTricks(Until):
    """A number of tricks is played, as when players draw cards after each.

    Args:
        tricks: how many, 1 or more.

    >>> AfterTricks(1).over((0, 1), None)
    True
    """

    tricks: int = field(validator=counted(1))

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return sum(taken) >= self.tricks

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return len(tricks.tricks) - first >= self.tricks

    def played(self, size: int) -> int:
        return min(size, self.tricks)


@frozen
class DeclarerTakes(Until):
    """The tricks are over once the declarer has taken a number of them, as when it plays for none.

    Args:
        tricks: how many, 1 or more.

    >>> DeclarerTakes(1).over((2, 0, 1), declarer=1), DeclarerTakes(1).over((2, 1, 1), declarer=1)
    (False, True)
    """

    tricks: int = field(default=1, validator=counted(1))

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        """Whether the declarer has taken that many tricks; false if no seat is declarer."""
        return declarer is not None and taken[declarer] >= self.tricks

    def ends_with(self, taker: int | None, declarer: int | None) -> int:
        return self.tricks if taker is not None and taker == declarer else 0


@frozen
class OthersTake(Until):
    """The tricks are over once the other seats have taken a number of them, as when the declarer plays for all.

    Args:
        tricks: how many, 1 or more.

    >>> OthersTake(1).over((0, 3, 0), declarer=1), OthersTake(1).over((0, 3, 1), declarer=1)
    (False, True)
    """

    tricks: int = field(default=1, validator=counted(1))

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        """Whether the other seats have taken that many tricks; false if there is no declarer."""
        return declarer is not None and sum(taken) - taken[declarer] >= self.tricks

    def ends_with(self, taker: int | None, declarer: int | None) -> int | None:
        return int(declarer is not None and taker not in (None, declarer)) if self.tricks == 1 else None


@frozen
class CardsTaken(Until):
    """The tricks are over once all of certain cards have been taken, because nothing else counts.

    Args:
        cards: their texts; a single one may be given as it is.
        suits: the names of suits all of whose cards count; a single one may be given as it is.

    Raises:
        InvalidRules: a name is not a text; or, in a game, there is no such card or suit, or none at all.

    >>> from trickkit import Deal
    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.record import Played, Trick, TrickTable
    >>> deal = Deal.fresh(french(), players=2)
    >>> table = TrickTable((Trick((Played(0, 0, Play("KH"), "KH"),), taker=1),), Trick(()), (0, 1))
    >>> CardsTaken("KH").ended(deal, table, 0), CardsTaken(suits="hearts").ended(deal, table, 0)
    (True, False)
    """

    cards: tuple[str, ...] = field(default=(), converter=one_or_more_texts, validator=each_is_a(str))
    suits: tuple[str, ...] = field(default=(), converter=one_or_more_texts, validator=each_is_a(str))

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        worth = self._worth(deal.deck)
        return sum([tricks.points(hand, worth) for hand in deal.seats]) >= self._count(deal.deck)

    def _worth(self, deck: Deck) -> dict[str, int]:
        names = {card.text for card in deck} | {suit.name for suit in deck.suits}
        for name in (*self.cards, *self.suits):
            if name not in names:
                raise InvalidRules(f"CardsTaken: {quoted(name)} is nothing in the deck{nearest(name, names)}")
        texts = [card.text for card in deck if card.text in self.cards or card.faces[0].suit.name in self.suits]
        if not texts:
            raise InvalidRules("CardsTaken: no card and no suit is named")
        return dict.fromkeys(texts, 1)

    def _count(self, deck: Deck) -> int:
        worth = self._worth(deck)
        return sum([card.text in worth for card in deck])


@frozen
class WithoutTrump(Until):
    """In a deal without trump another policy ends the tricks; in a deal with trump all tricks are played.

    Args:
        until: the policy that decides without trump.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import piquet
    >>> deal = Deal.fresh(piquet(), players=3)
    >>> until = WithoutTrump(DeclarerTakes(1))
    >>> until.of(deal), until.of(evolve(deal, trump=deal.deck.suits[0]))
    (DeclarerTakes(tricks=1), HandsEmpty())
    """

    until: Until = field(validator=is_a(Until))

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return self.until.over(taken, declarer)

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return self.until.ended(deal, tricks, first)

    def of(self, deal: Deal) -> Until:
        """The other policy if there is no trump; otherwise a policy by which all tricks are played."""
        return self.until.of(deal) if deal.trump is None else HandsEmpty()


@frozen
class BeforeDrawing(Until):
    """While the stock has cards, each trick ends the phase so that players can draw; then another policy decides.

    Args:
        until: the policy that decides once the stock is empty.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import piquet
    >>> deal = Deal.fresh(piquet(), players=2)
    >>> BeforeDrawing().of(deal), BeforeDrawing().of(evolve(deal, stock=deal.stock[:0]))
    (AfterTricks(tricks=1), HandsEmpty())
    """

    until: Until = field(default=HandsEmpty(), validator=is_a(Until))

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return self.until.over(taken, declarer)

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return self.until.ended(deal, tricks, first)

    def of(self, deal: Deal) -> Until:
        return AfterTricks(1) if deal.stock.order else self.until.of(deal)

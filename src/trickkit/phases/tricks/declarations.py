"""Calls of a leader: a marriage, an exchange for the turned-up trump, closing the stock, and going out."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Card
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import to_tuple
from trickkit.model.deal import Deal
from trickkit.model.events import Event
from trickkit.phases.closing import closed_stock
from trickkit.policies.calling import Calling, CallMade, TurnToPlay

__all__ = ["Closing", "Declarations", "Exchanging", "GoingOut", "Marriages", "TrumpExchanged"]

LEAD = "it must be said before a lead"


@frozen
class Declarations(Calling):
    """Several kinds of calls, each with its own policy.

    Args:
        callings: one or more, with different words.

    Raises:
        InvalidRules: there is none, two share a word, or one is of the wrong type.

    >>> Declarations([Marriages(suits="HS"), Closing(), GoingOut()]).words()
    ('marriage H', 'marriage S', 'close', 'out')
    """

    callings: tuple[Calling, ...] = field(converter=to_tuple, validator=each_is_a(Calling))

    @callings.validator
    def _words_differ(self, _attribute: object, callings: tuple[Calling, ...]) -> None:
        words = [word for calling in callings for word in calling.words()]
        if not callings or len({*words}) < len(words):
            raise InvalidRules(f"Declarations: callings={quoted(callings)}: there must be some, with different words")

    def _of(self, word: str) -> Calling:
        return next(calling for calling in self.callings if word in calling.words())

    def words(self) -> tuple[str, ...]:
        return tuple([word for calling in self.callings for word in calling.words()])

    def summary(self, calls: tuple[CallMade, ...]) -> tuple[Hashable, ...]:
        return tuple(
            [
                calling.summary(tuple([call for call in calls if call.word in calling.words()]))
                for calling in self.callings
            ]
        )

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        return self._of(word).forbids(word, turn)

    def shown(self, word: str, turn: TurnToPlay) -> int:
        return self._of(word).shown(word, turn)

    def plays_shown(self, word: str) -> bool:
        return self._of(word).plays_shown(word)

    def must_play(self, turn: TurnToPlay) -> int:
        """The cards that all policies with such a demand allow; if they share none, those of one of them."""
        allowed = 0
        for must in self._bound(turn):
            allowed = allowed & must or must
        return allowed

    def _bound(self, turn: TurnToPlay) -> Iterator[int]:
        return (must for must in (calling.must_play(turn) for calling in self.callings) if must)

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        return self._of(call.word).changed(deal, call)

    def ruled_out(self, word: str, deal: Deal, shown: int) -> int:
        return self._of(word).ruled_out(word, deal, shown)


@frozen(kw_only=True)
class Marriages(Calling):
    """A player may show two cards of a suit, usually king and queen, and then plays one of them.

    The call is `marriage` and the letter of the suit.

    Args:
        suits: the letters of the suits.
        ranks: the ranks of the two cards, as they precede the letter of the suit in texts.
        late: whether they may still be shown when the stock is empty.
        leading: whether only a player who leads may show them; if not, they may also be shown where one of the two
            follows.
        without_trump: whether they may be shown in a deal without trump.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french("QK"), players=2)
    >>> turn = TurnToPlay(deal, 0, 0, deal.deck.mask(["KH", "QH", "KS"]), (), (), ())
    >>> [word for word in Marriages().words() if not Marriages().forbids(word, turn)]
    ['marriage H']
    """

    suits: tuple[str, ...] = field(default=("C", "D", "H", "S"), converter=tuple, validator=each_is_a(str))
    ranks: tuple[str, ...] = field(default=("K", "Q"), converter=tuple, validator=each_is_a(str))
    late: bool = field(default=True, validator=is_a(bool))
    leading: bool = field(default=True, validator=is_a(bool))
    without_trump: bool = field(default=True, validator=is_a(bool))

    def words(self) -> tuple[str, ...]:
        return tuple([f"marriage {suit}" for suit in self.suits])

    def suit(self, word: str) -> str | None:
        """The letter of the suit of a marriage; None for another word."""
        return word.split(" ")[-1] if word in self.words() else None

    def summary(self, calls: tuple[CallMade, ...]) -> None:
        """None: earlier turns do not matter, because a card that was shown has been played."""

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        pair = self.shown(word, turn)
        if self.leading and not turn.leads:
            return LEAD
        if not self.without_trump and turn.deal.trump is None:
            return "there is no trump"
        if any(self.suit(call.word) for call in turn.called):
            return f"one of the cards that were shown is {'led' if self.leading else 'played'} first"
        if not (self.late or turn.deal.stock.order):
            return "the stock is gone"
        names = " and ".join(rank + word.split(" ")[-1] for rank in self.ranks)
        return "" if pair & turn.cards == pair else f"the hand must hold {names}"

    def shown(self, word: str, turn: TurnToPlay) -> int:
        return self._pair(turn.deal, word)

    def plays_shown(self, word: str) -> bool:
        """Whether the call requires that one of its cards may be played; a leader may lead any card."""
        return not self.leading

    def _pair(self, deal: Deal, word: str) -> int:
        return deal.deck.mask([f"{rank}{word.split(' ')[-1]}" for rank in self.ranks])

    def must_play(self, turn: TurnToPlay) -> int:
        """The two cards of the marriage, if one was shown in this turn."""
        shown = [call.word for call in turn.called if self.suit(call.word)]
        return self._pair(turn.deal, shown[-1]) if shown else 0


@frozen
class TrumpExchanged(Event):
    """A trump of a hand was exchanged for the face-up one under the stock.

    Args:
        hand: the hand.
        gave: the card that lies there now.
        got: the card that came to the hand.

    >>> deck = __import__("trickkit.model.cards").model.cards.french()
    >>> str(TrumpExchanged(1, deck.card("9H"), deck.card("AH")))
    'Hand 1 exchanges 9H for AH.'
    """

    hand: int
    gave: Card
    got: Card

    @property
    def swapped(self) -> tuple[tuple[int, str, str, int], ...]:
        return ((self.hand, self.gave.text, self.got.text, 0),)

    def __str__(self) -> str:
        return f"Hand {self.hand} exchanges {self.gave} for {self.got}."


@frozen(kw_only=True)
class Exchanging(Calling):
    """A player who leads may exchange a low trump for the face-up card under the stock, which is another trump.

    The call is `exchange`.

    Args:
        rank: the rank of the low trump, as it precedes the letter of the suit in texts.
        after_trick: whether the seat must have taken a trick before.

    >>> Exchanging(rank="9").words()
    ('exchange',)
    """

    rank: str = field(validator=is_a(str))
    after_trick: bool = field(default=True, validator=is_a(bool))

    def words(self) -> tuple[str, ...]:
        return ("exchange",)

    def summary(self, calls: tuple[CallMade, ...]) -> None:
        """None: earlier turns do not matter."""

    def _low(self, deal: Deal) -> str:
        return f"{self.rank}{deal.trump.letter if deal.trump else ''}"

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        deal = turn.deal
        if not turn.leads:
            return LEAD
        if not deal.stock.order:
            return "the stock is gone"
        if self.after_trick and not took_a_trick(turn):
            return "the seat must have taken a trick"
        if any(call.word == word for call in turn.called):
            return "it has been exchanged"
        low = self._low(deal)
        return "" if deal.trump and turn.cards & deal.deck.kinds.get(low, 0) else f"the hand must hold {low}"

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        return deal.exchanged(call.hand, self._low(deal), partial(TrumpExchanged, call.hand))


@frozen
class Closing(Calling):
    """A player who leads may close the stock: nobody draws any more. The call is `close`.

    >>> Closing().words()
    ('close',)
    """

    def words(self) -> tuple[str, ...]:
        return ("close",)

    def summary(self, calls: tuple[CallMade, ...]) -> None:
        """None: earlier turns do not matter."""

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        if not turn.leads:
            return LEAD
        gone = any(call.word == word for call in turn.called) or not turn.deal.stock.order
        return "the stock is gone" if gone else ""

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        return closed_stock(deal, call.seat)


@frozen
class GoingOut(Calling):
    """A player who leads and has taken a trick may say that it has enough points, which ends the deal: `out`.

    The scoring decides whether that is true.

    >>> GoingOut().words()
    ('out',)
    """

    def words(self) -> tuple[str, ...]:
        return ("out",)

    def summary(self, calls: tuple[CallMade, ...]) -> None:
        """None: the call ends the deal."""

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        if not turn.leads:
            return LEAD
        return "" if took_a_trick(turn) else "the seat must have taken a trick"

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        return deal.changed(closed=True)


def took_a_trick(turn: TurnToPlay) -> bool:
    """Whether the hand whose turn it is has taken a trick.

    >>> from trickkit.model.cards import french
    >>> took_a_trick(TurnToPlay(Deal.fresh(french(), players=2), 0, 0, 0b111, (), (), ()))
    False
    """
    return turn.taken > 0

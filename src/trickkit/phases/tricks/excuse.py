"""Policies for the Excuse, or Fool, of tarot games: it may always be played, and its side keeps it."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from trickkit.model.checks import each_is_a, is_a, one_of
from trickkit.model.converters import to_texts
from trickkit.model.tricks import Captured, Moved
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.capture import BestCard, Finished
from trickkit.policies.follow import Context, Follow, Step
from trickkit.policies.sides import DeclarerAlone, Sides

__all__ = ["ExcuseStays", "OvertrumpOrExcuse"]


@frozen
class OvertrumpOrExcuse(Follow):
    """Follow suit, otherwise play a trump, which must beat earlier trumps if possible. The Excuse may always be played.

    Args:
        excuse: the text of that card.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("QKA")
    >>> clubs, _, hearts, _ = deck.suits
    >>> context = Context(deck=deck, ranking=HighCard(), reads=("best",), led=clubs, trump=hearts, best=deck.faces[0])
    >>> [step.rule for step in OvertrumpOrExcuse("AS").steps(context)]
    ['play a card of clubs, or AS', 'play a higher trump, or AS', 'play a trump, or AS']
    """

    reads: ClassVar[tuple[str, ...]] = ("best",)

    excuse: str = field(validator=is_a(str))

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The led suit, the higher trumps, then any trumps; each step allows the Excuse, but it binds no hand."""
        if context.led is None:
            return ()
        excuse, trumps = context.deck.mask([self.excuse]), context.suit(context.trump)
        sets = [("play a higher trump", trumps & context.beating()), ("play a trump", trumps)]
        if context.led != context.trump:
            sets.insert(0, (f"play a card of {context.led}", context.suit(context.led) & ~excuse))
        return tuple(Step(cards | excuse, f"{rule}, or {self.excuse}", binds=cards) for rule, cards in sets)


@frozen(kw_only=True)
class ExcuseStays(BestCard):
    """The player of the Excuse keeps it, and gives a low card for it as soon as its side has captured one.

    As long as the sides are unknown, every hand pays for itself. In the last trick the Excuse is lost; but a side that
    has taken all earlier tricks also takes the last one if it leads the Excuse.

    Args:
        excuse: the text of that card.
        low: the texts of the cards, one of which is given for it.
        lost_to: who gets it in the last trick: the `"other_side"` in any case, or the `"winner"` of that trick.
        sides: who plays together.

    >>> from trickkit import Deal
    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.cards import french
    >>> from trickkit.model.tricks import Played, Trick
    >>> deal = Deal.fresh(french(), players=2, size=2).changed(declarer=0)
    >>> plays = tuple(Played(seat, seat, Play(text), text) for seat, text in enumerate(["AC", "2H"]))
    >>> ExcuseStays(excuse="AC", low=["2C"]).captured(Finished(Trick(plays, taker=1), (), (), deal))
    Captured(cards=(0, 1), moved=(), owed=((0, 1),))
    """

    settles_late: ClassVar[bool] = True

    excuse: str = field(validator=is_a(str))
    low: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))
    lost_to: str = field(default="other_side", validator=one_of("other_side", "winner"))
    sides: Sides = field(default=DeclarerAlone(), validator=is_a(Sides))

    def taker_of(self, finished: Finished) -> int | None:
        if not _is_last(finished) or not finished.trick.count([self.excuse]):
            return finished.trick.taker
        leader = finished.trick.plays[0]
        slam = leader.card == self.excuse and self._sweeps(finished, leader.hand)
        return leader.hand if slam else finished.trick.taker

    def captured(self, finished: Finished) -> Captured:
        deal, trick, taker = finished.deal, finished.trick, finished.trick.taker
        table = TrickTable(finished.earlier, trick, ())
        if not table.owed and not trick.count([self.excuse]):
            return super().captured(finished)
        mates = [self._mates(finished, hand) for hand in deal.seats]
        cards, moved, owed = [taker] * len(trick.plays), list[Moved](), [*table.owed]
        for index, play in enumerate(trick.plays):
            if play.card == self.excuse and taker is not None:
                cards[index] = self._keeper(finished, play.hand, taker, mates[play.hand])
                owed += [(play.hand, taker)] * (not _is_last(finished) and cards[index] != taker)
        for debtor, creditor in [*owed]:
            piles = [(card, hand) for hand in mates[debtor] for card in table.captured(hand) if card in self.low]
            mine = [index for index, hand in enumerate(cards) if hand in mates[debtor]]
            new = [index for index in mine if trick.plays[index].card in self.low]
            if piles:
                moved.append(Moved(*piles[0], creditor))
            elif new:
                cards[new[0]] = creditor
            if piles or new:
                owed.remove((debtor, creditor))
        return Captured(cards, moved, owed)

    def _mates(self, finished: Finished, hand: int) -> tuple[int, ...]:
        """The hands that all seats know to be on the side of a given hand, itself included."""
        first = self.sides.seen(finished.deal, (*finished.earlier, finished.trick))
        if first is None:
            return (hand,)
        return first if hand in first else tuple(seat for seat in finished.deal.seats if seat not in first)

    def _keeper(self, finished: Finished, hand: int, taker: int, mates: tuple[int, ...]) -> int:
        """The hand that gets the Excuse when a given hand has played it."""
        if not _is_last(finished):
            return taker if taker in mates else hand
        if taker not in mates or self.lost_to == "winner" or self._sweeps(finished, hand):
            return taker
        return next(other for other in finished.deal.seats if other not in mates)

    def _sweeps(self, finished: Finished, hand: int) -> bool:
        """Whether the side of a hand has taken all earlier tricks."""
        mates = self._mates(finished, hand)
        return all(trick.taker in mates for trick in finished.earlier)


def _is_last(finished: Finished) -> bool:
    return len(finished.earlier) == finished.deal.size - 1

"""A partner who is determined by the first tricks."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from attrs import field, frozen

from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import counted, is_a, one_of
from trickkit.model.deal import Deal
from trickkit.model.tricks import Trick
from trickkit.phases.tricks.phase import Tricks
from trickkit.policies.ranking import HighCard, Ranking
from trickkit.policies.sides import Settled, Sides

__all__ = ["FoundByTrick"]


@frozen(kw_only=True, cache_hash=True)
class FoundByTrick(Sides):
    """The declarer, and the first other hand that takes one of the first tricks; the declarer alone if none does.

    Args:
        within: in how many tricks the partner may be found, 1 or more.
        led: which tricks find the partner: `"any"`, those to which a `"plain"` suit was led, or those to which trump
            was led (`"trump"`).
        ranking: decides what is a trump.

    >>> from attrs import evolve
    >>> from trickkit import Play
    >>> from trickkit.model.cards import french
    >>> from trickkit.model.tricks import Played
    >>> deal = evolve(Deal.fresh(french(), players=3), declarer=1, trump=french().suits[3])
    >>> clubs, spades = (Trick((Played(0, 0, Play(card), card),), taker=2) for card in ("2C", "2S"))
    >>> FoundByTrick().settled(deal, (clubs,)), FoundByTrick(led="trump").settled(deal, (clubs,))
    (Settled(seats=(1, 2), trick=0), None)
    >>> FoundByTrick(led="trump").settled(deal, (clubs, spades)), FoundByTrick(led="trump").settled(deal, (clubs,) * 3)
    (Settled(seats=(1, 2), trick=1), Settled(seats=(1,), trick=2))
    """

    within: int = field(default=3, validator=counted(1))
    led: Literal["any", "plain", "trump"] = field(default="any", validator=one_of("any", "plain", "trump"))
    ranking: Ranking = field(default=HighCard(), validator=is_a(Ranking))

    def settled(self, deal: Deal, tricks: tuple[Trick, ...]) -> Settled | None:
        """The declarer and the partner once a trick has determined it; the declarer alone if none did in time."""
        declarer = () if deal.declarer is None else (deal.declarer,)
        for index, trick in enumerate(tricks[: self.within]):
            if self._counts(deal, trick) and trick.taker is not None and trick.taker not in declarer:
                return Settled(tuple(sorted((*declarer, trick.taker))), index)
        return Settled(declarer, self.within - 1) if len(tricks[: self.within]) == self.within else None

    def _counts(self, deal: Deal, trick: Trick) -> bool:
        if self.led == "any":
            return True
        return trick.led_with(deal.deck, _trumps(deal.deck, self.ranking, deal.trump)) == (self.led == "trump")

    def known(self, deal: Deal) -> tuple[bool | None, ...]:
        """True for the declarer from the beginning; True or False for all seats once the sides are settled."""
        table = deal.get(Tricks)
        settled = self.settled(deal, table.tricks if table else ())
        if settled is None:
            return tuple([True if seat == deal.declarer else None for seat in deal.seats])
        return tuple([seat in settled.seats for seat in deal.seats])


@lru_cache(maxsize=256)
def _trumps(deck: Deck, ranking: Ranking, trump: Suit | None) -> int:
    return 0 if trump is None else deck.where(lambda face: ranking.suit(face, trump) == trump)

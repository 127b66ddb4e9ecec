"""Reneging: the highest trumps need not be played on a lower one, as in Ombre and Twenty-five."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Face
from trickkit.model.checks import is_a, whole
from trickkit.policies.breaking import Breaking
from trickkit.policies.follow import Additional, Context, Follow, MustFollow, OrDealEnds, Step
from trickkit.policies.ranking import Ranked
from trickkit.policies.resolution import Best, StrongestWins

__all__ = ["LedTrump", "MayRenege", "TrumpLed"]


@frozen
class TrumpLed(Best):
    """The value of a trick in which cards are compared with the trump that was led.

    Args:
        lead: the trump that was led; None if another suit was.

    >>> from trickkit.model.cards import french
    >>> ace, two = (french().card(text).faces[0] for text in ("AS", "2S"))
    >>> str(TrumpLed(ace.suit, ace, 1, lead=two).lead)
    '2S'
    """

    lead: Face | None = None


@frozen
class LedTrump(StrongestWins):
    """The strongest card wins, and the trick also tells the trump that was led.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> ranked, value = Ranked(HighCard(), trump=french().suits[2]), None
    >>> for place, text in enumerate(["6H", "8H", "KC"]):
    ...     value = LedTrump().fold(value, french().card(text).faces[0], place, ranked)
    >>> str(value.face), str(value.lead)
    ('8H', '6H')
    """

    def fold(self, value: Best | None, face: Face, place: int, ranked: Ranked) -> TrumpLed:
        best = super().fold(value, face, place, ranked)
        if isinstance(value, TrumpLed):
            return TrumpLed(best.led, best.face, best.place, value.lead)
        return TrumpLed(best.led, best.face, best.place, face if best.led == ranked.trump else None)


@frozen(kw_only=True)
class MayRenege(Additional):
    """The highest trumps need not be played when a lower trump is led; another policy decides the rest.

    In Ombre these are the three matadors; in Twenty-five the five and the jack of trumps and the ace of hearts. If one
    of them is led, it forces only those below it. `LedTrump` records the trump that was led.

    Args:
        trumps: how many of the highest trumps, 1 or more.
        follow: the policy that decides otherwise.

    Raises:
        InvalidRules: an argument is of the wrong kind; or the resolution of the tricks does not tell the trump that was
            led.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("9TJQKA")
    >>> hearts, (ten, ace) = deck.suits[2], (deck.card(text).faces[0] for text in ("TH", "AH"))
    >>> for lead in ten, ace:
    ...     value = TrumpLed(hearts, lead, 0, lead=lead)
    ...     context = Context(
    ...         deck=deck, ranking=HighCard(), reads=("value",), led=hearts, trump=hearts, leads=False, value=value
    ...     )
    ...     deck.mask(["KH"]) & MayRenege(trumps=2).steps(context)[0].binds > 0
    False
    True
    """

    looks_at: ClassVar[tuple[str, ...]] = ("value",)

    trumps: int = field(default=3, validator=whole(1))
    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))

    def lacks(self, breaking: Breaking) -> str:
        inner = self.follow
        if isinstance(inner, OrDealEnds):
            right = OrDealEnds(evolve(self, follow=inner.follow))
            return f"trumps that may be held back must not end the deal; write {quoted(right)}"
        return super().lacks(breaking)

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy, without binding hands to high trumps above the one that was led."""
        steps = self.follow.steps(context)
        if context.leads:
            return steps
        if not isinstance(context.value, TrumpLed):
            raise InvalidRules(
                "MayRenege: the trick does not tell the trump that was led; Tricks has resolution=LedTrump() for that"
            )
        free = self._above(context.value.lead, context)
        if not free:
            return steps
        mask = context.where(lambda face: face in free)
        exception = f"; only {' or '.join([face.text for face in free])} may be held back"
        return tuple([evolve(step, rule=step.rule + exception, binds=step.binds & ~mask) for step in steps])

    def _above(self, lead: Face | None, context: Context) -> tuple[Face, ...]:
        """The highest trumps that are above the one that was led, the highest first."""
        trump = context.trump
        if lead is None or trump is None:
            return ()
        ranked = Ranked(context.ranking, trump)
        highest = [face for face in ranked.order(context.deck) if ranked.suit(face) == trump][: self.trumps]
        return tuple([face for face in highest if ranked.strength(face, trump) > ranked.strength(lead, trump)])

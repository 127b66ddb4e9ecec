"""Following suit or trumping, as in the Jass family: trumps may always be played, but not too low ones."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from trickkit.model.cards import Face
from trickkit.model.checks import each_is_a, one_of
from trickkit.model.converters import to_texts
from trickkit.policies.follow import Context, Follow, Step
from trickkit.policies.ranking import Ranked
from trickkit.policies.resolution import Best, StrongestWins

__all__ = ["FollowOrTrump", "LowestTrump", "Trumped"]


@frozen
class Trumped(Best):
    """The value of a trick in which cards are compared with its lowest trump.

    Args:
        low: the trump with the lowest printed rank that was played after the lead; None if there is none.

    >>> from trickkit.model.cards import french
    >>> ace, two = (french().card(text).faces[0] for text in ("AS", "2H"))
    >>> str(Trumped(ace.suit, two, 1, low=two).low)
    '2H'
    """

    low: Face | None = None


@frozen
class LowestTrump(StrongestWins):
    """The strongest card wins, and the trick also tells its lowest trump, by the printed rank.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> ranked, value = Ranked(HighCard(), trump=french().suits[2]), None
    >>> for place, text in enumerate(["6C", "8H", "KH"]):
    ...     value = LowestTrump().fold(value, french().card(text).faces[0], place, ranked)
    >>> str(value.face), str(value.low)
    ('KH', '8H')
    """

    def fold(self, value: Best | None, face: Face, place: int, ranked: Ranked) -> Trumped:
        best, low = super().fold(value, face, place, ranked), value.low if isinstance(value, Trumped) else None
        if value is not None and ranked.suit(face) == ranked.trump and (low is None or face.rank < low.rank):
            low = face
        return Trumped(best.led, best.face, best.place, low)


@frozen(kw_only=True)
class FollowOrTrump(Follow):
    """Follow suit or trump. Only a hand that has nothing else may play a trump that is too low.

    Args:
        held_back: the ranks of trumps that need not be played when trumps are led, as they precede the letter of the
            suit in texts.
        undertrump: a trump played on another suit may not be lower than the `"best"` trump of the trick, or than its
            `"lowest"` trump, which `LowestTrump` records; with `"free"`, any trump may be played.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("9TJQKA")
    >>> clubs, hearts = deck.suits[0], deck.suits[2]
    >>> jass, queen = FollowOrTrump(held_back="J"), deck.card("QH").faces[0]
    >>> context = Context(deck=deck, ranking=HighCard(), reads=jass.reads, led=clubs, trump=hearts, best=queen)
    >>> deck.mask(["JH"]) & jass.steps(context)[0].allowed, deck.mask(["KH"]) & jass.steps(context)[0].allowed > 0
    (0, True)
    """

    held_back: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))
    undertrump: Literal["best", "lowest", "free"] = field(default="best", validator=one_of("best", "lowest", "free"))

    @property
    def reads(self) -> tuple[str, ...]:  # type: ignore[override]
        """The part of the context that is needed to compare trumps."""
        return {"best": ("best",), "lowest": ("value",)}.get(self.undertrump, ())

    def steps(self, context: Context) -> tuple[Step, ...]:
        """A step for the led suit and the trumps that are not too low, then one for all cards except low trumps."""
        if context.led is None:
            return ()
        led, trumps = context.suit(context.led), context.suit(context.trump)
        if context.led == context.trump:
            held_back = context.where(lambda face: face.text.removesuffix(face.suit.letter) in self.held_back)
            exception = f"; only {' or '.join(self.held_back)} may be held back" if self.held_back else ""
            return (Step(led, f"follow suit: {context.led} was led{exception}", binds=led & ~held_back),)
        if not trumps:
            return (Step(led, f"follow suit: {context.led} was led"),)
        low = trumps & self._lower(context)
        follow = Step(
            led | trumps & ~low, f"follow suit ({context.led}), or play a trump that is not too low", binds=led
        )
        rule = "no trump that is too low, unless there is no other card"
        return follow, Step(context.all & ~low, rule, binds=context.all & ~trumps)

    def _lower(self, context: Context) -> int:
        """The faces that are too low if they are trumps, as a mask."""
        if self.undertrump == "best":
            return context.all & ~context.beating()
        lowest = context.value.low if self.undertrump == "lowest" else None
        if lowest is None:
            return 0
        suit, trump, ranking = context.ranking.suit(lowest, context.trump), context.trump, context.ranking
        least = ranking.strength(lowest, suit, trump)
        return context.where(lambda face: ranking.strength(face, suit, trump) < least)

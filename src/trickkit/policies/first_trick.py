"""Rules for the first trick of a deal: which card must lead it, and which may not be played to it."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import one_or_more_texts
from trickkit.policies.follow import Additional, Context, Follow, MustFollow, Step

__all__ = ["FirstLead", "NotInFirstTrick"]


@frozen
class FirstLead(Additional):
    """The first lead of a deal is one of certain cards if the leading hand has one; another policy decides the rest.

    Args:
        cards: the texts of their faces; a single one may be given as it is.
        follow: the policy that decides otherwise.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> context = Context(deck=french("QKA"), ranking=HighCard(), reads=("first",), first=True)
    >>> [step.rule for step in FirstLead("QC").steps(context)]
    ['the first card of the deal is QC']
    """

    looks_at: ClassVar[tuple[str, ...]] = ("first",)

    cards: tuple[str, ...] = field(converter=one_or_more_texts, validator=each_is_a(str))
    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy, preceded for the first lead by one that demands the cards."""
        steps = self.follow.steps(context)
        if context.led is not None or not context.first:
            return steps
        rule = f"the first card of the deal is {' or '.join(self.cards)}"
        return (Step(_faces(context, self.cards), rule), *steps)


@frozen
class NotInFirstTrick(Additional):
    """Certain cards may not be played to the first trick unless there is nothing else; another policy decides the rest.

    Args:
        cards: the texts of their faces; a single one may be given as it is.
        suits: the names of suits that may not be played; a single one may be given as it is.
        follow: the policy that decides otherwise. Its obligations, such as following suit, come first.

    Raises:
        InvalidRules: an argument is of the wrong kind; or, when a game is built, the deck has no such card or suit.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("QKA")
    >>> context = Context(deck=deck, ranking=HighCard(), reads=("first",), led=deck.suits[0], first=True)
    >>> [step.rule for step in NotInFirstTrick("QS", suits="hearts").steps(context)]
    ['follow suit: clubs was led', 'hearts or QS may not be played to the first trick']
    """

    looks_at: ClassVar[tuple[str, ...]] = ("first",)

    cards: tuple[str, ...] = field(default=(), converter=one_or_more_texts, validator=each_is_a(str))
    suits: tuple[str, ...] = field(default=(), converter=one_or_more_texts, validator=each_is_a(str))
    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy, followed in the first trick by one that excludes the cards."""
        steps = self.follow.steps(context)
        if not context.first:
            return steps
        held_back = _faces(context, self.cards) | _suits(context, self.suits)
        rule = f"{' or '.join((*self.suits, *self.cards))} may not be played to the first trick"
        return (*steps, Step(context.all & ~context.whole(held_back), rule))


def _faces(context: Context, cards: tuple[str, ...]) -> int:
    """The faces with certain texts, as a mask."""
    kinds = context.deck.kinds
    for text in cards:
        if text not in kinds:
            raise InvalidRules(
                f"the first trick depends on {quoted(text)}, which is not a card of the deck{nearest(text, kinds)}"
            )
    return sum(kinds[text] for text in dict.fromkeys(cards))


def _suits(context: Context, names: tuple[str, ...]) -> int:
    """The faces of the suits with certain names, as a mask."""
    suits = {suit.name: suit for suit in context.deck.suits}
    for name in names:
        if name not in suits:
            raise InvalidRules(
                f"the first trick depends on {quoted(name)}, which is not a suit of the deck{nearest(name, suits)}"
            )
    return sum(context.suit(suits[name]) for name in dict.fromkeys(names))

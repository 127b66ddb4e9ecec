"""Obligations of a hand that cannot follow suit to throw off certain cards."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.checks import is_a
from trickkit.policies.follow import Additional, Context, Follow, MustFollow, Step

__all__ = ["MustThrowOff"]


def _groups(groups: Iterable[str | Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple((group,) if isinstance(group, str) else tuple(group) for group in groups)


@frozen
class MustThrowOff(Additional):
    """A hand that cannot follow suit must throw off certain cards if it has any, as where queens count against one.

    Args:
        groups: the texts of faces and the names of suits. A hand must play a card of the first group of which it holds
            any; a group of one name may be given as it is.
        follow: the policy that decides first, such as whether suit must be followed.

    Raises:
        InvalidRules: a name is not a text, or the policy is not a Follow; or, when a game is built, the deck has no
            such face or suit.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("QKA")
    >>> context = Context(deck=deck, ranking=HighCard(), led=deck.suits[0])
    >>> [step.rule for step in MustThrowOff(["KH", "hearts"]).steps(context)]
    ['follow suit: clubs was led', 'void in clubs, you must throw off KH', 'void in clubs, you must throw off hearts']
    """

    groups: tuple[tuple[str, ...], ...] = field(converter=_groups)
    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))

    @groups.validator
    def _are_names(self, _attribute: object, groups: tuple[tuple[str, ...], ...]) -> None:
        for name in [name for group in groups for name in group]:
            if not isinstance(name, str):
                raise InvalidRules(f"MustThrowOff: {quoted(name)} is not a text that names a face or a suit")

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy; for a hand that does not lead, also one for each group of cards."""
        steps = self.follow.steps(context)
        if context.led is None:
            return steps
        void = f"void in {context.led}, you must throw off"
        return (*steps, *[Step(_faces(context, group), f"{void} {' or '.join(group)}") for group in self.groups])


def _faces(context: Context, names: tuple[str, ...]) -> int:
    """The faces or suits with the given names, as a mask of faces."""
    suits = {suit.name: suit for suit in context.deck.suits}
    faces = 0
    for name in names:
        if name not in suits and name not in context.deck.kinds:
            known = (*suits, *context.deck.kinds)
            raise InvalidRules(f"MustThrowOff: {quoted(name)} is nothing in the deck{nearest(name, known)}")
        faces |= context.suit(suits[name]) if name in suits else context.deck.kinds[name]
    return faces

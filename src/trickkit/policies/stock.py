"""Follow policies for tricks that are played while cards lie in the stock."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from trickkit.model.checks import is_a
from trickkit.policies.follow import Additional, Context, Follow, MustFollow, Step

__all__ = ["OnceStockIsEmpty"]


@frozen
class OnceStockIsEmpty(Additional):
    """Anything may be played while the stock has cards; once it is empty or closed, another policy applies.

    Args:
        follow: the policy that applies then.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck, follow = french("QKA"), OnceStockIsEmpty()
    >>> given = {"deck": deck, "ranking": HighCard(), "reads": follow.reads, "led": deck.suits[0]}
    >>> [[step.rule for step in follow.steps(Context(**given, stock=stock))] for stock in (True, False)]
    [[], ['follow suit: clubs was led']]
    """

    looks_at: ClassVar[tuple[str, ...]] = ("stock",)

    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy once the stock is empty; none before."""
        return () if context.stock else self.follow.steps(context)

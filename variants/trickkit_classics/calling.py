"""Bots that make the calls of a game by a system, and leave the play to another bot."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Self

from attrs import evolve, field, frozen

from trickkit.bots import Best, Bot, Choice, Explanation
from trickkit.bots.base import Budget, choices
from trickkit.errors import InvalidRules
from trickkit.model.checks import is_a

if TYPE_CHECKING:
    from trickkit.phases import Phase
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["Caller", "is_built_by"]


def _at_a_level(plays: Bot | int) -> Bot:
    return plays if isinstance(plays, Bot) else Best(plays)


@frozen
class Caller(Bot):
    """The base of bots that make calls by a system.

    Args:
        plays: the bot that decides everything else, or the level of `Best`, 1..5.
    """

    decides: ClassVar[tuple[type[Phase], ...]]
    """The phases in which it makes the decisions."""
    games: ClassVar[str]
    """The games whose calls it makes, in words."""

    plays: Bot = field(default=Best(3), converter=_at_a_level, validator=is_a(Bot))

    @staticmethod
    @abstractmethod
    def bids(rules: Rules) -> bool:
        """Whether the system is for some rules."""

    @abstractmethod
    def call(self, view: View) -> tuple[str, str]:
        """The text of the action that the system makes, and what it says of the hand."""

    def seeded(self, seed: int) -> Self:
        """The bot with another seed for its plays; calls have none."""
        return evolve(self, plays=self.plays.seeded(seed))

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The call of the system before all others, or what is said by the bot that plays.

        Raises:
            InvalidRules: the system is not for the rules.
        """
        legal = choices(view)
        if not self.bids(view.rules):
            raise InvalidRules(f"{type(self).__name__} bids in {self.games}; {view.rules.key} is none of them")
        if not isinstance(view.phase, self.decides):
            return self.plays.explain(view, budget)
        text, done = self.call(view)
        ordered = sorted(legal, key=lambda action: str(action) != text)
        return Explanation([Choice(action, 0.0) for action in ordered], done=done)


@lru_cache(maxsize=64)
def is_built_by(rules: Rules, build: Callable[..., Rules]) -> bool:
    """Whether rules are those of a game with some of its options, and no house rules; cached.

    Args:
        rules: any.
        build: makes the rules of the game from its options.

    >>> from trickkit import load
    >>> from trickkit_classics import skat, spades
    >>> is_built_by(load("skat", deals=3), skat.rules), is_built_by(load("skat"), spades.rules)
    (True, False)
    """
    try:
        return build(**rules.options) == rules
    except (InvalidRules, TypeError):
        return False

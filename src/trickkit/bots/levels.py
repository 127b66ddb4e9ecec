"""The best bot for rules at a level of play, chosen from what kind of rules they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen, validators

from trickkit.bots.base import Bot, Budget, Explanation, check_budget, choices
from trickkit.bots.flat import Flat, compiles
from trickkit.bots.greedy import Greedy
from trickkit.errors import InvalidRules
from trickkit.model.checks import is_a, whole

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["LEVELS", "Best", "best"]

LEVELS = range(1, 6)
"""The levels of play, from the weakest and fastest to the strongest."""

COMPILED = {2: 16, 3: 64, 4: 256, 5: 1000}
"""By level, how often each action is played out by compiled code. Level 1 plays nothing out where tricks are played."""

REFERENCE = {2: 4, 3: 12, 4: 32, 5: 96}
"""By level, the same by the reference engine, which takes some hundred times as long for one."""


def _a_level(_bot: object, _field: object, level: object) -> None:
    if type(level) is not int or level not in LEVELS:
        raise InvalidRules(f"level {level!r}: the levels are {LEVELS.start} to {LEVELS.stop - 1}")


@frozen
class Best(Bot):
    """The best bot of a level, for whatever rules a view has.

    Args:
        level: 1..5, from the weakest and fastest to the strongest.
        playouts: how often each action is played out, 1 or more; None for what the level says. Not for level 1, which
            plays nothing out.
        seed: any integer: the same one, the same decisions.
        rules: those that it plays alone; None for any.

    >>> from trickkit import load
    >>> view = load("pikinni", players=2).start(seed=7).view(0)
    >>> Best(1).act(view) in view.legal()
    True
    """

    level: int = field(default=3, validator=_a_level)
    playouts: int | None = field(default=None, validator=validators.optional(whole(1)))
    seed: int = field(default=0, validator=is_a(int), kw_only=True)
    rules: Rules | None = field(default=None, kw_only=True)

    def seeded(self, seed: int) -> Best:
        """The bot with another seed."""
        return evolve(self, seed=seed)

    @playouts.validator
    def _plays_out(self, _attribute: object, playouts: int | None) -> None:
        if playouts is not None and self.level == 1:
            raise InvalidRules("level 1 plays nothing out: give it no number of playouts, or choose level 2 to 5")

    def bot(self, rules: Rules) -> Bot:
        """Which bot plays rules.

        >>> from trickkit import load
        >>> Best(1).bot(load("hearts")), Best(3, 200).bot(load("hearts"))
        (Greedy(playouts=8, seed=0), Flat(playouts=200, seed=0, utility=None))
        """
        if self.level == 1:
            return Greedy(seed=self.seed)
        usual = COMPILED if compiles(rules) else REFERENCE
        return Flat(usual[self.level] if self.playouts is None else self.playouts, seed=self.seed)

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """What the chosen bot thinks of every legal action.

        Raises:
            InvalidRules: it was made for other rules.
        """
        check_budget(budget)
        choices(view)
        rules = view.rules
        if self.rules is not None and self.rules != rules:
            raise InvalidRules(f"a bot for {self.rules.key} was given a view of {rules.key}, or of other options of it")
        return self.bot(rules).explain(view, budget)


def best(rules: Rules, level: int = 3, playouts: int | None = None, *, seed: int = 0) -> Best:
    """The best bot for rules.

    It is chosen from what kind of rules they are, never from their key, so that rules that nobody has measured get a
    good one as well.

    Args:
        rules: that it plays; it refuses views of others.
        level: as in `Best`.
        playouts: as in `Best`.
        seed: as in `Best`.

    Raises:
        InvalidRules: there is no such level, or no playout.

    >>> from trickkit import load
    >>> rules = load("pikinni", players=2)
    >>> bot = best(rules, level=1)
    >>> bot.act(load("hearts").start(seed=7).view(0))
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: a bot for pikinni was given a view of hearts, or of other options of it
    """
    return Best(level, playouts, seed=seed, rules=rules)

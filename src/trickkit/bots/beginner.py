"""Bots that overlook some of what they could do, or forget which cards are gone, as people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from trickkit.bots.base import Bot, Budget, Explanation, source
from trickkit.bots.greedy import Greedy
from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import is_a, whole
from trickkit.model.hands import Hand
from trickkit.phases.tricks import Tricks

if TYPE_CHECKING:
    from trickkit.model.deal import Deal
    from trickkit.phases.tricks.record import TrickTable
    from trickkit.play.view import View

__all__ = ["Beginner", "Forgetful"]


def _a_percentage(_bot: object, _field: object, notices: object) -> None:
    if type(notices) is not int or not 1 <= notices <= 100:
        raise InvalidRules(f"a beginner notices {quoted(notices)} percent: give a whole number from 1 to 100")


@frozen
class Beginner(Bot):
    """Overlooks some of its legal actions, and takes the one that another bot likes best among the rest.

    Thus it plays with sense, but misses the right card now and then, as people do who are new to a game. It never
    overlooks everything.

    Args:
        notices: how likely it is to notice each legal action, in percent, 1..100; at 100 it plays like the other bot.
        bot: the other bot.
        seed: any integer; equal seeds give equal decisions.

    >>> from trickkit import load
    >>> view = load("pikoko", players=3).start(seed=7, first=0).view(1)
    >>> [str(Beginner(seed=seed).act(view)) for seed in range(8)], str(Greedy().act(view))
    (['2', '3', '3', '3', '4', '3', '3', '2'], '3')
    """

    notices: int = field(default=50, validator=_a_percentage)
    bot: Bot = field(default=Greedy(), validator=is_a(Bot), kw_only=True)
    seed: int = field(default=0, validator=is_a(int), kw_only=True)

    def seeded(self, seed: int) -> Beginner:
        """The bot with another seed, which the other bot gets as well."""
        return evolve(self, seed=seed, bot=self.bot.seeded(seed))

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The other bot's judgement of every legal action; those that it overlooks come last."""
        explanation = self.bot.explain(view, budget)
        draw = source(view, self.seed).random
        draws = [draw() for _ in explanation.choices]
        noticed = max(self.notices / 100, min(draws))
        order = sorted(zip(draws, explanation.choices, strict=True), key=lambda drawn: drawn[0] > noticed)
        return evolve(explanation, choices=[choice for _, choice in order])


@frozen
class Forgetful(Greedy):
    """Plays like `Greedy`, but remembers only the cards of the last tricks, and its own earlier plays.

    For all it knows, any other card might still be in a hand: it holds a king back although the ace is gone.

    Args:
        remembers: how many tricks before the current one, 0 or more.
        playouts: as in `Greedy`.
        seed: any integer; equal seeds give equal decisions.

    >>> from trickkit import load
    >>> from trickkit.bots import states
    >>> whist = load("whist")
    >>> views = [state.view(state.actors[0]) for state in states(whist, [Greedy()] * 4, seed=1) if state.actors][:52]
    >>> sum(Forgetful(0).act(view) != Greedy().act(view) for view in views), len(views)
    (5, 52)
    """

    remembers: int = field(default=1, validator=whole(0))
    playouts: int = field(default=8, validator=whole(1), kw_only=True)

    def _remembered(self, view: View) -> Deal:
        """The deal as it would be if the cards of others in earlier tricks had not been played."""
        deal = view.deal
        table: TrickTable | None = deal.get(Tricks)
        if table is None:
            return deal
        deck, out = deal.deck, deal.out.mask
        for trick in table.tricks[: max(0, len(table.tricks) - self.remembers)]:
            for play in trick.plays:
                gone = out & deck.kinds[play.action.face]
                if gone and play.hand != view.seat:
                    # Of equal cards, it forgets the last one.
                    out &= ~deck.card_of[1 << gone.bit_length() - 1]
        return deal.changed(out=Hand(deck, out))

"""Later deals of a game, without playing those before them."""

from __future__ import annotations

from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.model.result import Result
from trickkit.phases.evaluate import Evaluate, Evaluated
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed

__all__ = ["earlier", "later_deal"]


def earlier(rules: Rules, starter: int, totals: tuple[int, ...]) -> Result:
    """The result of an earlier deal of which only the points after it are known.

    Args:
        rules: of the game.
        starter: the seat that started it.
        totals: by seat, the points after it.

    >>> from trickkit import load
    >>> earlier(load("hearts"), 0, (3, 5, 8, 10)).totals
    (3, 5, 8, 10)
    """
    deal = Deal.fresh(rules.deck, players=rules.players, starter=starter)
    if any(isinstance(phase, Evaluate) for phase in rules.phases):
        deal = deal.with_record(Evaluated(0, (0,) * rules.players))
    return Result(deal, (0,) * rules.players, totals)


def later_deal(rules: Rules, number: int, *, seed: int, starter: int) -> State:
    """A game at the first decision of one of its deals, to which nobody has brought a point.

    Args:
        rules: of the game.
        number: of the deal, from 0.
        seed: any integer: the same one, the same cards.
        starter: the seat that starts the deal.

    Raises:
        InvalidRules: these rules cannot be played.

    >>> from trickkit import load
    >>> state = later_deal(load("pikinni", players=3), 5, seed=7, starter=1)
    >>> state.deal.number, state.deal.size, state.deal.starter
    (5, 6, 1)
    """
    if not number:
        return rules.start(seed=seed, first=starter)
    before = (earlier(rules, starter, (0,) * rules.players),) * number
    return resumed(rules, starter, before, starter, Stacked(), Chance(seed))

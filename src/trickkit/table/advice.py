"""Hints before and after a decision: what a bot would do, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trickkit.bots.base import Bot, Budget
    from trickkit.play.view import View

__all__ = ["advice", "judgement"]


def advice(bot: Bot, view: View, budget: Budget | None = None) -> dict[str, Any]:
    """A bot's decision for a view, with its reasons in numbers, as JSON.

    Args:
        bot: the bot that is asked.
        view: the view of a seat that has a decision to make; nothing else is read.
        budget: as for `Bot.act`.

    Returns:
        The texts of the `action` and of the `second` best one (None if there is no other); the points by which that one
        is `behind` on average; and the number of `playouts`, 0 if the bot uses rules of thumb.

    >>> from trickkit import load
    >>> from trickkit.bots import Greedy
    >>> advice(Greedy(), load("pikoko", players=3).start(seed=7, first=0).view(1))["playouts"]
    0
    """
    explained = bot.explain(view, budget)
    best, second = explained.choices[0], next(iter(explained.choices[1:]), None)
    return {
        "action": str(best.action),
        "second": None if second is None else str(second.action),
        "behind": 0.0 if second is None else round(second.behind, 1),
        "playouts": explained.playouts or explained.worlds,
    }


def judgement(bot: Bot, view: View, made: str, budget: Budget | None = None) -> dict[str, Any]:
    """A bot's judgement of a decision that was made, as JSON.

    Args:
        bot: the bot that is asked.
        view: the view of the seat before its decision; nothing else is read.
        made: the text of the action that it took.
        budget: as for `Bot.act`.

    Returns:
        The texts of the best `action` and of the one `made`; the points by which that one is `behind` on average; and
        the number of `playouts`, as in `advice`.

    >>> from trickkit import load
    >>> from trickkit.bots import Greedy
    >>> judgement(Greedy(), load("pikoko", players=3).start(seed=7, first=0).view(1), "9")["made"]
    '9'
    """
    explained = bot.explain(view, budget)
    chosen = next(choice for choice in explained.choices if str(choice.action) == made)
    return {
        "action": str(explained.choices[0].action),
        "made": made,
        "behind": round(chosen.behind, 1),
        "playouts": explained.playouts or explained.worlds,
    }

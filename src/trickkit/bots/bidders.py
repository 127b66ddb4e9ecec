"""Bots that distributions install to make the calls of games by a system."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trickkit.bots.base import Bot
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["ENTRY_POINTS", "bidder_at", "bidder_for"]

ENTRY_POINTS = "trickkit.bidders"
"""The entry-point group in which a distribution registers such bots: classes without required arguments. Their static
method `bids` says whether the bot makes the calls under given rules, and `decides` lists the types of phases in which
it does."""


@cache
def _installed() -> tuple[type[Any], ...]:
    from importlib.metadata import entry_points

    return tuple(entry.load() for entry in sorted(entry_points(group=ENTRY_POINTS)))


@lru_cache(maxsize=64)
def bidder_for(rules: Rules) -> Bot | None:
    """The bot that is installed to make the calls in a game; None if there is none.

    Args:
        rules: of any game.

    >>> from trickkit import load
    >>> bidder_for(load("hearts")), bidder_for(load("bridge", match="duplicate"))
    (None, Natural(plays=Best(level=3, playouts=None, seed=0, rules=None, network=Learned(path=None))))
    """
    return next((kind() for kind in _installed() if kind.bids(rules)), None)


def bidder_at(view: View) -> Bot | None:
    """The bot that is installed to decide at a view; None if there is none.

    Args:
        view: of a seat that has a decision to make.

    >>> from trickkit import load
    >>> bidder_at(load("skat").start(seed=7, first=0).view(2))
    SkatCaller(plays=Best(level=3, playouts=None, seed=0, rules=None, network=Learned(path=None)))
    """
    bidder: Any = bidder_for(view.rules)
    return bidder if bidder is not None and isinstance(view.phase, bidder.decides) else None

"""The error for rules that the compiled engine cannot run."""

from __future__ import annotations

import re

from trickkit.errors import TrickkitError

STANDS_FOR = {
    "a deal": "BlankDeal DealInTricks DealInTurn ScoredDeal",
    "cards": "Cards Gathered Held Known Without",
    "a number": "Count Each Number Quotient Sum Told",
    "a text": "Text",
    "something remembered": "Remembered",
    "the stock": "BlankPile StockNow",
    "a trick": "BlankTrick NotedTrick",
    "the tricks": "BlankTable BlankTricks EarlierTricks NotedTricks",
}
"""By name of a symbolic type, which users do not know, what it stands for."""


class Unsupported(TrickkitError):
    """A phase or policy that the compiled engine cannot run."""


class TooMuch(Unsupported):
    """Bids that are too high for their tables, to which nothing has been written yet; the phase may be explored."""


def said_by(error: Exception) -> str:
    """The error that code raised when called in advance, in words that avoid the names of symbolic types."""
    words = {name: meaning for meaning, names in STANDS_FOR.items() for name in names.split()}
    text = re.sub(r"'(\w+)'( object)?", lambda found: words.get(found[1], found[0]), str(error))
    return f"it raises {type(error).__name__}: {text}" if text else f"it raises {type(error).__name__}"

"""Trick-taking and bidding card games: their rules as values, played, studied and changed.

>>> import trickkit
>>> state = trickkit.load("pikoko", players=3).start(seed=7)
>>> state.actors
(0, 1)
"""

from __future__ import annotations

from importlib import import_module

# Not from `typing`: until the command line handles interrupts, as little as possible is imported.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from trickkit.catalog.options import variant
    from trickkit.catalog.registry import load
    from trickkit.errors import (
        GameOver,
        IllegalAction,
        InvalidAction,
        InvalidCard,
        InvalidRecord,
        InvalidRules,
        InvalidSeat,
        NotYourTurn,
        TooManyPositions,
        TrickkitError,
        UnknownChance,
    )
    from trickkit.model.actions import Action, Back, Bid, Play
    from trickkit.model.cards import UNKNOWN, Card, Deck, Face, Suit
    from trickkit.model.chance import Stacked
    from trickkit.model.deal import Deal
    from trickkit.model.events import Event, Outcome, Record, ScoreLine
    from trickkit.model.hands import Hand, Pile
    from trickkit.model.result import Result
    from trickkit.play.playout import playout
    from trickkit.play.rules import Rules
    from trickkit.play.state import State
    from trickkit.play.view import View

__version__ = "0.1.0"

__all__ = [
    "UNKNOWN",
    "Action",
    "Back",
    "Bid",
    "Card",
    "Deal",
    "Deck",
    "Event",
    "Face",
    "GameOver",
    "Hand",
    "IllegalAction",
    "InvalidAction",
    "InvalidCard",
    "InvalidRecord",
    "InvalidRules",
    "InvalidSeat",
    "NotYourTurn",
    "Outcome",
    "Pile",
    "Play",
    "Record",
    "Result",
    "Rules",
    "ScoreLine",
    "Stacked",
    "State",
    "Suit",
    "TooManyPositions",
    "TrickkitError",
    "UnknownChance",
    "View",
    "load",
    "playout",
    "variant",
]

_DEFINED = {
    "Action": "model.actions",
    "Back": "model.actions",
    "Bid": "model.actions",
    "Play": "model.actions",
    "Card": "model.cards",
    "Deck": "model.cards",
    "Face": "model.cards",
    "Suit": "model.cards",
    "UNKNOWN": "model.cards",
    "Stacked": "model.chance",
    "Deal": "model.deal",
    "Event": "model.events",
    "Outcome": "model.events",
    "Record": "model.events",
    "Result": "model.result",
    "ScoreLine": "model.events",
    "GameOver": "errors",
    "IllegalAction": "errors",
    "InvalidAction": "errors",
    "InvalidCard": "errors",
    "InvalidRecord": "errors",
    "InvalidRules": "errors",
    "InvalidSeat": "errors",
    "NotYourTurn": "errors",
    "TooManyPositions": "errors",
    "TrickkitError": "errors",
    "UnknownChance": "errors",
    "Hand": "model.hands",
    "Pile": "model.hands",
    "variant": "catalog.options",
    "playout": "play.playout",
    "Rules": "play.rules",
    "State": "play.state",
    "load": "catalog.registry",
    "View": "play.view",
}
"""By public name, the module that defines it, which is loaded when the name is first asked for."""

_MODULES = ("catalog", "errors", "model", "phases", "play", "policies", "record", "scoring", "variants", "worlds")
"""Those that need no import of their own: `trickkit.model` loads them."""

NOTEBOOK = "trickkit.pictures.notebook"
"""The module that shows values in notebooks."""


def __getattr__(name: str) -> Any:
    if name in _DEFINED:
        globals()[name] = getattr(import_module(f"trickkit.{_DEFINED[name]}"), name)
        return globals()[name]
    if name in _MODULES:
        return import_module(f"trickkit.{name}")
    raise AttributeError(f"module 'trickkit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})

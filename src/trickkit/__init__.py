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

    from trickkit.catalog.options import variant as variant
    from trickkit.catalog.registry import load as load
    from trickkit.errors import GameOver as GameOver
    from trickkit.errors import IllegalAction as IllegalAction
    from trickkit.errors import InvalidAction as InvalidAction
    from trickkit.errors import InvalidCard as InvalidCard
    from trickkit.errors import InvalidRecord as InvalidRecord
    from trickkit.errors import InvalidRules as InvalidRules
    from trickkit.errors import InvalidSeat as InvalidSeat
    from trickkit.errors import NotYourTurn as NotYourTurn
    from trickkit.errors import TooManyPositions as TooManyPositions
    from trickkit.errors import TrickkitError as TrickkitError
    from trickkit.errors import UnknownChance as UnknownChance
    from trickkit.model.actions import Action as Action
    from trickkit.model.actions import Back as Back
    from trickkit.model.actions import Bid as Bid
    from trickkit.model.actions import Play as Play
    from trickkit.model.cards import UNKNOWN as UNKNOWN
    from trickkit.model.cards import Card as Card
    from trickkit.model.cards import Deck as Deck
    from trickkit.model.cards import Face as Face
    from trickkit.model.cards import Suit as Suit
    from trickkit.model.chance import Stacked as Stacked
    from trickkit.model.deal import Deal as Deal
    from trickkit.model.events import Event as Event
    from trickkit.model.events import Outcome as Outcome
    from trickkit.model.events import Record as Record
    from trickkit.model.events import ScoreLine as ScoreLine
    from trickkit.model.hands import Hand as Hand
    from trickkit.model.hands import Pile as Pile
    from trickkit.model.result import Result as Result
    from trickkit.play.playout import playout as playout
    from trickkit.play.rules import Rules as Rules
    from trickkit.play.state import State as State
    from trickkit.play.view import View as View

__version__ = "0.1.0"

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

if not TYPE_CHECKING:
    __all__ = sorted(_DEFINED)

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
    return sorted({*globals(), *_DEFINED, *_MODULES})

"""Trick-taking and bidding card games: their rules as values, played, studied and changed.

>>> import trickkit
>>> state = trickkit.load("pikoko", players=3).start(seed=7)
>>> state.actors
(0, 1)
"""

from importlib import import_module
from typing import Any

from trickkit.actions import Action, Back, Bid, Play
from trickkit.cards import UNKNOWN, Card, Deck, Face, Suit
from trickkit.chance import Stacked
from trickkit.deal import Deal, Event, Outcome, Record, Result, ScoreLine
from trickkit.errors import (
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidCard,
    InvalidRecord,
    InvalidRules,
    InvalidSeat,
    NotYourTurn,
    TrickkitError,
    UnknownChance,
)
from trickkit.hands import Hand, Pile
from trickkit.options import variant
from trickkit.playout import playout
from trickkit.rules import Rules
from trickkit.state import State
from trickkit.variants.registry import load
from trickkit.view import View

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
    "TrickkitError",
    "UnknownChance",
    "View",
    "load",
    "playout",
    "variant",
]


def __getattr__(name: str) -> Any:
    # Whoever records no game loads nothing for it.
    if name == "record":
        return import_module("trickkit.record")
    raise AttributeError(f"module 'trickkit' has no attribute {name!r}")

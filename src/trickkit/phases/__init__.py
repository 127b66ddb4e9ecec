"""The steps of a deal, as rulebooks name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickkit.lazy import lazily

if TYPE_CHECKING:
    from trickkit.phases.alone import GoAlone
    from trickkit.phases.auction import Auction
    from trickkit.phases.base import Phase, Run, Void
    from trickkit.phases.bids import Bids
    from trickkit.phases.called import CallEstimates
    from trickkit.phases.calls import BuyTrump, CallDouble
    from trickkit.phases.confidence import Confidence
    from trickkit.phases.dealers_card import DealersCard
    from trickkit.phases.dealing import CutTrump, DealOut, TurnTrump
    from trickkit.phases.drawing import DrawAfterTrick, ShowTop
    from trickkit.phases.estimates import Estimates
    from trickkit.phases.evaluate import Evaluate
    from trickkit.phases.holding import BidAndHold
    from trickkit.phases.naming import NameTrump
    from trickkit.phases.passing import PassCards
    from trickkit.phases.reveal import Reveal
    from trickkit.phases.stock import Draw, RemoveCards, ThrowAway
    from trickkit.phases.talon import LayAway, TakeStock
    from trickkit.phases.tricks import Tricks
    from trickkit.phases.trump import FixedTrump

__all__ = [
    "Auction",
    "BidAndHold",
    "Bids",
    "BuyTrump",
    "CallDouble",
    "CallEstimates",
    "Confidence",
    "CutTrump",
    "DealOut",
    "DealersCard",
    "Draw",
    "DrawAfterTrick",
    "Estimates",
    "Evaluate",
    "FixedTrump",
    "GoAlone",
    "LayAway",
    "NameTrump",
    "PassCards",
    "Phase",
    "RemoveCards",
    "Reveal",
    "Run",
    "ShowTop",
    "TakeStock",
    "ThrowAway",
    "Tricks",
    "TurnTrump",
    "Void",
]

_MODULES = {
    "Auction": "auction",
    "BidAndHold": "holding",
    "Bids": "bids",
    "BuyTrump": "calls",
    "CallDouble": "calls",
    "CallEstimates": "called",
    "Confidence": "confidence",
    "CutTrump": "dealing",
    "DealOut": "dealing",
    "DealersCard": "dealers_card",
    "Draw": "stock",
    "DrawAfterTrick": "drawing",
    "Estimates": "estimates",
    "Evaluate": "evaluate",
    "FixedTrump": "trump",
    "GoAlone": "alone",
    "LayAway": "talon",
    "NameTrump": "naming",
    "PassCards": "passing",
    "Phase": "base",
    "RemoveCards": "stock",
    "Reveal": "reveal",
    "Run": "base",
    "ShowTop": "drawing",
    "TakeStock": "talon",
    "ThrowAway": "stock",
    "Tricks": "tricks",
    "TurnTrump": "dealing",
    "Void": "base",
}


__getattr__ = lazily(__name__, _MODULES)

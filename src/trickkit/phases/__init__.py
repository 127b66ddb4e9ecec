"""The steps of a deal, as rulebooks name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickkit.lazy import lazily

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
"""By public name, the module that defines it, which is loaded when the name is first asked for."""

if TYPE_CHECKING:
    from trickkit.phases.alone import GoAlone as GoAlone
    from trickkit.phases.auction import Auction as Auction
    from trickkit.phases.base import Phase as Phase
    from trickkit.phases.base import Run as Run
    from trickkit.phases.base import Void as Void
    from trickkit.phases.bids import Bids as Bids
    from trickkit.phases.called import CallEstimates as CallEstimates
    from trickkit.phases.calls import BuyTrump as BuyTrump
    from trickkit.phases.calls import CallDouble as CallDouble
    from trickkit.phases.confidence import Confidence as Confidence
    from trickkit.phases.dealers_card import DealersCard as DealersCard
    from trickkit.phases.dealing import CutTrump as CutTrump
    from trickkit.phases.dealing import DealOut as DealOut
    from trickkit.phases.dealing import TurnTrump as TurnTrump
    from trickkit.phases.drawing import DrawAfterTrick as DrawAfterTrick
    from trickkit.phases.drawing import ShowTop as ShowTop
    from trickkit.phases.estimates import Estimates as Estimates
    from trickkit.phases.evaluate import Evaluate as Evaluate
    from trickkit.phases.holding import BidAndHold as BidAndHold
    from trickkit.phases.naming import NameTrump as NameTrump
    from trickkit.phases.passing import PassCards as PassCards
    from trickkit.phases.reveal import Reveal as Reveal
    from trickkit.phases.stock import Draw as Draw
    from trickkit.phases.stock import RemoveCards as RemoveCards
    from trickkit.phases.stock import ThrowAway as ThrowAway
    from trickkit.phases.talon import LayAway as LayAway
    from trickkit.phases.talon import TakeStock as TakeStock
    from trickkit.phases.tricks import Tricks as Tricks
    from trickkit.phases.trump import FixedTrump as FixedTrump
else:
    __all__ = list(_MODULES)
    __getattr__ = lazily(__name__, _MODULES)

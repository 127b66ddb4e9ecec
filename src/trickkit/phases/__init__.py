"""The steps of a deal, as rulebooks name them.

A phase is a frozen value whose fields are its policies and numbers. `base` says what a phase must do, and `kinds` has
the ways in which phases ask for decisions. A step that a rulebook repeats within a deal is repeated in the rules.

A phase that moves cards also says who knows their whereabouts afterwards (`Deal.known`):

- Cards of the stock are known to the seat that takes them, and to all if they lay face up.
- Only the seat that lays cards away knows them. The others lose track of every card of its hand that may be gone,
whether it is or not: in Euchre, for example, nobody can tell whether the dealer kept the card that was ordered up.
- A card that is passed on stays known to the giver and becomes known to the receiver, who also hears the giver's
  decision; nobody else knows it. Of equal copies the giver knows the first ones in the new hand, because those leave it
  first. The event says from which hand to which each card went (`Event.passed`, with `"??"` in a view). Others lose
  what they knew about the giver's hand.
- If the holder of a card leads to the first trick, the lead shows everybody where that card is; so does the holder that
  is the declarer for it (`DeclarerByCard`).
- A hand that is exposed while tricks are played (`Tricks(exposing=...)`), such as dummy's, is known to all from then
on.
- A game named after a reservation may show the cards that it needs (`AskReservations`).
- Melds that seats lay on the table are known to all (`ShowMelds`), as are those shown after they were declared
  (`DeclareMelds`), and cards with which seats bid (`BidWithCards`).
- A call made before playing a card may show cards of the hand, or that some are missing from it (`CallingTricks`).
- A hand that can play none of its cards, because the spaces of a board are taken, is shown (`BoardTricks`).
- A card out of play that a hand openly takes up is known to all (`Event.taken_up`).
- When a card of a hand is exchanged for a face-up card of the stock, everybody knows both (`Event.swapped`). When a
  stock is closed, everybody knows the cards that lay face up (`CloseStock`).

The trump of a deal is a suit that need not be in the deck: in a grand the ranking assigns only the four jacks to it,
and in a null the trump has no cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickkit.lazy import lazily

_MODULES = {
    "Announce": "announcing",
    "AnnulDeal": "annul",
    "AskReservations": "reservations",
    "Auction": "auction",
    "BidAndHold": "holding",
    "BidContracts": "contracts",
    "BidOnce": "one_round",
    "BidWithCards": "card_bids",
    "Bids": "bids",
    "BoardTricks": "tricks.board",
    "BuildSequences": "sequences",
    "BuyTrump": "calls",
    "ByContract": "by_contract",
    "CallDouble": "calls",
    "CallEstimates": "called",
    "CallPartner": "partner",
    "CalledSuitIsTrump": "trump",
    "CallingTricks": "tricks.calling",
    "Claim": "base",
    "CloseStock": "closing",
    "Confidence": "confidence",
    "ContractsPlayed": "contracts_played",
    "CutTrump": "turning",
    "DealOut": "dealing",
    "DealersCard": "dealers_card",
    "DeclareMelds": "declaring",
    "DeclarerByCard": "holder",
    "DiscardDown": "discards",
    "DoubleParts": "doubling",
    "Draw": "stock",
    "DrawAfterTrick": "drawing",
    "DrawInTurn": "drawing",
    "EndDeal": "closing",
    "EstimatePoints": "point_estimates",
    "Estimates": "estimates",
    "Evaluate": "evaluate",
    "ExchangeCards": "exchanging",
    "ExchangeNumbers": "exchanging",
    "FillHands": "stock",
    "FixedTrump": "trump",
    "GiveTop": "gifts",
    "GoAlone": "alone",
    "InContracts": "by_contract",
    "LadderAuction": "ladder",
    "LayAway": "talon",
    "NameTrump": "naming",
    "PassBetweenPartners": "partners_passing",
    "PassCards": "passing",
    "Phase": "base",
    "PowerTricks": "tricks.powered",
    "RemoveCards": "stock",
    "Reveal": "reveal",
    "Run": "base",
    "ShowBottom": "drawing",
    "ShowMelds": "showing",
    "ShowTop": "drawing",
    "TakePart": "parts",
    "TakeStock": "talon",
    "ThrowAway": "stock",
    "Tricks": "tricks",
    "TurnTrump": "turning",
    "Void": "base",
}
"""By public name, the module that defines it, which is loaded when the name is first asked for."""

if TYPE_CHECKING:
    from trickkit.phases.alone import GoAlone as GoAlone
    from trickkit.phases.announcing import Announce as Announce
    from trickkit.phases.annul import AnnulDeal as AnnulDeal
    from trickkit.phases.auction import Auction as Auction
    from trickkit.phases.base import Claim as Claim
    from trickkit.phases.base import Phase as Phase
    from trickkit.phases.base import Run as Run
    from trickkit.phases.base import Void as Void
    from trickkit.phases.bids import Bids as Bids
    from trickkit.phases.by_contract import ByContract as ByContract
    from trickkit.phases.by_contract import InContracts as InContracts
    from trickkit.phases.called import CallEstimates as CallEstimates
    from trickkit.phases.calls import BuyTrump as BuyTrump
    from trickkit.phases.calls import CallDouble as CallDouble
    from trickkit.phases.card_bids import BidWithCards as BidWithCards
    from trickkit.phases.closing import CloseStock as CloseStock
    from trickkit.phases.closing import EndDeal as EndDeal
    from trickkit.phases.confidence import Confidence as Confidence
    from trickkit.phases.contracts import BidContracts as BidContracts
    from trickkit.phases.contracts_played import ContractsPlayed as ContractsPlayed
    from trickkit.phases.dealers_card import DealersCard as DealersCard
    from trickkit.phases.dealing import DealOut as DealOut
    from trickkit.phases.declaring import DeclareMelds as DeclareMelds
    from trickkit.phases.discards import DiscardDown as DiscardDown
    from trickkit.phases.doubling import DoubleParts as DoubleParts
    from trickkit.phases.drawing import DrawAfterTrick as DrawAfterTrick
    from trickkit.phases.drawing import DrawInTurn as DrawInTurn
    from trickkit.phases.drawing import ShowBottom as ShowBottom
    from trickkit.phases.drawing import ShowTop as ShowTop
    from trickkit.phases.estimates import Estimates as Estimates
    from trickkit.phases.evaluate import Evaluate as Evaluate
    from trickkit.phases.exchanging import ExchangeCards as ExchangeCards
    from trickkit.phases.exchanging import ExchangeNumbers as ExchangeNumbers
    from trickkit.phases.gifts import GiveTop as GiveTop
    from trickkit.phases.holder import DeclarerByCard as DeclarerByCard
    from trickkit.phases.holding import BidAndHold as BidAndHold
    from trickkit.phases.ladder import LadderAuction as LadderAuction
    from trickkit.phases.naming import NameTrump as NameTrump
    from trickkit.phases.one_round import BidOnce as BidOnce
    from trickkit.phases.partner import CallPartner as CallPartner
    from trickkit.phases.partners_passing import PassBetweenPartners as PassBetweenPartners
    from trickkit.phases.parts import TakePart as TakePart
    from trickkit.phases.passing import PassCards as PassCards
    from trickkit.phases.point_estimates import EstimatePoints as EstimatePoints
    from trickkit.phases.reservations import AskReservations as AskReservations
    from trickkit.phases.reveal import Reveal as Reveal
    from trickkit.phases.sequences import BuildSequences as BuildSequences
    from trickkit.phases.showing import ShowMelds as ShowMelds
    from trickkit.phases.stock import Draw as Draw
    from trickkit.phases.stock import FillHands as FillHands
    from trickkit.phases.stock import RemoveCards as RemoveCards
    from trickkit.phases.stock import ThrowAway as ThrowAway
    from trickkit.phases.talon import LayAway as LayAway
    from trickkit.phases.talon import TakeStock as TakeStock
    from trickkit.phases.tricks import Tricks as Tricks
    from trickkit.phases.tricks.board import BoardTricks as BoardTricks
    from trickkit.phases.tricks.calling import CallingTricks as CallingTricks
    from trickkit.phases.tricks.powered import PowerTricks as PowerTricks
    from trickkit.phases.trump import CalledSuitIsTrump as CalledSuitIsTrump
    from trickkit.phases.trump import FixedTrump as FixedTrump
    from trickkit.phases.turning import CutTrump as CutTrump
    from trickkit.phases.turning import TurnTrump as TurnTrump
else:
    __all__ = list(_MODULES)
    __getattr__ = lazily(__name__, _MODULES)

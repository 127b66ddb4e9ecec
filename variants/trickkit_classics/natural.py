"""A bot that bids at Bridge by a simple natural system, and leaves the play to another bot."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from trickkit.model.actions import BidFor
from trickkit.model.cards import french
from trickkit.phases import Auction
from trickkit.policies.partners import Opposite
from trickkit_classics.bridge_bids import chosen
from trickkit_classics.bridge_hands import SUITS, Bidder
from trickkit_classics.bridge_talk import DENOMINATIONS, Talk, bid
from trickkit_classics.calling import Caller

if TYPE_CHECKING:
    from trickkit.model.actions import Action
    from trickkit.model.hands import Hand
    from trickkit.phases import Phase
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["Natural"]

LEVELS = tuple(range(1, 8))


@frozen
class Natural(Caller):
    """Bids by a natural system, which `trickkit_classics.bridge_bids` describes, and plays as another bot does.

    It takes its partner for one who bids so, too. What a call shows stands in its explanation. It plays games with the
    auction of Bridge, whatever they score.

    Args:
        plays: the bot that decides everything but calls, or the level of `Best`, 1..5.

    >>> from trickkit import load
    >>> state = load("bridge").start(seed=7, first=0)
    >>> print(Natural().explain(state.view(0)).done)
    pass shows at most 11 points
    """

    decides: ClassVar[tuple[type[Phase], ...]] = (Auction,)
    games: ClassVar[str] = "games with the auction of Bridge, four players and a whole deck"

    @staticmethod
    def bids(rules: Rules) -> bool:
        """Whether rules have the auction of Bridge: all its bids, doubles that do not end it, and partners opposite.

        >>> from trickkit import load
        >>> Natural.bids(load("bridge")), Natural.bids(load("coinche"))
        (True, False)
        """
        return _bids(rules)

    def call(self, view: View) -> tuple[str, str]:
        """The call that the system makes, and what it shows."""
        assert view.seat is not None
        calls = Talk(tuple(_text(call) for _, call in view.deal[Auction].calls))
        offer = chosen(calls, _counted(view.deal.hands[view.seat]))
        action = next(action for action in view.legal() if _text(action) == offer.call)
        return str(action), f"{offer.call} shows {offer.shown}"


@lru_cache(maxsize=64)
def _bids(rules: Rules) -> bool:
    auctions = [phase for phase in rules.phases if isinstance(phase, Auction)]
    return rules.players == 4 and rules.deck == french() and len(auctions) == 1 and _is_usual(*auctions)


def _is_usual(auction: Auction) -> bool:
    said = tuple(auction.ladder.numbers), auction.denominations, auction.partners
    doubles = auction.doublings > 0 and not auction.double_ends
    return said == (LEVELS, DENOMINATIONS, Opposite()) and auction.ranked and doubles


def _text(action: Action) -> str:
    return bid(action.level, DENOMINATIONS.index(action.denomination)) if isinstance(action, BidFor) else str(action)


def _counted(hand: Hand) -> Bidder:
    cards = [str(card) for card in hand]
    return Bidder(tuple("".join(card[0] for card in cards if card[1] == DENOMINATIONS[suit]) for suit in SUITS))

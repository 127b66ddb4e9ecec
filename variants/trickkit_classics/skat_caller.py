"""A bot that bids, lays away and names games at Skat by a system, and leaves the play to another bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from trickkit.phases import BidAndHold, LayAway, NameTrump, TakeStock
from trickkit_classics import skat
from trickkit_classics.calling import Caller, is_built_by
from trickkit_classics.skat_bids import Plan, Stakes, by_hand, limit, named, plan, worth
from trickkit_classics.skat_games import ALONE, DEFENDED

if TYPE_CHECKING:
    from trickkit.phases import Phase
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["SkatCaller"]


@frozen
class SkatCaller(Caller):
    """Bids, lays away and names games at Skat by a system, and plays as another bot does.

    `trickkit_classics.skat_bids` describes the system, which works with all options of Skat, and leaves house rules
    alone.

    Args:
        plays: the bot that decides everything else, or the level of `Best`, 1..5.

    >>> from trickkit import load
    >>> state = load("skat").start(seed=7, first=0)
    >>> print(SkatCaller().explain(state.view(2)).done)
    bids up to 48
    """

    decides: ClassVar[tuple[type[Phase], ...]] = (BidAndHold, TakeStock, LayAway, NameTrump)
    games: ClassVar[str] = "Skat"

    @staticmethod
    def bids(rules: Rules) -> bool:
        """Whether rules are those of Skat, with any options.

        >>> from trickkit import load
        >>> SkatCaller.bids(load("skat", bidding="simple")), SkatCaller.bids(load("spades"))
        (True, False)
        """
        return is_built_by(rules, skat.rules)

    def call(self, view: View) -> tuple[str, str]:
        """The decision that the system makes, and why."""
        assert view.seat is not None
        cards, options = tuple(map(str, view.deal.hands[view.seat])), view.rules.options
        if options["bidding"] == "simple":
            return _simply(view, cards)
        stakes = Stakes(ALONE, ALONE + DEFENDED) if options["seeger_fabian"] else Stakes()
        return _by_values(view, cards, stakes)


def _by_values(view: View, cards: tuple[str, ...], stakes: Stakes) -> tuple[str, str]:
    """A decision where values are bid."""
    bid = view.deal[BidAndHold].bid or 0
    if isinstance(view.phase, BidAndHold):
        return _bid(view, bid, limit(cards, stakes))
    if isinstance(view.phase, TakeStock):
        hand, taken = by_hand(cards, bid=bid, stakes=stakes).mean(bid, stakes), worth(cards, bid, stakes)
        told = f"scores {hand:+.0f} from the hand, {taken:+.0f} with the skat"
        return "hand" if hand > taken else "take", told
    if isinstance(view.phase, LayAway):
        best = plan(_kept(view, cards), bid, laid=_chosen(view), lays=_left(view), stakes=stakes)
        return best.laid[0], _told(best)
    words = [str(action).removeprefix("name ") for action in view.legal()]
    kinds = [word for word in words if " " not in word]
    if view.deal[TakeStock].seats:
        assert view.seat is not None
        laid = tuple(map(str, view.deal[LayAway].hands[view.seat]))
        best = plan(cards, bid, kinds, laid, lays=0, stakes=stakes)
    else:
        best = by_hand(cards, kinds, bid, stakes)
    return f"name {best.kind}", _told(best)


def _simply(view: View, cards: tuple[str, ...]) -> tuple[str, str]:
    """A decision where the first one who wants to names a game, before it takes the skat."""
    if isinstance(view.phase, LayAway):
        kind = view.deal[NameTrump].game
        best = plan(_kept(view, cards), 0, [kind], _chosen(view), lays=_left(view))
        return best.laid[0], _told(best)
    best = named(cards)
    return f"name {best.kind}" if best.chance > 1 / 2 else "pass", _told(best)


def _bid(view: View, bid: int, most: int) -> tuple[str, str]:
    told = f"bids up to {most}" if most else "has no game"
    first = str(view.legal()[0])
    if first == "yes":
        return "yes" if bid <= most else "pass", told
    return first if first.isdigit() and int(first) <= most else "pass", told


def _chosen(view: View) -> tuple[str, ...]:
    """The cards that the seat has chosen to lay away."""
    return tuple(map(str, view.committed))


def _kept(view: View, cards: tuple[str, ...]) -> list[str]:
    return [card for card in cards if card not in _chosen(view)]


def _left(view: View) -> int:
    """How many more cards it lays away."""
    return 2 - len(view.committed)


def _told(game: Plan) -> str:
    return f"{game.kind} is won in {game.chance:.0%}"

"""A bot that bids at Spades by a system, and leaves the play to another bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import frozen

from trickkit.phases import CallEstimates
from trickkit_classics import spades
from trickkit_classics.calling import Caller, is_built_by
from trickkit_classics.spades_bids import Dealt, Table, bid

if TYPE_CHECKING:
    from trickkit.phases import Phase
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["SpadesCaller"]


NEAR, CAUTION = 2, 0.1
"""So few bags before they cost points raise the bid; so much does a game that is about to end change the chance of nil
that is needed."""


@frozen
class SpadesCaller(Caller):
    """Bids at Spades by a system, which `trickkit_classics.spades_bids` describes, and plays as another bot does.

    It plays Spades with any options, but leaves house rules alone.

    Args:
        plays: the bot that decides everything but bids, or the level of `Best`, 1..5.

    >>> from trickkit import load
    >>> state = load("spades").start(seed=7, first=0)
    >>> print(SpadesCaller().explain(state.view(1)).done)
    its cards count 1.1 tricks
    """

    decides: ClassVar[tuple[type[Phase], ...]] = (CallEstimates,)
    games: ClassVar[str] = "Spades"

    @staticmethod
    def bids(rules: Rules) -> bool:
        """Whether rules are those of Spades, with any options.

        >>> from trickkit import load
        >>> SpadesCaller.bids(load("spades", nil=50)), SpadesCaller.bids(load("oh_hell"))
        (True, False)
        """
        return is_built_by(rules, spades.rules)

    def call(self, view: View) -> tuple[str, str]:
        """The bid that the system makes, and why."""
        assert view.seat is not None
        hand, table = Dealt.of(map(str, view.deal.hands[view.seat])), _table(view, view.seat)
        number = min(bid(hand, table), max(int(str(action)) for action in view.legal()))
        counted = f"its cards count {hand.tricks:.1f} tricks"
        return str(number), counted if number or not table.worth else f"nil succeeds in {hand.nil:.0%}"


def _table(view: View, seat: int) -> Table:
    """What a seat knows besides its hand."""
    options: Mapping[str, Any] = view.rules.options
    bids, totals, bags = view.deal[CallEstimates].bids, view.scores, options["bags"]

    def is_about_to_win(side: int) -> bool:
        tricks = sum(bids[member] or 0 for member in (side, (side + 2) % 4))
        return not options["deals"] and totals[side] + spades.TRICK * tricks >= options["target"]

    return Table(
        partner=bids[(seat + 2) % 4],
        worth=options["nil"],
        trick=spades.TRICK,
        nearly_full=bool(bags) and bags - totals[seat] % bags <= NEAR,
        caution=CAUTION * (is_about_to_win(seat) - is_about_to_win((seat + 1) % 4)),
    )

"""Bids on tricks as `bots.Greedy` makes them, computed from rows of the batch engine instead of views."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.rollouts.gains import expect
from trickkit.bots.ahead import powers_by_size
from trickkit.bots.greedy import subject_of
from trickkit.model.actions import Bid
from trickkit.phases.bids import Bids
from trickkit.phases.called import CallEstimates
from trickkit.phases.estimates import Estimates
from trickkit.phases.tricks import Tricks

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.batch.machine.program import Program
    from trickkit.play.rules import Rules

__all__ = ["bid_in"]


def bid_in(program: Program, row: Array, legal: Sequence[int]) -> int | None:
    """The number of the action with which a seat bids on tricks; None if the decision is not such a bid.

    Args:
        program: of the rules.
        row: the position of a deal.
        legal: the numbers of the legal actions, in their order.

    >>> from trickkit import load
    >>> from trickkit.batch.evaluating.at_once import legal_in
    >>> from trickkit.batch.evaluating.table import Table
    >>> table = Table.of([load("oh_hell", players=3).start(seed=7, first=0)])
    >>> (legal,) = legal_in(table.program, table.rows, [0])
    >>> [*table.program.rules.actions.values()][bid_in(table.program, table.rows[0], legal)]
    Bid(number=2)
    """
    rules, seat, counter = program.rules, int(row[layout.ACTOR]), int(row[layout.COUNTER])
    if counter >= len(rules.phases):
        # A power of a card is used.
        return None
    phase, bids = rules.phases[counter], _bids(rules)
    if not isinstance(phase, Bids | Estimates | CallEstimates) or any(bids[action] is None for action in legal):
        return None
    known = program.mask_of(row, layout.KNOWN + seat)
    seen = [held & known for held in program.masks_of(row, layout.HANDS, rules.players)]
    powers = _powers(program, int(row[layout.TRUMP]), program.most_cards) if any(seen) else None
    if powers is None or row[layout.RESTING]:
        return None
    expected, subject = np.zeros(rules.players), seat
    expect(row, program.tables, powers, expected)
    if isinstance(phase, Bids):
        made = row[layout.BIDS_MADE + seat * layout.SEATS :][: rules.players]
        subject = subject_of(phase.bidding, int(row[layout.STARTER]), seat, tuple((made >= 0).tolist()))
    tricks = float(expected[subject])
    return max(legal, key=lambda action: -abs(bids[action] - tricks))  # type: ignore[operator]


@lru_cache(maxsize=64)
def _bids(rules: Rules) -> list[int | None]:
    """By action, the number that it bids; None for actions that are not bids."""
    return [action.number if isinstance(action, Bid) else None for action in rules.actions.values()]


@lru_cache(maxsize=256)
def _powers(program: Program, trump: int, most: int) -> Array | None:
    """The powers of cards under a trump, by hand size; None if no tricks are played."""
    rules = program.rules
    tricks = next((phase for phase in rules.phases if isinstance(phase, Tricks)), None)
    if tricks is None:
        return None
    return powers_by_size(tricks.tables(rules.deck, program.trumps[trump]), rules.players, most)

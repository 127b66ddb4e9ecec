"""The results that compiled code writes for many deals: allocates and reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Written
from trickkit.batch.kernel.capacity import set_count
from trickkit.batch.results import Deals, Moves

if TYPE_CHECKING:
    from trickkit.batch.machine.program import Program


def room(program: Program, deals: int, *, moves: bool, cards: bool, sets: bool = False) -> Written:
    """Allocate the results of deals; moves, the cards in tricks, and sets for scorings only if requested."""
    rules, longest = program.rules, program.longest if moves else 0
    return Written(
        facts=np.zeros((deals, program.columns.width), np.int16),
        won=np.zeros((deals, rules.players * program.words if cards else 0), np.int64),
        sets=np.zeros((deals, set_count(rules.players) * program.words if sets else 0), np.int64),
        notes=np.zeros((deals, program.noted if sets else 0), np.int64),
        points=np.zeros((deals, rules.players), np.int64),
        dealt=np.zeros((deals, 1 + dealt_of(program) if moves else 0), np.int16),
        seats=_nobody(deals, longest, np.int8),
        actions=_nobody(deals, longest, np.int16),
    )


def dealt_of(program: Program) -> int:
    """How many numbers describe the random outcomes of a deal: its cards in order, and other draws."""
    return len(program.rules.deck) + int(program.tables[layout.LOTS])


def _nobody(deals: int, longest: int, kind: type[np.signedinteger[Any]]) -> Array:
    """An array for decisions, filled with -1."""
    room = np.empty((deals, longest), kind)
    # A hot function: most arrays are empty.
    if longest:
        room.fill(-1)
    return room


def by_hand(won: Array, players: int) -> Array:
    """Masks of `Written`, converted to the form of `Deals`."""
    return won if won.shape[1] <= players else won.reshape(-1, won.shape[1] // players, players).swapaxes(1, 2)


def read(program: Program, written: Written, totals: Array) -> Deals:
    """The deals in some results; the scores at their ends are added later."""
    rules, facts, players = program.rules, written.facts, program.rules.players
    suits, column = len(rules.deck.suits), program.columns
    if column.bids:
        bids = facts[:, column.of_bids].reshape(-1, players, players)
    else:
        bids = np.full((len(facts), players, players), -1, np.int16)
        bids[:, range(players), range(players)] = facts[:, column.of_seats(layout.B_ESTIMATES)]
    trump = facts[:, layout.F_TRUMP]
    moves = None
    if written.actions.shape[1]:
        moves = Moves(written.seats, written.actions, written.dealt[:, 1:], written.dealt[:, 0])
    return Deals(
        rules=rules,
        number=facts[:, layout.F_NUMBER],
        size=facts[:, layout.F_SIZE],
        starter=facts[:, layout.F_STARTER],
        trump=np.where(trump >= suits, -1, trump),
        leader=facts[:, layout.F_OPENER],
        decisions=facts[:, layout.F_DECISIONS],
        bids=bids,
        backs=facts[:, column.of_seats(layout.B_BACKS)],
        doubles=facts[:, layout.F_DOUBLES],
        buyer=facts[:, layout.F_BUYER],
        declarer=facts[:, layout.F_DECLARER],
        tricks=facts[:, column.of_seats(layout.B_TRICKS)],
        cards=by_hand(written.won, players),
        piles=facts[:, column.of_seats(layout.B_PILES)],
        points=written.points,
        moves=moves,
        totals=totals,
    )

"""Many deals at once that greedy bots play at all seats: their decisions are computed together.

The decisions equal those of the bots in the views of the seats. If a row of the batch engine contains as much as a
view, its unseen part is blanked, and the decision is tried out from the row; otherwise the bot receives a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen

from trickkit.batch.evaluating.at_once import best_at_once, is_asked_alone, is_tried_at_once, legal_in
from trickkit.batch.evaluating.table import Table
from trickkit.batch.kernel import layout
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.worlds.recent import RecentCache
from trickkit.bots.ahead import gains_of
from trickkit.bots.base import source_of
from trickkit.bots.greedy import Greedy, tries_out
from trickkit.bots.row_bids import bid_in
from trickkit.bots.worth import records_read
from trickkit.model.cards import UNKNOWN, bits
from trickkit.model.events import Record
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.calling import CallingTricks
from trickkit.phases.tricks.record import TrickTable

if TYPE_CHECKING:
    from trickkit.batch.machine.program import Program
    from trickkit.batch.results import Deals
    from trickkit.batch.rollouts.gains import Gains
    from trickkit.play.rules import Rules
    from trickkit.play.state import State

__all__ = ["greedy_deals"]


def greedy_deals(states: Sequence[State], bot: Greedy) -> Deals | None:
    """The results of deals in which one bot plays all seats; None if compiled code cannot play them.

    Args:
        states: the deals at their first decisions, of the same rules, one or more.
        bot: the bot, with its seed.

    >>> from trickkit import load
    >>> states = [load("hearts").start(seed=seed) for seed in range(4)]
    >>> greedy_deals(states, Greedy()).tricks.sum(axis=1).tolist()
    [13, 13, 13, 13]
    """
    table = Table.of(states)
    if table is None:
        return None
    try:
        _Together(table, bot).play()
    except Unsupported:
        return None
    return table.deals()


_CALLED = np.r_[
    layout.COUNTER, layout.TRUMP, layout.TRICK, layout.NUMBER, layout.SIZE : layout.TOP, layout.CLOSED,
    layout.DOUBLES : layout.STACKED, layout.RESTING : layout.SEATING, layout.POINTS : layout.SPENT,
    layout.BIDS_MADE : layout.NOTED + layout.NOTES,
]  # fmt: skip
"""The columns of a row that hold the calls, and how the deal began."""


@lru_cache(maxsize=64)
def is_told_by_calls(program: Program) -> bool:
    """Whether calls and tricks determine everything that scorings read.

    Args:
        program: of the rules.
    """
    rules, called = program.rules, {layout.EXPLORED, layout.BIDS, layout.CALLED}
    phases = (type(phase) for index, phase in enumerate(rules.phases) if program.opcode(index) in called)
    records = {getattr(phase, "record", phase) for phase in phases}
    calling = any(isinstance(phase, CallingTricks) for phase in rules.phases)
    more = calling or program.looks_at_hands or program.tables[layout.LOTS]
    return not more and _read(rules) <= {*records, TrickTable}


@lru_cache(maxsize=64)
def is_public(program: Program) -> bool:
    """Whether all records that scorings read are public.

    Args:
        program: of the rules; the calls determine everything that scorings read besides tricks.
    """
    return all(record is TrickTable or record.seen_by is Record.seen_by for record in _read(program.rules))


def _read(rules: Rules) -> set[type[Any]]:
    """The types of the records that scorings read."""
    return {record for part in rules.scoring for record in records_read(part)}


MOST_GAINS = 4096
"""The maximum number of cached sequences of calls with the worth of tricks after them."""


_gains = RecentCache[dict[bytes, "Gains"]](16)
"""By program, the worth of tricks, by everything that it depends on, if calls determine it."""


@lru_cache(maxsize=64)
def _texts(rules: Rules) -> list[str]:
    """The texts of all actions, by their numbers."""
    return [action._text for action in rules.actions.values()]


@frozen(eq=False)
class _Together:
    """Deals in which one bot plays all seats.

    Args:
        table: the deals.
        bot: the bot at all seats.
    """

    table: Table
    bot: Greedy

    def play(self) -> None:
        """Play the deals to their end.

        Raises:
            Unsupported: compiled code cannot continue one of them.
        """
        table = self.table
        while waiting := table.waiting:
            left = [deal for deal in waiting if not self._plays_tricks(deal)]
            calls = [deal for deal in left if table.rows[deal, layout.ACTOR] >= 0]
            if calls:
                self._decide(calls)

    def _plays_tricks(self, deal: int) -> bool:
        """Play greedily the tricks that are due in a deal; return whether there were any."""
        table, row = self.table, self.table.rows[deal]
        program = table.program
        if program.opcode(int(row[layout.COUNTER])) != layout.TRICKS or row[layout.RESTING] or row[layout.COUNT]:
            return False
        return table.play_tricks(deal, self._gains_in(deal)) > 0

    def _gains_in(self, deal: int) -> Gains:
        """The worth of tricks to the seats in a deal, cached by the calls if these determine it."""
        program, row = self.table.program, self.table.rows[deal]
        masks = program.masks_of(row, layout.HANDS, program.rules.players)
        cards = bytes([(mask & program.rules.deck.firsts).bit_count() for mask in masks])
        key = row[_CALLED].tobytes() + cards
        is_told, remembered = is_told_by_calls(program), _gains.get(program)
        if not is_told or remembered is None:
            remembered = _gains.keep(program, {}) if is_told else {}
        gains = remembered.get(key)
        if gains is None:
            state, most = self.table.state(deal), max(cards)
            assert isinstance(state.phase, Tricks)
            gains = gains_of(state, state.phase, most, public=is_told and is_public(program))
            if len(remembered) >= MOST_GAINS:
                remembered.clear()
            remembered[key] = gains
        return gains

    def _decide(self, deals: list[int]) -> None:
        """Make one decision in each of the pending deals."""
        table, decided, tried = self.table, dict[int, int](), list[tuple[int, list[int], int]]()
        for deal, legal in zip(deals, legal_in(table.program, table.rows, deals), strict=True):
            bid = bid_in(table.program, table.rows[deal], legal)
            if bid is not None:
                decided[deal] = bid
            elif not self._is_tried(deal):
                self._by_view(deal)
            elif len(legal) == 1:
                decided[deal] = legal[0]
            else:
                tried.append((deal, legal, self._seed(deal)))
        if tried:
            try:
                best = best_at_once(table.program, table.rows, table.decks, tried, self.bot.playouts)
            except (Unsupported, Untraceable):
                for deal, _, _ in tried:
                    self._by_view(deal)
            else:
                decided |= {deal: action for (deal, _, _), action in zip(tried, best, strict=True)}
        if decided:
            table.decide_by_number(decided)

    def _is_tried(self, deal: int) -> bool:
        """Whether the next decision of a deal can be tried out on its row, without a view."""
        program, row = self.table.program, self.table.rows[deal]
        counter = int(row[layout.COUNTER])
        if program.powers:
            # The seed would reveal what seats did in secret with powers of cards.
            return False
        if not (is_tried_at_once(program, counter) and is_asked_alone(program, row)):
            return False
        if program.opcode(counter) == layout.CHOOSE and row[layout.DECISIONS] != row[layout.TURN]:
            return False
        return tries_out(program.rules, counter)

    def _by_view(self, deal: int) -> None:
        """Let the bot decide in a deal from a view."""
        state = self.table.state(deal)
        seat = state.actors[0]
        self.table.let_decide(deal, seat)
        self.table.decide({deal: self.bot.act(state.view(seat))})

    def _seed(self, deal: int) -> int:
        """The seed with which the bot tries out the next decision of a deal."""
        table = self.table
        rules, row, state = table.program.rules, table.rows[deal], table.states[deal]
        seat, secret = int(row[layout.ACTOR]), table.program.opcode(int(row[layout.COUNTER])) == layout.CHOOSE
        made = int(row[layout.DECISIONS])
        texts = _texts(rules)
        moves = [
            f"{mover}:{UNKNOWN if secret and mover != seat else texts[action]}"
            for mover, action in zip(
                table.seats[deal, :made].tolist(), table.actions[deal, :made].tolist(), strict=True
            )
        ]
        hands, deck = table.program.masks_of(row, layout.HANDS, rules.players), rules.deck
        known = table.program.mask_of(row, layout.KNOWN + seat)
        shown = []
        for held in hands:
            mine = [str(deck.by_first[bit]) for bit in bits(held & known & deck.firsts)]
            shown.append(" ".join(mine + [str(UNKNOWN)] * (held & ~known & deck.firsts).bit_count()) or "-")
        deal_number = int(row[layout.NUMBER])
        source = source_of(self.bot.seed, rules, seat, deal_number, state.scores, "|".join(shown), " ".join(moves))
        return source.getrandbits(64)

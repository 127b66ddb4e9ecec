"""The input of metrics: finished deals as arrays, and some of them state by state."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from attrs import evolve, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.results import Deals
from trickkit.batch.run.fallback import collected
from trickkit.bots.utility import Utility
from trickkit.lab.playing import Table
from trickkit.lab.prospects import prospects_of
from trickkit.lab.trace import Trace
from trickkit.model.cards import Suit
from trickkit.phases.dealing import Dealt
from trickkit.play.rules import Rules

__all__ = ["Observed"]


@frozen(eq=False)
class Observed:
    """Some deals of a study under one of its rules; bots may play a deal several times, changing seats.

    Args:
        deals: all of them, those with the same cards next to each other.
        numbers: (deals,), int64: the number of each in the study.
        seated: (deals, seats): the number of the bot at each seat; equal bots have the same number.
        traces: of the first deals; all of them or fewer, none if no metric needs them.
        utility: what is good for a seat.
        bots: the names of the bots, by number.
        table: the rules and their players, to replay deals.

    >>> from trickkit.lab.playing import Table
    >>> from trickkit import load
    >>> seen = Observed.of(Table(load("pikinni", players=2), ("random",) * 2, seed=7), range(100), traced=3)
    >>> len(seen.deals), len(seen.traces), seen.rules.key
    (100, 3, 'pikinni')
    """

    deals: Deals
    numbers: Array
    seated: Array
    traces: tuple[Trace, ...]
    utility: Utility
    bots: tuple[str, ...]
    table: Table

    @classmethod
    def of(cls, table: Table, numbers: range, *, traced: int = 0) -> Observed:
        """Play some deals of a table.

        Args:
            table: the rules and their players.
            numbers: of the deals, consecutive.
            traced: how many of them are kept state by state, at least.
        """
        rules, traces = table.rules, tuple[Trace, ...]()
        deals = table.decided_together(numbers) if table.decides_together and not traced else None
        if deals is None and table.is_compiled:
            deals = table.at_random(numbers)
        seated = np.zeros((len(numbers), rules.players), np.int64)
        if deals is None:
            traces = tuple(table.trace(deal, turn) for deal in numbers for turn in range(table.times))
            results = [trace.states[-1].results[-1] for trace in traces]
            deals = collected(rules, results, len(traces), moves=True)
            seated = np.array([table.seated(trace.turn) for trace in traces])
        played = np.array([trace.number for trace in traces] if traces else numbers, np.int64)
        seen = cls(deals, played, seated, traces, Utility.said_by(rules), tuple(map(str, table.kinds)), table)
        return seen.with_traces(traced) if traced else seen

    def with_traces(self, count: int) -> Observed:
        """The same deals with traces of the first ones; with traces of all if bots play.

        Args:
            count: how many, at most.
        """
        if self.table.is_compiled:
            rows = range(min(count, len(self.deals)))
            traces = tuple([Trace.of_batch(int(self.numbers[row]), self.deals, row) for row in rows])
        else:
            traces = self.traces or tuple([self.table.trace(deal) for deal in self.numbers.tolist()])
        return evolve(self, traces=traces)

    @property
    def rules(self) -> Rules:
        """The rules under which the deals were played."""
        return self.deals.rules

    def only(self, rows: Array) -> Observed:
        """Some of the deals.

        Args:
            rows: their indices, in order.
        """
        # If bots play, all deals have a trace.
        traces = tuple([self.traces[row] for row in rows]) if len(self.traces) == len(self.deals) else ()
        return evolve(
            self, deals=self.deals.of(rows), numbers=self.numbers[rows], seated=self.seated[rows], traces=traces
        )

    def lengths(self, suit: Suit) -> Array:
        """(deals, seats), int64: how many cards of a suit each seat was dealt before the first decision.

        Args:
            suit: of the deck; a card of several suits counts for each of them.

        >>> from trickkit.lab.playing import Table
        >>> from trickkit import load
        >>> seen = Observed.of(Table(load("whist"), ("random",) * 4, seed=7), range(100))
        >>> {sum(seen.lengths(suit)[deal].sum() for suit in seen.rules.deck.suits) for deal in range(100)} == {52}
        True
        """
        deck, players = self.rules.deck, self.rules.players
        moves = self.deals.moves
        if moves is None or not moves.dealt.shape[1]:
            of_suit = deck.where(lambda face: face.suit == suit)
            return np.array([_dealt(trace, of_suit) for trace in self.traces], np.int64).reshape(-1, players)
        counts = np.array([any(face.suit == suit for face in card.faces) for card in deck], np.int64)[moves.dealt]
        so_far = np.concatenate([np.zeros((len(counts), 1), np.int64), counts.cumsum(axis=1)], axis=1)
        ends = self.deals.size[:, None].astype(np.int64) * np.arange(players + 1)
        return np.diff(np.take_along_axis(so_far, ends, axis=1), axis=1)

    @cached_property
    def prospects(self) -> tuple[Array, ...]:
        """For each trace, the results of random play from each of its tricks on; see `prospects_of`."""
        return tuple([prospects_of(trace, self.rules, self.utility) for trace in self.traces])


def _dealt(trace: Trace, of_suit: int) -> list[int]:
    """By seat, how many cards with a face in a mask it was dealt before the first decision."""
    deal = trace.states[0].deal
    dealt = [event for event in deal.events if isinstance(event, Dealt)]
    masks = [event.hands[seat].mask for event in dealt for seat in deal.seats]
    counts = [(deal.deck.whole(mask & of_suit) & deal.deck.firsts).bit_count() for mask in masks]
    return [sum(counts[seat :: len(deal.seats)]) for seat in deal.seats]

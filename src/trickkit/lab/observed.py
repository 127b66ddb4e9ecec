"""What metrics read: finished deals as arrays, and some of them state by state."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.results import Deals
from trickkit.bots.base import Explanation
from trickkit.bots.utility import Utility
from trickkit.lab.outlooks import outlook_of
from trickkit.phases.dealing import Dealt

if TYPE_CHECKING:
    from trickkit.lab.playing import Table
    from trickkit.model.cards import Suit
    from trickkit.play.rules import Rules
    from trickkit.play.state import State

__all__ = ["Observed", "Trace"]


@frozen(eq=False)
class Trace:
    """A deal, state by state.

    Args:
        number: the number of the deal in its study.
        states: as it was dealt, and after each decision.
        said: by decision, what the bot thought of it; None if it played at random, had no choice, or several of its
            actions were found at once.
        turn: by how many seats the bots have moved on.

    >>> from trickkit.lab.playing import Table
    >>> from trickkit import load
    >>> trace = Table(load("pikinni", players=2), ("greedy",) * 2, seed=7).trace(0)
    >>> len(trace.states) == len(trace.said) + 1
    True
    """

    number: int
    states: tuple[State, ...]
    said: tuple[Explanation | None, ...]
    turn: int = 0

    @cached_property
    def options(self) -> tuple[int, ...]:
        """How many actions were legal, by decision.

        >>> from trickkit.lab.playing import Table
        >>> from trickkit import load
        >>> Table(load("pikinni", players=2), ("random",) * 2, seed=7).trace(0).options
        (2, 2, 1, 1)
        """
        # The deciding actor is the one that decided: of several, anyone may come first.
        moved = self.states[-1].results[-1].moves
        return tuple([len(state.legal(seat)) for state, (seat, *_) in zip(self.states, moved, strict=False)])


@frozen(eq=False)
class Observed:
    """Some deals of a study under one of its rules; each was played once or more, with the bots moved on.

    Args:
        deals: all of them, those with the same cards next to each other.
        numbers: (deals,), int64: the number of each in the study.
        seated: (deals, seats): the number of the bot at each seat, equal bots with the same number.
        traces: of the first deals; all of them or fewer, none if no metric asks for them.
        utility: what is good for a seat.
        bots: the names of the bots, by number.
        table: the rules and their players, to replay deals.

    >>> from trickkit.lab.playing import Table
    >>> from trickkit import load
    >>> seen = Table(load("pikinni", players=2), ("random",) * 2, seed=7).observed(range(100), traced=3)
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

    @property
    def rules(self) -> Rules:
        """The rules that were played."""
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
        >>> seen = Table(load("whist"), ("random",) * 4, seed=7).observed(range(100))
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
    def outlooks(self) -> tuple[Array, ...]:
        """For each trace, the results of random play from each of its tricks on, as `outlook_of` returns them."""
        return tuple([outlook_of(trace, self.rules, self.utility) for trace in self.traces])


def _dealt(trace: Trace, of_suit: int) -> list[int]:
    """By seat, how many cards with faces in a mask it was dealt before the first decision."""
    deal = trace.states[0].deal
    dealt = [event for event in deal.events if isinstance(event, Dealt)]
    masks = [event.hands[seat].mask for event in dealt for seat in deal.seats]
    counts = [(deal.deck.whole(mask & of_suit) & deal.deck.firsts).bit_count() for mask in masks]
    return [sum(counts[seat :: len(deal.seats)]) for seat in deal.seats]

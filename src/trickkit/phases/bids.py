"""Simultaneous bids on the number of tricks that seats will take."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import ClassVar

from attrs import field, frozen

from trickkit.model.actions import Action, Bid, bids_up_to
from trickkit.model.cards import Deck
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Figure, ReadFigures, Record
from trickkit.model.questions import Question, Sight, own_tricks
from trickkit.phases.base import Phase
from trickkit.phases.kinds.simultaneous import Commitments, SimultaneousRun, Turn
from trickkit.policies.bidding import Bidding, OwnTricks

__all__ = ["BidTable", "Bids", "BidsRevealed"]


@frozen
class BidsRevealed(Event):
    """The bids of one turn were revealed.

    Args:
        bids: by seat, its bid; None for a seat that made none.
        subjects: by seat, the seat whose tricks it bid on; None for a seat that made no bid.

    >>> str(BidsRevealed(bids=(None, 2), subjects=(None, 0)))
    'Bids: seat 1 bids 2 on 0.'
    """

    bids: tuple[int | None, ...]
    subjects: tuple[int | None, ...]

    def __str__(self) -> str:
        pairs = enumerate(zip(self.bids, self.subjects, strict=True))
        return f"Bids: {', '.join(f'seat {seat} bids {bid} on {on}' for seat, (bid, on) in pairs if bid is not None)}."


@frozen
class BidTable(Record):
    """All revealed bids.

    Args:
        bids: `bids[seat][subject]` is the bid of a seat on the tricks of another seat, or on its own; None if there is
            none.

    >>> str(BidTable(((None, 2), (1, None))))
    'seat 0: - 2; seat 1: 1 -'
    """

    bids: tuple[tuple[int | None, ...], ...]

    def exact(self, taken: tuple[int, ...]) -> tuple[tuple[bool, ...], ...]:
        """By seat, for each of its bids, whether the subject took exactly that many tricks.

        Args:
            taken: the tricks taken, by seat.

        >>> BidTable(((None, 2), (1, None))).exact((0, 2))
        ((True,), (False,))
        """
        return tuple(
            tuple(bid == tricks for bid, tricks in zip(row, taken, strict=True) if bid is not None) for row in self.bids
        )

    def figures(self) -> tuple[Figure, ...]:
        rows = enumerate(self.bids)
        return tuple(("bids", (seat, subject), bid) for seat, row in rows for subject, bid in enumerate(row))

    @classmethod
    def of_figures(cls, read: ReadFigures, players: int) -> BidTable:
        seats = range(players)
        return cls(tuple([read("bids", [(seat, subject) for subject in seats]) for seat in seats]))

    def __str__(self) -> str:
        rows = (" ".join("-" if bid is None else str(bid) for bid in row) for row in self.bids)
        return "; ".join(f"seat {seat}: {row}" for seat, row in enumerate(rows))


@frozen(kw_only=True)
class Bids(Phase):
    """Bid on tricks, simultaneously.

    Args:
        bidding: who bids on whom in which turn, and how high.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.bidding import TokensOnEveryone
    >>> deal = Deal.fresh(french(), players=3, size=8)
    >>> Bids(bidding=TokensOnEveryone(9)).begin(deal).start().actors
    (1, 2)
    """

    record: ClassVar[type[Record]] = BidTable

    bidding: Bidding = field(default=OwnTricks(), validator=is_a(Bidding))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return bids_up_to(self.bidding.limit(len(deck) // players))

    def question(self, view: Sight) -> Question:
        turn = sum(isinstance(event, BidsRevealed) for event in view.deal.events)
        subject = self.bidding.turns(view.deal.players, view.deal.starter)[turn][view.seat or 0]
        if subject is None or subject == view.seat:
            return own_tricks(view.deal.size)
        return Question(f"How many tricks will seat {subject} take?", "bid", (("seat", subject),))

    def begin(self, deal: Deal) -> BidsRun:
        turns, subjects = self._turns(deal.players, deal.starter)
        return BidsRun(deal, turns, self.bidding, subjects)

    @cached_property
    def _turns(self) -> Callable[[int, int], tuple[tuple[tuple[int, ...], ...], tuple[tuple[int | None, ...], ...]]]:
        """By the number of seats and the starter, the seats that bid in each turn, and their subjects; cached."""

        def on_turns(
            players: int, starter: int
        ) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int | None, ...], ...]]:
            subjects = self.bidding.turns(players, starter)
            return tuple(tuple(seat for seat in range(players) if on[seat] is not None) for on in subjects), subjects

        return lru_cache(maxsize=64)(on_turns)


@frozen(slots=False)
class BidsRun(SimultaneousRun):
    """The run of `Bids` in one deal.

    Args:
        bidding: the policy of the bids.
        subjects: for every turn, by seat, the seat on whose tricks it bids.
    """

    bidding: Bidding
    subjects: tuple[tuple[int | None, ...], ...]

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        # A hot function: it runs for every bid.
        spent = 0
        for turn in revealed:
            for bid in turn[seat]:
                spent += bid.number  # type: ignore[attr-defined]
        return bids_up_to(self.bidding.highest(self.deal.size, spent))

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        return f"bids are made now, from 0 to {at.choices[seat][-1]}; {action} is none of them"

    def record(self, at: Commitments) -> Deal:
        recorded = self._by_turns.get(at.revealed)
        if recorded is None:
            recorded = self._by_turns[at.revealed] = self._record_of(at.revealed)
        table, events = recorded
        return self.deal.with_record(table, *events)

    @cached_property
    def _by_turns(self) -> dict[tuple[Turn, ...], tuple[BidTable, list[BidsRevealed]]]:
        """By revealed turns, their record and events; cached because all views contain the same."""
        return {}

    def _record_of(self, revealed: tuple[Turn, ...]) -> tuple[BidTable, list[BidsRevealed]]:
        table: list[list[int | None]] = [[None] * self.deal.players for _ in self.deal.seats]
        events = []
        for turn, on in zip(revealed, self.subjects, strict=False):
            bids = tuple([bid[0].number if bid and isinstance(bid[0], Bid) else None for bid in turn])
            events.append(BidsRevealed(bids, on))
            for seat, bid in enumerate(bids):
                subject = on[seat]
                if subject is not None:
                    table[seat][subject] = bid
        return BidTable(tuple([tuple(row) for row in table])), events

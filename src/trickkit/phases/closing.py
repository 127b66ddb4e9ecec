"""Closing the stock, so that nobody draws any more, and ending a deal before all its tricks are played."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from attrs import field, frozen

from trickkit.model.actions import Action, Call
from trickkit.model.cards import Card, Deck, Unknown
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand, Pile
from trickkit.model.questions import Question
from trickkit.phases.base import Phase
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.until import HandsEmpty, Until

__all__ = ["CloseStock", "ClosedBy", "EndDeal", "StockClosed", "closed_stock"]

CLOSE, DRAW = Call("close"), Call("draw")


@frozen
class StockClosed(Event):
    """A seat closed the stock; its cards are out of play.

    Args:
        seat: the seat that closed it.
        cards: the cards of the stock; in a view only those that lay face up are known.
        known: for every seat, then for a spectator, the cards that it knows among these, as a mask. Empty in a view.

    >>> from trickkit.model.cards import french
    >>> str(StockClosed(1, Pile(french(), (0, None))))
    'Seat 1 closes the stock of 2 cards.'
    """

    seat: int
    cards: Pile
    known: tuple[int, ...] = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> StockClosed:
        if not self.known:
            return self
        return StockClosed(self.seat, self.cards.seen_with(self.known[-1 if seat is None else seat]))

    @property
    def off_stock(self) -> tuple[Card | Unknown, ...]:
        return tuple(self.cards)

    def __str__(self) -> str:
        return f"Seat {self.seat} closes the stock of {len(self.cards)} card{'s' if len(self.cards) > 1 else ''}."


@frozen
class ClosedBy(Record):
    """The record of who closed the stock.

    Args:
        seat: who closed it.
        tricks: how many tricks had been played in the deal.

    >>> str(ClosedBy(1, 3))
    'closed by seat 1 after 3 tricks'
    """

    seat: int
    tricks: int

    def __str__(self) -> str:
        return f"closed by seat {self.seat} after {self.tricks} trick{'' if self.tricks == 1 else 's'}"


def closed_stock(deal: Deal, seat: int) -> Deal:
    """The deal after a seat has closed the stock: its cards are out of play, and only a face-up one is known.

    Args:
        deal: with cards in the stock.
        seat: the seat that closes it.

    >>> from trickkit.model.cards import french
    >>> deal = closed_stock(Deal.fresh(french(), players=2), 1)
    >>> len(deal.stock), len(deal.out), str(deal[CloseStock])
    (0, 52, 'closed by seat 1 after 0 tricks')
    """
    cards, table = deal.stock.mask, deal.get(TrickTable)
    return deal.with_record(
        ClosedBy(seat, len(table.tricks) if table else 0),
        partial(_closed_events, seat, deal.stock, deal.known),
        stock=Pile(deal.deck, ()),
        out=Hand(deal.deck, deal.out.mask | cards),
    )


def _closed_events(seat: int, stock: Pile, known: tuple[int, ...]) -> tuple[Event, ...]:
    """The event of a closed stock, built when the log is read."""
    return (StockClosed(seat, stock, tuple([mask & stock.mask for mask in known])),)


@frozen
class CloseStock(Phase):
    """The winner of the last trick may close the stock before cards are drawn: then nobody draws any more in this deal.

    To leave it open, the winner says `draw`. Nobody is asked if the stock is empty, or before the first trick.

    >>> from trickkit.model.cards import french
    >>> CloseStock().actions(french(), 2)
    (Call(word='draw'), Call(word='close'))
    """

    record: ClassVar[type[Record]] = ClosedBy
    asks: ClassVar[Question | None] = Question("Do you draw, or close the stock?", "close")

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return DRAW, CLOSE

    def begin(self, deal: Deal) -> Deal | CloseStockRun:
        table: TrickTable | None = deal.get(Tricks)
        if not deal.stock.order or table is None or not table.tricks:
            return deal
        return CloseStockRun(deal, table.last.counted_taker)


@frozen(slots=False)
class CloseStockRun(PollRun):
    """The run of `CloseStock` in one deal."""

    seat: int

    def asked(self, answers: Answers) -> tuple[int, ...]:
        return () if answers else (self.seat,)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return DRAW, CLOSE

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        return f"seat {seat} says whether it closes the stock: close, or draw; {action} is neither"

    def record(self, at: Poll) -> Deal:
        return closed_stock(self.deal, self.seat) if any(action is CLOSE for _, action in at.answers) else self.deal


@frozen
class EndDeal(Phase):
    """The deal ends when a policy says that its tricks are over, or no hand has a card left; later phases are skipped.

    Put this phase before phases that a deal does not always reach, such as drawing from a stock that may be closed.

    Args:
        until: the policy; it is asked about all tricks of the deal.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=2)
    >>> EndDeal().begin(deal) is deal
    True
    """

    until: Until = field(default=HandsEmpty(), validator=is_a(Until))

    def begin(self, deal: Deal) -> Deal:
        """The deal, closed if its tricks are over; unchanged if no trick has been played."""
        table: TrickTable | None = deal.get(Tricks)
        if table is None or not table.tricks:
            return deal
        over = not any(deal.held) or self.until.of(deal).ended(deal, table, 0)
        return deal.changed(closed=True) if over else deal

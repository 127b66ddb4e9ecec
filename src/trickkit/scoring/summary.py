"""A summary of a deal for scorings in which only the numbers of tricks count."""

from __future__ import annotations

from attrs import frozen

from trickkit.model.cards import Deck, Suit
from trickkit.model.deal import Deal
from trickkit.model.events import Record, ScoreLine
from trickkit.model.tricks import Trick
from trickkit.phases.tricks.record import TrickTable

__all__ = ["DealSummary"]


@frozen
class DealSummary:
    """A deal without its cards and tricks: all that a scoring with `counts_only` may read besides numbers of tricks.

    Args:
        number: the number of the deal, from 0.
        starter: the current starter.
        begun_by: the seat that started the deal when it began.
        size: how many cards a seat is dealt.
        trump: the trump suit, or None.
        declarer: the seat that plays for the contract, or None.
        resting: the hands that do not take part in the tricks.
        totals: the points of the earlier deals, by seat.
        earlier: the scores of the earlier deals, in order.
        records: the records of the phases other than tricks, as a spectator knows them when the deal is scored.

    >>> from trickkit import load, playout
    >>> deal = playout(load("whist"), seed=7).results[0].deal
    >>> summary = DealSummary.of(deal)
    >>> summary.size, summary.deal(deal.deck, taken=(1, 2, 3, 7)).scores
    (13, (0, 0, 0, 0))
    """

    number: int
    starter: int
    begun_by: int
    size: int
    trump: Suit | None
    declarer: int | None
    resting: tuple[int, ...]
    totals: tuple[int, ...]
    earlier: tuple[tuple[ScoreLine, ...], ...]
    records: tuple[Record, ...]

    @classmethod
    def of(cls, deal: Deal) -> DealSummary:
        """The summary of a deal, which may be in the middle of its tricks."""
        others = [record for record in deal.records if not isinstance(record, TrickTable)]
        return cls(
            number=deal.number,
            starter=deal.starter,
            begun_by=deal.begun_by,
            size=deal.size,
            trump=deal.trump,
            declarer=deal.declarer,
            resting=deal.resting,
            totals=deal.totals,
            earlier=deal.earlier,
            records=tuple(record.seen_by(None, scored=True) for record in others),
        )

    def deal(self, deck: Deck, taken: tuple[int, ...]) -> Deal:
        """A deal with this summary; all its cards are in the stock.

        Args:
            deck: the deck of the game.
            taken: by hand, the number of tricks it took.
        """
        fresh = Deal.fresh(
            deck,
            players=len(self.totals),
            number=self.number,
            starter=self.begun_by,
            size=self.size,
            totals=self.totals,
            earlier=self.earlier,
        )
        return fresh.changed(
            starter=self.starter,
            trump=self.trump,
            declarer=self.declarer,
            resting=self.resting,
            records=(*self.records, TrickTable((), Trick(()), taken)),
        )

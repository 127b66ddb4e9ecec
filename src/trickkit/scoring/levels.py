"""The scoring for bids with a level: the number of tricks above a base that every bid includes."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import BidFor
from trickkit.model.bounds import Bounds, Extent
from trickkit.model.checks import is_a, whole
from trickkit.model.converters import to_pairs
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.contracts import ContractBids, DependsOnContract
from trickkit.phases.ladder import LadderAuction
from trickkit.phases.tricks import Tricks
from trickkit.policies.partners import Opposite, Partners
from trickkit.scoring.base import Scoring

__all__ = ["ScoreLevels"]


@frozen(kw_only=True)
class ScoreLevels(Scoring, DependsOnContract):
    """The declarer's side scores its tricks above a number, if these are as many as the level of its bid.

    Otherwise it loses the level. The other side scores nothing. Every seat of the declarer's side receives the points.

    Args:
        above: the number of tricks that every bid includes: 6 if a bid of one means seven tricks.
        given: the number of tricks that the declarer's side has before play, for the cards that it laid away.
        overtricks: whether tricks above the level score as well.
        times: by denomination, the factor for its points, 1 or more.
        partners: who plays together.

    >>> from attrs import evolve
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> bids = ContractBids((), "4NT", bid=BidFor(4, "NT"))
    >>> deal = evolve(Deal.fresh(french(), players=4), declarer=1).with_record(bids)
    >>> deal = deal.with_record(TrickTable((), Trick(()), (1, 8, 1, 3)))
    >>> [str(line) for line in ScoreLevels(above=6, times={"NT": 2}).lines(deal)]
    ['seat 1: +10 bid 4NT, took 11', 'seat 3: +10 bid 4NT, took 11']
    """

    reads: ClassVar[tuple[type[Any], ...]] = (LadderAuction, Tricks)
    counts_only: ClassVar[bool] = True

    above: int = field(default=6, validator=whole(0))
    given: int = field(default=0, validator=whole(0))
    overtricks: bool = field(default=True, validator=is_a(bool))
    times: tuple[tuple[str, int], ...] = field(default=(), converter=to_pairs)
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    @times.validator
    def _are_factors(self, _attribute: object, times: tuple[tuple[str, int], ...]) -> None:
        for denomination, factor in times:
            if not isinstance(denomination, str) or type(factor) is not int or factor < 1:
                raise InvalidRules(
                    f"ScoreLevels: times has {quoted(factor)} for {quoted(denomination)}; it has a whole number from 1 "
                    "on for each denomination"
                )

    @property
    def contracts(self) -> tuple[str, ...]:
        """The denominations whose points are multiplied."""
        return tuple([denomination for denomination, _ in self.times])

    def points(self, bid: BidFor, tricks: int) -> int:
        """The points of the declarer's side.

        Args:
            bid: the bid of the declarer's side.
            tricks: the number of its tricks, including those that it had before play.

        >>> score = ScoreLevels(above=6, overtricks=False).points
        >>> score(BidFor(4, "S"), tricks=12), score(BidFor(4, "S"), tricks=9)
        (4, -4)
        """
        over = tricks - self.above
        won = -bid.level if over < bid.level else over if self.overtricks else bid.level
        return won * dict(self.times).get(bid.denomination, 1)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A score line for every seat of the declarer's side; none if nobody has bid."""
        bids: ContractBids | None = deal.get(ContractBids)
        if deal.declarer is None or bids is None or not isinstance(bids.bid, BidFor):
            return ()
        side, taken = self.partners.side(deal.declarer, deal.players), deal[Tricks].taken
        tricks = sum([taken[seat] for seat in side]) + self.given
        points = self.points(bids.bid, tricks)
        reason = f"bid {bids.contract}, took {tricks}"
        return tuple([ScoreLine(seat, reason, points) for seat in side])

    def bounds(self, extent: Extent) -> Bounds:
        """None: the highest possible bid is unknown here."""
        return None

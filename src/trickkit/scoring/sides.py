"""Scorings for estimates in partnerships, in which the estimates and tricks of partners are added up."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen, validators

from trickkit.model.bounds import Bounds, Extent, span, total
from trickkit.model.checks import each_is_a, is_a, whole
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.estimates import Estimates
from trickkit.phases.tricks import Tricks
from trickkit.policies.partners import Opposite, Partners
from trickkit.scoring.base import Scoring, lines_of_all, remembered, to_scorings

__all__ = ["ScoreBags", "ScoreNil", "ScoreSides", "SideBid", "TargetBonus"]


@frozen
class SideBid:
    """The estimate of a side and the tricks that it took.

    Args:
        seats: the seats of the side.
        bid: the sum of its seats' estimates.
        tricks: the tricks that count towards the estimate.
        bags: the tricks above the estimate, and those that do not count towards it.

    >>> SideBid((0, 2), bid=5, tricks=6, bags=1).made
    True
    """

    seats: tuple[int, ...]
    bid: int
    tricks: int
    bags: int

    @property
    def made(self) -> bool:
        """Whether the side took enough tricks."""
        return self.tricks >= self.bid


@frozen(kw_only=True)
class ScoreSides(Scoring):
    """A side that makes its combined estimate scores for each estimated trick; otherwise it loses as much.

    Every seat of a side receives the points of the side.

    Args:
        trick: points for every trick of the estimates.
        partners: who plays together.
        nil_counts: whether the tricks of a seat that estimated none count towards its partners' estimates.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikinni
    >>> result = playout(pikinni.rules(players=4).replace(scoring=ScoreSides(trick=10)), seed=7).results[0]
    >>> result.deal[Estimates].bids, result.deal[Tricks].taken, result.scores
    ((1, 0, 0, 0), (0, 0, 1, 0), (10, 0, 10, 0))
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Estimates, Tricks)
    counts_only: ClassVar[bool] = True

    trick: int = field(validator=is_a(int))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))
    nil_counts: bool = field(default=True, validator=is_a(bool))

    def sides(self, deal: Deal) -> tuple[SideBid, ...]:
        """The estimate and the tricks of every side."""
        return tuple([self.side(deal, seats) for seats in self.partners.sides(deal.players)])

    def side(self, deal: Deal, seats: tuple[int, ...]) -> SideBid:
        """The estimate and the tricks of one side.

        Args:
            deal: after its tricks.
            seats: the seats of the side.
        """
        bids, taken = deal[Estimates].bids, deal[Tricks].taken
        bid = sum([bids[seat] for seat in seats])
        tricks = sum([taken[seat] for seat in seats if self.nil_counts or bids[seat]])
        over = tricks - bid
        bags = (over if over > 0 else 0) + sum([taken[seat] for seat in seats]) - tricks
        return SideBid(seats, bid, tricks, bags)

    def summands(self, players: int) -> tuple[tuple[int, ...], ...]:
        return self.partners.sides(players)

    def of_summand(self, deal: Deal, summand: tuple[int, ...]) -> tuple[ScoreLine, ...]:
        side = self.side(deal, summand)
        if not side.bid:
            return ()
        points = self.trick * (side.bid if side.made else -side.bid)
        return tuple([_side_line(seat, side.bid, side.tricks, points) for seat in summand])

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple([line for side in self.summands(deal.players) for line in self.of_summand(deal, side)])

    def bounds(self, extent: Extent) -> Bounds:
        most = max(len(side) for side in self.partners.sides(extent.players)) * extent.size
        return span(self.trick * most, -self.trick * most)


@remembered
def _side_line(seat: int, bid: int, tricks: int, points: int) -> ScoreLine:
    return ScoreLine(seat, f"side bid {bid}, took {tricks}", points, "side_bid", (("bid", bid), ("tricks", tricks)))


@frozen(kw_only=True)
class ScoreBags(Scoring):
    """Tricks above a side's estimate, its bags, score one point each, but every so many bags cost a penalty.

    The bags of earlier deals are read off the totals, as people do: everything else that scores must be a multiple of
    `every`, so that the remainder is the number of bags.

    Args:
        sides: the scoring that determines which tricks are bags.
        every: how many bags incur the penalty, 1 or more; None for no penalty.
        penalty: points for that many bags, usually negative.

    >>> bags = ScoreBags(sides=ScoreSides(trick=10), every=10, penalty=-100)
    >>> bags.full(before=128, bags=3), bags.full(before=-2, bags=1)
    (1, 0)
    """

    counts_only: ClassVar[bool] = True

    sides: ScoreSides = field(validator=is_a(ScoreSides))
    every: int | None = field(validator=validators.optional(whole(1)))
    penalty: int = field(validator=is_a(int))

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The phases and records that estimates of sides need."""
        return self.sides.reads

    def full(self, before: int, bags: int) -> int:
        """The number of penalties that become due in a deal.

        Args:
            before: the points of the side from earlier deals.
            bags: the bags of this deal.
        """
        return 0 if self.every is None else (before % self.every + bags) // self.every

    def summands(self, players: int) -> tuple[tuple[int, ...], ...]:
        return self.sides.summands(players)

    def of_summand(self, deal: Deal, summand: tuple[int, ...]) -> tuple[ScoreLine, ...]:
        bags, lines = self.sides.side(deal, summand).bags, list[ScoreLine]()
        full = self.full(deal.totals[summand[0]], bags)
        for seat in summand:
            if bags:
                lines.append(_bags_line(seat, bags))
            reason = f"{self.every} bags are full"
            lines += [ScoreLine(seat, reason, self.penalty, "bags_full", (("bags", self.every or 0),))] * full
        return tuple(lines)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple([line for side in self.summands(deal.players) for line in self.of_summand(deal, side)])

    def bounds(self, extent: Extent) -> Bounds:
        full = 0 if self.every is None else (self.every - 1 + extent.tricks) // self.every
        return min(0, full * self.penalty), extent.tricks + max(0, full * self.penalty)


@remembered
def _bags_line(seat: int, bags: int) -> ScoreLine:
    return ScoreLine(seat, f"bags: {bags}", bags, "bags", (("bags", bags),))


@frozen(kw_only=True)
class ScoreNil(Scoring):
    """An estimate of no tricks scores for the side if the seat takes none, and costs as much if it takes any.

    Args:
        points: 0 or more.
        partners: who plays together: every seat of a side receives its points.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikinni
    >>> state = pikinni.rules(players=2).replace(scoring=ScoreNil(points=100)).start(seed=7, first=0)
    >>> state = state.play_all([(0, "0"), (1, "1")])
    >>> state = state.play_all([(seat, state.legal(seat)[0]) for seat in (1,)])
    >>> state.play(0, state.legal(0)[0]).results[0].lines[0].reason
    'seat 0 bid nil, took 0'
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Estimates, Tricks)
    counts_only: ClassVar[bool] = True

    points: int = field(validator=whole(0))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    def summands(self, players: int) -> tuple[int, ...]:
        return tuple(range(players))

    def of_summand(self, deal: Deal, summand: int) -> tuple[ScoreLine, ...]:
        if deal[Estimates].bids[summand] != 0:
            return ()
        tricks = deal[Tricks].taken[summand]
        points = -self.points if tricks else self.points
        return tuple([_nil_line(seat, summand, tricks, points) for seat in self.partners.side(summand, deal.players)])

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple([line for seat in deal.seats for line in self.of_summand(deal, seat)])

    def bounds(self, extent: Extent) -> Bounds:
        most = max(len(side) for side in self.partners.sides(extent.players)) * self.points
        return -most, most


def _nil_line(seat: int, bidder: int, tricks: int, points: int) -> ScoreLine:
    fields = (("bidder", bidder), ("tricks", tricks))
    return ScoreLine(seat, f"seat {bidder} bid nil, took {tricks}", points, "nil", fields)


@frozen(kw_only=True)
class TargetBonus(Scoring):
    """The points of other parts, and a premium for a side that reaches a target ahead of all others.

    A side that falls to the limit, behind all others, loses as much. Sides are handled in order, taking into account
    the premiums given so far.

    Args:
        scoring: the other parts; a single one may be given as it is.
        target: points, including those of earlier deals.
        bonus: points for reaching it.
        limit: points at which a side loses as much; None for no such limit.
        partners: who plays together.

    >>> part = TargetBonus(scoring=ScoreSides(trick=10), target=500, bonus=200, limit=-200)
    >>> part.bonuses([510, 505]), part.bonuses([510, -200]), part.bonuses([500, 500])
    ([200, 0], [200, -200], [0, 0])
    """

    scoring: tuple[Scoring, ...] = field(converter=to_scorings, validator=each_is_a(Scoring))
    target: int = field(validator=is_a(int))
    bonus: int = field(validator=is_a(int))
    limit: int | None = field(default=None, validator=validators.optional(is_a(int)))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The phases that the other parts need."""
        return tuple(dict.fromkeys(phase for part in self.scoring for phase in part.reads))

    def bonuses(self, totals: list[int]) -> list[int]:
        """By side, its premium.

        Args:
            totals: the points of every side, this deal included.
        """
        now = list(totals)
        for side, points in enumerate(totals):
            others = [total for other, total in enumerate(now) if other != side]
            if points >= self.target and points > max(others):
                now[side] += self.bonus
            elif self.limit is not None and points <= self.limit and points < min(others):
                now[side] -= self.bonus
        return [after - before for before, after in zip(totals, now, strict=True)]

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        lines = lines_of_all(self.scoring, deal)
        totals = deal.changed(lines=deal.lines + lines).scores
        sides = self.partners.sides(deal.players)
        premiums = zip(sides, self.bonuses([totals[side[0]] for side in sides]), strict=True)
        return lines + tuple(
            ScoreLine(seat, f"{totals[seat]} points", points) for side, points in premiums if points for seat in side
        )

    def bounds(self, extent: Extent) -> Bounds:
        return total([*(part.bounds(extent) for part in self.scoring), span(self.bonus, -self.bonus)])

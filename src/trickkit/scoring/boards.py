"""Scorings for the markers on a board, and for a hand that could play none of its cards."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from trickkit.model.bounds import Bounds, Extent, span, total
from trickkit.model.cards import Deck
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.estimates import Estimates
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.board import BoardTricks
from trickkit.scoring.base import ScoreBySeat, Scoring, needed_by, to_scorings

__all__ = ["ScoreGroup", "UnlessStuck"]


@frozen
class ScoreGroup(ScoreBySeat):
    """The largest group of connected markers of a seat scores, for each marker in it.

    Args:
        points: for each marker, may be negative.
        exact: whether only seats score that took as many tricks as they estimated.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.markers import Markers
    >>> from trickkit.policies.boards import Board
    >>> markers = Markers(Board([["a", "b", "c"]]), (0, 0, 1), ((), ()))
    >>> deal = Deal.fresh(french(), players=2).with_record(markers)
    >>> [str(line) for line in ScoreGroup(2).lines(deal)]
    ['seat 0: +4 a group of 2 markers', 'seat 1: +2 a group of 1 marker']
    """

    points: int = field(default=1, validator=is_a(int))
    exact: bool = field(default=False, validator=is_a(bool), kw_only=True)

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The tricks with a board; also the estimates and the tricks, if they must agree."""
        return (BoardTricks, Estimates, Tricks) if self.exact else (BoardTricks,)

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        markers = deal.get(BoardTricks)
        if markers is None or (self.exact and deal[Estimates].bids[seat] != deal[Tricks].taken[seat]):
            return ()
        size = markers.largest(seat)
        if not size:
            return ()
        reason = f"a group of {size} marker{'s' * (size != 1)}"
        return (ScoreLine(seat, reason, self.points * size, "group", (("markers", size),)),)

    def bounds(self, extent: Extent) -> Bounds:
        tricks = extent.phase(BoardTricks)
        return (0, 0) if tricks is None else span(self.points * len(tricks.board.spaces))


@frozen
class UnlessStuck(Scoring):
    """The hand that could play none of its cards is scored in another way than all others.

    Args:
        scorings: how other hands are scored; several are added up, a single one may be given as it is.
        stuck: how that hand is scored; () if it scores nothing.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.markers import Markers
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> from trickkit.policies.boards import Board
    >>> from trickkit.scoring import ScoreTricks
    >>> markers = Markers(Board([["a"]]), (0,), ((), ()), stuck=1)
    >>> deal = Deal.fresh(french(), players=2).with_record(markers).with_record(TrickTable((), Trick(()), (1, 2)))
    >>> [str(line) for line in UnlessStuck(ScoreTricks(1), stuck=ScoreTricks(-1)).lines(deal)]
    ['seat 0: +1 took a trick', 'seat 1: -2 took 2 tricks']
    """

    scorings: tuple[Scoring, ...] = field(converter=to_scorings, validator=each_is_a(Scoring))
    stuck: tuple[Scoring, ...] = field(default=(), converter=to_scorings, validator=each_is_a(Scoring), kw_only=True)

    @property
    def _all(self) -> tuple[Scoring, ...]:
        return self.scorings + self.stuck

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The tricks with a board, and everything that the other scorings need."""
        return tuple(dict.fromkeys((BoardTricks, *needed_by(self._all))))

    def check(self, deck: Deck) -> None:
        for part in self._all:
            part.check(deck)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        markers = deal.get(BoardTricks)
        hand = None if markers is None else markers.stuck
        usual = [line for part in self.scorings for line in part.lines(deal) if line.seat != hand]
        own = [line for part in self.stuck for line in part.lines(deal) if line.seat == hand]
        return (*usual, *own)

    def bounds(self, extent: Extent) -> Bounds:
        both = [total([part.bounds(extent) for part in parts]) for parts in (self.scorings, self.stuck)]
        return None if None in both else span(*[points for one in both if one is not None for points in one])

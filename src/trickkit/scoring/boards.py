"""Scorings for the markers on a board, and for a hand that could play none of its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.bounds import Bounds, Extent, span, total
from trickkit.model.cards import Deck
from trickkit.model.checks import each_is_a, is_a, one_of, pairs_of
from trickkit.model.converters import to_pairs, to_texts
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.estimates import Estimates
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.board import BoardTricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.scoring.base import ScoreBySeat, Scoring, lines_of_all, needed_by, to_scorings

__all__ = ["ScoreGroup", "ScoreMajorities", "UnlessStuck"]


def _areas(given: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> tuple[tuple[Any, Any], ...]:
    return tuple([(name, to_texts(spaces)) for name, spaces in to_pairs(given)])


@frozen
class ScoreGroup(ScoreBySeat):
    """The largest group of connected markers of a seat scores, for each marker in it.

    Args:
        points: for each marker, may be negative.
        exact: whether only seats that took exactly as many tricks as they estimated score.

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


@frozen(kw_only=True)
class ScoreMajorities(Scoring):
    """In each area of a board, the seats with the most markers score what the area is worth.

    Args:
        areas: by name, the texts of its spaces; a space may be in several areas, or in none.
        worth: points by name of an area; may be negative.
        ties: whether `"all"` or `"nobody"` of several seats with equally many markers score.

    Raises:
        InvalidRules: an area has no worth, or a worth no area; or, in a game, the board lacks a space.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.markers import Markers
    >>> from trickkit.policies.boards import Board
    >>> markers = Markers(Board([["a", "b", "c"], ["d", "e", ""]]), (0, 0, 1, 1, 0), ((), ()))
    >>> deal = Deal.fresh(french(), players=2).with_record(markers)
    >>> scoring = ScoreMajorities(areas={"coast": ["a", "b", "c"], "hills": ["d", "e"]}, worth={"coast": 5, "hills": 3})
    >>> [str(line) for line in scoring.lines(deal)]
    ['seat 0: +5 most of coast: 2', 'seat 0: +3 most of hills: 1', 'seat 1: +3 most of hills: 1']
    """

    areas: tuple[tuple[str, tuple[str, ...]], ...] = field(
        converter=_areas, validator=pairs_of(str, tuple, "lists of spaces by the name of an area")
    )
    worth: tuple[tuple[str, int], ...] = field(
        converter=to_pairs, validator=pairs_of(str, int, "whole points by the name of an area")
    )
    ties: Literal["all", "nobody"] = field(default="all", validator=one_of("all", "nobody"))

    reads: ClassVar[tuple[type[Any], ...]] = (BoardTricks,)

    @worth.validator
    def _of_all_areas(self, _attribute: object, worth: tuple[tuple[str, int], ...]) -> None:
        names, worths = dict(self.areas).keys(), dict(worth).keys()
        for name in worths - names:
            raise InvalidRules(f"ScoreMajorities: {quoted(name)} is not an area{nearest(name, names)}")
        for name in names - worths:
            raise InvalidRules(
                f"ScoreMajorities: {quoted(name)} has no worth; worth={{{quoted(name)}: 1}} gives it one"
            )

    def lacks(self, phases: tuple[Any, ...]) -> str:
        boards = [phase.inner.board for phase in phases if isinstance(phase.inner, BoardTricks)]
        for space in (space for _, spaces in self.areas for space in spaces):
            for board in boards:
                if space not in board.spaces:
                    return f"{quoted(space)} is not a space of the board{nearest(space, board.spaces)}"
        return ""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        markers, lines, worth = deal.get(BoardTricks), list[ScoreLine](), dict(self.worth)
        placed = [] if markers is None else [{*markers.of(seat)} for seat in deal.seats]
        for name, spaces in self.areas if placed else ():
            counts = [len(mine & {*spaces}) for mine in placed]
            most = max(counts)
            seats = [seat for seat, count in enumerate(counts) if most and count == most]
            if len(seats) == 1 or self.ties == "all":
                fields = (("area", name), ("markers", most))
                reason = f"most of {name}: {most}"
                lines += [ScoreLine(seat, reason, worth[name], "majority", fields) for seat in seats]
        return tuple(lines)

    def bounds(self, extent: Extent) -> Bounds:
        return total([span(points) for _, points in self.worth])


@frozen
class UnlessStuck(Scoring):
    """The hand that could play none of its cards is scored in another way than all others (`OrDealEnds`, a board).

    Args:
        scorings: how other hands are scored; several are added up, a single one may be given as it is.
        stuck: how that hand is scored; () if it scores nothing.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.record import Trick
    >>> from trickkit.scoring import ScoreTricks
    >>> deal = Deal.fresh(french(), players=2).with_record(TrickTable((), Trick(()), (1, 2), stuck=1))
    >>> [str(line) for line in UnlessStuck(ScoreTricks(1), stuck=ScoreTricks(-1)).lines(deal)]
    ['seat 0: +1 took a trick', 'seat 1: -2 stuck, took 2 tricks']
    """

    scorings: tuple[Scoring, ...] = field(converter=to_scorings, validator=each_is_a(Scoring))
    stuck: tuple[Scoring, ...] = field(default=(), converter=to_scorings, validator=each_is_a(Scoring), kw_only=True)

    @property
    def _all(self) -> tuple[Scoring, ...]:
        return self.scorings + self.stuck

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The tricks, and everything that the other scorings need."""
        return tuple(dict.fromkeys((Tricks, *needed_by(self._all))))

    def check(self, deck: Deck) -> None:
        for part in self._all:
            part.check(deck)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        table: TrickTable | None = deal.get(Tricks)
        hand = None if table is None else table.stuck
        usual = [line for line in lines_of_all(self.scorings, deal) if line.seat != hand]
        own = [line for line in lines_of_all(self.stuck, deal) if line.seat == hand]
        return (*usual, *[evolve(line, reason=f"stuck, {line.reason}") for line in own])

    def bounds(self, extent: Extent) -> Bounds:
        both = [total([part.bounds(extent) for part in parts]) for parts in (self.scorings, self.stuck)]
        return None if None in both else span(*[points for pair in both if pair is not None for points in pair])

"""A scoring in which parts count in fractions of a point, and their sum is rounded to whole points."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from trickkit.model.bounds import Bounds, Extent, total
from trickkit.model.checks import counted, each_is_a, one_of
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.scoring.base import ScoreBySeat, Scoring, lines_of_all, needed_by, to_scorings

__all__ = ["ScoreFractions"]

Rounding: TypeAlias = Literal["down", "nearest", "up"]

NAMES = {2: "halves", 3: "thirds", 4: "quarters", 5: "fifths"}


@frozen(kw_only=True)
class ScoreFractions(ScoreBySeat):
    """Parts give fractions of a point, such as thirds: each seat scores the sum of its own, rounded to whole points.

    In Tressette an ace is worth a point and other honours a third, and the remainder is dropped. In Tarok, two points
    are deducted for every three cards: each card counts two thirds less, and the sum is rounded to the nearest whole
    number.

    Args:
        parts: the scorings whose points stand for fractions; a single part may be given as it is.
        of: how many fractions are a point, 2 or more.
        rounding: `"down"` to the lower whole number, `"up"` to the higher one, or to the `"nearest"`, which is the
            higher one of two equally near.

    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.cards import french
    >>> from trickkit.model.tricks import Played, Trick
    >>> from trickkit.phases.tricks.record import TrickTable
    >>> from trickkit.scoring import ScoreCards
    >>> trick = Trick(tuple(Played(seat, seat, Play(card), card) for seat, card in enumerate(["AS", "KS"])), taker=0)
    >>> deal = Deal.fresh(french("QKA"), players=2).with_record(TrickTable((trick,), Trick(()), (1, 0)))
    >>> thirds = ScoreFractions(parts=ScoreCards(cards={"AS": 3, "KS": 1, "QS": 1}), of=3, rounding="down")
    >>> [str(line) for line in thirds.lines(deal)]
    ['seat 0: +1 took AS, took KS: 4 thirds, rounded down']
    """

    parts: tuple[Scoring, ...] = field(converter=to_scorings, validator=each_is_a(Scoring))
    of: int = field(validator=counted(2))
    rounding: Rounding = field(validator=one_of("down", "nearest", "up"))

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The phases and records that the parts need."""
        return needed_by(self.parts)

    @property
    def counts_only(self) -> bool:  # type: ignore[override]
        """Whether all parts read only how many tricks each hand took."""
        return all(part.counts_only for part in self.parts)

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        lines = [line for line in lines_of_all(self.parts, deal) if line.seat == seat]
        if not lines:
            return ()
        fractions: int = sum([line.points for line in lines])
        named = NAMES.get(self.of, f"parts of {self.of}")
        why = ", ".join(line.reason for line in lines)
        how = "to the nearest" if self.rounding == "nearest" else self.rounding
        return (ScoreLine(seat, f"{why}: {fractions} {named}, rounded {how}", self.whole(fractions)),)

    def whole(self, fractions: int) -> int:
        """A number of fractions, rounded to whole points.

        >>> thirds = [ScoreFractions(parts=(), of=3, rounding=rounding) for rounding in ("down", "nearest", "up")]
        >>> [one.whole(5) for one in thirds], [one.whole(-5) for one in thirds]
        ([1, 2, 2], [-2, -2, -1])
        """
        if self.rounding == "nearest":
            return (2 * fractions + self.of) // (2 * self.of)
        return (fractions + (self.of - 1 if self.rounding == "up" else 0)) // self.of

    def bounds(self, extent: Extent) -> Bounds:
        bounds = total([part.bounds(extent) for part in self.parts])
        return bounds and (self.whole(bounds[0]), self.whole(bounds[1]))

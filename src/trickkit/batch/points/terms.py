"""Scorings as sums of functions of a few small numbers, each computed once for every case that occurs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from math import prod
from typing import Any

from attrs import evolve, frozen

from trickkit.batch.kernel.layout import F_BUYER, F_DOUBLES, F_SIZE, Columns, halves
from trickkit.batch.lowering.numbers import columns, nobody
from trickkit.batch.points.kernel import CARDS, FACT, INDIRECT, TAKERS, TOTAL
from trickkit.model.actions import Back
from trickkit.model.deal import Deal
from trickkit.model.tricks import Trick
from trickkit.phases.calls import TrumpBought
from trickkit.phases.estimates import Estimated
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.rules import Rules
from trickkit.scoring import (
    Doubled,
    ScoreBids,
    ScoreBoughtTrump,
    ScoreCards,
    ScoreConfidence,
    ScoreEstimates,
    ScoreNil,
    ScoreNoTricks,
    ScoreSides,
    Scoring,
    ShootTheMoon,
)
from trickkit.scoring.sides import ScoreBags

LARGEST = 2**22
"""The most cases that a term may have."""
SMALL = 2**12
"""The most cases of a term that is fused from terms with different features."""
MOST_BID = 62
"""The highest bid."""

PointsOf = Callable[..., int]
"""A function from the values of some features to points."""


@frozen
class Feature:
    """A small number that can be read from the arrays of a deal.

    Args:
        kind: FACT is a column of the facts; INDIRECT is a column that another column selects; CARDS is how many of some
            cards a seat took; TAKERS is how many seats took any of them; TOTAL is the points of earlier deals, modulo
            some number.
        radix: how many values it has: 0..radix-1.
        source: the column, the column that selects one, or the seat.
        operand: for columns the number to add; for cards the first 64 bits of their first faces, as a mask; for TOTAL
            the divisor.
        first, step, last: a selecting column of n selects the column `first + step * min(n, last)`; for cards `first`
            is the other bits of the mask.
    """

    kind: int
    radix: int
    source: int
    operand: int = 0
    first: int = 0
    step: int = 0
    last: int = 0


@frozen
class ScoreTerm:
    """A summand of the score: a function of some features, given to some seats.

    Args:
        features: what the points are a function of.
        seats: the seats that receive the points.
        points: the points, for the values of the features. Terms with equal functions share a table.
        of: a scoring from outside the library whose points are multiplied by it; None if it stands alone.
    """

    features: tuple[Feature, ...]
    seats: tuple[int, ...]
    points: PointsOf
    of: Scoring | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """By feature, how many values it has."""
        return tuple(feature.radix for feature in self.features)

    @property
    def cases(self) -> int:
        """How many combinations of values there are."""
        return prod(self.shape)


@frozen(eq=False, slots=False)
class ScoreLowering:
    """Lowers the scorings of rules: finds the features of a deal on which their points depend.

    Args:
        rules: the rules.
        size: of the largest hand.
        doubled_at_most: how often a deal can be doubled.
    """

    rules: Rules
    size: int
    doubled_at_most: int

    def terms(self, part: Scoring) -> tuple[ScoreTerm, ...] | None:
        """The terms whose sum is a scoring; None if it must be called with whole deals."""
        if hasattr(part, "points_of"):
            return tuple(ScoreTerm((), (seat,), _one, part) for seat in self.seats)
        terms = _KNOWN[type(part)](self, part) if type(part) in _KNOWN else None
        return None if terms is None or any(term.cases > LARGEST for term in terms) else tuple(terms)

    @property
    def seats(self) -> range:
        return range(self.rules.players)

    @cached_property
    def columns(self) -> Columns:
        return columns(self.rules)

    @cached_property
    def _blank(self) -> Deal:
        return Deal.fresh(self.rules.deck, players=self.rules.players, size=self.size)

    # The features

    def tricks(self, seat: int) -> Feature:
        return Feature(FACT, self.size + 1, self.columns.tricks(seat))

    def estimate(self, seat: int) -> Feature:
        return Feature(FACT, self.size + 1, self.columns.estimate(seat))

    def hand_size(self) -> Feature:
        return Feature(FACT, self.size + 1, F_SIZE)

    def doubles(self) -> Feature:
        return Feature(FACT, 1 + self.doubled_at_most, F_DOUBLES)

    def buyer(self) -> Feature:
        """The seat that bought the trump, from 1; 0 for none."""
        return Feature(FACT, 1 + self.rules.players, F_BUYER, 1)

    def backed(self, seat: int) -> Feature:
        return Feature(FACT, nobody(self.rules) + 1, self.columns.back(seat))

    def bid(self, seat: int, subject: int) -> Feature:
        """A bid plus 1; 0 for none."""
        return Feature(FACT, MOST_BID + 2, self.columns.bid(seat, subject), 1)

    def bid_on_backed(self, seat: int) -> Feature:
        """A seat's bid on the seat that it trusts, plus 1; 0 for none.

        If that seat does not play, any bid of the first one is used.
        """
        return self._of_backed(seat, self.bid(seat, 0))

    def tricks_of_backed(self, seat: int) -> Feature:
        """The tricks of the seat that a seat trusts."""
        return self._of_backed(seat, self.tricks(0))

    def _of_backed(self, seat: int, of_first: Feature) -> Feature:
        """A feature of the seat that a seat trusts, given that of seat 0."""
        back, last = self.columns.back(seat), self.rules.players - 1
        return evolve(of_first, kind=INDIRECT, source=back, first=of_first.source, step=1, last=last)

    def of_cards(self, seat: int, cards: int) -> Feature:
        return Feature(CARDS, cards.bit_count() + 1, seat, *halves(cards))

    def takers(self, cards: int) -> Feature:
        return Feature(TAKERS, self.rules.players + 1, 0, *halves(cards))

    def total(self, seat: int, divisor: int) -> Feature:
        return Feature(TOTAL, divisor, seat, divisor)

    # The scorings

    def bids(self, part: ScoreBids) -> list[ScoreTerm]:
        def points(bid: int, tricks: int) -> int:
            return part.line(0, 0, bid - 1, tricks).points if bid else 0

        return [
            ScoreTerm((self.bid(seat, subject), self.tricks(subject)), (seat,), points)
            for seat in self.seats
            for subject in self.seats
        ]

    def confidence(self, part: ScoreConfidence) -> list[ScoreTerm]:
        players, no_trust = self.rules.players, nobody(self.rules)

        def points(back: int, bid: int, tricks: int) -> int:
            # A seat that plays is seat 0 here, and one that does not is seat 1.
            trusted = Back(None if back == no_trust else int(back >= players))
            return part.line(0, trusted, bids=(bid - 1 if bid else None,), taken=(tricks,)).points

        return [
            ScoreTerm((self.backed(seat), self.bid_on_backed(seat), self.tricks_of_backed(seat)), (seat,), points)
            for seat in self.seats
        ]

    def estimates(self, part: ScoreEstimates) -> list[ScoreTerm]:
        return [
            ScoreTerm((self.estimate(seat), self.tricks(seat), self.hand_size()), (seat,), part.points)
            for seat in self.seats
        ]

    def doubled(self, part: Doubled) -> Iterable[ScoreTerm] | None:
        return scaled(self.terms(part.scoring), self.doubles(), part.factor)

    def bought(self, part: ScoreBoughtTrump) -> list[ScoreTerm]:
        def points_of(seat: int) -> PointsOf:
            def points(buyer: int) -> int:
                if not buyer:
                    return 0
                bought = self._blank.with_record(TrumpBought(buyer - 1, self.rules.deck.suits[0]))
                return sum(line.points for line in part.lines(bought) if line.seat == seat)

            return points

        return [ScoreTerm((self.buyer(),), (seat,), points_of(seat)) for seat in self.seats]

    def cards(self, part: ScoreCards) -> list[ScoreTerm]:
        def times(points: int) -> PointsOf:
            return lambda cards: cards * points

        functions = {points: times(points) for points in self.valued(part)}
        return [
            ScoreTerm((self.of_cards(seat, cards),), (seat,), functions[points])
            for seat in self.seats
            for points, cards in self.valued(part).items()
        ]

    def valued(self, part: ScoreCards) -> dict[int, int]:
        """By number of points, the first faces of the cards that score them, as a mask."""
        worth, valued = part.worth(self.rules.deck), dict[int, int]()
        for card, mask in zip(self.rules.deck.cards, self.rules.deck.masks, strict=True):
            if card.text in worth:
                valued[worth[card.text]] = valued.get(worth[card.text], 0) | (mask & -mask)
        return valued

    def no_tricks(self, part: ScoreNoTricks) -> list[ScoreTerm]:
        def points(tricks: int) -> int:
            deal = self._blank.with_record(TrickTable((), Trick(()), (tricks,) * self.rules.players))
            return sum(line.points for line in part.lines(deal) if line.seat == 0)

        return [ScoreTerm((self.tricks(seat),), (seat,), points) for seat in self.seats]

    def moon(self, part: ShootTheMoon) -> list[ScoreTerm] | None:
        scoring = sum(self.valued(part.cards).values())
        takers = self.takers(scoring)

        def points(takers: int, cards: int) -> int:
            return 0 if takers != 1 else part.shooter if cards else part.others

        terms = [ScoreTerm((takers, self.of_cards(seat, scoring)), (seat,), points) for seat in self.seats]
        for usual in (part.cards, *part.besides):
            unless_shot = scaled(self.terms(usual), takers, lambda takers: int(takers != 1))
            if unless_shot is None:
                return None
            terms += unless_shot
        return terms

    def sides(self, part: ScoreSides | ScoreNil) -> list[ScoreTerm]:
        return self.by_side(part, part.partners.sides(self.rules.players), None)

    def bags(self, part: ScoreBags) -> list[ScoreTerm]:
        # Of the totals only the remainder matters that is left when the bags are divided.
        return self.by_side(part, part.sides.partners.sides(self.rules.players), part.every or 1)

    def by_side(self, part: Any, sides: Sequence[tuple[int, ...]], divisor: int | None) -> list[ScoreTerm]:
        """A scoring that looks at each side separately: its estimates, its tricks, and the remainder of its total."""
        functions: dict[int, PointsOf] = {}
        terms = []
        for side in sides:
            # Sides of equally many seats are treated alike.
            function = functions.setdefault(len(side), self._points_of_side(part, side, divisor is not None))
            features = [*(self.estimate(seat) for seat in side), *(self.tricks(seat) for seat in side)]
            total = [] if divisor is None else [self.total(side[0], divisor)]
            terms.append(ScoreTerm((*total, *features), side, function))
        return terms

    def _points_of_side(self, part: Any, side: tuple[int, ...], reads_total: bool) -> PointsOf:
        @cache
        def points_of(total: int, estimates_and_tricks: tuple[tuple[int, int], ...]) -> int:
            bids, taken, totals = ([0] * self.rules.players for _ in range(3))
            for seat, (bid, tricks) in zip(side, estimates_and_tricks, strict=True):
                bids[seat], taken[seat], totals[seat] = bid, tricks, total
            # What the others said and took makes no difference to this side.
            deal = self._blank.with_record(Estimated(tuple(bids)), totals=tuple(totals))
            deal = deal.with_record(TrickTable((), Trick(()), tuple(taken)))
            return sum(line.points for line in part.lines(deal) if line.seat == side[0])

        def points(*values: int) -> int:
            total, by_seat = (values[0], values[1:]) if reads_total else (0, values)
            # It also makes no difference which partner said and took what.
            return points_of(total, tuple(sorted(zip(by_seat[: len(side)], by_seat[len(side) :], strict=True))))

        return points


def _one() -> int:
    return 1


@frozen
class _Scaled:
    """The product of a function of the first value and a function of the others."""

    factor: PointsOf
    points: PointsOf

    def __call__(self, first: int, *others: int) -> int:
        return self.factor(first) * self.points(*others)


@frozen
class _Sum:
    """The sum of functions, each of the values at some positions."""

    summands: tuple[tuple[PointsOf, tuple[int, ...]], ...]

    def __call__(self, *values: int) -> int:
        return sum(points(*(values[index] for index in positions)) for points, positions in self.summands)


def scaled(terms: Iterable[ScoreTerm] | None, feature: Feature, factor: PointsOf) -> list[ScoreTerm] | None:
    """Terms multiplied by a function of one more feature."""
    if terms is None:
        return None
    return [evolve(term, features=(feature, *term.features), points=_Scaled(factor, term.points)) for term in terms]


def fused(terms: Iterable[ScoreTerm]) -> list[ScoreTerm]:
    """Terms with the same sum: those of the same seats are fused if that adds hardly any cases."""
    fewer: list[ScoreTerm] = []
    for term in terms:
        for index, other in enumerate(fewer):
            sum_of_both = _fused(other, term)
            if sum_of_both is not None:
                fewer[index] = sum_of_both
                break
        else:
            fewer.append(term)
    return fewer


def _fused(term: ScoreTerm, other: ScoreTerm) -> ScoreTerm | None:
    """The sum of two terms as one term; None if looking them up separately is better."""
    if (term.seats, term.of) != (other.seats, other.of):
        return None
    larger, smaller = sorted((term, other), key=lambda term: -term.cases)
    features = tuple(dict.fromkeys((*larger.features, *smaller.features)))
    summands = tuple(
        (part.points, tuple(features.index(feature) for feature in part.features)) for part in (larger, smaller)
    )
    sum_of_both = ScoreTerm(features, term.seats, _Sum(summands), term.of)
    return sum_of_both if sum_of_both.cases <= max(SMALL, larger.cases) else None


_KNOWN: dict[type[Scoring], Callable[[ScoreLowering, Any], Iterable[ScoreTerm] | None]] = {
    ScoreBids: ScoreLowering.bids,
    ScoreConfidence: ScoreLowering.confidence,
    ScoreEstimates: ScoreLowering.estimates,
    Doubled: ScoreLowering.doubled,
    ScoreBoughtTrump: ScoreLowering.bought,
    ScoreCards: ScoreLowering.cards,
    ScoreNoTricks: ScoreLowering.no_tricks,
    ShootTheMoon: ScoreLowering.moon,
    ScoreSides: ScoreLowering.sides,
    ScoreNil: ScoreLowering.sides,
    ScoreBags: ScoreLowering.bags,
}

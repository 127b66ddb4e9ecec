"""What scorings look at: a few small numbers at a time, for which they are asked once in every case that occurs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from math import prod
from typing import Any

from attrs import evolve, frozen

from trickkit.batch.kernel.layout import F_BUYER, F_DOUBLES, F_SIZE, FACTS
from trickkit.batch.lowering.compiler import signed
from trickkit.batch.points.kernel import CARDS, FACT, POINTED, TAKERS, TOTAL
from trickkit.batch.results import nobody
from trickkit.model.actions import Back
from trickkit.model.deal import Deal
from trickkit.phases.calls import CallDouble, TrumpBought
from trickkit.phases.estimates import Estimated
from trickkit.phases.tricks.record import Trick, TrickTable
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
"""How many cases a table of answers has at most."""
SMALL = 2**12
"""How many it may have where terms are looked up together that look at different numbers."""
MOST_BID = 62
"""The highest bid."""

Ask = Callable[..., int]


@frozen
class Number:
    """A small number that can be read off a deal.

    Args:
        kind: FACT is a column of the facts; POINTED is one of which another column says which it is; CARDS is how many
            of some cards a seat took; TAKERS is how many seats took any of them; TOTAL is what remains of the points of
            earlier deals.
        values: how many values it has: 0 up to one less.
        where: the column, that which points, or the seat.
        more: is added; for cards their first faces, as a mask; for points by what they are divided.
        first, step, last: the column is `first` and `step` for each that the pointing one has, but `last` at most.
    """

    kind: int
    values: int
    where: int
    more: int = 0
    first: int = 0
    step: int = 0
    last: int = 0


@frozen
class Term:
    """Points that some numbers decide, given to some seats.

    Args:
        numbers: what they are.
        seats: who is given the points.
        ask: the points, for the values of the numbers. Terms with the same function have the same table.
        of: the scoring of somebody's own whose points are multiplied by it; None where they are given as they are.
    """

    numbers: tuple[Number, ...]
    seats: tuple[int, ...]
    ask: Ask
    of: Scoring | None = None

    @property
    def values(self) -> tuple[int, ...]:
        """How many values the numbers have."""
        return tuple(number.values for number in self.numbers)

    @property
    def cases(self) -> int:
        """How many cases there are."""
        return prod(self.values)


@frozen(eq=False, slots=False)
class ScoreLowering:
    """Lowers the scorings of rules: says of which features of a deal their points are a function.

    Args:
        rules: the rules.
        size: of the largest hand.
    """

    rules: Rules
    size: int

    def terms(self, part: Scoring) -> tuple[Term, ...] | None:
        """The terms of a scoring, which are added up; None where it must be asked about whole deals."""
        if hasattr(part, "points_of"):
            return tuple(Term((), (seat,), _one, part) for seat in self.seats)
        found = _KNOWN[type(part)](self, part) if type(part) in _KNOWN else None
        return None if found is None or any(term.cases > LARGEST for term in found) else tuple(found)

    @property
    def seats(self) -> range:
        return range(self.rules.players)

    @cached_property
    def _blank(self) -> Deal:
        return Deal.fresh(self.rules.deck, players=self.rules.players, size=self.size)

    # The numbers

    def tricks(self, seat: int) -> Number:
        return Number(FACT, self.size + 1, FACTS + seat)

    def estimate(self, seat: int) -> Number:
        return Number(FACT, self.size + 1, FACTS + self.rules.players + seat)

    def hand_size(self) -> Number:
        return Number(FACT, self.size + 1, F_SIZE)

    def doubles(self) -> Number:
        most = [phase.most for phase in self.rules.phases if isinstance(phase, CallDouble)]
        return Number(FACT, 1 + sum(most), F_DOUBLES)

    def buyer(self) -> Number:
        """The seat that bought the trump, from 1; 0 for none."""
        return Number(FACT, 1 + self.rules.players, F_BUYER, 1)

    def backed(self, seat: int) -> Number:
        return Number(FACT, nobody(self.rules) + 1, FACTS + 2 * self.rules.players + seat)

    def bid(self, seat: int, subject: int) -> Number:
        """A bid and 1; 0 for none."""
        return Number(FACT, MOST_BID + 2, FACTS + (4 + seat) * self.rules.players + subject, 1)

    def bid_on_backed(self, seat: int) -> Number:
        """A seat's bid on the seat that it trusts, and 1; 0 for none. Of one that does not play, it is some other."""
        return evolve(self.bid(seat, 0), **self._pointed(seat, self.bid(seat, 0)))

    def tricks_of_backed(self, seat: int) -> Number:
        """The tricks of the seat that a seat trusts."""
        return evolve(self.tricks(0), **self._pointed(seat, self.tricks(0)))

    def _pointed(self, seat: int, first: Number) -> dict[str, int]:
        pointing = self.backed(seat).where
        return {"kind": POINTED, "where": pointing, "first": first.where, "step": 1, "last": self.rules.players - 1}

    def of_cards(self, seat: int, cards: int) -> Number:
        return Number(CARDS, cards.bit_count() + 1, seat, signed(cards))

    def takers(self, cards: int) -> Number:
        return Number(TAKERS, self.rules.players + 1, 0, signed(cards))

    def total(self, seat: int, divisor: int) -> Number:
        return Number(TOTAL, divisor, seat, divisor)

    # The scorings

    def bids(self, part: ScoreBids) -> list[Term]:
        def ask(bid: int, tricks: int) -> int:
            return part.line(0, 0, bid - 1, tricks).points if bid else 0

        return [
            Term((self.bid(seat, subject), self.tricks(subject)), (seat,), ask)
            for seat in self.seats
            for subject in self.seats
        ]

    def confidence(self, part: ScoreConfidence) -> list[Term]:
        players, no_trust = self.rules.players, nobody(self.rules)

        def ask(back: int, bid: int, tricks: int) -> int:
            # A seat that plays is seat 0 here, and one that does not is seat 1.
            trusted = Back(None if back == no_trust else int(back >= players))
            return part.line(0, trusted, bids=(bid - 1 if bid else None,), taken=(tricks,)).points

        return [
            Term((self.backed(seat), self.bid_on_backed(seat), self.tricks_of_backed(seat)), (seat,), ask)
            for seat in self.seats
        ]

    def estimates(self, part: ScoreEstimates) -> list[Term]:
        return [
            Term((self.estimate(seat), self.tricks(seat), self.hand_size()), (seat,), part.points)
            for seat in self.seats
        ]

    def doubled(self, part: Doubled) -> Iterable[Term] | None:
        return scaled(self.terms(part.scoring), self.doubles(), part.factor)

    def bought(self, part: ScoreBoughtTrump) -> list[Term]:
        def asking(seat: int) -> Ask:
            def ask(buyer: int) -> int:
                if not buyer:
                    return 0
                bought = self._blank.having(TrumpBought(buyer - 1, self.rules.deck.suits[0]))
                return sum(line.points for line in part.lines(bought) if line.seat == seat)

            return ask

        return [Term((self.buyer(),), (seat,), asking(seat)) for seat in self.seats]

    def cards(self, part: ScoreCards) -> list[Term]:
        def asking(points: int) -> Ask:
            return lambda cards: cards * points

        asks = {points: asking(points) for points in self.valued(part)}
        return [
            Term((self.of_cards(seat, cards),), (seat,), asks[points])
            for seat in self.seats
            for points, cards in self.valued(part).items()
        ]

    def valued(self, part: ScoreCards) -> dict[int, int]:
        """By number of points, the first faces of the cards that score so many, as a mask."""
        worth, found = part.worth(self.rules.deck), dict[int, int]()
        for card, mask in zip(self.rules.deck.cards, self.rules.deck.masks, strict=True):
            if card.text in worth:
                found[worth[card.text]] = found.get(worth[card.text], 0) | (mask & -mask)
        return found

    def no_tricks(self, part: ScoreNoTricks) -> list[Term]:
        def ask(tricks: int) -> int:
            deal = self._blank.having(TrickTable((), Trick(()), (tricks,) * self.rules.players))
            return sum(line.points for line in part.lines(deal) if line.seat == 0)

        return [Term((self.tricks(seat),), (seat,), ask) for seat in self.seats]

    def moon(self, part: ShootTheMoon) -> list[Term] | None:
        scoring = sum(self.valued(part.cards).values())
        takers = self.takers(scoring)

        def shot(takers: int, cards: int) -> int:
            return 0 if takers != 1 else part.shooter if cards else part.others

        found = [Term((takers, self.of_cards(seat, scoring)), (seat,), shot) for seat in self.seats]
        for usual in (part.cards, *part.besides):
            more = scaled(self.terms(usual), takers, lambda takers: int(takers != 1))
            if more is None:
                return None
            found += more
        return found

    def sides(self, part: ScoreSides | ScoreNil) -> list[Term]:
        return self.by_side(part, part.partners.sides(self.rules.players), None)

    def bags(self, part: ScoreBags) -> list[Term]:
        # Of the totals only what is left when the bags are divided is looked at.
        return self.by_side(part, part.sides.partners.sides(self.rules.players), part.every or 1)

    def by_side(self, part: Any, sides: Sequence[tuple[int, ...]], divisor: int | None) -> list[Term]:
        """A scoring that looks at a side for itself: its estimates, its tricks, and the rest of its total."""
        asks: dict[int, Ask] = {}
        found = []
        for side in sides:
            # Sides of as many seats are treated alike.
            ask = asks.setdefault(len(side), self._asking_side(part, side, divisor is not None))
            numbers = [*(self.estimate(seat) for seat in side), *(self.tricks(seat) for seat in side)]
            before = [] if divisor is None else [self.total(side[0], divisor)]
            found.append(Term((*before, *numbers), side, ask))
        return found

    def _asking_side(self, part: Any, side: tuple[int, ...], looks_back: bool) -> Ask:
        @cache
        def ask_about(before: int, said: tuple[tuple[int, int], ...]) -> int:
            bids, taken, totals = ([0] * self.rules.players for _ in range(3))
            for seat, (bid, tricks) in zip(side, said, strict=True):
                bids[seat], taken[seat], totals[seat] = bid, tricks, before
            # What the others said and took makes no difference to this side.
            deal = self._blank.having(Estimated(tuple(bids)), totals=tuple(totals))
            deal = deal.having(TrickTable((), Trick(()), tuple(taken)))
            return sum(line.points for line in part.lines(deal) if line.seat == side[0])

        def ask(*numbers: int) -> int:
            before, said = (numbers[0], numbers[1:]) if looks_back else (0, numbers)
            # Which of the partners said and took what makes none either.
            return ask_about(before, tuple(sorted(zip(said[: len(side)], said[len(side) :], strict=True))))

        return ask


def _one() -> int:
    return 1


@frozen
class _Scaled:
    """A function of numbers, multiplied by one of the first of them."""

    factor: Ask
    ask: Ask

    def __call__(self, first: int, *others: int) -> int:
        return self.factor(first) * self.ask(*others)


@frozen
class _Sum:
    """The sum of functions, each of some of the numbers: those at its places."""

    parts: tuple[tuple[Ask, tuple[int, ...]], ...]

    def __call__(self, *numbers: int) -> int:
        return sum(ask(*(numbers[place] for place in places)) for ask, places in self.parts)


def scaled(terms: Iterable[Term] | None, number: Number, factor: Ask) -> list[Term] | None:
    """Terms that are multiplied by what one more number decides."""
    if terms is None:
        return None
    return [evolve(term, numbers=(number, *term.numbers), ask=_Scaled(factor, term.ask)) for term in terms]


def together(terms: Iterable[Term]) -> list[Term]:
    """The same terms; those of the same seats are one where it has hardly more cases."""
    found: list[Term] = []
    for term in terms:
        for place, other in enumerate(found):
            joined = _joined(other, term)
            if joined is not None:
                found[place] = joined
                break
        else:
            found.append(term)
    return found


def _joined(one: Term, other: Term) -> Term | None:
    """Two terms as one; None where they are better looked up one by one."""
    first, second = sorted((one, other), key=lambda term: -term.cases)
    numbers = tuple(dict.fromkeys((*first.numbers, *second.numbers)))
    places = [tuple(numbers.index(number) for number in term.numbers) for term in (first, second)]
    found = Term(numbers, one.seats, _Sum(((first.ask, places[0]), (second.ask, places[1]))), one.of)
    alike = (one.seats, one.of) == (other.seats, other.of)
    return found if alike and found.cases <= max(SMALL, first.cases) else None


_KNOWN: dict[type[Scoring], Callable[[ScoreLowering, Any], Iterable[Term] | None]] = {
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

"""The worth of a trick to a seat, derived from the scores of deals that end in other ways."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from trickkit.bots.strength import tricks_left
from trickkit.bots.utility import Utility, deal_played
from trickkit.model.tricks import Trick
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.scoring.base import lines_of_all

if TYPE_CHECKING:
    from trickkit.model.deal import Deal
    from trickkit.model.events import Record
    from trickkit.play.rules import Rules
    from trickkit.play.view import View
    from trickkit.scoring.base import Scoring

__all__ = ["CardWorth", "card_worth", "mean_points", "records_read", "shares", "worth_of_tricks"]

DEALS = 120
"""The number of random deals in which cards are given to other seats, to learn what they are worth."""

Points = tuple[tuple[tuple[float, ...], ...], ...]
"""For each hand and each number of tricks that it takes, the points by seat."""


@frozen
class _Case:
    """Everything except tricks that a scoring may read of a deal; equal cases give equal scores."""

    records: tuple[Record, ...]
    number: int
    starter: int
    size: int
    declarer: int | None
    resting: tuple[int, ...]
    totals: tuple[int, ...]
    tricks: int
    deal: Deal = field(eq=False)


def worth_of_tricks(view: View, seat: int | None = None) -> tuple[tuple[float, ...], ...] | None:
    """By hand and number of tricks, a seat's utility if the hand takes that number and the others share the rest.

    Only those parts of the scoring count that depend on what the seat knows.

    Args:
        view: of a seat, in or before the tricks.
        seat: whose utility it is; None for the seat whose view it is.

    Returns:
        Returns, for each hand, one more number than there are tricks; None if no number of tricks changes anything, as
        when only the cards in them count.

    >>> from trickkit import load
    >>> state = load("oh_hell", players=3).start(seed=7, first=0)
    >>> for bid in "010":
    ...     state = state.play(state.actors[0], bid)
    >>> worth = worth_of_tricks(state.view(state.actors[0]))
    >>> [own.index(max(own)) for own in [worth[state.actors[0]]]]
    [0]
    """
    deal, seat = view.deal, view.seat if seat is None else seat
    assert seat is not None
    table = deal.get(Tricks)
    played = len(table.tricks) if isinstance(table, TrickTable) else 0
    at_table = len(table.current.plays) if isinstance(table, TrickTable) else 0
    left = tricks_left(deal)
    case = _Case(
        tuple([record for record in deal.records if type(record) is not TrickTable]),
        deal.number, deal.starter, deal.size, deal.declarer, deal.resting, deal.totals,
        played + max(left, 1 if at_table else 0), deal,
    )  # fmt: skip
    return _worth(view.rules, case, seat)


@lru_cache(maxsize=2048)
def _worth(rules: Rules, case: _Case, seat: int) -> tuple[tuple[float, ...], ...] | None:
    parts = [points for part in rules.scoring if (points := _points(part, _read(part, case))) is not None]
    added = [
        [
            [sum(points) for points in zip(*each, strict=True)]
            for each in zip(*[part[hand] for part in parts], strict=True)
        ]
        for hand in range(rules.players)
    ]
    if all(points == row[0] for row in added for points in row):
        return None
    utility = Utility.said_by(rules)
    return tuple(tuple(utility.of(points, seat) for points in row) for row in added)


def _read(part: Scoring, case: _Case) -> _Case:
    """The case with only those records that a part of the scoring reads, so that seats share cached results."""
    kinds = records_read(part)
    return evolve(case, records=tuple([record for record in case.records if type(record) in kinds]))


def records_read(part: Scoring) -> frozenset[type[Any]]:
    """The types of the records that a part of a scoring reads.

    >>> from trickkit.scoring import ScoreBids
    >>> sorted(kind.__name__ for kind in records_read(ScoreBids(exact=2, close=1)))
    ['BidTable', 'TrickTable']
    """
    return frozenset(getattr(phase, "record", phase) for phase in part.reads)


def mean_points(parts: Sequence[Scoring], deal: Deal, endings: Sequence[tuple[int, ...]]) -> tuple[float, ...] | None:
    """By seat, the average points that parts of a scoring give over several endings.

    Args:
        parts: of the scoring.
        deal: as a seat sees it.
        endings: the tricks by hand with which the deal may end, one or more.

    Returns:
        Returns the points; None if a part reads what the seat cannot know.

    >>> from trickkit import load
    >>> state = load("oh_hell", players=3).start(seed=7, first=0)
    >>> for bid in "012":
    ...     state = state.play(state.actors[0], bid)
    >>> mean_points(state.rules.scoring, state.deal, [(3, 0, 1), (4, 0, 0)])
    (0.0, 10.0, 5.5)
    """
    try:
        scored = [_scored(part, deal, taken) for taken in endings for part in parts]
    except Exception:  # A scoring may do anything with what is unknown.
        return None
    return tuple([sum(points) / len(endings) for points in zip((0.0,) * deal.players, *scored, strict=True)])


@lru_cache(maxsize=2048)
def _points(part: Scoring, case: _Case) -> Points | None:
    """The points that a part of the scoring gives; None if it reads what the seat cannot know."""
    deal = case.deal
    hands = [hand for hand in deal.seats if hand not in deal.resting]
    try:
        return tuple(
            tuple(
                _scored(part, deal, _shared(hand, tricks, case.tricks, hands, deal.players))
                for tricks in range(case.tricks + 1)
            )
            for hand in deal.seats
        )
    except Exception:  # A scoring may do anything with what is unknown.
        return None


def _scored(part: Scoring, deal: Deal, taken: tuple[int, ...]) -> tuple[float, ...]:
    points = [0] * deal.players
    for line in part.lines(deal.with_record(TrickTable((), Trick(()), taken))):
        points[line.seat] += line.points
    return tuple(points)


def _shared(hand: int, tricks: int, whole: int, hands: Sequence[int], players: int) -> tuple[int, ...]:
    """The tricks by hand, if one takes a given number and the others share the rest evenly."""
    others = [other for other in hands if other != hand]
    taken = [0] * players
    taken[hand] = tricks
    for index, other in enumerate(others):
        taken[other] = (whole - tricks + index) // len(others)
    return tuple(taken)


@lru_cache(maxsize=4096)
def shares(tricks: int, twentieths: int) -> tuple[float, ...]:
    """The distribution of tricks taken by a hand that takes each with the same probability (binomial).

    Args:
        tricks: 0 or more.
        twentieths: the probability, in twentieths.

    >>> shares(2, 10)
    (0.25, 0.5, 0.25)
    """
    chance = twentieths / 20
    return tuple(comb(tricks, taken) * chance**taken * (1 - chance) ** (tricks - taken) for taken in range(tricks + 1))


@frozen
class CardWorth:
    """The worth of a card in a trick to a seat, depending on who takes the trick.

    Args:
        values: by the role of the seat and the taker (see `role`) and by the text of a card.

    >>> from trickkit import load
    >>> found = card_worth(load("hearts"))
    >>> found.of("own", "QS") < found.of("own", "2C")
    True
    """

    values: dict[str, dict[str, float]] = field(eq=False)
    _means: dict[str, float] = field(init=False, eq=False, repr=False)
    """By role, the average worth of a card, if any card was found to be worth something."""

    @_means.default
    def _mean_by_role(self) -> dict[str, float]:
        worth = {role: cards.values() for role, cards in self.values.items() if any(cards.values())}
        return {role: sum(cards) / len(cards) for role, cards in worth.items()}

    def of(self, role: str, card: str) -> float:
        """The worth of a card, in points of utility.

        If no card was found to be worth anything, the seat prefers its own side to take it.
        """
        if role not in self._means:
            return 0.0 if role.startswith("other") else 1.0
        return self.values[role].get(card, 0.0)

    def mean(self, role: str) -> float:
        """The average worth of a card."""
        return self._means[role] if role in self._means else self.of(role, "")

    @staticmethod
    def role(utility: Utility, seat: int, taker: int, declarer: int | None) -> str:
        """The relation of the taker of a trick to a seat.

        Args:
            utility: defines the sides.
            seat: whose utility it is.
            taker: the hand that takes the trick.
            declarer: of the deal, or None.

        >>> CardWorth.role(Utility(1, ((0,), (1,), (2,))), seat=0, taker=2, declarer=1)
        'partner of defender'
        """
        if seat == taker or any(seat in side and taker in side for side in utility.sides):
            who = "own"
        elif declarer is None or declarer in (seat, taker):
            who = "other"
        else:
            who = "partner"
        return who if declarer is None else f"{who} of {'declarer' if seat == declarer else 'defender'}"


@lru_cache(maxsize=64)
def card_worth(rules: Rules) -> CardWorth:
    """The worth of cards in tricks, learned by giving tricks of random deals to other hands.

    Args:
        rules: of a game with tricks.

    >>> from trickkit import load
    >>> cards = card_worth(load("hearts")).values["own"]
    >>> min(cards, key=cards.get)
    'QS'
    """
    utility, draw = Utility.said_by(rules), random.Random(0).random
    sums: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    length = 1
    for seed in range(DEALS):
        deal = deal_played(rules.start(seed=seed), draw).results[-1].deal
        table = deal.get(Tricks)
        for index, trick in enumerate(table.tricks if isinstance(table, TrickTable) else ()):
            if trick.captured is not None or trick.taker is None:
                continue
            length = max(length, len(trick.plays))
            _learn(sums, rules, utility, deal, index)
    values = {}
    for role, cards in sums.items():
        mean = sum(total for total, _ in cards.values()) / sum(count for _, count in cards.values())
        # A trick has other cards as well, so their mean is subtracted.
        values[role] = {card: total / count - mean * (length - 1) / length for card, (total, count) in cards.items()}
    return CardWorth(values)


def _learn(sums: dict[str, dict[str, list[float]]], rules: Rules, utility: Utility, deal: Deal, place: int) -> None:
    """Add each card's change in utility when another hand takes its trick."""
    table: TrickTable = deal[Tricks]
    trick = table.tricks[place]
    hands = [play.hand for play in trick.plays]
    by_hand = []
    for hand in hands:
        taken = [*table.taken]
        taken[trick.taker or 0] -= 1
        taken[hand] += 1
        tricks = (*table.tricks[:place], evolve(trick, taker=hand), *table.tricks[place + 1 :])
        other = deal.with_record(evolve(table, tricks=tricks, taken=tuple(taken)))
        points = [0] * deal.players
        for line in lines_of_all(rules.scoring, other):
            points[line.seat] += line.points
        by_hand.append(points)
    for seat in deal.seats:
        worth = [utility.of(points, seat) for points in by_hand]
        mean = sum(worth) / len(worth)
        for hand, value in zip(hands, worth, strict=True):
            of_role = sums[CardWorth.role(utility, seat, hand, deal.declarer)]
            for play in trick.plays:
                entry = of_role[play.card]
                entry[0] += value - mean
                entry[1] += 1

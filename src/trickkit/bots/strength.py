"""A quick estimate without playouts of how many tricks cards will take, from their ranking alone."""

from __future__ import annotations

import random
from functools import lru_cache, reduce
from operator import add
from typing import TYPE_CHECKING

from trickkit.model.cards import bits
from trickkit.phases.tricks.tables import Node, TrickTables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickkit.model.deal import Deal
    from trickkit.phases.tricks import Tricks

__all__ = ["added", "beating", "expected_tricks", "powers", "probable_endings", "tricks_left"]


def added(numbers: Iterable[float]) -> float:
    """The sum of numbers from left to right. `sum` rounds differently across Python versions, which changes decisions.

    >>> added([0.25, 0.5])
    0.75
    """
    return reduce(add, numbers, 0.0)


@lru_cache(maxsize=512)
def powers(tables: TrickTables, hands: int, size: int) -> dict[int, float]:
    """By the first face of each card, the probability that the card takes a trick.

    A card that leads, or is played to its own suit, wins unless another hand has a stronger one of that suit, or is
    void and trumps. Hands are assumed to be dealt at random.

    Args:
        tables: the answers of ranking and resolution under a trump.
        hands: how many hands play, 1 or more.
        size: how many cards each holds, 1 or more.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import Tricks
    >>> deck = french()
    >>> found = powers(Tricks().tables(deck, deck.suits[3]), 4, 13)
    >>> [round(found[deck.kinds[card]], 2) for card in ("AS", "AC", "QC", "2C")]
    [1.0, 0.96, 0.59, 0.0]
    """
    deck, suits, strengths = tables.deck, tables.suits, tables.strengths
    of_face = [suits.index(tables.ranked.suit(face)) for face in deck.faces]
    counts = [of_face.count(suit) for suit in range(len(suits))]
    many = len(deck.faces)
    by_card = {}
    for first in bits(deck.firsts):
        best = 0.0
        for bit in bits(deck.card_of[first]):
            card = bit.bit_length() - 1
            suit = of_face[card]
            row, own = strengths[suit], strengths[suit][card]
            above = sum(row[other] > own for other in range(many) if of_face[other] == suit) / counts[suit]
            ruffs = sum(row[other] > own for other in range(many) if of_face[other] != suit)
            others = max(1, many - counts[suit])
            void = (1 - counts[suit] / many) ** size
            held = (1 - void) * (1 - above) + void * (1 - ruffs / others)
            # A card that is useless outside its suit can win only when that suit is led.
            anywhere = all(strengths[led][card] for led in range(len(suits)))
            played = 1.0 if anywhere else 1 - (1 - counts[suit] / many) ** size
            best = max(best, held ** (hands - 1) * (1 / hands + (hands - 1) / hands * played))
        by_card[first] = best
    return by_card


def tricks_left(deal: Deal) -> int:
    """How many more tricks can be led to: the length of the longest hand that is not resting.

    Args:
        deal: as a seat sees it.

    >>> from trickkit import load
    >>> tricks_left(load("pikoko", players=3).start(seed=7).view(0).deal)
    8
    """
    return max(len(deal.hands[hand]) for hand in deal.seats if hand not in deal.resting)


def expected_tricks(deal: Deal, phase: Tricks) -> tuple[float, ...]:
    """By hand, the expected number of remaining tricks that it takes.

    Args:
        deal: as a seat sees it.
        phase: in which they are played.

    >>> from trickkit import Stacked, load
    >>> deal = Stacked(hands=[["AS"], ["KC"], ["QC"]], turned="8S")
    >>> view = load("pikinni", players=3).start(first=0, deals=[deal]).view(0)
    >>> [round(tricks, 2) for tricks in expected_tricks(view.deal, view.rules.phases[-1])]
    [0.6, 0.2, 0.2]
    """
    held, deck = deal.held, deal.deck
    hands = [hand for hand in deal.seats if hand not in deal.resting]
    left = tricks_left(deal)
    of = powers(phase.tables_of(deal), len(hands), max(left, 1))
    known = [added([of[bit] for bit in bits(cards & deck.firsts)]) for cards in held]
    seen = (sum(held) | deal.out.mask) & deck.firsts
    unseen = [of[bit] for bit in bits(deck.firsts & ~seen)]
    mean = added(unseen) / len(unseen) if unseen else 0.0
    strengths = [
        known[hand] + mean * deal.hands[hand].hidden if hand not in deal.resting else 0.0 for hand in deal.seats
    ]
    whole = added(strengths)
    return tuple([left * strength / whole if whole else 0.0 for strength in strengths])


ENDINGS = 10
"""The number of random endings with which calls are scored."""


def probable_endings(deal: Deal, phase: Tricks) -> tuple[tuple[int, ...], ...]:
    """Random final numbers of tricks by hand, drawn from each hand's expectation.

    Args:
        deal: as a seat sees it, before its tricks.
        phase: in which they are played.

    >>> from trickkit import load
    >>> rules = load("pikoko", players=3)
    >>> {sum(taken) for taken in probable_endings(rules.start(seed=7).view(0).deal, rules.phases[-1])}
    {8}
    """
    expected = expected_tricks(deal, phase)
    left, draw = tricks_left(deal), random.Random(0)
    takers = [draw.choices(deal.seats, expected, k=left) for _ in range(ENDINGS)]
    return tuple([tuple([taken.count(hand) for hand in deal.seats]) for taken in takers])


@lru_cache(maxsize=16384)
def beating(tables: TrickTables, node: Node) -> int:
    """The faces that would win a trick if played now, as a mask; cached.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import Tricks
    >>> deck = french()
    >>> tables = Tricks().tables(deck, trump=None)
    >>> beating(tables, tables.root[deck.kinds["KC"]]) == deck.kinds["AC"]
    True
    """
    return tables.beating(node)

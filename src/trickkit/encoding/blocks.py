"""The blocks of an observation: their names, shapes and bounds, for any rules."""

from __future__ import annotations

from math import prod

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.machine.program import Program
from trickkit.model.bounds import Bounds, Extent
from trickkit.play.rules import Rules

__all__ = ["Block"]

Arrays = dict[str, Array]
"""By the name of a block, its array."""

POINTS = 2**31 - 1
"""The bound on points for which the rules give none; their numbers are between its negative and it."""


@frozen
class Block:
    """One of the arrays of an observation.

    Args:
        name: the name of the block.
        shape: of the array for one observation; () for a single number.
        dtype: the name of the type of its numbers.
        low: the lowest number that may occur.
        high: the highest number that may occur.
        about: its meaning.

    >>> from trickkit import learn, load
    >>> learn.encoding(load("pikinni", players=3)).blocks[0]
    Block(name='seat', shape=(), dtype='int16', low=0, high=2, about='whose observation it is')
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    low: int
    high: int
    about: str

    @property
    def size(self) -> int:
        """The number of entries."""
        return prod(self.shape)


def points_of(program: Program) -> Bounds:
    """The fewest and the most points that a seat may score in a deal; None if unknown in advance."""
    if program.why:
        return None
    rules = program.rules
    doubles = program.scoring.doubles
    size, deals = max(program.sizes), rules.ending.most_deals()
    extent = Extent(rules.deck, rules.players, size, program.most_tricks, doubles, rules.phases, deals)
    return extent.bounds(rules.scoring)


def totals_of(rules: Rules, points: Bounds) -> Block:
    least, most = (None, None) if points is None else rules.ending.totals(*points)
    about = "the points of earlier deals"
    for bound, wanting in ((least, "however few"), (most, "however many")):
        about += "" if bound is not None else f"; {wanting}"
    low = -POINTS if least is None else max(least, -POINTS)
    return Block("totals", (rules.players,), "int32", low, POINTS if most is None else min(most, POINTS), about)


def blocks_of(rules: Rules, longest: int, points: Bounds) -> tuple[Block, ...]:
    """All blocks of an observation under the given rules.

    Args:
        rules: the rules of the game.
        longest: the most decisions of a deal.
        points: the bounds on the points of a deal.
    """
    players, kinds, actions = rules.players, len(rules.deck.kinds), len(rules.actions)
    seats, cards = players - 1, max(np.unique([mask.bit_count() for mask in rules.deck.kinds.values()]).tolist())
    most = rules.ending.most_deals()
    whole, phases = len(rules.deck), len(dict.fromkeys(rules.phases))
    last_deal = 32767 if most is None else min(32767, most - 1)
    of_kind, by_kind = "how many of a kind of card", "by kind, how many cards"

    def single(name: str, low: int, high: int, about: str) -> Block:
        return Block(name, (), "int16", low, high, about)

    return (
        single("seat", 0, seats, "whose observation it is"),
        single("phase", -1, phases - 1, "the number of the phase among the different ones; -1 after the end"),
        single("number", 0, last_deal, "the number of the deal in its game"),
        single("size", 0, whole, "how many cards a hand is dealt"),
        single("starter", 0, seats, "the seat that started the deal"),
        single("trump", -1, len(rules.deck.suits) - 1, "the number of the trump suit; -1 for none"),
        single("declarer", -1, seats, "the seat that plays for what was bid or called; -1 for none"),
        single("shown", -1, kinds - 1, "the kind of the card that was turned up or cut; -1 for none"),
        single("playing", -1, seats, "the hand that plays next; -1 outside tricks"),
        single("leader", -1, seats, "the hand that led the trick; -1 while none has"),
        single("led", -1, kinds - 1, "the kind of the card that was led; -1 for none"),
        Block("hands", (players, kinds), "uint8", 0, cards, f"{of_kind} the seat knows to be in a hand"),
        Block("held", (players,), "uint8", 0, whole, "how many cards a hand has, known or not"),
        Block("table", (players, kinds), "uint8", 0, cards, f"{of_kind} lie face up in front of a hand"),
        Block("out", (kinds,), "uint8", 0, cards, f"{by_kind} were played, laid or turned up"),
        Block("stock", (kinds,), "uint8", 0, cards, f"{by_kind} the seat knows to lie in the stock"),
        Block("committed", (kinds,), "uint8", 0, cards, f"{by_kind} the seat has chosen in secret"),
        Block("tricks", (players,), "int16", 0, whole, "the tricks that a hand took"),
        Block("piles", (players,), "int16", 0, whole, "how many cards lie in a score pile"),
        Block("bids", (players, players), "int16", -1, 32767, "by seat and by the seat bid upon, the bid; -1 for none"),
        Block("said", (players, actions), "uint8", 0, 255, "how often a seat was heard to do an action in the deal"),
        totals_of(rules, points),
        Block(
            "history",
            (longest, 3),
            "int16",
            -1,
            max(players, phases, actions) - 1,
            "the decisions of the deal as they were heard: seat, phase and action; -1 for an action that is not known, "
            "and throughout after the last one",
        ),
    )

"""Three tiny games, and all that can happen in them: every deal, and every way to play it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from attrs import frozen
from small import game

from trickkit import Deal, Rules, Stacked, State, load
from trickkit.model.cards import french
from trickkit.phases import DealOut, Estimates, Tricks
from trickkit.policies.control import Owner
from trickkit.scoring import ScoreEstimates

FOUR = french("KA", suits="SC")

ONE_CARD = game(deck=FOUR, cards=1)
"""One card each of four, a point for the trick: it is the starter's unless the other one has the better of the suit."""

TWO_CARDS = game(deck=FOUR, cards=2)
"""Two cards each of four."""

ESTIMATES = game(
    DealOut(), Estimates(), Tricks(), deck=FOUR, cards=1, scoring=ScoreEstimates(trick=10, bonus=10, off=-10)
)
"""One card each of four, and an estimate before it is played."""

TINY = {"one card": ONE_CARD, "two cards": TWO_CARDS, "estimates": ESTIMATES}

Way = tuple[Fraction, tuple[State, ...]]
"""How likely a way to play a deal is where all decide at random, and its states."""


def ways(rules: Rules) -> Iterator[Way]:
    """Every deal with every starter, and every way to play it."""
    size = rules.schedule.hand_sizes.size(0)
    orders = list(permutations([card.text for card in rules.deck.cards], 2 * size))
    for order in orders:
        deal = Stacked(hands=[order[:size], order[size:]])
        for starter in range(2):
            yield from _played((rules.start(first=starter, deals=[deal]),), Fraction(1, 2 * len(orders)))


def _played(states: tuple[State, ...], chance: Fraction) -> Iterator[Way]:
    state = states[-1]
    if state.results:
        yield chance, states
        return
    seat = state.actors[0]
    legal = state.legal(seat)
    for action in legal:
        yield from _played((*states, state.play(seat, action)), chance / len(legal))


@frozen
class LooksAtHands(Owner):
    """Looks at whole hands to say who plays, which the batch engine cannot ask for."""

    def choosers(self, deal: Deal) -> tuple[int, ...]:
        return tuple(seat for seat, _ in enumerate(deal.hands))


def uncompiled() -> Rules:
    """Rules that the compiled engine does not run: whist with such a policy."""
    return load("whist").replace(Tricks, control=LooksAtHands())

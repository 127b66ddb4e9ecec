"""Five tiny games, and all that can happen in them: every deal, and every way to play it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import ClassVar

from attrs import frozen
from small import PointPerTrick, game

from trickkit import Deal, Rules, Stacked, State, load
from trickkit.model.cards import french
from trickkit.model.chance import Chance
from trickkit.phases import CallDouble, DealOut, Estimates, Tricks
from trickkit.play.later import earlier
from trickkit.play.state import resumed
from trickkit.policies.control import Owner
from trickkit.policies.schedule import ListedSizes
from trickkit.scoring import Doubled, ScoreEstimates

FOUR = french("KA", suits="SC")

ONE_CARD = game(deck=FOUR, cards=1)
"""One card each of four, a point for the trick: it is the starter's unless the other one has the better of the suit."""

TWO_CARDS = game(deck=FOUR, cards=2)
"""Two cards each of four."""

ESTIMATES = game(
    DealOut(), Estimates(), Tricks(), deck=FOUR, cards=1, scoring=ScoreEstimates(trick=10, bonus=10, off=-10)
)
"""One card each of four, and an estimate before it is played."""

SIZES = game(
    DealOut(),
    Estimates(),
    Tricks(),
    deck=FOUR,
    sizes=ListedSizes((1, 2)),
    deals=2,
    scoring=ScoreEstimates(trick=10, bonus=10, off=-10),
)
"""The same, and then with two cards each."""


@frozen
class PointPerTrickCounted(PointPerTrick):
    """The same, and says that it only counts tricks."""

    counts_only: ClassVar[bool] = True


DOUBLES = game(DealOut(), CallDouble(), Tricks(), deck=FOUR, cards=2, scoring=Doubled(scoring=PointPerTrickCounted()))
"""Two cards each of four, and before that each may double what a trick scores."""

TINY = {"one card": ONE_CARD, "two cards": TWO_CARDS, "estimates": ESTIMATES, "sizes": SIZES, "doubles": DOUBLES}

Way = tuple[Fraction, tuple[State, ...]]
"""How likely a way to play a deal is where all decide at random, and its states."""


def ways(rules: Rules) -> Iterator[Way]:
    """Every deal of a game with every starter, and every way to play it."""
    deals = rules.ending.most_deals() or 1
    for number in range(deals):
        size = rules.schedule.hand_sizes.size(number)
        orders = list(permutations([card.text for card in rules.deck.cards], 2 * size))
        for order in orders:
            stacked = Stacked(hands=[order[:size], order[size:]])
            for starter in range(2):
                before = earlier(rules, starter, (0, 0), number)
                begun = resumed(rules, starter, before, starter, stacked, Chance(0))
                yield from _played((begun,), Fraction(1, 2 * len(orders) * deals))


def _played(states: tuple[State, ...], chance: Fraction) -> Iterator[Way]:
    state = states[-1]
    if len(state.results) > len(states[0].results):
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
        return tuple(seat for seat, hand in enumerate(deal.hands) if hand.known is not None)


def uncompiled() -> Rules:
    """Rules that the compiled engine does not run: whist with such a policy."""
    return load("whist").replace(Tricks, control=LooksAtHands())

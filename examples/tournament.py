"""A tournament of two strategies: which of them is better at Pikinni?

One plays at random; the other counts high cards, and takes tricks only while it needs them. Each deal is played twice,
with the strategies in each other's seats, so that neither profits from good cards.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import fmean, stdev

from trickkit import Rules, State, View, load
from trickkit.phases import Estimates, Tricks

Strategy = Callable[[View, Random], str]


def at_random(view: View, random: Random) -> str:
    """Any legal action."""
    return str(random.choice(view.legal()))


def counting(view: View, _random: Random) -> str:
    """Estimate the high cards; play the strongest card while tricks are needed, otherwise the weakest."""
    assert view.seat is not None  # a spectator has nothing to decide
    if isinstance(view.phase, Estimates):
        hand = [strength(view, card.text) for card in view.deal.hands[view.seat].known]
        return str(sum(rank >= 7 if trump else rank == 9 for trump, rank in hand))
    missing = view.deal[Estimates].bids[view.seat] - view.deal[Tricks].taken[view.seat]
    best = max if missing > 0 else min
    return str(best(view.legal(), key=lambda action: strength(view, str(action))))


def strength(view: View, card: str) -> tuple[bool, int]:
    """Whether a card is a trump, and its rank: 9 for an ace, 7 for a queen."""
    (face,) = view.deal.deck.card(card).faces
    return face.suit == view.deal.trump, face.rank


def play(rules: Rules, strategies: list[Strategy], seed: int) -> State:
    """A game in which each seat has its strategy."""
    random, state = Random(seed), rules.start(seed=seed, first=0)
    while state.actors:
        seat = state.actors[0]
        state = state.play(seat, strategies[seat](state.view(seat), random))
    return state


def main() -> None:
    """Play twenty pairs of games, and print how certain the result is."""
    rules, leads = load("pikinni", players=4), []
    for seed in range(20):
        first = play(rules, [counting, at_random, counting, at_random], seed).scores
        second = play(rules, [at_random, counting, at_random, counting], seed).scores
        lead = first[0] - first[1] + first[2] - first[3] + second[1] - second[0] + second[3] - second[2]
        leads.append(lead / 4)
    mean, reach = fmean(leads), 1.96 * stdev(leads) / sqrt(len(leads))
    print(
        f"counting leads by {mean:.0f} points a seat and game, 95 % interval {mean - reach:.0f} to {mean + reach:.0f}"
    )
    print(f"it leads in {sum(lead > 0 for lead in leads)} of {len(leads)} pairs of games")


if __name__ == "__main__":
    main()

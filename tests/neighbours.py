"""Games that differ a little: two cards have changed places, or a decision was another one."""

from __future__ import annotations

from random import Random

from attrs import evolve

from trickkit import Stacked, State, TrickkitError
from trickkit.model.chance import Chance
from trickkit.phases.dealing import stacked_deal
from trickkit.play.state import resumed


def neighbour(state: State, rng: Random) -> State | None:
    """A game after as many decisions in its current deal, which differs in one thing; None where there is none.

    What cannot be decided there as in the first game is decided at random.
    """
    before = state.results
    moves = list(state.moves[sum(len(result.moves) for result in before) :])
    deal, change = state.deal, rng.randrange(2 * len(moves) + 1) - 1
    stacked = stacked_deal(deal) if change >= 0 else _swapped(stacked_deal(deal), rng)
    first = before[0].deal.begun_by if before else deal.begun_by
    try:
        other = resumed(state.rules, first, before, deal.begun_by, stacked, Chance(0))
    except TrickkitError:  # A card that is turned up may be fixed.
        return None
    for number, (seat, action) in enumerate(moves):
        legal = other.legal(seat)
        if not legal:
            return None
        other = other.play(seat, rng.choice(legal) if number == change or action not in legal else action)
        if len(other.results) > len(before):
            return None
    return other


def _swapped(stacked: Stacked, rng: Random) -> Stacked:
    """The same deal, but two cards have changed places."""
    hands, stock = [[*(hand or ())] for hand in stacked.hands or ()], [*stacked.stock]
    places = [(pile, place) for pile in (*hands, stock) for place in range(len(pile))]
    (one, here), (two, there) = rng.sample(places, 2)
    one[here], two[there] = two[there], one[here]
    return evolve(stacked, hands=hands or None, stock=stock)

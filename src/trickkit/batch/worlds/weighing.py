"""Worlds with unequal weights: drawn by weight from a larger sample (*importance resampling*)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.worlds.dealer import Dealer

__all__ = ["Weigh", "drawn"]

Weigh = Callable[[Array], Array]
"""A function from the faces of cards as bits, by world and hand, (worlds, hands), int64, to the logarithms of the
weights of worlds."""

OUT_OF = 4
"""The size of the larger sample, as a multiple of the number of worlds drawn."""


def drawn(dealer: Dealer, n: int, seed: int, weigh: Weigh | None, *, first: int = 0) -> tuple[Array, Array]:
    """Worlds as rows, drawn by their weights.

    Worlds that are sampled one by one, and those with masks of more than one number, are equally likely.

    Args:
        dealer: the dealer of the view.
        n: the number of worlds, 1 or more; some may be equal.
        seed: any integer.
        weigh: the function that returns the weights; None for equally likely worlds.
        first: the number of the first one.

    Returns:
        Returns what `Dealer.rows` returns.

    >>> from trickkit import load
    >>> dealer = Dealer.of(load("hearts").start(seed=7).view(0))
    >>> unseen = dealer.world.deal.held[1] & -dealer.world.deal.held[1]
    >>> rows, _ = drawn(dealer, 8, 1, lambda hands: np.where(hands[:, 1] & unseen, 0.0, -99.0))
    >>> bool((rows[:, layout.HANDS + 1] & unseen).all())
    True
    """
    program = dealer.program
    if weigh is None or dealer.plan is None or program.words > 1 or program.tables[layout.SLOTTED]:
        return dealer.rows(n, seed, first=first)
    rows, decks = dealer.rows(OUT_OF * n, seed, first=OUT_OF * first)
    weights = weigh(rows[:, layout.HANDS : layout.HANDS + program.rules.players])
    shares = np.cumsum(np.exp(weights - weights.max()))
    # One random number determines all draws, at equal distances (*systematic resampling*).
    draw = np.random.default_rng(seed + first)
    tickets = (np.arange(n) + draw.random()) * (shares[-1] / n)
    chosen = np.searchsorted(shares, tickets, side="right").clip(max=len(shares) - 1)
    # The worlds are shuffled, since neighbours are alike and a search may end before it has used all of them.
    draw.shuffle(chosen)
    return rows[chosen], decks[chosen]

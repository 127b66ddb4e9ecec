"""Chooses which decisions to leave to a network instead of search."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from attrs import evolve

from trickkit.bots.intervals import reach
from trickkit.bots.learned import CALLS, PLAYS, Learned
from trickkit.bots.levels import Best
from trickkit.bots.match import match

if TYPE_CHECKING:
    from trickkit.bots.network import Network
    from trickkit.play.rules import Rules

__all__: list[str] = []

FEWEST_DEALS, MOST_DEALS = 30, 1000
"""A match of fewer deals shows nothing: the interval of its mean is itself too uncertain."""


def choose(rules: Rules, path: str, *, seconds: float, seed: int) -> dict[str, tuple[float, float, int]]:
    """Find by matches which decisions a network surely makes better than level 3 of `best`; write them to its file.

    After a match of fewer than 30 deals, search keeps the decisions, however clear the result looks.

    Args:
        rules: those for which the network was trained.
        path: of the network's file.
        seconds: the time for each of the two matches, above 0.
        seed: any integer; equal seeds give equal cards.

    Returns:
        Returns two leads of level 3 in points a deal: with the network making the calls, over itself without the
        network; and with the network making all decisions, over the better of these two. Each is the mean, half its 95
        % interval, and the number of deals.
    """
    network, budget = Learned(path).network_for(rules), timedelta(seconds=seconds)
    leads, chosen, bot = dict[str, tuple[float, float, int]](), list[str](), Best(3, network=None)
    try:
        for parts in ([CALLS], [CALLS, PLAYS]):
            _with(network, best=parts).save(path)
            candidate = Best(3, network=Learned(path))
            result = match(rules, [candidate, bot], deals=MOST_DEALS, seed=seed, budget=budget)
            mean, error = result.ahead(0, 1)
            leads["+".join(parts)] = mean, reach(error or 0), result.deals
            if result.deals >= FEWEST_DEALS and mean > reach(error or 0):
                chosen, bot = parts, candidate
    finally:
        # After an interruption the file must claim nothing that no match has shown.
        _with(network, best=chosen).save(path)
    return leads


def _with(network: Network, **about: Any) -> Network:
    return evolve(network, about={**network.about, **about})

"""Whole games that bots play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from trickkit.bots.base import Bot
from trickkit.errors import InvalidRules
from trickkit.play.rules import rules_of

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.state import State

__all__ = ["game", "only_one", "states"]


def game(rules: Rules, bots: Sequence[Bot], *, seed: int = 0, first: int | None = None) -> State:
    """Let bots play a game to its end.

    Args:
        rules: of the game.
        bots: by seat.
        seed: any integer: the same one, the same game.
        first: the seat that starts the first deal; None draws it.

    Raises:
        InvalidRules: there is not a bot for each seat; or what `rules.start` raises.

    >>> from trickkit import load
    >>> from trickkit.bots import Greedy, Random
    >>> sorted(game(load("pikoko", players=3), [Greedy(), Random(), Random()], seed=7).outcome.winners)
    [0]
    """
    for state in states(rules, bots, seed=seed, first=first):  # noqa: B007
        pass
    return state


def states(rules: Rules, bots: Sequence[Bot], *, seed: int = 0, first: int | None = None) -> Iterator[State]:
    """The game that `game` plays, state by state: at its beginning, and after each action.

    Args:
        rules: as for `game`.
        bots: as for `game`.
        seed: as for `game`.
        first: as for `game`.

    Raises:
        InvalidRules: as for `game`.

    >>> from trickkit import load
    >>> from trickkit.bots import Random
    >>> rules = load("pikoko", players=3)
    >>> [state.actors for state in states(rules, [Random()] * 3, seed=7)][:3]
    [(0, 1), (1,), (1, 2)]
    """
    if len(bots) != rules_of(rules).players:
        raise InvalidRules(f"{len(bots)} bots for {rules.players} seats of {rules.key}; each seat has one")
    state = rules.start(seed=seed, first=first)
    yield state
    players = [bot.seeded(seed) for bot in bots]
    alone = only_one(players)
    while state.actors:
        found = alone.ahead(state) if alone else ()
        for action in found:
            state = state.play(state.actors[0], action)
            yield state
        if found:
            continue
        seat = state.actors[0]
        state = state.play(seat, players[seat].act(state.view(seat)))
        yield state


def only_one(players: Sequence[object]) -> Bot | None:
    """The bot that plays all seats; None where they are played by different ones, or not by bots.

    Args:
        players: by seat.

    >>> from trickkit.bots import Greedy, Random
    >>> only_one([Greedy(), Greedy()]), only_one([Greedy(), Random()])
    (Greedy(playouts=8, seed=0), None)
    """
    first, *others = players
    alike = all(type(other) is type(first) and other == first for other in others)
    return first if alike and isinstance(first, Bot) else None

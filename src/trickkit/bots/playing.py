"""Whole games played by bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from trickkit.bots.ahead import greedy_tricks
from trickkit.bots.greedy import Greedy
from trickkit.errors import InvalidRules
from trickkit.play.rules import rules_of

if TYPE_CHECKING:
    from trickkit.batch.results import Deals
    from trickkit.bots.base import Bot
    from trickkit.model.actions import Action
    from trickkit.play.rules import Rules
    from trickkit.play.state import State

__all__ = ["after", "deals_together", "game", "states", "together"]

Together = Callable[["State"], Sequence["Action"]]
"""Computes the next actions in a state; none if they must be computed view by view."""

DealsTogether = Callable[[Sequence["State"]], "Deals | None"]
"""Plays deals that begin in some states; None if they must be played one by one."""

FOUND: Mapping[type[Any], Together] = {Greedy: greedy_tricks}
"""By type of bot, what computes its actions together. Bots of other types, even subclasses, may decide differently."""


def game(rules: Rules, bots: Sequence[Bot], *, seed: int = 0, first: int | None = None) -> State:
    """Let bots play a game to its end.

    Args:
        rules: of the game.
        bots: by seat.
        seed: any integer; equal seeds give equal games.
        first: the seat that starts the first deal; None draws it.

    Raises:
        InvalidRules: there is not a bot for each seat; or whatever `rules.start` raises.

    >>> from trickkit import load
    >>> from trickkit.bots import Greedy, Random
    >>> sorted(game(load("pikoko", players=3), [Greedy(), Random(), Random()], seed=7).outcome.winners)
    [0]
    """
    for state in states(rules, bots, seed=seed, first=first):  # noqa: B007
        pass
    return state


def states(rules: Rules, bots: Sequence[Bot], *, seed: int = 0, first: int | None = None) -> Iterator[State]:
    """The states of the game that `game` plays: the first, and one after each action.

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
    yield from after(state, [bot.seeded(seed) for bot in bots])


def after(state: State, players: Sequence[Bot]) -> Iterator[State]:
    """The states after a state, one after each action of bots, to the end of the game.

    Args:
        state: the first one, which is left out.
        players: by seat.

    >>> from trickkit import load
    >>> from trickkit.bots import Random
    >>> state = load("pikoko", players=3).start(seed=7)
    >>> next(after(state, [Random()] * 3)).actors
    (1,)
    """
    find = together(players)
    while state.actors:
        seat = state.actors[0]
        for action in (find(state) if find else ()) or (players[seat].act(state.view(seat)),):
            state = state.play(state.actors[0], action)
            yield state


def together(players: Sequence[object]) -> Together | None:
    """A function that computes several of the next actions at once, if equal bots play all seats; otherwise None.

    The actions are those that the bots would choose in the views of the first actors, one after the other. Bots must
    receive nothing but views. Therefore only the library does this, for bots whose reasoning it knows; for others, the
    result is None.

    Args:
        players: by seat.

    >>> from trickkit import load
    >>> from trickkit.bots import Greedy, Random
    >>> find = together([Greedy()] * 4)
    >>> len(find(load("whist").start(seed=7)))
    52
    >>> together([Greedy(), Random()]) is together([Random(), Random()]) is None
    True
    """
    first, *others = players
    alike = all(type(other) is type(first) and other == first for other in others)
    return FOUND.get(type(first)) if alike else None


def deals_together(players: Sequence[object]) -> DealsTogether | None:
    """A function that plays many deals at once, if equal bots play all seats; None for others.

    It needs the extra `fast`. The decisions are those of the bots, as for `together`.

    Args:
        players: by seat.

    >>> from trickkit import load
    >>> from trickkit.bots import Greedy, Random
    >>> play = deals_together([Greedy()] * 4)
    >>> len(play([load("whist").start(seed=seed) for seed in range(3)]))
    3
    >>> deals_together([Greedy(), Random()]) is None
    True
    """
    first = players[0]
    if together(players) is not greedy_tricks or not isinstance(first, Greedy):
        return None
    from trickkit.bots.many import greedy_deals

    return partial(greedy_deals, bot=first)

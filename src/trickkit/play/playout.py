"""Random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from trickkit.errors import InvalidRules, MissingRecord
from trickkit.play.rules import Rules, rules_of
from trickkit.play.state import State
from trickkit.play.trial import read_in_vain

__all__ = ["playout", "states"]


def playout(rules: Rules, *, seed: int = 0, first: int | None = None) -> State:
    """Play a game to its end with uniformly random legal actions.

    Args:
        rules: the rules of the game.
        seed: any integer: the same seed gives the same game, on every machine.
        first: the seat that starts the first deal; None draws it.

    Returns:
        The state at the end.

    Raises:
        InvalidRules: whatever `rules.start` raises; or `rules` is not a Rules.

    >>> from trickkit.variants import pikoko
    >>> state = playout(pikoko.rules(players=3), seed=7)
    >>> state.is_over, len(state.results), len(state.results[0].deal.out)
    (True, 3, 25)
    """
    for state in states(rules, seed=seed, first=first):  # noqa: B007
        pass
    return state


def states(rules: Rules, *, seed: int = 0, first: int | None = None) -> Iterator[State]:
    """The states of the game that `playout` plays: the first, and one after each action.

    Args:
        rules: the rules of the game.
        seed: any integer: the same seed gives the same game, on every machine.
        first: the seat that starts the first deal; None draws it.

    Raises:
        InvalidRules: with the first state, whatever `rules.start` raises; or `rules` is not a Rules.

    >>> from trickkit.variants import pikoko
    >>> [state.actors for state in states(pikoko.rules(players=3), seed=7)][:3]
    [(0, 1), (1,), (1, 2)]
    """
    state = rules_of(rules).start(seed=seed, first=first)
    yield state
    draw = Random(f"{seed}/play").random
    while state.actors:
        seat = state.actors[0]
        legal = state.legal(seat)
        state = state.play(seat, legal[int(draw() * len(legal))])
        yield state


def check_records(rules: Rules, *, games: int = 5, moves: int = 250) -> None:
    """Refuse rules that cannot be started, or in which a part reads a record that is not there, in the first deals.

    Args:
        rules: the rules of the game.
        games: the number of random games that are begun, each with its first deal.
        moves: the most decisions of each.

    Raises:
        InvalidRules: naming the part and the phase; or whatever `rules.start` raises.

    >>> from trickkit.variants import pikoko
    >>> check_records(pikoko.rules())
    """
    rules.start(seed=0)
    for seed in range(games):
        try:
            for index, state in enumerate(states(rules, seed=seed)):
                if state.results or index == moves:
                    break
        except MissingRecord as error:
            raise InvalidRules(read_in_vain(rules, error), game=rules.key) from error
        except Exception:
            # The laws report this, with the game in which it happens.
            continue

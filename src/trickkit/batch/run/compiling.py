"""Compiles in advance of the first call."""

from __future__ import annotations

from trickkit.batch.api import deals, lanes, playouts
from trickkit.batch.evaluating import evaluate
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.single_game import start
from trickkit.phases.tricks import Tricks
from trickkit.play.playout import states
from trickkit.play.rules import Rules, rules_of

__all__ = ["compile"]


def compile(rules: Rules) -> None:  # noqa: A001  (as `re.compile` is named)
    """Compile and store the code for some rules, once per machine, before many processes use it.

    Most rules share the same code. Numba stores it in the directory named by NUMBA_CACHE_DIR, and loads code that is
    already stored. Other processes that need the code wait until it is compiled.

    Args:
        rules: the rules of the game.

    Raises:
        InvalidRules: these rules cannot be played.

    >>> from trickkit import batch, load
    >>> batch.compile(load("pikoko"))
    """
    if not compile_rules(rules_of(rules)).why:
        deals(rules, 1, threads=1)
        table = lanes(rules, 1)
        table.legal()
        while not len(table.step(table.random())):
            table.seen().heard  # noqa: B018  (it is put together when it is asked for)
    game = start(rules).copy()
    game.play(game.actors[0], game.legal(game.actors[0])[0])
    for state in states(rules, seed=0):
        if not state.moves and not compile_rules(rules).why:
            evaluate(state.view(state.actors[0]), playouts=1, threads=1)
        begins, in_trick = not state.moves, isinstance(state.phase, Tricks) and state.deal[Tricks].current.plays
        if begins or in_trick:
            playouts(state, 1, threads=1)
        if state.results or in_trick:
            break

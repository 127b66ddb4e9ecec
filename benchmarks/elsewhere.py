"""Random play in other libraries, for `peers.py`: each function prepares one and returns a function that plays some.

Raises:
    ImportError: the library is not installed; they are the extra `peers`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

__all__ = ["Once", "jass_kit", "open_spiel", "open_spiel_rollouts", "pgx", "rlcard"]

Once = Callable[[], tuple[float, int]]
"""Play something; how many decisions were made, and how many deals were played: 0 where these are not told apart."""

ROLLOUTS = 2000
LANES, STEPS = 256, 64


def open_spiel_state(game: str, chance: Sequence[int], calls: Sequence[int]) -> Any:
    """Where a game of OpenSpiel stands after its deal.

    Args:
        game: as OpenSpiel loads it.
        chance: the first outcomes of chance; the others are drawn.
        calls: the first decisions.
    """
    import pyspiel

    state, given, draw = pyspiel.load_game(game).new_initial_state(), list(chance), Random(7)
    while state.is_chance_node():
        state.apply_action(given.pop(0) if given else draw.choice(state.legal_actions()))
    for call in calls:
        state.apply_action(call)
    return state


def driven(state: Any, draw: Callable[[], float]) -> tuple[int, int]:
    """Play a deal of OpenSpiel to its end, from Python."""
    made, state = 0, state.clone()
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])
        made += 1
    return made, 1


def open_spiel(game: str, chance: Sequence[int] = (), calls: Sequence[int] = ()) -> Once:
    """OpenSpiel driven from Python: a deal from its first decision, or from what follows some calls."""
    return partial(driven, open_spiel_state(game, chance, calls), Random(7).random)


def open_spiel_rollouts(game: str, chance: Sequence[int] = (), calls: Sequence[int] = ()) -> Once:
    """The same, rolled out in C++; how many decisions a deal has is the mean of a thousand driven from Python."""
    import pyspiel

    state, draw = open_spiel_state(game, chance, calls), Random(8).random
    length = sum(driven(state, draw)[0] for _ in range(1000)) / 1000
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=7)
    # One simulation evaluates the state itself.
    bot = pyspiel.MCTSBot(
        state.get_game(), evaluator, uct_c=2.0, max_simulations=1, max_memory_mb=100, solve=False, seed=7, verbose=False
    )

    def once() -> tuple[float, int]:
        bot.step(state)
        return ROLLOUTS * length, ROLLOUTS

    return once


def rlcard() -> Once:
    """Bridge in RLCard: whole deals by its environment."""
    import rlcard

    environment, draw = rlcard.make("bridge"), Random(7)

    def once() -> tuple[int, int]:
        state, _ = environment.reset()
        made = 0
        while not environment.is_over():
            state, _ = environment.step(draw.choice(list(state["legal_actions"])))
            made += 1
        return made, 1

    return once


def jass_kit() -> Once:
    """Schieber in jass-kit: whole deals by its simulator."""
    import numpy as np
    from jass.arena.dealing_card_random_strategy import DealingCardRandomStrategy
    from jass.game.game_sim import GameSim
    from jass.game.rule_schieber import RuleSchieber

    rule, dealing, draw = RuleSchieber(), DealingCardRandomStrategy(), Random(7).random
    game = GameSim(rule)

    def once() -> tuple[int, int]:
        game.init_from_cards(dealing.deal_cards(), dealer=0)
        made = 0
        while not game.is_done():
            legal = np.flatnonzero(rule.get_valid_actions_from_state(game.state))
            game.action(int(legal[int(draw() * len(legal))]))
            made += 1
        return made, 1

    return once


def pgx() -> Once:
    """Auctions of bridge in pgx, side by side, of the deals whose double-dummy results come with it."""
    import jax
    import jax.numpy as jnp
    from pgx.bridge_bidding import BridgeBidding, _load_sample_hash
    from pgx.experimental import auto_reset

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "deals.npy")
        jnp.save(path, jnp.stack(_load_sample_hash()))
        environment = BridgeBidding(str(path))
    move, keys = jax.vmap(auto_reset(environment.step, environment.init)), count()

    def step(state: Any, key: Any) -> tuple[Any, None]:
        first, second = jax.random.split(key)
        action = jax.random.categorical(first, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        return move(state, action, jax.random.split(second, LANES)), None

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        return jax.lax.scan(step, state, jax.random.split(key, STEPS))[0]

    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(7), LANES))

    def once() -> tuple[int, int]:
        nonlocal state
        state = jax.block_until_ready(run(state, jax.random.PRNGKey(next(keys))))
        return LANES * STEPS, 0

    return once

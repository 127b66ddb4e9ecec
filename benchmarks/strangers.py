"""How fast games run that have a phase of their own in Python: compiled code beside the reference engine.

Prints for each game of `strange_games.py` the seconds until its rules are ready, whole deals a second, and playouts a
second from the first decision after the last phase in Python, each with its ratio to the reference engine; and the
seconds that `best:2` takes for a decision at the beginning of a deal and there. All are of the processor, in one
thread.

    python benchmarks/strangers.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from strange_games import GAMES

from trickkit import Rules, State, batch, bots
from trickkit.batch.machine.lowered import compiled
from trickkit.batch.run.fallback import finished, one_deal

LEAST = 0.5
"""So many seconds each of them is measured for at least."""
DECISIONS = 4


def a_second(play: Callable[[int], object]) -> float:
    """How many deals a second are played, once everything is compiled."""
    for count in (4, 16):
        # The first playouts tell what a phase in Python finds out, and the rules are got ready once more for that.
        play(count)
    while True:
        began = time.process_time()
        play(count)
        took = time.process_time() - began
        if took >= LEAST:
            return count / took
        count *= 4


def begun(rules: Rules) -> State:
    """A game at the first decision after the last phase in Python, where that leaves one."""
    support, state, draw = batch.supports(rules), rules.start(seed=3), Random(2)
    last = max(
        [place for place, phase in enumerate(support.phases) if support.is_mixed and phase.how == "python"], default=-1
    )
    while state._context.place <= last:
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    return state


def deciding(state: State) -> float:
    """How many seconds a decision takes `best:2`, on average."""
    bot, seconds = bots.best(state.rules, 2), list[float]()
    while len(seconds) < DECISIONS and not state.results:
        view = state.view(state.actors[0])
        began = time.process_time()
        action = bot.act(view)
        seconds.append(time.process_time() - began)
        state = state.play(state.actors[0], action)
    return sum(seconds) / len(seconds)


def main() -> None:
    """Measure all games."""
    print(f"{'':26}{'ready':>8}{'deals':>12}{'':>8}{'playouts':>12}{'':>8}{'best:2':>8}{'':>8}")
    for name, make in GAMES.items():
        rules = make()
        began = time.process_time()
        compiled(rules)
        ready = time.process_time() - began
        state, none = begun(rules), (0,) * rules.players
        deals = a_second(lambda n, rules=rules: batch.deals(rules, n, 5, number=0, threads=1))
        playouts = a_second(lambda n, state=state: batch.playouts(state, n, 5, threads=1))
        by_reference = (
            a_second(lambda n, rules=rules, none=none: [one_deal(rules, 5, (k, 0, -1, none)) for k in range(n)]),
            a_second(lambda n, state=state: [finished([state], 5, k) for k in range(n)]),
        )
        first = rules.start(seed=3)
        deciding(first)
        deciding(state)
        print(
            f"{name:26}{ready:8.3f}{deals:12,.0f}{deals / by_reference[0]:7.1f}x"
            f"{playouts:12,.0f}{playouts / by_reference[1]:7.1f}x"
            f"{deciding(first):8.3f}{deciding(state):8.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()

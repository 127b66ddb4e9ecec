"""How fast views are searched: worlds, playouts and trees, game by game, beside tree search of OpenSpiel's.

    python benchmarks/searching.py [KEY ...]

Each line is a game, seen at some decisions of a random deal. All figures are processor time on one core, and medians
over the decisions:

- microseconds for a world that is dealt into a row;
- microseconds that `batch.evaluate` takes besides its playouts for a view that it never saw (`new_views.py` prints them
  by phase, for more games), and with one playout of each action for one that it evaluated before;
- milliseconds for a thousand playouts of each of ten actions, sampling included, and playouts in a second;
- at one position, the first lead with a choice, iterations of tree search in a second: `bots.ISMCTS`, and OpenSpiel's
  bot on a deal of the same game that has come as far (the extra `peers`), in turns.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import new_views
from attrs import frozen

from trickkit import Rules, State, batch, load
from trickkit.batch.search import Growing
from trickkit.bots import Utility
from trickkit.phases import Tricks

sys.path.insert(0, str(Path(__file__).parent))

__all__ = ["GAMES", "Speeds", "lines"]

GAMES = (
    "pikoko",
    "pikinni",
    "5211",
    "hearts",
    "spades",
    "oh_hell",
    "euchre",
    "bridge",
    "whist",
    "skat",
    "german_whist",
)
OPTIONS = {"oh_hell": {"players": 4, "cards": 10, "hand_sizes": "same"}}
AUCTIONS = {"bridge": ("bid 1NT", "pass", "pass", "pass")}
"""The first calls, where play is to be reached."""
WORLDS, PLAYOUTS, MOST, TURNS = 2_000, 1_000, 12, 5
OURS, THEIRS = 20_000, 2_000
"""How many iterations are made in a turn."""


@frozen
class Speeds:
    """How fast the views of a game are searched.

    Args:
        world: microseconds for a world.
        new_call: microseconds for a call besides its playouts, for a view that is new.
        call: microseconds for a call for a view that was evaluated before, one playout of each action included.
        for_ten: milliseconds for a thousand playouts of ten actions each.
        how: whether worlds were dealt and played on in compiled code.
        iterations: of tree search in a second, by turn.
    """

    world: float
    new_call: float
    call: float
    for_ten: float
    how: str
    iterations: list[float]

    @property
    def playouts(self) -> float:
        """Playouts in a second."""
        return 10_000 * PLAYOUTS / self.for_ten


def decisions(rules: Rules, seed: int) -> list[tuple[State, int]]:
    """States of a random deal in which a seat has a choice."""
    key, state, draw, found = rules.key, rules.start(seed=seed), Random(1), []
    for call in AUCTIONS.get(key, ()):
        found.append((state, state.actors[0]))
        state = state.play(state.actors[0], call)
    while state.actors and not state.results:
        seat = state.actors[0]
        legal = state.legal(seat)
        if len(legal) > 1:
            found.append((state, seat))
        state = state.play(seat, draw.choice(legal))
    return found


def first_lead(key: str) -> State:
    """A deal at its first lead at which there is a choice, or where no tricks are played at its first decision."""
    state, draw = load(key, **OPTIONS.get(key, {})).start(seed=3), Random(2)
    for call in AUCTIONS.get(key, ()):
        state = state.play(state.actors[0], call)
    begun = state
    while not isinstance(state.phase, Tricks) or len(state.legal(state.actors[0])) < 2:
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
        if state.results:
            return begun
    return state


def timed(key: str) -> Speeds:
    """How fast the views of a game are searched."""
    worlds, times, kinds = [], [], set[str]()
    rules = load(key, **OPTIONS.get(key, {}))
    looked_at = decisions(rules, 3)
    for state, seat in looked_at[:: max(1, len(looked_at) // MOST)]:
        batch.evaluate(state.view(seat), playouts=PLAYOUTS, threads=1)
        view = state.view(seat)
        kinds.add(batch.evaluate(view, playouts=1).how)
        took = seconds(lambda view=view: batch.evaluate(view, playouts=PLAYOUTS, threads=1))
        times.append(1e4 * took / len(view.legal()))
        dealer = batch.Dealer.of(view)
        worlds.append(1e6 * seconds(lambda dealer=dealer: dealer.rows(WORLDS)) / WORLDS)
    new, how = new_views.measured(key)[""], ", ".join(sorted(kinds))
    return Speeds(median(worlds), median(new.besides), median(new.again), median(times), how, [*trees(key)])


def seconds(call: Any) -> float:
    """How long a call takes in processor time."""
    began = process_time()
    call()
    return process_time() - began


def trees(key: str) -> Iterator[float]:
    """Iterations of tree search in a second, turn by turn; none where compiled code cannot search."""
    state = first_lead(key)
    view, utility = state.view(state.actors[0]), Utility.said_by(state.rules)
    try:
        Growing(view, utility, 0.7, 0).grow(OURS)
        for turn in range(TURNS):
            yield OURS / seconds(lambda turn=turn: Growing(view, utility, 0.7, turn).grow(OURS))
    except batch.Unsupported:
        return


def open_spiel(key: str) -> list[float]:
    """The same of OpenSpiel's bot at such a lead, in a process of its own, which it may end; none where it fails."""
    import pyspiel
    from opponents import GAMES, after, dealt, open_spiel_bot

    found, peer = [], GAMES[key]
    ours, theirs = dealt(peer, 3)
    draw = Random(2)
    while not isinstance(ours.phase, Tricks) or len(theirs.legal_actions()) < 2:
        ours = after(peer, ours, theirs, draw.choice(theirs.legal_actions()))
    for turn in range(1 + TURNS):
        bot = open_spiel_bot(theirs, THEIRS, turn)
        try:
            found.append(THEIRS / seconds(lambda bot=bot: bot.step(theirs)))
        except pyspiel.SpielError:
            return []
    return found[1:]


def elsewhere(key: str) -> str | list[float]:
    """Iterations of OpenSpiel's bot in a second, or why there are none."""
    try:
        from opponents import GAMES
    except ImportError:
        return "not installed"
    if key not in GAMES:
        return ""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(open_spiel, key).result() or "it fails"
        except BrokenProcessPool:
            return "it crashes"


def lines(*games: str) -> Iterator[str]:
    """The table, line by line.

    Args:
        games: their keys; none for all of `GAMES`.
    """
    yield (
        f"{'':14} {'us for':>8} {'us a call':>10} {'seen':>6} {'ms for 10':>10} {'':>12} {'tree search':>14} "
        f"{'OpenSpiel':>12}"
    )
    yield (
        f"{'game':14} {'a world':>8} {'new view':>10} {'before':>6} {'x 1,000':>10} {'playouts/s':>12} "
        f"{'iterations/s':>14} {'iterations/s':>12} {'ratio':>6}  how"
    )
    for key in games or GAMES:
        speeds, theirs = timed(key), elsewhere(key)
        ours = median(speeds.iterations) if speeds.iterations else 0
        peer = f"{median(theirs):,.0f}" if isinstance(theirs, list) else theirs
        ratio = f"{ours / median(theirs):.1f}" if isinstance(theirs, list) else ""
        yield (
            f"{key:14} {speeds.world:8.2f} {speeds.new_call:10.0f} {speeds.call:6.0f} {speeds.for_ten:10.1f} "
            f"{speeds.playouts:12,.0f} {ours:14,.0f} {peer:>12} {ratio:>6}  {speeds.how}"
        )


def main(*games: str) -> None:
    """Print the table."""
    for line in lines(*games):
        print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

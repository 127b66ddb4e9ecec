"""How fast random play is here and elsewhere, on one core, in one run: `python benchmarks/peers.py`.

The other libraries are the extra `peers`; the row of one that is not installed says so. What is measured:

* reference engine: one deal, played from its first decision by `state.legal` and `state.play`;
* batch deals: `batch.deals`, which deals the cards as well; batch playouts: `batch.playouts` from the first decision;
* game in place: one game of `batch.start`, copied, then played by `legal` and `play` to the end of the deal;
* batch lanes: `legal()`, `random()` and `step()` of 4096 lanes, which deal the cards as well;
* OpenSpiel from Python: `clone`, `legal_actions`, a random choice and `apply_action`; OpenSpiel in C++: rollouts by the
  evaluator of `MCTSBot`; both from a state after the deal, so that no time goes into the cards;
* RLCard and jass-kit: whole deals by the environment of one and the simulator of the other, with the cards;
* pgx: the auction of bridge alone, 256 lanes in a compiled loop of 64 steps, with new deals where they end.

All count alike: every action of a seat is a decision, even where there is no choice; an outcome of chance is none.
Hands are equally large, Hearts passes cards to the left, the contract of Bridge is 1NT unless the auction is played,
and in Skat the first seat that names a game plays it, as OpenSpiel has it. A row is compared with the peers on the same
game, or where OpenSpiel lacks it with its fastest game.

Rows are measured in turns, five of them; ratios are medians of those within a turn. The first table counts processor
time, on which other processes have little influence, the second one the time that passes.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from attrs import Factory, define, frozen
from elsewhere import Once, jass_kit, open_spiel, open_spiel_rollouts, pgx, rlcard
from rich.console import Console
from rich.progress import track
from rich.table import Table

from trickkit import Rules, State, batch, load
from trickkit.play.playout import states

MOST_DEALS, LANES = 1 << 17, 1 << 12

REFERENCE, IN_PLACE = "reference engine", "game in place"
BATCH_DEALS, PLAYOUTS, BATCH_LANES = "batch deals", "batch playouts", "batch lanes"
PYTHON, ROLLED = "OpenSpiel from Python", "OpenSpiel in C++"
RLCARD, PGX, JASS = "RLCard", "pgx (auction)", "jass-kit (Schieber)"

OTHERS: dict[str, Callable[[], Once]] = {RLCARD: rlcard, JASS: jass_kit, PGX: pgx}

TARGETS: dict[str, dict[str, float | None]] = {
    REFERENCE: {PYTHON: 1 / 3, RLCARD: None, PGX: None, JASS: None},
    IN_PLACE: {PYTHON: 1},
    BATCH_DEALS: {ROLLED: 10},
    PLAYOUTS: {ROLLED: None},
    BATCH_LANES: {PYTHON: 10, RLCARD: None, PGX: None, JASS: None},
}
"""The comparisons, each with how many times as fast it should be."""

FIRST_CALLS = """
from time import perf_counter, process_time
begun = perf_counter()
from trickkit import batch, load
rules = load("pikoko", players=5)
batch.deals(rules, 1000)
print(perf_counter() - begun, process_time())
batch.playouts(rules.start(seed=7), 1000)
lanes = batch.lanes(rules, 1000)
lanes.legal(), lanes.seen(), lanes.step(lanes.random())
print(perf_counter() - begun, process_time())
"""

MILLION = """
from pathlib import Path
from trickkit import batch, load
found = batch.deals(load("pikoko", players=5), 1_000_000)
# Not the figure of getrusage, which a process inherits from the one that started it.
print(int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) / 1024)
"""


@frozen
class Game:
    """A game here, and its like in OpenSpiel.

    Args:
        title: of its rows.
        key, options: as `load` has them.
        number: of the deal in its game.
        calls: decisions that come before what is measured.
        peer: as OpenSpiel loads it; "" where it has none.
        peer_chance: the first outcomes of chance there; the others are drawn.
        peer_calls: the same decisions there.
        others: other peers that play it.
    """

    title: str
    key: str
    options: dict[str, Any] = Factory(dict)
    number: int = 0
    calls: tuple[str, ...] = ()
    peer: str = ""
    peer_chance: tuple[int, ...] = ()
    peer_calls: tuple[int, ...] = ()
    others: tuple[str, ...] = ()


SKAT = {"bidding": "simple", "deals": 1}
EUCHRE = {"stick_the_dealer": True, "discard_turned": False, "deals": 1}
OH_HELL = {"players": 4, "cards": 10, "hand_sizes": "same", "deals": 1}
BRIDGE, BRIDGE_THERE = {"match": "duplicate", "deals": 1}, "bridge(use_double_dummy_result=false)"
CONTRACT, CONTRACT_THERE = ("bid 1NT", "pass", "pass", "pass"), (59, 52, 52, 52)
GAMES = (
    Game("Pikoko (5)", "pikoko", {"players": 5}),
    Game("Pikinni (4)", "pikinni", {"players": 4}, number=7),
    Game("5211 (4)", "5211", {"players": 4}),
    Game("Oh Hell (4)", "oh_hell", OH_HELL, peer="oh_hell(players=4,num_tricks_fixed=10)"),
    Game("Hearts", "hearts", peer="hearts", peer_chance=(1,)),
    Game("Spades", "spades", peer="spades", others=(JASS,)),
    Game("Bridge, play", "bridge", BRIDGE, calls=CONTRACT, peer=BRIDGE_THERE, peer_calls=CONTRACT_THERE),
    Game("Bridge, all", "bridge", BRIDGE, peer=BRIDGE_THERE, others=(RLCARD, PGX)),
    Game("Skat", "skat", SKAT, peer="skat"),
    Game("Euchre", "euchre", EUCHRE, peer="euchre"),
)


@define
class Row:
    """What is measured.

    Args:
        game: the title of the game.
        engine: who plays it.
        once: plays some of it; None where it cannot.
        why: why it cannot.
        speeds: decisions made in a second, by turn.
        deals: deals played in a second, by turn.
    """

    game: str
    engine: str
    once: Once | None
    why: str = ""
    speeds: list[float] = Factory(list)
    deals: list[float] = Factory(list)

    def warm_up(self, seconds: float) -> None:
        """Play for some time that does not count."""
        self.measure(seconds)
        self.speeds.clear()
        self.deals.clear()

    def measure(self, seconds: float) -> None:
        """Play for some time."""
        if self.once is None:
            return
        decisions, deals, begun = 0.0, 0, process_time()
        while (passed := process_time() - begun) < seconds:
            made, played = self.once()
            decisions, deals = decisions + made, deals + played
        self.speeds.append(decisions / passed)
        self.deals.append(deals / passed)


def start(game: Game) -> State:
    """The first decision that is measured."""
    rules = load(game.key, **game.options)
    state = next(state for state in states(rules, seed=7) if len(state.results) == game.number)
    for call in game.calls:
        state = state.play(state.actors[0], call)
    return state


def reference(state: State, draw: Callable[[], float]) -> tuple[int, int]:
    """Play the deal of a state to its end."""
    made, finished = 0, len(state.results)
    while len(state.results) == finished:
        seat = state.actors[0]
        legal = state.legal(seat)
        state = state.play(seat, legal[int(draw() * len(legal))])
        made += 1
    return made, 1


def in_place(game: batch.Game, draw: Callable[[], float]) -> tuple[int, int]:
    """Play the deal of a copy of a game to its end."""
    made, game = 0, game.copy()
    deals = game.deals
    while game.deals == deals:
        seat = game.actors[0]
        legal = game.legal(seat)
        game.play(seat, legal[int(draw() * len(legal))])
        made += 1
    return made, 1


@define
class Many:
    """Many deals in a call: twice as many each time, until a call takes 0.05 s.

    Args:
        play: plays so many deals, for a seed.
        deals: how many the next time.
        seed: of the next time.
    """

    play: Callable[[int, int], batch.Deals]
    deals: int = 64
    seed: int = 0

    def __call__(self) -> tuple[int, int]:
        begun, count = process_time(), self.deals
        deals = self.play(count, self.seed)
        self.seed += 1
        if process_time() - begun < 0.05:
            self.deals = min(2 * count, MOST_DEALS)
        return int(deals.decisions.sum()), count


def stepped(table: Any) -> tuple[int, int]:
    """Make a decision in every lane, a hundred times."""
    for _ in range(100):
        table.legal()
        table.step(table.random())
    return 100 * len(table), 0


def own_rows(game: Game) -> Iterator[Row]:
    """What plays a game here."""
    state = start(game)
    rules, number = state.rules, game.number
    yield Row(game.title, REFERENCE, partial(reference, state, Random(7).random))
    yield Row(game.title, IN_PLACE, partial(in_place, batch.start(state), Random(7).random))
    if batch.supports(rules) and not game.calls:
        yield Row(game.title, BATCH_DEALS, Many(partial(batch.deals, rules, number=number, threads=1)))
        yield Row(game.title, BATCH_LANES, partial(stepped, batch.lanes(rules, LANES, number=number)))
    if batch.supports(rules) or game.calls:
        yield Row(game.title, PLAYOUTS, Many(partial(batch.playouts, state, threads=1)))
    else:
        yield Row(game.title, "batch", None, batch.supports(rules).why)


def other_rows(game: Game) -> Iterator[Row]:
    """What plays a game elsewhere."""
    given = game.peer, game.peer_chance, game.peer_calls
    engines: dict[str, Callable[[], Once]] = {}
    if game.peer:
        engines = {PYTHON: partial(open_spiel, *given), ROLLED: partial(open_spiel_rollouts, *given)}
    for engine, prepare in [*engines.items(), *((name, OTHERS[name]) for name in game.others)]:
        try:
            yield Row(game.title, engine, prepare())
        except ImportError:
            yield Row(game.title, engine, None, "not installed")


def rows_of(game: Game) -> Iterator[Row]:
    """All that is measured of a game."""
    yield from own_rows(game)
    yield from other_rows(game)


def ratios(row: Row, rows: Sequence[Row]) -> Iterator[str]:
    """How many times as fast as the peers a row is, and how fast it should be."""
    for engine, target in TARGETS.get(row.engine, {}).items():
        peers = [peer for peer in rows if peer.engine == engine and peer.speeds]
        same = [peer for peer in peers if peer.game == row.game]
        if not (same or (peers and engine in (PYTHON, ROLLED))):
            continue
        other = same[0] if same else max(peers, key=lambda peer: median(peer.speeds))
        ratio = median(ours / theirs for ours, theirs in zip(row.speeds, other.speeds, strict=True))
        named = engine if same else f"{engine}, {other.game}"
        yield f"{ratio:.3g} x {named}" + ("" if target is None else f" ({verdict(ratio, target)})")


def verdict(found: float, target: float, *, most: bool = False) -> str:
    """A target, and whether it is met."""
    met = found <= target if most else found >= target
    return f"at {'most' if most else 'least'} {round(target, 2):,}{'' if met else ': MISSED'}"


def compared(rows: Sequence[Row], turns: int) -> Table:
    """The table of all rows."""
    table = Table(title=f"Random play on one core, CPython {platform.python_version()}, median of {turns} turns")
    table.add_column("game", no_wrap=True)
    table.add_column("played by", no_wrap=True)
    for column in ("decisions/s", "slowest - fastest", "deals/s", "decisions a deal"):
        table.add_column(column, justify="right", no_wrap=column != "decisions a deal", min_width=9)
    table.add_column("times as fast as", no_wrap=True)
    for before, row in zip([None, *rows], rows, strict=False):
        title = "" if before and before.game == row.game else row.game
        if not row.speeds:
            table.add_row(title, row.engine, "-", "", "", "", row.why)
            continue
        speed, deals = median(row.speeds), median(row.deals)
        known = (f"{deals:,.0f}", f"{speed / deals:.1f}") if deals else ("", "")
        spread = f"{min(row.speeds):,.0f} - {max(row.speeds):,.0f}"
        table.add_row(title, row.engine, f"{speed:,.0f}", spread, *known, "\n".join(ratios(row, rows)))
    return table


def child(code: str, **environment: str) -> list[float]:
    """The figures that a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, check=True, capture_output=True, text=True
    )
    return [float(line) for line in done.stdout.split()]


def first_calls(turns: int) -> Iterator[tuple[str, float, float]]:
    """By first call of a fresh process, compiled before or not: what it is, the seconds it takes, those it may."""
    found = []
    for _ in range(turns):
        with tempfile.TemporaryDirectory() as folder:
            found.append([child(FIRST_CALLS, NUMBA_CACHE_DIR=folder) for _ in range(2)])
    for run, before in enumerate(("nothing compiled", "compiled before")):
        for place, what in enumerate(("import and first deals", "and first playouts and lanes")):
            took, worked = (median(one[run][2 * place + column] for one in found) for column in range(2))
            yield f"{before}: {what}, s (of work {worked:.2f})", took, (15, 1)[run]


def threads(rules: Rules, turns: int) -> float:
    """How many times as fast two threads are as one."""
    found = []
    for turn in range(turns):
        took = []
        for many in (1, 2):
            begun = perf_counter()
            batch.deals(rules, 8 * MOST_DEALS, seed=turn, threads=many)
            took.append(perf_counter() - begun)
        found.append(took[0] / took[1])
    return median(found)


def resources(rows: Sequence[Row], turns: int) -> Table:
    """The table of threads, first calls and memory."""
    table = Table("", "measured", "target", title=f"Pikoko (5), median of {turns} turns")
    playouts = next(row for row in rows if row.game == GAMES[0].title and row.engine == PLAYOUTS)
    faster = threads(load("pikoko", players=5), turns)
    table.add_row("playouts from a state, deals/s on one core", *judged(median(playouts.deals), 200_000))
    table.add_row("two threads, times as fast as one", *judged(faster, 1.8))
    for what, took, target in first_calls(turns):
        table.add_row(what, *judged(took, target, most=True))
    if Path("/proc/self/status").exists():
        memory = median(child(MILLION)[0] for _ in range(turns))
        table.add_row("memory of a million deals, MB", *judged(memory, 500, most=True))
    return table


def judged(found: float, target: float, *, most: bool = False) -> tuple[str, str]:
    """A figure, and its verdict."""
    return f"{found:,.0f}" if found >= 100 else f"{found:.2f}", verdict(found, target, most=most)


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each row is measured in a turn")
    parser.add_argument(
        "--games", nargs="+", choices=[game.title for game in GAMES], help="only some, without the rest"
    )
    parser.add_argument("--turns", type=int, default=5, help="how many the medians are of")
    given = parser.parse_args()
    console, shown = Console(width=180), Console(stderr=True)
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {min(cores)})
    chosen = [game for game in GAMES if given.games is None or game.title in given.games]
    rows = [row for game in track(chosen, "games made ready", console=shown) for row in rows_of(game)]
    for row in track(rows, "warmed up", console=shown):
        row.warm_up(given.seconds)
    for row in track(given.turns * rows, "measured", console=shown):
        row.measure(given.seconds)
    console.print(compared(rows, given.turns))
    if cores:
        os.sched_setaffinity(0, cores)
    if given.games is None:
        console.print(resources(rows, given.turns))


if __name__ == "__main__":
    main()

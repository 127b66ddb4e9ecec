"""Chooses the engine that simulates games, and computes figures with the batch engine."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from trickkit.cli.figures import Figures, Sums, figures
from trickkit.errors import InvalidRules
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.batch import Games

__all__ = ["batch_figures", "in_python", "is_compiled", "make_ready", "picked", "prevented"]

GAMES = 20_000
"""How many games are played at a time: enough to be fast, few enough to see progress."""


def picked(engine: str | None, rules: Rules, *, records: bool, bots: bool = False) -> str:
    """The engine that simulates games.

    Args:
        engine: `"reference"`, `"batch"`, or None for the batch engine if possible.
        rules: of the games.
        records: whether the games are recorded, which only the reference engine does.
        bots: whether bots play them, which also needs the reference engine.

    Raises:
        InvalidRules: the batch engine was requested, but cannot do it.

    >>> from trickkit.variants import pikoko
    >>> picked(None, pikoko.rules(), records=True)
    'reference'
    """
    if engine == "reference":
        return engine
    why = prevented(rules, records=records, bots=bots)
    if why and engine == "batch":
        raise InvalidRules(f"--engine batch: {why}")
    return "reference" if why else "batch"


def prevented(rules: Rules, *, records: bool = False, bots: bool = False) -> str:
    """Why the batch engine cannot simulate the games; `""` if it can.

    Args:
        rules: of the games.
        records: whether they are recorded.
        bots: whether bots play them.

    >>> from trickkit.variants import pikoko
    >>> prevented(pikoko.rules(), bots=True)
    'games between bots are played by the reference engine'
    """
    if bots:
        return "games between bots are played by the reference engine"
    if records:
        return "games that are recorded are played by the reference engine"
    if find_spec("numba") is None or find_spec("numpy") is None:
        return "it needs NumPy and Numba: pip install 'trickkit[fast]'"
    from trickkit.batch.whole_games import why_not_games

    return why_not_games(rules)


def in_python(rules: Rules) -> str:
    """The parts of a game that the batch engine runs in Python, in a line; `""` for none or without the engine.

    >>> from trickkit.variants import pikoko
    >>> in_python(pikoko.rules())
    ''
    """
    if find_spec("numba") is None or find_spec("numpy") is None:
        return ""
    from trickkit import batch

    support = batch.supports(rules)
    if support:
        return ""
    if not support.is_mixed:
        return f"Not compiled: {support.why}"
    names = dict.fromkeys(phase.name for phase in support.phases if phase.how == "python")
    # The alternative that the engine suggests is for readers of `batch.supports`.
    why = support.why.partition("; it can ask for")[0]
    return f"Compiled code plays all but {', '.join(names)}, which Python plays. {why}."


def is_compiled() -> bool:
    """Whether the code of the batch engine is already compiled, so that it only needs loading."""
    from trickkit.batch.kernel.cache import is_kept
    from trickkit.batch.machine.loop import play_deals

    return is_kept(play_deals)


def make_ready(rules: Rules, seed: int) -> None:
    """Compile or load the code of the batch engine by playing a game.

    Args:
        rules: of the game.
        seed: any integer.
    """
    from trickkit import batch

    batch.games(rules, 1, seed)


def batch_figures(rules: Rules, games: int, seed: int, advance: Callable[[int], object]) -> Figures:
    """The figures of many games, played by the batch engine.

    Args:
        rules: of the games.
        games: how many, 1 or more.
        seed: any integer; the same one gives the same figures.
        advance: called with the number of further games that have been played.
    """
    from trickkit import batch

    parts = []
    for first in range(0, games, GAMES):
        count = min(GAMES, games - first)
        parts.append(_sums(batch.games(rules, count, seed, first=first)))
        advance(count)

    return figures(parts)


def _sums(games: Games) -> Sums:
    played = games.played
    return {
        "games": [len(games)],
        "deals": [len(played)],
        "with tricks": [len(played) * bool(played.tricks.any())],
        "won": [int((games.wins > 0).all(axis=1).sum())],
        "lost": [int((games.wins == 0).all(axis=1).sum())],
        "wins": games.wins.sum(axis=0).tolist(),
        "scores": games.scores.sum(axis=0).tolist(),
        "squares": (games.scores**2).sum(axis=0).tolist(),
        "tricks": played.tricks.sum(axis=0).tolist(),
        "exact": played.exact().sum(axis=(0, 2)).tolist(),
        "bids": (played.bids >= 0).sum(axis=(0, 2)).tolist(),
    }

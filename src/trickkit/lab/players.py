"""Chooses the bots of a study: the first that play the game sensibly, or networks that learn each of its rules."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from trickkit.bots.learned import about_rules, is_installed_for
from trickkit.bots.training.schedule import Progress, train
from trickkit.errors import InvalidRules, quoted
from trickkit.lab.metrics import metrics_of
from trickkit.lab.running import run
from trickkit.lab.study import Study
from trickkit.play.rules import Rules

__all__ = ["AUTO", "players_for", "taught"]

AUTO = "auto"
"""The text that leaves the choice to the lab."""
DEALS = 64
"""The number of deals that each candidate plays before the choice."""
MOST_RULES = 6
"""The number of rules under which candidates play, spread over all rules."""
APART = 2_000_003
"""The difference between the seed of these deals and that of the study, so that no measured deal affects the choice."""


def players_for(rules: Sequence[Rules], seed: int) -> str:
    """The name of the first bots whose certificate has no warning under any of the rules.

    The candidates are `greedy`, which adapts to new rules by trying them out; the installed networks, if each of the
    rules has one; and level 2 of `best`. If none of them plays the game sensibly, the bots with the fewest warnings are
    chosen.

    Args:
        rules: what is studied, one or more.
        seed: of the study.

    >>> from trickkit import load
    >>> players_for([load("pikinni")], 0)
    'greedy'
    """
    fewest: dict[int, str] = {}
    some = rules[:: -(-len(rules) // MOST_RULES)]
    for name in _tried(rules):
        warnings = _warnings(some, name, seed)
        if not warnings:
            return name
        fewest.setdefault(warnings, name)
    return fewest[min(fewest)]


def taught(
    rules: Sequence[Rules],
    minutes: float,
    folder: str | os.PathLike[str],
    *,
    seed: int = 0,
    seen: Callable[[Rules, Progress], object] = lambda _rules, _progress: None,
) -> str:
    """Let a network learn each of some rules for the same time; return the name of the resulting bots.

    Players who have learned only one of two rules would say little about the other. Networks that are already in the
    folder are not trained again.

    Args:
        rules: what is to be studied.
        minutes: how long each is learned, as for `trickkit.bots.train`.
        folder: where the networks are kept, in a subfolder for each time and seed.
        seed: of the trainings.
        seen: called now and then with the rules that are being learned, and the progress.

    Raises:
        InvalidRules: the folder cannot be written to, or as for `trickkit.bots.train`.

    >>> from tempfile import mkdtemp
    >>> from trickkit import lab, load
    >>> rules = [load("pikinni", players=2), load("pikinni", players=2, change_needs_points=True)]
    >>> found = lab.compare(*rules, bots=taught(rules, 0.001, mkdtemp()), deals=10, metrics=["points"])
    >>> found.deals
    10
    """
    own = Path(folder) / f"{minutes:g}-minutes-seed-{seed}"
    try:
        own.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidRules(f"{quoted(os.fspath(folder))} cannot be written to: {error.strerror}") from error
    for game in dict.fromkeys(rules):
        path = own / f"{game.key}-{about_rules(game)['fingerprint'][:12]}.npz"
        if not path.exists():
            begun = path.with_suffix(".begun")
            begun.unlink(missing_ok=True)
            train(game, minutes, path=begun, seed=seed, seen=partial(seen, game))
            begun.rename(path)
    return f"learned:{own}"


def _tried(rules: Sequence[Rules]) -> Iterator[str]:
    yield "greedy"
    if all(is_installed_for(game) for game in rules):
        yield "learned"
    yield "best:2"


def _warnings(rules: Sequence[Rules], name: str, seed: int) -> int:
    """The number of warnings about some players, under all rules together."""
    names = [str(index) for index in range(len(rules))]
    points = metrics_of(["points"])
    study = Study(rules=rules, names=names, bots=name, deals=DEALS, seed=seed + APART, metrics=points)
    results = run(study, lambda numbers: map(study.block, numbers))
    return sum(len(certificate.warnings) for certificate in results.certificates)

"""Which bots play a study that leaves it to the lab: the first of several that play the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trickkit.bots.learned import is_installed_for
from trickkit.lab.metrics import metrics_of
from trickkit.lab.running import run
from trickkit.lab.study import Study
from trickkit.play.rules import Rules

__all__ = ["AUTO", "players_for"]

AUTO = "auto"
"""What leaves the choice to the lab."""
DEALS = 64
"""How many deals each of them plays before it is chosen."""
MOST_RULES = 6
"""Under how many of the rules they play, spread over all."""
APART = 2_000_003
"""By how much their seed is higher than that of the study: nobody is chosen by deals that are measured."""


def players_for(rules: Sequence[Rules], seed: int) -> str:
    """The name of the first bots whose certificate warns of nothing under any of the rules.

    Tried are `greedy`, which finds out about new rules by playing on; the networks that are installed, if each of the
    rules has one; and level 2 of `best`. If all of them hardly play the game, those are taken that give the fewest
    warnings.

    Args:
        rules: what is studied, one or more.
        seed: of the study.

    >>> from trickkit import load
    >>> players_for([load("pikinni")], 0), players_for([load("skat")], 0)
    ('greedy', 'learned')
    """
    fewest: dict[int, str] = {}
    some = rules[:: -(-len(rules) // MOST_RULES)]
    for name in _tried(rules):
        warnings = _warnings(some, name, seed)
        if not warnings:
            return name
        fewest.setdefault(warnings, name)
    return fewest[min(fewest)]


def _tried(rules: Sequence[Rules]) -> Iterator[str]:
    yield "greedy"
    if all(is_installed_for(one) for one in rules):
        yield "learned"
    yield "best:2"


def _warnings(rules: Sequence[Rules], name: str, seed: int) -> int:
    """How many warnings there are about players, under all rules together."""
    names = [str(place) for place in range(len(rules))]
    points = metrics_of(["points"])
    study = Study(rules=rules, names=names, bots=name, deals=DEALS, seed=seed + APART, metrics=points)
    found = run(study, lambda numbers: map(study.block, numbers))
    return sum(len(certificate.warnings) for certificate in found.certificates)

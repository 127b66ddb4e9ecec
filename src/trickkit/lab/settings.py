"""The settings that all calls of the lab accept as keywords."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypedDict

from trickkit.bots.base import Bot
from trickkit.errors import InvalidRules, quoted
from trickkit.lab.conditions import Condition
from trickkit.lab.metrics import USUAL, Metric, metrics_of
from trickkit.lab.players import AUTO, players_for
from trickkit.lab.playing import Seat
from trickkit.lab.results import Found
from trickkit.lab.study import Study
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["DEALS", "Design", "Effort", "Settings", "designed", "divided"]

DEALS = 1000
"""The default number of deals in a study."""


class Design(TypedDict, total=False):
    """What a study plays and measures. Two studies of the same rules and design give the same results.

    Attributes:
        bots: who plays: one for all seats, or one for each, by name (`"random"`, `"greedy"`, `"flat:64"`, `"best:3"`)
            or as a value; `"greedy"` by default. `"auto"` takes the first bots that play the game, as
            [`players_for`][trickkit.lab.players.players_for] says. If they differ, each deal is repeated until each bot
            has played in every seat. Random players play some ten thousand deals a second, in compiled code; other bots
            take their thinking time.
        deals: how many at most, 2 or more; 1,000 by default.
        until: stop as soon as half of each interval is at most this wide: a number for the first metric, or numbers by
            the names of metrics. For shares, 0.01 is one percentage point.
        seed: any integer; 0 by default.
        metrics: what is measured, by name or as values.
        where: which deals are kept, as a value or a text of `trickkit.lab.conditions`, such as `"hearts of the starter
            >= 5"`. Conditions on what happens in a deal are about the first rules. By default, all deals are kept.

    >>> Design(bots="random", deals=2000)
    {'bots': 'random', 'deals': 2000}
    """

    bots: Seat | Sequence[Seat]
    deals: int
    until: float | Mapping[str, float] | None
    seed: int
    metrics: Iterable[str | Metric]
    where: Condition | str | None


class Effort(TypedDict, total=False):
    """How a study is run. Apart from `budget`, none of it changes the results.

    Attributes:
        budget: stop after this time; the number of deals then depends on the machine.
        workers: how many processes work, 1 or more; 1, the default, is this one.
        client: a cluster of Dask that does the work instead; bots and metrics are then given by name.
        send_python: whether the cluster is sent rules made in Python, with the texts of their files, and runs them;
            without it such rules are refused.
        file: where the study is kept. If the file exists, the study goes on from there.
        seen: called after each piece of work with the results so far.

    >>> Effort(workers=2)
    {'workers': 2}
    """

    budget: timedelta | None
    workers: int
    client: Client | None
    send_python: bool
    file: str | os.PathLike[str] | None
    seen: Callable[[Found], object]


class Settings(Design, Effort, total=False):
    """All settings of a study: those of `Design` and those of `Effort`.

    >>> Settings(deals=2000, workers=2)
    {'deals': 2000, 'workers': 2}
    """


def divided(settings: Mapping[str, Any]) -> tuple[Design, Effort]:
    """Settings, divided into what a study is and how it is run.

    Raises:
        TypeError: there is no setting of that name.

    >>> divided({"deals": 100, "workers": 2})
    ({'deals': 100}, {'workers': 2})
    """
    kinds = (Design.__annotations__, Effort.__annotations__)
    for name in settings:
        if not any(name in kind for kind in kinds):
            raise TypeError(
                f"a study has no setting {quoted(name)}; it has {', '.join(name for kind in kinds for name in kind)}"
            )
    design, effort = ({name: settings[name] for name in kind if name in settings} for kind in kinds)
    return design, effort  # type: ignore[return-value]


def designed(
    rules: Sequence[Rules],
    names: Sequence[str],
    *,
    bots: Seat | Sequence[Seat] = "greedy",
    deals: int = DEALS,
    until: float | Mapping[str, float] | None = None,
    seed: int = 0,
    metrics: Iterable[str | Metric] = USUAL,
    where: Condition | str | None = None,
) -> Study:
    """The study of some rules under given settings.

    Args:
        rules: what is played.
        names: distinguish the rules in the results.
        bots: as in `Design`, like the others.

    Raises:
        InvalidRules: one of them is not as `Design` describes.

    >>> from trickkit.variants import pikoko
    >>> designed([pikoko.rules()], ["Pikoko"], until=0.5, metrics=["points"]).until
    {'points': 0.5}
    """
    measured = metrics_of(metrics)
    if not measured:
        raise InvalidRules("metrics: there is nothing to measure; name one or more")
    if bots == AUTO:
        bots = players_for(rules, seed)
    widths = {} if until is None else until if isinstance(until, Mapping) else {measured[0].name: until}
    return Study(
        rules=tuple(rules),
        names=tuple(names),
        bots=bots if isinstance(bots, str | Bot) else tuple(bots),
        deals=deals,
        seed=seed,
        where=where,
        metrics=measured,
        until=dict(widths),
    )

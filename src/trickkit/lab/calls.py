"""The calls of the lab."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from attrs import evolve

from trickkit.bots.base import Bot
from trickkit.catalog.registry import load as load_rules
from trickkit.errors import InvalidRules
from trickkit.lab.cluster import on_cluster
from trickkit.lab.conditions import Condition
from trickkit.lab.files import StudyFile, read
from trickkit.lab.metrics import METRICS, USUAL, Metric, metrics_of
from trickkit.lab.playing import Seat
from trickkit.lab.results import Found
from trickkit.lab.running import Blocks, run, workers
from trickkit.lab.study import Study
from trickkit.lab.sweeping import based_on, swept
from trickkit.play.rules import Rules, rules_of

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["DEALS", "Game", "compare", "load", "names_of", "profile", "sweep"]

DEALS = 1000
"""How many deals a study has unless somebody says."""

Game = Rules | str
"""Rules, or the key or path by which `trickkit.load` finds them."""

Until = float | Mapping[str, float] | None


def compare(
    a: Game,
    b: Game,
    *more: Game,
    bots: Seat | Sequence[Seat] = "greedy",
    deals: int = DEALS,
    until: Until = None,
    seed: int = 0,
    metrics: Iterable[str | Metric] = USUAL,
    where: Condition | str | None = None,
    budget: timedelta | None = None,
    workers: int = 1,
    client: Client | None = None,
    send_python: bool = False,
    file: str | os.PathLike[str] | None = None,
    seen: Callable[[Found], object] = lambda _: None,
) -> Found:
    """Compare rules: the same players play the same deals under all of them.

    The cards are the same where the rules deal alike, and differences are taken deal by deal. The result is a function
    of the arguments, `budget` left out, for any number of workers and on every machine.

    Args:
        a: rules of a game, or what `trickkit.load` finds them by.
        b: those that are compared with them.
        more: others, each of which is compared with `a` as well.
        bots: who plays: one for all seats, or one for each, by name (`"random"`, `"greedy"`, `"flat:64"`, `"best:3"`)
            or as a value. Where they differ, each deal is played until each has sat everywhere. Random players play
            some ten thousand deals in a second, in compiled code; others as fast as they think.
        deals: how many at most, 2 or more.
        until: stop as soon as half of each interval is at most so wide: a number for the first metric, or numbers by
            the names of metrics; of shares, 0.01 is one percentage point.
        seed: any integer: the same one, the same study.
        metrics: what is measured, by name or as values.
        where: which deals are kept, as a value or a text of `trickkit.lab.conditions`, such as
            `"hearts of the starter >= 5"`: of what happens in a deal it is asked under `a`. None for all.
        budget: stop when so much time is over; how far that is depends on the machine.
        workers: how many processes work, 1 or more; 1 is this one.
        client: of a cluster of Dask, which works instead; bots and metrics are then given by name.
        send_python: whether the cluster is sent rules that are made in Python, with the texts of their files, and runs
            them; else it refuses such rules.
        file: where the study is kept; where the file exists, the study goes on from there.
        seen: called after each piece of work with what was found so far.

    Raises:
        InvalidRules: an argument is none of these, or rules cannot be played.
        InvalidRecord: the file cannot be used, or is of another study.

    >>> from trickkit import lab
    >>> from trickkit.variants import pikoko
    >>> lead = pikoko.rules(players=3, next_lead="start_player")
    >>> found = lab.compare("pikoko", pikoko.rules(next_lead="start_player"), bots="random", deals=2000)
    >>> by_starter = found.of("points by place")[0].differences[0]
    >>> found.deals, by_starter.low < by_starter.mean < by_starter.high
    (2000, True)
    """
    study = _study([*map(_rules, (a, b, *more))], bots, deals, until, seed, metrics, where)
    return _run(study, budget, workers, client, send_python, file, seen)


def profile(
    rules: Game,
    *,
    bots: Seat | Sequence[Seat] = "greedy",
    deals: int = DEALS,
    until: Until = None,
    seed: int = 0,
    metrics: Iterable[str | Metric] = tuple(METRICS),
    where: Condition | str | None = None,
    budget: timedelta | None = None,
    workers: int = 1,
    client: Client | None = None,
    send_python: bool = False,
    file: str | os.PathLike[str] | None = None,
    seen: Callable[[Found], object] = lambda _: None,
) -> Found:
    """The portrait of one game: all metrics, with intervals.

    Args:
        rules: of the game, or what `trickkit.load` finds them by.
        bots: as for `compare`.
        deals: as for `compare`.
        until: as for `compare`.
        seed: as for `compare`.
        metrics: as for `compare`.
        where: as for `compare`; of the first rules.
        budget: as for `compare`.
        workers: as for `compare`.
        client: as for `compare`.
        send_python: as for `compare`.
        file: as for `compare`.
        seen: as for `compare`.

    Raises:
        InvalidRules: as for `compare`.
        InvalidRecord: as for `compare`.

    >>> from trickkit import lab
    >>> found = lab.profile("pikinni", bots="random", deals=500, metrics=["points", "bids exact"])
    >>> [row.what for row in found.rows]
    ['points', 'bids exact']
    """
    return _run(
        _study([_rules(rules)], bots, deals, until, seed, metrics, where),
        budget,
        workers,
        client,
        send_python,
        file,
        seen,
    )


def sweep(
    rules: Game,
    *,
    over: Mapping[str, Sequence[Any]] | None = None,
    bots: Seat | Sequence[Seat] = "greedy",
    deals: int = DEALS,
    until: Until = None,
    seed: int = 0,
    metrics: Iterable[str | Metric] = USUAL,
    where: Condition | str | None = None,
    budget: timedelta | None = None,
    workers: int = 1,
    client: Client | None = None,
    send_python: bool = False,
    file: str | os.PathLike[str] | None = None,
    seen: Callable[[Found], object] = lambda _: None,
    **option: Sequence[Any],
) -> Found:
    """Study a game with one value after another for an option, or for any number in its rules; two make a grid.

    All play the same deals, and all are compared with the first.

    Args:
        rules: a key, a path, or rules that come from a key and options.
        over: by name, the values; a name may have dots, as in a house-rule sheet (`"ending.deals"`).
        bots: as for `compare`.
        deals: as for `compare`.
        until: as for `compare`.
        seed: as for `compare`.
        metrics: as for `compare`.
        where: as for `compare`; of the first rules.
        budget: as for `compare`.
        workers: as for `compare`.
        client: as for `compare`.
        send_python: as for `compare`.
        file: as for `compare`.
        seen: as for `compare`.
        option: more names and their values.

    Raises:
        InvalidRules: there is no such name or value, or as for `compare`.
        InvalidRecord: as for `compare`.

    >>> from trickkit import lab
    >>> found = lab.sweep("pikoko", tokens=[5, 9], bots="random", deals=500, metrics=["bids exact"])
    >>> found.study.names, len(found.rows[0].values)
    (('tokens=5', 'tokens=9'), 2)
    """
    names, all_rules = swept(*based_on(rules), {**(over or {}), **option})
    study = evolve(_study(all_rules, bots, deals, until, seed, metrics, where), names=names)
    return _run(study, budget, workers, client, send_python, file, seen)


def load(
    path: str | os.PathLike[str],
    *,
    rules: Sequence[Rules] = (),
    budget: timedelta | None = None,
    workers: int = 1,
    client: Client | None = None,
    send_python: bool = False,
    seen: Callable[[Found], object] = lambda _: None,
) -> Found:
    """A study from its file; where it is not done, it goes on and is written to the file. `read` only reads.

    Args:
        path: of the file.
        rules: those of the study, where the file does not say enough to find them, as of a Python file.
        budget: as for `compare`.
        workers: as for `compare`.
        client: as for `compare`.
        send_python: as for `compare`.
        seen: as for `compare`.

    Raises:
        InvalidRecord: it is no such file, or its rules cannot be found.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit import lab
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "study.jsonl")
    ...     found = lab.profile("pikoko", bots="random", deals=500, metrics=["wins"], file=file)
    ...     lab.load(file) == found
    True
    """
    return _run(read(path, rules).study, budget, workers, client, send_python, path, seen)


def _rules(game: Game) -> Rules:
    return load_rules(game) if isinstance(game, str) else rules_of(game)


def _study(
    rules: Sequence[Rules],
    bots: Seat | Sequence[Seat],
    deals: int,
    until: Until,
    seed: int,
    metrics: Iterable[str | Metric],
    where: Condition | str | None,
) -> Study:
    measured = metrics_of(metrics)
    if not measured:
        raise InvalidRules("metrics: there is nothing to be measured; name one or more")
    widths = {} if until is None else until if isinstance(until, Mapping) else {measured[0].name: until}
    return Study(
        rules=tuple(rules),
        names=names_of(rules),
        bots=bots if isinstance(bots, str | Bot) else tuple(bots),
        deals=deals,
        seed=seed,
        where=where,
        metrics=measured,
        until=dict(widths),
    )


def names_of(rules: Sequence[Rules]) -> tuple[str, ...]:
    """Names that tell rules apart: their own, or the options in which they differ, or numbers.

    An option whose values are words is not named itself. Where several options differ among more than two rules, others
    than the first are called by what they change of it.

    >>> from trickkit.variants import pikoko
    >>> names_of([pikoko.rules(players=3), pikoko.rules(players=4)])
    ('players=3', 'players=4')
    >>> names_of([pikoko.rules(), pikoko.rules(next_lead="start_player")])
    ('winning_peacock', 'start_player')
    >>> names_of([pikoko.rules(), pikoko.rules(next_lead="start_player"), pikoko.rules(multi_must_follow=False)])
    ('Pikoko', 'next_lead=start_player', 'multi_must_follow=False')
    """
    options: list[Mapping[str, Any]] = [one.options for one in rules]
    differ = [name for name in options[0] if len({str(one.get(name)) for one in options}) > 1]
    words = [one.get(differ[0]) for one in options] if len(differ) == 1 else []
    first, *others = options
    changed = [_given(one, [name for name in differ if one.get(name) != first.get(name)]) for one in others]
    several = len(rules) > 2 and len(differ) > 1 and all(changed)
    for names in (
        [one.name for one in rules],
        [word for word in words if isinstance(word, str)],
        [rules[0].name, *changed] if several else [],
        [_given(one, differ) for one in options],
        [one.key for one in rules],
    ):
        if len({*names}) == len(rules):
            return tuple(names)
    return tuple(f"{one.name}{f' ({place + 1})' if place else ''}" for place, one in enumerate(rules))


def _given(options: Mapping[str, Any], names: Iterable[str]) -> str:
    """Some options with their values, in words."""
    return ", ".join(f"{name}={options.get(name)}" for name in names)


def _run(
    study: Study,
    budget: timedelta | None,
    count: int,
    client: Client | None,
    send_python: bool,
    file: str | os.PathLike[str] | None,
    seen: Callable[[Found], object],
) -> Found:
    if client is not None and count != 1:
        raise InvalidRules(f"workers={count} and a client: a study runs on one of them")
    if client is None:
        players: AbstractContextManager[Blocks] = workers(study, count)
    else:
        players = nullcontext(on_cluster(study, client, send_python=send_python))
    with players as blocks:
        if file is None:
            return run(study, blocks, budget=budget, seen=seen)
        with StudyFile(file, study) as kept:
            return run(study, blocks, begun=kept.begun, budget=budget, seen=seen, kept=kept.add)

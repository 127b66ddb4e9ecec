"""The calls of the lab."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Unpack

from trickkit.catalog.registry import load as load_rules
from trickkit.errors import InvalidRules
from trickkit.lab.balancing import Aim, Balance
from trickkit.lab.cluster import on_cluster
from trickkit.lab.files import StudyFile, read
from trickkit.lab.metrics import OF_DEALS, OF_GAMES
from trickkit.lab.results import Found
from trickkit.lab.running import Blocks, run
from trickkit.lab.running import workers as worker_processes
from trickkit.lab.settings import Design, Effort, Settings, designed, divided
from trickkit.lab.study import Study
from trickkit.lab.sweeping import based_on, swept
from trickkit.play.rules import Rules, rules_of

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Game", "balance", "compare", "games", "load", "names_of", "profile", "sweep"]

FRESH = 1_000_003
"""The difference between the seed of fresh deals and that of the search."""
GAMES = 100
"""The default number of games in a study of whole games."""
Game = Rules | str
"""Rules, or the key or path by which `trickkit.load` finds them."""


def compare(a: Game, b: Game, *more: Game, **settings: Unpack[Settings]) -> Found:
    """Compares rules: the same players play the same deals under all of them.

    The cards are the same if the rules deal alike, and differences are taken deal by deal. The result is a function of
    the rules and the [design][trickkit.lab.settings.Design], for any number of workers and on every machine.

    Args:
        a: the rules of a game, or whatever `trickkit.load` accepts.
        b: the rules that are compared with them.
        more: others, each of which is also compared with `a`.
        settings: `bots`, `deals`, `until`, `seed`, `metrics` and `where`, as `Design` describes them; `budget`,
            `workers`, `client`, `send_python`, `file` and `seen`, as [`Effort`][trickkit.lab.settings.Effort] does.

    Raises:
        InvalidRules: an argument is invalid, or rules cannot be played.
        InvalidRecord: the file cannot be used, or is of another study.

    >>> from trickkit import lab
    >>> from trickkit.variants import pikoko
    >>> lead = pikoko.rules(players=3, next_lead="start_player")
    >>> found = lab.compare("pikoko", pikoko.rules(next_lead="start_player"), bots="random", deals=2000)
    >>> by_starter = found.of("points by place")[0].differences[0]
    >>> found.deals, by_starter.low < by_starter.mean < by_starter.high
    (2000, True)
    """
    design, effort = divided(settings)
    return _studied([_rules(game) for game in (a, b, *more)], design, effort)


def profile(rules: Game, **settings: Unpack[Settings]) -> Found:
    """The portrait of one game: all metrics, with intervals.

    Args:
        rules: of the game, or whatever `trickkit.load` accepts.
        settings: as for `compare`; by default, all metrics are measured.

    >>> from trickkit import lab
    >>> found = lab.profile("pikinni", bots="random", deals=500, metrics=["points", "bids exact"])
    >>> [row.what for row in found.rows]
    ['points', 'bids exact']
    """
    design, effort = divided(settings)
    return _studied([_rules(rules)], {"metrics": OF_DEALS, **design}, effort)


def games(a: Game, *more: Game, games: int = GAMES, **settings: Unpack[Settings]) -> Found:
    """Plays whole games to the end: who wins, how many deals and minutes they take, and how long they stay open.

    Args:
        a: the rules of a game, or whatever `trickkit.load` accepts.
        more: others, each of which is compared with `a`.
        games: how many, 2 or more.
        settings: as for `compare`, except `deals` and `where`; by default, all metrics of games are measured.

    >>> from trickkit import lab
    >>> found = lab.games("pikinni", bots="random", games=5, metrics=["deals of a game"])
    >>> found.rows[0].values[0].mean, found.method()[0]
    (11.0, '5 games, each for itself; seed 0; all seats: random')
    """
    design, effort = divided(settings)
    all_rules = [_rules(game) for game in (a, *more)]
    return _studied(all_rules, {"metrics": OF_GAMES, **design, "deals": games}, effort)


def sweep(rules: Game, *, over: Mapping[str, Sequence[Any]] | None = None, **given: Any) -> Found:
    """Studies a game with one value after another for an option, or for any number in its rules; two make a grid.

    All values play the same deals, and all are compared with the first.

    Args:
        rules: a key, a path, or rules that come from a key and options.
        over: by name, the values; a name may have dots, as in a house-rule sheet (`"ending.deals"`).
        given: settings as for `compare`, and more names with their values, as in `tokens=[5, 9]`.

    Raises:
        InvalidRules: there is no such name or value, or as for `compare`.
        InvalidRecord: as for `compare`.

    >>> from trickkit import lab
    >>> found = lab.sweep("pikoko", tokens=[5, 9], bots="random", deals=500, metrics=["bids exact"])
    >>> found.study.names, len(found.rows[0].values)
    (('tokens=5', 'tokens=9'), 2)
    """
    design, effort = divided({name: given.pop(name) for name in Settings.__annotations__ if name in given})
    names, all_rules = swept(*based_on(rules), {**(over or {}), **given})
    return _studied(all_rules, design, effort, names)


def balance(
    rules: Game, *, aim: str = "seats equal", over: Mapping[str, Sequence[Any]] | None = None, **given: Any
) -> Balance:
    """Searches options and numbers for the rules that come closest to an aim, and confirms the best with fresh deals.

    All rules play the same deals; then the first and the best rules play the same number of other deals.

    Args:
        rules: a key, a path, or rules that come from a key and options.
        aim: `"seats equal"` (points by place), `"wins equal"`, `"games equal"` (whole games), or a metric with a
            target, such as `"ties low"`, `"spread high"` or `"bids exact = 50%"`.
        over: as for `sweep`; the first combination is the rules as they are.
        given: settings as for `compare` except `metrics`, and more names with their values. With `file`, the fresh
            deals are kept beside it, in a file whose name ends in `.fresh`.

    Raises:
        InvalidRules: it is no aim, or as for `sweep`.
        InvalidRecord: as for `compare`.

    >>> from trickkit import lab
    >>> lab.balance("pikinni", aim="ties low", players=[2, 3], bots="random", deals=400).search.study.names
    ('players=2', 'players=3')
    """
    wanted = Aim.read(aim)
    design, effort = divided({name: given.pop(name) for name in Settings.__annotations__ if name in given})
    if "metrics" in design:
        raise InvalidRules("metrics: leave them out; the aim says what is measured")
    names, all_rules = swept(*based_on(rules), {**(over or {}), **given})
    search = _studied(all_rules, {**design, "metrics": (wanted.metric,)}, effort, names)
    best = Balance(wanted, search, search).place
    chosen = [0, best] if best else [0]
    seed, bots = search.study.seed + FRESH, search.study.bots
    fresh: Design = {**design, "metrics": (wanted.metric,), "seed": seed, "bots": bots}
    file = effort.get("file")
    kept: Effort = effort if file is None else {**effort, "file": f"{os.fspath(file)}.fresh"}
    return Balance(
        wanted,
        search,
        _studied([all_rules[index] for index in chosen], fresh, kept, [names[index] for index in chosen]),
    )


def load(path: str | os.PathLike[str], *, rules: Sequence[Rules] = (), **effort: Unpack[Effort]) -> Found:
    """A study from its file; an unfinished one continues, and is written to the file. `read` only reads.

    Args:
        path: of the file.
        rules: those of the study, if the file does not identify them, as with rules from a Python file.
        effort: as [`Effort`][trickkit.lab.settings.Effort] describes, except `file`.

    Raises:
        InvalidRecord: it is not such a file, or its rules cannot be found.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit import lab
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "study.jsonl")
    ...     found = lab.profile("pikoko", bots="random", deals=500, metrics=["wins"], file=file)
    ...     lab.load(file) == found
    True
    """
    kept: Effort = {**effort, "file": path}
    return _run(read(path, rules).study, **kept)


def _rules(game: Game) -> Rules:
    return load_rules(game) if isinstance(game, str) else rules_of(game)


def _studied(rules: Sequence[Rules], design: Design, effort: Effort, names: Sequence[str] = ()) -> Found:
    return _run(designed(rules, names or names_of(rules), **design), **effort)


def names_of(rules: Sequence[Rules]) -> tuple[str, ...]:
    """Names that distinguish rules: their own, the options in which they differ, or numbers.

    If the values of an option are words, the names omit the option itself. If several options differ among more than
    two rules, those after the first are named by what they change.

    >>> from trickkit.variants import pikoko
    >>> names_of([pikoko.rules(players=3), pikoko.rules(players=4)])
    ('players=3', 'players=4')
    >>> names_of([pikoko.rules(), pikoko.rules(next_lead="start_player")])
    ('winning_peacock', 'start_player')
    >>> names_of([pikoko.rules(), pikoko.rules(next_lead="start_player"), pikoko.rules(multi_must_follow=False)])
    ('Pikoko', 'next_lead=start_player', 'multi_must_follow=False')
    """
    options: list[Mapping[str, Any]] = [game.options for game in rules]
    differ = [name for name in options[0] if len({str(settings.get(name)) for settings in options}) > 1]
    words = [settings.get(differ[0]) for settings in options] if len(differ) == 1 else []
    first, *others = options
    changed = [
        _given(settings, [name for name in differ if settings.get(name) != first.get(name)]) for settings in others
    ]
    several = len(rules) > 2 and len(differ) > 1 and all(changed)
    for names in (
        [game.name for game in rules],
        [word for word in words if isinstance(word, str)],
        [rules[0].name, *changed] if several else [],
        [_given(settings, differ) for settings in options],
        [game.key for game in rules],
    ):
        if len({*names}) == len(rules):
            return tuple(names)
    return tuple(f"{game.name}{f' ({index + 1})' if index else ''}" for index, game in enumerate(rules))


def _given(options: Mapping[str, Any], names: Iterable[str]) -> str:
    return ", ".join(f"{name}={options.get(name)}" for name in names)


def _run(
    study: Study,
    *,
    budget: timedelta | None = None,
    workers: int = 1,
    client: Client | None = None,
    send_python: bool = False,
    file: str | os.PathLike[str] | None = None,
    seen: Callable[[Found], object] = lambda _: None,
) -> Found:
    if client is not None and workers != 1:
        raise InvalidRules(f"workers={workers} and a client: give only one of them")
    if client is None:
        players: AbstractContextManager[Blocks] = worker_processes(study, workers)
    else:
        players = nullcontext(on_cluster(study, client, send_python=send_python))
    with players as blocks:
        if file is None:
            return run(study, blocks, budget=budget, seen=seen)
        with StudyFile(file, study) as kept:
            return run(study, blocks, begun=kept.begun, budget=budget, seen=seen, kept=kept.add)

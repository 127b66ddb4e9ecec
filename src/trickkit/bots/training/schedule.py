"""The course of a training: how long it takes, which networks are kept, and how strong they are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from trickkit import __version__
from trickkit.batch.run.chunks import cores, whole
from trickkit.bots.base import Bot
from trickkit.bots.intervals import reach, standard_error
from trickkit.bots.lanes_match import Act, rows_in_lanes
from trickkit.bots.learned import Learned, about_rules, options_of
from trickkit.bots.levels import Best
from trickkit.bots.match import Match, match
from trickkit.bots.training.choosing import choose
from trickkit.bots.training.deciding import Decider
from trickkit.bots.training.learner import HIDDEN
from trickkit.bots.training.pupils import Class, Pupil, class_of
from trickkit.errors import InvalidRules, quoted
from trickkit.play.rules import Rules, rules_of
from trickkit.play.utility import Utility

if TYPE_CHECKING:
    from trickkit.bots.network import Network

__all__ = ["Progress", "train"]

CHECKS = 8
"""The number of matches in a training that compare what was learned with what is kept."""
DEALS = 512
"""The number of deals in such a match."""
AGAINST = 0.02
"""The share of the time so far that a match with each level of play takes."""
CHOOSING = 0.05
"""The share of the time for a match that finds which decisions are better left to search."""
FRESH = 4
"""The factor for the number of deals in the last match with the bot to beat."""
SLOWER = 8
"""The divisor for the number of deals in matches with a bot that decides view by view."""
LEAST = 0.5
"""The minimum time for a match, in seconds."""


@frozen
class Progress:
    """How far a training has come.

    Args:
        share: the part of the training that is done, 0 to 1.
        seconds: the processor time that it has taken.
        steps: how many decisions were made in each lane.
        deals: how many deals were played.
        kept: how many times a match showed that what was learned is better.
        ahead: by level of play, by how many points a deal the kept network is ahead, and half the 95 % interval.
        over: the same over the bot that it learns to beat; None in self-play.

    >>> print(Progress(0.5, 30, 9000, 70_000, 4, {1: (1.5, 0.25)}))
    50 %: 70,000 deals; kept 4 times; +1.50 ± 0.25 over level 1
    """

    share: float
    seconds: float
    steps: int
    deals: int
    kept: int
    ahead: dict[int, tuple[float, float]] = field(factory=dict)
    over: tuple[float, float] | None = None

    def __str__(self) -> str:
        others = [(f"level {level}", lead) for level, lead in self.ahead.items()]
        others += [] if self.over is None else [("the bot", self.over)]
        leads = "".join(f"; {mean:+.2f} ± {half:.2f} over {name}" for name, (mean, half) in others)
        return f"{self.share:.0%}: {self.deals:,} deals; kept {self.kept} times{leads}".replace("%", " %", 1)


@define(eq=False)
class _Training:
    """A training in progress.

    Args:
        rules: of the game.
        path: of the file.
        seed: determines everything.
        minutes: the processor time that it takes; None if `limit` says how long it takes.
        limit: the number of steps; None if `minutes` says how long it takes.
        seen: called now and then.
        against: the bot that it learns to beat; None for self-play.
        workers: how many processes learn.
    """

    rules: Rules
    path: str
    seed: int
    minutes: float | None
    limit: int | None
    seen: Callable[[Progress], object]
    against: Bot | None = None
    workers: int = 1
    _before: dict[str, Any] = field(init=False, factory=dict)
    _begun: Network | None = field(init=False, default=None)
    _pupil: Pupil = field(init=False)
    _class: Class = field(init=False)
    _best: Decider | None = field(init=False, default=None)
    _checked: int = field(init=False, default=0)
    _kept: int = field(init=False, default=0)
    _ahead: dict[int, tuple[float, float]] = field(init=False, factory=dict)
    _over: Match | None = field(init=False, default=None)
    """The last match with the bot that it learns to beat."""
    _began: float = field(init=False, default=0.0)

    def __attrs_post_init__(self) -> None:
        self._pupil = Pupil(self.rules, self.seed, self.against)
        self._class = Class(self._pupil)

    def go_on_from(self, network: Network) -> None:
        """Continue from the network of an earlier training."""
        if len(network.first_bias) != HIDDEN:
            raise InvalidRules(f"{quoted(self.path)} has layers of {len(network.first_bias)}, not {HIDDEN}: train anew")
        self._pupil.go_on_from(network)
        self._begun, self._best = network, self._pupil.earlier
        self._before = dict(network.about.get("trained", {}))

    def begin_as(self, network: Network) -> None:
        """Begin with the network of the bot to beat, and keep that until a better one is found."""
        self.go_on_from(network)
        self._before = {}
        assert self._best is not None
        self._keep(self._best)

    def run(self) -> None:
        """Learn to the end; if interrupted before anything was kept, keep the current network."""
        # One process compiles, and the others load the code.
        self._pupil.learner.compile(self._pupil.played)
        with class_of(self._pupil, self.workers, self._begun) as self._class:
            self._began = time.process_time()
            try:
                self._learn()
            except KeyboardInterrupt:
                if self._best is None and self._class.deals:
                    self._keep(self._pupil.learner.settled())
                raise

    def _learn(self) -> None:
        while (share := self._share()) < 1:
            self._class.step(share, None if self.limit is None else self.limit - self._pupil.played.step)
            if self._pupil.played.step % 64 == 0:
                self.seen(self._progress())
            if int(share * CHECKS) > self._checked:
                self._checked = int(share * CHECKS)
                self._check()
        self._check()
        if self.against is not None:
            self._lead()
        elif self.minutes is not None:
            choose(self.rules, self.path, seconds=max(LEAST, CHOOSING * self._seconds()), seed=self.seed)

    def _check(self) -> None:
        """Keep the current network if it beats the kept one in a match."""
        candidate = self._pupil.learner.settled()
        if self._best is None or self._is_better(candidate, self._best):
            self._keep(candidate)
        self._class.meet(candidate)
        if self.minutes is not None and self.against is None:
            self._measure()
        self.seen(self._progress())

    def _is_better(self, candidate: Decider, best: Decider) -> bool:
        seed = self.seed + self._checked + 1
        if self.against is None:
            return self._match([candidate.act, best.act], (0, 1), DEALS, seed).ahead(0, 1)[0] > 0
        # Both play the same cards; a gain within the standard error may be chance.
        leads = [self._match_against(decider, self._deals, seed).leads(0, 1) for decider in (candidate, best)]
        gains = [new - old for new, old in zip(*leads, strict=True)]
        return fmean(gains) > (standard_error(gains) or 0)

    @property
    def _deals(self) -> int:
        """The number of deals in a match against the bot to beat."""
        return DEALS if self.against is None or self.against.decides_by_arrays else DEALS // SLOWER

    def _match(self, players: Sequence[Act], table: tuple[int, ...], deals: int, seed: int) -> Match:
        utility = self._pupil.played.utility
        return Match([*rows_in_lanes(self.rules, players, [table], utility, deals=deals, seed=seed)], utility.sign)

    def _match_against(self, decider: Decider, deals: int, seed: int) -> Match:
        """A match in which a decider plays one side, and the bot to beat plays all others."""
        assert self.against is not None
        table = (0, *[1] * (len(self._pupil.played.utility.sides) - 1))
        return self._match([decider.act, self.against.act_lanes], table, deals, seed)

    def _lead(self) -> None:
        """Measure with fresh cards how far the kept network is ahead of the bot to beat; write it to the file."""
        assert self._best is not None
        self._over = self._match_against(self._best, FRESH * self._deals, self.seed + CHECKS + 2)
        network, (mean, half) = Learned(self.path).network_for(self.rules), self._over_by(self._over)
        trained = {
            **network.about["trained"],
            "ahead": [round(mean, 4), round(half, 4)],
            "ahead_deals": self._over.deals,
        }
        evolve(network, about={**network.about, "trained": trained}).save(self.path)
        self.seen(self._progress())

    def _over_by(self, found: Match) -> tuple[float, float]:
        mean, error = found.ahead(0, 1)
        return mean, reach(error or 0)

    def _keep(self, decider: Decider) -> None:
        self._best, self._kept = decider, self._kept + 1
        self._pupil.learner.network(decider, self._about()).save(self.path)

    def _measure(self) -> None:
        """Play matches against levels 1 and 2 of `best`."""
        budget = timedelta(seconds=max(LEAST, AGAINST * self._seconds()))
        for level in (1, 2):
            bots = [Learned(self.path), Best(level)]
            result = match(self.rules, bots, deals=10_000, seed=self._checked, budget=budget)
            self._ahead[level] = self._over_by(result)

    def _seconds(self) -> float:
        return time.process_time() - self._began

    def _share(self) -> float:
        if self.limit is not None:
            return self._pupil.played.step / self.limit
        return self._seconds() / (60 * (self.minutes or 1))

    def _progress(self) -> Progress:
        steps, deals = self._pupil.played.step, self._class.deals
        over = None if self._over is None else self._over_by(self._over)
        share = min(1.0, self._share())
        return Progress(share, self._seconds(), steps, deals, self._kept, {**self._ahead}, over)

    def _about(self) -> dict[str, Any]:
        rules = self.rules
        trained = {
            "minutes": round(self._seconds() / 60 + self._before.get("minutes", 0), 2),
            "deals": self._class.deals + self._before.get("deals", 0),
            "decisions": self._class.decisions + self._before.get("decisions", 0),
            "seed": self.seed,
            **({"workers": self.workers} if self.workers > 1 else {}),
            "by": f"Deep Monte Carlo, trickkit {__version__}",
        }
        if self.against is not None:
            trained["against"] = f"{self.against!r:.200}"
        about = {"game": rules.key, "name": rules.name, "options": options_of(rules)}
        return {**about_rules(rules), **about, "hidden": HIDDEN, "unit": self._pupil.unit, "trained": trained}


def train(
    rules: Rules,
    minutes: float = 5,
    *,
    path: str | os.PathLike[str],
    seed: int = 0,
    steps: int | None = None,
    resume: bool = False,
    against: Bot | None = None,
    workers: int | None = 1,
    seen: Callable[[Progress], object] = lambda _: None,
) -> Learned:
    """Let a bot learn rules by playing against itself, and write its network to a file.

    It plays all seats of many deals at once, and learns what each decision is worth in the end (Deep Monte Carlo). In
    some of the deals an earlier self or random play decides for the other sides, so that the network does not develop
    habits that only suit itself. Eight times a match shows whether it has become better; only then is the file written
    again. Ctrl-C keeps the file. At the end, matches with level 3 of `best` decide for which decisions `best(rules,
    network=...)` uses the network. With `steps`, there are no matches with levels of play.

    With `against` it learns to beat another bot instead (*approximate best response*): one side learns, and that bot
    plays all others. A match with fresh cards measures its lead, a lower bound on what can be gained on that bot, which
    `about["trained"]` keeps. Against a learned bot, it begins with that bot's network. Random and learned bots play
    fast; others decide view by view.

    Args:
        rules: of any game; it is fast if the compiled engine runs them (`batch.supports`).
        minutes: how long, in minutes of processor time of each process.
        path: of the file, such as `"hearts.npz"`.
        seed: any integer; with `steps`, equal seeds and numbers of workers give equal files on machines of one kind.
        steps: how long, instead of `minutes`: the number of decisions in each of 512 deals side by side (32 if the
            rules do not compile).
        resume: whether to continue from an existing file, which is otherwise refused.
        against: the bot that it learns to beat; None for itself.
        workers: how many processes play and learn, 1 or more; None for one per processor core. Each plays deals of its
            own, and they often share what they have learned.
        seen: called now and then with the progress.

    Returns:
        Returns the bot.

    Raises:
        InvalidRules: an argument is invalid; the file exists, or was trained for other rules; or all seats win
            together, so that there is no bot to beat.
        InvalidRecord: the file to continue from has no network in it.

    Source: D. Zha and others, DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement Learning, 2021.

    >>> import os, tempfile
    >>> from trickkit import bots, load
    >>> path = os.path.join(tempfile.mkdtemp(), "pikinni.npz")
    >>> bots.train(load("pikinni", players=2), steps=10, path=path).about["game"]
    'pikinni'
    """
    target, rules = os.fspath(path), rules_of(rules)
    if not (isinstance(minutes, (int, float)) and 0 < minutes < float("inf")):
        raise InvalidRules(f"minutes={quoted(minutes)}: a number above 0")
    steps, workers = None if steps is None else whole("steps", steps, 1), cores(workers, "workers")
    if type(seed) is not int:
        raise InvalidRules(f"seed={quoted(seed)}: a whole number")
    exists = os.path.lexists(target)
    if exists and not resume:
        raise InvalidRules(f"{quoted(target)} exists; give resume=True to continue from it, or another path")
    folder = Path(target).absolute().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InvalidRules(f"the folder of {quoted(target)} does not exist, or nothing can be written there")
    if against is not None and not isinstance(against, Bot):
        raise InvalidRules(f"against={quoted(against)} is no bot; `bots.read` makes one from a name")
    if against is not None and len(Utility.said_by(rules).sides) == 1:
        raise InvalidRules("all seats win together: there is no bot to learn against", game=rules.key)
    training = _Training(
        rules, target, seed, None if steps else minutes, steps, seen, against and against.seeded(seed), workers
    )  # fmt: skip
    if exists:
        training.go_on_from(Learned(target).network_for(rules))
    elif isinstance(against, Learned):
        training.begin_as(against.network_for(rules))
    training.run()
    return Learned(target)

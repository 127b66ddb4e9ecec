"""Self-play with the network that learns from it, in one process or in several that share what they learn."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from functools import reduce
from math import log
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from attrs import define, field

from trickkit.bots.learned import features_of
from trickkit.bots.training.deciding import Decider, layers_of
from trickkit.bots.training.learner import Learner
from trickkit.bots.training.playing import SelfPlay
from trickkit.errors import TrickkitError
from trickkit.locks import close_inherited
from trickkit.processes import end_with_parent, worker_pool

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from trickkit.batch.kernel.arrays import Array
    from trickkit.bots.base import Bot
    from trickkit.bots.network import Network
    from trickkit.bots.training.kernels import Layers
    from trickkit.play.rules import Rules

T = TypeVar("T")

EXPLORES = (0.1, 0.02)
"""The share of random plays, at the beginning and at the end of a training."""
TRUSTS = 0.7
"""How much the value of the next decision counts for a play at the beginning of a training; at the end, it does not
count at all. If more than the number of tricks counts, such as the cards in them, a later position does not show what
was won before."""
UNITS = 0.05
"""The change of the unit's logarithm from which a new unit is used."""
TOGETHER = 64
"""The number of decisions in each lane after which processes share what they have learned."""
APART = 2**32
"""The distance between the seeds of processes."""


class Lesson(NamedTuple):
    """The message that processes exchange between their steps.

    Args:
        state: of the learner: the mean of all processes, or that of one.
        known: (features,), bool: the features that the process has learned about.
        unit: the unit of values; 0 before the first deal has ended.
        deals: how many deals the process has played.
        decisions: how many decisions it has stored.
    """

    state: Array
    known: Array
    unit: float
    deals: int
    decisions: int


@define(eq=False)
class Pupil:
    """Self-play, and a network that learns from it.

    Args:
        rules: of the game.
        seed: determines everything.
        against: the bot that it learns to beat; None for self-play.
        number: of its process, from 0. All processes begin with the same network, and each plays deals of its own.
    """

    rules: Rules
    seed: int
    against: Bot | None = None
    number: int = 0
    played: SelfPlay = field(init=False)
    learner: Learner = field(init=False)
    unit: float = field(init=False, default=0.0)
    earlier: Decider | None = field(init=False, default=None)
    """An earlier self, against which it plays."""

    def __attrs_post_init__(self) -> None:
        features = features_of(self.rules)
        self.played = SelfPlay(features, self.seed + self.number * APART, self.against)
        self.learner = Learner(features, self.seed)

    def go_on_from(self, network: Network) -> None:
        """Continue from the network of an earlier training."""
        self.learner.begin_with(network)
        features = features_of(self.rules)
        self.earlier = Decider(features, layers_of(network, features.count))
        self.unit = float(network.about.get("unit", 1.0))
        self.played.begin_with(self.unit)

    def step(self, share: float) -> None:
        """Make a decision in every lane, and learn from the deals that have ended.

        Args:
            share: of the training that is done, 0 to 1.
        """
        explores = EXPLORES[0] + share * (EXPLORES[1] - EXPLORES[0])
        counts_only = all(part.counts_only for part in self.rules.scoring)
        self.played.trusts = TRUSTS * (1 - share) if counts_only else 0.0
        stored = self.played.play(self.learner.decider, self.earlier, explores)
        if stored and (not self.unit or abs(log(self.played.unit / self.unit)) > UNITS):
            self._measure_in(self.played.unit)
        self.learner.learn(self.played, stored, share)

    def _measure_in(self, unit: float) -> None:
        if self.unit:
            self.learner.rescale(self.unit / unit)
        self.unit = unit

    @property
    def lesson(self) -> Lesson:
        """What it has learned so far."""
        learner, played = self.learner, self.played
        # Other processes read the message while this one continues.
        return Lesson(learner.state.copy(), learner.known.copy(), self.unit, played.deals, played.decisions)

    def practise(self, mean: Lesson, share: float, steps: int) -> Lesson:
        """Continue from the mean of all processes; return what this process has learned after that, in the same unit.

        Args:
            mean: of all processes.
            share: as in `step`.
            steps: how many, 1 or more.
        """
        self._take_over(mean)
        for _ in range(steps):
            self.step(share)
        if mean.unit:
            self._measure_in(mean.unit)
        return self.lesson

    def _take_over(self, mean: Lesson) -> None:
        self.learner.state[:] = mean.state
        self.learner.known[:] = mean.known
        self.unit = mean.unit or self.unit


@define(eq=False)
class Class:
    """A pupil in this process, and one in each of several others; all share what they learn.

    After some steps, all continue from the mean of their weights (S. Stich, *Local SGD Converges Fast and Communicates
    Little*, 2019), and of the running means of gradients and their squares. Because no process waits for a clock, the
    same seed and number of processes give the same network.

    Args:
        pupil: in this process.
        others: the other processes.
    """

    pupil: Pupil
    others: tuple[Executor, ...] = ()
    _lessons: tuple[Lesson, ...] = field(init=False, default=())
    """The last messages of the other processes."""

    @property
    def deals(self) -> int:
        """How many deals were played by all."""
        return self.pupil.played.deals + sum(lesson.deals for lesson in self._lessons)

    @property
    def decisions(self) -> int:
        """How many decisions were stored by all."""
        return self.pupil.played.decisions + sum(lesson.decisions for lesson in self._lessons)

    def step(self, share: float, left: int | None) -> None:
        """Make one step alone, or as many as are made before processes share what they have learned.

        Args:
            share: of the training that is done, 0 to 1.
            left: how many steps there are at most; None for any number.
        """
        if not self.others:
            self.pupil.step(share)
            return
        steps, mean = min(TOGETHER, left or TOGETHER), self.pupil.lesson
        waiting = [other.submit(_practise, mean, share, steps) for other in self.others]
        own = self.pupil.practise(mean, share, steps)
        self._lessons = tuple(_answer(future) for future in waiting)
        lessons = (own, *self._lessons)
        state = reduce(np.add, [lesson.state for lesson in lessons]) / np.float32(len(lessons))
        self.pupil.learner.state[:] = state
        self.pupil.learner.known[:] = np.logical_or.reduce([lesson.known for lesson in lessons])

    def meet(self, earlier: Decider) -> None:
        """From now on, play against an earlier self as well."""
        self.pupil.earlier = earlier
        for future in [other.submit(_meet, earlier.layers) for other in self.others]:
            _answer(future)


@contextmanager
def class_of(pupil: Pupil, workers: int, network: Network | None = None) -> Iterator[Class]:
    """A pupil together with those in other processes, which end with the block.

    Args:
        pupil: in this process.
        workers: how many processes learn, 1 or more.
        network: from which all go on; None for none.
    """
    with ExitStack() as stack:
        yield Class(
            pupil,
            tuple(
                stack.enter_context(worker_pool(1, _begin, pupil.rules, pupil.seed, pupil.against, worker, network))
                for worker in range(1, workers)
            ),
        )


_pupil: list[Pupil] = []


def _begin(rules: Rules, seed: int, against: Bot | None, number: int, network: Network | None) -> None:
    """Become the pupil of a process; only the first process handles interruptions, and it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    close_inherited()
    pupil = Pupil(rules, seed, against, number)
    if network is not None:
        pupil.go_on_from(network)
    _pupil[:] = [pupil]


def _practise(mean: Lesson, share: float, steps: int) -> Lesson:
    return _pupil[0].practise(mean, share, steps)


def _meet(layers: Layers) -> None:
    _pupil[0].earlier = Decider(_pupil[0].played.features, layers)


def _answer(waiting: Future[T]) -> T:
    try:
        return waiting.result()
    except BrokenProcessPool:
        raise TrickkitError("a process that learned was killed; what was kept before is in the file") from None

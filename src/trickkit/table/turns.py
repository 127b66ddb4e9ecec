"""Chooses the next bot to think: the table with least recent use; slow bots never take the last free worker."""

from __future__ import annotations

from asyncio import Future, TimerHandle
from collections.abc import Callable
from math import exp2
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from attrs import define

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["Accounts", "Kind", "Request", "Turns"]

HALF_LIFE = 60.0
"""The number of seconds after which half of a table's thinking time is forgotten."""
LITTLE = 3.0
"""The thinking time in seconds, as far as it is not forgotten, up to which a table counts as thinking little."""
MOST_ACCOUNTS = 10_000
"""The number of accounts at which those with almost no time are dropped."""
BRIEF = 2.0
"""The number of seconds within which a bot must decide not to count as slow."""
MOST_SLOW = 10_000
"""The most pairs of rules and bots that are remembered as slow."""
Kind: TypeAlias = "tuple[Rules, str]"
"""The rules and the bot that a worker prepares."""


class Accounts:
    """The recent thinking time of tables, in seconds.

    Args:
        now: the clock.

    >>> time = 0.0
    >>> accounts = Accounts(lambda: time)
    >>> accounts.charge("one", 8.0)
    >>> time = 120.0
    >>> accounts.used("one"), accounts.used("other")
    (2.0, 0.0)
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._used: dict[str, tuple[float, float]] = {}

    def used(self, name: str) -> float:
        """The time used, halved for each minute that has passed."""
        seconds, since = self._used.get(name, (0.0, 0.0))
        return seconds * exp2((since - self._now()) / HALF_LIFE)

    def charge(self, name: str, seconds: float) -> None:
        """Add thinking time to a table's account."""
        if len(self._used) >= MOST_ACCOUNTS:
            self._used = {each: used for each, used in self._used.items() if self.used(each) > 0.01}
        self._used[name] = self.used(name) + seconds, self._now()


@define(eq=False)
class Request:
    """A request for a bot's decision.

    Args:
        table: the table whose turn it takes.
        text: the text of the bot.
        seed: the seed of its chance.
        view: at the decision.
        seconds: the time limit, both for the decision and for waiting for its turn.
        answer: the text of an action; None if there is none in time.
        attempts: the number of attempts so far.
        think: the function that decides, given the bot's text, the seed and the view; None for the bot's own decision.
        is_last: whether it has taken the last free worker.
        timer: ends the waiting.

    >>> from trickkit import load
    >>> view = load("pikoko").start(seed=7, first=0).view(1)
    >>> Request("a table", "greedy", seed=1, view=view, seconds=5.0, answer=None).attempts
    0
    """

    table: str
    text: str
    seed: int
    view: View
    seconds: float
    answer: Future[str | None]
    think: Callable[..., str] | None = None
    attempts: int = 0
    is_last: bool = False
    timer: TimerHandle | None = None

    @property
    def kind(self) -> Kind:
        """The rules and the bot that a worker has to prepare."""
        return self.view.rules, self.text

    def begin_again(self, most: int) -> bool:
        """Count a failed attempt; return whether to try again."""
        self.attempts += 1
        return self.attempts < most and not self.answer.done()

    def settle(self, answer: str | None) -> None:
        """Set the answer, unless there is one or nobody waits any more."""
        if not self.answer.done():
            self.answer.set_result(answer)


class Turns:
    """The queue of requests for a worker.

    Each table has at most one worker. The last free worker is kept for tables that have thought little and whose bots
    have not been slow with these rules; if there is only one worker, all take turns on it.

    >>> Turns().next(free=2, workers=2, may=lambda request: True) is None
    True
    """

    def __init__(self) -> None:
        self._accounts = Accounts()
        self._waiting: list[Request] = []
        self._busy: set[str] = set()
        self._slow: set[Kind] = set()

    def wait(self, request: Request) -> None:
        """Add a request to the queue."""
        self._waiting.append(request)

    def leave(self, request: Request) -> None:
        """Remove a request from the queue."""
        if request in self._waiting:
            self._waiting.remove(request)

    def is_busy(self, table: str) -> bool:
        """Whether a worker is thinking for a table."""
        return table in self._busy

    def next(self, *, free: int, workers: int, may: Callable[[Request], bool]) -> Request | None:
        """Take the next request off the queue; None if all have to wait.

        Args:
            free: the number of idle workers.
            workers: the number of workers.
            may: says whether a request may be served now.
        """
        able = [request for request in self._waiting if request.table not in self._busy and may(request)]
        is_last = free == 1 < workers
        if is_last:
            able = [request for request in able if self._is_brief(request)]
        request = min(able, key=lambda each: self._accounts.used(each.table), default=None)
        if request is not None:
            self._waiting.remove(request)
            self._busy.add(request.table)
            request.is_last = is_last
        return request

    def _is_brief(self, request: Request) -> bool:
        return request.kind not in self._slow and self._accounts.used(request.table) <= LITTLE

    def done(self, request: Request, seconds: float, thought: float) -> None:
        """Note that a worker has finished with a request.

        Args:
            request: the request on which it was at work.
            seconds: the time that it took.
            thought: the part of that time in which the bot thought; infinite if it did not finish.
        """
        self._busy.discard(request.table)
        self._accounts.charge(request.table, seconds)
        if thought <= BRIEF:
            self._slow.discard(request.kind)
        elif len(self._slow) < MOST_SLOW:
            self._slow.add(request.kind)

"""Bots think in processes of their own, with a time limit for each decision; tables take turns."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from trickkit import bots
from trickkit.model.actions import Pass
from trickkit.table.advice import advice, judgement
from trickkit.table.turns import Kind, Request, Turns
from trickkit.table.workers import Failed, Process, Worker

if TYPE_CHECKING:
    from trickkit.bots.base import Budget
    from trickkit.play.rules import Rules
    from trickkit.play.view import View

__all__ = ["Thinkers", "Thought", "act"]

PASS = Pass()
QUICK, QUICK_SECONDS = "greedy", 1.0
"""The bot that replaces one that thinks too long, and its time limit in seconds, after which a pass or chance
decides."""
AT_ONCE = (QUICK, "best:1", "beginner", "random")
"""The bots for which a worker is ready in a moment, unless they play deals out to judge calls."""
PATIENCE = 0.1
"""The number of seconds that a table waits for a bot for which no worker is ready yet, before the quick bot plays."""
FIRST_WORKER = 10.0
"""The most seconds that a server waits for its first worker before it admits people."""
ADVISER = "best:2"
"""The bot that gives hints."""
PREPARING = 120.0
"""The number of seconds that a worker may take to prepare new rules and a new bot, including compilation."""
ATTEMPTS = 3
"""The most attempts at a decision whose worker dies."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""The increasing numbers of seconds before a worker that died at its start is started again."""
MOST_KNOWN = 1000
"""The most pairs of rules and bots for which a worker is known to be ready."""

log = logging.getLogger("trickkit.table")


def act(text: str, seed: int, view: View, budget: Budget | None = None) -> str:
    """The decision of a bot; runs in a process of its own.

    >>> from trickkit.variants import pikoko
    >>> act("random", 7, pikoko.rules(players=3).start(seed=7, first=0).view(1)) in list("0123456789")
    True
    """
    return str(bots.read(text).seeded(seed).act(view, budget))


def hasty(seed: int, view: View) -> str:
    """A decision without a bot: a pass if that is legal, otherwise a random action.

    >>> from trickkit.variants import pikoko
    >>> hasty(7, pikoko.rules(players=3).start(seed=7, first=0).view(1)) in list("0123456789")
    True
    """
    return str(PASS) if PASS in view.legal() else act("random", seed, view)


def begin(text: str, seed: int, view: View, _budget: Budget | None = None) -> str:
    """A decision that prepares a worker for a bot; its result is not used.

    >>> from trickkit.variants import pikoko
    >>> begin("random", 7, pikoko.rules(players=3).start(seed=7, first=0).view(1)) in list("0123456789")
    True
    """
    return act(text, seed, view, 1)


def advise(text: str, seed: int, view: View, budget: Budget | None = None) -> str:
    """A bot's advice as JSON; runs in a process of its own.

    >>> from trickkit.variants import pikoko
    >>> json.loads(advise("greedy", 7, pikoko.rules(players=3).start(seed=7, first=0).view(1)))["playouts"]
    0
    """
    return json.dumps(advice(bots.read(text).seeded(seed), view, budget))


def judge(made: str, text: str, seed: int, view: View, budget: Budget | None = None) -> str:
    """A bot's judgement of a decision that was made, as JSON; runs in a process of its own.

    >>> from trickkit.variants import pikoko
    >>> json.loads(judge("9", "greedy", 7, pikoko.rules(players=3).start(seed=7, first=0).view(1)))["made"]
    '9'
    """
    return json.dumps(judgement(bots.read(text).seeded(seed), view, made, budget))


@frozen
class Thought:
    """A bot's decision for a seat.

    Args:
        action: the text of an action.
        is_hurried: whether another bot decided, because the seat's own one took too long or failed.

    >>> Thought("3").is_hurried
    False
    """

    action: str
    is_hurried: bool = False


@define(eq=False)
class _Slot:
    """A worker, whether it has loaded the common modules, and the rules and bots that it has prepared."""

    worker: Worker
    is_warm: bool
    known: set[tuple[Rules, str]] = field(factory=set)


class Thinkers:
    """The workers in which bots decide.

    Each decision has a time limit. A worker that exceeds it is killed; like a worker that dies, it is replaced by
    another one. Tables [take turns][trickkit.table.turns.Turns], so that slow bots keep only each other waiting.

    Args:
        start: creates a worker.
        count: the number of workers, 1 or more.
        seconds: the time limit of a decision, which may also wait that long for its turn.

    >>> from trickkit.variants import pikoko
    >>> class Here:
    ...     def ask(self, task, seconds=None):
    ...         return task()
    ...     def begin(self):
    ...         pass
    ...     end = begin
    >>> async def decide(view):
    ...     thinkers = Thinkers(Here)
    ...     thought = await thinkers.act("random", 7, view, table="one")
    ...     await thinkers.close()
    ...     return thought
    >>> asyncio.run(decide(pikoko.rules(players=3).start(seed=7, first=0).view(1)))
    Thought(action='7', is_hurried=False)
    """

    def __init__(self, start: Callable[[], Worker] = Process, *, count: int = 2, seconds: float = 5.0) -> None:
        self._start, self._count, self._seconds = start, count, seconds
        self._turns = Turns()
        self._threads = ThreadPoolExecutor(2 * count, thread_name_prefix="thinking")
        self._workers: set[Worker] = set()
        self._slots: set[_Slot] = set()
        self._free: list[_Slot] = []
        self._readying: list[Kind] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_open = False
        self._has_worker = asyncio.Event()

    def open(self) -> None:
        """Start the workers: one ready at once, and others that first load the common modules."""
        self._is_open = True
        for index in range(self._count):
            self._go(self._begin(is_warm=index > 0))

    async def ready(self) -> None:
        """Wait until a worker can decide, or until that has taken too long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._has_worker.wait(), FIRST_WORKER)

    async def close(self) -> None:
        """End all workers and abandon their decisions."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(worker.end) for worker in self._workers))
        self._threads.shutdown(wait=False)

    async def act(self, text: str, seed: int, view: View, *, table: str) -> Thought:
        """A bot's decision; a quick bot replaces one that fails, is too late, or for which no worker is ready.

        Args:
            text: the text of the bot.
            seed: the seed of its own chance.
            view: at the decision.
            table: the table whose turn it takes.
        """
        if not self._is_open:
            self.open()
        quick = () if text == QUICK else ((QUICK, QUICK_SECONDS, f"{table}, quickly"),)
        for bot, seconds, turn in ((text, self._seconds, table), *quick):
            # A worker may still be preparing for an abandoned decision.
            if bot != text and self._count > 1 and PASS in view.legal() and not self._is_known(view.rules, bot):
                # The quick bot plays deals out to judge calls, which a worker must prepare as well.
                break
            if not self._turns.is_busy(turn):
                answer = asyncio.get_running_loop().create_future()
                action = await self._answered(Request(turn, bot, seed, view, seconds, answer))
                if action is not None:
                    return Thought(action, is_hurried=bot != text)
        return Thought(await asyncio.to_thread(hasty, seed, view), is_hurried=True)

    def _is_known(self, rules: Rules, text: str) -> bool:
        """Whether a worker is ready for a bot with these rules."""
        return any((rules, text) in slot.known for slot in self._slots)

    async def hint(self, seed: int, view: View, *, table: str, made: str | None = None) -> dict[str, Any] | None:
        """A bot's advice, as `trickkit.table.advice` gives it; None if no worker has time.

        Args:
            seed: the seed of its chance.
            view: at the decision.
            table: the table that asks, which has one such turn besides that of its bots.
            made: the text of the action that was taken, if the bot is to judge it.
        """
        # Bots do not wait for a hint.
        turn = f"{table}, asked"
        if not self._is_open or self._turns.is_busy(turn):
            return None
        # Preparation may take longer than anybody waits for a hint.
        is_ready = any((view.rules, ADVISER) in slot.known for slot in self._free)
        answer = asyncio.get_running_loop().create_future()
        bot = ADVISER if is_ready else QUICK
        think = advise if made is None else partial(judge, made)
        advice = await self._answered(Request(turn, bot, seed, view, self._seconds, answer, think))
        return None if advice is None else {**json.loads(advice)}

    def prepare(self, texts: Iterable[str], seed: int, view: View, *, table: str) -> None:
        """Let a worker prepare bots and hints before anybody waits for them.

        Args:
            texts: the texts of the bots.
            seed: the seed of their chance.
            view: the view of a seat that has a decision to make.
            table: the table for which the worker prepares.
        """
        if self._is_open:
            for text in {*texts, ADVISER}:
                answer = asyncio.get_running_loop().create_future()
                request = Request(f"{table}, prepared", text, seed, view, PREPARING, answer, begin)
                self._go(self._prepared(request))

    async def _prepared(self, request: Request) -> None:
        await self._answered(request)

    async def _answered(self, request: Request) -> str | None:
        self._wait(request)
        self._dispatch()
        try:
            return await request.answer
        finally:
            self._turns.leave(request)

    def _wait(self, request: Request) -> None:
        """Queue a request for a free worker, with a time limit."""
        self._turns.wait(request)
        is_asked = request.think is None and self._gets_ready(request, self._slots)
        seconds = min(PATIENCE, request.seconds) if is_asked else request.seconds
        request.timer = asyncio.get_running_loop().call_later(seconds, request.settle, None)

    def _gets_ready(self, request: Request, slots: Iterable[_Slot]) -> bool:
        """Whether one of some workers must prepare for a request while another one can serve it already."""
        return self._count > 1 and request.text not in AT_ONCE and not any(request.kind in slot.known for slot in slots)

    def _may_serve(self, request: Request) -> bool:
        """Whether a free worker may take a request: one ready worker is kept while others prepare."""
        if not self._gets_ready(request, self._free):
            return True
        return request.kind not in self._readying and len(self._readying) < len(self._slots) - 1

    def _dispatch(self) -> None:
        """Assign waiting requests to free workers."""
        workers = len(self._slots)
        while self._free and (request := self._turns.next(free=len(self._free), workers=workers, may=self._may_serve)):
            kind = request.kind
            slot = max(self._free, key=lambda slot: (kind in slot.known, slot.is_warm))
            self._free.remove(slot)
            if kind not in slot.known and request.text not in AT_ONCE:
                self._readying.append(kind)
            self._go(self._serve(slot, request))

    async def _serve(self, slot: _Slot, request: Request) -> None:
        """Let a worker decide; replace the worker if it is lost."""
        began, thought = monotonic(), inf
        try:
            thought = await self._decide(slot, request)
        except (TimeoutError, EOFError) as error:
            self._slots.discard(slot)
            self._go(self._replace(slot))
            is_tried_again = isinstance(error, EOFError) and request.begin_again(ATTEMPTS)
        else:
            self._free.append(slot)
            is_tried_again = False
        self._turns.done(request, monotonic() - began, thought)
        if is_tried_again:
            self._wait(request)
        else:
            request.settle(None)
        self._dispatch()

    async def _decide(self, slot: _Slot, request: Request) -> float:
        """Let a worker prepare and decide; return the seconds that the decision took.

        Raises:
            TimeoutError: it takes longer than it may.
            EOFError: the worker has died.
        """
        began, think = monotonic(), partial(request.think or act, request.text, request.seed, request.view)
        try:
            if request.kind not in slot.known:
                await self._ready(slot, request, partial(think, 1))
                if len(slot.known) >= MOST_KNOWN:
                    slot.known.clear()
                slot.known.add(request.kind)
                self._dispatch()
            if request.timer is not None:
                request.timer.cancel()
            began = monotonic()
            if not request.answer.done():
                request.settle(await self._ask(slot, think, request.seconds))
        except Failed as failure:
            log.error("%s could not decide for seat %s: %s", request.text, request.view.seat, failure)
            request.settle(None)
        return monotonic() - began

    async def _ready(self, slot: _Slot, request: Request, begin: Callable[[], str]) -> None:
        """Let a worker get ready for the rules and the bot of a request."""
        is_hasty = request.is_last and request.kind not in self._readying
        try:
            await self._ask(slot, begin, request.seconds if is_hasty else PREPARING)
        finally:
            if request.kind in self._readying:
                self._readying.remove(request.kind)

    async def _ask(self, slot: _Slot, task: Callable[[], str], seconds: float) -> str:
        ask = partial(slot.worker.ask, task, seconds)
        return await asyncio.get_running_loop().run_in_executor(self._threads, ask)

    async def _replace(self, slot: _Slot) -> None:
        await self._end(slot.worker)
        await self._begin(is_warm=True)

    async def _begin(self, *, is_warm: bool) -> None:
        """Start a worker; retry after a pause if it dies before it is ready."""
        pause = FIRST_PAUSE
        while (worker := await self._started(is_warm)) is None:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        slot = _Slot(worker, is_warm)
        self._slots.add(slot)
        self._free.append(slot)
        self._has_worker.set()
        self._dispatch()

    async def _started(self, is_warm: bool) -> Worker | None:
        loop, worker = asyncio.get_running_loop(), None
        try:
            worker = await loop.run_in_executor(self._threads, self._start)
            self._workers.add(worker)
            if is_warm:
                await loop.run_in_executor(self._threads, worker.begin)
        except Failed as failure:
            log.error("a process in which bots think is not ready for all of them: %s", failure)
        except (EOFError, OSError) as error:
            log.warning("a process in which bots think could not be started: %s", error)
            if worker is not None:
                await self._end(worker)
            return None
        return worker

    async def _end(self, worker: Worker) -> None:
        self._workers.discard(worker)
        await asyncio.to_thread(worker.end)

    def _go(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background; a task without a reference may vanish."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

"""Where bots think: in processes of their own, so that no table waits for another one's bots."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

from trickkit import bots
from trickkit.processes import end_with_parent

if TYPE_CHECKING:
    from trickkit.play.view import View

__all__ = ["Thinkers", "act", "processes"]

ATTEMPTS = 3
"""How often a decision is asked whose process dies, before chance takes it."""

log = logging.getLogger("trickkit.table")


def act(text: str, seed: int, view: View) -> str:
    """What a bot decides; runs in a process of its own.

    >>> from trickkit.variants import pikoko
    >>> act("random", 7, pikoko.rules(players=3).start(seed=7, first=0).view(1)) in list("0123456789")
    True
    """
    return str(bots.read(text).seeded(seed).act(view))


def processes(count: int = 2) -> Executor:
    """A pool of processes in which bots think; they start when they are first asked, and end with the server.

    >>> processes(1).shutdown()
    """
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=end_with_parent)


class Thinkers:
    """A pool in which bots think. When one of its processes dies, another pool takes its place and is asked again.

    Args:
        start: makes a pool; called again for each that broke.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from trickkit.variants import pikoko
    >>> thinkers = Thinkers(lambda: ThreadPoolExecutor(1))
    >>> asyncio.run(thinkers.act("random", 7, pikoko.rules(players=3).start(seed=7, first=0).view(1))).isdigit()
    True
    >>> thinkers.close()
    """

    def __init__(self, start: Callable[[], Executor] = processes) -> None:
        self._start = start
        self._pool = start()

    async def act(self, text: str, seed: int, view: View) -> str:
        """What a bot decides, as the text of an action.

        A bot that fails, and one whose process dies again and again, must not stop the game: chance decides for it.

        Args:
            text: of the bot.
            seed: of its own chance.
            view: at the decision.
        """
        think = partial(act, text, seed, view)
        for _ in range(ATTEMPTS):
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, think)
            except BrokenExecutor:
                log.warning("a process in which bots think has died; another one takes its place")
                # Others who waited for the same pool may have replaced it already.
                if self._pool is pool:
                    self._pool = self._start()
                    pool.shutdown(wait=False)
            except Exception:
                log.exception("%s could not decide for seat %s", text, view.seat)
                break
        return act("random", seed, view)

    def close(self) -> None:
        """Let all thoughts go."""
        self._pool.shutdown(wait=False, cancel_futures=True)

"""A process in which bots think, killed when one takes too long."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from traceback import format_exc
from typing import Any, Protocol
from weakref import finalize

from trickkit import bots
from trickkit.catalog.registry import load
from trickkit.processes import end_with_parent

__all__ = ["Failed", "Process", "Worker"]


class Failed(Exception):
    """A task raised an error; its text is the traceback.

    >>> raise Failed("ZeroDivisionError")
    Traceback (most recent call last):
        ...
    trickkit.table.workers.Failed: ZeroDivisionError
    """


class Worker(Protocol):
    """Runs one task at a time for the server.

    >>> class Here:
    ...     def begin(self): ...
    ...     def ask(self, task, seconds=None):
    ...         return task()
    >>> Here().ask(lambda: 7)
    7
    """

    def begin(self) -> None:
        """Load the modules that most bots need, without a time limit.

        Raises:
            EOFError: the worker has died.
            Failed: it could not prepare everything.
        """

    def ask(self, task: Callable[[], Any], seconds: float | None = None) -> Any:
        """Run a task and wait for it.

        Args:
            task: a picklable function with a picklable result.
            seconds: the time limit; None for no limit.

        Raises:
            TimeoutError: it took longer; the worker is unusable from now on.
            EOFError: the worker has died.
            Failed: the task raised an error.
        """

    def end(self) -> None:
        """End at once, even during a task."""


class Process:
    """A worker in a separate process, which ends with the server and ignores keyboard interrupts.

    It accepts requests as soon as it has been created.

    Raises:
        EOFError: it died before that.

    >>> process = Process()
    >>> process.ask(int), process.end()
    (0, None)
    """

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, child_pipe = context.Pipe()
        self._process = context.Process(target=_work, args=(child_pipe,))
        self._process.start()
        child_pipe.close()
        # The interpreter waits for its children when it exits.
        self._end = finalize(self, _kill, self._process)
        # The process has loaded its modules.
        self._pipe.recv()

    def begin(self) -> None:
        """Load the modules that most bots need, so that the first bot does not wait for them."""
        self.ask(_warm)

    def ask(self, task: Callable[[], Any], seconds: float | None = None) -> Any:
        """Run a task and wait for it, as `Worker` describes."""
        try:
            self._pipe.send_bytes(pickle.dumps(task))
            if not self._pipe.poll(seconds):
                raise TimeoutError
            is_well, answer = self._pipe.recv()
        except TimeoutError:
            raise
        except OSError as error:
            raise EOFError(f"the process has died: {error}") from error
        if not is_well:
            raise Failed(answer)
        return answer

    def end(self) -> None:
        """Kill the process."""
        self._end()


def _kill(process: BaseProcess) -> None:
    process.kill()
    process.join()


def _work(pipe: Connection) -> None:
    """The main loop of the process: one task after another, until the server is gone."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe.send(None)
    while True:
        try:
            given = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        answer: tuple[bool, object]
        try:
            answer = True, pickle.loads(given)()
        except Exception:
            answer = False, format_exc()
        pipe.send(answer)


def _warm() -> None:
    state = load("pikoko").start(seed=0)
    for text in ("greedy", "best:2"):
        bots.read(text).act(state.view(state.actors[0]), budget=1)

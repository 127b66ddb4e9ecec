"""Logging that cannot flood: each place in the code logs a few times an hour."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

__all__ = ["Seldom", "settings"]

MOST, SPAN = 5, 3600.0
"""The most messages from a place in the code, and the span of time in seconds."""
BY_CLIENTS = ("Invalid UTF-8 sequence received", "ASGI callable returned without completing handshake")
"""The beginnings of uvicorn's messages about clients that sent invalid text, or left before they were accepted."""


class Seldom(logging.Filter):
    """Passes a few messages an hour from each place in the code; the last one says that more are omitted.

    Messages of uvicorn about clients do not pass.

    Args:
        now: the clock.

    >>> seldom = Seldom(lambda: 0.0)
    >>> record = logging.makeLogRecord({"msg": "a process has died"})
    >>> sum(seldom.filter(record) for _ in range(100)), record.getMessage()
    (5, 'a process has died (this is not said again for an hour)')
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the message is logged."""
        if record.name == "uvicorn.error" and record.getMessage().startswith(BY_CLIENTS):
            return False
        raised = record.exc_info[0] if record.exc_info else None
        source = record.pathname, record.lineno, raised
        began, times = self._said.get(source, (self._now(), 0))
        if self._now() - began > SPAN:
            began, times = self._now(), 0
        self._said[source] = began, times + 1
        if times + 1 == MOST:
            record.msg, record.args = f"{record.getMessage()} (this is not said again for an hour)", ()
        return times < MOST


def settings() -> dict[str, Any]:
    """The configuration for `logging.config.dictConfig`: the server's own errors, and nothing about clients.

    >>> settings()["root"]["level"]
    'WARNING'
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": "%(asctime)s %(levelname)s: %(message)s"}},
        "filters": {"seldom": {"()": Seldom}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["seldom"]}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        # uvicorn warns of every invalid request.
        "loggers": {"uvicorn.error": {"level": "ERROR"}},
    }

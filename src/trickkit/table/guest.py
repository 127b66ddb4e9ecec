"""A guest: somebody connected to a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from attrs import define, field

__all__ = ["Guest", "Send"]

Send = Callable[[dict[str, Any]], Awaitable[None]]
"""A function that sends a message to a guest, and fails silently if they have gone."""


@define(eq=False)
class Guest:
    """A connected player or spectator.

    Args:
        seat: the seat of their link; None for a spectator.
        send: sends them a message.

    A slow guest receives only the latest state of the table, and keeps nobody waiting.

    >>> async def send(message):
    ...     print(message["kind"])
    >>> asyncio.run(Guest(0, send).send({"kind": "refused", "text": "the table has moved on"}))
    refused
    """

    seat: int | None
    send: Send
    is_gone: bool = field(default=False, init=False)
    _is_behind: bool = field(default=False, init=False)
    _showing: asyncio.Task[None] | None = field(default=None, init=False)

    def show(self, sight: Callable[[], dict[str, Any]]) -> None:
        """Send the current state of the table as soon as the guest can receive it; older ones are skipped.

        Args:
            sight: returns the message.
        """
        self._is_behind = True
        if self._showing is None or self._showing.done():
            self._showing = asyncio.create_task(self._show(sight))

    async def _show(self, sight: Callable[[], dict[str, Any]]) -> None:
        while self._is_behind:
            self._is_behind = False
            await self.send(sight())

    def gone(self) -> None:
        """Stop all communication with the guest."""
        self.is_gone = True
        if self._showing is not None:
            self._showing.cancel()

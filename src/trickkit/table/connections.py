"""Connections of browsers, limited in number by address and in the time to send a request."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING

from trickkit.errors import MissingExtra
from trickkit.table.limits import Limits, household

try:
    from uvicorn.protocols.http.h11_impl import H11Protocol
except ImportError as error:
    raise MissingExtra("trickkit.table.connections needs uvicorn: pip install 'trickkit[serve]'") from error

if TYPE_CHECKING:
    import h11

__all__ = ["LONGEST_HEADERS", "limited"]

LONGEST_HEADERS = 16_384
"""In bytes."""

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 42\r\nRetry-After: 10\r\n"
    b"Connection: close\r\n\r\nthere are too many connections; come later"
)


class _Limited(H11Protocol):
    """An HTTP connection that must send its request in time, and is closed at once beyond the limits."""

    limits: Limits
    proxies: Collection[str]
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Refuse a connection beyond the limits; otherwise wait for its first request."""
        if self._is_one_too_many(transport):
            self.transport = transport
            transport.write(FULL)
            transport.close()
        else:
            super().connection_made(transport)
            self._expect()

    def _is_one_too_many(self, transport: asyncio.Transport) -> bool:
        if len(self.connections) >= self.limits.connections:
            return True
        address = (transport.get_extra_info("peername") or ("",))[0]
        if address in self.proxies:
            return False
        clients = (getattr(other, "client", None) for other in self.connections)
        same = sum(client is not None and household(client[0]) == household(address) for client in clients)
        return same >= self.limits.by_address

    def _expect(self) -> None:
        """Start the time limit for a request."""
        self._patience = self.loop.call_later(self.limits.seconds, self.transport.abort)

    def _rest(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def data_received(self, data: bytes) -> None:
        """Start the time limit of the next request if none is running."""
        if self._patience is None:
            self._expect()
        super().data_received(data)

    def on_response_complete(self) -> None:
        """End the time limit of the answered request."""
        self._rest()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """End the time limit when a guest's WebSocket begins."""
        self._rest()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the time limit when the connection closes."""
        self._rest()
        super().connection_lost(exc)


def limited(limits: Limits, proxies: Collection[str] = ()) -> type[H11Protocol]:
    """The HTTP protocol class for uvicorn's `Config`.

    Args:
        limits: to connections in all and by address, and to the time that a request may take.
        proxies: addresses that forward the requests of others; only the total limits their connections.

    >>> issubclass(limited(Limits()), H11Protocol)
    True
    """
    return type("Limited", (_Limited,), {"limits": limits, "proxies": frozenset(proxies)})

"""A server of tables in a thread, for tests in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import uvicorn
from workers import here

from trickkit.table.connections import limited
from trickkit.table.limits import Limits
from trickkit.table.server import made
from trickkit.table.store import Store


@contextmanager
def running(folder: Path, limits: Limits | None = None) -> Iterator[tuple[str, Store]]:
    """A server, its address and its tables; it logs where the tests look."""
    limits = limits or Limits()
    with Store(folder) as store:
        config = uvicorn.Config(
            made(store, thinkers=here, limits=limits),
            port=0,
            log_config=None,
            access_log=False,
            http=limited(limits),
            ws="websockets-sansio",
        )
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, daemon=True)
        thread.start()
        until = monotonic() + 30
        while not server.started and monotonic() < until:
            sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}", store
        server.should_exit = True
        thread.join(timeout=30)

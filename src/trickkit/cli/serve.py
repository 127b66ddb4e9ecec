"""`trickkit serve`: tables for friends, in the browser."""

from __future__ import annotations

import os
import socket
from functools import partial
from pathlib import Path
from typing import Any

import click

from trickkit.cli.output import printer
from trickkit.errors import InvalidRules, MissingExtra

__all__ = ["serve"]


EVERYWHERE = ("0.0.0.0", "::")
"""The addresses that stand for all addresses of a machine."""
MOST_CONNECTIONS = 4096
OTHER_FILES = 128
"""The number of open files besides those of connections and tables."""


def _data() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "trickkit"


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to listen on.")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Where tables and records are kept.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A host name to accept; may be repeated.")
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="The address of a trusted proxy; may be repeated."
)
@click.option(
    "--workers", type=click.IntRange(1), help="The number of processes for bots.  [default: one a core, 2 or more]"
)
@click.option(
    "--bot-seconds", type=click.FloatRange(0.1), default=5.0, show_default=True, help="How long a bot may think."
)
@click.option(
    "--keep",
    type=click.FloatRange(0.01),
    default=30.0,
    show_default=True,
    help="How many days to keep idle tables.",
)
@click.option(
    "--tables", type=click.IntRange(1), default=10_000, show_default=True, help="The maximum number of tables."
)
@click.option("--connections", type=click.IntRange(1), help="The maximum at once.  [default: as open files allow]")
@click.option(
    "--connections-by-address",
    type=click.IntRange(1),
    default=256,
    show_default=True,
    help="The maximum from one address.",
)
@click.option(
    "--requests", type=click.IntRange(1), default=600, show_default=True, help="The maximum per minute and address."
)
@click.option(
    "--new-tables", type=click.IntRange(1), default=60, show_default=True, help="The maximum per hour and address."
)
def serve(host: str, port: int, data: Path | None, **given: Any) -> None:
    """Play with friends in the browser.

    On the page you make a table, for a game or a house-rule sheet, and get a secret link for each person; bots take the
    other seats. Each seat receives what it may know, and nothing else. Tables are stored: after a restart all games
    continue.

    The server answers to 127.0.0.1, localhost, and the names given with --host and --name; it answers to no other name.

    \b
    Example:
      trickkit serve --host 0.0.0.0 --name tables.example
    """
    try:
        import uvicorn

        from trickkit.table import connections, logs
        from trickkit.table.limits import Limits
        from trickkit.table.server import LONGEST_BODY, made
    except ImportError as error:
        raise MissingExtra("trickkit serve needs more: pip install 'trickkit[serve]'") from error
    from trickkit.table.expiry import Keep
    from trickkit.table.store import Store
    from trickkit.table.thinking import Thinkers

    hosts = {"127.0.0.1", "localhost", host, *given["names"]} - {*EVERYWHERE}
    limits = Limits(
        connections=_connections(given["connections"]),
        by_address=given["connections_by_address"],
        requests=given["requests"],
        tables=given["new_tables"],
    )
    workers = given["workers"] or max(2, os.cpu_count() or 1)
    thinkers = partial(Thinkers, count=workers, seconds=given["bot_seconds"])
    keep = Keep(idle=given["keep"])
    with Store(data or _data(), most=given["tables"], keep=keep) as store, _listening(host, port) as listening:
        config = uvicorn.Config(
            made(store, hosts=sorted(hosts), thinkers=thinkers, limits=limits),
            http=connections.limited(limits, given["proxies"]),
            h11_max_incomplete_event_size=connections.LONGEST_HEADERS,
            ws="websockets-sansio",
            ws_max_size=LONGEST_BODY,
            log_config=logs.settings(),
            access_log=False,
            server_header=False,
            proxy_headers=bool(given["proxies"]),
            forwarded_allow_ips=[*given["proxies"]],
            timeout_graceful_shutdown=2,
        )
        printer().print(f"Tables: http://{'localhost' if host in EVERYWHERE else host}:{port}/  (Ctrl-C ends it)")
        uvicorn.Server(config).run(sockets=[listening])


def _connections(wanted: int | None) -> int:
    """The maximum number of connections, limited by open files: each connection and each table has one.

    Raises:
        InvalidRules: the system does not let a process open as many.
    """
    most = wanted or MOST_CONNECTIONS
    try:
        import resource
    except ImportError:
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < 2 * most + OTHER_FILES:
        soft = 2 * most + OTHER_FILES if hard == resource.RLIM_INFINITY else min(hard, 2 * most + OTHER_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        possible = max(1, (soft - OTHER_FILES) // 2)
        if wanted is not None and wanted > possible:
            raise InvalidRules(f"--connections {wanted}: a process may open {soft} files, enough for {possible}")
        return min(most, possible)
    return most


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise InvalidRules(f"the server cannot listen on {host}:{port}: {error.strerror}") from None

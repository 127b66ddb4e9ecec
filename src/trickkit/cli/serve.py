"""`trickkit serve`: a table for friends, in the browser."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import click

from trickkit.cli.output import printer
from trickkit.errors import InvalidRules, MissingExtra

__all__ = ["serve"]


EVERYWHERE = ("0.0.0.0", "::")
"""The addresses that stand for all of a machine."""


def _data() -> Path:
    """Where tables are kept unless somebody says: the data folder of the user."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "trickkit"


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 is all.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port to listen on.")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Where tables and records are kept.")
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="A name by which browsers call the server; may be repeated."
)
def serve(host: str, port: int, data: Path | None, names: tuple[str, ...]) -> None:
    """Play with friends in the browser.

    On the page one makes a table, of a game or of a house-rule sheet, and gets a secret link for each seat; bots take
    the other seats. Each seat is sent what it may know, and nothing else. Tables are kept: after a restart all play on.

    The server is called 127.0.0.1, localhost, and what --host and --name say; it answers to no other name.

    \b
    Example:
      trickkit serve --host 0.0.0.0 --name tables.example
    """
    try:
        import uvicorn

        from trickkit.table.server import LONGEST_BODY, made
    except ImportError as error:
        raise MissingExtra("trickkit serve needs more: pip install 'trickkit[serve]'") from error
    from trickkit.table.store import Store

    hosts = {"127.0.0.1", "localhost", host, *names} - {*EVERYWHERE}
    with Store(data or _data()) as store, _listening(host, port) as listening:
        config = uvicorn.Config(
            made(store, hosts=sorted(hosts)),
            log_level="warning",
            ws_max_size=LONGEST_BODY,
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        printer().print(f"Tables: http://{'localhost' if host in EVERYWHERE else host}:{port}/  (Ctrl-C ends it)")
        uvicorn.Server(config).run(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise InvalidRules(f"the server cannot listen on {host}:{port}: {error.strerror}") from None

"""The secrets in links: for each seat, for spectators, and for whoever is invited."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

__all__ = ["hashed", "invitation", "links_of"]


def hashed(secret: str) -> str:
    """What is stored of a secret.

    >>> hashed("secret")[:8]
    '2bb80d53'
    """
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def links_of(name: str, host: str, bots: Sequence[bool]) -> list[str]:
    """The secrets derived from the host's: one for each seat, "" for a bot, and the last one for spectators.

    Args:
        name: the id of the table.
        host: the secret with which it was made.
        bots: by seat, whether a bot sits there.

    >>> [len(link) for link in links_of("7", "secret", [False, True])]
    [22, 0, 22]
    """
    seats = ["" if bot else _derived(name, host, f"{seat}") for seat, bot in enumerate(bots)]
    return [*seats, _derived(name, host, "watch")]


def invitation(name: str, host: str) -> str:
    """The secret of the invitation to a table, with which people choose a seat.

    Args:
        name: the id of the table.
        host: the secret with which it was made.

    >>> invitation("7", "secret") == invitation("7", "another")
    False
    """
    return _derived(name, host, "join")


def _derived(name: str, host: str, of: str) -> str:
    digest = hmac.digest(host.encode(errors="surrogatepass"), f"{name}/{of}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")

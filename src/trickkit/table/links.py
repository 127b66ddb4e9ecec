"""The secrets in links: for seats, for spectators, and for people invited."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

__all__ = ["hashed", "invitation", "links_of"]


def hashed(secret: str) -> str:
    """The hash of a secret, which is stored in its place.

    >>> hashed("secret")[:8]
    '2bb80d53'
    """
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def links_of(name: str, host: str, freed: Sequence[int | None]) -> list[str]:
    """The link secrets derived from the host's: one for each seat ("" for a bot), and one for spectators.

    Args:
        name: the id of the table.
        host: the secret with which the table was made.
        freed: by seat, how many times it was freed, which gives it a new link; None for a bot.

    >>> [len(link) for link in links_of("7", "secret", [0, None])]
    [22, 0, 22]
    >>> links_of("7", "secret", [0])[0] == links_of("7", "secret", [1])[0]
    False
    """
    names = [f"{seat}.{times}" if times else f"{seat}" for seat, times in enumerate(freed)]
    seats = ["" if times is None else _derived(name, host, of) for of, times in zip(names, freed, strict=True)]
    return [*seats, _derived(name, host, "watch")]


def invitation(name: str, host: str) -> str:
    """The secret in the invitation to a table, whose guests choose a seat themselves.

    Args:
        name: the id of the table.
        host: the secret with which the table was made.

    >>> invitation("7", "secret") == invitation("7", "another")
    False
    """
    return _derived(name, host, "join")


def _derived(name: str, host: str, of: str) -> str:
    digest = hmac.digest(host.encode(errors="surrogatepass"), f"{name}/{of}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")

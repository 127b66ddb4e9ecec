"""The seed of a recorded game, in a separate file for the organizer, as it reveals all later deals."""

from __future__ import annotations

import os
import re

from trickkit.errors import InvalidRecord
from trickkit.private import opener

__all__ = ["keep_seed", "kept_seed", "seed_file"]

DIGITS = 1000
"""The most digits of a stored seed."""


def seed_file(path: str | os.PathLike[str]) -> str:
    """The path of the seed file next to a record.

    >>> seed_file("game.jsonl")
    'game.jsonl.seed'
    """
    return f"{os.fspath(path)}.seed"


def keep_seed(path: str | os.PathLike[str], seed: int) -> None:
    """Write the seed of a recorded game to its file, readable only by the owner (mode 0600).

    Args:
        path: the path of the record.
        seed: any integer of at most a thousand digits.

    Raises:
        InvalidRecord: the file already exists, or cannot be written; or the seed is not such an integer.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     keep_seed(Path(folder, "game.jsonl"), 7)
    ...     kept_seed(Path(folder, "game.jsonl"))
    7
    """
    file = seed_file(path)
    if type(seed) is not int or abs(seed) >= 10**DIGITS:
        raise InvalidRecord(f"a seed is an integer of at most {DIGITS} digits", file=file)
    try:
        with open(file, "x", encoding="ascii", opener=opener) as opened:
            opened.write(f"{seed}\n")
    except FileExistsError:
        raise InvalidRecord("the file already exists, with the seed of a game", file=file) from None
    except OSError as error:
        raise InvalidRecord(f"cannot be written: {error.strerror}", file=file) from error


def kept_seed(path: str | os.PathLike[str]) -> int | None:
    """The seed in the seed file of a recorded game; None without one.

    Args:
        path: the path of the record.

    Raises:
        InvalidRecord: the file cannot be read, or does not contain an integer.

    >>> kept_seed("missing.jsonl") is None
    True
    """
    file = seed_file(path)
    try:
        with open(file, "rb") as opened:
            text = opened.read(DIGITS + 3)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InvalidRecord(f"cannot be read: {error.strerror}", file=file) from error
    if not re.fullmatch(rb"-?[0-9]{1,%d}\s*" % DIGITS, text):
        raise InvalidRecord("this is not a seed: an integer in a line of its own", file=file)
    return int(text)

"""How the commands print: words as they are, and an error as one line."""

from __future__ import annotations

import io
import sys

import click
from rich.console import Console

__all__ = ["forgiving", "has_text", "one_line", "printer", "usage"]


def printer(*, stderr: bool = False) -> Console:
    """A console that takes texts as they are: brackets and colons in a game's own words mean nothing to it.

    Args:
        stderr: whether it prints to the standard error instead of the standard output.

    >>> printer().print("[loud] :heart:")
    [loud] :heart:
    """
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def one_line(message: str) -> str:
    """An error as the one line that a user reads.

    >>> one_line("no such\\n  thing")
    'error: no such thing'
    """
    return f"error: {' '.join(message.split())}"


def has_text(value: object) -> bool:
    """Whether a value's class says how it is printed, as those of cards, suits and records do.

    >>> from trickkit.cards import Suit
    >>> has_text(Suit("red", "R")), has_text(7)
    (True, False)
    """
    text: object = type(value).__str__
    return text is not object.__str__


def forgiving() -> None:
    """Let a character that the terminal cannot take, or that cannot be read, become a `?` instead of an error.

    >>> forgiving()
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def usage(error: click.ClickException) -> str:
    """What was wrong with the words of a command, and where its help is.

    >>> usage(click.UsageError("no such thing."))
    'no such thing'
    """
    message = error.format_message().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{message}; see '{context.command_path} --help'" if context else message

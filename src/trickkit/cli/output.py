"""How the commands print: words as they are, and an error as one line."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click
from rich.console import Console, HighlighterType
from rich.highlighter import NullHighlighter
from rich.text import Text

from trickkit.errors import escaped

__all__ = ["Unwritable", "closed", "forgiving", "one_line", "printer", "usage", "writing"]


class Unwritable(click.ClickException):
    """The output of a command cannot be written.

    >>> raise Unwritable("cannot write the output: No space left on device")
    Traceback (most recent call last):
        ...
    trickkit.cli.output.Unwritable: cannot write the output: No space left on device
    """


@contextmanager
def writing() -> Iterator[None]:
    """Tell what goes wrong when something is printed from what goes wrong in a game or a record.

    Raises:
        Unwritable: it cannot be written; a pipe that nobody reads any more is not meant.

    >>> with writing():
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
        ...
    trickkit.cli.output.Unwritable: cannot write the output: No space left on device
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritable(f"cannot write the output: {error.strerror}") from error


class _Printer(Console):
    def print(self, *objects: Any, **more: Any) -> None:
        with writing():
            super().print(*objects, **more)

    def render_str(self, text: str, **more: Any) -> Text:
        """A text, also one of a table; what a stranger's file says must do nothing to the terminal."""
        return super().render_str("\n".join(escaped(line) for line in text.split("\n")), **more)


def closed() -> None:
    """Give up the standard output, with what is still to be written: else it would be tried again at the end."""
    with suppress(OSError):
        sys.stdout.close()


def printer(highlighter: HighlighterType | None = None, *, stderr: bool = False) -> Console:
    """A console that takes texts as they are: brackets and colons in a game's own words mean nothing to it.

    Args:
        highlighter: gives parts of texts a style, where there are colours; None for none.
        stderr: whether it prints to the standard error instead of the standard output.

    >>> printer().print("[loud] :heart:")
    [loud] :heart:
    """
    return _Printer(stderr=stderr, markup=False, emoji=False, highlighter=highlighter or NullHighlighter())


def one_line(message: str) -> str:
    """An error as the one line that a user reads.

    >>> one_line("no such\\n  thing")
    'error: no such thing'
    >>> print(one_line("no file '\\x1b[2J'"))
    error: no file '\\x1b[2J'
    """
    return f"error: {escaped(' '.join(message.split()))}"


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

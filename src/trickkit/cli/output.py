"""How commands print: texts verbatim, and errors as one line."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click
from rich.console import Console, HighlighterType
from rich.highlighter import NullHighlighter
from rich.progress import Progress, ProgressColumn
from rich.text import Text

from trickkit.errors import escaped

__all__ = ["Unwritable", "closed", "forgiving", "one_line", "printer", "progress_bar", "usage", "writing"]


class Unwritable(click.ClickException):
    """The output of a command cannot be written.

    >>> raise Unwritable("cannot write the output: No space left on device")
    Traceback (most recent call last):
        ...
    trickkit.cli.output.Unwritable: cannot write the output: No space left on device
    """


@contextmanager
def writing() -> Iterator[None]:
    """Turns failures to print into their own error, distinct from errors in a game or a record.

    Raises:
        Unwritable: the output cannot be written; not raised for a pipe that nobody reads any more.

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
        """A text with control characters escaped, because files from strangers must not control the terminal."""
        return super().render_str("\n".join(escaped(line) for line in text.split("\n")), **more)


def progress_bar(*columns: ProgressColumn | str) -> Progress:
    """A progress bar on standard error that vanishes when done; disabled if that is no terminal.

    Args:
        columns: what it shows; none for those of Rich.

    >>> with progress_bar() as progress:
    ...     progress.advance(progress.add_task("deals", total=1))
    """
    console = printer(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def closed() -> None:
    """Abandon standard output and its unwritten text; otherwise Python would try again at exit."""
    with suppress(OSError):
        sys.stdout.close()


def printer(highlighter: HighlighterType | None = None, *, stderr: bool = False) -> Console:
    """A console that prints texts verbatim: brackets and colons in a game's texts are no markup.

    Args:
        highlighter: gives parts of texts a style, if there are colours; None for none.
        stderr: whether it prints to the standard error instead of the standard output.

    >>> printer().print("[loud] :heart:")
    [loud] :heart:
    """
    return _Printer(stderr=stderr, markup=False, emoji=False, highlighter=highlighter or NullHighlighter())


def has_symbols() -> bool:
    """Whether standard output is a terminal that can show suit symbols.

    >>> has_symbols()
    False
    """
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def one_line(message: str) -> str:
    """An error as a single line for the user.

    >>> one_line("no such\\n  thing")
    'error: no such thing'
    >>> print(one_line("no file '\\x1b[2J'"))
    error: no file '\\x1b[2J'
    """
    return f"error: {escaped(' '.join(message.split()))}"


def forgiving() -> None:
    """Replace characters that the terminal cannot show or decode by `?` instead of failing.

    >>> forgiving()
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


PLAIN = {
    "is not a valid integer range": "is not a whole number",
    "is not a valid integer": "is not a whole number",
    "is not a valid float range": "is not a number",
    "is not a valid float": "is not a number",
}
"""Click's messages, in words for people who do not program."""


def usage(error: click.ClickException) -> str:
    """What was wrong with the arguments of a command, and where to find its help.

    >>> usage(click.UsageError("no such thing."))
    'no such thing'
    >>> usage(click.NoSuchOption("--deals", possibilities=["--games", "--help"]))
    "No such option '--deals'"
    """
    # Where nothing else is similar, --help is suggested for nearly anything.
    unlike = isinstance(error, click.NoSuchOption) and error.possibilities == ["--help"]
    message = (error.message if unlike else error.format_message()).rstrip(".")
    for words, plain in PLAIN.items():
        message = message.replace(words, plain)
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{message}; see '{context.command_path} --help'" if context else message

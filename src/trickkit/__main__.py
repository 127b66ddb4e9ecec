"""The command line, as the script `trickkit` and as `python -m trickkit`."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType, TracebackType

__all__ = ["INTERRUPTED", "main"]

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def main() -> None:
    """Run the command line; if its libraries are missing, say how to install them.

    An interrupt ends it without a traceback and with exit code 130, whenever it comes.
    """
    # If interrupts are ignored, as for background jobs of a shell, they stay ignored.
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    sys.excepthook = _report
    if heeded:
        # While modules are imported, an exception may arise anywhere, and be mistaken for something else.
        signal.signal(signal.SIGINT, _left)
    try:
        from trickkit.cli.commands import trickkit
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in ("click", "rich"):
            raise
        sys.exit(f"error: the command line needs {library}; pip install 'trickkit[cli]'")
    try:
        if heeded:
            # A command has something to finish, such as a record.
            signal.signal(signal.SIGINT, signal.default_int_handler)
        trickkit(prog_name="trickkit")
    finally:
        if heeded:
            signal.signal(signal.SIGINT, _left)


def _left(_signal: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        os._exit(INTERRUPTED)
    sys.__excepthook__(kind, error, trace)


if __name__ == "__main__":
    main()

"""The command line, as the script `trickkit` and as `python -m trickkit`."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; without its libraries, say in one line how to install them."""
    try:
        from trickkit.cli.commands import trickkit
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in ("click", "rich"):
            raise
        sys.exit(f"error: the command line needs {library}; pip install 'trickkit[cli]'")
    trickkit(prog_name="trickkit")


if __name__ == "__main__":
    main()

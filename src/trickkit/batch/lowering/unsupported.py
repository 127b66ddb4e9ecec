"""The error for rules that the compiled engine cannot run."""

from __future__ import annotations

from trickkit.errors import TrickkitError


class Unsupported(TrickkitError):
    """A phase or policy that the compiled engine cannot run."""


class TooMuch(Unsupported):
    """Bids that are too high for their tables, before anything was written into these; they may be explored."""

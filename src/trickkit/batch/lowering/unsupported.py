"""The error of what the compiled engine cannot run."""

from __future__ import annotations


class Unsupported(Exception):
    """A phase or policy that the compiled engine cannot run."""

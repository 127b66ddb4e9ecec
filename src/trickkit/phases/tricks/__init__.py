"""Tricks: the phase, its record, and the tables that it looks everything up in."""

from trickkit.phases.tricks.phase import Tricks, TricksAt, TricksRun

__all__ = ["Tricks", "TricksAt", "TricksRun"]

"""Tricks: the phase, its record, and its look-up tables."""

from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.run import TricksAt as TricksAt
from trickkit.phases.tricks.run import TricksRun as TricksRun

__all__ = ["Tricks"]

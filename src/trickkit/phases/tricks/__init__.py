"""Tricks: the phase, its record, and the tables that it looks everything up in."""

from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.run import TricksAt as TricksAt
from trickkit.phases.tricks.run import TricksRun as TricksRun

__all__ = ["Tricks"]

"""Networks that learned games of trickkit by playing against themselves, a file for each game with its usual options.

`trickkit.bots.Learned()` finds them here. `tools/networks.py` in the sources trains them again, and keeps those that
are surely ahead of level 1.
"""

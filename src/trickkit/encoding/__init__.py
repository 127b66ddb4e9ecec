"""Encodings of a seat's knowledge as arrays, for any rules: blocks of numbers, and indices of binary features.

This room is below the bots, which decide from encodings, and below `trickkit.learn`, which is its public name.
"""

import trickkit.batch  # noqa: F401  (it says which extra is missing)

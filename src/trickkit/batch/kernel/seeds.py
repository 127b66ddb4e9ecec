"""Seeds of many deals."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from trickkit.errors import InvalidRules, quoted


def seed_of(seed: object) -> int:
    """A seed of 128 bits: the seed itself if it fits, otherwise a hash of it.

    Raises:
        InvalidRules: it is not an integer.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise InvalidRules(f"seed={quoted(seed)}: a seed is an integer")
    integer = int(seed)
    if 0 <= integer < 1 << 128:
        return integer
    return int.from_bytes(blake2b(f"{integer:x}".encode(), digest_size=16).digest())

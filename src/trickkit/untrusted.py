"""Parses untrusted JSON."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

__all__ = ["DEEPEST", "read_json"]

DEEPEST = 100
"""How deep lists and objects may be nested. Python reads them by recursion, which in a browser no error ends."""

STRINGS = re.compile(r'"(?:[^"\\]|\\.)*+"?')
"""One that is never closed ends with the text: its quotes are not tried one after the other as beginnings."""
BRACKETS = re.compile(r"[][{}]")


def read_json(text: str | bytes, **how: Any) -> Any:
    """The value of a JSON text, as `json.loads` returns it.

    Args:
        text: in JSON; as bytes, in UTF-8.
        how: as for `json.loads`.

    Raises:
        ValueError: it is not JSON, or lists or objects are nested too deeply.

    >>> read_json('{"seat": 1}')
    {'seat': 1}
    >>> read_json("[" * 200_000)
    Traceback (most recent call last):
        ...
    ValueError: lists or objects are nested more than 100 deep
    """
    text = text.decode() if isinstance(text, bytes) else text
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        raise ValueError(f"lists or objects are nested more than {DEEPEST} deep")
    return json.loads(text, **how)


def _depth(text: str) -> int:
    """How deep brackets are nested, outside strings."""
    steps = (1 if bracket in "[{" else -1 for bracket in BRACKETS.findall(STRINGS.sub("", text)))
    return max(accumulate(steps), default=0)

"""The features that learned bots decide by."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trickkit.play.rules import Rules

__all__: list[str] = []


@lru_cache(maxsize=64)
def features_of(rules: Rules) -> Any:
    """The binary features of rules, cached."""
    from trickkit.encoding.observing import encoding

    return encoding(rules).features()

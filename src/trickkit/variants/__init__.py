"""The games of the package."""

from __future__ import annotations

from trickkit.lazy import lazily

__getattr__ = lazily(__name__, {})

"""Workers of a server that think in its own threads, for tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from traceback import format_exc
from typing import Any

from trickkit.table.thinking import Thinkers
from trickkit.table.workers import Failed


class Here:
    """A worker that is no process."""

    def begin(self) -> None:
        """It is ready."""

    def ask(self, task: Callable[[], Any], seconds: float | None = None) -> Any:  # noqa: ARG002
        try:
            return task()
        except Exception:
            raise Failed(format_exc()) from None

    def end(self) -> None:
        """Nothing has to end."""


here = partial(Thinkers, Here)

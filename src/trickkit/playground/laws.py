"""Checks the game of a page against the laws, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field

from trickkit.catalog.registry import sheet
from trickkit.table.games import known

if TYPE_CHECKING:
    from trickkit.testing import Verdict
    from trickkit.testing.positions import Positions

__all__ = ["Laws"]

GAMES, MOVES = 10, 120
"""In how many games each law is looked at, and for how many decisions each is followed."""


@define(eq=False)
class Laws:
    """Checks a game against the laws; all laws share the same positions.

    >>> answer = Laws().hear({"game": "pikoko", "options": {"players": 3}, "law": 0})
    >>> answer["law"], answer["of"] > 20, answer["holds"]
    ('cards are conserved', True, True)
    """

    _asked: object = field(default=None, init=False)
    _positions: Positions | None = field(default=None, init=False)

    def hear(self, message: dict[str, Any]) -> dict[str, Any]:
        """Check the game against the law that a message names.

        Args:
            message: `game` or `sheet`, with `options`; the number of the `law`, from 0.

        Returns:
            The name of the law, how many there are, whether it holds, in how many games there was anything to look at,
            and what was wrong, with the game that shows it.

        Raises:
            InvalidRules: there is no such game, or the sheet is wrong.
        """
        from trickkit.testing import LAWS
        from trickkit.testing.positions import Positions
        from trickkit.testing.suite import within

        request = {name: message.get(name) for name in ("game", "sheet", "options")}
        if request != self._asked or self._positions is None:
            text = message.get("sheet") or ""
            buildable = sheet(text, "the sheet") if text else known(message["game"] or "")
            self._positions = Positions.of(buildable, moves=MOVES, source=7, **(message.get("options") or {}))
            self._asked = request
        law = LAWS[message["law"]]
        verdict = self._positions.hold(law, within(GAMES))
        return {"kind": "law", "law": law.name.replace("_", " "), "of": len(LAWS), **_verdict_as_json(verdict)}


def _verdict_as_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "holds": verdict.broken is None,
        "games": verdict.applied,
        "wrong": "" if verdict.broken is None else verdict.broken.told(),
    }

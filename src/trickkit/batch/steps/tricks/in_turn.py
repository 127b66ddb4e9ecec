"""The deal as a call sees it, during tricks: the size of the stock, and the calls so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.cards import Gathered
from trickkit.batch.lowering.sums import Sum
from trickkit.batch.steps.tricks.turns import Turning
from trickkit.batch.steps.tricks.until import BlankTable, CallsTold
from trickkit.phases.tricks.calling import Calls
from trickkit.phases.tricks.record import TrickTable

if TYPE_CHECKING:
    from trickkit.batch.steps.tricks.calling import Callings


@define(eq=False)
class StockNow:
    """The stock during tricks, and the order of its cards. A call may ask only whether there are any."""

    answers: Answers
    players: int

    @property
    def order(self) -> StockNow:
        """The cards in order, which allow the same questions as the stock."""
        return self

    @property
    def mask(self) -> Gathered:
        """The cards as a set, which may be put out of play as a whole."""
        return Gathered(self.answers, places=WHOLE)

    def __bool__(self) -> bool:
        ends = {layout.END: 1, layout.TOP: -1, layout.SIZE: -self.players}
        parts = {(layout.S_NUMBER, column, -1): factor for column, factor in ends.items()}
        return bool(Sum.of(self.answers, parts) > 0)

    def _refused(self, *_others: object) -> Any:
        raise self.answers.refuse("which cards lie in the stock", "of which a call may ask whether there are any")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._refused()

    __iter__ = __getitem__ = __contains__ = __len__ = _refused


WHOLE = frozenset({-1})
"""Stands for all places of the stock."""


class DealInTurn(BlankDeal):
    """A deal with everything that can be read when a card is to be played."""

    @classmethod
    def at(cls, deal: BlankDeal, turning: Turning, of: Callings) -> DealInTurn:
        """A deal before the tricks, as seen during the tricks."""
        return cls._made_of({**deal.__dict__, "_turning": turning, "_of": of})

    def __getattr__(self, name: str) -> Any:
        now = name == "trump" and self.__dict__["_of"].lowering.changing
        return self.__dict__["_turning"].ask(name) if now else super().__getattr__(name)

    @property
    def stock(self) -> Any:
        """The current stock."""
        if "stock" in self.__dict__:
            raise self.__dict__["_turning"].refuse("`stock` of a deal after it has changed it")
        return StockNow(self.__dict__["_turning"], self.players)

    def get(self, phase: type[Any]) -> Any:
        """The record of a phase."""
        kind, turning, of = getattr(phase, "record", phase), self.__dict__["_turning"], self.__dict__["_of"]
        if kind is TrickTable:
            return BlankTable(turning, of.lowering)
        if kind is Calls:
            return CallsTold(turning, of.lowering)
        of.kinds.add(kind)
        if kind not in of.lowering.recorded:
            return super().get(phase)
        now = self._made_of({**self.__dict__, "_answers": turning})
        return now.recorded(kind) if turning.ask("exists", kind) else None

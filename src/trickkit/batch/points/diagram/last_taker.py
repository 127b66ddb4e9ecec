"""Finds who takes the last trick of a deal, if a capture decides that only at the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Written
from trickkit.batch.points.diagram.diagram import Diagrams, Untraceable
from trickkit.model.events import ScoreLine
from trickkit.phases.tricks import Tricks

if TYPE_CHECKING:
    from trickkit.batch.points.diagram.schema import FactSchema
    from trickkit.model.deal import Deal
    from trickkit.policies.capture import Capture

ALL = (1 << 64) - 1


@frozen
class LastTaker:
    """A question about deals: one more trick for the real taker of the last one, one less for the provisional taker.

    Args:
        capture: the capture that decides it.
    """

    capture: Capture

    @property
    def name(self) -> str:
        """The name of the capture, for errors."""
        return type(self.capture).__name__

    def lines(self, deal: Deal) -> Iterable[ScoreLine]:
        """By hand, a trick more or less; nothing if the hand that played the best card took it."""
        table = deal.get(Tricks)
        if table is None or not table.tricks:
            return ()
        last = table.tricks[-1]
        taker = self.capture.taker_of(last.finished(deal))
        if taker == last.taker:
            return ()
        score_lines = [] if taker is None else [ScoreLine(taker, "takes the last trick", 1)]
        return score_lines if last.taker is None else [*score_lines, ScoreLine(last.taker, "takes it not", -1)]


@frozen(eq=False)
class LateTakers:
    """Corrects the results of finished deals by who really takes the last trick.

    Args:
        schema: what can be read.
        diagrams: the diagrams that say who takes it.
    """

    schema: FactSchema
    diagrams: Diagrams

    @classmethod
    def of(cls, schema: FactSchema) -> LateTakers:
        """The corrections for rules whose captures look back; all of these settle late, as only last tricks may."""
        return cls(schema, Diagrams.of(schema, [LastTaker(schema.captures[0])]))

    def correct(self, written: Written) -> None:
        """Record who took the last trick.

        Args:
            written: the results of deals, in which the hand with the best card took the last trick.

        Raises:
            Untraceable: the capture reads something unrecorded.
        """
        change = np.zeros_like(written.points)
        nothing = np.zeros((1, change.shape[1]), np.int64)
        if self.diagrams.add(written._replace(points=change), nothing):
            raise Untraceable(self.diagrams.whole[0])
        for deal in np.flatnonzero(change.any(axis=1)).tolist():
            self._move(written, deal, change[deal])

    def _move(self, written: Written, deal: int, change: Array) -> None:
        """Record that another hand took the last trick of a deal."""
        schema, players = self.schema, self.schema.rules.players
        notes, won = written.notes[deal], written.won[deal]
        index = int(notes[layout.N_TRICKS]) - 1
        offset = layout.N_FIRST + index * schema.trick_width
        cards = 0
        for face in notes[offset + layout.N_FACES].tobytes()[:players]:
            cards |= schema.rules.deck.card_of[1 << face - 1] if face else 0
        written.facts[deal, schema.columns.of_seats(layout.B_TRICKS)] += change.astype(written.facts.dtype)
        for hand in np.flatnonzero(change):
            written.sets[deal, hand] ^= 1 << index
            for word in range(len(won) // players):
                won[hand + word * players] ^= layout.signed(cards >> 64 * word & ALL)
        (taker,) = np.flatnonzero(change > 0) if (change > 0).any() else (-1,)
        who = int(notes[offset + layout.N_WHO])
        kept = (layout.N_TAKER,) if taker < 0 else (layout.N_TAKER, layout.N_COUNTED)
        for up in kept:
            who = who & ~(255 << up) | int(taker + 1) << up
        notes[offset + layout.N_WHO] = who

"""Who takes the last trick of a deal, if a capture decides that at the end."""

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
    from trickkit.batch.points.diagram.outlook import Outlook
    from trickkit.model.deal import Deal
    from trickkit.policies.capture import Capture

ALL = (1 << 64) - 1


@frozen
class LastTaker:
    """A question about deals: one more trick for the real taker of the last one, one less for the provisional taker.

    Args:
        capture: decides it.
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
        found = [] if taker is None else [ScoreLine(taker, "takes the last trick", 1)]
        return found if last.taker is None else [*found, ScoreLine(last.taker, "takes it not", -1)]


@frozen(eq=False)
class LateTakers:
    """Corrects the results of finished deals by who really takes the last trick.

    Args:
        outlook: what may be looked at.
        diagrams: answer who takes it.
    """

    outlook: Outlook
    diagrams: Diagrams

    @classmethod
    def of(cls, outlook: Outlook) -> LateTakers:
        """Those of rules whose captures look back; all of them settle late, which only the last tricks may do."""
        return cls(outlook, Diagrams.of(outlook, [LastTaker(outlook.captures[0])]))

    def correct(self, written: Written) -> None:
        """Write down who took the last trick.

        Args:
            written: the results of deals, in which the hand with the best card took the last trick.

        Raises:
            Untraceable: the capture looks at something else.
        """
        change = np.zeros_like(written.points)
        nothing = np.zeros((1, change.shape[1]), np.int64)
        if self.diagrams.add(written._replace(points=change), nothing):
            raise Untraceable(self.diagrams.whole[0])
        for deal in np.flatnonzero(change.any(axis=1)).tolist():
            self._move(written, deal, change[deal])

    def _move(self, written: Written, deal: int, change: Array) -> None:
        """Write down that another hand took the last trick of a deal."""
        outlook, players = self.outlook, self.outlook.rules.players
        notes, won = written.notes[deal], written.won[deal]
        number = int(notes[layout.N_TRICKS]) - 1
        place = layout.N_FIRST + number * outlook.trick_width
        cards = 0
        for face in notes[place + layout.N_FACES].tobytes()[:players]:
            cards |= outlook.rules.deck.card_of[1 << face - 1] if face else 0
        written.facts[deal, outlook.columns.of_seats(layout.B_TRICKS)] += change.astype(written.facts.dtype)
        for hand in np.flatnonzero(change):
            written.sets[deal, hand] ^= 1 << number
            for word in range(len(won) // players):
                won[hand + word * players] ^= layout.signed(cards >> 64 * word & ALL)
        (taker,) = np.flatnonzero(change > 0) if (change > 0).any() else (-1,)
        who = int(notes[place + layout.N_WHO])
        kept = (layout.N_TAKER,) if taker < 0 else (layout.N_TAKER, layout.N_COUNTED)
        for up in kept:
            who = who & ~(255 << up) | int(taker + 1) << up
        notes[place + layout.N_WHO] = who

"""The faces that a board allows a hand to play, recomputed from the plays."""

from __future__ import annotations

from attrs import define, field

from trickkit.model.cards import Suit
from trickkit.model.deal import Deal
from trickkit.model.tricks import Played, Trick
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.board import BoardTricks
from trickkit.phases.tricks.tables import TrickTables
from trickkit.testing.law import expect

__all__: list[str] = []


@define
class WatchedBoard:
    """Markers and suits given up, tracked through the tricks of a deal.

    Args:
        deal: the deal.
        phase: in which a card is played now; None before the first one.
        taken: by space, the hand whose marker is on it.
        voids: by hand, the suits that it may not play again.
    """

    deal: Deal
    phase: Tricks | None = None
    taken: dict[str, int] = field(factory=dict)
    voids: dict[int, set[Suit]] = field(factory=dict)

    def left(self, tables: TrickTables, hand: int) -> int:
        """The faces that the board allows a hand to play, as a mask; all faces if there is no board."""
        phase, given_up = self.phase, self.voids.get(hand, set())
        if not isinstance(phase, BoardTricks):
            return self.deal.deck.all
        return self.deal.deck.where(
            lambda face: phase.placing.by_play(face.text) not in self.taken and tables.ranked.suit(face) not in given_up
        )

    def played(self, tables: TrickTables, play: Played, led: Suit | None) -> None:
        phase = self.phase
        if not isinstance(phase, BoardTricks):
            return
        face = play.action.face
        space = phase.placing.by_play(face)
        if space in phase.board.spaces:
            expect(space not in self.taken, f"hand {play.hand} takes the space {space}, which is not free")
            self.taken[space] = play.hand
        bits = self.deal.deck.kinds[face]
        if phase.void_for_good and led not in (None, tables.ranked.suit(self.deal.deck.face(bits & -bits))):
            self.voids.setdefault(play.hand, set()).add(led)

    def completed(self, trick: Trick) -> None:
        phase = self.phase
        if isinstance(phase, BoardTricks) and trick.taker is not None:
            for space in phase.placing.by_trick(trick):
                if space in phase.board.spaces:
                    self.taken.setdefault(space, trick.taker)

    def agrees(self) -> None:
        markers = self.deal.get(BoardTricks)
        if markers is None:
            return
        held = {space: hand for hand in self.deal.seats for space in markers.of(hand)}
        expect(held == self.taken, f"the markers are {held}; the plays placed {self.taken}")
        voids = {hand: {*suits} for hand, suits in enumerate(markers.voids) if suits}
        expect(voids == self.voids, f"the suits given up are {voids}; the plays gave up {self.voids}")

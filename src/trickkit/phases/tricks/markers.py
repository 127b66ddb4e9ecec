"""The markers on the board: the record, and the events besides those of the tricks."""

from __future__ import annotations

from attrs import frozen

from trickkit.model.cards import Suit
from trickkit.model.events import Event, Record
from trickkit.policies.boards import Board

__all__ = ["Markers", "SpaceTaken", "VoidDeclared"]


@frozen
class SpaceTaken(Event):
    """The taker of a trick placed a marker.

    Args:
        hand: that took the trick.
        space: the text of the space.

    >>> str(SpaceTaken(1, "R7"))
    'Hand 1 takes the space R7.'
    """

    hand: int
    space: str

    def __str__(self) -> str:
        return f"Hand {self.hand} takes the space {self.space}."


@frozen
class VoidDeclared(Event):
    """A hand did not follow suit, and may not play that suit again.

    Args:
        hand: the hand.
        suit: that was led.

    >>> str(VoidDeclared(1, Suit("red", "R")))
    'Hand 1 plays no more red in this deal.'
    """

    hand: int
    suit: Suit

    def __str__(self) -> str:
        return f"Hand {self.hand} plays no more {self.suit} in this deal."


@frozen
class Markers(Record):
    """The record of the markers on a board.

    Args:
        board: the board.
        hands: by space, in the order of `board.spaces`, the hand whose marker is on it; None if it is free.
        voids: by hand, the suits that it may not play again.

    >>> markers = Markers(Board([["a", "b"], ["c", "d"]]), (0, None, 0, 1), ((), ()))
    >>> str(markers), markers.of(0), markers.largest(0)
    ('hand 0: a c; hand 1: d', ('a', 'c'), 2)
    """

    board: Board
    hands: tuple[int | None, ...]
    voids: tuple[tuple[Suit, ...], ...]

    def of(self, hand: int) -> tuple[str, ...]:
        """The spaces with markers of a hand, in the order of the board.

        Args:
            hand: 0..players-1.
        """
        return tuple([space for space, owner in zip(self.board.spaces, self.hands, strict=True) if owner == hand])

    def largest(self, hand: int) -> int:
        """The number of markers in the largest connected group of a hand.

        Args:
            hand: 0..players-1.
        """
        return self.board.largest(self.of(hand))

    def __str__(self) -> str:
        parts = [f"hand {hand}: {' '.join(self.of(hand))}" for hand in range(len(self.voids)) if hand in self.hands]
        parts += [
            f"hand {hand} is void in {', '.join(map(str, suits))}" for hand, suits in enumerate(self.voids) if suits
        ]
        return "; ".join(parts) or "no markers"

"""The moves of a deal while it is played: a linked list, of which all later states share the beginning."""

from __future__ import annotations

from trickkit.model.actions import Action
from trickkit.model.deal import Move

__all__ = ["Moves", "Turns", "in_order"]


Moves = tuple[tuple[int, Action, int], bool, "Moves | None"]
"""The last move of a deal, as a seat, its action and the place of the phase it was made in; whether something that was
decided in secret waits for others after it; and the moves before it."""


Turns = tuple[tuple[int, int], ...]
"""Which moves were made together, as in `Result`."""


def in_order(moves: Moves | None, before: Moves | None = None) -> tuple[list[Move], Turns]:
    """The moves of a deal in the order in which they were made, and which of them were made together.

    Args:
        moves: of the deal.
        before: those of them to leave out, at the beginning.

    >>> from trickkit.model.actions import Bid
    >>> first = ((1, Bid(3), 2), True, None)
    >>> in_order(((0, Bid(2), 2), False, first))
    ([(1, Bid(number=3), 2), (0, Bid(number=2), 2)], ((0, 2),))
    """
    found, waiting_after = list[Move](), list[bool]()
    while moves is not before and moves is not None:
        move, waiting, moves = moves
        found.append(move)
        waiting_after.append(waiting)
    found.reverse()
    if not any(waiting_after):
        return found, ()
    waiting_after.reverse()
    together, start = list[tuple[int, int]](), 0
    # A turn is over when nothing waits any more; the last one may still go on.
    waiting_after[-1] = False
    for stop, waiting in enumerate(waiting_after, start=1):
        if not waiting:
            if stop > start + 1:
                together.append((start, stop))
            start = stop
    return found, tuple(together)

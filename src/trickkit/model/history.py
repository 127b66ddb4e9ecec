"""The decisions of a deal, phase by phase: sorted only when read, and redacted once for all later states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from attrs import fields

from trickkit.model.moves import Audible, Move, Turns, heard, in_turns

if TYPE_CHECKING:
    from trickkit.model.actions import Action
    from trickkit.model.deal import Deal

__all__ = ["Grouping", "History", "Moves", "MovesLater", "in_order"]


Moves = tuple[int, "Action", "Moves | None"]
"""The last move of a phase, as a seat and its action, and the moves before it: a linked list, whose beginning all later
states share."""


Grouping = Callable[[Sequence[Move]], Turns]
"""A function that finds the simultaneous moves of a phase."""


def in_order(moves: Moves | None, place: int) -> tuple[Move, ...]:
    """The moves of a phase in the order in which they were made.

    Args:
        moves: the moves of the phase.
        place: the index of the phase among those of the rules.

    >>> from trickkit.model.actions import Bid
    >>> in_order((0, Bid(2), (1, Bid(3), None)), place=2)
    ((1, Bid(number=3), 2), (0, Bid(number=2), 2))
    """
    made: list[Move] = []
    while moves is not None:
        seat, action, moves = moves
        made.append((seat, action, place))
    return tuple(made[::-1])


class History:
    """The moves of a deal: those of one phase, linked to those of the phases before it; immutable.

    It caches what each viewer may know of the moves, so that later states of the deal, which share them, need not
    examine them again. A view has a history of its own, with redacted moves and public information.

    Args:
        before: the moves before the phase; None if there are none.
        place: the index of the phase among those of the rules.
        made: the moves of the phase, or a function that sorts them.
        together: the ranges of simultaneous moves, as in `Result`, but counted from the beginning of the phase; or a
            function that finds them.
        for_all: whether everybody may know all moves of the phase.

    >>> from trickkit.model.actions import Bid
    >>> History(None, 2, partial(in_order, (1, Bid(3), None), 2)).moves
    ((1, Bid(number=3), 2),)
    """

    __slots__ = ("_made", "_restricted", "_seen", "_together", "before", "for_all", "place")

    def __init__(
        self,
        before: History | None,
        place: int,
        made: tuple[Move, ...] | partial[tuple[Move, ...]],
        together: Turns | Grouping = (),
        for_all: bool = True,
    ) -> None:
        self.before = before
        self.place = place
        self._made = made
        self._together = together
        self.for_all = for_all
        self._restricted: tuple[tuple[int, int], ...] | None = None
        self._seen: dict[tuple[int | None, tuple[bool, ...]], History] | None = None

    @property
    def made(self) -> tuple[Move, ...]:
        """The moves of the phase, in order."""
        made = self._made
        if isinstance(made, partial):
            self._made = made = made()
        return made

    @property
    def together(self) -> Turns:
        """The ranges of simultaneous moves in the phase."""
        together = self._together
        if not isinstance(together, tuple):
            self._together = together = together(self.made)
        return together

    def parts(self) -> list[History]:
        """The histories of the phases so far, this one last."""
        part: History | None = self
        parts = []
        while part is not None:
            parts.append(part)
            part = part.before
        parts.reverse()
        return parts

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, in order."""
        return tuple([move for part in self.parts() for move in part.made])

    @property
    def turns(self) -> Turns:
        """The ranges of simultaneous moves in the deal, as in `Result`."""
        turns, count = list[tuple[int, int]](), 0
        for part in self.parts():
            turns += [(count + start, count + stop) for start, stop in part.together]
            count += len(part.made)
        return tuple(turns)

    def seen_by(self, viewer: int | None, phases: Sequence[Audible], deal: Deal) -> History:
        """The history as a viewer may know it once all decisions in it have been revealed.

        Args:
            viewer: a seat; None for a spectator.
            phases: the phases of the rules.
            deal: as it stands now.
        """
        # A hot function: it runs for every view.
        restricted, seen = self._restricted, self._seen
        if restricted is None or seen is None:
            restricted, seen = self._find_restricted(), {}
            self._seen = seen
        heard_of = tuple(
            [mover == viewer or phases[phase_index].hears(deal, mover, viewer) for mover, phase_index in restricted]
        )
        redacted = seen.get((viewer, heard_of))
        if redacted is None:
            before = self.before.seen_by(viewer, phases, deal) if self.before else None
            made, together = self._made, self.together
            if together or not self.for_all:
                made = self.made if self.for_all else heard(self.made, phases, deal, viewer)
                made = in_turns(made, together, viewer)
            redacted = seen[viewer, heard_of] = History(before, self.place, made, together)
        return redacted

    def _find_restricted(self) -> tuple[tuple[int, int], ...]:
        """Find the seats, and the phases, whose moves not everybody may know."""
        restricted = self.before._find_restricted() if self.before else ()
        if not self.for_all:
            restricted += tuple(dict.fromkeys([(mover, phase_index) for mover, _, phase_index in self.made]))
        self._restricted = restricted
        return restricted


class MovesLater:
    """A base for values that sort the moves of a deal only when they are read.

    Invariant: the `__dict__` has every field, or `_history` in place of `moves` and `together`.

    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7, first=0).play(1, "3").view(1)
    >>> isinstance(view, MovesLater), view.moves
    (True, ((1, Bid(number=3), 2),))
    """

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        history: History | None = self.__dict__["_history"]
        return history.moves if history else ()

    @cached_property
    def together(self) -> Turns:
        history: History | None = self.__dict__["_history"]
        return history.turns if history else ()

    def __getstate__(self) -> dict[str, Any]:
        return {attribute.name: getattr(self, attribute.name) for attribute in fields(type(self))}  # type: ignore[arg-type]

"""The decisions of a deal as a viewer may know them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Protocol

from trickkit.model.cards import UNKNOWN, Unknown

if TYPE_CHECKING:
    from trickkit.model.actions import Action
    from trickkit.model.deal import Deal

__all__ = ["Audible", "Move", "Turns", "heard", "in_turns"]

Move = tuple[int, "Action | Unknown", int]
"""A decision: the seat, its action, and the index of the phase in the rules."""

Turns = tuple[tuple[int, int], ...]
"""The ranges of simultaneous moves: the indices of the first one and of the one after the last."""


class Audible(Protocol):
    """Anything that decides who may know of a decision; every phase does.

    >>> from trickkit.phases import Tricks
    >>> from trickkit.variants import pikoko
    >>> Tricks(follow=pikoko.rules().phases[-1].follow).hears(None, mover=0, viewer=1)
    True
    """

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        """Whether a viewer may know what another seat decided, once the decision is no longer pending."""

    def public(self, deal: Deal, action: Action) -> bool:
        """Whether everybody may know an action, even if `hears` says no."""


def heard(moves: Iterable[Move], phases: Sequence[Audible], deal: Deal, viewer: int | None) -> tuple[Move, ...]:
    """The decisions of a deal as far as a viewer may know them.

    Args:
        moves: in order.
        phases: the phases of the rules.
        deal: as it stands now.
        viewer: a seat; None for a spectator.

    >>> from trickkit import load, playout
    >>> end = playout(load("pikoko", players=3), seed=7)
    >>> result = end.results[0]
    >>> heard(result.moves, end.rules.phases, result.deal, None) == result.moves
    True
    """
    known: list[Move] = []
    answers: dict[tuple[int, int], bool] = {}
    for move in moves:
        mover, action, phase_index = move
        phase = phases[phase_index]
        hears = mover == viewer or answers.get((mover, phase_index))
        if hears is None:
            hears = answers[mover, phase_index] = phase.hears(deal, mover, viewer)
        is_known = hears or (not isinstance(action, Unknown) and phase.public(deal, action))
        known.append(move if is_known else (mover, UNKNOWN, phase_index))
    return tuple(known)


def in_turns(moves: Sequence[Move], together: Turns, viewer: int | None) -> tuple[Move, ...]:
    """The decisions of a deal, with simultaneous ones sorted by seat.

    As a result, the order reveals neither who was faster nor which of its cards another seat chose first.

    Args:
        moves: the moves as the viewer may know them, in the order in which they were made.
        together: the ranges of simultaneous moves, as in `Result`.
        viewer: a seat, whose own decisions stay in their order; None for a spectator.

    >>> from trickkit import Play
    >>> moves = ((1, Play("KC"), 0), (0, Play("QC"), 0), (0, Play("JC"), 0))
    >>> [str(card) for _, card, _ in in_turns(moves, together=((0, 3),), viewer=1)]
    ['JC', 'QC', 'KC']
    """
    if not together:
        return tuple(moves)
    ordered = [*moves]
    for start, stop in together:
        turn = ordered[start:stop]
        seats = [move[0] for move in turn]
        # The texts, which take longer to compute, matter only if a seat decided more than once.
        texts = len({*seats}) < len(seats)
        turn.sort(key=partial(_seat_and_text, viewer) if texts else itemgetter(0))
        ordered[start:stop] = turn
    return tuple(ordered)


def _seat_and_text(viewer: int | None, move: Move) -> tuple[int, str]:
    """The sort key for the moves of a turn."""
    seat, action, _ = move
    return seat, "" if seat == viewer or action is UNKNOWN else action._text  # type: ignore[union-attr]

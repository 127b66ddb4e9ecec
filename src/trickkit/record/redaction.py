"""What of a record somebody could publish without telling more than they know."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from trickkit.chance import HOLE, Stacked
from trickkit.phases.dealing import dealt_again
from trickkit.record.entries import Dealt, Entry, Moved
from trickkit.state import State
from trickkit.view import View

__all__ = ["redacted"]


def redacted(entries: Sequence[Entry], states: Sequence[State], seat: int | None) -> tuple[Entry, ...]:
    """The entries of a record as far as a seat (None: a spectator) knows them at its end.

    Args:
        entries: all of the record.
        states: all of the game, one before the first move and one after each.
        seat: 0..players-1, or None.

    >>> from trickkit.record import of
    >>> from trickkit.variants import pikoko
    >>> start = pikoko.rules(players=3).start(seed=7, first=0)
    >>> states = [start, start.play(1, "3")]
    >>> redacted(of(states[-1]).entries, states, 2)[-1]
    Moved(seat=1, action='??', dealt=None)
    """
    view = states[-1].view(seat)
    deals = [result.deal for result in view.results] + ([] if view.is_over else [view.deal])
    moves, dealt = iter(_in_turns(view, states)), iter([dealt_again(deal) for deal in deals])
    found: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Dealt):
            seen = next(dealt)
            entry = evolve(entry, stacked=_seen(entry.stacked, seen))
        elif isinstance(entry, Moved):
            mover, action = next(moves)
            new = None if entry.dealt is None else _seen(entry.dealt, seen)
            entry = Moved(mover, action, None if new == Stacked() else new)
        found.append(entry)
    return tuple(found)


def _in_turns(view: View, states: Sequence[State]) -> list[tuple[int, str]]:
    """The moves that a view tells of, seat by seat where they were made together.

    Who was faster, and which of two cards somebody laid first, is nothing that is revealed.

    Args:
        view: of the last state.
        states: all of the game, one before the first move.
    """
    moves = [move for result in view.results for move in result.moves] + [*view.moves]
    found, turn = list[tuple[int, str]](), list[tuple[int, str]]()
    for state, (seat, action, _) in zip(states[1:], moves, strict=True):
        turn.append((seat, str(action)))
        if not any(state.committed(one) for one in range(state.rules.players)):
            found += _by_seats(turn, view.seat)
            turn = []
    return found + _by_seats(turn, view.seat)


def _by_seats(turn: Sequence[tuple[int, str]], viewer: int | None) -> list[tuple[int, str]]:
    """The moves of a turn by seats; a viewer's own in the order in which it made them."""
    return sorted(turn, key=lambda move: (move[0], "" if move[0] == viewer else move[1]))


def _seen(dealt: Stacked, known: Stacked) -> Stacked:
    """What was dealt, as far as it is known; holes where it is not."""
    hands = dealt.hands and (known.hands or [[HOLE] * len(hand or ()) for hand in dealt.hands])
    # A stock of which a game's own phase took cards without a word says no more which card lay where.
    same = len(known.stock) == len(dealt.stock)
    return Stacked(hands, dealt.turned and known.turned, known.stock if same else [HOLE] * len(dealt.stock))

"""Redaction: the part of a record that a viewer could publish without revealing more than it knows."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from trickkit.model.chance import HOLE, Stacked
from trickkit.phases.dealing import stacked_deal
from trickkit.play.state import State
from trickkit.record.entries import Dealt, Entry, Moved

__all__ = ["redacted"]


def redacted(entries: Sequence[Entry], state: State, seat: int | None) -> tuple[Entry, ...]:
    """The entries of a record, reduced to what a seat (None: a spectator) knows at its end.

    Args:
        entries: all of the record.
        state: the state of the game at the end of the record.
        seat: 0..players-1, or None.

    >>> from trickkit.record import of
    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0).play(1, "3")
    >>> redacted(of(state).entries, state, 2)[-1]
    Moved(seat=1, action='??', dealt=None)
    """
    view = state.view(seat)
    deals = [result.deal for result in view.results] + ([] if view.is_over else [view.deal])
    moves = iter([*(move for result in view.results for move in result.moves), *view.moves])
    dealt = iter([stacked_deal(deal) for deal in deals])
    visible: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Dealt):
            seen, rolled = next(dealt), 0
            known = _seen(entry.stacked, seen, rolled)
            rolled += len(entry.stacked.rolls)
            entry = evolve(entry, stacked=known)
        elif isinstance(entry, Moved):
            mover, action, _ = next(moves)
            new = None if entry.dealt is None else _seen(entry.dealt, seen, rolled)
            rolled += 0 if entry.dealt is None else len(entry.dealt.rolls)
            entry = Moved(mover, str(action), None if new == Stacked() else new)
        visible.append(entry)
    return tuple(visible)


def _seen(dealt: Stacked, known: Stacked, rolled: int) -> Stacked:
    """The cards and rolls of an entry as the viewer knows them, `"??"` for unknown ones; `rolled` rolls came before."""
    hands = dealt.hands and (known.hands or [[HOLE] * len(hand or ()) for hand in dealt.hands])
    # If a custom phase took cards from the stock without an event, the original places in the stock are unknown.
    same = len(known.stock) == len(dealt.stock)
    stock = known.stock if same else [HOLE] * len(dealt.stock)
    return Stacked(hands, dealt.turned and known.turned, stock, known.rolls[rolled : rolled + len(dealt.rolls)])

"""The tricks of one deal, played from a state by seats that all maximize their gain in the trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trickkit.batch.kernel.layout import COUNT
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.program import compile_rules
from trickkit.batch.rollouts.gains import Gains, Room, play_by_gains
from trickkit.batch.run.resume import loaded, prevented, ready
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable

if TYPE_CHECKING:
    from trickkit.model.actions import Action
    from trickkit.play.state import State


def can_play_tricks(state: State) -> bool:
    """Whether compiled code can play the tricks of a deal from a state.

    Args:
        state: of an unfinished game.
    """
    if not isinstance(state.phase, Tricks) or state.deal.resting or state.phase.may_differ:
        return False
    return not prevented(compile_rules(state.rules), state)


def tricks_ahead(state: State, gains: Gains) -> list[Action]:
    """The seats' decisions until the tricks are over, or one of them can only call.

    Args:
        state: one for which `can_play_tricks` is true.
        gains: what tricks are worth to the seats.
    """
    room = Room.empty()
    try:
        program = ready(compile_rules(state.rules), state)
        row, deck = loaded(program, state)
    except Unsupported:
        return []
    table: TrickTable = state.deal[Tricks]
    for place, play in enumerate(table.current.plays[: int(row[COUNT])]):
        room.laid[place] = state.deal.deck.kinds[play.action.face].bit_length() - 1
        room.hands[place] = play.hand
    seats, numbers = np.zeros((2, program.longest), np.int64)
    made = play_by_gains(row, deck, program.tables, gains, room, seats, numbers)
    actions = [*state.rules.actions.values()]
    return [actions[number] for number in numbers[:made].tolist()]

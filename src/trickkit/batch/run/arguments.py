"""Checks the arguments that callers give for many lanes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import WAIT
from trickkit.errors import IllegalAction, InvalidAction, InvalidSeat, quoted
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.model.actions import Action


def checked(rules: Rules, lanes: int, actions: Array, waits: Array | None) -> Array:
    """The actions given for some lanes, by their numbers; WAIT for lanes that wait.

    Raises:
        InvalidAction: they are not an array of integers, one for each lane, or `waits` is not such an array of bools.
    """
    given = as_array(actions)
    if given.shape != (lanes,) or given.dtype.kind not in "iu":
        raise InvalidAction(
            f"actions are whole numbers, one for each of {lanes} lanes; these are {given.dtype} of shape {given.shape}",
            game=rules.key,
        )
    # Numbers without an action become -1, so that none wraps around or tells compiled code to wait.
    known = (given >= 0) & (given < len(rules.actions))
    given = np.where(known, given, 0).astype(np.int64)
    given[~known] = -1
    if waits is None:
        return given
    waiting = as_array(waits)
    if waiting.shape != (lanes,) or waiting.dtype != np.bool_:
        raise InvalidAction(
            f"waits={quoted(waits)}: True or False for each of {lanes} lanes",
            game=rules.key,
        )
    return np.where(waiting, WAIT, given)


def as_array(given: object) -> Array:
    """An argument as an array; if that is impossible, an array that is not of numbers."""
    try:
        return np.asarray(given)
    except (TypeError, ValueError, OverflowError):
        return np.array(None)


def seats_of(rules: Rules, lanes: int, seats: Array) -> Array:
    """The seats given for some lanes.

    Raises:
        InvalidSeat: they are not an array of seats, one for each lane.
    """
    given = as_array(seats)
    if given.shape != (lanes,) or (lanes and given.dtype.kind not in "iu"):
        raise InvalidSeat(
            f"seats are whole numbers, one for each of {lanes} lanes; these are {given.dtype} of shape {given.shape}",
            game=rules.key,
        )
    if lanes and not 0 <= given.min() <= given.max() < rules.players:
        wrong = int(np.flatnonzero((given < 0) | (given >= rules.players))[0])
        raise InvalidSeat(f"lane {wrong}: {given[wrong]} is not a seat of 0..{rules.players - 1}", game=rules.key)
    return given.astype(np.int64)


def refusal(rules: Rules, lane: int, number: int, legal: Array, seat: int) -> IllegalAction:
    """The error for an illegal action in a lane."""
    actions: list[Action] = list(rules.actions.values())
    options = ", ".join(f"{actions[option]} ({option})" for option in np.flatnonzero(legal))
    action = actions[number] if 0 <= number < len(actions) else None
    return IllegalAction(
        f"lane {lane}: {number if action is None else f'{action} ({number})'} is not legal; legal: {options}",
        action=action,
        legal=tuple(actions[option] for option in np.flatnonzero(legal)),
        game=rules.key,
        seat=seat,
    )

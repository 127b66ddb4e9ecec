"""Which of the decisions of a deal the seat that decides has heard, as compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import compiled, within
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2, look3


@compiled
def heard_decisions(t: Numbers, rows: Any, made: Any, phases: Any, heard: Any) -> None:
    """The decisions of the current deals as far as the seats that decide have heard them.

    Cards that another seat has chosen were shown together: they are in the order of the numbers of their actions.

    Args:
        t: the tables.
        rows: where the deals stand, as far as `layout.HEARING` says.
        made: by row and step, the last step last: the decision that was made, as `layout` packs it.
        phases: by phase, the number that stands for it.
        heard: by row and decision, where are written: who decided; the phase; the number of the action, or -1 where it
            is not known; -1 for all three after the last decision.
    """
    for row in range(rows.shape[0]):
        now, viewer, decisions = rows[row, 0], rows[row, 1], rows[row, 2]
        turn, deal, starter = rows[row, 3], rows[row, 4], rows[row, 5]
        told, first, before = decisions - _pending(t, now, viewer, turn, starter), 0, np.int64(-1)
        for number in range(decisions):
            noted = made[row, made.shape[1] - decisions + number]
            step, seat = noted >> at.NOTED_STEP, noted >> at.NOTED_SEAT & 255
            action = noted & at.NOTED_ACTION
            if noted >> at.NOTED_SEAT != before:
                first, before = number, noted >> at.NOTED_SEAT
            heard[row, number, 0] = seat
            heard[row, number, 1] = phases[step]
            if seat == viewer:
                heard[row, number, 2] = action
                continue
            kind = look1(t, at.T_KIND, step)
            if number >= told or not _told(t, kind, step, deal, seat, viewer):
                heard[row, number, 2] = -1
                continue
            place = number
            if kind == at.PASS or kind == at.REVEAL:
                while place > first and heard[row, place - 1, 2] > action:
                    heard[row, place, 2] = heard[row, place - 1, 2]
                    place -= 1
            heard[row, place, 2] = action
        for number in range(decisions, heard.shape[1]):
            for part in range(3):
                heard[row, number, part] = -1


@within
def _pending(t: Numbers, step: int, actor: int, turn: int, starter: int) -> int:
    """How many of the last decisions only those who made them know, until all who are asked have decided."""
    kind, place = look1(t, at.T_KIND, step), look1(t, at.T_PLACE, step)
    if kind == at.BIDS:
        return turn - look3(t, at.T_BID_GROUP, place, starter, turn)
    if kind == at.CONFIDENCE or kind == at.ESTIMATES:
        return actor
    if kind == at.PASS or kind == at.REVEAL:
        return turn
    return 0


@within
def _told(t: Numbers, kind: int, step: int, deal: int, seat: int, viewer: int) -> bool:
    """Whether another seat is told what a seat decided, when it is not pending any more."""
    if kind == at.PASS:
        further = look2(t, at.T_PASS_STEP, look1(t, at.T_PLACE, step), deal)
        return viewer == (seat + further) % t[at.PLAYERS]
    return kind != at.CONFIDENCE

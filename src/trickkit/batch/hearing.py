"""Which of the decisions of a deal the seat that decides has heard, as compiled code."""

from __future__ import annotations

from typing import Any

from trickkit.batch import layout as at
from trickkit.batch.bits import compiled, within
from trickkit.batch.layout import Numbers
from trickkit.batch.lookup import look1, look2, look3


@compiled
def heard_decisions(t: Numbers, rows: Any, made: Any, phases: Any, heard: Any) -> None:
    """The decisions of the current deals as far as the seats that decide have heard them, in an array that is -1.

    Cards that another seat has chosen were shown together: they are in the order of the numbers of their actions.

    Args:
        t: the tables.
        rows: where the deals stand.
        made: by row and decision: who decided, the phase, the number of the action.
        phases: by phase, the number that stands for it.
        heard: by row and decision: the same, with -1 for an action that is not known.
    """
    for row in range(rows.shape[0]):
        s = rows[row]
        viewer, pending, first = s[at.ACTOR], _pending(s, t), 0
        for number in range(s[at.DECISIONS]):
            seat, step, action = made[row, number, 0], made[row, number, 1], made[row, number, 2]
            if seat != made[row, first, 0] or step != made[row, first, 1]:
                first = number
            heard[row, number, 0] = seat
            heard[row, number, 1] = phases[step]
            if seat == viewer:
                heard[row, number, 2] = action
                continue
            kind = look1(t, at.T_KIND, step)
            if number >= s[at.DECISIONS] - pending or not _told(s, t, kind, step, seat, viewer):
                continue
            place = number
            if kind == at.PASS or kind == at.REVEAL:
                while place > first and heard[row, place - 1, 2] > action:
                    heard[row, place, 2] = heard[row, place - 1, 2]
                    place -= 1
            heard[row, place, 2] = action


@within
def _pending(s: Numbers, t: Numbers) -> int:
    """How many of the last decisions only those who made them know, until all who are asked have decided."""
    step = s[at.STEP]
    kind, place = look1(t, at.T_KIND, step), look1(t, at.T_PLACE, step)
    if kind == at.BIDS:
        return s[at.TURN] - look3(t, at.T_BID_GROUP, place, s[at.STARTER], s[at.TURN])
    if kind == at.CONFIDENCE or kind == at.ESTIMATES:
        return s[at.ACTOR]
    if kind == at.PASS or kind == at.REVEAL:
        return s[at.TURN]
    return 0


@within
def _told(s: Numbers, t: Numbers, kind: int, step: int, seat: int, viewer: int) -> bool:
    """Whether another seat is told what a seat decided, when it is not pending any more."""
    if kind == at.PASS:
        further = look2(t, at.T_PASS_STEP, look1(t, at.T_PLACE, step), s[at.NUMBER])
        return viewer == (seat + further) % t[at.PLAYERS]
    return kind != at.CONFIDENCE

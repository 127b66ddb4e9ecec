"""The knowledge of seats as arrays, with all other seats counted from the observer."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry
from trickkit.batch.seen import Seen


@entry
def tell(heard: Any, seats: Any, history: Any, said: Any) -> None:
    """Write the decisions that seats heard, with the other seats counted from the hearing one.

    Args:
        heard: by row and decision, the seat, the phase and the action, as in `Seen.heard`.
        seats: by row, the seat that heard it.
        history: by row and decision, receives the same; it has room for more decisions, and must be filled with -1.
        said: by row, seat and action, receives the counts; it must be filled with 0.
    """
    players = said.shape[1]
    for row in range(heard.shape[0]):
        for made in range(heard.shape[1]):
            if heard[row, made, 0] < 0:
                break
            seat = (heard[row, made, 0] - seats[row]) % players
            action = heard[row, made, 2]
            history[row, made, 0] = seat
            history[row, made, 1] = heard[row, made, 1]
            history[row, made, 2] = action
            if action >= 0 and said[row, seat, action] < 255:
                said[row, seat, action] += 1


@entry
def turn_cards(
    seats: Any, playing: Any, hands: Any, table: Any, hands_turned: Any, table_turned: Any, lead: Any
) -> None:
    """Reorder the cards in hands and on the table from the observer on, and find the leader of the trick.

    Args:
        seats: by row, the seat.
        playing: by row, the hand that plays; -1 outside tricks.
        hands: by row, hand and kind, how many cards the seat knows to be there.
        table: by row, hand and kind, how many lie in front of it.
        hands_turned: receives the same by hand clockwise from the seat.
        table_turned: the same for the cards in front of hands.
        lead: by row, receives the hand that led the trick, clockwise from the seat, and the kind that was led; -1 for
            none.
    """
    players, kinds = hands.shape[1], hands.shape[2]
    for row in range(hands.shape[0]):
        lead[row, 0] = lead[row, 1] = -1
        for step in range(players):
            hand = (seats[row] + step) % players
            for kind in range(kinds):
                hands_turned[row, step, kind] = hands[row, hand, kind]
                table_turned[row, step, kind] = table[row, hand, kind]
        if playing[row] < 0:
            continue
        # Hands play clockwise: the first hand that has played is the first one after the next to play.
        for step in range(1, players + 1):
            hand = (playing[row] + step) % players
            for kind in range(kinds):
                if table[row, hand, kind]:
                    lead[row, 0], lead[row, 1] = (hand - seats[row]) % players, kind
            if lead[row, 0] >= 0:
                break


def arrays_of(seen: Seen, names: Collection[str], longest: int, actions: int) -> dict[str, Array]:
    """By the name of a block, its array for each observer, with seats counted from that one.

    Args:
        seen: the knowledge of the seats.
        names: the names of the requested blocks; others may be included.
        longest: how many decisions the history has room for, no fewer than were made.
        actions: how many there are.
    """
    players, count = seen.held.shape[1], len(seen.seat)
    lane, seats = np.arange(count), seen.seat
    clockwise = (seats[:, None] + np.arange(players)) % players
    rows = lane[:, None]

    def turned(array: Array) -> Array:
        rotated: Array = array[rows, clockwise]
        return rotated

    named = np.array([seen.starter, seen.declarer, seen.hand])
    starter, declarer, playing = np.where(named < 0, -1, (named - seats) % players)
    made: dict[str, Array] = {
        "seat": seats, "phase": seen.phase, "number": seen.number, "size": seen.size,
        "starter": starter, "trump": seen.trump, "declarer": declarer,
        "shown": seen.shown, "playing": playing, "held": turned(seen.held),
        "out": seen.out, "stock": seen.stock, "committed": seen.committed,
        "tricks": turned(seen.tricks), "piles": turned(seen.piles), "totals": turned(seen.totals[:, :players]),
    }  # fmt: skip
    if {"hands", "table", "leader", "led"} & {*names}:
        made["hands"], made["table"] = np.empty_like(seen.hands), np.empty_like(seen.table)
        lead = np.empty((count, 2), np.int16)
        turn_cards(seats, seen.hand, seen.hands, seen.table, made["hands"], made["table"], lead)
        made["leader"], made["led"] = lead[:, 0], lead[:, 1]
    if "bids" in names:
        made["bids"] = turned(seen.bids)[lane[:, None, None], np.arange(players)[:, None], clockwise[:, None]]
    if {"history", "said"} & {*names}:
        made["history"] = np.full((count, longest, 3), -1, np.int16)
        made["said"] = np.zeros((count, players, actions), np.uint8)
        tell(np.ascontiguousarray(seen.heard), seats, made["history"], made["said"])
    return made

"""The decisions that seats have heard, as compiled code writes them into observations."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel.intrinsics import entry


@entry
def tell(heard: Any, seats: Any, history: Any, said: Any) -> None:
    """Write down what was heard, with seats counted from the one that heard it.

    Args:
        heard: by row and decision, the seat, the phase and the action, as `Seen.heard` has them.
        seats: by row, the seat that heard it.
        history: by row and decision, where the same is written; it has room for more decisions, and is -1 before.
        said: by row, seat and action, where it is counted; it is 0 before.
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
    """Turn the cards of hands and those in front of them to the seat that sees them, and find who led.

    Args:
        seats: by row, the seat.
        playing: by row, the hand that plays; -1 outside tricks.
        hands: by row, hand and kind, how many cards the seat knows to be there.
        table: by row, hand and kind, how many lie in front of it.
        hands_turned: where the same is written by hand clockwise from the seat.
        table_turned: likewise.
        lead: by row, where the hand that led the trick is written, clockwise from the seat, and the kind that was led;
            -1 for none.
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
        # Hands play clockwise: the first one that has played is the first one after that which plays next.
        for step in range(1, players + 1):
            hand = (playing[row] + step) % players
            for kind in range(kinds):
                if table[row, hand, kind]:
                    lead[row, 0], lead[row, 1] = (hand - seats[row]) % players, kind
            if lead[row, 0] >= 0:
                break

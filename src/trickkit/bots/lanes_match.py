"""Matches between bots that decide for many lanes at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from trickkit.batch import lanes as stepped_lanes

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.batch.stepping import Lanes
    from trickkit.play.rules import Rules
    from trickkit.play.utility import Utility

Act = Callable[["Lanes", "Array"], "Array"]
"""Decides in some lanes, as `Bot.act_lanes`."""

CHUNK = 512
"""The number of deals that are played side by side."""

Row = tuple[float | None, ...]


def rows_in_lanes(
    rules: Rules,
    players: Sequence[Act],
    tables: Sequence[tuple[int, ...]],
    utility: Utility,
    *,
    deals: int,
    seed: int,
) -> Iterator[Row]:
    """By deal and bot, the average score of the bot's seats, as in `Match.points`.

    Args:
        rules: of the game.
        players: by bot, what decides.
        tables: which bots play a deal together, by turns.
        utility: of the rules.
        deals: how many.
        seed: determines the cards.
    """
    # No other seed gives the same deals.
    first = 0
    while first < deals:
        count = min(CHUNK, deals - first)
        playing = np.array([tables[(first + lane) % len(tables)] for lane in range(count)])
        sums, seats = np.zeros((count, len(players))), np.zeros((count, len(players)))
        for rotation in range(playing.shape[1]):
            seated = np.zeros((count, rules.players), np.int64)
            for index, side in enumerate(utility.sides):
                seated[:, list(side)] = playing[:, (index + rotation) % playing.shape[1], None]
            points = deals_played(rules, players, seated, seed=(seed << 32) + first)
            for seat in range(rules.players):
                np.add.at(sums, (np.arange(count), seated[:, seat]), points[:, seat])
                np.add.at(seats, (np.arange(count), seated[:, seat]), 1)
        for lane in range(count):
            yield tuple(
                float(total / many) if many else None for total, many in zip(sums[lane], seats[lane], strict=True)
            )
        first += count


def deals_played(rules: Rules, players: Sequence[Act], seated: Array, *, seed: int) -> Array:
    """(deals, seats), int64: the points of deals, each played in one lane.

    Args:
        rules: of the game.
        players: by bot, what decides.
        seated: (deals, seats), int64: the bot that plays each seat.
        seed: determines the cards.
    """
    lanes, count = stepped_lanes(rules, len(seated), seed), len(seated)
    points, every, waits = np.zeros(seated.shape, np.int64), np.arange(count), np.zeros(count, np.bool_)
    while not waits.all():
        who, actions = np.where(waits, -1, seated[every, lanes.seats]), np.zeros(count, np.int64)
        for bot, act in enumerate(players):
            which = np.flatnonzero(who == bot)
            if len(which):
                actions[which] = act(lanes, which)
        ended = lanes.step(actions, waits=waits)
        # A lane in which a deal has ended waits in the next one.
        if len(ended):
            points[lanes.last] = ended.points
            waits[lanes.last] = True
    return points

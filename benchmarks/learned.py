"""How well bots play after minutes of learning: trained, then matched against `Greedy` and `Flat(64)`.

Run it as `python benchmarks/learned.py hearts skat --minutes 1`. Each row says how many points a deal the bot is ahead,
with half the 95 % interval, what a decision takes (processor time), and how deals go in which it plays all seats.
"""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser
from time import process_time

import numpy as np

from trickkit import Rules, batch, load
from trickkit.bots import Bot, Flat, Greedy, Learned, match, train
from trickkit.bots.intervals import reach


def ahead_of(rules: Rules, bot: Bot, other: Bot, deals: int) -> str:
    """By how many points a deal a bot is ahead, and half the 95 % interval."""
    mean, error = match(rules, [bot, other], deals=deals, seed=1).ahead(0, 1)
    return f"{mean:+.2f} ± {reach(error or 0):.2f} ({deals})"


def in_self_play(rules: Rules, bot: Bot, deals: int) -> str:
    """In how many deals of self-play anybody is declarer, and what declarers score."""
    lanes, every, found = batch.lanes(rules, 512, seed=1), np.arange(512), list[tuple[int, int]]()
    while len(found) < deals:
        ended = lanes.step(bot.act_lanes(lanes, every))
        for seat, points in zip(ended.declarer.tolist(), ended.points.tolist(), strict=True):
            found.append((seat, points[seat]))
    scored = np.array([points for seat, points in found if seat >= 0])
    if not len(scored):
        return "no declarers"
    error = scored.std() / len(scored) ** 0.5
    return (
        f"{len(scored) / len(found):.0%} of {len(found)} deals declared, {(scored > 0).mean():.0%} of those with "
        f"points above 0, mean {scored.mean():+.1f} ± {reach(error):.1f}"
    )


def microseconds(rules: Rules, bot: Bot) -> str:
    """What a decision takes from a view, and in lanes."""
    lanes, every = batch.lanes(rules, 512, seed=2), np.arange(512)
    for _ in range(12):
        lanes.step(bot.act_lanes(lanes, every))
    views = [view for lane in range(100) if len((view := lanes.state(lane).view(int(lanes.seats[lane]))).legal()) > 1]
    begin = process_time()
    for view in views:
        bot.act(view)
    middle = process_time()
    for _ in range(20):
        bot.act_lanes(lanes, every)
    by_view, by_lane = (middle - begin) / max(1, len(views)), (process_time() - middle) / 20 / 512
    return f"{by_view * 1e6:.0f} / {by_lane * 1e6:.1f}"


def main() -> None:
    """Print a row for each game."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=1000, help="against Greedy")
    parser.add_argument("--flat", type=int, default=200, help="deals against Flat(64)")
    asked = parser.parse_args()
    print("| game | deals learned from | over Greedy | over Flat(64) | µs a decision: view / lane | in self-play |")
    print("| --- | ---: | ---: | ---: | ---: | --- |", flush=True)
    for game in asked.games:
        rules, path = load(game), os.path.join(tempfile.mkdtemp(), f"{game}.npz")
        trained = train(rules, asked.minutes, path=path, seed=asked.seed).about["trained"]
        bot = Learned(path)
        print(f"| {rules.name} | {trained['deals']:,}", end=" | ", flush=True)
        print(ahead_of(rules, bot, Greedy(), asked.deals), end=" | ", flush=True)
        print(ahead_of(rules, bot, Flat(64), asked.flat), end=" | ", flush=True)
        print(f"{microseconds(rules, bot)} | {in_self_play(rules, bot, 5000)} |", flush=True)


if __name__ == "__main__":
    main()

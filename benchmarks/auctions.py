"""Whether bots bid well: matched against the same bots that always pass, and bidding by a tree.

Run it as `python benchmarks/auctions.py bridge coinche --level 3 --deals 40`. Each row says how many points a deal the
bot is ahead, with half the 95 % interval. A bot that bids what it cannot make is behind one that never bids.
"""

from __future__ import annotations

from argparse import ArgumentParser

from attrs import evolve, field, frozen

from trickkit import Rules, View, load
from trickkit.bots import ISMCTS, Bot, best, match
from trickkit.bots.base import Budget, Choice, Explanation
from trickkit.bots.intervals import reach
from trickkit.bots.levels import PLAYOUTS
from trickkit.model.actions import Pass

PER_CALL = 30
"""For each of how many bids a tree has iterations."""
GAMES = ("bridge", "coinche", "bid_whist", "sheepshead", "euchre")


@frozen
class Caller(Bot):
    """A bot whose calls, where it may pass, are made by another bot.

    Args:
        plays: decides everything else.
        calls: makes the calls; None passes.
    """

    plays: Bot
    calls: Bot | None = field(default=None)

    def seeded(self, seed: int) -> Caller:
        """Both bots with another seed."""
        return evolve(self, plays=self.plays.seeded(seed), calls=self.calls and self.calls.seeded(seed))

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """What the bot says whose decision it is."""
        if Pass() not in view.legal():
            return self.plays.explain(view, budget)
        return Explanation((Choice(Pass(), 0.0),)) if self.calls is None else self.calls.explain(view, budget)


def ahead(rules: Rules, bot: Bot, other: Bot, deals: int, seed: int) -> str:
    """By how many points a deal a bot is ahead, and half the 95 % interval."""
    mean, error = match(rules, [bot, other], deals=deals, seed=seed).ahead(0, 1)
    return f"{mean:+.2f} ± {reach(error or 0):.2f}"


def main() -> None:
    """Print a row for each game."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    for game in asked.games:
        rules = load(game)
        bot = best(rules, asked.level, network=None)
        others = {"passing": Caller(bot)}
        if asked.level > 1:
            others["bids by a tree"] = Caller(bot, calls=ISMCTS(PER_CALL * PLAYOUTS[asked.level]))
        found = [f"{ahead(rules, bot, one, asked.deals, asked.seed)} over {name}" for name, one in others.items()]
        print(f"{game}, level {asked.level}, {asked.deals} deals: {', '.join(found)}", flush=True)


if __name__ == "__main__":
    main()

"""Whether bots bid well: matched against the same bots that always pass, and bidding by a tree.

Run it as `python benchmarks/auctions.py bridge coinche --level 3 --deals 40`. Each row says how many points a deal the
bot is ahead, with half the 95 % interval. A bot that bids what it cannot make is behind one that never bids.

`--par BOT` says instead how many IMPs a board the scores of Bridge are from par if the bot has all seats; once for what
it played, and once for its contract if the play were perfect, with open hands. It needs DDS, which the extra
`double-dummy` brings.
"""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import chain
from statistics import fmean

from attrs import evolve, field, frozen
from trickkit_classics.bridge import ScoreContract

from trickkit import Rules, View, load
from trickkit.bots import ISMCTS, Bot, best, match, read, states
from trickkit.bots.base import Budget, Choice, Explanation
from trickkit.bots.intervals import reach, standard_error
from trickkit.bots.levels import PLAYOUTS
from trickkit.model.actions import Pass
from trickkit.model.hands import Hand
from trickkit.phases import Auction
from trickkit.play.state import State

PER_CALL = 30
"""For each of how many bids a tree has iterations."""
GAMES = ("bridge", "coinche", "bid_whist", "sheepshead", "euchre")


IMPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""From which difference of scores on it counts 1 IMP, 2 IMPs, and so on."""


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


def imps_from_par(bot: Bot, seed: int) -> tuple[int, int]:
    """How many IMPs a board is from par, on either side, if a bot has all seats: its score, and its contract.

    The contract counts as if it were played perfectly. Nobody is vulnerable.
    """
    from endplay.dds import calc_dd_table, par
    from endplay.types import Deal, Denom, Player, Vul

    def dealt(hand: Hand) -> str:
        held = [str(card) for card in hand]
        return ".".join("".join(rank for rank in "AKQJT98765432" if f"{rank}{suit}" in held) for suit in "SHDC")

    played = states(load("bridge"), [bot] * 4, seed=seed, first=0)
    table = calc_dd_table(Deal(f"N:{' '.join(map(dealt, next(played).deal.hands))}"))
    state = next(filter(_is_bid, played))
    contract, made = state.deal[Auction].contract, 0
    end = next(state for state in chain([state], played) if state.results)
    north, east, *_ = end.results[0].scores
    if contract is not None:
        declarer, trump = Player(contract.declarer), Denom.find(contract.denomination)
        tricks = int(table[trump, declarer])
        points = sum(points for _, points in ScoreContract().parts(contract, tricks, vulnerable=False))
        made = points * (1 if (tricks >= 6 + contract.level) == (contract.declarer % 2 == 0) else -1)
    best = par(table, Vul.none, Player.north).score
    off, bid_off = (sum(abs(score - best) >= least for least in IMPS) for score in (north - east, made))
    return off, bid_off


def _is_bid(state: State) -> bool:
    """Whether the first deal has its contract, or was passed out."""
    return bool(state.results) or not isinstance(state.phase, Auction)


def main() -> None:
    """Print a row for each game."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--level", type=int, default=2)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--par", metavar="BOT")
    asked = parser.parse_args()
    if asked.par:
        found = [imps_from_par(read(asked.par), seed) for seed in range(asked.seed, asked.seed + asked.deals)]
        for what, imps in zip(("scores", "contracts"), zip(*found, strict=True), strict=True):
            print(f"{asked.par}, {what}: {fmean(imps):.2f} ± {reach(standard_error(imps) or 0):.2f} IMPs from par")
        return
    for game in asked.games:
        rules = load(game)
        bot = best(rules, asked.level, network=None)
        others = {"passing": Caller(bot)}
        if asked.level > 1:
            others["bids by a tree"] = Caller(bot, calls=ISMCTS(PER_CALL * PLAYOUTS[asked.level]))
        leads = [f"{ahead(rules, bot, one, asked.deals, asked.seed)} over {name}" for name, one in others.items()]
        print(f"{game}, level {asked.level}, {asked.deals} deals: {', '.join(leads)}", flush=True)


if __name__ == "__main__":
    main()

"""How well bots bid by systems: at Skat and at Spades, against themselves and against the same bots without a system.

Run it as `python benchmarks/calls.py skat spades --level 3 --deals 200`. For Skat it says in how many deals anybody
declares, how many games are won, and what declarers score, by kind of game; for Spades how often nil is bid, and made.
Then, by how many points a deal the bots are ahead of those whose calls are made without the system, with half the 95 %
interval.

`--fit` says instead how the weights of `trickkit_classics.skat_bids` change if they are fitted to so many games of the
bots: a logistic regression that keeps near to the weights as they are.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain, pairwise
from statistics import fmean

import numpy as np
from attrs import evolve, field, frozen
from trickkit_classics.skat_bids import SKAT, TABLE
from trickkit_classics.skat_caller import SkatCaller
from trickkit_classics.skat_hands import ROLES, SUITS, Holding, card_points, counts
from trickkit_classics.spades_caller import SpadesCaller

from trickkit import Rules, View, load
from trickkit.bots import Best, Bot, Explanation, Learned, match
from trickkit.bots.base import Budget
from trickkit.bots.intervals import reach, standard_error
from trickkit.bots.playing import after
from trickkit.phases import LayAway, NameTrump, TakeStock
from trickkit.phases.called import CallEstimates
from trickkit.phases.tricks import Tricks
from trickkit.play.later import later_deal
from trickkit.play.state import State

CALLERS = {"skat": SkatCaller, "spades": SpadesCaller}
NEAR = 0.4
"""How far weights may move, as a standard deviation."""


@frozen
class Without(Bot):
    """A level of `Best` whose calls are made as if no system were installed.

    Args:
        plays: that level.
    """

    plays: Best = field()

    def seeded(self, seed: int) -> Without:
        """The bot with another seed."""
        return evolve(self, plays=self.plays.seeded(seed))

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """What the installed network says where it is asked, or the search."""
        learned = Learned()
        if not isinstance(view.phase, Tricks) and learned.is_chosen(view):
            return learned.explain(view, budget)
        return evolve(self.plays, network=None).explain(view, budget)


def played(rules: Rules, bot: Bot, deals: int, seed: int) -> Iterator[tuple[State, State]]:
    """First deals in which a bot plays all seats: the last state before each is scored, and the one after."""
    for deal in range(deals):
        start = later_deal(rules, 0, seed=(seed << 32) + deal, starter=deal % rules.players)
        states = chain([start], after(start, [bot.seeded(deal)] * rules.players))
        yield next((before, end) for before, end in pairwise(states) if end.results)


def with_error(numbers: list[float]) -> str:
    """The mean, and half the 95 % interval."""
    return f"{fmean(numbers):+.2f} ± {reach(standard_error(numbers) or 0):.2f}"


def skat_games(rules: Rules, bot: Bot, deals: int, seed: int) -> None:
    """Print how declarers fare."""
    by_kind = defaultdict[str, list[float]](list)
    for before, end in played(rules, bot, deals, seed):
        if end.results[0].lines:
            game = (before.deal[NameTrump].game or "").split()[0]
            hand = "" if before.deal[TakeStock].seats else " from the hand"
            by_kind[("suit" if game in SUITS else game) + hand].append(float(end.results[0].lines[0].points))
    scored = [points for kind in by_kind.values() for points in kind]
    print(f"declared in {len(scored) / deals:.1%} of {deals} deals")
    for kind, points in {"all games": scored, **by_kind}.items():
        print(f"  {kind}: {len(points)}, won {fmean(score > 0 for score in points):.1%}, mean {with_error(points)}")


def spades_bids(rules: Rules, bot: Bot, deals: int, seed: int) -> None:
    """Print how often nil is bid, and made."""
    nils = Counter[str]()
    for before, end in played(rules, bot, deals, seed):
        nils["bid"] += before.deal[CallEstimates].bids.count(0)
        for line in end.results[0].lines:
            nils["made"] += line.seat < 2 and "bid nil" in line.reason and line.points > 0
    print(f"nil bid by {nils['bid'] / deals / 4:.1%} of {4 * deals} hands, made {nils['made']} of {nils['bid']}")


def fit(rules: Rules, bot: Bot, deals: int, seed: int) -> None:
    """Print how weights of suits and of grand change."""
    games = defaultdict[str, list[tuple[list[float], bool]]](list)
    for before, end in played(rules, bot, deals, seed):
        deal, lines = before.deal, end.results[0].lines
        if not lines or deal.declarer is None:
            continue
        kind = str(deal[NameTrump].game).split()[0]
        taken = deal[TakeStock].seats
        cards = [str(play.card) for trick in deal[Tricks].tricks for play in trick.plays if play.hand == deal.declarer]
        cards += [str(card) for card in deal.hands[deal.declarer]]
        cards += [str(play.card) for play in deal[Tricks].current.plays if play.hand == deal.declarer]
        laid = card_points(map(str, deal[LayAway].hands[deal.declarer])) if taken else SKAT
        suits = dict[str, list[float]]()
        for _, ranks, role in Holding.of(cards).roles(kind):
            summed = suits.get(role, [0.0] * len(ROLES[role]))
            suits[role] = [total + more for total, more in zip(summed, counts(ranks, role), strict=True)]
        row = [1.0, laid, *[count for role in TABLE[kind].roles for count in suits[role]]]
        games["suit" if kind in SUITS else kind].append((row, lines[0].points > 0))
    for kind, rows in games.items():
        table = TABLE["C" if kind == "suit" else kind]
        names = ["constant", "laid", *[name for role in table.roles for name in ROLES[role]]]
        before_fit = np.array(
            [table.constant, table.laid, *[weight for role in table.roles.values() for weight in role]]
        )
        counted, won = np.array([row for row, _ in rows]), np.array([float(made) for _, made in rows])
        spread = np.array([5.0, NEAR / 10, *[NEAR] * (len(names) - 2)])
        weights = before_fit.copy()
        for _ in range(50):
            chance = 1 / (1 + np.exp(-counted @ weights))
            slope = counted.T @ (won - chance) - (weights - before_fit) / spread**2
            curve = (counted.T * (chance * (1 - chance))) @ counted + np.diag(1 / spread**2)
            weights = weights + np.linalg.solve(curve, slope)
        expected = (1 / (1 + np.exp(-counted @ before_fit))).mean()
        print(f"{kind}: {len(rows)} games, won {won.mean():.1%}, expected {expected:.1%}")
        for name, old, new in zip(names, before_fit, weights, strict=True):
            print(f"  {name}: {old:+.3f} -> {new:+.3f}")


def main() -> None:
    """Print how bots bid, or how weights change."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", choices=[*CALLERS])
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--fit", action="store_true")
    asked = parser.parse_args()
    if asked.fit and asked.games != ["skat"]:
        parser.error("--fit fits the weights of skat")
    for game in asked.games:
        rules, plays = load(game), Best(asked.level)
        bot = CALLERS[game](plays)
        if asked.fit:
            fit(rules, bot, asked.deals, asked.seed)
            continue
        (skat_games if game == "skat" else spades_bids)(rules, bot, asked.deals, asked.seed)
        mean, error = match(rules, [bot, Without(plays)], deals=asked.deals, seed=asked.seed).ahead(0, 1)
        print(f"{game}, level {asked.level}: {mean:+.2f} ± {reach(error or 0):.2f} over itself without ({asked.deals})")


if __name__ == "__main__":
    main()

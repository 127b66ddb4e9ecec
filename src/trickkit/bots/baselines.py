"""The strength of bots in many games: in all of them, matches of each bot against the same opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from attrs import frozen

from trickkit.bots.intervals import reach
from trickkit.bots.learned import is_installed_for
from trickkit.bots.match import Match, match
from trickkit.bots.registry import FILE, read_all
from trickkit.catalog.registry import keys, load
from trickkit.play.rules import Rules

__all__ = ["AGAINST", "BOTS", "Baseline", "baselines"]

BOTS = ("random", "best:2", "best:3", "learned")
"""The bots of a table of baselines."""
AGAINST = "greedy"
"""The common opponent of all bots."""


@frozen
class Baseline:
    """How far a bot is ahead of another in a game.

    Args:
        game: the key of the game.
        bot: the name of the bot.
        against: the name of the other.
        deals: how many they played; 0 if no network is installed for the game, which `learned` would need.
        ahead: by how many points a deal it is ahead; None if they played none.
        half: half the 95 % interval; None for fewer than two deals.

    >>> print(Baseline("hearts", "best:3", "greedy", deals=200, ahead=3.21, half=0.456))
    +3.21 ± 0.46
    """

    game: str
    bot: str
    against: str
    deals: int
    ahead: float | None = None
    half: float | None = None

    def __str__(self) -> str:
        if self.ahead is None:
            return "-"
        return f"{self.ahead:+.2f}" + ("" if self.half is None else f" ± {self.half:.2f}")


def baselines(
    games: Sequence[str | Rules] | None = None,
    names: Sequence[str] = BOTS,
    *,
    against: str = AGAINST,
    deals: int = 100,
    seed: int = 0,
    budget: timedelta | None = None,
    seen: Callable[[Baseline], object] = lambda _: None,
) -> Iterator[Baseline]:
    """Let bots play matches against one of them in many games; in each game all get the same cards.

    Args:
        games: rules, or what `trickkit.load` accepts; None for all installed games.
        names: of the bots, as `read` accepts them.
        against: their common opponent.
        deals: of each match, 1 or more, each played from every seat.
        seed: any integer; equal seeds give equal tables, unless the budget ends a match.
        budget: of each match.
        seen: called after each deal with the game, the bot and the number of deals, without the lead.

    Raises:
        InvalidRules: there is no such game or bot, or there are no deals.

    >>> for one in baselines(["hearts", "cat_in_the_box"], ["random", "learned"], deals=4):
    ...     print(one.game, one.bot, one.deals)
    hearts random 4
    hearts learned 4
    cat_in_the_box random 4
    cat_in_the_box learned 0
    """
    players = read_all([*names, against])
    other = players[against]
    for rules in [load(game) if isinstance(game, str) else game for game in (keys() if games is None else games)]:
        for name, bot in ((name, players[name]) for name in dict.fromkeys(names)):
            if name == FILE and not is_installed_for(rules):
                yield Baseline(rules.key, name, against, 0)
                continue

            def tell(so_far: Match, game: str = rules.key, bot: str = name) -> None:
                seen(Baseline(game, bot, against, so_far.deals))

            result = match(rules, [bot, other], deals=deals, seed=seed, budget=budget, seen=tell)
            ahead, error = result.ahead(0, 1)
            yield Baseline(rules.key, name, against, result.deals, ahead, None if error is None else reach(error))

"""Whole games: who wins, how long they take, and how long they stay open."""

from __future__ import annotations

from math import lcm
from typing import Any

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.metrics.base import Column, Metric, columns_of, place_name
from trickkit.lab.metrics.fairness import SIDES
from trickkit.lab.whole_games import PlayedGames

__all__ = ["GameComebacks", "GameDeals", "GameDecided", "GameLeads", "GameMinutes", "GameWins", "GameWinsByPlayer"]

DECISION, DEAL = 4, 40
"""The assumed seconds that people need for a decision, and to shuffle, deal and write down a deal."""


class GameMetric(Metric):
    """A base for metrics of whole games.

    >>> GameDeals().of_games
    True
    """

    __slots__ = ()
    of_games = True

    def columns(self, seen: Any) -> list[Column]:
        return self.of(seen)

    def of(self, played: PlayedGames) -> list[Column]:
        """The metric's numbers, by game."""
        raise NotImplementedError


def _shares(played: PlayedGames) -> tuple[Array, int]:
    """Each seat's share of a victory as an integer numerator, and the denominator; sides win together."""
    sides = played.utility.sides
    won = played.won
    winning = np.array([won[:, side[0]] for side in sides]).T
    scale = lcm(*range(1, max(SIDES, len(sides)) + 1))
    shares = winning * (scale // winning.sum(axis=1, keepdims=True).clip(1))
    return shares[:, [played.utility.side_of(seat) for seat in range(played.rules.players)]], scale


@frozen
class GameWins(GameMetric):
    """How often a game is won, by place after the starter of its first deal. Sides win together.

    >>> from trickkit import lab
    >>> found = lab.games("pikinni", bots="random", games=20, metrics=["game wins"])
    >>> round(sum(row.values[0].mean for row in found.rows), 9)
    1.0
    """

    name = "game wins"
    unit = "share"
    about = "how often {who} of the first deal wins the game"
    needs = "two sides or more"
    source = "outcomes of games; Ludii's AdvantageP1, for each place"

    def of(self, played: PlayedGames) -> list[Column]:
        if len(played.utility.sides) < 2:
            return []
        shares, scale = _shares(played)
        players = played.rules.players
        seats = (played.starters[:, None] + np.arange(players)) % players
        by_place = np.take_along_axis(shares, seats, axis=1)
        return columns_of(by_place, 1, [*map(place_name, range(players))], scale=scale)


@frozen
class GameWinsByPlayer(GameMetric):
    """How often a game is won by each of the players of a study, with the same cards in every seat.

    >>> from trickkit import lab
    >>> found = lab.games("pikinni", bots=["greedy", "random"], games=2, metrics=["game wins by player"])
    >>> [row.label for row in found.rows]
    ['greedy', 'random']
    """

    name = "game wins by player"
    unit = "share"
    about = "how often {who} wins the game"
    needs = "players that differ, and two sides or more"
    source = "outcomes of games"

    def of(self, played: PlayedGames) -> list[Column]:
        if len(played.utility.sides) < 2 or len(played.bots) < 2:
            return []
        shares, scale = _shares(played)
        tops = np.array([(shares * (played.seated == bot)).sum(axis=1) for bot in range(len(played.bots))])
        seats = np.array([(played.seated == bot).sum(axis=1) for bot in range(len(played.bots))])
        return columns_of(tops.T, seats.T, [*played.bots], scale=scale)


@frozen
class GameDeals(GameMetric):
    """Deals of a game.

    >>> from trickkit import lab
    >>> lab.games("pikinni", bots="random", games=5, metrics=["deals of a game"]).rows[0].unit
    'deals'
    """

    name = "deals of a game"
    unit = "deals"
    about = "the number of deals in a game"
    source = "lengths of games; Ludii's DurationTurns, for deals"

    def of(self, played: PlayedGames) -> list[Column]:
        return columns_of(played.deals, 1)


@frozen
class GameMinutes(GameMetric):
    """Minutes that people need for a game, estimated at 4 seconds for a decision and 40 more for each deal.

    >>> from trickkit import lab
    >>> 5 < lab.games("pikinni", bots="random", games=5, metrics=["minutes"]).rows[0].values[0].mean < 60
    True
    """

    name = "minutes"
    unit = "minutes"
    about = "how many minutes a game takes"
    source = "decisions and deals of games"

    def of(self, played: PlayedGames) -> list[Column]:
        return columns_of(DECISION * played.decisions + DEAL * played.deals, 1, scale=60)


def _leads(played: PlayedGames) -> list[Array]:
    """(deals, sides), by game: which sides lead after each deal."""
    own = [side[0] for side in played.utility.sides]
    points = [played.utility.sign * totals[:, own] for totals in played.totals]
    return [of_game == of_game.max(axis=1, keepdims=True) for of_game in points]


@frozen
class GameLeads(GameMetric):
    """How often another side takes the lead in a game, judged after each deal; shared leads are nobody's.

    >>> from trickkit import lab
    >>> lab.games("pikinni", bots="random", games=9, metrics=["lead changes in a game"]).rows[0].values[0].mean > 0
    True
    """

    name = "lead changes in a game"
    unit = "times"
    about = "how often the lead changes in a game"
    needs = "two sides or more"
    source = "points after each deal; Browne's lead change"

    def of(self, played: PlayedGames) -> list[Column]:
        if len(played.utility.sides) < 2:
            return []
        alone = [of_game[of_game.sum(axis=1) == 1].argmax(axis=1) for of_game in _leads(played)]
        return columns_of(np.array([(series[1:] != series[:-1]).sum() for series in alone]), 1)


@frozen
class GameComebacks(GameMetric):
    """How often a winner of a game did not lead after half of its deals; in games of two deals or more.

    >>> from trickkit import lab
    >>> 0 < lab.games("pikinni", bots="random", games=20, metrics=["comebacks in a game"]).rows[0].values[0].mean < 1
    True
    """

    name = "comebacks in a game"
    unit = "share"
    about = "how often a winner was behind at half of the game"
    needs = "two sides or more, and games of several deals"
    source = "points after each deal; Browne's drama"

    def of(self, played: PlayedGames) -> list[Column]:
        if len(played.utility.sides) < 2:
            return []
        behind = [not (leading[len(leading) // 2 - 1] & winning).any() for leading, winning in _with_winners(played)]
        return columns_of(np.array(behind) * (played.deals > 1), played.deals > 1)


@frozen
class GameDecided(GameMetric):
    """After what share of its deals a game is decided: from there on, a winner leads to the end.

    >>> from trickkit import lab
    >>> 0 < lab.games("pikinni", bots="random", games=9, metrics=["decided in a game"]).rows[0].values[0].mean <= 1
    True
    """

    name = "decided in a game"
    unit = "share"
    about = "how late a game is decided"
    needs = "two sides or more"
    source = "points after each deal; CardStock, TAG and Ludii measure the same in other ways"

    def of(self, played: PlayedGames) -> list[Column]:
        if len(played.utility.sides) < 2:
            return []
        behind = [np.flatnonzero(~(leading & winning).any(axis=1)) for leading, winning in _with_winners(played)]
        after = [int(rows[-1]) + 2 if len(rows) else 1 for rows in behind]
        return columns_of(np.minimum(after, played.deals), played.deals)


def _with_winners(played: PlayedGames) -> list[tuple[Array, Array]]:
    """By game, which sides lead after each deal, and which sides win."""
    own = [side[0] for side in played.utility.sides]
    return [*zip(_leads(played), played.won[:, own], strict=True)]

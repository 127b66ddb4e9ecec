"""Whole games, played and measured deal by deal."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.bots.utility import Utility
from trickkit.lab.playing import Table
from trickkit.play.rules import Rules
from trickkit.play.state import State

__all__ = ["PlayedGames"]


@frozen(eq=False)
class PlayedGames:
    """Some games of a study under one of its rules; bots may play a game several times, changing seats.

    Args:
        numbers: (games,), int64: the number of each in the study.
        ends: the last state of each.
        seated: (games, seats): the number of the bot at each seat.
        utility: what is good for a seat, and who is on a side.
        bots: the names of the bots, by number.
        table: the rules and their players.

    >>> from trickkit import load
    >>> from trickkit.lab.playing import Table
    >>> played = PlayedGames.of(Table(load("pikinni", players=2), ("random",) * 2, seed=7), range(3))
    >>> played.deals.tolist(), [len(totals) for totals in played.totals]
    ([10, 10, 10], [10, 10, 10])
    """

    numbers: Array
    ends: tuple[State, ...]
    seated: Array
    utility: Utility
    bots: tuple[str, ...]
    table: Table

    @classmethod
    def of(cls, table: Table, numbers: range) -> PlayedGames:
        """Play some games of a table.

        Args:
            table: the rules and their players.
            numbers: of the games, consecutive.
        """
        played = [(game, turn) for game in numbers for turn in range(table.times)]
        ends = tuple([table.game(game, turn) for game, turn in played])
        seated = np.array([table.seated(turn) for _, turn in played])
        each, utility = np.array([game for game, _ in played], np.int64), Utility.said_by(table.rules)
        return cls(each, ends, seated, utility, tuple(map(str, table.kinds)), table)

    @property
    def rules(self) -> Rules:
        """The rules under which the games were played."""
        return self.table.rules

    @property
    def traces(self) -> tuple[()]:
        """Always empty: whole games are not traced."""
        return ()

    @property
    def deals(self) -> Array:
        """(games,): the number of deals."""
        return np.array([len(end.results) for end in self.ends])

    @property
    def decisions(self) -> Array:
        """(games,): the number of decisions."""
        return np.array([sum(len(result.moves) for result in end.results) for end in self.ends])

    @property
    def starters(self) -> Array:
        """(games,): the seat that started the first deal."""
        return np.array([end.results[0].deal.begun_by for end in self.ends])

    @property
    def totals(self) -> list[Array]:
        """By game, (deals, seats): the totals after each deal."""
        return [np.array([result.totals for result in end.results]) for end in self.ends]

    @property
    def won(self) -> Array:
        """(games, seats): whether each seat is among the winners."""
        winners = [end.outcome.winners if end.outcome else () for end in self.ends]
        return np.array([[seat in some for seat in range(self.rules.players)] for some in winners])

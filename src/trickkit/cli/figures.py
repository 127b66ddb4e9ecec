"""Statistics of many games: wins, points, tricks and bids, by seat."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from attrs import frozen

from trickkit.model.deal import Deal
from trickkit.phases import Bids, Estimates, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.state import State
from trickkit.shares import wilson

__all__ = ["Figures", "SeatFigures", "Sums", "Together", "collected", "figures", "seed_of"]


Sums = dict[str, list[Any]]
"""Sums over games by name, so that engines count alike: a single number of games, deals, deals with tricks, and games
that all seats won or lost; otherwise one for each seat. Scores and their squares are integers, however large."""


@frozen
class SeatFigures:
    """The figures of one seat.

    Args:
        wins: its share of first places, 0..1; a shared first place counts as its fraction.
        interval: the lower and upper end of the 95 % Wilson interval of that share.
        mean: of its final scores.
        deviation: their standard deviation; None for one game.
        tricks: average number taken in a deal; None if no deal had tricks.
        exact: the share of its bids that were exactly right, 0..1; None if it made none.

    >>> SeatFigures(wins=0.5, interval=wilson(1, 2), mean=3.0, deviation=None, tricks=1.0, exact=None).mean
    3.0
    """

    wins: float
    interval: tuple[float, float]
    mean: float
    deviation: float | None
    tricks: float | None
    exact: float | None


@frozen
class Together:
    """How many games all seats won or lost together.

    Args:
        won: how many were won by all seats.
        lost: how many were won by nobody.

    >>> Together.of(won=3, lost=1, games=4), Together.of(won=1, lost=0, games=4)
    (Together(won=3, lost=1), None)
    """

    won: int
    lost: int

    @classmethod
    def of(cls, won: int, lost: int, games: int) -> Together | None:
        """The counts; None for competitive games, in which all seats may share first place by chance.

        Args:
            won: how many were won by all seats.
            lost: how many were won by nobody.
            games: how many there are, 1 or more.
        """
        return cls(won, lost) if lost or won == games else None


@frozen
class Figures:
    """The figures of many games.

    Args:
        games: how many, 1 or more.
        deals: the total number of deals.
        seats: the figures by seat.
        together: how many games all seats won or lost together; None if seats compete.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> found = figures([collected(playout(pikoko.rules(players=3), seed=seed)) for seed in (1, 2)])
    >>> found.games, found.deals, len(found.seats)
    (2, 6, 3)
    """

    games: int
    deals: int
    seats: tuple[SeatFigures, ...]
    together: Together | None = None


def seed_of(seed: int, number: int) -> int:
    """The seed of one of many games: a pure function of a seed and the number of the game, from 0.

    >>> seed_of(7, 0) == seed_of(7, 0), seed_of(7, 0) == seed_of(7, 1)
    (True, False)
    """
    return Random(f"{seed}/game {number}").getrandbits(63)


def collected(state: State) -> Sums:
    """The sums of one finished game.

    Args:
        state: a state with an outcome.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> game = collected(playout(pikoko.rules(players=3), seed=7))
    >>> game["deals"], sum(game["tricks"]), game["bids"]
    ([3], 24, [9, 9, 9])
    """
    seats, winners = range(state.rules.players), state.outcome.winners if state.outcome else ()
    wins = [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    deals = [result.deal for result in state.results]
    tricks = [taken for deal in deals if (taken := _taken(deal))]
    hits = [[hit for deal in deals for hit in _hits(deal, seat)] for seat in seats]
    return {
        "games": [1],
        "deals": [len(deals)],
        "with tricks": [len(tricks)],
        "won": [int(all(wins))],
        "lost": [int(not any(wins))],
        "wins": wins,
        "scores": [*state.scores],
        "squares": [score**2 for score in state.scores],
        "tricks": [sum([taken[seat] for taken in tricks]) for seat in seats],
        "exact": [*map(sum, hits)],
        "bids": [*map(len, hits)],
    }


def _taken(deal: Deal) -> tuple[int, ...]:
    table = deal.get(Tricks)
    return table.taken if isinstance(table, TrickTable) else ()


def _hits(deal: Deal, seat: int) -> Iterable[bool]:
    """For every bid or estimate of a seat, whether it was exactly right."""
    taken = _taken(deal)
    tables = [table for table in (deal.get(Bids), deal.get(Estimates)) if table is not None] if taken else []
    return (hit for table in tables for hit in table.exact(taken)[seat])


def figures(parts: Iterable[Sums]) -> Figures:
    """The figures of one or more games of the same rules.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> game = collected(playout(pikoko.rules(players=3), seed=7))
    >>> seats = figures([game, game]).seats
    >>> seats[0].deviation, sum(seat.tricks for seat in seats)
    (0.0, 8.0)
    """
    sums: Sums = {}
    for part in parts:
        for name, numbers in part.items():
            sums[name] = [old + new for old, new in zip(sums.get(name, [0] * len(numbers)), numbers, strict=True)]
    (games,), (deals,), (won,), (lost,) = (sums[name] for name in ("games", "deals", "won", "lost"))
    seats = tuple([_seat(sums, seat, games) for seat in range(len(sums["wins"]))])
    return Figures(games, deals, seats, Together.of(won=won, lost=lost, games=games))


def _seat(sums: Sums, seat: int, games: int) -> SeatFigures:
    wins, scores, squares, tricks, exact, bids = (
        sums[name][seat] for name in ("wins", "scores", "squares", "tricks", "exact", "bids")
    )
    (deals,) = sums["with tricks"]
    # Integers up to here, so that nothing is lost if the mean is far from 0.
    variance = (squares * games - scores**2) / (games * (games - 1)) if games > 1 else None
    return SeatFigures(
        wins=wins / games,
        interval=wilson(wins, games),
        mean=scores / games,
        deviation=None if variance is None else variance**0.5,
        tricks=tricks / deals if deals else None,
        exact=exact / bids if bids else None,
    )

"""Statistics of many games: wins, points, tricks and bids, by seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean, stdev

from attrs import frozen

from trickkit.model.deal import Deal
from trickkit.phases import Bids, Estimates, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.state import State
from trickkit.shares import wilson

__all__ = ["Figures", "GameFigures", "SeatFigures", "Together", "collected", "figures", "seed_of"]


@frozen
class GameFigures:
    """The figures of a finished game.

    Args:
        deals: how many were played.
        wins: by seat, its share of the first place: 1 divided by the number of seats that share it, otherwise 0.
        scores: by seat, its final score.
        tricks: for every deal with tricks, by hand, how many it took.
        hits: by seat, for every bid it made, whether exactly that many tricks were taken.

    >>> GameFigures(deals=1, wins=(0.5, 0.5), scores=(3, 3), tricks=((1, 1),), hits=((True,), (False,))).wins
    (0.5, 0.5)
    """

    deals: int
    wins: tuple[float, ...]
    scores: tuple[int, ...]
    tricks: tuple[tuple[int, ...], ...]
    hits: tuple[tuple[bool, ...], ...]


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


def collected(state: State) -> GameFigures:
    """The figures of a finished game.

    Args:
        state: a state with an outcome.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> game = collected(playout(pikoko.rules(players=3), seed=7))
    >>> game.deals, [sum(taken) for taken in game.tricks], len(game.hits[0])
    (3, [8, 8, 8], 9)
    """
    outcome = state.outcome
    winners = outcome.winners if outcome else ()
    deals = [result.deal for result in state.results]
    return GameFigures(
        deals=len(deals),
        wins=tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(state.rules.players)),
        scores=state.scores,
        tricks=tuple(taken for deal in deals if (taken := _taken(deal))),
        hits=tuple(tuple(hit for deal in deals for hit in _hits(deal, seat)) for seat in range(state.rules.players)),
    )


def _taken(deal: Deal) -> tuple[int, ...]:
    table = deal.get(Tricks)
    return table.taken if isinstance(table, TrickTable) else ()


def _hits(deal: Deal, seat: int) -> Iterable[bool]:
    """For every bid or estimate of a seat, whether it was exactly right."""
    taken = _taken(deal)
    tables = [table for table in (deal.get(Bids), deal.get(Estimates)) if table is not None] if taken else []
    return (hit for table in tables for hit in table.exact(taken)[seat])


def figures(games: Sequence[GameFigures]) -> Figures:
    """The figures of one or more games of the same rules.

    >>> game = GameFigures(deals=1, wins=(1.0, 0.0), scores=(5, 3), tricks=((2, 1),), hits=((True,), (False,)))
    >>> seat = figures([game, game]).seats[0]
    >>> seat.wins, seat.mean, seat.deviation, seat.tricks, seat.exact
    (1.0, 5.0, 0.0, 2.0, 1.0)
    """
    seats = range(len(games[0].scores))
    together = Together.of(
        won=sum(all(game.wins) for game in games), lost=sum(not any(game.wins) for game in games), games=len(games)
    )
    return Figures(len(games), sum(game.deals for game in games), tuple(_seat(games, seat) for seat in seats), together)


def _seat(games: Sequence[GameFigures], seat: int) -> SeatFigures:
    wins = sum(game.wins[seat] for game in games)
    scores = [game.scores[seat] for game in games]
    return SeatFigures(
        wins=wins / len(games),
        interval=wilson(wins, len(games)),
        mean=fmean(scores),
        deviation=stdev(scores) if len(scores) > 1 else None,
        tricks=_mean([taken[seat] for game in games for taken in game.tricks]),
        exact=_mean([hit for game in games for hit in game.hits[seat]]),
    )


def _mean(numbers: Sequence[int]) -> float | None:
    return fmean(numbers) if numbers else None

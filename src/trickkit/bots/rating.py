"""Ratings of many bots from their matches, by the Plackett-Luce model; needs the extra `ratings`."""

from __future__ import annotations

from attrs import frozen

from trickkit.bots.match import Match
from trickkit.errors import MissingExtra

try:
    from openskill.models import PlackettLuce
except ImportError as error:
    raise MissingExtra("trickkit.bots.rating needs openskill: pip install 'trickkit[ratings]'") from error

__all__ = ["Rating", "ratings"]


@frozen
class Rating:
    """The strength of a bot, compared with the others that it played.

    Args:
        mean: its strength; 25 is that of an unknown bot.
        deviation: the uncertainty: in 95 % of cases the true strength is within 1.96 deviations of the mean.

    >>> str(Rating(27.5, 1.0))
    '27.5 ± 2.0'
    """

    mean: float
    deviation: float

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {1.96 * self.deviation:.1f}"


def ratings(found: Match) -> tuple[Rating, ...]:
    """The rating of each bot: each deal ranks those that played it by their points.

    A rating says more than points if not everybody has played everybody else. Deals are processed in order.

    Args:
        found: a match.

    Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, 2011.

    >>> strong, weak = ratings(Match([(3, 1), (2, 2), (4, 0)]))
    >>> strong.mean > 25 > weak.mean
    True
    """
    model = PlackettLuce()
    current = [model.rating() for _ in found.points[0]]
    for row in found.points:
        played = [(bot, found.sign * points) for bot, points in enumerate(row) if points is not None]
        rated = model.rate([[current[bot]] for bot, _ in played], scores=[points for _, points in played])
        for (bot, _), (new_rating,) in zip(played, rated, strict=True):
            current[bot] = new_rating
    return tuple(Rating(rating.mu, rating.sigma) for rating in current)

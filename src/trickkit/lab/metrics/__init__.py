"""The metrics of studies, and their names."""

from __future__ import annotations

from collections.abc import Iterable

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.lab.metrics.base import Column, Metric
from trickkit.lab.metrics.bids import (
    BidsByNumber,
    BidsExactByNumber,
    BidsExactBySize,
    BidsOffByNumber,
    BidsOffBySize,
)
from trickkit.lab.metrics.calls import Calls, CallsThatPay, Declares, PointsByCall, WinsByCall
from trickkit.lab.metrics.choice import Branching, Choices, Decisions, Forced
from trickkit.lab.metrics.drama import Certain, Comeback, LeadChanges
from trickkit.lab.metrics.fairness import PointsByPlace, PointsBySeat, Wins
from trickkit.lab.metrics.games import (
    GameComebacks,
    GameDeals,
    GameDecided,
    GameLeads,
    GameMinutes,
    GameWins,
    GameWinsByPlayer,
)
from trickkit.lab.metrics.play import Agency, AgencyByTrick, Luck, LuckOfPlace, Matter, Skill
from trickkit.lab.metrics.scores import BidsExact, BidsOff, Points, Shutouts, Spread, Ties
from trickkit.lab.metrics.sight import Sight

__all__ = [
    "LONGER",
    "METRICS",
    "OF_DEALS",
    "OF_GAMES",
    "PARTS",
    "USUAL",
    "Agency",
    "AgencyByTrick",
    "BidsByNumber",
    "BidsExact",
    "BidsExactByNumber",
    "BidsExactBySize",
    "BidsOff",
    "BidsOffByNumber",
    "BidsOffBySize",
    "Branching",
    "Calls",
    "CallsThatPay",
    "Certain",
    "Choices",
    "Column",
    "Comeback",
    "Decisions",
    "Declares",
    "Forced",
    "GameComebacks",
    "GameDeals",
    "GameDecided",
    "GameLeads",
    "GameMinutes",
    "GameWins",
    "GameWinsByPlayer",
    "LeadChanges",
    "Luck",
    "LuckOfPlace",
    "Matter",
    "Metric",
    "Points",
    "PointsByCall",
    "PointsByPlace",
    "PointsBySeat",
    "Shutouts",
    "Sight",
    "Skill",
    "Spread",
    "Ties",
    "Wins",
    "WinsByCall",
    "metrics_of",
]

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        *(Wins(), PointsByPlace(), PointsBySeat(), Declares(), PointsByCall(), WinsByCall()),
        *(Points(), Spread(), Ties(), Shutouts(), BidsExact(), BidsOff(), Calls(), CallsThatPay()),
        *(BidsByNumber(), BidsExactByNumber(), BidsOffByNumber(), BidsExactBySize(), BidsOffBySize()),
        *(Decisions(), Choices(), Branching(), Forced()),
        *(Agency(), AgencyByTrick(), Matter(), Skill(), Luck(), LuckOfPlace(), Sight()),
        *(LeadChanges(), Certain(), Comeback()),
        *(GameWins(), GameWinsByPlayer(), GameDeals(), GameMinutes()),
        *(GameLeads(), GameComebacks(), GameDecided()),
    )
}
"""The metrics of the library by name."""

OF_GAMES = tuple(name for name, metric in METRICS.items() if metric.of_games)
"""The metrics of whole games."""

OF_DEALS = tuple(name for name in METRICS if name not in OF_GAMES)
"""The metrics of deals, which portraits have."""

LONGER = ("luck", "luck of the place", "value of sight", "lead changes", "decided after", "comebacks")
"""The metrics that replay deals or play them on. Portraits have them; comparisons have them only on request."""

PARTS = (
    *("declares", "points by call", "wins by call", "calls that pay", "agency by trick", "bids by number"),
    *("bids exact by number", "bids off by number", "bids exact by hand size", "bids off by hand size"),
)
"""The metrics with many numbers, each of which widens all intervals; comparisons have them only on request."""

USUAL = tuple(name for name in OF_DEALS if name not in (*LONGER, *PARTS))
"""The default metrics of comparisons."""


def metrics_of(asked: Iterable[str | Metric]) -> tuple[Metric, ...]:
    """Metrics, given by name or as values.

    Raises:
        InvalidRules: there is no such metric, or one is requested twice.

    >>> metrics_of(["wins", Ties()])
    (Wins(), Ties())
    >>> metrics_of([3])
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: 3 is not a metric
    """
    metrics: list[Metric] = []
    for request in asked:
        if isinstance(request, str) and request not in METRICS:
            raise InvalidRules(f"no metric {quoted(request)}{nearest(request, METRICS)}; metrics: {', '.join(METRICS)}")
        metric = METRICS[request] if isinstance(request, str) else request
        if not isinstance(metric, Metric):
            raise InvalidRules(f"{quoted(metric)} is not a metric")
        if any(metric.name == other.name for other in metrics):
            raise InvalidRules(f"the metric {quoted(metric.name)} is asked for twice")
        metrics.append(metric)
    return tuple(metrics)

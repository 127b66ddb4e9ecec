"""Plots of a study as SVG, in the colours of the page, light or dark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from attrs import frozen

from trickkit.errors import MissingExtra
from trickkit.lab.words import interval, titled, who

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from trickkit.lab.moments import Estimate
    from trickkit.lab.results import Found
    from trickkit.lab.rows import Row

__all__ = ["Plot", "distribution", "plots"]

INK = "#123456"
"""A placeholder, while a plot is drawn, for the text colour of the page."""
SERIES = (("#00897b", "o"), ("#d9730d", "s"), ("#7b61c9", "^"), ("#c2447f", "D"), ("#4f7fd0", "v"), ("#7f7f2a", "P"))
"""Colours that stand out from both white and black, each with its own marker."""
PLOTTED = ("wins", "points by place", "points by seat", "bids exact", "luck")
"""The metrics that are plotted, where they were measured."""


@frozen
class Plot:
    """A plot as SVG.

    Args:
        svg: the drawing.
        title: what it shows.
        alt: the same in words and numbers.

    >>> Plot("<svg></svg>", "wins", "wins: 25 %").title
    'wins'
    """

    svg: str
    title: str
    alt: str


def plots(found: Found) -> list[Plot]:
    """The plots of a study: the distribution of scores, and chosen metrics with their intervals.

    Raises:
        MissingExtra: matplotlib is not installed.

    >>> from trickkit import lab
    >>> found = lab.profile("pikoko", bots="random", deals=500, metrics=["wins"])
    >>> [plot.title for plot in plots(found)]
    ['wins', 'points of a seat in a deal']
    """
    changed = [_changes(found, list(found.of(verdict.metric))) for verdict in found.verdicts[:1] if verdict.metric]
    drawn = [_intervals(found, list(rows)) for name in PLOTTED if (rows := found.of(name))]
    return [*changed, *drawn, distribution(found)]


def _changes(found: Found, rows: list[Row]) -> Plot:
    """A metric's differences from the first rules, with intervals and a line at 0."""
    names, rules = found.study.names[1:], found.study.rules[0]
    figure, axes = _blank(found, 0.9 + 0.34 * len(rows) * len(names) ** 0.7)
    factor = 100 if rows[0].unit == "share" else 1
    axes.axvline(0, color=INK, linewidth=0.8)
    descriptions = []
    for index, name in enumerate(names):
        shift = (index - (len(names) - 1) / 2) * 0.6 / len(names)
        _bars(axes, [row.differences[index] for row in rows], shift, factor, SERIES[(index + 1) % len(SERIES)], name)
        texts = [f"{titled(row, rules)} {interval(row.differences[index], row.unit, sign=True)}" for row in rows]
        descriptions.append(f"{name}: {'; '.join(texts)}")
    axes.set_yticks(range(len(rows)), [titled(row, rules) for row in rows])
    axes.invert_yaxis()
    axes.set_xlabel(f"{'percentage points' if factor == 100 else rows[0].unit} more than under {found.study.names[0]}")
    title = f"what changes about {rows[0].metric}"
    return Plot(_svg(figure, axes, found, title), title, ". ".join(descriptions))


def _intervals(found: Found, rows: list[Row]) -> Plot:
    """The numbers of a metric under all rules, with their intervals."""
    figure, axes = _blank(found, 0.9 + 0.34 * len(rows) * len(found.study.names) ** 0.7)
    factor = 100 if rows[0].unit == "share" else 1
    descriptions = []
    for index, name in enumerate(found.study.names):
        shift = (index - (len(found.study.names) - 1) / 2) * 0.6 / len(found.study.names)
        _bars(axes, [row.values[index] for row in rows], shift, factor, SERIES[index % len(SERIES)], name)
        texts = [f"{row.label or row.metric} {interval(row.values[index], row.unit)}" for row in rows]
        descriptions.append(f"{name}: {'; '.join(texts)}")
    labels = [who(row.label, found.study.rules[0]) or row.metric for row in rows]
    axes.set_yticks(range(len(rows)), labels)
    axes.invert_yaxis()
    axes.set_xlabel("per cent" if factor == 100 else rows[0].unit)
    return Plot(_svg(figure, axes, found, rows[0].metric), rows[0].metric, ". ".join(descriptions))


def _bars(
    axes: Axes, numbers: Sequence[Estimate | None], shift: float, factor: int, series: tuple[str, str], name: str
) -> None:
    colour, mark = series
    drawn = [(index + shift, estimate) for index, estimate in enumerate(numbers) if estimate is not None]
    widths = [
        [factor * (estimate.mean - estimate.low) for _, estimate in drawn],
        [factor * (estimate.high - estimate.mean) for _, estimate in drawn],
    ]
    means, places = [factor * estimate.mean for _, estimate in drawn], [index for index, _ in drawn]
    axes.errorbar(means, places, xerr=widths, fmt=mark, color=colour, capsize=3, label=name)


def distribution(found: Found) -> Plot:
    """The distribution of a seat's points in a deal, with intervals.

    >>> from trickkit import lab
    >>> distribution(lab.profile("pikoko", bots="random", deals=500, metrics=["wins"])).svg[:4]
    '<svg'
    """
    figure, axes = _blank(found, 2.4)
    descriptions = []
    for index, name in enumerate(found.study.names[: len(SERIES)]):
        estimates = found.distribution(index)
        colour, mark = SERIES[index]
        shares = {points: 100 * estimate.mean for points, estimate in estimates.items()}
        few = len(shares) <= 40
        axes.plot([*shares], [*shares.values()], marker=mark if few else "", markersize=4, color=colour, label=name)
        low, high = (
            [100 * estimate.low for estimate in estimates.values()],
            [100 * estimate.high for estimate in estimates.values()],
        )
        axes.fill_between([*shares], low, high, color=colour, alpha=0.15, linewidth=0)
        most = sorted(shares, key=lambda points: -shares[points])[:3]
        descriptions.append(f"{name}: most often {', '.join(f'{points} ({shares[points]:.0f} %)' for points in most)}")
    axes.set_xlabel("points")
    axes.set_ylabel("per cent of the scores")
    axes.set_ylim(bottom=0)
    title = f"points of a seat {'at the end of a game' if found.study.is_of_games else 'in a deal'}"
    return Plot(_svg(figure, axes, found, "scores"), title, ". ".join(descriptions))


def _blank(found: Found, high: float) -> tuple[Figure, Axes]:
    """An empty figure of a given height, plus room for the names of the rules."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra("plots need matplotlib: pip install 'trickkit[lab]'") from error
    names = len(found.study.names) if len(found.study.names) > 1 else 0
    figure = Figure(figsize=(6.4, max(1.3, high) + 0.19 * names), layout="constrained")
    axes = figure.subplots()
    axes.spines[["right", "top"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INK)
    axes.tick_params(colors=INK)
    axes.xaxis.label.set_color(INK)
    axes.yaxis.label.set_color(INK)
    return figure, axes


def _svg(figure: Figure, axes: Axes, found: Found, name: str) -> str:
    """A figure as SVG whose lines and text have the text colour of the page."""
    from matplotlib import rc_context

    if len(found.study.names) > 1:
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper left", frameon=False, labelcolor=INK, fontsize=9)
    text = StringIO()
    # Names of shapes must differ between the plots of a page.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": f"trickkit {name}"}):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    # Its metadata about the creator contains network addresses.
    drawn = re.sub(r"<metadata>.*?</metadata>", "", text.getvalue(), flags=re.DOTALL)
    # Groups are numbered in each plot, and nothing refers to them.
    named = re.sub(r' id="([^"]+)"', lambda match: match[0] if f"#{match[1]}" in drawn else "", drawn)
    return named[named.index("<svg") :].replace(INK, "currentColor")

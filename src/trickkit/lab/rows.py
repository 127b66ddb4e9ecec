"""The numbers of a study, each with its intervals."""

from __future__ import annotations

from attrs import frozen

from trickkit.lab.moments import Estimate

__all__ = ["Row"]


@frozen
class Row:
    """A measured number.

    Args:
        metric: the name of its metric.
        label: what or whom it is about; empty if the metric has only one number.
        unit: `"share"`, or a noun.
        values: under each of the rules, with the interval; None if it is meaningless there.
        differences: of each of the rules after the first from the first; None if one of the two is meaningless.
        deals: in how many deals it was measured.
        apart: by index of the rules, in how many deals it differed from the first ones.

    >>> row = Row("wins", "the starter", "share", (Estimate(0.25, 0.2, 0.3),), (), 100, (0,))
    >>> row.what
    'wins, the starter'
    """

    metric: str
    label: str
    unit: str
    values: tuple[Estimate | None, ...]
    differences: tuple[Estimate | None, ...]
    deals: int
    apart: tuple[int, ...]

    @property
    def what(self) -> str:
        """The metric and the label."""
        return f"{self.metric}, {self.label}" if self.label else self.metric

    @property
    def what_in_unit(self) -> str:
        """The metric and the label, with the unit if neither they nor the values show it.

        >>> Row("points by seat", "seat 0", "tricks", (None,), (), 100, (0,)).what_in_unit
        'points by seat, seat 0 (tricks)'
        """
        return self.what if self.unit == "share" or self.unit in self.what else f"{self.what} ({self.unit})"

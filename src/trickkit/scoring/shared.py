"""A scoring in which each partner also scores the other's points."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import field, frozen

from trickkit.model.bounds import Bounds, Extent, total
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Fields, ScoreLine
from trickkit.policies.partners import Opposite, Partners
from trickkit.scoring.base import Scoring, lines_of, needed_by, summands_of, to_scorings

__all__ = ["PartnersShare"]


@frozen(kw_only=True)
class PartnersShare(Scoring):
    """The points that other parts give a seat also count for its partners.

    The lines of partners have the code `"partner"`. Their fields are the scoring seat (`partner`), the code of its line
    (`of`), and the fields of that line.

    Inside a `ScoreFractions` it adds up the fractions of a side before they are rounded, as in Tressette for four.

    Args:
        parts: the scorings that give points to single seats; a single part may be given as it is.
        partners: who plays together.

    >>> from trickkit import load, playout
    >>> from trickkit.scoring import ScoreTricks
    >>> rules = load("whist").replace(scoring=PartnersShare(parts=ScoreTricks(points=1)))
    >>> scores = playout(rules, seed=7).results[0].scores
    >>> scores[0] == scores[2], scores[0] + scores[1]
    (True, 13)
    """

    parts: tuple[Scoring, ...] = field(converter=to_scorings, validator=each_is_a(Scoring))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The phases and records that the parts need."""
        return needed_by(self.parts)

    @property
    def counts_only(self) -> bool:  # type: ignore[override]
        """Whether all parts read only how many tricks each hand took."""
        return all(part.counts_only for part in self.parts)

    def summands(self, players: int) -> tuple[Hashable, ...]:
        return tuple([(index, name) for index, part in enumerate(self.parts) for name in summands_of(part, players)])

    def of_summand(self, deal: Deal, summand: Any) -> tuple[ScoreLine, ...]:
        index, name = summand
        return tuple(
            line if seat == line.seat else _partners(line, seat)
            for line in lines_of(self.parts[index], deal, name)
            for seat in self.partners.side(line.seat, deal.players)
        )

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple([line for summand in self.summands(deal.players) for line in self.of_summand(deal, summand)])

    def bounds(self, extent: Extent) -> Bounds:
        bounds = total([part.bounds(extent) for part in self.parts])
        if bounds is None:
            return None
        sizes = [len(side) for side in self.partners.sides(extent.players)]
        return min(bounds[0] * size for size in sizes), max(bounds[1] * size for size in sizes)


def _partners(line: ScoreLine, seat: int) -> ScoreLine:
    """The line of a partner of the scoring seat, whose fields also contain that seat and the code of its line."""
    fields: Fields = (("partner", line.seat), ("of", line.code), *line.fields)
    return ScoreLine(seat, f"partner, seat {line.seat}: {line.reason}", line.points, "partner", fields)

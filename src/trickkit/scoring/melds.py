"""The scoring for melds that seats have shown."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.kinds.showing import ShownMelds
from trickkit.phases.showing import ShowMelds
from trickkit.scoring.base import ScoreBySeat

__all__ = ["ScoreMelds"]


@frozen
class ScoreMelds(ScoreBySeat):
    """Each seat scores all melds that it has shown (`ShowMelds`), whatever the others have.

    `PartnersShare` counts them for the partner as well.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.showing import Melds
    >>> from trickkit.policies.melds import Meld
    >>> deal = Deal.fresh(french(), players=2).with_record(Melds(((), (Meld(("KH", "QH"), 40, (40,)),))))
    >>> [str(line) for line in ScoreMelds().lines(deal)]
    ['seat 1: +40 KH QH (40)']
    """

    reads: ClassVar[tuple[type[Any], ...]] = (ShowMelds,)

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        melds: ShownMelds = deal[ShowMelds]
        points = melds.points(seat)
        return (ScoreLine(seat, melds.words([seat]), points),) if points else ()

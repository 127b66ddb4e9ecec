"""Pikoko for partners: four players, and those who sit opposite each other share all points.

You still see every hand but your own, bid on everyone and play your left neighbour's hand. But now what is good for the
seat opposite is good for you: two bids on a peacock that agree are safer than one, and the cards that your partner
plays are not those that it sees least of.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, field, frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.checks import is_a
from trickkit.policies.partners import Opposite, Partners
from trickkit.scoring import Scoring
from trickkit.variants import pikoko


@frozen
class Shared(Scoring):
    """Gives the points of each seat in another scoring to all seats of its side.

    Args:
        scoring: the other part.
        partners: who plays together.
    """

    scoring: Scoring = field(validator=is_a(Scoring))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The records that the other part reads."""
        return self.scoring.reads

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The lines of the other part, each for the seat and for its partners."""
        return tuple(
            evolve(line, seat=seat, reason=line.reason if seat == line.seat else f"partner: {line.reason}")
            for line in self.scoring.lines(deal)
            for seat in self.partners.side(line.seat, deal.players)
        )


@variant
def rules() -> Rules:
    """The rules of Pikoko for four, with shared points.

    >>> from trickkit import playout
    >>> scores = playout(rules(), seed=7).scores
    >>> scores[0] == scores[2], scores[1] == scores[3]
    (True, True)
    """
    game = pikoko.rules(players=4)
    return game.replace(
        key="pikoko_partners",
        name="Pikoko for partners",
        summary="Pikoko for two against two: whatever a seat scores, the seat opposite scores as well.",
        scoring=[Shared(part) for part in game.scoring],
    )

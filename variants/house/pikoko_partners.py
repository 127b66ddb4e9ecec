"""Pikoko for partners: four players, and those who sit opposite each other share all points.

You still see every hand but your own, bid on everyone and play your left neighbour's hand. But now what is good for the
seat opposite is good for you: two bids on a peacock that agree are safer than one, and the cards that your partner
plays are not those that it sees least of.
"""

from __future__ import annotations

from trickkit import Rules, variant
from trickkit.scoring import PartnersShare
from trickkit.variants import pikoko


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
        scoring=PartnersShare(parts=game.scoring),
    )

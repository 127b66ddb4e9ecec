"""5211 with overload: a colour that reaches the limit costs points instead of merely not counting.

In 5211 a colour that too many players laid is thrown away, and nobody minds much. Here everybody loses the values of
the cards laid in it, while the largest colour below the limit scores as usual: jumping on a colour that is already
strong becomes a risk, and laying its last card can be an attack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from attrs import field, frozen

from trickkit import Face, Rules, variant
from trickkit.model.checks import whole
from trickkit.phases import Evaluate
from trickkit.policies.evaluation import Award, Evaluation, ExactlyOfRank, MajoritySuit
from trickkit.variants import game5211


@frozen(kw_only=True)
class Overload(Evaluation):
    """The majority suit scores; suits at or above the limit cost points.

    Args:
        limit: the number of cards from which a suit costs points, 1 or more.

    >>> from trickkit.model.cards import french
    >>> [(award.reason, award.times) for award in Overload(limit=3).awards(french("QKA").faces[:5])]
    [('diamonds has the majority', 1), ('clubs is overloaded', -1)]
    """

    limit: int = field(validator=whole(1))

    def awards(self, faces: Sequence[Face]) -> tuple[Award, ...]:
        """The awards of the majority, then the cost of every overloaded suit."""
        counts = Counter(face.suit for face in faces)
        over = [suit for suit, count in counts.items() if count >= self.limit]
        costs = (tuple(index for index, face in enumerate(faces) if face.suit == suit) for suit in over)
        return (
            *MajoritySuit(limit=self.limit).awards(faces),
            *(Award(f"{suit} is overloaded", cards, times=-1) for suit, cards in zip(over, costs, strict=True)),
        )


@variant
def rules(*, players: Annotated[int, range(2, 6), "how many play"] = 4) -> Rules:
    """The rules of 5211 in which overloaded colours cost.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> rules(players=2).name
    '5211 with overload'
    """
    kododos = ExactlyOfRank(rank=game5211.KODODO, number=players + 2, name="Kododo")
    return (
        game5211.rules(players=players)
        .replace(Evaluate, evaluation=(kododos, Overload(limit=players + 3)))
        .replace(
            key="5211_overload",
            name="5211 with overload",
            summary="5211 in which a colour that reaches the limit costs those who laid it.",
        )
    )

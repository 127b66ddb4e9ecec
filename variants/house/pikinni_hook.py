"""Pikinni with the hook: players estimate in turn, and the dealer may not make the estimates come out.

In Pikinni all fingers go up at once, and now and then everybody can be right. Here the seats estimate one after the
other from the dealer's left, and the dealer, who comes last, may not bring the sum to the number of tricks: somebody
will be wrong, and the one who knows most has the least choice.
"""

from __future__ import annotations

from typing import Annotated

from trickkit import Rules, variant
from trickkit.phases import Estimates
from trickkit.phases.called import CallEstimates
from trickkit.policies.estimating import Hook
from trickkit.policies.order import Clockwise
from trickkit.variants import pikinni


@variant
def rules(
    *,
    players: Annotated[int, range(2, 5), "how many play"] = 4,
    challenge: Annotated[bool, "whether the Challenge rules are played"] = False,
) -> Rules:
    """The rules of Pikinni with estimates in turn and the hook.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules(players=2).start(seed=7, first=0)
    >>> state.actors, [str(action) for action in state.play(1, "1").legal(0)]
    ((1,), ['1'])
    """
    game = pikinni.rules(players=players, challenge=challenge)
    calls = CallEstimates(order=Clockwise(1), limits=Hook())
    return (
        game.before(Estimates, calls)
        .without(Estimates)
        .replace(
            key="pikinni_hook",
            name="Pikinni with the hook",
            summary="Pikinni with estimates called in turn; the dealer's may not make the sum come out.",
        )
    )

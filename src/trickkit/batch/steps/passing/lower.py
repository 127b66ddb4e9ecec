"""The lowering of passing cards."""

from __future__ import annotations

from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.actions import Play
from trickkit.phases.passing import PassCards


def passing(lowering: Lowering, phase: PassCards) -> int:
    lowering.refuse_tableau(phase)
    lowering.one_face(phase)
    players = lowering.rules.players
    by_deal = [phase.passing.steps(number, players, phase.cards) for number in range(len(lowering.sizes))]
    if any(len({*steps}) > 1 for steps in by_deal):
        raise Unsupported("PassCards: cards go to several seats at once; the batch engine passes them to one")
    steps = [steps[0] % players for steps in by_deal]
    lowering.number_options(Play(face.text) for face in lowering.rules.deck.faces)
    return lowering.add("pass_cards", pass_cards=phase.cards, pass_step=steps)

"""The lowering of passing cards."""

from __future__ import annotations

from trickkit.batch.lowering.compiler import Lowering
from trickkit.model.actions import Play
from trickkit.phases.passing import PassCards


def passing(lowering: Lowering, phase: PassCards) -> int:
    lowering.refuse_tableau(phase)
    lowering.one_face(phase)
    players = lowering.rules.players
    steps = [phase.passing.step(number, players) % players for number in range(len(lowering.sizes))]
    lowering.number_options(Play(face.text) for face in lowering.rules.deck.faces)
    return lowering.add("pass_cards", pass_cards=phase.cards, pass_step=steps)

"""The lowering of phases in which seats lay cards on a layout, based on their `layout`."""

from __future__ import annotations

from itertools import permutations
from types import SimpleNamespace
from typing import Any

from attrs import fields

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.explore import MOST_OUTCOMES
from trickkit.batch.lowering.knowledge import Source
from trickkit.batch.lowering.step import Step, stay
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.actions import Pass, Play
from trickkit.model.events import Record
from trickkit.phases.base import Phase
from trickkit.phases.kinds.laying import Layout
from trickkit.play.rules import Rules


def laying(lowering: Lowering, phase: Any) -> int:
    """Lower a phase with a `layout`; returns its first node."""
    lowering.refuse_tableau(phase)
    name, record, faces = type(phase.inner).__name__, getattr(phase.inner, "record", Record), lowering.rules.deck.faces
    if len(faces) == 64 * lowering.words:
        raise Unsupported(f"{name}: {len(faces)} faces; the batch engine has one fewer, for a pass")
    if type(phase.inner).hears is not Phase.hears:
        raise Unsupported(f"{name}: some do not hear which cards are laid; in the batch engine all do")
    outcome, most = lowering.outcome_place(name) if record.field_of_out else 0, [0]

    def described(deal: BlankDeal) -> int:
        said: Layout | None = phase.layout(deal)
        if said is None:
            return lowering.knowledge.node((layout.WRITE, layout.STAGE, -1, lowering.knowledge.node((layout.OVER,))))
        most.append(said.enough)
        return _node(lowering, said, outcome)

    node = lowering.knowledge.asked(name, described)
    players = lowering.rules.players
    if outcome and (players + 1) ** max(most) <= MOST_OUTCOMES:
        lowering.knowledge.learn(_source(outcome, record, players, max(most)))
    lowering.number_options([*(Play(face.text) for face in faces), Pass()])
    return node


def _node(lowering: Lowering, said: Layout, outcome: int) -> int:
    """The node that writes the layout into the row."""
    deck, knowledge = lowering.rules.deck, lowering.knowledge
    by_face = [mask for face in deck.faces for mask in (said.begun[face.text], said.beside[face.text])]
    described = knowledge.node((len(deck.faces), outcome, *lowering.masks([said.first, *by_face])))
    node, queue = knowledge.node((layout.OVER,)), sum(seat + 1 << 4 * at for at, seat in enumerate(said.seats))
    for column, value in ((layout.QUEUE, queue), (layout.GOES, said.enough), (layout.STAGE, described)):
        node = knowledge.node((layout.WRITE, column, value, node))
    return node


def _source(place: int, record: type[Record], players: int, most: int) -> Source:
    """The outcome: the order in which seats laid their last cards, as a number, with seats from 1; -1 for no layout."""
    records: list[Any] = [None] * (1 + (players + 1) ** most)
    for count in range(most + 1):
        for seats in permutations(range(players), count):
            number = 1 + sum((seat + 1) * (players + 1) ** power for power, seat in enumerate(reversed(seats)))
            records[number] = SimpleNamespace(**{record.field_of_out: seats})
    names = {attribute.name for attribute in fields(record)} - {record.field_of_out}  # type: ignore[arg-type]
    goes_on = [True] + [False] * (len(records) - 1)
    return Source(place, 1, {record: records}, [{}] * len(records), goes_on, {(record, name) for name in names})


def _decisions(rules: Rules, size: int, phase: Phase) -> int:
    """The most decisions: after each card, all others may pass."""
    return rules.players * (rules.players * size + 1)


LAYING = Step(Phase, layout.LAY, laying, stay, _decisions)  # type: ignore[type-abstract]

"""What a call or a power changes in the midst of tricks: nodes that write down its records, and the new trump."""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal, real_record
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.explore import Explorer
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.deal import Deal
from trickkit.phases.tricks import Tricks


def written(lowering: Lowering, phase: Tricks, name: str, before: BlankDeal, after: Deal) -> list[tuple[int, ...]]:
    """The nodes that write down the records and the trump, without those after them.

    Args:
        lowering: the lowering of the rules.
        phase: in which tricks are played.
        name: of what changes the deal, for errors.
        before: the deal before it.
        after: the deal after it.

    Raises:
        Unsupported: it changes something else besides the places of cards and what is known of them.
    """
    inside, nodes = after.__dict__, list[tuple[int, ...]]()
    if made := [real_record(record) for record in inside["_by_type"].values()]:
        explorer = lowering.recorded.get(type(made[0]))
        if explorer is None:
            explorer = lowering.recorded[type(made[0])] = Explorer(lowering, phase)
            lowering.outcome_place(type(made[0]).__name__)
            explorer.has_place = True
        known = len(explorer.writes)
        nodes.append((layout.WRITE, explorer.place, explorer.numbered(made)))
        if len(explorer.writes) > known:
            # As long as nothing of the kind has happened, the place has none of the outcomes.
            source = explorer.source
            records = {kind: [None, *found] for kind, found in source.records.items()}
            writes, goes_on = [{}, *source.writes], [True, *source.goes_on]
            lowering.knowledge.learn(evolve(source, offset=1, records=records, writes=writes, goes_on=goes_on))
    if "trump" in inside:
        nodes.append((layout.WRITE, layout.TRUMP, lowering.number_of(inside["trump"])))
    changes = inside.keys() - before.__dict__.keys() - OTHERWISE
    if changes or inside["lines"]:
        raise Unsupported(f"{name} changes `{min(changes, default='lines')}` of the deal")
    return nodes


OTHERWISE = {"_exchanged", "stock", "out", "trump", "known"}
"""What is in a deal after a change that is written down, or of which others write down what it does."""


def trumps_in(nodes: Collection[tuple[int, ...]]) -> set[int]:
    """The trumps that some nodes write down, by number."""
    return {node[2] for node in nodes if node[:2] == (layout.WRITE, layout.TRUMP)}


def outcomes(lowering: Lowering) -> int:
    """How many outcomes records have that are left in the midst of tricks: more may turn up as long as this grows."""
    return sum(len(explorer.writes) for explorer in lowering.recorded.values())

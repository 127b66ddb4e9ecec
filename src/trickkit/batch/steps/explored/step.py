"""The step for every phase without compiled code of its own: the phase is explored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Unanswered
from trickkit.batch.lowering.compiler import Lowering, Moved
from trickkit.batch.lowering.explore import Explorer
from trickkit.batch.lowering.figures import tell_bids, told_by_figures
from trickkit.batch.lowering.positions import ShowsCards
from trickkit.batch.lowering.step import Count, Step
from trickkit.batch.lowering.told import told_by
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.explored.declaring import declare
from trickkit.batch.steps.explored.drafting import draft, remark
from trickkit.batch.steps.explored.showing import show
from trickkit.model.events import Record
from trickkit.phases.base import Phase
from trickkit.phases.kinds.declarations import Declarations
from trickkit.phases.kinds.remarks import MakeRemarks
from trickkit.phases.kinds.showing import Showing
from trickkit.phases.kinds.tasks import DraftTasks
from trickkit.play.rules import Rules

KINDS: tuple[tuple[type[Phase], Callable[[Lowering, Any], int]], ...] = (
    (Declarations, declare),
    (DraftTasks, draft),
    (MakeRemarks, remark),
    (Showing, show),
)
"""The types of phases in which seats choose from sets that depend on the deal, or show such sets, and their
lowering."""


def explore(lowering: Lowering, phase: Phase) -> int:
    """Explore a phase; returns its first node."""
    for kind, lower in KINDS:
        if isinstance(phase, kind) and type(phase).begin is kind.begin:
            node = lower(lowering, phase)
            _tell(lowering, phase)
            return node
    record = getattr(phase.inner, "record", Record)
    earlier = lowering.explored.get(phase) or lowering.recorded.get(record)
    # A record, and thus the number of its outcome, replaces an earlier one of the same type.
    before = lowering.explored.get(record) if earlier is None else earlier
    explorer, node = _explored(lowering, phase, before)
    if before is not earlier and {*explorer.records} != {record}:
        explorer, node = _explored(lowering, phase, earlier)
    lowering.explored[record if {*explorer.records} == {record} else phase] = explorer
    lowering.moved[phase] = explorer.moved
    lowering.gone = {gone + taken for gone in lowering.gone for _, taken in explorer.moves}
    lowering.knowledge.learn(explorer.source)
    lowering.longest.append(explorer.longest)
    lowering.blocks.append((explorer.name, frozenset(explorer.blocks)))
    if not {"bids", "points_estimated"}.isdisjoint(explorer.blocks):
        lowering.header[layout.ESTIMATING] = lowering.index + 1
    if {*explorer.blocks} == {"bids"} and told_by_figures(record):
        tell_bids(lowering, record)
    _tell(lowering, phase)
    return node


def _explored(lowering: Lowering, phase: Phase, before: Explorer | None) -> tuple[Explorer, int]:
    """The explorer of a phase, and the first node."""
    try:
        explorer = Explorer(lowering, phase, before=before)
        return explorer, explorer.explore()
    except ShowsCards:
        explorer = Explorer(lowering, phase, shows=True, before=before)
        return explorer, explorer.explore()


def _tell(lowering: Lowering, phase: Phase) -> None:
    """Write who hears the decisions of the phase, which has no option table of its own."""
    table = lowering.tables["told"]
    table += [0] * (len(lowering.tables["code"]) - len(table)) + [_told(lowering, phase)]
    lowering.no_decisions()


def _told(lowering: Lowering, phase: Phase) -> int:
    """The viewers that hear the decisions of each seat, as bits.

    Raises:
        Unsupported: this depends on more of the deal than its seats.
    """
    try:
        return told_by(lowering, phase, {})
    except Unanswered as asked:
        name = type(phase.inner).__name__
        raise Unsupported(f"{name}: who hears a decision depends on `{asked.question[0]}` of the deal") from None


def _nothing_yet(rules: Rules, size: int, phase: Phase) -> int:
    return 0


def _move(count: Count, phase: Phase) -> None:
    moved = count.moved.get(phase, Moved())
    count.held = [held + moved.each for held in count.held]
    count.taken += moved.one
    # The phase has asked for the number of cards, and takes no more than that.
    count.stock = max(0, count.stock - moved.most)


EXPLORED = Step(Phase, layout.EXPLORED, explore, _move, _nothing_yet)  # type: ignore[type-abstract]

"""What scorings can read from the rows of finished deals."""

from __future__ import annotations

from collections.abc import Sequence

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.numbers import columns
from trickkit.batch.points.diagram.schema import FactSchema
from trickkit.model.events import Record
from trickkit.phases.base import Phase

STILL = {layout.NOTHING, layout.DEAL, layout.TURN_UP, layout.CUT, layout.DEALERS, layout.BIDS, layout.CALLED}
"""The opcodes of phases in which no card leaves a hand; EXPLORED is another one, and in TRICKS cards are only
played."""


def schema_on(lowering: Lowering, opcodes: Sequence[int]) -> FactSchema:
    """The facts of finished deals that scorings may read.

    Args:
        lowering: the lowering of the rules.
        opcodes: by phase.
    """
    knowledge, rules = lowering.knowledge, lowering.rules
    return FactSchema(
        rules,
        {kind: None if kind in knowledge.repeated else source for kind, source in knowledge.sources.items()},
        frozenset(knowledge.hidden),
        tuple(lowering.trumps()),
        sorted({*lowering.sizes}),
        lowering.most_cards,
        columns(rules, lowering.header.get(layout.RECORDED, 0)),
        not lowering.by_card and lowering.words > 0,
        knowledge.readers,
        knowledge.possible[layout.RESTING] != {0} or any(getattr(phase, "may_differ", False) for phase in rules.phases),
        {*opcodes} <= STILL | {layout.EXPLORED, layout.TRICKS},
        layout.EVALUATE in opcodes,
        lowering.words_called,
        lowering.most_calls,
        choices_told(lowering, opcodes),
        knowledge.ends,
    )


def choices_told(lowering: Lowering, opcodes: Sequence[int]) -> frozenset[type[Record]]:
    """The type of the record of chosen cards that a row still stores at the end of a deal, in all worlds of a view.

    Args:
        lowering: the lowering of the rules.
        opcodes: by phase.
    """
    phase = last_chooses(lowering, opcodes)
    if phase is None:
        return frozenset()
    record = phase.inner.record
    alone = [other.inner for other in lowering.rules.phases if getattr(other.inner, "record", None) is record]
    cases = lowering.chosen[phase]
    openly = all(len(case) < 2 and all(selection.openly and selection.stays for selection in case) for case in cases)
    is_known = alone == [phase.inner] and (openly or laid_by_seat(lowering, opcodes))
    return frozenset([record] if is_known and record.field_of_choices else [])


def laid_by_seat(lowering: Lowering, opcodes: Sequence[int]) -> bool:
    """Whether several seats at once lay away the last cards that are chosen.

    Args:
        lowering: the lowering of the rules.
        opcodes: by phase.
    """
    phase = last_chooses(lowering, opcodes)
    cases = [] if phase is None else lowering.chosen[phase]
    chosen = [selection for case in cases for selection in case]
    away = all(len(case) < 2 for case in cases) and not any(selection.steps or selection.stays for selection in chosen)
    return away and any(len(selection.numbers) > 1 for selection in chosen)


def last_chooses(lowering: Lowering, opcodes: Sequence[int]) -> Phase | None:
    """The last phase in which cards are chosen; None if there is none.

    Args:
        lowering: the lowering of the rules.
        opcodes: by phase.
    """
    last = max([index for index, opcode in enumerate(opcodes) if opcode == layout.CHOOSE], default=-1)
    return None if last < 0 else lowering.rules.phases[last]

"""What rows of finished deals tell scorings."""

from __future__ import annotations

from collections.abc import Sequence

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.numbers import columns
from trickkit.batch.points.diagram.outlook import Outlook
from trickkit.model.events import Record
from trickkit.phases.base import Phase

STILL = {layout.NOTHING, layout.DEAL, layout.TURN_UP, layout.CUT, layout.DEALERS, layout.BIDS, layout.CALLED}
"""The opcodes of phases in which no card leaves a hand; EXPLORED is another one, and in TRICKS cards are played."""


def outlook_on(lowering: Lowering, opcodes: Sequence[int]) -> Outlook:
    """The facts of finished deals that scorings may read.

    Args:
        lowering: of the rules.
        opcodes: by phase.
    """
    knowledge, rules = lowering.knowledge, lowering.rules
    return Outlook(
        rules,
        {kind: None if kind in knowledge.repeated else source for kind, source in knowledge.sources.items()},
        frozenset(knowledge.hidden),
        tuple(lowering.trumps()),
        sorted({*lowering.sizes}),
        lowering.most_cards,
        columns(rules, lowering.header.get(layout.RECORDED, 0)),
        not lowering.by_card and lowering.words > 0,
        knowledge.readers,
        knowledge.possible[layout.RESTING] != {0} or any(getattr(one, "may_differ", False) for one in rules.phases),
        {*opcodes} <= STILL | {layout.EXPLORED, layout.TRICKS},
        layout.EVALUATE in opcodes,
        lowering.words_called,
        lowering.most_calls,
        choices_told(lowering, opcodes),
    )


def choices_told(lowering: Lowering, opcodes: Sequence[int]) -> frozenset[type[Record]]:
    """The type of the record of chosen cards that a row still tells at the end, in all worlds of a view.

    Args:
        lowering: of the rules.
        opcodes: by phase.
    """
    phase = last_chooses(lowering, opcodes)
    if phase is None:
        return frozenset()
    record = phase.inner.record
    alone = [one.inner for one in lowering.rules.phases if getattr(one.inner, "record", None) is record]
    cases = lowering.chosen[phase]
    openly = all(len(case) < 2 and all(one.openly and one.stays for one in case) for case in cases)
    told = alone == [phase.inner] and (openly or laid_by_seat(lowering, opcodes))
    return frozenset([record] if told and record.field_of_choices else [])


def laid_by_seat(lowering: Lowering, opcodes: Sequence[int]) -> bool:
    """Whether the last cards that are chosen are laid away by several seats at once.

    Args:
        lowering: of the rules.
        opcodes: by phase.
    """
    phase = last_chooses(lowering, opcodes)
    cases = [] if phase is None else lowering.chosen[phase]
    chosen = [one for case in cases for one in case]
    away = all(len(case) < 2 for case in cases) and not any(one.steps or one.stays for one in chosen)
    return away and any(len(one.numbers) > 1 for one in chosen)


def last_chooses(lowering: Lowering, opcodes: Sequence[int]) -> Phase | None:
    """The last phase in which cards are chosen; None if there is none.

    Args:
        lowering: of the rules.
        opcodes: by phase.
    """
    last = max([place for place, opcode in enumerate(opcodes) if opcode == layout.CHOOSE], default=-1)
    return None if last < 0 else lowering.rules.phases[last]

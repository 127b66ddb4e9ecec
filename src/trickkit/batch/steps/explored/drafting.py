"""Taking on tasks and making remarks, as diagrams: seats choose in turn from a set that is stored in the row.

There are far too many ways to draw tasks, and to hold the cards of remarks, to explore them one by one. But seats are
asked in the same order in all of them.
"""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.choices import table_of_choices
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.tallies import Tallied
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.actions import Pass
from trickkit.phases.kinds.remarks import MakeRemarks
from trickkit.phases.kinds.tasks import DraftTasks
from trickkit.policies.participants import taking_part

MOST_TASKS, MOST_REMARKS = 62, 128


def draft(lowering: Lowering, phase: DraftTasks) -> int:
    """Lower a phase in which tasks are drawn and taken on; returns its first node.

    Raises:
        Unsupported: there is no room for its tasks.
    """
    name, rules = type(phase).__name__, lowering.rules
    lowering.refuse_tableau(phase)
    tasks = phase.tasks(rules.deck, rules.players)
    if len(tasks) > MOST_TASKS:
        raise Unsupported(f"{name}: {len(tasks)} tasks; the batch engine has room for {MOST_TASKS}")
    if lowering.tallied is not None:
        raise Unsupported(f"{lowering.tallied.name} and {name}: of drafted tasks the batch engine has one in a deal")
    knowledge = lowering.knowledge
    tallied = Tallied(name, tasks, [lowering.outcome_place(name) for _ in range(3)])
    bits = [1 << index for index in range(len(tasks))]
    table = table_of_choices(lowering, [(0, 0, phase.takes(task), bit) for task, bit in zip(tasks, bits, strict=True)])
    most = max(phase.drawn(deal_number) for deal_number in range(len(lowering.sizes)))

    if len(rules.deck) + most > layout.MOST:
        raise Unsupported(
            f"{name}: {most} tasks and {len(rules.deck)} cards; the batch engine has room for {layout.MOST}"
        )

    over = _over(lowering)

    def begun(deal: BlankDeal) -> int:
        count, node = phase.drawn(deal.number if most > phase.drawn(0) else 0), over
        seats = taking_part(phase.who, deal, phase)
        taken = count if seats else 0
        for turn in reversed(range(taken)):
            seat = seats[turn % len(seats)]
            # Taking on a task sets its bit.
            chosen = (seat, layout.CHOSEN_FROM, 0, 0, 0, table, -1, node, 0, layout.TASKS + seat)
            node = knowledge.node(chosen)
        for column, value in zip(tallied.places, (0, 0, taken), strict=True):
            node = knowledge.node((layout.WRITE, column, value, node))
        return knowledge.node((layout.MOVE, layout.DRAWN, count, len(tasks), node))

    node = knowledge.asked(name, begun)
    lowering.header |= {layout.LOTS: most, layout.LOTS_OF: len(tasks)}
    lowering.longest.append(most)
    lowering.tallied = tallied
    knowledge.readers[phase.record] = tallied
    return node


def remark(lowering: Lowering, phase: MakeRemarks) -> int:
    """Lower a phase in which seats make remarks; returns its first node.

    Raises:
        Unsupported: there is no room for its remarks.
    """
    name, rules, knowledge = type(phase).__name__, lowering.rules, lowering.knowledge
    lowering.refuse_tableau(phase)
    remarks = phase.remarks(rules.deck)
    if len(remarks) > MOST_REMARKS or rules.deck.copies:
        reason = "equal cards" if rules.deck.copies else f"{len(remarks)} remarks"
        raise Unsupported(f"{name}: {reason}; the batch engine has room for {MOST_REMARKS} remarks on different cards")
    table = table_of_choices(lowering, [(remark.shows, remark.lacks, remark.said, 0) for remark in remarks])
    passes = action_numbers(rules)[Pass()]

    over = _over(lowering)

    def begun(deal: BlankDeal) -> int:
        node = over
        for seat in reversed(taking_part(phase.who, deal, phase)):
            node = knowledge.node((seat, layout.CHOSEN_FROM, 0, 0, 0, table, passes, node, node, layout.BEST))
            node = knowledge.node((layout.FIND, seat, table, knowledge.node((layout.LIKE_FIRST, table, node))))
        return node

    node = knowledge.asked(name, begun)
    lowering.longest.append(rules.players)
    return node


def _over(lowering: Lowering) -> int:
    """A node at which the phase is over. It must not be 0, which after a choice stands for the same decision again."""
    return lowering.knowledge.node((layout.WRITE, layout.BEST, 0, 0))

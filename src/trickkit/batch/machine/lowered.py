"""Rules lowered to programs, phase by phase; phases that no table holds run in Python."""

from __future__ import annotations

from functools import lru_cache
from threading import RLock
from time import perf_counter, thread_time

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.capacity import unnoted_width
from trickkit.batch.kernel.lock import uncollected
from trickkit.batch.lowering.budget import SHARE, Budget
from trickkit.batch.lowering.compiler import NOBODY, Lowering
from trickkit.batch.lowering.interpreted import Interpreted
from trickkit.batch.lowering.symbolic import Unhashable
from trickkit.batch.lowering.unsupported import TooMuch, Unsupported, said_by
from trickkit.batch.machine.finished import laid_by_seat, schema_on
from trickkit.batch.machine.limits import Misfit, count_cards, lowering_of, prevented, written_twice
from trickkit.batch.machine.program import PLAYED, Program
from trickkit.batch.machine.rehearsal import rehearse, to_blame
from trickkit.batch.points.scorer import LoweredScoring
from trickkit.batch.steps.explored.step import EXPLORED
from trickkit.batch.steps.table import step_of
from trickkit.batch.steps.tricks.powers import add_powers
from trickkit.errors import InvalidRules
from trickkit.phases.base import Phase
from trickkit.phases.tricks import Tricks
from trickkit.play.rules import Rules

QUICKLY, RESTS, GROWN = 0.05, 5, 2
"""When it pays to prepare rules again: if that takes less than a number of seconds, if a multiple of that time has
passed, or if the number of known outcomes has grown by a factor."""


@lru_cache(maxsize=64)
def _kept(rules: Rules) -> list[Program]:
    """The program of rules in a mutable cell, replaced when phases in Python reveal new outcomes."""
    return [compiled(rules)]


def compile_rules(rules: Rules) -> Program:
    """Rules as a program, cached.

    Raises:
        InvalidRules: the rules cannot be played.
    """
    return _kept(rules)[0]


def grown(program: Program) -> Program:
    """A program that includes the outcomes that phases in Python have revealed so far.

    It is the same program if preparing the rules again does not pay yet. Unless that is quick, the outcomes must have
    doubled, or most of the time since the last preparation must have been spent otherwise.
    """
    interpreted = program.interpreted
    if program.extent == interpreted.extent:
        return program
    kept = _kept(program.rules)
    with _lock:
        is_another = kept[0].interpreted is not interpreted
        if is_another or (kept[0].extent != interpreted.extent and _is_worth_growing(kept[0])):
            kept[0] = compiled(program.rules, interpreted)
        return kept[0]


def _is_worth_growing(program: Program) -> bool:
    """Whether it pays to prepare the rules again for the outcomes that have occurred since."""
    interpreted, known = program.interpreted, program.extent[0]
    rested = perf_counter() - interpreted.ready
    quick = interpreted.took < max(QUICKLY, rested / RESTS)
    return quick or interpreted.extent[0] >= GROWN * known


_lock = RLock()


@uncollected()
def compiled(rules: Rules, interpreted: Interpreted | None = None) -> Program:
    """Rules as a program; phases that cannot be lowered run in Python, found one after another.

    Args:
        rules: the rules of the game.
        interpreted: the phases that are known to run in Python.
    """
    rules.start()
    interpreted = interpreted or Interpreted()
    while True:
        began = thread_time()
        lowered = _lowered(rules, interpreted)
        interpreted.took, interpreted.ready = thread_time() - began, perf_counter()
        if isinstance(lowered, Program):
            return lowered
        index, why = lowered
        teller = _told_between(rules, interpreted, index)
        if teller is not None and interpreted.budget.is_exceeded:
            # The tricks after it are lowered for the outcomes that occur in deals, which are fewer than those possible.
            index, interpreted.budget = teller, Budget()
        for other, phase in enumerate(rules.phases):
            if phase == rules.phases[index]:
                interpreted.reasons[other] = why
        if isinstance(rules.phases[index], Tricks):
            interpreted.plays_tricks = True
        rehearse(rules, interpreted)


def _told_between(rules: Rules, interpreted: Interpreted, place: int) -> int | None:
    """The last traced phase up to some place that follows tricks; None if there is none."""
    first = next((index for index, phase in enumerate(rules.phases) if isinstance(phase, Tricks)), place)
    traced = [index for index in range(first, place + 1) if step_of(rules.phases[index]) is EXPLORED]
    return max([index for index in traced if index not in interpreted.reasons], default=None)


def _lowered(rules: Rules, interpreted: Interpreted) -> Program | tuple[int, str]:
    """Rules as a program; or the first phase that must run in Python, with the reason."""
    lowering = lowering_of(rules, interpreted)
    why, first, misfit = prevented(lowering), None, None
    try:
        if not why:
            count_cards(lowering)
    except Misfit as error:
        # One of the phases before it may be the reason why it cannot be lowered.
        why, misfit = str(error), error
    last = misfit.index if misfit else 0 if why else len(rules.phases)
    reasons = {-1: why} if why else {**interpreted.reasons}
    if interpreted.plays_tricks and reasons:
        # The reference engine plays whole deals, so the other phases need not be lowered.
        of_tricks = {key: reason for key, reason in reasons.items() if isinstance(rules.phases[key], Tricks)}
        reasons = of_tricks or reasons
        reasons, last = {**reasons, -1: why or next(iter(reasons.values()))}, 0
    opcodes, operands = list[int](), list[int]()
    key, keeps = interpreted.extent[1::2], bool(interpreted.reasons) and not (why or misfit or lowering.by_card)
    if keeps and interpreted.begun and interpreted.begun[0] == key:
        _, begun, opcodes, operands = interpreted.begun
        lowering, opcodes, operands, keeps = begun.forked(), [*opcodes], [*operands], False
    for index, phase in [*enumerate(rules.phases[:last])][len(opcodes) :]:
        if keeps and (index in interpreted.reasons or isinstance(phase, Tricks)):
            # They are not lowered again when more outcomes are known.
            interpreted.begun, keeps = (key, lowering.forked(), [*opcodes], [*operands]), False
        opcode, operand, reason = _lowered_phase(lowering, index, phase)
        if reason and (misfit is None or step_of(phase) is EXPLORED or step_of(phase).by_card):
            first = first or (index, reason)
            reasons[index] = reason
            if misfit is None and not lowering.by_card:
                return first
            # The results of the phase are unknown; of the phases after it, tricks can still be compiled.
            lowering.knowledge.may_write(layout.TRUMP, range(len(lowering.trumps())))
        lowering.tables["code"] += [NOBODY] * (index + 1 - len(lowering.tables["code"]))
        for record in {base.record for base in type(phase.inner).__mro__ if hasattr(base, "record")}:
            if index in interpreted.reasons:
                continue
            if reason or record not in lowering.knowledge.sources:
                lowering.knowledge.hidden.add(record)
        opcodes.append(opcode)
        operands.append(operand)
    moves = lowering.chosen or any(moved.most for moved in lowering.moved.values())
    if first is None and not why and moves:
        try:
            count_cards(lowering)
        except Misfit as error:
            misfit = error
            reasons.setdefault(-1, str(error))
    if misfit and first is None and not lowering.by_card:
        first = to_blame(rules, interpreted, misfit)
    if lowering.by_card:
        # Deals in which cards are laid on the table stay on one engine.
        reasons = {-1: first[1]} if first and misfit else reasons
        first = None
    if first is not None:
        return first
    for why in written_twice(lowering.blocks):
        reasons.setdefault(-1, why)
    add_powers(lowering, opcodes, operands)
    choices = tuple(len(row) for row in lowering.tables["code"])
    schema = schema_on(lowering, opcodes)
    scoring = LoweredScoring(rules, lowering.doubles, schema)
    lowering.header[layout.BY_SEAT] = int(laid_by_seat(lowering, opcodes))
    mixed = -1 not in reasons and not {*PLAYED}.isdisjoint(opcodes)
    if (not reasons or mixed) and (scoring.needs_notes or lowering.needs_notes):
        end = unnoted_width(lowering.words, slotted=lowering.by_card)
        lowering.header |= {layout.NOTED_AT: end, layout.CALLS_AT: end + schema.calls_at if schema.most_calls else 0}
    return Program(
        rules,
        lowering.joined(opcodes, operands),
        tuple(lowering.sizes),
        dict(sorted(reasons.items(), key=lambda reason: (reason[0] < 0, reason[0]))),
        choices,
        tuple(lowering.trumps()),
        lowering.places,
        lowering.most_cards,
        lowering.most_tricks,
        lowering.words,
        sum(lowering.longest),
        scoring,
        interpreted,
        interpreted.extent,
        {key: frozenset(shapes) for key, shapes in interpreted.shapes.items()},
        lowering.outcome_of_python if interpreted.reasons else -1,
        tuple(lowering.remembered),
        lowering.counts_scored,
        lowering.knowledge.asked_at,
    )


def _lowered_phase(lowering: Lowering, index: int, phase: Phase) -> tuple[int, int, str]:
    """The opcode and the operand of a phase, and why it cannot be lowered; `""` if it can."""
    lowering.hands = lowering.rules.players if index in lowering.all_held else 0
    lowering.index = index
    if index in lowering.interpreted.reasons:
        lowering.interpreted.lower(lowering, index)
        lowering.no_decisions()
        return layout.PYTHON, 0, ""
    lowering.budget.begin(index, 1 if isinstance(phase, Tricks) else SHARE)
    step = step_of(phase)
    if step.by_card and not lowering.by_card:
        return (
            layout.NOTHING,
            0,
            f"{type(phase).__name__}: compiled code lays cards on the table only in games without tricks",
        )
    try:
        try:
            operand = step.lower(lowering, phase)
        except TooMuch:
            step, lowering.header[layout.MUTUAL] = EXPLORED, 1
            operand = step.lower(lowering, phase)
    except Unhashable as error:
        return layout.NOTHING, 0, f"{type(phase).__name__}: {error}"
    except Unsupported as error:
        return layout.NOTHING, 0, str(error)
    except InvalidRules as error:
        return layout.NOTHING, 0, f"{type(phase).__name__}: called in advance, without cards, it says: {error.message}"
    except Exception as error:
        # A user's policy may fail in situations that never occur in a game.
        return layout.NOTHING, 0, f"{type(phase).__name__}: called in advance, before cards are dealt, {said_by(error)}"
    lowering.budget.end()
    return step.opcode, operand, ""

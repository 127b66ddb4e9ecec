"""The lowering of phases that lay cards on the table, evaluate them and draw new ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from trickkit.batch.kernel.layout import SLOTS
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.actions import Play
from trickkit.phases.evaluate import Evaluate
from trickkit.phases.reveal import Reveal
from trickkit.phases.stock import Draw, RemoveCards, ThrowAway
from trickkit.policies.evaluation import AtPoints, Evaluation, Never

MOST_AWARDS = 200_000
"""The most calls of an evaluation."""


def remove(lowering: Lowering, phase: RemoveCards) -> int:
    if not lowering.by_card and phase.cards:
        raise Unsupported(
            "RemoveCards: the batch engine supports it only if cards are laid on the table, not before tricks"
        )
    operand = lowering.add("removed", removed=phase.cards)
    lowering.no_decisions()
    return operand


def draw_or_throw(lowering: Lowering, phase: Draw | ThrowAway) -> int:
    lowering.no_decisions()
    return 0


def reveal(lowering: Lowering, phase: Reveal) -> int:
    lowering.one_face(phase)
    operand = lowering.add("reveal_cards", reveal_cards=phase.cards)
    lowering.number_options(Play(text) for text in lowering.rules.deck.kinds)
    return operand


def evaluate(lowering: Lowering, phase: Evaluate) -> int:
    lowering.no_decisions()
    if phase not in lowering.operands:
        lowering.operands[phase] = evaluations(lowering, phase)
    return lowering.operands[phase]


def evaluations(lowering: Lowering, phase: Evaluate) -> int:
    """Lower the evaluations of a phase; returns their row."""
    laid = on_table(lowering, phase)
    if type(phase.closing) not in (Never, AtPoints):
        raise Unsupported(f"Evaluate: the closing {phase.closing!r} looks at the whole deal, which has no table")
    closing = [phase.closing.points, phase.closing.first_deal] if isinstance(phase.closing, AtPoints) else [0, 0]
    begins = len(lowering.tables["radix"])
    for part in phase.evaluation:
        evaluation(lowering, part, laid)
    ends = len(lowering.tables["radix"])
    return lowering.add("evaluations", evaluations=[begins, ends], closing=closing)


def on_table(lowering: Lowering, phase: Evaluate) -> int:
    """The number of cards on the table when a phase evaluates it."""
    numbers, laid = set(), 0
    for other in lowering.rules.phases:
        if isinstance(other, Reveal):
            laid += other.cards * lowering.rules.players
        elif isinstance(other, Evaluate):
            if other == phase:
                numbers.add(laid)
            laid = 0
    if len(numbers) > 1:
        raise Unsupported(f"Evaluate: {sorted(numbers)} cards on the table; the batch engine has one number for all")
    if max(numbers) > SLOTS * lowering.rules.players:
        raise Unsupported(f"Evaluate: {max(numbers)} cards on the table; the batch engine has {SLOTS} a seat")
    return numbers.pop()


def evaluation(lowering: Lowering, part: Evaluation, laid: int) -> None:
    """The awards of an evaluation, by how many cards of each class are on the table."""
    faces = [lowering.rules.deck.faces[mask.bit_length() - 1] for mask in lowering.rules.deck.kinds.values()]
    keys = [part.looks_at(face) for face in faces]
    if any(key is None for key in keys):
        raise Unsupported(
            f"Evaluate: {part!r} does not say what it looks at in a card; define looks_at, so that it can be asked "
            "for every number of cards of each class"
        )
    classes = list(dict.fromkeys(keys))
    # The number of cards of the last class follows from those of the others.
    table = (laid + 1) ** (len(classes) - 1)
    radix = [(laid + 1) ** exponent for exponent in range(len(classes) - 1)] + [0]
    cases = list(_counts(len(classes), laid))
    if table > 2**24 or len(cases) > MOST_AWARDS:
        raise Unsupported(f"Evaluate: {part!r} looks at {len(classes)} classes of cards, too many to ask for all")
    if not lowering.tables["award_cards"]:
        lowering.add("award_cards", award_cards=[0], award_points=[0])
    awards: dict[tuple[tuple[int, int], ...], int] = {}
    rows = np.zeros(table, np.int16)
    example = [faces[keys.index(key)] for key in classes]
    class_of = [classes.index(key) for key in keys]
    for counts in cases:
        awarded = _awarded(part, example, counts)
        if awarded is not None:
            if awarded not in awards:
                each = [awarded[index] for index in class_of]
                awards[awarded] = lowering.add(
                    "award_cards",
                    award_cards=[0, *(cards for cards, _ in each)],
                    award_points=[0, *(times * face.rank for (_, times), face in zip(each, faces, strict=True))],
                )
            rows[sum(count * step for count, step in zip(counts, radix, strict=True))] = awards[awarded]
    lowering.add("radix", radix=[0, *(radix[index] for index in class_of)], award_start=len(lowering.tables["award"]))
    lowering.tables["award"] += rows.tolist()


def _counts(classes: int, laid: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide the cards on the table among the classes."""
    if classes == 1:
        yield (laid,)
        return
    for first in range(laid + 1):
        for rest in _counts(classes - 1, laid - first):
            yield (first, *rest)


def _awarded(part: Evaluation, example: Sequence[Any], counts: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
    """By class, how often its cards are awarded, and the factor of their ranks; None if no award is decided."""
    classes = [kind for kind, count in enumerate(counts) for _ in range(count)]
    given = [[[0, 0] for _ in range(count)] for count in counts]
    first = [classes.index(kind) if count else 0 for kind, count in enumerate(counts)]
    awards = part.awards([example[kind] for kind in classes])
    if not awards:
        return None
    for award in awards:
        for index in award.cards:
            kind = classes[index]
            card = given[kind][index - first[kind]]
            card[0] += 1
            card[1] += award.times
    if any(card != cards[0] for cards in given for card in cards):
        raise Unsupported(f"Evaluate: {part!r} treats cards with equal `looks_at` differently")
    return tuple((cards[0][0], cards[0][1]) if cards else (0, 0) for cards in given)

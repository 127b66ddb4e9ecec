"""The lowering of phases in which seats choose cards that go elsewhere, based on their `selections`."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from attrs import evolve

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers, Unanswered
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.recalled import Recalled
from trickkit.batch.lowering.told import told_by
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.choosing.run import DOWN, DRAWN, STAY
from trickkit.model.actions import Play
from trickkit.phases.base import Phase
from trickkit.phases.kinds.choosing import Selection

NUMBER = ("number",)


class Stages:
    """Writes the stages of a phase as nodes, and collects its selections in all cases."""

    def __init__(self, lowering: Lowering, phase: Any) -> None:
        self.lowering, self.phase, self.cases = lowering, phase, list[Sequence[Selection]]()
        self.like = list[Sequence[int]]()
        """For each case in which selections depend on the number of the deal: by number, the first one with the same
        selections."""

    def node(self, deal: BlankDeal) -> int:
        """The node that writes, stage by stage, who chooses how many cards, and where they go."""
        try:
            selections = self.phase.selections(deal)
        except Unanswered as asked:
            if asked.question != NUMBER:
                raise
            return self._numbered(deal.__dict__["_answers"])
        knowledge, over = self.lowering.knowledge, self.lowering.knowledge.node((layout.OVER,))
        self.cases.append(selections)
        stages = [stage for selection in selections for stage in self._stages(deal, selection)]
        return knowledge.node((layout.ASK, layout.ADDED, layout.STAGE, 0, *stages, over)) if stages else over

    def _numbered(self, answers: Answers) -> int:
        """The node that asks for the number of the deal, of which there may be very many."""
        rules = self.lowering.rules
        facts = [*map(frozenset[Any], (answers.written, answers.blanks, answers.figured_by, answers.hidden))]  # type: ignore[arg-type]
        # The contents of records are stored as numbers, whose meaning depends on the rules.
        owner = self.lowering.interpreted if any(facts[:-1]) else None
        recalled = _recalled(self.phase, rules.deck, rules.players, len(self.lowering.sizes), *facts, owner)
        asked = evolve(answers, known={**answers.known})
        like, numbered = recalled.once(NUMBER, answers.known, asked.looked, partial(self._alike, asked))
        self.like.append(like)
        nodes = {}
        for deal_number in numbered:
            deal = BlankDeal.of(
                rules.deck, rules.players, evolve(answers, known={**answers.known, NUMBER: deal_number})
            )
            nodes[deal_number] = self.node(deal)
        children = [nodes[first] for first in like]
        return self.lowering.knowledge.node((layout.ASK, layout.ADDED, layout.NUMBER, 0, *children))

    def _alike(self, asked: Answers) -> tuple[list[int], list[int]]:
        """By number of the deal, the first number with the same selections; and these first ones."""
        rules, first, like = self.lowering.rules, dict[Any, int](), list[int]()
        deal = BlankDeal.of(rules.deck, rules.players, asked)
        for asked.known[NUMBER] in range(len(self.lowering.sizes)):
            like.append(first.setdefault(self.phase.selections(deal), asked.known[NUMBER]))
        asked.looked.discard(NUMBER)
        return like, [*first.values()]

    def _stages(self, deal: BlankDeal, selection: Selection) -> list[int]:
        """The nodes that write a selection: the choice of cards, and the drawing of others."""
        players = self.lowering.rules.players
        if not all(step % players for step in selection.steps):
            raise Unsupported(f"{self._name}: a card goes to the seat that chooses it; `stays` says that it stays")
        if any(seat >= players or (count or 0) >= DOWN for seat, count in selection.numbers):
            raise Unsupported(f"{self._name}: seats are 0..{players - 1}, and choose up to {DOWN - 1} cards")
        numbers = [(seat, DOWN if count is None else count) for seat, count in selection.numbers if count != 0]
        most = max([count for _, count in numbers], default=0)
        queue = sum(seat + 1 << 4 * index for index, (seat, _) in enumerate(sorted(numbers)))
        laying = sum(count << 7 * index for index, (_, count) in enumerate(sorted(numbers)))
        goes = sum(step % players << 4 * index for index, step in enumerate(selection.steps[:most]))
        goes = STAY if selection.stays else goes
        kept, last = 0, 0
        if not selection.keeping.keeps_seen:
            kept = deal.deck.alike(selection.keeping.kept(deal))
            last = 0 if selection.draws else deal.deck.alike(selection.keeping.last_resort(deal)) & ~kept
        masks = {layout.KEPT: kept, layout.LAST: last}
        written = {layout.QUEUE: queue, layout.LAYING: laying, layout.GOES: goes}
        for column, mask in masks.items():
            written |= {column + word * layout.UPPER: part for word, part in enumerate(self.lowering.mask(mask))}
        stages = [self._written(written)]
        if selection.draws:
            drawing = sum(seat + 1 << 4 * index for index, (seat, _) in enumerate(numbers))
            stages.append(self._written({layout.QUEUE: drawing, layout.GOES: DRAWN}))
        return stages

    def _written(self, numbers: Mapping[int, int]) -> int:
        """The node that writes numbers to places."""
        node = self.lowering.knowledge.node((layout.OVER,))
        for column, value in numbers.items():
            node = self.lowering.knowledge.node((layout.WRITE, column, value, node))
        return node

    @property
    def _name(self) -> str:
        return type(self.phase).__name__


@lru_cache(maxsize=64)
def _recalled(*facts: Hashable) -> Recalled:
    """A cache of the numbers of deals with equal selections: there may be thousands, and many rules share them."""
    return Recalled()


def choosing(lowering: Lowering, phase: Phase) -> int:
    """Lower a phase with `selections`."""
    lowering.refuse_tableau(phase)
    lowering.one_face(phase)
    stages = Stages(lowering, phase)
    node = lowering.knowledge.asked(type(phase).__name__, stages.node)
    lowering.chosen[phase] = stages.cases
    lowering.longest.append(max([decisions(each, lowering.most_cards) for each in stages.cases], default=0))
    seen = [selection for each in stages.cases for selection in each]
    if len({(selection.openly, selection.keeping.keeps_seen) for selection in seen}) > 1:
        name = type(phase).__name__
        raise Unsupported(f"{name}: its selections differ in `openly`, or in whether KeepFaceUp holds")
    if any(selection.draws for selection in seen):
        lowering.header[layout.STOCK] = len(lowering.rules.deck)
        lowering.gone = {gone + drawn for gone in lowering.gone for drawn in range(len(lowering.rules.deck))}
    lowering.number_options(Play(face.text) for face in lowering.rules.deck.faces)
    flags = [
        any(selection.keeping.keeps_seen for selection in seen),
        any(selection.openly for selection in seen),
        any(len(selection.numbers) > 1 or selection.numbers[0][1] != 1 for selection in seen if selection.numbers),
        any(selection.draws for selection in seen),
    ]
    return lowering.add("choose", choose=[node, *map(int, flags)], hears=_heard(lowering, phase, stages.like))


def decisions(selections: Sequence[Selection], most: int) -> int:
    """The most cards that seats choose.

    Args:
        selections: the selections of a phase.
        most: the maximum number of cards of a hand.
    """
    return sum([most if count is None else count for selection in selections for _, count in selection.numbers])


def _heard(lowering: Lowering, phase: Phase, like: Sequence[Sequence[int]]) -> Sequence[int]:
    """By number of the deal, the viewers that hear the decisions of each seat, as bits.

    Raises:
        Unsupported: this depends on more of the deal than its number, or on the number while the selections do not.
    """
    cases = [*zip(*like, strict=True)] if like else [()] * len(lowering.sizes)
    first = {case: deal_number for deal_number, case in reversed([*enumerate(cases)])}
    try:
        audiences = {
            case: told_by(lowering, phase, {NUMBER: deal_number} if like else {}) for case, deal_number in first.items()
        }
    except Unanswered as asked:
        name = type(phase.inner).__name__
        raise Unsupported(f"{name}: who hears a decision depends on `{asked.question[0]}` of the deal") from None
    return [audiences[case] for case in cases]

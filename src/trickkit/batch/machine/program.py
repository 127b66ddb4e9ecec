"""Rules as tables: the answers of phases and policies, computed once, which the compiled engine looks up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.capacity import unnoted_width
from trickkit.batch.kernel.layout import HEAD, HEADER, Numbers
from trickkit.batch.lowering.answers import Question
from trickkit.batch.lowering.interpreted import Interpreted, Shape
from trickkit.batch.lowering.numbers import columns, phase_numbers
from trickkit.batch.lowering.remembering import not_answered, packed
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.scorer import LoweredScoring
from trickkit.batch.steps.choosing.run import TOGETHER
from trickkit.batch.steps.table import step_like
from trickkit.model.actions import Action, Play
from trickkit.model.cards import Suit
from trickkit.model.deal import Deal
from trickkit.phases.tricks import Tricks
from trickkit.play.rules import Rules
from trickkit.policies.follow import Follow

PLAYED = layout.TRICKS, layout.POWERS
"""The opcodes of phases in which tricks are played."""


@frozen(eq=False, slots=False)
class Program:
    """Rules prepared for the compiled engine.

    Args:
        rules: the rules.
        tables: the answers of their phases and policies.
        sizes: by number of a deal, its hand size.
        reasons: by index of a phase that cannot be compiled, why; under -1, why none can.
        choices: by index of a phase, the number of its options; 0 if nobody decides, or if it was explored.
        trumps: the possible trumps, by number.
        places: by phase, follow policy, whether the stock has cards, and the possible trumps, the number of the trick
            tables.
        most_cards: the maximum hand size.
        most_tricks: the maximum number of tricks in a deal.
        words: the number of integers that a mask takes.
        asked: the most decisions in all explored phases.
        scoring: the scorings, lowered.
        interpreted: the phases that run in Python, and their results so far.
        extent: how much of these results the tables include.
        shapes: by index of one of these phases and by hand size, the shapes after it.
        outcome_of_python: the place in a row for the combined outcome of these phases; -1 if there are none.
        remembered: the questions about the memory of the game whose answers rows store, in order.
        counts_scored: whether a phase asks for the number of earlier deals with a score.
        asked_at: by kind of look, place and operand, the question, and its answers by the number that the look finds.
    """

    rules: Rules
    tables: Numbers
    sizes: tuple[int, ...]
    reasons: dict[int, str]
    choices: tuple[int, ...]
    trumps: tuple[Suit | None, ...]
    places: Mapping[tuple[Tricks, Follow, bool, frozenset[int]], int]
    most_cards: int
    most_tricks: int
    words: int
    asked: int
    scoring: LoweredScoring
    interpreted: Interpreted
    extent: tuple[int, ...]
    shapes: Mapping[tuple[int, int], frozenset[Shape]]
    outcome_of_python: int
    remembered: tuple[Question, ...]
    counts_scored: bool
    asked_at: Mapping[tuple[int, int, int], tuple[Question, Mapping[int, Any]]]

    @property
    def why(self) -> str:
        """Why whole deals cannot be compiled; `""` if they can."""
        return next(iter(self.reasons.values()), "")

    @cached_property
    def is_mixed(self) -> bool:
        """Whether some phases run in Python, and compiled code plays enough of a deal to be worthwhile."""
        if not self.reasons or -1 in self.reasons or self.tables[layout.SLOTTED] or self.interpreted.plays_tricks:
            return False
        return any(self.opcode(index) in PLAYED for index in range(len(self.rules.phases)))

    @cached_property
    def ends_with_cards(self) -> bool:
        """Whether all decisions of the last phase are cards, and none is a call or about a power."""
        actions = self.rules.phases[-1].actions(self.rules.deck, self.rules.players)
        return all(isinstance(action, Play) for action in actions)

    @cached_property
    def binding(self) -> int:
        """The phases in which playouts pass, as bits; the highest bit is never set."""
        return sum(1 << index for index, phase in enumerate(self.rules.phases[:63]) if phase.binding)

    def left_by_earlier(self, deal: Deal) -> list[int]:
        """The numbers besides points that carry over from earlier deals.

        Raises:
            Unsupported: the memory of the game gives no valid answer to a question about it.
        """
        why = not_answered(self.remembered, deal.memory)
        if why:
            raise Unsupported(why)
        answers = packed(self.remembered, deal.memory)
        none = [0] * (layout.MOST_REMEMBERED // 8 - len(answers))
        scored = deal.scored_before if self.counts_scored else deal.number
        return [min(scored, layout.MOST_NUMBERS - 1), *answers, *none]

    def put_earlier(self, row: Numbers, deal: Deal) -> None:
        """Write the numbers of `left_by_earlier` to a row."""
        row[layout.SCORED], *row[layout.REMEMBERED : layout.WIDTH] = self.left_by_earlier(deal)

    def runs_from(self, place: int) -> bool:
        """Whether all phases from a place on are compiled."""
        return not self.reasons or (self.is_mixed and max(self.reasons) < place)

    @cached_property
    def laid_out(self) -> tuple[object, ...]:
        """The key of the row layout: programs with equal keys can run each other's rows."""
        return self.width, self.longest, self.words, self.columns, frozenset(self.reasons)

    @cached_property
    def width(self) -> int:
        """The length of a row."""
        return unnoted_width(self.words, slotted=bool(self.tables[layout.SLOTTED])) + self.noted

    @cached_property
    def noted(self) -> int:
        """The number of places in a row that record tricks and calls."""
        return self.scoring.schema.calls_at + self.scoring.schema.most_calls if self.tables[layout.NOTED_AT] else 0

    @property
    def totals(self) -> slice:
        """The index in a row of the points of earlier deals."""
        return slice(layout.TOTALS, layout.TOTALS + self.rules.players)

    @cached_property
    def columns(self) -> layout.Columns:
        """The columns of the facts about a deal."""
        return columns(self.rules, int(self.tables[layout.RECORDED]))

    @cached_property
    def codes(self) -> list[list[int]]:
        """By phase and option, the number of the action among those of the rules."""
        start = HEADER + HEAD * layout.TABLES_OF["code"]
        begin, width = int(self.tables[start]), int(self.tables[start + 1])
        firsts = range(begin, begin + width * len(self.choices), width)
        return [self.tables[first : first + count].tolist() for first, count in zip(firsts, self.choices, strict=False)]

    @cached_property
    def options(self) -> Numbers:
        """By phase and number of an action among those of the rules, the option for this action; -1 for none."""
        rows = max(len(self.rules.phases), len(self.choices))
        table = np.full((rows, len(self.rules.actions)), -1, np.int64)
        for index, codes in enumerate(self.codes):
            table[index, codes] = np.arange(len(codes))
        return table

    @cached_property
    def numbers_of(self) -> dict[str, tuple[int, ...]]:
        """By text, the numbers of the cards with that text."""
        numbers: dict[str, tuple[int, ...]] = {}
        for index, card in enumerate(self.rules.deck.cards):
            numbers[card.text] = (*numbers.get(card.text, ()), index)
        return numbers

    @cached_property
    def number_of_first(self) -> dict[int, int]:
        """By the bit of its first face, the number of a card."""
        return {mask & -mask: index for index, mask in enumerate(self.rules.deck.masks)}

    @cached_property
    def kinds(self) -> Numbers:
        """By face, the number of its kind; if hands are stored card by card, by kind itself."""
        deck = self.rules.deck
        texts = list(deck.kinds)
        if self.tables[layout.SLOTTED]:
            return np.arange(len(texts))
        return np.array([texts.index(face.text) for face in deck.faces])

    @cached_property
    def shown(self) -> Numbers:
        """By card, the number of the kind of its first face; -1 at the end, for none."""
        deck = self.rules.deck
        texts = {text: index for index, text in enumerate(deck.kinds)}
        return np.array([*(texts[card.faces[0].text] for card in deck), -1])

    @cached_property
    def powers(self) -> tuple[int, ...]:
        """By power of a card, whose counters come after those of the phases and the end, the index of its phase."""
        return tuple([self.operand(counter) for counter in range(len(self.rules.phases) + 1, len(self.choices))])

    @cached_property
    def different(self) -> Numbers:
        """By phase, its number among the distinct phases; then -1, and by power that of its phase."""
        numbers = phase_numbers(self.rules)
        return np.array([*numbers, -1, *[numbers[index] for index in self.powers]])

    @cached_property
    def in_tricks(self) -> NDArray[np.bool_]:
        """By phase, whether it is one of tricks; then False, and True for each power."""
        return np.array(
            [*(isinstance(phase, Tricks) for phase in self.rules.phases), False, *[True] * len(self.powers)]
        )

    @cached_property
    def faces(self) -> dict[str, int]:
        """By the text of a face, its number; among equal ones, that of the last copy."""
        return {text: mask.bit_length() - 1 for text, mask in self.rules.deck.kinds.items()}

    def opcode(self, place: int) -> int:
        """The opcode of a phase."""
        return self._number("opcode", place)

    @cached_property
    def nodes(self) -> Numbers:
        """The numbers of all diagram nodes, in one array."""
        begin = HEADER + HEAD * layout.TABLES_OF["nodes"]
        return self.tables[self.tables[begin] : self.tables[begin + HEAD]]

    @cached_property
    def looks_at_hands(self) -> bool:
        """Whether the results of an explored phase may depend on cards of hands."""
        nodes = self.nodes
        return bool(((nodes[:-1] == layout.ASK) & ((nodes[1:] == layout.MEETS) | (nodes[1:] == layout.COUNTED))).any())

    def node(self, node: int, part: int) -> int:
        """A number in a node of the diagrams of explored phases."""
        return self._number("nodes", node + part)

    @cached_property
    def moves_of(self) -> tuple[dict[str, Action], ...]:
        """By phase or power, the actions that name a card, by the card's text."""
        actions, texts = list(self.rules.actions.values()), self.rules.deck.kinds
        return tuple(
            [
                {word: actions[code] for code in codes for word in str(actions[code]).split() if word in texts}
                for codes in self.codes
            ]
        )

    def chooses_together(self, place: int) -> bool:
        """Whether all seats choose cards in a phase at once."""
        return self.opcode(place) == layout.CHOOSE and bool(
            self.line("choose", self._number("operand", place))[TOGETHER]
        )

    def chooses_once(self, place: int) -> bool:
        """Whether all seats choose cards in a phase at once, and the deal has no other phase of the kind."""
        phases = self.rules.phases
        return self.chooses_together(place) and phases.count(phases[place]) == 1

    def secret_moves(self, place: int) -> dict[str, Action]:
        """The secret actions of a phase that name a card, by the card's text."""
        if self.opcode(place) != layout.POWERS:
            return self.moves_of[place]
        counters = [1 + len(self.rules.phases) + index for index, of in enumerate(self.powers) if of == place]
        return {
            word: action
            for counter in counters
            if not self.line("told")[counter]
            for word, action in self.moves_of[counter].items()
        }

    def alike(self, face: int) -> int:
        """A face and its equal copies, as a mask."""
        return sum(
            self._number("alike", self.words * face + word) % (1 << 64) << 64 * word for word in range(self.words)
        )

    def masks(self, table: str) -> list[int]:
        """All masks of a table of masks."""
        numbers = [word % (1 << 64) for word in self.table(table).tolist()]
        if self.words == 1:
            return numbers
        return [low | high << 64 for low, high in zip(numbers[::2], numbers[1::2], strict=True)]

    def mask_of(self, row: Numbers, place: int) -> int:
        """The mask at a place in a row."""
        return sum(int(row[place + word * layout.UPPER]) % (1 << 64) << 64 * word for word in range(self.words))

    def masks_of(self, row: Numbers, place: int, count: int) -> list[int]:
        """A number of masks at consecutive places in a row."""
        lower = [word % (1 << 64) for word in row[place : place + count].tolist()]
        if self.words == 1:
            return lower
        upper = row[place + layout.UPPER : place + layout.UPPER + count].tolist()
        return [low | high % (1 << 64) << 64 for low, high in zip(lower, upper, strict=True)]

    def put_mask(self, row: Numbers, place: int, mask: int) -> None:
        """Write a mask to a place in a row."""
        for word, half in enumerate(layout.halves(mask)[: self.words]):
            row[place + word * layout.UPPER] = half

    def put_masks(self, row: Numbers, place: int, masks: Sequence[int]) -> None:
        """Write masks to consecutive places in a row."""
        if self.words == 1:
            row[place : place + len(masks)] = [mask - (mask >> 63 << 64) for mask in masks]
            return
        for index, mask in enumerate(masks):
            self.put_mask(row, place + index, mask)

    def folds(self, row: Numbers) -> bool:
        """Whether the tricks of a row are folded, value by value."""
        return bool(self.line("reads", int(row[layout.PLACE]))[3])

    def operand(self, place: int) -> int:
        """The operand of a phase: the row of its tables."""
        return self._number("operand", place)

    def table(self, name: str) -> Numbers:
        """All numbers of a table, which lie directly before the next one."""
        first = HEADER + HEAD * layout.TABLES_OF[name]
        last = first == HEADER + HEAD * (len(layout.TABLES_OF) - 1)
        return self.tables[self.tables[first] : len(self.tables) if last else self.tables[first + HEAD]]

    def line(self, table: str, *place: int) -> Numbers:
        """A row of a table and everything after it."""
        head = HEADER + HEAD * layout.TABLES_OF[table]
        begin = self.tables[head] + sum(entry * self.tables[head + 1 + index] for index, entry in enumerate(place))
        return self.tables[begin:]

    def _number(self, table: str, index: int) -> int:
        return int(self.line(table)[index])

    @property
    def longest(self) -> int:
        """An upper bound on the decisions of a deal."""
        rules = self.rules
        return self.asked + sum(step_like(phase).decisions(rules, self.most_cards, phase) for phase in rules.phases)

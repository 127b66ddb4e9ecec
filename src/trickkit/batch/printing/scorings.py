"""The diagrams of scorings, as far as they have grown."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.capacity import set_count
from trickkit.batch.kernel.layout import (
    B_BACKS,
    B_BIDS,
    B_ESTIMATES,
    B_PILES,
    B_TRICKS,
    F_DECLARER,
    F_STARTER,
    F_TRUMP,
    FACTS,
    VALUE,
)
from trickkit.batch.points.diagram.diagram import Diagrams
from trickkit.batch.points.diagram.kernel import (
    ALL_OF,
    ASKED,
    BEFORE,
    FACT,
    FIGURE,
    GIVEN,
    MEMO,
    OUTCOME,
    PART,
    POINTS,
    QUOTIENT,
    ROOTS,
    SETS,
    SUMMED,
    WON,
)
from trickkit.batch.points.diagram.traces import Look
from trickkit.batch.printing.tree import Asks, Node, Says
from trickkit.batch.printing.words import Words

FACT_NAMES = ("the number of the deal", "the size of the hands", "the starter", "the trump", "the first leader",
              "the doubles", "the buyer", "the decisions", "the declarer", "the card that was turned up",
              "the stuck hand")  # fmt: skip
BLOCKS = {B_TRICKS: "the tricks of hand {}", B_ESTIMATES: "the bid of seat {}", B_BACKS: "the trust of seat {}",
          B_PILES: "the pile of seat {}"}  # fmt: skip
END = -1
"""In place of a node: the points have been given."""


@frozen
class ScoringNodes:
    """Reads the nodes of scorings.

    Args:
        diagrams: the diagrams of the scorings.
    """

    diagrams: Diagrams

    @property
    def words(self) -> Words:
        return Words(self.diagrams.schema.rules)

    def first(self, number: int) -> int:
        """The first node of a question's diagram; 0 for none."""
        node = int(self.diagrams.nodes[ROOTS + 1 + number])
        return int(self.diagrams.nodes[node + 1]) if node and self.diagrams.nodes[node] == MEMO else node

    def read(self, node: int) -> Node:
        """A node as it is printed."""
        nodes = self.diagrams.nodes
        if node <= 0:
            return None if node == END else Says("no deal so far", END)
        if nodes[node] == ASKED:
            return Says("the scoring itself is asked about each deal", END)
        if nodes[node] in (POINTS, SUMMED):
            return Says(self._points(node), END)
        look = self.diagrams.looks[node]
        first = node + len(look.numbers)
        text, answers = self.question(look)
        return Asks(
            text, tuple([(answer, int(nodes[first + index])) for index, answer in answers if nodes[first + index]])
        )

    def _points(self, node: int) -> str:
        """The points of seats at the end."""
        nodes, players = self.diagrams.nodes, self.diagrams.schema.rules.players
        got = {seat: [(int(nodes[node + 1 + seat]), "")] for seat in range(players)}
        cursor = node + 2 + players
        for _ in range(int(nodes[node + 1 + players])):
            part = tuple([int(entry) for entry in nodes[cursor : cursor + PART - 1]])
            seats = int(nodes[cursor + PART - 1])
            for offset in range(cursor + PART, cursor + PART + GIVEN * seats, GIVEN):
                got[int(nodes[offset])].append((int(nodes[offset + 1]), self.part(part)))
            cursor += PART + GIVEN * seats
        texts = []
        for seat, (more, *parts) in got.items():
            if parts or more[0]:
                texts.append(f"seat {seat}: {self.words.total(parts, more[0])}")
        return "; ".join(texts) or "nobody scores"

    def question(self, look: Look) -> tuple[str, list[tuple[int, Any]]]:
        """A question, and its answers by number."""
        words = self.words
        if look.about is not None:
            question, groups, values = look.about
            if values:
                texts: dict[int, list[str]] = {}
                for group, value in zip(groups, values, strict=True):
                    texts.setdefault(group, []).append(str(words.answer(question, value)))
                return words.question(question), [(group, " or ".join(these)) for group, these in texts.items()]
        numbers = [(index, f"case {index}") for index in range(look.children)]
        if not look.terms:
            return "what is noted of a trick", numbers
        if look.numbers[0] == FACT:
            column, least = look.numbers[1], -look.numbers[2]
            return self.fact(column), [(index, self.of_fact(column, least + index)) for index in range(look.children)]
        parts = [(factor, self.part(part)) for part, factor in look.terms]
        if look.how == VALUE and len(look.numbers) > 3:
            least = -look.numbers[2]
            return words.total(parts), [(index, least + index) for index in range(look.children)]
        booleans: list[tuple[int, Any]] = [(0, False), (1, True)]
        text, is_turned = words.compared(parts, look.how, look.operand)
        if is_turned:
            booleans = [(0, True), (1, False)]
        return text, booleans if look.children == 2 else numbers

    def of_fact(self, column: int, number: int) -> str:
        """The meaning of a number in a column of facts, in words."""
        trumps = self.diagrams.schema.trumps
        if column == F_TRUMP:
            return str(trumps[number] or "none")
        if column in (F_DECLARER, F_STARTER):
            return f"seat {number}" if number >= 0 else "none"
        return str(number)

    def fact(self, column: int) -> str:
        """A column of facts, in words."""
        columns, players = self.diagrams.schema.columns, self.diagrams.schema.rules.players
        if column < FACTS:
            return FACT_NAMES[column]
        block, seat = divmod(column - FACTS, players)
        if column >= columns.width - columns.outcomes:
            offset = layout.OUTCOMES + column - columns.width + columns.outcomes
            sources = self.diagrams.schema.sources.items()
            return " or ".join([kind.__name__ for kind, source in sources if source and source.place == offset])
        if block >= B_BIDS:
            return f"the bid of seat {block - B_BIDS} on seat {seat}"
        return BLOCKS[block].format(seat)

    def part(self, part: Any) -> str:
        """A number counted in a finished deal, in words."""
        array, column, mask = part
        players, words = self.diagrams.schema.rules.players, self.words
        sets = set_count(players)
        if array == FIGURE:
            return self.fact(column)
        if array == WON:
            return f"{words.cards(mask << 64 * (column // players))} taken by hand {column % players}"
        if array == BEFORE:
            return f"the points of seat {column % players} before"
        if array in (OUTCOME, QUOTIENT):
            return f"what {self.fact(column)} is worth" if array == OUTCOME else "a share"
        if array not in (SETS, ALL_OF):
            return "what is said of each trick"
        word, column = divmod(column, sets)
        if column < players:
            return f"{words.tricks(mask)} of hand {column}"
        cards = f"{'all of ' if array == ALL_OF else ''}{words.cards(mask << 64 * word)}"
        if column < 2 * players:
            return f"{cards} played by hand {column - players}"
        if column >= 2 * players + 2:
            return f"{cards} chosen by seat {column - 2 * players - 2}"
        return f"{cards} laid away" if column == 2 * players else f"{cards} left in the stock"

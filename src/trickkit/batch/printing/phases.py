"""The diagrams of phases and policies, as rows walk along them."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import SEATS
from trickkit.batch.lowering.numbers import arrays_of
from trickkit.batch.machine.program import Program
from trickkit.batch.printing.tree import Asks, Node, Says
from trickkit.batch.printing.words import Words
from trickkit.batch.steps.explored.holding import ACTION, FIRST, WIDTH

LENGTHS = {layout.SHOW: 3, layout.SHOW_HELD: 3, layout.EXCHANGE: 3, layout.CLOSE_STOCK: 2, layout.TALLY: 3,
           layout.SHOW_MELDS: 4, layout.LIKE_FIRST: 2, layout.MOVE: 4, layout.OFFERS: 2,
           layout.SOME_LEFT: 1}  # fmt: skip
"""By kind of node, the position of the index of the next node."""


@frozen
class Nodes:
    """Reads the nodes of a program.

    Args:
        program: the rules, made ready.
        ending: whether only the end of the tricks is printed.
    """

    program: Program
    ending: bool = False

    def read(self, node: int) -> Node:
        """The printed form of a node."""
        program, words = self.program, Words(self.program.rules)
        kind = program.node(node, 0)
        if kind >= 0:
            return self._decision(node, kind)
        if kind == layout.WRITE:
            return self._write(*[program.node(node, part) for part in (1, 2, 3)])
        if kind == layout.ASK:
            how, offset, operand = [program.node(node, part) for part in (1, 2, 3)]
            text, answers = words.asked(*program.asked_at[how, offset, operand])
            return Asks(text, tuple([(answer, program.node(node, 4 + index)) for index, answer in answers.items()]))
        if kind == layout.NOTE:
            seats = range(program.rules.players)
            return Asks(
                "the seat that came here first",
                tuple([(f"seat {seat}", program.node(node, 2 + seat)) for seat in seats]),
            )
        if kind not in LENGTHS:
            return Says("the deal is refused", 0) if kind == layout.REFUSES else None
        return Says("" if self.ending else self._done(node, kind), program.node(node, LENGTHS[kind]))

    def _decision(self, node: int, seat: int) -> Node:
        """A decision: the options of a seat, and what follows each."""
        program, actions = self.program, [*self.program.rules.actions.values()]
        count = program.node(node, layout.COUNT_OF)
        if count < 0 and program.node(node, layout.POINTS_OF) == layout.WORD:
            table, picked = program.node(node, layout.SET_OF), program.node(node, layout.PICKED_OF)
            numbers = [program.node(table, FIRST + WIDTH * index + ACTION) for index in range(program.node(table, 0))]
            after = [program.node(picked, 4 + index) for index in range(len(numbers))]
            options = [(str(actions[code]), child) for code, child in zip(numbers, after, strict=True)]
            return Asks(f"seat {seat} says, of what it may say", tuple(options))
        if count < 0:
            return Says(f"seat {seat} chooses among what it can declare", 0)
        first = layout.OPTIONS_OF
        numbers = [program.node(node, first + option) for option in range(count)]
        after = [program.node(node, first + count + option) for option in range(count)]
        options = [(str(actions[code]), child) for code, child in zip(numbers, after, strict=True)]
        if len({*after}) == 1:
            return Says(f"seat {seat} says {' or '.join(text for text, _ in options)}", after[0])
        return Asks(f"seat {seat} says", tuple(options))

    def _write(self, place: int, number: int, after: int) -> Node:
        """A result that is written into the row."""
        if place == layout.UNTIL and self.ending:
            return Says("the hands are played out", 0) if not number else Says("", number)
        if place == layout.ENDED:
            return Says("the tricks are over" if number else "the tricks go on", after)
        return Says("" if self.ending else self._written(place, number), after)

    def _written(self, place: int, number: int) -> str:
        program, words = self.program, Words(self.program.rules)
        if place == layout.TRUMP:
            return f"the trump is {program.trumps[number] or 'none'}"
        if place == layout.DECLARER:
            return f"the declarer is seat {number}" if number >= 0 else "nobody is the declarer"
        if place == layout.RESTING:
            resting = [str(hand) for hand in range(program.rules.players) if number >> hand & 1]
            return f"hand {', '.join(resting)} stays out" if resting else ""
        if place == layout.CLOSED:
            return "the deal is over"
        if layout.OUTCOMES <= place < layout.OUTCOMES + SEATS:
            return "; ".join(self._records(place, number))
        if layout.ESTIMATES_MADE <= place < layout.ESTIMATES_MADE + SEATS or words.is_bid(place):
            return f"{words.place(place)} is {number}" if number >= 0 else ""
        return ""

    def _records(self, place: int, number: int) -> list[str]:
        """The records whose outcome is stored at a place, without figures that are stored elsewhere in the row."""
        sources = {
            id(source): source
            for source in self.program.scoring.schema.sources.values()
            if source and source.place == place
        }
        records: list[Any] = [
            outcomes[number + source.offset]
            for source in sources.values()
            for kind, outcomes in source.records.items()
            if number + source.offset < len(outcomes) and not self._is_written(kind)
        ]
        return [f"{type(record).__name__}: {record}" for record in records if record is not None]

    def _is_written(self, kind: Any) -> bool:
        """Whether a record consists of bids and estimates, which are printed as they are written."""
        figures = arrays_of(kind, self.program.rules.players)
        return bool(figures) and figures <= {"bids", "points_estimated"}

    def _done(self, node: int, kind: int) -> str:
        """An effect on cards, or an option that is offered."""
        program, words = self.program, Words(self.program.rules)
        offset = program.node(node, 1)
        if kind == layout.SOME_LEFT:
            return ""
        if kind == layout.OFFERS:
            return f"{[*program.rules.actions.values()][program.node(node, 3)]} may be said"
        if kind == layout.MOVE:
            first, last = program.node(node, 2), program.node(node, 3)
            if offset in (layout.TOP, layout.DRAWN):
                return "" if offset == layout.TOP else f"{first} tasks are drawn"
            cards = f"card {last}" if last == first + 1 else f"cards {first + 1} to {last}"
            if offset == layout.EVERYBODY or layout.KNOWN <= offset <= layout.KNOWN + SEATS:
                who = "all see" if offset == layout.EVERYBODY else self._sees(offset)
                return f"{who} {cards} of the stock"
            where = (
                f"to hand {offset - layout.HANDS}" if layout.HANDS <= offset < layout.HANDS + SEATS else "out of play"
            )
            return f"{cards} of the stock {'goes' if last == first + 1 else 'go'} {where}"
        if kind in (layout.SHOW, layout.SHOW_HELD):
            cards = words.cards(self._mask(program.node(node, 2)))
            if kind == layout.SHOW_HELD:
                return f"all see {cards} of hand {offset - layout.HANDS}"
            return f"{self._sees(offset)} {cards}"
        return {layout.EXCHANGE: f"hand {offset} exchanges a card", layout.CLOSE_STOCK: "the stock is closed"}.get(
            kind, "what can be declared is found out"
        )

    def _sees(self, place: int) -> str:
        """The seats that see cards which become known to a viewer."""
        seat = place - layout.KNOWN
        return f"seat {seat} sees" if seat < self.program.rules.players else "spectators see"

    def _mask(self, index: int) -> int:
        """A mask stored among the nodes."""
        return sum(self.program.node(index, word) % (1 << 64) << 64 * word for word in range(self.program.words))

"""Words for the numbers in rows, facts and masks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import IS, LESS, REST, SEATS
from trickkit.batch.lowering.answers import Question
from trickkit.batch.lowering.cards import COUNT, KNOWS, MEETS
from trickkit.batch.lowering.remembering import HOW_MUCH, REMEMBERED
from trickkit.batch.lowering.sums import SUM
from trickkit.play.rules import Rules

NAMES = {
    "starter": "the starter",
    "size": "the size of the hands",
    "number": "the number of the deal",
    "trump": "the trump",
    "declarer": "the declarer",
    "resting": "the resting hands",
    "stock": "the cards in the stock",
    "top": "the top card of the stock",
    "scored_before": "how many deals before had a score",
}
OF_SEATS = {
    layout.TOTALS: "the points of seat {}",
    layout.ESTIMATES_MADE: "the bid of seat {}",
    layout.POINTS: "the points of seat {} in this deal",
}
"""By the first of the places for all seats, their content, in words."""
OF_HANDS = {
    layout.WON: "{} taken by hand {}",
    layout.HANDS: "{} in hand {}",
    layout.KNOWN: "{} known to seat {}",
}
"""By the first of the places of such masks, their content, in words."""


@frozen
class Words:
    """Puts the questions of compiled code about deals into the words of some rules."""

    rules: Rules

    def cards(self, mask: int) -> str:
        """Some cards; whole suits by their names."""
        deck, phrases = self.rules.deck, list[str]()
        if mask & deck.firsts == deck.firsts:
            return "cards"
        for suit in deck.suits:
            of_suit = [(face.text, bit) for bit, face in enumerate(deck.faces) if face.suit == suit]
            texts = [text for text, bit in of_suit if mask >> bit & 1]
            phrases += [str(suit)] if len(texts) == len(of_suit) > 1 else texts
        return " ".join(dict.fromkeys(phrases))

    def tricks(self, mask: int) -> str:
        """Tricks with an article, given by their numbers as bits."""
        first = (mask & -mask).bit_length()
        if mask == (1 << first) >> 1:
            return f"trick {first}"
        return "the tricks" if first == 1 else f"the tricks from trick {first} on"

    def is_bid(self, place: int) -> bool:
        """Whether a place in a row holds a bid on a seat."""
        return layout.BIDS_MADE <= place < layout.BIDS_MADE + SEATS * SEATS

    def place(self, place: int) -> str:
        """A number in a row, in words."""
        if self.is_bid(place):
            seat, on = divmod(place - layout.BIDS_MADE, SEATS)
            return f"the bid of seat {seat} on seat {on}"
        if place == layout.COUNT:
            return "the cards in the trick"
        first = next((first for first in OF_SEATS if first <= place < first + SEATS), None)
        return f"number {place} of the row" if first is None else OF_SEATS[first].format(place - first)

    def part(self, part: Any) -> str:
        """A summand of a sum during a deal, in words."""
        kind, offset, mask = part
        if kind == layout.S_NUMBER:
            return self.place(offset)
        if kind == layout.S_TRICKS:
            if offset == layout.TRICK:
                return "the tricks played so far"
            return f"{self.tricks(mask)} of hand {offset - layout.TAKEN}"
        if kind == layout.S_CALLED:
            return f"the calls of seat {offset}"
        if kind in (layout.S_PLAYED, layout.S_ALL_PLAYED):
            cards = self.cards(mask) if kind == layout.S_PLAYED else f"all of {self.cards(mask)}"
            return f"{cards} played by hand {offset - layout.HANDS}"
        first = next((first for first in OF_HANDS if first <= offset < first + SEATS), layout.HANDS)
        return OF_HANDS[first].format(self.cards(mask), offset - first)

    def total(self, parts: Iterable[tuple[int, str]], more: int = 0) -> str:
        """A sum, in words."""
        times = [(factor, f"{abs(factor)} * " if abs(factor) > 1 else "", text) for factor, text in parts]
        formula = "".join([f" {'-' if factor < 0 else '+'} {multiplier}{text}" for factor, multiplier, text in times])
        formula += f" {'-' if more < 0 else '+'} {abs(more)}" if more else ""
        return formula[3:] if formula.startswith(" + ") else formula[1:].replace("- ", "-", 1)

    def compared(self, parts: Sequence[tuple[int, str]], how: int, operand: int) -> tuple[str, bool]:
        """A question about a sum, in words, and whether it asks for the opposite."""
        if how == IS and operand == 0 and all(factor > 0 for factor, _ in parts):
            return " or ".join([text for _, text in parts]), True
        return self._compared(parts, how, operand), False

    def _compared(self, parts: Sequence[tuple[int, str]], how: int, operand: int) -> str:
        if how in (LESS, IS) and len(parts) > 1 and any(factor < 0 for factor, _ in parts):
            # a - b < 0 reads as a < b
            left = self.total([part for part in parts if part[0] > 0])
            at_most = how == LESS and operand == 1
            right = self.total([(-factor, text) for factor, text in parts if factor < 0], 0 if at_most else operand)
            return f"{left or 0} {'<=' if at_most else '<' if how == LESS else '=='} {right}"
        total = self.total(parts)
        return {LESS: f"{total} < {operand}", IS: f"{total} == {operand}", REST: f"({total}) % {operand}"}.get(
            how, total
        )

    def asked(self, question: Question, answers: Mapping[int, Any]) -> tuple[str, dict[int, Any]]:
        """A question of a phase or policy about a deal, and its answers by number."""
        if question[0] == SUM:
            parts, how, operand = question[1:]
            text, is_turned = self.compared([(factor, self.part(part)) for part, factor in parts], how, operand)
            return text, {index: not answer if is_turned else answer for index, answer in answers.items()}
        # Errors that code may raise when it reads the memory of the game are not printed.
        known = {index: answer for index, answer in answers.items() if not isinstance(answer, type)}
        return self.question(question), {index: self.answer(question, answer) for index, answer in known.items()}

    def question(self, question: Question) -> str:
        """A question of a phase or policy about a deal, unless it is about a sum."""
        kind, *more = question
        if kind in (REMEMBERED, HOW_MUCH):
            return str(more[0])
        if kind == "exists":
            return f"there is a record {more[0].__name__}"
        if kind == "field":
            return f"{more[0].__name__}.{more[1]}"
        if kind == MEETS:
            return f"hand {more[0]} has some of {self.cards(more[1])}"
        if kind == COUNT:
            return f"how many of {self.cards(more[1])} hand {more[0]} has"
        if kind == KNOWS:
            return f"seat {more[0]} knows some of {self.cards(more[1])}"
        if kind == "played":
            turn, hand, faces = more[:3]
            return f"hand {hand} played {'one of ' * (faces.bit_count() > 1)}{self.cards(faces)} to trick {turn + 1}"
        if kind == "leader":
            return f"who led trick {more[0] + 1}"
        if kind == "led":
            trick = f"trick {more[0] + 1}" if more[0] >= 0 else "the trick"
            return f"{trick} was led with one of {self.cards(more[1])}"
        return NAMES.get(kind, f"{kind} {' '.join(map(str, more))}".strip())

    def answer(self, question: Question, answer: Any) -> Any:
        """An answer to a question, in words."""
        if answer is None:
            return "none"
        if isinstance(answer, tuple):
            return ", ".join(map(str, answer)) or "none"
        if question[0] == "leader":
            return f"hand {answer}"
        if question[0] in ("starter", "declarer"):
            return f"seat {answer}"
        return answer if isinstance(answer, bool) else str(answer)

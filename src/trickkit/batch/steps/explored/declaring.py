"""Declaring melds as a diagram: seats announce their best melds in turn, and the best side shows its melds.

Too much depends on hands to explore this. Instead, compiled code computes the set of melds in a hand when its seat is
asked, and also stores earlier announcements in the row. The diagram says only in which order seats are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.shown import Shown
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.cards import Suit
from trickkit.phases.kinds.declarations import PASS, Declarations, Statement
from trickkit.policies.participants import taking_part

MOST_STATEMENTS = 128


def declare(lowering: Lowering, phase: Declarations) -> int:
    """Lower a phase in which melds are declared; returns its first node.

    Raises:
        Unsupported: single cards do not determine what hands can say, or there is no room for it.
    """
    lowering.refuse_tableau(phase)
    players = lowering.rules.players
    diagram = Diagram(lowering, phase, [lowering.outcome_place(type(phase).__name__) for _ in range(players)])
    node = lowering.knowledge.asked(diagram.name, diagram.begun)
    lowering.longest.append(players * (2 + lowering.most_cards))
    lowering.knowledge.readers[phase.record] = Shown(diagram.points)
    return node


@define(eq=False)
class Diagram:
    """Creates the nodes of one phase.

    Args:
        lowering: the lowering of the rules.
        phase: the phase in which melds are declared.
        points: by seat, the place in the row of the points for its shown melds.
    """

    lowering: Lowering
    phase: Declarations
    points: list[int]
    _said: dict[Suit | None, Said] = field(init=False, factory=dict)

    @property
    def name(self) -> str:
        """The phase, as errors name it."""
        return type(self.phase).__name__

    def begun(self, deal: BlankDeal) -> int:
        """The first node of the phase for a partially known deal."""
        seats, node = taking_part(self.phase.who, deal, self.phase), 0
        if seats:
            statements = self.said(deal.trump)
            node = self._best(statements, seats)
            for seat in reversed(seats):
                node = self._asked(statements, seat, node)
        fresh = [(layout.BEST, -1), (layout.BEST_SEAT, -1)]
        for seat in deal.seats:
            fresh += [(layout.SAID + seat, 0), (self.points[seat], 0)]
        for write in fresh:
            node = self._node(layout.WRITE, *write, node)
        return node

    def _node(self, *numbers: int) -> int:
        return self.lowering.knowledge.node(numbers)

    def said(self, trump: Suit | None) -> Said:
        """What can be said under a trump."""
        if trump not in self._said:
            statements = self.phase.statements(self.lowering.rules.deck, trump)
            if statements is None or self.lowering.rules.deck.copies:
                raise Unsupported(
                    f"{self.name}: what hands can declare is not told card by card; let `statements` of the phase do "
                    "it, or `possible` of its melding"
                )
            if len(statements) > MOST_STATEMENTS:
                raise Unsupported(
                    f"{self.name}: {len(statements)} melds; the batch engine has room for {MOST_STATEMENTS}"
                )
            self._said[trump] = Said.of(self.lowering, self.name, statements)
        return self._said[trump]

    def _asked(self, said: Said, seat: int, after: int) -> int:
        """The node that asks a seat for its best meld."""
        numbers = action_numbers(self.lowering.rules)
        decisions = [self._node(seat, 1, 0, 0, 0, numbers[PASS], after)]
        for rank, word in zip(said.ranks, said.words, strict=True):
            writes = self._node(layout.WRITE, layout.SAID + seat, 1, self._node(layout.BETTER, seat, rank, after))
            decisions.append(self._node(seat, 2, 0, 0, 0, numbers[word], numbers[PASS], writes, after))
        asks = self._node(layout.ASK, layout.ADDED, layout.WORD, 0, *decisions)
        return self._node(layout.FIND, seat, said.place, asks)

    def _best(self, said: Said, seats: Sequence[int]) -> int:
        """The node that decides whose meld is best, and lets the seats of that side show their melds."""
        players = self.lowering.rules.players
        after = [0]
        for best in range(players):
            side, node = self.phase.partners.side(best, players), 0
            for seat in reversed([seat for seat in seats if seat in side]):
                node = self._shows(said, seat, node)
            after.append(node)
        return self._node(layout.ASK, layout.ADDED, layout.BEST_SEAT, 1, *after)

    def _shows(self, said: Said, seat: int, after: int) -> int:
        """The node at which a seat that announced a meld shows it, and then as many others as it likes."""
        passes = action_numbers(self.lowering.rules)[PASS]
        chosen, points = (seat, layout.CHOSEN_FROM, 0, 0, 0, said.place), self.points[seat]
        others = self._node(*chosen, passes, 0, after, points)
        first = self._node(*chosen, -1, others, 0, points)
        finds = self._node(layout.FIND, seat, said.place, self._node(layout.LIKE_FIRST, said.place, first))
        return self._node(layout.ASK, layout.ADDED, layout.SAID + seat, 0, after, finds)


@define(eq=False)
class Said:
    """What can be said under one trump, encoded in nodes.

    Args:
        place: the index of its table among the nodes.
        words: the announcements, each once.
        ranks: by announcement, its rank: greater is better.
    """

    place: int
    words: list[Any]
    ranks: list[int]

    @classmethod
    def of(cls, lowering: Lowering, name: str, statements: Sequence[Statement]) -> Said:
        """A table of what can be said.

        Raises:
            Unsupported: melds with the same announcement are not equally good.
        """
        ordered = sorted(statements, key=lambda one: one.strength, reverse=True)
        strengths = sorted({statement.strength for statement in ordered})
        words = list(dict.fromkeys(statement.said for statement in ordered))
        ranks = [
            strengths.index(next(statement.strength for statement in ordered if statement.said == word))
            for word in words
        ]
        numbers = [len(ordered), sum(statement.alone for statement in ordered)]
        for statement in ordered:
            if strengths.index(statement.strength) != ranks[words.index(statement.said)]:
                raise Unsupported(f"{name}: {statement.said} is said of melds of which one is better than the other")
            numbers += [
                lowering.knowledge.mask(statement.needs), lowering.knowledge.mask(statement.lacks),
                words.index(statement.said) + 1, action_numbers(lowering.rules)[statement.shown],
                statement.points, strengths.index(statement.strength), int(statement.alone),
            ]  # fmt: skip
        return cls(lowering.knowledge.node(tuple(numbers)), words, ranks)

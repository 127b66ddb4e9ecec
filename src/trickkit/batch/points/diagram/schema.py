"""What can be read in finished deals, known once rules are lowered."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import F_SHOWN, Columns
from trickkit.batch.lowering.knowledge import Source
from trickkit.batch.lowering.shown import Shown
from trickkit.batch.lowering.symbolic import card_texts
from trickkit.batch.lowering.tallies import Tallied
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.traces import Classes, Tables
from trickkit.model.actions import Bid
from trickkit.model.cards import Suit
from trickkit.model.events import Record
from trickkit.phases.bids import Bids, BidTable
from trickkit.phases.drawing import DrawAfterTrick, DrawInTurn
from trickkit.phases.tricks import Tricks
from trickkit.play.rules import Rules
from trickkit.policies.capture import Capture
from trickkit.policies.until import BeforeDrawing

MOST_TRICKS = 62
MOST_FIGURE = 64
"""An exclusive bound on bids and estimates."""


@frozen(eq=False, slots=False)
class FactSchema:
    """What can be read in the finished deals of some rules.

    Args:
        rules: the rules.
        sources: by type of record, where it is stored; None if two phases write it.
        hidden: the types of records that are not available.
        trumps: the possible trumps, by number.
        sizes: the possible hand sizes.
        most_cards: the maximum number of cards of a hand in tricks.
        columns: of the facts.
        has_cards: whether masks of the cards are recorded.
        readers: by type of record without outcomes, the numbers that represent it.
        rests: whether a hand may stay out of the tricks.
        hands_kept: whether hands change only by dealing and playing.
        scores_in_midst: whether a phase scores before the end of a deal.
        words: the words that may be called in tricks, in the order of their numbers.
        most_calls: the most calls of a deal.
        choices: the type of the record of the cards that seats have chosen, if a row still stores them at the end.
        ends: whether a phase may end a deal before its tricks.
    """

    rules: Rules
    sources: Mapping[type[Record], Source | None]
    hidden: frozenset[type[Record]]
    trumps: Sequence[Suit | None]
    sizes: Sequence[int]
    most_cards: int
    columns: Columns
    has_cards: bool
    readers: Mapping[type[Record], Shown | Tallied]
    rests: bool
    hands_kept: bool
    scores_in_midst: bool
    words: tuple[str, ...]
    most_calls: int
    choices: frozenset[type[Record]]
    ends: bool

    @cached_property
    def lost(self) -> set[tuple[type[Record], str]]:
        """The fields of records that are not available."""
        return {lost for source in self.sources.values() if source is not None for lost in source.lost}

    @cached_property
    def unread(self) -> set[tuple[type[Record], str]]:
        """The fields of records with cards at which their phases did not look."""
        return {unread for source in self.sources.values() if source is not None for unread in source.unread}

    @cached_property
    def tricks(self) -> list[Tricks]:
        """The phases in which tricks are played."""
        return [phase for phase in self.rules.phases if isinstance(phase, Tricks)]

    @cached_property
    def late(self) -> set[type[Record]]:
        """The types of records that phases after the first tricks make."""
        first = self.rules.phases.index(self.tricks[0]) if self.tricks else 0
        return {phase.inner.record for phase in self.rules.phases[first:] if hasattr(phase.inner, "record")}

    @cached_property
    def captures(self) -> list[Capture]:
        """The captures that determine only at the end who took what."""
        return [phase.capture for phase in self.tricks if phase.capture.looks_back]

    @cached_property
    def most_tricks(self) -> int:
        """The maximum number of tricks."""
        return min(MOST_TRICKS, len(self.tricks) * self.most_cards)

    @cached_property
    def numbered(self) -> bool:
        """Whether the numbers of tricks are known: if the tricks of one phase end early, another continues them."""
        untils = [
            rule.until if isinstance(rule, BeforeDrawing) else rule for rule in (phase.until for phase in self.tricks)
        ]
        return len(self.tricks) < 2 or all(until.played(1) is not None for until in untils)

    @cached_property
    def all_played(self) -> bool:
        """Whether hands lose cards only by playing them to complete tricks, once the tricks have begun."""
        first = self.rules.phases.index(self.tricks[0])
        if any(phase.follow.ends for phase in self.tricks):
            return False
        return all(isinstance(phase, Tricks | DrawAfterTrick | DrawInTurn) for phase in self.rules.phases[first:])

    @cached_property
    def classes(self) -> dict[Hashable, Classes]:
        """By question, the classes of outcomes, computed on demand."""
        return {}

    @cached_property
    def reasons_before(self) -> list[tuple[str, ...]]:
        """The reasons for which points of earlier deals are summed, if scorings may look at such sums.

        An empty set of reasons stands for `unscored_before`, which is the same for all seats.
        """
        return []

    @cached_property
    def tables(self) -> Tables:
        """The groups of outcomes and notes that diagrams distinguish."""
        return Tables()

    @cached_property
    def face_texts(self) -> tuple[str, ...]:
        """By face, its text."""
        return tuple([face.text for face in self.rules.deck.faces])

    @cached_property
    def card_texts(self) -> tuple[str, ...]:
        """By face, the text of its card."""
        return card_texts(self.rules.deck)

    @cached_property
    def all_faces(self) -> dict[str, int]:
        """By the text of a card, all faces of all its equal copies, as a mask."""
        faces: dict[str, int] = {}
        for face, text in enumerate(self.card_texts):
            faces[text] = faces.get(text, 0) | 1 << face
        return faces

    @property
    def trick_width(self) -> int:
        """The number of places that record a trick."""
        return layout.N_MASK + (1 if len(self.rules.deck.faces) <= 64 else 2)

    @property
    def calls_at(self) -> int:
        """The index of the calls within the notes."""
        return layout.N_FIRST + self.most_tricks * self.trick_width

    @cached_property
    def bids(self) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]], int]:
        """The pairs of a bidder and a seat bid upon in every deal, those in some deals, and the highest bid."""
        seats = range(self.rules.players)
        phases = [phase for phase in self.rules.phases if isinstance(phase, Bids)]
        if not phases or any(
            getattr(phase, "record", None) is BidTable for phase in self.rules.phases if phase not in phases
        ):
            return frozenset(), frozenset((seat, on) for seat in seats for on in seats), MOST_FIGURE
        pairs = [
            frozenset(
                (seat, on)
                for turn in phase.bidding.turns(len(seats), starter)
                for seat, on in enumerate(turn)
                if on is not None
            )
            for phase in phases
            for starter in seats
        ]
        highest = max(phase.bidding.limit(size) for phase in phases for size in self.sizes)
        return frozenset.intersection(*pairs), frozenset.union(*pairs), highest

    @cached_property
    def highest_estimate(self) -> int:
        """The highest estimate that a seat may make, of points or of anything else."""
        return max([action.number for action in self.rules.actions.values() if isinstance(action, Bid)], default=0)

    def column(self, name: str, index: tuple[int, ...]) -> int:
        """The column of the facts in which a figure of a record stands."""
        if name == "backs":
            return self.columns.back(*index)
        if self.columns.bids and name != "points_estimated":
            return self.columns.bid(*index)
        return self.columns.estimate(index[0])

    def classed(self, question: tuple[Any, ...]) -> Classes:
        """The classes of outcomes by an answer."""
        if question not in self.classes:
            source, answers = self.sources[question[1]], list[Any]()
            if source is None:
                raise Unsupported(f"two phases write {question[1].__name__}")
            column = self._column_of(source, question[1])
            # An outcome of -1 stands for a phase that did not begin.
            class_of, numbers = {}, dict[Any, int]()
            for outcome in range(-1, len(source.writes)):
                index = outcome + source.offset
                record = (
                    source.records[question[1]][index] if outcome >= 0 and 0 <= index < len(source.writes) else None
                )
                answer = record is not None if question[0] == "exists" else getattr(record, question[2], None)
                class_of[outcome] = _number_of(answer, answers, numbers)
            self.classes[question] = Classes(question, column, class_of, answers, self.tables)
        return self.classes[question]

    def _column_of(self, source: Source, record: type[Record]) -> int:
        """The column of the facts with the outcome of the phase that has a record."""
        if source.place == layout.SHOWN:
            return F_SHOWN
        index = source.place - layout.OUTCOMES
        if not 0 <= index < self.columns.outcomes:
            phases = [
                type(phase.inner).__name__ for phase in self.rules.phases if getattr(phase, "record", None) is record
            ]
            raise Unsupported(f"the {record.__name__} of {' and '.join(phases)} is not recorded")
        return index + self.columns.width - self.columns.outcomes


def _number_of(answer: Any, answers: list[Any], numbers: dict[Any, int]) -> int:
    """The index of an answer in a list, which it joins if it is new."""
    try:
        known = numbers.setdefault((type(answer), answer), len(answers))
    except TypeError:
        known = answers.index(answer) if answer in answers else len(answers)
    if known == len(answers):
        answers.append(answer)
    return known

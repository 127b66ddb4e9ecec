"""Scoring the cards on the table, several times in a deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import ClassVar

from attrs import field, frozen

from trickkit.model.bounds import Bounds, Extent
from trickkit.model.cards import Face
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import one_or_more
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Figure, Record, ScoreLine
from trickkit.model.result import Result
from trickkit.phases.base import Phase
from trickkit.phases.reveal import Laid, Reveal
from trickkit.policies.ending import TieBreak
from trickkit.policies.evaluation import Award, Closing, Evaluation, Never

__all__ = ["Evaluate", "Evaluated", "LargestPile", "TableScored"]


@frozen
class TableScored(Event):
    """The cards on the table were evaluated, and cleared away.

    Args:
        number: the number of the evaluation in this deal, from 0.
        reason: why cards score; empty if none do.
        cards: by seat, the texts of its cards that score.
        points: by seat, what they are worth.

    >>> str(TableScored(0, "green has the majority", (("G2", "G3"), ()), (5, 0)))
    'Evaluation 0: green has the majority: seat 0: G2 G3 (+5).'
    >>> str(TableScored(1, "", ((), ()), (0, 0)))
    'Evaluation 1: nobody scores.'
    """

    number: int
    reason: str
    cards: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]

    def __str__(self) -> str:
        pairs = enumerate(zip(self.cards, self.points, strict=True))
        awards = "; ".join(f"seat {seat}: {' '.join(cards)} ({points:+})" for seat, (cards, points) in pairs if cards)
        return f"Evaluation {self.number}: {f'{self.reason}: {awards}' if awards else 'nobody scores'}."


@frozen
class Evaluated(Record):
    """The record of the evaluations in this deal.

    Args:
        number: the number of evaluations.
        piles: by seat, how many cards lie in its score pile.

    >>> str(Evaluated(2, (3, 0)))
    'evaluations: 2; cards in the score piles: 3 0'
    """

    number: int
    piles: tuple[int, ...]

    def figures(self) -> tuple[Figure, ...]:
        return tuple(("piles", (seat,), pile) for seat, pile in enumerate(self.piles))

    def __str__(self) -> str:
        return f"evaluations: {self.number}; cards in the score piles: {' '.join(str(pile) for pile in self.piles)}"


@frozen(kw_only=True)
class Evaluate(Phase):
    """Score the cards on the table: every seat takes its own scoring cards, each worth its rank; the others go.

    Args:
        evaluation: which cards score: the first evaluation that decides; a single one may be given as it is.
        closing: whether the deal is over after the evaluation.

    >>> from trickkit import playout
    >>> from trickkit.variants import game5211
    >>> playout(game5211.rules(players=2), seed=7).deal[Evaluate].number
    11
    """

    record: ClassVar[type[Record]] = Evaluated

    evaluation: tuple[Evaluation, ...] = field(converter=one_or_more, validator=each_is_a(Evaluation))
    closing: Closing = field(default=Never(), validator=is_a(Closing))

    def begin(self, deal: Deal) -> Deal:
        # A hot function: it runs after every few cards that are laid.
        table: Laid = deal[Reveal]
        before: Evaluated | None = deal.get(Evaluate)
        players = len(table.cards)
        ordinal, piles = (before.number, list(before.piles)) if before is not None else (0, [0] * players)
        faces = [card.faces[0] for cards in table.cards for card in cards]
        lines: list[ScoreLine] = []
        scored: list[tuple[str, list[list[str]], list[int]]] = []
        for award in self._awards(faces):
            owners = [seat for seat, cards in enumerate(table.cards) for _ in cards]
            texts: list[list[str]] = [[] for _ in table.cards]
            points = [0] * players
            for index in award.cards:
                owner, face = owners[index], faces[index]
                texts[owner].append(face.text)
                points[owner] += face.rank * award.times
            for seat, mine in enumerate(texts):
                if mine:
                    piles[seat] += len(mine)
                    reason = f"evaluation {ordinal}, {award.reason}: {' '.join(mine)}"
                    fields = ("number", ordinal), ("award", award.reason), ("cards", " ".join(mine))
                    lines.append(ScoreLine(seat, reason, points[seat], "evaluation", fields))
            scored.append((award.reason, texts, points))
        after = deal.with_record(_cleared(players)).with_record(
            Evaluated(ordinal + 1, tuple(piles)),
            partial(_scored, ordinal, players, scored),
            lines=(*deal.lines, *lines),
        )
        return after.changed(closed=True) if self.closing.closes(after) else after

    def tally(self, deal: Deal) -> tuple[tuple[str, int, int], ...]:
        table: Laid | None = deal.get(Reveal)
        faces = () if table is None else [card.faces[0] for cards in table.cards for card in cards]
        return tuple(count for part in self.evaluation for count in part.tally(faces, deal.deck))

    def bounds(self, extent: Extent) -> Bounds:
        most = cards = 0
        for phase in extent.phases:
            cards = 0 if isinstance(phase, Evaluate) else cards + (phase.cards if isinstance(phase, Reveal) else 0)
            most = max(most, cards)
        bounds = [part.bounds(extent.deck, most) for part in self.evaluation]
        low, high = [0], [0]
        for part_bounds in bounds:
            if part_bounds is None:
                return None
            low.append(part_bounds[0])
            high.append(part_bounds[1])
        return min(low), max(high)

    def _awards(self, faces: Sequence[Face]) -> tuple[Award, ...]:
        """The awards of the first evaluation that decides; () if none does."""
        for part in self.evaluation:
            award = part.awards(faces)
            if award:
                return award
        return ()


@lru_cache(maxsize=16)
def _cleared(players: int) -> Laid:
    return Laid(((),) * players)


def _scored(number: int, players: int, scored: list[tuple[str, list[list[str]], list[int]]]) -> tuple[Event, ...]:
    """The events of an evaluation: by award, the reason, and by seat its cards and points."""
    events = [
        TableScored(number, reason, tuple([tuple(mine) for mine in texts]), tuple(points))
        for reason, texts, points in scored
    ]
    return tuple(events) or (TableScored(number, "", ((),) * players, (0,) * players),)


@frozen(kw_only=True)
class LargestPile(TieBreak):
    """Of tied seats, the one with more cards in its score pile comes first.

    Args:
        all_deals: whether the piles of all deals count together, or only that of the last deal.

    >>> from trickkit import playout
    >>> from trickkit.variants import game5211
    >>> end = playout(game5211.rules(players=2), seed=7)
    >>> [LargestPile().value(seat, end.results) for seat in (0, 1)] == list(end.deal[Evaluate].piles)
    True
    """

    by_points: ClassVar[bool] = True

    all_deals: bool = field(default=False, validator=is_a(bool))

    def value(self, seat: int, results: Sequence[Result]) -> int:
        counted = results if self.all_deals else results[-1:]
        return sum(result.deal[Evaluate].piles[seat] for result in counted)

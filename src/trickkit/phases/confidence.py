"""Confidence: all seats secretly choose which of their bids they trust, until the deal is scored."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from attrs import field, frozen

from trickkit.model.actions import Action, Back
from trickkit.model.cards import UNKNOWN, Deck, Unknown
from trickkit.model.checks import counted, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Figure, ReadFigures, Record
from trickkit.model.questions import Question
from trickkit.phases.base import Phase
from trickkit.phases.kinds.simultaneous import Commitments, SimultaneousRun, Turn

__all__ = ["Backed", "Confidence", "ConfidenceLaid"]


def _seen_by(backs: tuple[Back | Unknown, ...], seat: int | None) -> tuple[Back | Unknown, ...]:
    return tuple([back if owner == seat else UNKNOWN for owner, back in enumerate(backs)])


@frozen
class ConfidenceLaid(Event):
    """Every seat laid its choice face down.

    Args:
        backs: by seat, its choice; in a view UNKNOWN for all other seats.

    >>> str(ConfidenceLaid((Back(1), Back(None))).seen_by(1, scored=False))
    'Confidence: seat 0: ??, seat 1: no trust.'
    """

    backs: tuple[Back | Unknown, ...]

    def seen_by(self, seat: int | None, *, scored: bool) -> ConfidenceLaid:
        """All choices once the deal is scored; before that, the seat's own."""
        return self if scored else ConfidenceLaid(_seen_by(self.backs, seat))

    def __str__(self) -> str:
        return f"Confidence: {', '.join(f'seat {seat}: {back}' for seat, back in enumerate(self.backs))}."


@frozen
class Backed(Record):
    """The bid that each seat trusts.

    Args:
        backs: by seat, its choice; in a view UNKNOWN for all other seats until the deal is scored.

    >>> str(Backed((Back(1), Back(None))).seen_by(0, scored=False))
    'seat 0: trust 1; seat 1: ??'
    """

    backs: tuple[Back | Unknown, ...]

    def seen_by(self, seat: int | None, *, scored: bool) -> Backed:
        """All choices once the deal is scored; before that, the seat's own."""
        return self if scored else Backed(_seen_by(self.backs, seat))

    def figures(self) -> tuple[Figure, ...]:
        known = ((seat, back) for seat, back in enumerate(self.backs) if isinstance(back, Back))
        return tuple(("backs", (seat,), back.seat) for seat, back in known)

    @classmethod
    def of_figures(cls, read: ReadFigures, players: int) -> Backed:
        return cls(read("backs", [(seat,) for seat in range(players)], Back))

    def __str__(self) -> str:
        return "; ".join(f"seat {seat}: {back}" for seat, back in enumerate(self.backs)) or "not laid yet"


@lru_cache(maxsize=256)
def _choices(seats: int, barred: int | None) -> tuple[Action, ...]:
    return (*(Back(seat) for seat in range(seats) if seat != barred), Back(None))


@frozen(kw_only=True)
class Confidence(Phase):
    """Trust one of your bids, or none, in secret; revealed when the deal is scored.

    Args:
        cards: for how many seats the game has a card; the highest seats may be absent. 0 means as many as play.
        own: whether a seat may trust its bid on itself.

    >>> from trickkit.model.cards import french
    >>> [str(action) for action in Confidence().actions(french(), players=2)]
    ['trust 0', 'trust 1', 'no trust']
    """

    record: ClassVar[type[Record]] = Backed
    asks: ClassVar[Question | None] = Question("Which of your bids do you trust?", "trust")

    cards: int = field(default=0, validator=counted(0))
    own: bool = field(default=True, validator=is_a(bool))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple(
            dict.fromkeys(
                back
                for seat in range(players)
                for back in _choices(max(players, self.cards), None if self.own else seat)
            )
        )

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return deal.scored

    def begin(self, deal: Deal) -> ConfidenceRun:
        seats = max(deal.players, self.cards)
        options = tuple(_choices(seats, None if self.own else seat) for seat in deal.seats)
        return ConfidenceRun(deal, (tuple(deal.seats),), options)


@frozen(slots=False)
class ConfidenceRun(SimultaneousRun):
    """The run of `Confidence` in one deal.

    Args:
        options: by seat, what it may choose.
    """

    options: tuple[tuple[Action, ...], ...]

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        return self.options[seat]

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        return f"a confidence card is laid now: {', '.join(str(back) for back in self.options[seat])}; not {action}"

    def record(self, at: Commitments) -> Deal:
        if not at.revealed:
            return self.deal.with_record(Backed(()))
        backs = tuple(back for laid in at.revealed[0] for back in laid if isinstance(back, Back))
        return self.deal.with_record(Backed(backs), ConfidenceLaid(backs))

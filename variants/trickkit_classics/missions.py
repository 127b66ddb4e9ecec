"""The missions of Rope Team and their conditions."""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from __future__ import annotations

from typing import Literal

from attrs import frozen

from trickkit import Deck
from trickkit.model.cards import Suit
from trickkit.phases.kinds.tasks import Task
from trickkit.phases.tricks.record import TrickTable

__all__ = [
    "HOOKS",
    "SUITS",
    "ExactTricks",
    "NoNines",
    "NoneOfTheFirst",
    "TakeCard",
    "TakeTrick",
    "pile",
]

SUITS = (Suit("rock", "R"), Suit("snow", "S"), Suit("ice", "I"), Suit("grass", "G"))
HOOKS = Suit("hooks", "H")
NINES = {f"{suit.letter}9": 1 for suit in SUITS}


@frozen
class TakeCard(Task):
    """Take the trick that contains a certain card.

    >>> TakeCard("R5").text
    'take R5'
    """

    card: str

    @property
    def text(self) -> str:
        """The text of the card."""
        return f"take {self.card}"

    def fulfilled(self, seat: int, tricks: TrickTable, size: int) -> bool | None:
        """Whether the seat took the trick with the card; None before that trick."""
        taker = tricks.taker_of(self.card)
        return None if taker is None else taker == seat


@frozen
class TakeTrick(Task):
    """Take the first trick, or the last one.

    >>> TakeTrick("last").text
    'take the last trick'
    """

    which: Literal["first", "last"]

    @property
    def text(self) -> str:
        """The name of the trick."""
        return f"take the {self.which} trick"

    def fulfilled(self, seat: int, tricks: TrickTable, size: int) -> bool | None:
        """Whether the seat took the trick; None before it is complete."""
        taker = tricks.taker(0 if self.which == "first" else size - 1)
        return None if taker is None else taker == seat


@frozen
class NoneOfTheFirst(Task):
    """Take none of the first tricks.

    >>> NoneOfTheFirst(3).text
    'none of the first 3 tricks'
    """

    count: int

    @property
    def text(self) -> str:
        """The mission with its number of tricks."""
        return f"none of the first {self.count} tricks"

    def fulfilled(self, seat: int, tricks: TrickTable, size: int) -> bool | None:
        """False once the seat takes one of the first tricks, True after the last of them; until then None."""
        if tricks.taken[seat] > tricks.taken_since(self.count)[seat]:
            return False
        return True if sum(tricks.taken) >= self.count else None


@frozen
class ExactTricks(Task):
    """Take a certain number of tricks, no more and no fewer; it is fulfilled with the last trick at the earliest.

    >>> ExactTricks(2).text
    'exactly 2 tricks'
    """

    count: int

    @property
    def text(self) -> str:
        """The mission with its number of tricks."""
        return f"exactly {self.count} trick{'s' * (self.count > 1)}"

    def fulfilled(self, seat: int, tricks: TrickTable, size: int) -> bool | None:
        """False once the seat has too many tricks, or too few are left; True at the end; until then None."""
        missing, left = self.count - tricks.taken[seat], size - sum(tricks.taken)
        if missing < 0 or missing > left:
            return False
        return None if left else True


@frozen
class NoNines(Task):
    """Take no trick that contains a nine.

    >>> NoNines().text
    'no nines'
    """

    @property
    def text(self) -> str:
        """The mission, which has no parameters."""
        return "no nines"

    def fulfilled(self, seat: int, tricks: TrickTable, size: int) -> bool | None:
        """False once the seat takes a nine, True once others have all four; until then None."""
        if tricks.points(seat, NINES):
            return False
        return True if sum([tricks.points(hand, NINES) for hand in range(len(tricks.taken))]) == len(NINES) else None


def pile(deck: Deck, tasks: str) -> tuple[Task, ...]:
    """The missions that may be turned up.

    Args:
        deck: of the game.
        tasks: `"all"`, or `"cards"` for only those that demand a card; no mission demands a hook.

    >>> from trickkit_classics.rope_team import deck
    >>> [mission.text for mission in pile(deck(4), "all")[35:39]]
    ['take G9', 'take the first trick', 'take the last trick', 'none of the first 3 tricks']
    """
    cards = tuple(TakeCard(card.text) for card in deck if card.faces[0].suit != HOOKS)
    if tasks == "cards":
        return cards
    counts = [*map(NoneOfTheFirst, (3, 4, 5)), *map(ExactTricks, (1, 2))]
    return (*cards, TakeTrick("first"), TakeTrick("last"), *counts, NoNines())

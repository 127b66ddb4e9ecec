"""Symbolic hands, about which a phase asks one set of cards at a time.

Everything that a phase does with the mask of a hand becomes questions with few answers: whether the hand meets a mask,
and how many cards of the mask it has. A question is not asked if earlier answers, including those about other hands,
imply its answer.

A phase can move or show cards without examining them: such cards are *gathered*, as some cards of a hand and some of
the stock, and compiled code moves the cards that are there in each deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from trickkit.batch.lowering.answers import Answers, Question

MOST_CARDS = 8
"""The most cards about which a phase may ask one by one whether a hand holds them."""

MEETS, COUNT, KNOWS = "meets", "count", "knows"
"""Questions about hands: `("meets", seat, mask)`, `("count", seat, mask)`; of viewers: `("knows", viewer, mask)`."""


def bounds(known: Mapping[Question, Any], seat: int, mask: int, hands: int = 0) -> tuple[int, int]:
    """The fewest and the most cards of a mask that a hand can have, given what is known about all hands.

    Args:
        known: the answers so far.
        seat: the seat of the hand.
        mask: the cards that are asked about.
        hands: if all cards are in hands, the number of hands; otherwise 0.

    >>> bounds({("count", 0, 0b11): 2}, 0, 0b1), bounds({("meets", 1, 0b1): True}, 0, 0b11)
    ((1, 1), (0, 1))
    >>> bounds({("meets", 1, 0b1): False}, 0, 0b1, hands=2)
    (1, 1)
    """
    least, most = _bounds(known, seat, mask)
    if hands:
        elsewhere = sum(_bounds(known, hand, mask)[1] for hand in range(hands) if hand != seat)
        least = max(least, mask.bit_count() - elsewhere)
    return least, max(least, most)


def _bounds(known: Mapping[Question, Any], seat: int, mask: int) -> tuple[int, int]:
    least, most = 0, mask.bit_count()
    others: dict[int, int] = {}
    for question, answer in known.items():
        if not _overlaps(question, mask):
            continue
        kind, hand, cards = question
        inside = (cards & mask).bit_count()
        outside = cards.bit_count() - inside
        fewest = int(answer)
        most_there = answer if kind == COUNT or not answer else cards.bit_count()
        if hand != seat:
            others[hand] = max(others.get(hand, 0), fewest - outside)
            continue
        least = max(least, fewest - outside)
        most = min(most, mask.bit_count() - inside + most_there)
    return least, max(least, min(most, mask.bit_count() - sum(others.values())))


def _overlaps(question: Question, mask: int) -> bool:
    """Whether the answers concern cards of a mask."""
    return question[0] in (MEETS, COUNT) and bool(question[2] & mask)


class Without:
    """All cards except those that a hand holds."""

    __slots__ = ("held",)

    def __init__(self, held: Held) -> None:
        self.held = held

    def __and__(self, other: Any) -> int:
        cards = int(other)
        return cards & ~int(self.held & cards)

    __rand__ = __and__


class Held:
    """The cards of a mask that a hand holds: a symbolic mask."""

    __slots__ = ("answers", "mask", "seat")

    def __init__(self, answers: Answers, seat: int, mask: int) -> None:
        self.answers, self.seat, self.mask = answers, seat, mask

    def __and__(self, other: Any) -> Any:
        if isinstance(other, Held):
            # No card is in two hands.
            return Held(self.answers, self.seat, self.mask & other.mask) if other.seat == self.seat else 0
        return Held(self.answers, self.seat, self.mask & other) if isinstance(other, int) else NotImplemented

    __rand__ = __and__

    def __invert__(self) -> Without:
        return Without(self)

    def __bool__(self) -> bool:
        return bool(self._asked(MEETS))

    def bit_count(self) -> Any:
        """The number of cards, as a symbolic number."""
        return self.answers.counted(self)

    def bit_length(self) -> int:
        """Refused, because each card would be a separate case."""
        raise self.answers.refuse("the cards of a hand one by one", "which gives too many cases")

    def known_count(self) -> int:
        """The number of cards, as a question."""
        return int(self._asked(COUNT))

    def _asked(self, what: str) -> Any:
        answers, key = self.answers, (self.seat, self.mask)
        if key not in answers.implied:
            about = {question: known for question, known in answers.known.items() if _overlaps(question, self.mask)}
            answers.implied[key] = (*bounds(about, *key, answers.hands), tuple(about))
        least, most, about_it = answers.implied[key]
        # An answer that follows from other answers depends on them.
        answers.looked.update(about_it)
        if what == MEETS and (least or not most):
            return least > 0
        if least == most:
            return least
        return answers.ask(what, self.seat, self.mask)

    def __index__(self) -> int:
        if self.mask.bit_count() > MOST_CARDS:
            raise self.answers.refuse(
                f"more than {MOST_CARDS} cards of a hand at once", "which gives too many cases; it may ask for fewer"
            )
        bits = [1 << index for index in range(self.mask.bit_length()) if self.mask >> index & 1]
        return sum(bit for bit in bits if Held(self.answers, self.seat, bit))

    __int__ = __index__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            within = other & self.mask
            if within != other or Held(self.answers, self.seat, self.mask & ~other):
                return False
            return Held(self.answers, self.seat, other).bit_count() == other.bit_count()
        return NotImplemented

    def __hash__(self) -> int:
        return hash(int(self))

    def __or__(self, other: Any) -> Any:
        return self._with(other) if self._is_gathered(other) else int(self) | int(other)

    def __xor__(self, other: Any) -> int:
        return int(self) ^ int(other)

    def __add__(self, other: Any) -> Any:
        return self._with(other) if self._is_gathered(other) else int(self) + int(other)

    def _is_gathered(self, other: Any) -> bool:
        """Whether this set and other cards can be combined without being examined."""
        if isinstance(other, int):
            return not other
        many = max(cards.mask.bit_count() for cards in (self, other) if isinstance(cards, Held)) > MOST_CARDS
        return isinstance(other, Gathered) or many

    def _with(self, other: Any) -> Any:
        return Gathered(self.answers) | self | other if not isinstance(other, int) else self

    def __neg__(self) -> int:
        return -int(self)

    __ror__, __rxor__, __radd__ = __or__, __xor__, __add__


EVERYTHING_ELSE = "of which it is only known where they lie; a phase may add such cards to others, and look at no more"


@frozen(eq=False)
class Gathered:
    """Cards of which only their places at the beginning of the phase are known.

    Args:
        answers: what is known of the deal.
        held: by hand, a mask that says which of its cards are included.
        places: indices of cards in the stock, 0 for the top.
        out: whether all cards that were out of play are included.
    """

    answers: Answers
    held: tuple[tuple[int, int], ...] = ()
    places: frozenset[int] = field(default=frozenset())
    out: bool = False

    def __or__(self, other: Any) -> Gathered:
        if isinstance(other, Held):
            other = Gathered(self.answers, ((other.seat, other.mask),))
        if isinstance(other, int) and not other:
            return self
        if not isinstance(other, Gathered):
            return self._refused()
        held = dict(self.held)
        for seat, mask in other.held:
            held[seat] = held.get(seat, 0) | mask
        return evolve(
            self, held=tuple(sorted(held.items())), places=self.places | other.places, out=self.out or other.out
        )

    __ror__ = __add__ = __radd__ = __or__

    def _refused(self, *_others: object) -> Any:
        raise self.answers.refuse("cards", EVERYTHING_ELSE)

    __int__ = __index__ = __and__ = __rand__ = __xor__ = __rxor__ = __sub__ = __rsub__ = __invert__ = _refused
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __bool__ = __neg__ = __str__ = __format__ = _refused
    __hash__ = None  # type: ignore[assignment]


class Known:
    """The cards that a viewer knows: a phase may add cards, and ask about a few."""

    __slots__ = ("added", "answers", "more", "viewer")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, answers: Answers, viewer: int, added: int = 0, more: Gathered | None = None) -> None:
        self.answers, self.viewer, self.added = answers, viewer, added
        self.more = Gathered(answers) if more is None else more

    def __or__(self, cards: Any) -> Known:
        if isinstance(cards, int):
            return Known(self.answers, self.viewer, self.added | cards, self.more)
        return Known(self.answers, self.viewer, self.added, self.more | cards)

    __ror__ = __or__

    def __and__(self, cards: Any) -> int:
        is_changed = self.added or self.more.held or self.more.places
        if is_changed or not isinstance(cards, int) or cards.bit_count() > MOST_CARDS:
            return self._refused()
        bits = [1 << index for index in range(cards.bit_length()) if cards >> index & 1]
        return sum(bit for bit in bits if self.answers.ask(KNOWS, self.viewer, bit))

    __rand__ = __and__

    def _refused(self, *_others: object) -> Any:
        raise self.answers.refuse(
            "what seats know of the cards", f"where it may look for {MOST_CARDS} cards at most, and add others to them"
        )

    __int__ = __index__ = __xor__ = __add__ = __sub__ = __invert__ = __eq__ = _refused
    __lt__ = __bool__ = __str__ = __format__ = _refused


def gathered(answers: Answers, cards: Any) -> Gathered:
    """A set of cards of which only the places are known."""
    return Gathered(answers) | cards

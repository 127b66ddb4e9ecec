"""Complete tricks one by one, as symbolic values: who took and led them and, if rows record it, who played what."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

from attrs import define

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.capacity import unnoted_width
from trickkit.batch.lowering.answers import Answers
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.sums import Sum
from trickkit.batch.lowering.symbolic import card_texts
from trickkit.batch.lowering.texts import Text
from trickkit.batch.steps.tricks.called import NOTED_LEADS
from trickkit.batch.steps.tricks.turns import taken


@define(eq=False)
class Notes:
    """What rows record about the tricks of a deal.

    Args:
        lowering: the lowering of the rules.
        deal: the partially known deal when the tricks begin.
    """

    lowering: Lowering
    deal: BlankDeal

    @property
    def uneven(self) -> bool:
        """Whether hands may have no card left for a trick."""
        return any(getattr(phase, "may_differ", False) for phase in self.lowering.rules.phases)

    def place(self, trick: int, part: int) -> int:
        """The place of a part of a trick's notes; from now on, rows have notes."""
        self.lowering.refuse_slots("the plays to a trick")
        self.lowering.needs_notes = True
        first = unnoted_width(self.lowering.words, slotted=False) + layout.N_FIRST
        return first + trick * (layout.N_MASK + self.lowering.words) + part


@define(eq=False)
class BlankTrick:
    """A complete trick.

    Args:
        answers: what is known.
        players: the number of hands.
        number: the number of the trick, from 0.
        notes: what rows record about the trick; None for nothing.
    """

    answers: Answers
    players: int
    number: int
    notes: Notes | None = None

    @property
    def taker(self) -> int | None:
        """The hand that took the trick, as a question."""
        return next((hand for hand in range(self.players) if taken(self.answers, hand, 1 << self.number)), None)

    def led_with(self, _deck: object, faces: int) -> bool:
        """Whether the lead was one of certain faces, as a question."""
        if self.notes is not None and not self.notes.uneven:
            return self._ask(self._leader, self.notes.lowering.rules.deck.alike(faces))
        if self.number >= NOTED_LEADS:
            raise self.answers.refuse(
                f"what was led to trick {self.number}", f"of which a row has only the first {NOTED_LEADS}"
            )
        return bool(self.answers.ask("led", self.number, faces))

    @property
    def plays(self) -> tuple[Any, ...]:
        """The plays in order; this asks who led."""
        notes, leader = self._noted("plays"), self._leader
        hands = [(leader + step) % self.players for step in range(self.players)]
        return tuple([self._play(hand) for hand in hands if hand not in notes.deal.resting])

    def face_of(self, hand: int) -> Any:
        """The text of the face that a hand played; None if it takes no part."""
        return None if hand in self._noted("face_of").deal.resting else self._play(hand).action.face

    def count(self, faces: Collection[str]) -> Any:
        """How many of certain faces were played to the trick."""
        return self.points(dict.fromkeys(faces, 1))

    def points(self, worth: Mapping[str, int]) -> Any:
        """The points of the cards in the trick, if each card has one face."""
        notes = self._noted("points")
        if notes.lowering.words > 1 or not all(card.is_plain for card in notes.lowering.rules.deck):
            raise self.answers.refuse("the cards of a trick", "of which the batch engine has no sum in such a deck")
        column, masks = notes.place(self.number, layout.N_MASK), dict[int, int]()
        for face, card_face in enumerate(notes.lowering.rules.deck.faces):
            points = worth.get(card_face.text, 0)
            masks[points] = masks.get(points, 0) | 1 << face
        return Sum.of(self.answers, {(layout.S_CARDS, column, mask): points for points, mask in masks.items()})

    @property
    def _leader(self) -> int:
        """The hand that led the trick, as a question."""
        return int(self.answers.ask("leader", self.number, self._noted("plays").place(self.number, layout.N_WHO)))

    def _play(self, hand: int) -> Any:
        """The play of a hand."""
        deck = self._noted("plays").lowering.rules.deck
        look, look_index = partial(self._look, hand), partial(self._look, hand, range(len(deck.faces)))
        face = Text(look, look_index, tuple([card_face.text for card_face in deck.faces]))
        card = Text(look, look_index, card_texts(deck))
        return SimpleNamespace(hand=hand, action=SimpleNamespace(face=face), card=card)

    def _look(self, hand: int, values: Sequence[Any]) -> Any:
        """The value for the face that a hand played, found by asking which half of the possible values it is in."""
        left = [*dict.fromkeys(values)]
        while len(left) > 1:
            halves = left[: len(left) // 2], left[len(left) // 2 :]
            masks = [sum([1 << face for face, value in enumerate(values) if value in half]) for half in halves]
            fewer = int(masks[1].bit_count() < masks[0].bit_count())
            left = halves[fewer if self._ask(hand, masks[fewer]) else 1 - fewer]
        return left[0]

    def _ask(self, hand: int, mask: int) -> bool:
        """Whether a hand played one of certain faces to the trick, as a question."""
        column = self._noted("plays").place(self.number, layout.N_FACES)
        return bool(self.answers.ask("played", self.number, hand, mask, column))

    def _noted(self, name: str) -> Notes:
        if self.notes is None or self.notes.uneven:
            raise self.answers.refuse(
                f"`{name}` of a trick", "of which the batch engine knows only the taker and `led_with` here"
            )
        return self.notes

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self.answers.refuse(
            f"`{name}` of a trick",
            "of which the batch engine knows only the taker, the plays, `led_with` and `face_of`",
        )


@define(eq=False)
class BlankTricks:
    """The complete tricks of a deal.

    Args:
        answers: what is known.
        players: the number of hands.
        most: the most tricks.
        notes: what rows record about them, if one or more are complete; None for nothing.
    """

    answers: Answers
    players: int
    most: int
    notes: Notes | None = None

    def __iter__(self) -> Iterator[BlankTrick]:
        for index in range(self.most):
            if not self._is_complete(index):
                return
            yield self._trick(index)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return self.most > 0 and self._is_complete(0)

    def _trick(self, number: int) -> BlankTrick:
        return BlankTrick(self.answers, self.players, number, self.notes)

    def _is_complete(self, number: int) -> bool:
        """Whether the number of the next trick, which the row stores as a bit, is above a given number."""
        if self.notes is not None and not number:
            return True
        return bool(Sum.of(self.answers, {(layout.S_TRICKS, layout.TRICK, (1 << 63) - (2 << number)): 1}))

    def __getitem__(self, places: Any) -> Any:
        if isinstance(places, slice) and not (places.start or places.step) and (places.stop or 0) > 0:
            return BlankTricks(self.answers, self.players, min(self.most, places.stop), self.notes)
        selected = range(len(self))[places]
        return self._trick(selected) if isinstance(selected, int) else tuple([self._trick(index) for index in selected])

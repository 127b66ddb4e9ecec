"""Questions to seats, in English and as codes that programs can translate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from attrs import frozen

from trickkit.model.events import Fields

if TYPE_CHECKING:
    from trickkit.model.actions import Action
    from trickkit.model.deal import Deal

__all__ = ["Question", "Sight", "own_tricks"]


@frozen
class Question:
    """A question to a seat that has to decide.

    Args:
        text: an English sentence, addressed to the seat.
        code: a word for the kind of question, for programs that say it in another language.
        fields: the values in the sentence, by name.

    >>> question = Question("How many tricks will seat 2 take?", "bid", (("seat", 2),))
    >>> str(question), dict(question.fields)
    ('How many tricks will seat 2 take?', {'seat': 2})
    """

    text: str
    code: str = ""
    fields: Fields = ()

    def __str__(self) -> str:
        return self.text

    @classmethod
    def of_name(cls, name: str) -> Question:
        """A question made of the name of a class, for phases that define none.

        >>> Question.of_name("PassCards").text
        'Pass cards.'
        """
        return cls(f"{spelled(name).capitalize()}.", name)


def spelled(name: str) -> str:
    """The name of a class, in separate words.

    >>> spelled("PassCards"), spelled("Game5211")
    ('pass cards', 'game 5211')
    """
    return " ".join(re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)).lower()


class Sight(Protocol):
    """The part of a view that a question may use; see `View`.

    >>> from trickkit.variants import pikinni
    >>> view = pikinni.rules(players=2).start(seed=7).view(1)
    >>> view.seat, view.deal.size, view.committed, len(view.legal())
    (1, 1, (), 2)
    """

    @property
    def seat(self) -> int | None:
        """The seat that has the view."""

    @property
    def deal(self) -> Deal:
        """The deal as the seat sees it."""

    @property
    def committed(self) -> tuple[Action, ...]:
        """The decisions of the seat in this turn that the others may not see yet."""

    def legal(self) -> tuple[Action, ...]:
        """The actions that the seat may take now."""


def own_tricks(size: int) -> Question:
    """The question how many tricks the seat will take.

    Args:
        size: the size of a hand.

    >>> str(own_tricks(1)), str(own_tricks(8))
    ('Will you take the trick?', 'How many of the 8 tricks will you take?')
    """
    text = "Will you take the trick?" if size == 1 else f"How many of the {size} tricks will you take?"
    return Question(text, "estimate", (("tricks", size),))

"""Messages in Rope Team: a seat may show one card with a true word about its place in the hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import gt, lt, ne
from typing import ClassVar

from attrs import field, frozen

from trickkit import Action, Deal, Deck, Event, InvalidAction, Record
from trickkit.model.checks import is_a
from trickkit.phases.base import Void
from trickkit.phases.kinds.polls import Answers
from trickkit.phases.kinds.remarks import MakeRemarks, Remark
from trickkit_classics.missions import HOOKS

__all__ = ["Message", "MessageSent", "Messages", "SendMessages", "excluded"]

EXCLUDES: dict[str, Callable[[int, int], bool]] = {"highest": gt, "lowest": lt, "only": ne}
"""By what a card is said to be, how the ranks of its suit that the hand does not hold compare with its own."""


@frozen(eq=False)
class Message(Action):
    """Show a card of one's hand, and say whether it is the highest, the lowest or the only one of its suit there.

    >>> str(Message("R5", "highest"))
    'R5 highest'
    """

    card: str = field(validator=is_a(str, InvalidAction))
    word: str = field(validator=is_a(str, InvalidAction))


@frozen
class MessageSent(Event):
    """A seat showed a card and told its place in the hand.

    >>> str(MessageSent(1, "R5", "lowest"))
    'Seat 1 shows R5, the lowest of its suit.'
    """

    seat: int
    card: str
    word: str

    def __str__(self) -> str:
        return f"Seat {self.seat} shows {self.card}, the {self.word} of its suit."


@frozen
class Messages(Record):
    """The messages in order, as pairs of a seat and its message; a seat without one passed.

    >>> from trickkit.model.actions import Pass
    >>> str(Messages(((2, Message("R5", "only")), (0, Pass()))))
    'seat 2: R5 only; seat 0: pass'
    """

    said: Answers

    def __str__(self) -> str:
        return "; ".join(f"seat {seat}: {action}" for seat, action in self.said) or "none"


@frozen
class SendMessages(MakeRemarks):
    """Clockwise from the starter, every seat shows one card of its hand with a word that is true, or passes.

    The card stays in the hand. Hooks are not shown; a card that is the only one is also the highest and the lowest.

    >>> from trickkit_classics.rope_team import deck
    >>> [str(action) for action in SendMessages().actions(deck(), players=4)][:4]
    ['R1 highest', 'R1 lowest', 'R1 only', 'R2 highest']
    """

    record: ClassVar[type[Record]] = Messages

    def remarks(self, deck: Deck) -> tuple[Remark, ...]:
        """All cards with all words."""
        return messages(deck)

    def event_of(self, seat: int, said: Action) -> MessageSent:
        """The event that a seat sent a message."""
        assert isinstance(said, Message)
        return MessageSent(seat, said.card, said.word)

    def recorded(self, answers: Answers) -> Messages:
        """The record of all messages."""
        return Messages(answers)

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        """The cards that a seat cannot hold besides the one that it showed."""
        return tuple(
            [
                Void(event.seat, index, excluded(deal.deck, event.card, event.word))
                for index, event in enumerate(deal.events)
                if isinstance(event, MessageSent)
            ]
        )


def messages(deck: Deck) -> tuple[Remark, ...]:
    """All messages, each with its card and the cards that it rules out."""
    plain = [card.text for card in deck if card.faces[0].suit != HOOKS]
    return tuple(
        [
            Remark(Message(text, word), deck.mask([text]), excluded(deck, text, word))
            for text in plain
            for word in EXCLUDES
        ]
    )


@lru_cache(maxsize=1024)
def excluded(deck: Deck, card: str, word: str) -> int:
    """The cards that a hand cannot hold if a word is true of its card, as a mask.

    >>> from trickkit_classics.rope_team import deck
    >>> cards, found = deck(), excluded(deck(), "R7", "highest")
    >>> " ".join(card.text for card in cards if cards.mask([card.text]) & found)
    'R8 R9'
    """
    shown, excludes = deck.card(card).faces[0], EXCLUDES[word]
    return deck.where(lambda face: face.suit == shown.suit and excludes(face.rank, shown.rank))

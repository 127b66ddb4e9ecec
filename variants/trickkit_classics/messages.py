"""The messages of Rope Team: every seat may lay a card open, with a word that is true."""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import gt, lt, ne
from typing import ClassVar

from attrs import field, frozen

from trickkit import Action, Deal, Deck, Event, InvalidAction, Record
from trickkit.model.actions import Pass
from trickkit.model.checks import is_a
from trickkit.phases import Phase
from trickkit.phases.base import Void
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit_classics.missions import HOOKS

__all__ = ["Message", "MessageSent", "Messages", "SendMessages", "excluded"]

PASS = Pass()
EXCLUDES: dict[str, Callable[[int, int], bool]] = {"highest": gt, "lowest": lt, "only": ne}
"""By what a card is said to be, how the ranks of its suit that the hand does not hold compare with its own."""


@frozen(eq=False)
class Message(Action):
    """Lay a card of one's hand open, and say what it is there: of its suit the highest, the lowest, or the only one.

    >>> str(Message("R5", "highest"))
    'R5 highest'
    """

    card: str = field(validator=is_a(str, InvalidAction))
    word: str = field(validator=is_a(str, InvalidAction))


@frozen
class MessageSent(Event):
    """A seat laid a card open, and said what it is in its hand.

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
    """What the seats said, in order, as pairs of a seat and its message; one that said nothing passed.

    >>> str(Messages(((2, Message("R5", "only")), (0, PASS))))
    'seat 2: R5 only; seat 0: pass'
    """

    said: Answers

    def __str__(self) -> str:
        return "; ".join(f"seat {seat}: {action}" for seat, action in self.said) or "none"


@frozen
class SendMessages(Phase):
    """Clockwise from the starter, every seat lays one card of its hand open with a word that is true, or passes.

    The card stays in the hand. Hooks are not shown; a card that is the only one is the highest and the lowest as well.

    >>> from trickkit_classics.rope_team import deck
    >>> [str(action) for action in SendMessages().actions(deck(), players=4)][:4]
    ['R1 highest', 'R1 lowest', 'R1 only', 'R2 highest']
    """

    record: ClassVar[type[Record]] = Messages

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every card with every word, and pass."""
        plain = [card for card in deck if card.faces[0].suit != HOOKS]
        return (*(Message(card.text, word) for card in plain for word in EXCLUDES), PASS)

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        """The cards that a seat cannot have beside the one that it showed."""
        return tuple(
            [
                Void(event.seat, number, excluded(deal.deck, event.card, event.word))
                for number, event in enumerate(deal.events)
                if isinstance(event, MessageSent)
            ]
        )

    def begin(self, deal: Deal) -> MessagesRun:
        """The messages of a deal."""
        return MessagesRun(deal)


@lru_cache(maxsize=1024)
def excluded(deck: Deck, card: str, word: str) -> int:
    """The cards that a hand does not hold in which a word is true of a card, as a mask.

    >>> from trickkit_classics.rope_team import deck
    >>> cards, found = deck(), excluded(deck(), "R7", "highest")
    >>> " ".join(card.text for card in cards if cards.mask([card.text]) & found)
    'R8 R9'
    """
    shown, excludes = deck.card(card).faces[0], EXCLUDES[word]
    return deck.where(lambda face: face.suit == shown.suit and excludes(face.rank, shown.rank))


@frozen(slots=False)
class MessagesRun(PollRun):
    """The messages of one deal."""

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The seats in turn, once each."""
        deal = self.deal
        return ((deal.starter + len(answers)) % deal.players,) if len(answers) < deal.players else ()

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """Every word that is true of a card of the hand, and pass."""
        deck, held = self.deal.deck, self.deal.held[seat]
        shown = [card.text for card in self.deal.hands[seat].known if card.faces[0].suit != HOOKS]
        true = [Message(text, word) for text in shown for word in EXCLUDES if not held & excluded(deck, text, word)]
        return (*true, PASS)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """That it is not true, or no message."""
        if not isinstance(action, Message):
            return f"seat {seat} sends a message or passes; {action} is neither"
        return f"{action.card} is not the {action.word} of its suit in hand {seat}: what is said is true"

    def record(self, at: Poll) -> Deal:
        """The deal with the messages so far; everybody knows where the cards are that were shown."""
        events = [MessageSent(seat, said.card, said.word) for seat, said in at.answers if isinstance(said, Message)]
        shown = self.deal.deck.mask(event.card for event in events)
        known = tuple([known | shown for known in self.deal.known])
        return self.deal.with_record(Messages(at.answers), *events, known=known)

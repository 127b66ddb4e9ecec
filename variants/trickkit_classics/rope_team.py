"""Rope Team: fulfil missions together, in tricks; everybody wins, or nobody does.

For 3 to 5 players. A game of this library's own. Missions are turned up and taken in turn, such as to take a certain
card or no trick before the fourth. Before the tricks every seat may lay one card open and say that it is its highest,
its lowest or its only one of that suit. A deal is over as soon as all missions are fulfilled, or one has failed.
`trickkit rules rope_team` lists what may be played otherwise.
"""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import gt, lt, ne
from typing import Annotated, Any, ClassVar, Literal

from attrs import field, frozen

from trickkit import Action, Deal, Deck, Event, InvalidAction, Outcome, Record, Result, Rules, ScoreLine
from trickkit.catalog.options import variant
from trickkit.model.actions import Pass
from trickkit.model.cards import Card
from trickkit.model.checks import counted, is_a, whole
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, FixedTrump, Phase, Tricks
from trickkit.phases.base import Void
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.ending import Ending
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import HandsEmpty, Until
from trickkit.scoring import Scoring
from trickkit_classics.missions import HOOKS, SUITS, DraftMissions

__all__ = [
    "DraftMissions",
    "Expedition",
    "Message",
    "MessageSent",
    "Messages",
    "MissionsDecided",
    "ScoreMissions",
    "SendMessages",
    "deck",
    "rules",
]

PASS = Pass()
EXCLUDES: dict[str, Callable[[int, int], bool]] = {"highest": gt, "lowest": lt, "only": ne}
"""By what a card is said to be, how the ranks of its suit that the hand does not hold compare with its own."""


def deck(players: int = 4, *, hooks: bool = True) -> Deck:
    """Four suits from 1 to 9, and three hooks for 3 players, four for more; 5 players without hooks need the tens.

    Args:
        players: 3 to 5.
        hooks: whether there is a trump suit.

    >>> [len(deck(players)) for players in (3, 4, 5)], len(deck(5, hooks=False))
    ([39, 40, 40], 40)
    """
    numbers, trumps = (9, min(players, 4)) if hooks else (10 if players == 5 else 9, 0)
    cards = [Card.plain(suit, rank, f"{suit.letter}{rank}") for suit in SUITS for rank in range(1, numbers + 1)]
    return Deck((*cards, *(Card.plain(HOOKS, rank, f"H{rank}") for rank in range(1, trumps + 1))))


# Messages


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
    """What the seats said, in order, as pairs of a seat and its message; one that said nothing passed."""

    said: Answers

    def __str__(self) -> str:
        return "; ".join(f"seat {seat}: {action}" for seat, action in self.said) or "none"


@frozen
class SendMessages(Phase):
    """Clockwise from the starter, every seat lays one card of its hand open with a word that is true, or passes.

    The card stays in the hand. Hooks are not shown; a card that is the only one is the highest and the lowest as well.
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


# The end of a deal and of the game


@frozen
class MissionsDecided(Until):
    """The tricks are over when all missions are fulfilled, or when one has failed."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        """The numbers of tricks alone decide nothing."""
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        """Whether a mission has failed, or none is undecided."""
        found = deal[DraftMissions].fulfilled(tricks.tricks, deal.size)
        return False in found or None not in found


def fulfilled(deal: Deal) -> tuple[bool, ...]:
    """Of every mission of a finished deal, in the order in which they were taken on, whether it is fulfilled."""
    found = deal[DraftMissions].fulfilled(deal[Tricks].tricks, deal.size)
    return tuple([one is True for one in found])


@frozen(kw_only=True)
class ScoreMissions(Scoring):
    """Every seat scores a point for each mission that is fulfilled, whoever did it, and a bonus where all are.

    Args:
        bonus: 0 or more.
    """

    reads: ClassVar[tuple[type[Any], ...]] = (DraftMissions, Tricks)

    bonus: int = field(default=2, validator=whole(0))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """For every seat the same lines."""
        found = fulfilled(deal)
        lines = [(f"{sum(found)} of {len(found)} missions", sum(found))] * any(found)
        if all(found) and self.bonus:
            lines.append(("all missions", self.bonus))
        return tuple([ScoreLine(seat, reason, points) for seat in deal.seats for reason, points in lines])


@frozen(kw_only=True)
class Expedition(Ending):
    """All win when the last deal is over, and lose as soon as too many deals have failed.

    A deal has failed when not all of its missions were fulfilled.

    Args:
        deals: how many are played, 1 or more.
        falls: how many may fail, 0 or more.
    """

    deals: int = field(validator=counted(1))
    falls: int = field(validator=whole(0))

    def most_deals(self) -> int:
        """The number of deals."""
        return self.deals

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        """All seats in the first place, or nobody there."""
        failed = sum(not all(fulfilled(result.deal)) for result in results)
        seats = tuple(results[-1].deal.seats)
        if failed > self.falls:
            return Outcome(((), seats), "1 deal has failed" if failed == 1 else f"{failed} deals have failed")
        if len(results) < self.deals:
            return None
        return Outcome((seats,), "the summit is reached")


@variant
def rules(
    *,
    players: Annotated[int, range(3, 6), "how many play"] = 4,
    deals: Annotated[int, range(1, 7), "how many deals lead to the summit"] = 3,
    falls: Annotated[int, range(4), "how many deals may fail"] = 1,
    missions: Annotated[int, range(1, 7), "how many missions there are in the first deal"] = 2,
    growing: Annotated[bool, "whether every deal has one mission more than the deal before"] = True,
    tasks: Annotated[
        Literal["all", "cards"], "what missions ask for: cards, tricks and numbers of tricks, or cards alone"
    ] = "all",
    messages: Annotated[bool, "whether every seat may lay a card open before the tricks"] = True,
    hooks: Annotated[bool, "whether there is a small suit of trumps"] = True,
    play_on: Annotated[
        bool, "whether the tricks go on when a mission has failed, for the points of the others"
    ] = False,
    bonus: Annotated[int, range(6), "points for every seat where all missions of a deal are fulfilled"] = 2,
) -> Rules:
    """The rules of Rope Team with the given options.

    Raises:
        InvalidRules: an option that does not exist, or a value that it cannot have.

    >>> state = rules(players=3).start(seed=7, first=0)
    >>> print(state.deal[DraftMissions])
    open: take G3; open: take R2
    """
    game = deck(players, hooks=hooks)
    return Rules(
        key="rope_team",
        name="Rope Team",
        summary="Fulfil missions in tricks, with one message each: everybody wins, or nobody does.",
        players=players,
        deck=game,
        phases=(
            DealOut(),
            *((FixedTrump("hooks"),) if hooks else ()),
            DraftMissions(first=missions, growing=growing, tasks=tasks),
            *((SendMessages(),) if messages else ()),
            Tricks(until=HandsEmpty() if play_on else MissionsDecided()),
        ),
        scoring=ScoreMissions(bonus=bonus),
        schedule=Schedule(hand_sizes=SameSize(len(game) // players)),
        ending=Expedition(deals=deals, falls=falls),
        symmetry=Symmetry(seats=True),
    )

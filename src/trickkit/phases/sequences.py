"""A layout of cards in sequence: seats in turn lay cards on the ends of rows, one for each suit, or must pass."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen, validators

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Pass, Play
from trickkit.model.checks import counted, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.model.questions import Question
from trickkit.phases.base import Phase, Void
from trickkit.phases.kinds.laying import Layout
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.participants import Everyone, Participants, taking_part

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["BuildSequences", "CardLaid", "CouldNotLay", "Sequences"]

PASS = Pass()


@frozen
class CardLaid(Event):
    """A seat laid a card on the layout.

    Args:
        seat: the seat.
        card: its text.
        face: the text of the face as which it was laid, if the card has several.

    >>> str(CardLaid(1, "7S")), str(CardLaid(1, "M7", "W7"))
    ('Seat 1 lays 7S.', 'Seat 1 lays M7 as W7.')
    """

    seat: int
    card: str
    face: str = ""

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        """The card."""
        return ((self.seat, self.card),)

    def __str__(self) -> str:
        return f"Seat {self.seat} lays {self.card}{f' as {self.face}' if self.face else ''}."


@frozen
class CouldNotLay(Event):
    """A seat passed, since it had no card that fits.

    Args:
        seat: the seat.

    >>> str(CouldNotLay(1))
    'Seat 1 cannot lay a card.'
    """

    seat: int

    def __str__(self) -> str:
        return f"Seat {self.seat} cannot lay a card."


@frozen
class Sequences(Record):
    """The record of a layout.

    Args:
        laid: the texts of the faces on it, in the order in which they were laid.
        out: the seats without cards, in the order in which they laid their last ones.

    >>> str(Sequences(("7S", "8S"), (2,)))
    '7S 8S; out: seat 2'
    """

    field_of_out: ClassVar[str] = "out"

    laid: tuple[str, ...]
    out: tuple[int, ...]

    def __str__(self) -> str:
        out = f"; out: {', '.join(f'seat {seat}' for seat in self.out)}" if self.out else ""
        return f"{' '.join(self.laid) or 'nothing'}{out}"


@frozen(kw_only=True)
class BuildSequences(Phase):
    """Seats in turn lay a card on a layout, or pass if none fits, as in Fan Tan and the dominoes of Barbu.

    There is a row for each suit. It begins with a card of one rank, and grows upwards and downwards without gaps. A
    card with several faces fits if one of them does, and is laid as that face. The deal ends with the layout, and later
    phases are skipped: a game with contracts plays tricks only in those without a layout.

    Args:
        first: the rank with which a row begins, as it stands in the texts of cards, such as `"7"`; None for that of the
            first card that is laid.
        who: the seats that lay cards, in order.
        until_out: how many seats lay their last card before it is over, 1 or more; None if all must.

    Raises:
        InvalidRules: an argument is of the wrong type; or, in a game, no card has that rank.

    >>> from trickkit.model.cards import french
    >>> deck = french("QKA", suits="CD")
    >>> hands = (Hand.of(deck, ["QC", "KD", "AD"]), Hand.of(deck, ["KC", "AC", "QD"]))
    >>> run = BuildSequences(first="K").begin(Deal.fresh(deck, players=2).changed(hands=hands))
    >>> at = run.play(run.start(), 1, Play("KC"))
    >>> [str(action) for action in run.legal(at, 0)]
    ['QC', 'KD']
    >>> str(run.record(run.play(at, 0, Play("KD")))[BuildSequences])
    'KC KD'
    """

    record: ClassVar[type[Record]] = Sequences
    asks: ClassVar[Question | None] = Question("Which card do you lay?", "lay_card")

    first: str | None = field(default=None, validator=validators.optional(is_a(str)))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    until_out: int | None = field(default=None, validator=validators.optional(counted(1)))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every face of a card, and pass.

        Raises:
            InvalidRules: no card has the rank with which a row begins.
        """
        if self.first is not None and not self.starts(deck, None):
            raise InvalidRules(f"BuildSequences: no card of the deck has the rank {quoted(self.first)}")
        return (*[Play(text) for text in deck.kinds], PASS)

    def starts(self, deck: Deck, laid: str | None) -> int:
        """The faces with which rows begin, as a mask.

        Args:
            deck: the deck of the game.
            laid: the text of the first face on the layout; None while there is none.
        """
        return _starts(deck, self.first, laid if self.first is None else None)

    def layout(self, deal: Deal) -> Layout:
        """The layout of a deal: rows begin with one rank, and a face fits beside its neighbours in its row."""
        deck = deal.deck
        return Layout(
            seats=taking_part(self.who, deal, self),
            first=self.starts(deck, None),
            begun={text: self.starts(deck, text) for text in deck.kinds},
            beside=_beside(deck),
            out=self.until_out,
        )

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        """For seats that passed, all cards that would have fitted."""
        voids, laid, layout = list[Void](), list[str](), None
        for index, event in enumerate(deal.events):
            if type(event) is CardLaid:
                laid.append(event.face or event.card)
            elif type(event) is CouldNotLay:
                layout = layout or self.layout(deal)
                voids.append(Void(event.seat, index, layout.fitting(deal.deck, laid)))
        return tuple(voids)

    def begin(self, deal: Deal) -> SequencesRun:
        """The run of the layout in a deal."""
        return SequencesRun(deal, self.layout(deal))


@lru_cache(maxsize=256)
def _starts(deck: Deck, first: str | None, laid: str | None) -> int:
    """The faces with a rank in their texts, or with that of a laid one, as a mask; all if both are None."""
    if first is not None:
        return deck.where(lambda face: face.text in (f"{first}{face.suit.letter}", f"{face.suit.letter}{first}"))
    rank = None if laid is None else deck.face(deck.kinds[laid]).rank
    return deck.where(lambda face: rank in (None, face.rank))


@lru_cache(maxsize=16)
def _beside(deck: Deck) -> dict[str, int]:
    """By text of a face, the faces next to it in the row of its suit, as a mask."""
    beside = dict.fromkeys(deck.kinds, 0)
    for suit in deck.suits:
        rows = {face.rank: face.text for face in deck.faces if face.suit == suit}
        for (_, low), (_, high) in pairwise(sorted(rows.items())):
            beside[low] |= deck.kinds[high]
            beside[high] |= deck.kinds[low]
    return beside


def _card(deck: Deck, cards: int, face: str) -> int:
    """The first of some cards that has a face, as a mask."""
    held = cards & deck.kinds[face]
    return deck.card_of[held & -held]


@frozen(slots=False)
class SequencesRun(PollRun):
    """The run of a layout in one deal.

    Args:
        layout: which faces fit, and who lays them.
    """

    layout: Layout

    def _left(self, answers: Answers) -> dict[int, int]:
        """By seat, the cards that it still has, as a mask."""
        left = {seat: self.deal.held[seat] for seat in self.layout.seats}
        for seat, action in answers:
            if isinstance(action, Play):
                left[seat] ^= _card(self.deal.deck, left[seat], action.face)
        return left

    def _laid(self, answers: Answers) -> tuple[str, ...]:
        return tuple([action.face for _, action in answers if isinstance(action, Play)])

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat that has cards; () once enough are out, or no card fits any more."""
        left, seats = self._left(answers), self.layout.seats
        playing = [seat for seat in seats if left[seat]]
        stuck = [action for _, action in answers[-len(playing) :]] == [PASS] * len(playing)
        if len(seats) - len(playing) >= self.layout.enough or not playing or (answers and stuck):
            return ()
        after = (seats.index(answers[-1][0]) + 1) if answers else 0
        return (next(seat for seat in seats[after:] + seats[:after] if left[seat]),)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The cards of the hand that fit, or pass if there is none."""
        deck = self.deal.deck
        cards = self._left(answers)[seat] & self.layout.fitting(deck, self._laid(answers))
        return tuple([Play(text) for text, kind in deck.kinds.items() if kind & cards]) or (PASS,)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """Explain which cards fit."""
        deck = self.deal.deck
        fitting = Hand(deck, deck.whole(self.layout.fitting(deck, self._laid(at.answers))))
        if action is PASS:
            return "a seat that has a card which fits lays one"
        return f"{action} is not a card of hand {seat} that fits the layout; what fits is {fitting}"

    def record(self, at: Poll) -> Deal:
        """The deal with the cards on the layout, which are out of play."""
        deal, deck = self.deal, self.deal.deck
        left, laid = [*deal.held], list[int]()
        out, events = list[int](), list[Event]()
        for seat, action in at.answers:
            if not isinstance(action, Play):
                events.append(CouldNotLay(seat))
                continue
            laid.append(_card(deck, left[seat], action.face))
            left[seat] ^= laid[-1]
            out += [] if left[seat] else [seat]
            card = str(Hand(deck, laid[-1]))
            events.append(CardLaid(seat, card, "" if card == action.face else action.face))
        gone = sum(laid)
        return deal.with_record(
            Sequences(self._laid(at.answers), tuple(out)),
            *events,
            held=tuple(left),
            out=Hand(deck, deal.out.mask | gone),
            closed=not at.actors,
            known=tuple([known | gone for known in deal.known]),
        )

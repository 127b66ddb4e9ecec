"""Exchanges with the stock: seats say in turn how many cards they exchange, lay these away unseen, and draw as many."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Bid, Play
from trickkit.model.checks import counted, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.model.questions import Question, Sight
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.choosing import Faces, Selection
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.kinds.simultaneous import Commitments
from trickkit.phases.laid_away import LaidAway
from trickkit.phases.talon import LayAwayRun, TakeStock
from trickkit.policies.discarding import DiscardRestriction, KeepNothing
from trickkit.policies.participants import Everyone, Participants, taking_part

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["ExchangeCards", "ExchangeNumbers", "Exchanges"]

_faces = lru_cache(maxsize=16)(Faces.of)


@frozen
class Exchanges(Record):
    """How many cards seats exchange.

    Args:
        numbers: the seats that were asked, in order, each with its number.

    >>> str(Exchanges(((1, 3), (0, 0))))
    'seat 1: 3, seat 0: 0'
    """

    numbers: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return ", ".join([f"seat {seat}: {count}" for seat, count in self.numbers]) or "nothing"


@frozen(kw_only=True)
class ExchangeNumbers(Phase):
    """Seats say in turn how many of their cards they will exchange, as far as the stock has cards for them.

    `ExchangeCards` follows, in which seats choose these cards.

    Args:
        least: how many cards a seat must exchange, 0 or more; fewer where the stock has no more.
        most: how many it may exchange, 1 or more.
        who: the seats that exchange cards, in order.

    Raises:
        InvalidRules: `least` is more than `most`.

    The stock of three cards may run out:

    >>> from trickkit.model.cards import french
    >>> deck = french("JQKA")
    >>> deal = Deal.fresh(deck, players=2, size=6)
    >>> deal = deal.changed(held=(0x3F, 0x1FC0), stock=deal.stock[13:])
    >>> run = ExchangeNumbers(most=5).begin(deal)
    >>> at = run.play(run.start(), 1, Bid(2))
    >>> [str(action) for action in run.legal(at, 0)]
    ['0', '1']
    """

    record: ClassVar[type[Record]] = Exchanges
    asks: ClassVar[Question | None] = Question("How many cards do you exchange?", "exchange")

    least: int = field(default=0, validator=counted(0))
    most: int = field(validator=counted(1))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))

    @most.validator
    def _at_least(self, _attribute: object, most: int) -> None:
        if self.least > most:
            raise InvalidRules(f"ExchangeNumbers: least={self.least} is more than most={most}")

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """The numbers from 0 to the most."""
        return tuple([Bid(count) for count in range(self.most + 1)])

    def lacks(self, before: tuple[Phase, ...], after: tuple[Phase, ...]) -> str:
        if any(phase.is_own or isinstance(phase.inner, ExchangeCards) for phase in after):
            return ""
        return "no phase after it exchanges the cards; ExchangeCards does"

    def begin(self, deal: Deal) -> NumbersRun:
        """The numbers of a deal."""
        return NumbersRun(deal, self, taking_part(self.who, deal, self))


@frozen(slots=False)
class NumbersRun(PollRun):
    """The numbers of cards that seats exchange in one deal.

    Args:
        phase: its policies.
        seats: those that are asked, in order.
    """

    phase: ExchangeNumbers
    seats: tuple[int, ...]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat in turn."""
        return self.seats[len(answers) : len(answers) + 1]

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The numbers up to those of a hand as it was dealt, for which the stock has cards."""
        left = len(self.deal.stock) - sum([count for _, count in _numbers(answers)])
        most = min(self.phase.most, left, self.deal.size)
        return tuple([Bid(count) for count in range(min(self.phase.least, most), most + 1)])

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """How many cards may be exchanged."""
        choices = self.choices(at.answers, seat)
        return f"cards are exchanged now, {choices[0]} to {choices[-1]} of them; {action} is not such a number"

    def record(self, at: Poll) -> Deal:
        """The deal with the numbers so far."""
        events: list[Event] = [Answered(*answer) for answer in at.answers]
        return self.deal.with_record(Exchanges(_numbers(at.answers)), *events)


def _numbers(answers: Answers) -> tuple[tuple[int, int], ...]:
    return tuple([(seat, action.number) for seat, action in answers if isinstance(action, Bid)])


@frozen(kw_only=True)
class ExchangeCards(Phase):
    """Seats lay away as many cards as they said in `ExchangeNumbers`, face down, and then draw as many from the stock.

    Seats choose at the same time, before anybody draws, and then draw in the order in which they named the numbers.
    Each seat sees only the cards that it lays away and draws.

    Args:
        keeping: which cards may not be laid away. A hand that has too few others exchanges only these.

    >>> from trickkit.model.cards import french
    >>> deck = french("JQKA")
    >>> deal = Deal.fresh(deck, players=2).with_record(Exchanges(((1, 1), (0, 0))))
    >>> deal = deal.changed(held=(0x3F, 0x1FC0), stock=deal.stock[13:])
    >>> run = ExchangeCards().begin(deal)
    >>> after = run.record(run.play(run.start(), 1, Play("KD")))
    >>> "KD" in after.hands[1], "QS" in after.hands[1], str(after.out), len(after.stock)
    (False, True, 'KD', 2)
    """

    record: ClassVar[type[Record]] = LaidAway
    draws: ClassVar[bool] = True

    keeping: DiscardRestriction = field(default=KeepNothing(), validator=is_a(DiscardRestriction))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every card."""
        return tuple(Play(text) for text in deck.by_text)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        """Never: nobody hears what another seat laid away."""
        return False

    def question(self, view: Sight) -> Question:
        """Asks which card is exchanged."""
        exchanges: Exchanges | None = view.deal.get(Exchanges)
        ordinal, of = len(view.committed) + 1, dict(exchanges.numbers if exchanges else ()).get(view.seat or 0, 0)
        return Question(f"Choose card {ordinal} of {of} to exchange.", "lay_away", (("card", ordinal), ("of", of)))

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        """The seats choose as many cards as they said, and then draw.

        Raises:
            InvalidRules: no phase before it asked for the numbers.
        """
        exchanges: Exchanges | None = deal.get(Exchanges)
        if exchanges is None:
            raise InvalidRules("ExchangeCards: nobody said how many cards; ExchangeNumbers comes before it")
        return (Selection(numbers=exchanges.numbers, keeping=self.keeping, draws=True),)

    def begin(self, deal: Deal) -> Deal | ExchangeRun:
        """The exchange of a deal, or the deal unchanged if nobody exchanges a card.

        Raises:
            InvalidRules: no phase before it asked for the numbers.
        """
        (selection,) = self.selections(deal)
        kept = deal.deck.alike(deal.deck.whole(self.keeping.kept(deal)))
        free = [(hand.mask & ~kept & deal.deck.firsts).bit_count() for hand in deal.hands]
        numbers = tuple([(seat, min(count or 0, free[seat])) for seat, count in selection.numbers])
        turn = tuple([seat for seat, count in sorted(numbers) for _ in range(count)])
        if not turn:
            return deal.with_record(LaidAway((Hand(deal.deck),) * deal.players))
        return ExchangeRun(deal, (turn,), _faces(deal.deck), kept, numbers=numbers)


@frozen(slots=False)
class ExchangeRun(LayAwayRun):
    """The exchange of one deal.

    Args:
        numbers: the seats in the order in which they draw, each with its number of cards.
    """

    numbers: tuple[tuple[int, int], ...] = ()

    def record(self, at: Commitments) -> Deal:
        """The deal after the exchange, once all cards are chosen."""
        deal = super().record(at)
        for seat, count in self.numbers if at.revealed else ():
            deal = TakeStock(cards=count).taken(deal, seat) if count else deal
        return deal

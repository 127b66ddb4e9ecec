"""Bidding contracts in one round: each seat says once what it would play, or passes; the highest bid plays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Call, Pass
from trickkit.model.cards import Card
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.contracts import ContractBids
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.naming import AllPassed
from trickkit.policies.annulling import Annulling, NothingAnnuls
from trickkit.policies.participants import Everyone, Participants, taking_part

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["BidOnce", "ContractWon", "DealAnnulled"]

PASS = Pass()


@frozen
class ContractWon(Event):
    """It is known who plays what.

    Args:
        seat: who plays.
        contract: the word for it.

    >>> str(ContractWon(2, "garde"))
    'Seat 2 plays garde.'
    """

    seat: int
    contract: str

    def __str__(self) -> str:
        return f"Seat {self.seat} plays {self.contract}."


@frozen
class DealAnnulled(Event):
    """A seat laid its hand open, which annuls the deal.

    Args:
        seat: whose hand it is.
        cards: the hand.

    >>> from trickkit.model.cards import french
    >>> str(DealAnnulled(1, french().cards[:2]))
    'Seat 1 shows 2C 3C: the deal is annulled.'
    """

    seat: int
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"Seat {self.seat} shows {' '.join(str(card) for card in self.cards)}: the deal is annulled."


def _words(contracts: Iterable[str]) -> tuple[str, ...]:
    return tuple(contracts)


@frozen(kw_only=True)
class BidOnce(Phase):
    """Each seat bids once, in turn: a contract higher than those before, or pass. The highest bid is the declarer's.

    Where nobody bids, the deal is not played. A hand that annuls the deal is laid open when it is its turn. Where seats
    bid on until one is left, the phase is `BidContracts`; both have the same record.

    Args:
        contracts: the words for them, from the lowest to the highest.
        who: bids, in order.
        annulling: which hands annul the deal.

    Raises:
        InvalidRules: there is no contract, one stands twice, or a policy is of the wrong kind.

    >>> from trickkit.model.cards import french
    >>> run = BidOnce(contracts=["petite", "garde"]).begin(Deal.fresh(french(), players=3))
    >>> at = run.play(run.start(), 1, Call("petite"))
    >>> at.actors, [str(call) for call in run.legal(at, 2)]
    ((2,), ['garde', 'pass'])
    >>> run.record(run.play(run.play(at, 2, PASS), 0, PASS)).declarer
    1
    """

    record: ClassVar[type[Record]] = ContractBids

    contracts: tuple[str, ...] = field(converter=_words, validator=each_is_a(str))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    annulling: Annulling = field(default=NothingAnnuls(), validator=is_a(Annulling))

    @contracts.validator
    def _ladder_has_rungs(self, _attribute: object, contracts: tuple[str, ...]) -> None:
        if not contracts or len({*contracts}) < len(contracts):
            raise InvalidRules(f"BidOnce: contracts={contracts!r}: there are some, each once")

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every contract, pass, and what is said of a hand that annuls the deal."""
        return (*map(Call, self.contracts), PASS, *map(Call, self.annulling.words()))

    def begin(self, deal: Deal) -> Deal | BidOnceRun:
        """The bidding of a deal, or the deal as it is where no seat bids."""
        seats = taking_part(self.who, deal, self)
        return BidOnceRun(deal, self, seats) if seats else deal.with_record(ContractBids((), None))


@frozen(slots=False)
class BidOnceRun(PollRun):
    """The bidding of one deal.

    Args:
        phase: its policies.
        seats: who bids, in order.
    """

    phase: BidOnce
    seats: tuple[int, ...]

    def _annuls(self, answers: Answers) -> bool:
        return bool(answers) and str(answers[-1][1]) in self.phase.annulling.words()

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat in turn, unless the deal is annulled."""
        return () if self._annuls(answers) else self.seats[len(answers) : len(answers) + 1]

    def won(self, answers: Answers) -> tuple[int, str] | None:
        """The seat with the highest bid so far, and its contract; None where nobody has bid."""
        bids = [(seat, str(call)) for seat, call in answers if call is not PASS]
        return bids[-1] if bids else None

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The higher contracts, and pass; nothing but the word for it where the hand annuls the deal."""
        word = self.phase.annulling.word(self.deal, seat)
        if word is not None:
            return (Call(word),)
        contracts, won = self.phase.contracts, self.won(answers)
        higher = contracts if won is None else contracts[contracts.index(won[1]) + 1 :]
        return (*map(Call, higher), PASS)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """Which rule of the bidding forbids a call."""
        word = self.phase.annulling.word(self.deal, seat)
        if word is not None:
            return f"the hand annuls the deal: seat {seat} says {word}"
        won = self.won(at.answers)
        if won is not None and str(action) in self.phase.contracts:
            return f"{action} is not higher than {won[1]}, which seat {won[0]} has bid"
        if str(action) in self.phase.annulling.words():
            return f"the hand of seat {seat} does not annul the deal"
        return f"a contract is bid now; {action} is none"

    def record(self, at: Poll) -> Deal:
        """The deal with the calls so far; at the end with its declarer."""
        deal, answers, events = self.deal, at.answers, list[Event]([Answered(*answer) for answer in at.answers])
        if self._annuls(answers):
            hand = deal.hands[answers[-1][0]]
            events.append(DealAnnulled(answers[-1][0], hand.known))
            known = tuple([old | hand.mask for old in deal.known])
            return deal.with_record(ContractBids(answers, None), *events, known=known, closed=True)
        won = self.won(answers)
        record = ContractBids(answers, None if won is None else won[1])
        if at.actors:
            return deal.with_record(record, *events)
        if won is None:
            return deal.with_record(record, *events, AllPassed(), closed=True)
        return deal.with_record(record, *events, ContractWon(*won), declarer=won[0])

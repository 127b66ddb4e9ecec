"""Bidding contracts in one round: each seat says once what it would play, or passes; the highest bid plays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Call, Pass
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.contracts import ContractBids
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.naming import AllPassed
from trickkit.policies.participants import Everyone, Participants, taking_part

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["BidOnce", "ContractWon"]

PASS = Pass()


@frozen
class ContractWon(Event):
    """It is settled who plays what.

    Args:
        seat: the seat that plays.
        contract: the word for it.

    >>> str(ContractWon(2, "garde"))
    'Seat 2 plays garde.'
    """

    seat: int
    contract: str

    def __str__(self) -> str:
        return f"Seat {self.seat} plays {self.contract}."


def _words(contracts: Iterable[str]) -> tuple[str, ...]:
    return tuple(contracts)


@frozen(kw_only=True)
class BidOnce(Phase):
    """Each seat bids once, in turn: a contract higher than those before, or pass. The highest bidder is the declarer.

    If nobody bids, the deal is not played. If seats go on bidding until one is left, use `BidContracts`; both have the
    same record.

    Args:
        contracts: the words for them, from the lowest to the highest.
        who: bids, in order.

    Raises:
        InvalidRules: there is no contract, one occurs twice, or a policy is of the wrong type.

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

    @contracts.validator
    def _ladder_has_rungs(self, _attribute: object, contracts: tuple[str, ...]) -> None:
        if not contracts or len({*contracts}) < len(contracts):
            raise InvalidRules(f"BidOnce: contracts={contracts!r}: there are some, each once")

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every contract, and pass."""
        return (*map(Call, self.contracts), PASS)

    def begin(self, deal: Deal) -> Deal | BidOnceRun:
        """The bidding of a deal, or the deal unchanged if no seat bids."""
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

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat in turn."""
        return self.seats[len(answers) : len(answers) + 1]

    def won(self, answers: Answers) -> tuple[int, str] | None:
        """The seat with the highest bid so far, and its contract; None if nobody has bid."""
        bids = [(seat, str(call)) for seat, call in answers if call is not PASS]
        return bids[-1] if bids else None

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The higher contracts, and pass."""
        contracts, won = self.phase.contracts, self.won(answers)
        higher = contracts if won is None else contracts[contracts.index(won[1]) + 1 :]
        return (*map(Call, higher), PASS)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """Which rule of the bidding forbids a call."""
        won = self.won(at.answers)
        if won is not None and str(action) in self.phase.contracts:
            return f"{action} is not higher than {won[1]}, which seat {won[0]} has bid"
        return f"a contract is bid now; {action} is none"

    def record(self, at: Poll) -> Deal:
        """The deal with the calls so far; at the end with its declarer."""
        deal, answers, events = self.deal, at.answers, list[Event]([Answered(*answer) for answer in at.answers])
        won = self.won(answers)
        record = ContractBids(answers, None if won is None else won[1])
        if at.actors:
            return deal.with_record(record, *events)
        if won is None:
            return deal.with_record(record, *events, AllPassed(), closed=True)
        return deal.with_record(record, *events, ContractWon(*won), declarer=won[0])

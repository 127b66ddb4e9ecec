"""Bidding in one round: each seat bids a contract once, or passes; the highest bid is played."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import to_texts
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.calls import Answered
from trickkit.phases.contracts import ContractBids
from trickkit.phases.kinds.bidding import Bidding, BiddingTerms, Won
from trickkit.phases.kinds.polls import Answers
from trickkit.phases.naming import AllPassed
from trickkit.policies.ladders import Words
from trickkit.policies.participants import Everyone, Participants
from trickkit.policies.speaking import OneRound

__all__ = ["BidOnce", "ContractWon"]


@frozen
class ContractWon(Event):
    """The declarer and the contract are settled.

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


@frozen(kw_only=True)
class BidOnce(Bidding):
    """Each seat bids once, in turn: a contract higher than those before, or pass. The highest bid is the declarer's.

    If nobody bids, the deal is not played. For auctions that go on until one seat is left, use `BidContracts`, which
    has the same record.

    Args:
        contracts: the words for them, from the lowest to the highest.
        who: the seats that bid, in order.

    Raises:
        InvalidRules: there is no contract, one occurs twice, or a policy is of the wrong type.

    >>> from trickkit.model.cards import french
    >>> from trickkit.model.actions import Call, Pass
    >>> run = BidOnce(contracts=["petite", "garde"]).begin(Deal.fresh(french(), players=3))
    >>> at = run.play(run.start(), 1, Call("petite"))
    >>> at.actors, [str(call) for call in run.legal(at, 2)]
    ((2,), ['garde', 'pass'])
    >>> run.record(run.play(run.play(at, 2, Pass()), 0, Pass())).declarer
    1
    """

    record: ClassVar[type[Record]] = ContractBids

    contracts: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))

    @contracts.validator
    def _ladder_has_rungs(self, _attribute: object, contracts: tuple[str, ...]) -> None:
        if not contracts or len({*contracts}) < len(contracts):
            raise InvalidRules(f"BidOnce: contracts={quoted(contracts)}: there must be some, each once")

    @cached_property
    def terms(self) -> BiddingTerms:
        """The policies of the auction."""
        return BiddingTerms(ladder=Words(self.contracts), who=self.who, speaking=OneRound())

    def recorded(self, deal: Deal, answers: Answers, won: Won | None, *, over: bool) -> Deal:
        events: list[Event] = [Answered(*answer) for answer in answers]
        bid = won and won.rung.action
        record = ContractBids(answers, None if bid is None else str(bid), bid=bid)
        if not over:
            return deal.with_record(record, *events)
        if won is None:
            return deal.with_record(record, *events, AllPassed(), closed=True)
        return deal.with_record(record, *events, ContractWon(won.seat, str(bid)), declarer=won.seat)

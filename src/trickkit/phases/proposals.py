"""Proposals in an auction: bids that another seat may answer to become the bidder's partner."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property

from attrs import frozen

from trickkit.model.actions import Action
from trickkit.model.deal import Deal
from trickkit.model.events import Event
from trickkit.phases.contracts import ContractBids
from trickkit.phases.kinds.bidding import BiddingRun, Won
from trickkit.phases.kinds.polls import Answers, Poll
from trickkit.policies.sides import Sides

__all__ = ["DeclarerAndAnswerer", "ProposalAnswered", "ProposalRun"]


@frozen
class ProposalAnswered(Event):
    """A seat has answered a proposal, and the two play together.

    Args:
        proposer: the seat that made it.
        partner: the seat that answered it.

    >>> str(ProposalAnswered(1, 3))
    'Seats 1 and 3 are partners.'
    """

    proposer: int
    partner: int

    def __str__(self) -> str:
        return f"Seats {self.proposer} and {self.partner} are partners."


@frozen
class DeclarerAndAnswerer(Sides):
    """The declarer and the seat that answered its proposal; the declarer alone if its bid was not a proposal.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=4).changed(declarer=1)
    >>> DeclarerAndAnswerer().side(deal.with_record(ContractBids((), "cop", partner=3)))
    (1, 3)
    >>> DeclarerAndAnswerer().side(deal.with_record(ContractBids((), "solo")))
    (1,)
    """

    def known(self, deal: Deal) -> tuple[bool | None, ...]:
        bids: ContractBids | None = deal.get(ContractBids)
        partner = None if bids is None else bids.partner
        return tuple([seat in (deal.declarer, partner) for seat in deal.seats])


@frozen(slots=False)
class ProposalRun(BiddingRun):
    """The run of an auction with proposals in one deal.

    Args:
        answering: by bid, the proposal that it answers.

    >>> from trickkit.model.actions import Call
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import LadderAuction
    >>> from trickkit.policies.ladders import Words
    >>> phase = LadderAuction(ladder=Words(["prop", "cop", "solo"]), answering={"cop": "prop"})
    >>> run = phase.begin(Deal.fresh(french(), players=4))
    >>> [str(call) for call in run.legal(run.play(run.start(), 1, Call("prop")), 2)]
    ['cop', 'solo', 'pass']
    """

    answering: tuple[tuple[str, str], ...]

    @cached_property
    def _proposal_of(self) -> dict[str, str]:
        return dict(self.answering)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The legal calls; an answer only directly above the proposal of another seat."""
        return tuple([call for call in super().choices(answers, seat) if self._may_say(answers, seat, call)])

    def _may_say(self, answers: Answers, seat: int, call: Action) -> bool:
        proposal, talk = self._proposal_of.get(str(call)), self._talk(answers)
        if proposal is None:
            return True
        return bool(talk.bids) and talk.bidder != seat and str(answers[talk.bids[-1]][1]) == proposal

    def won(self, answers: Answers) -> Won | None:
        """The result if all others passed now: none for an unanswered proposal; its bidder's if it was answered."""
        won = super().won(answers)
        if won is None or str(won.rung.action) in self._proposal_of.values():
            return None
        proposer = self._proposer(answers)
        return won if proposer is None else won._replace(seat=proposer)

    def _proposer(self, answers: Answers) -> int | None:
        """The seat whose proposal the last bid answers."""
        bids = self._talk(answers).bids
        return answers[bids[-2]][0] if bids and str(answers[bids[-1]][1]) in self._proposal_of else None

    def summary(self, at: Poll) -> Hashable:
        """The summary of any auction, and the seat whose proposal the last bid answers."""
        return super().summary(at), self._proposer(at.answers)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        if action in super().choices(at.answers, seat):
            proposal = self._proposal_of[str(action)]
            return f"{action} answers {proposal} of another seat, before anybody has bid more"
        return super().refusal(at, seat, action)

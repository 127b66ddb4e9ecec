"""Bidding for contracts: each bid is higher than the last, and the last seat left plays what it bid, or more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from attrs import field, frozen, validators

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Call, Pass
from trickkit.model.cards import Suit
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.naming import GameNamed
from trickkit.policies.participants import Everyone, Participants, taking_part

if TYPE_CHECKING:
    from collections.abc import Hashable

    from trickkit.model.cards import Deck

__all__ = ["BidContracts", "ContractBids", "DeclarerPlaying", "contract_of"]

PASS = Pass()


@frozen
class ContractBids(Record):
    """The record of the bids for contracts.

    Args:
        calls: in order, as pairs of a seat and its call.
        contract: what is played, in words; None until it is known.

    >>> str(ContractBids(((1, Call("two")), (0, PASS)), "two")), str(ContractBids((), None))
    ('two, pass', 'no call')
    """

    calls: Answers
    contract: str | None

    def spoken(self) -> tuple[tuple[int, str], ...]:
        """The calls."""
        return tuple((seat, str(call)) for seat, call in self.calls)

    def played_for(self) -> str:
        """The contract."""
        return self.contract or ""

    def __str__(self) -> str:
        return ", ".join(str(call) for _, call in self.calls) or "no call"


def contract_of(deal: Deal) -> str | None:
    """The contract that is played, in words; None if nobody bid for one.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=3)
    >>> contract_of(deal), contract_of(deal.with_record(ContractBids((), "solo")))
    (None, 'solo')
    """
    bids: ContractBids | None = deal.get(BidContracts)
    return None if bids is None else bids.contract


def _pairs(
    contracts: Mapping[str, Suit | None] | Iterable[tuple[str, Suit | None]],
) -> tuple[tuple[str, Suit | None], ...]:
    return tuple(dict(contracts).items())


def _words(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(words)


@frozen(kw_only=True)
class BidContracts(Phase):
    """Seats bid in turn for a contract, each more than the last, or pass for good, until one is left.

    If each seat bids only once, use `BidOnce`.

    The last seat left becomes the declarer. It then plays the contract that it bid, or names a higher one. If all
    others pass before the last seat has bid, that seat must name something; some contracts are reserved for it.

    Args:
        contracts: in words, the lowest first, each with the suit that it makes trump, or None.
        last: those that only the last seat may name, and only if nobody has bid.
        who: bids, in order.
        elders: the seats in order of precedence, if a seat may match the bid of one after it; None if every bid must be
            higher.

    Raises:
        InvalidRules: there is no contract, or none except for the last seat; or an argument is of the wrong type.

    >>> from trickkit.model.cards import french
    >>> phase = BidContracts(contracts={"misere": None, "two": None, "one": None}, last=["misere"])
    >>> run = phase.begin(Deal.fresh(french(), players=3))
    >>> at = run.play(run.start(), 1, Call("two"))
    >>> [str(call) for call in run.legal(at, 2)]
    ['one', 'pass']
    >>> at = run.play(run.play(at, 2, PASS), 0, PASS)
    >>> at.actors, [str(call) for call in run.legal(at, 1)]
    ((1,), ['two', 'one'])
    >>> contract_of(run.record(run.play(at, 1, Call("one"))))
    'one'
    """

    record: ClassVar[type[Record]] = ContractBids

    contracts: tuple[tuple[str, Suit | None], ...] = field(converter=_pairs)
    last: tuple[str, ...] = field(default=(), converter=_words)
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    elders: Participants | None = field(default=None, validator=validators.optional(is_a(Participants)))

    @contracts.validator
    def _are_contracts(self, _attribute: object, contracts: tuple[tuple[str, Suit | None], ...]) -> None:
        for word, trump in contracts:
            if not isinstance(word, str) or not word.strip() or not isinstance(trump, Suit | None):
                raise InvalidRules(
                    f"BidContracts: {word!r} with {trump!r} as trump is no contract; it has a name and a suit or None"
                )

    @last.validator
    def _are_among_them(self, _attribute: object, last: tuple[str, ...]) -> None:
        words = [word for word, _ in self.contracts]
        for word in last:
            if word not in words:
                raise InvalidRules(f"BidContracts: last={last!r}: {word!r} is not among the contracts")
        if not {*words} - {*last}:
            raise InvalidRules("BidContracts: there is no contract that every seat may bid")

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every contract, and pass."""
        return (*(Call(word) for word, _ in self.contracts), PASS)

    def begin(self, deal: Deal) -> Deal | ContractRun:
        """The bidding in a deal; skipped if nobody takes part.

        Raises:
            InvalidRules: a bidding seat is missing from the elders.
        """
        seats = taking_part(self.who, deal, self)
        elders = seats if self.elders is None else taking_part(self.elders, deal, self)
        for seat in seats:
            if seat not in elders:
                raise InvalidRules(f"BidContracts: seat {seat} bids, but {self.elders!r} does not name it", seat=seat)
        if not seats:
            return deal.with_record(ContractBids((), None))
        return ContractRun(deal, self, seats, elders)


class Standing(NamedTuple):
    """The state of the bidding.

    Args:
        passed: the seats that have passed.
        bidder: the seat that bid last; None if nobody has.
        place: the index of that bid among the contracts; -1 if there is none.
    """

    passed: tuple[int, ...]
    bidder: int | None
    place: int


@frozen(slots=False)
class ContractRun(PollRun):
    """The bidding of one deal.

    Args:
        phase: its policies.
        seats: who bids, in order.
        elders: the seats in order of precedence.
    """

    phase: BidContracts
    seats: tuple[int, ...]
    elders: tuple[int, ...]

    def stands(self, answers: Answers) -> Standing:
        """The state of the bidding after some calls."""
        words = [word for word, _ in self.phase.contracts]
        passed = tuple([seat for seat, call in answers if call is PASS])
        for seat, call in reversed(answers):
            if isinstance(call, Call):
                return Standing(passed, seat, words.index(call.word))
        return Standing(passed, None, -1)

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat that has not passed, until the last one left has said what it plays."""
        if not answers:
            return self.seats[:1]
        passed, (seat, call) = self.stands(answers).passed, answers[-1]
        if len(passed) == len(self.seats) - 1 and call is not PASS:
            return ()
        after = self.seats.index(seat) + 1
        return next((other,) for other in (*self.seats[after:], *self.seats[:after]) if other not in passed)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The contracts that the seat may bid, and pass unless it is the last one left."""
        stands, last = self.stands(answers), self.phase.last
        alone = len(stands.passed) == len(self.seats) - 1
        calls: list[Action] = []
        for place, (word, _) in enumerate(self.phase.contracts):
            if (place > stands.place or self._holds(stands, seat, place)) and (
                word not in last or (alone and stands.bidder is None)
            ):
                calls.append(Call(word))
        return tuple(calls) if alone else (*calls, PASS)

    def _holds(self, stands: Standing, seat: int, place: int) -> bool:
        """Whether a seat may match the last bid: its own bid, or that of a seat after it in precedence."""
        if place != stands.place or stands.bidder is None:
            return False
        before = self.elders.index(seat) < self.elders.index(stands.bidder)
        return seat == stands.bidder or (self.phase.elders is not None and before)

    def summary(self, at: Poll) -> Hashable:
        """The state of the bidding, and who is next."""
        stands = self.stands(at.answers)
        if not at.actors:
            return stands.bidder, stands.place
        return tuple(sorted(stands.passed)), stands.bidder, stands.place, at.actors

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """Which rule of the bidding forbids a call."""
        stands, words = self.stands(at.answers), [word for word, _ in self.phase.contracts]
        if action is PASS:
            return f"all others have passed: seat {seat} says what it plays"
        if not isinstance(action, Call) or action.word not in words:
            return f"a contract is bid now; {action} is none"
        if action.word in self.phase.last and stands.bidder is None:
            return f"{action} may be named only by the last seat, when all others have passed"
        return f"{action} is not higher than {words[stands.place]}, which seat {stands.bidder} has bid"

    def record(self, at: Poll) -> Deal:
        """The deal with the calls so far; at the end with its contract, its trump and its declarer."""
        events: list[Event] = [Answered(*answer) for answer in at.answers]
        if at.actors:
            return self.deal.with_record(ContractBids(at.answers, None), *events)
        seat, call = at.answers[-1]
        word = str(call)
        trump = dict(self.phase.contracts)[word]
        events.append(GameNamed(seat, word, trump))
        return self.deal.with_record(ContractBids(at.answers, word), *events, trump=trump, declarer=seat)

    def rehearsed(self) -> Deal:
        """The deal after all but the last seat have passed."""
        at = self.start()
        while at.actors:
            choices = self.legal(at, at.actors[0])
            after = self.play(at, at.actors[0], PASS if PASS in choices else choices[0])
            assert after is not None
            at = after
        return self.record(at)


@frozen
class DeclarerPlaying(Participants):
    """Only the declarer, in deals with one of certain contracts; otherwise nobody.

    Args:
        contracts: in words.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=3).with_record(ContractBids((), "two"), declarer=1)
    >>> DeclarerPlaying(["two", "one"]).seats(deal), DeclarerPlaying(["solo"]).seats(deal)
    ((1,), ())
    """

    contracts: tuple[str, ...] = field(converter=_words)

    def seats(self, deal: Deal) -> tuple[int, ...]:
        """The declarer, or nobody."""
        return () if deal.declarer is None or contract_of(deal) not in self.contracts else (deal.declarer,)

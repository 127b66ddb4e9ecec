"""An auction on a ladder, with any order of speaking and any bids; nearly every auction is one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, BidFor
from trickkit.model.cards import Deck
from trickkit.model.checks import each_is_a
from trickkit.model.converters import one_or_more_texts, to_tuple
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.calls import Answered
from trickkit.phases.contracts import ContractBids
from trickkit.phases.kinds.bidding import Bidding, BiddingRun, BiddingTerms, Won
from trickkit.phases.kinds.polls import Answers
from trickkit.phases.naming import AllPassed, GameNamed
from trickkit.phases.one_round import ContractWon
from trickkit.phases.proposals import ProposalAnswered, ProposalRun

__all__ = ["LadderAuction", "PlayedByDefault"]


@frozen
class PlayedByDefault(Event):
    """All seats have passed, and a contract is played that needs no declarer.

    Args:
        contract: the word for it.

    >>> str(PlayedByDefault("leasters"))
    'All pass: leasters is played.'
    """

    contract: str

    def __str__(self) -> str:
        return f"All pass: {self.contract} is played."


def _to_answers(given: Mapping[str, str] | Iterable[tuple[str, str]]) -> Any:
    return tuple(given.items()) if isinstance(given, Mapping) else to_tuple(given)


@frozen(kw_only=True)
class LadderAuction(BiddingTerms, Bidding):
    """Seats bid up a ladder; the winner becomes the declarer, and plays what it bid.

    Its policies describe nearly every kind of auction. `Auction`, `BidContracts`, `BidOnce` and `BidAndHold` are short
    forms of frequent kinds; a game with bids of its own uses this phase. `contract_of(deal)` is the text of the winning
    bid, and `deal[LadderAuction]` has the bid itself and how often it is doubled.

    Args:
        ladder: what may be bid, and what is higher than what: `Words`, `Numbers`, `Levels`, or several `Joined`.
        who: the seats that bid, in order.
        speaking: who speaks next, and when the bidding is over: `UntilOneIsLeft` (one that passes is out),
            `UntilAllPass` (one that passes may bid again), `OneRound`, `UntilFirstBid`, or `TwoByTwo`.
        elders: the seats in order of precedence, if a seat may bid as much as the last bidder where it comes before
            it; None if every bid must be higher.
        renames: whether the winner names what it plays at last: its bid, or a higher one.
        only_last: texts of bids that only the last seat may make, and only if nobody has bid.
        all_pass: what happens if nobody bids: `DealIsClosed`, `LastMustBid`, or `PlayByDefault`.
        doublings: how often a bid may be doubled: 0 not at all, 1 by another side, 2 redoubled by its own as well.
        double_ends: whether a double ends the bidding: then only the side that bid is asked, whether it redoubles.
        partners: who plays together.
        first_namer: whether the declarer is the seat that was the first of its side to name the denomination of the
            last bid, as in bridge; if not, the last bidder.
        keeps_trump: texts of bids that keep the turned-up suit as trump, such as a solo in Solo Whist, and have no suit
            on the ladder. For all other bids, trump is the suit on the ladder, or none.
        answering: by the text of a bid, the text of the proposal that it answers, as in `{"cop": "prop"}`. An answer
            may be bid directly above the proposal of another seat. The proposer then becomes the declarer, and the seat
            that answered becomes the `partner` of the record (for the sides, use `DeclarerAndAnswerer`). A proposal
            that nobody answers is not played.

    Raises:
        InvalidRules: a policy is of the wrong kind, a bid may be doubled more than twice, or `answering` names bids
            that are not on the ladder, does not stand above its proposal, or comes with doubles or other policies by
            which the last bidder is not the declarer.

    Five-hundred in one round, with a misère above seven:

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ladders import Joined, Levels, Words
    >>> from trickkit.policies.speaking import OneRound
    >>> suits = ["S", "C", "D", "H", "NT"]
    >>> low, high = Levels(levels=[6, 7], denominations=suits), Levels(levels=[8, 9, 10], denominations=suits)
    >>> phase = LadderAuction(ladder=Joined([low, Words(["misere"]), high]), speaking=OneRound())
    >>> run = phase.begin(Deal.fresh(french(), players=4))
    >>> at = run.play(run.start(), 1, BidFor(7, "NT"))
    >>> [str(call) for call in run.legal(at, 2)][:3]
    ['misere', 'bid 8S', 'bid 8C']
    """

    record: ClassVar[type[Record]] = ContractBids

    keeps_trump: tuple[str, ...] = field(default=(), converter=one_or_more_texts, validator=each_is_a(str))
    answering: tuple[tuple[str, str], ...] = field(default=(), converter=_to_answers)

    @answering.validator
    def _are_pairs(self, _attribute: object, answering: tuple[tuple[str, str], ...]) -> None:
        if not isinstance(answering, tuple) or any([*map(type, pair)] != [str, str] for pair in answering):
            raise InvalidRules(
                f"LadderAuction: answering={quoted(answering)} does not give the proposal of each answer, as "
                "{'cop': 'prop'} does"
            )

    @answering.validator
    def _last_bidder_declares(self, _attribute: object, answering: tuple[tuple[str, str], ...]) -> None:
        others = {
            "renames": self.renames,
            "doublings": self.doublings,
            "first_namer": self.first_namer,
            "speaking": self.speaking.says_yes,
        }
        for name in [name for name, given in others.items() if given and answering]:
            value = getattr(self, name)
            raise InvalidRules(f"LadderAuction: answering={quoted(answering)} does not go with {name}={quoted(value)}")

    @property
    def terms(self) -> BiddingTerms:
        return self

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every bid, the doubles, yes if bids are answered, and pass.

        Raises:
            InvalidRules: a bid occurs twice on the ladder, one that `only_last` or `keeps_trump` names does not stand
                on it, one of `keeps_trump` makes a suit trump, or the other seats may bid nothing.
        """
        rungs = self.ladder.rungs(deck)
        bids = [str(rung.action) for rung in rungs]
        named = tuple([word for pair in self.answering for word in pair])
        for name, words in (("only_last", self.only_last), ("keeps_trump", self.keeps_trump), ("answering", named)):
            for word in words:
                if word not in bids:
                    raise InvalidRules(f"LadderAuction: {name}={quoted(words)}: {quoted(word)} is not on the ladder")
        for rung in rungs:
            if rung.trump is not None and str(rung.action) in self.keeps_trump:
                raise InvalidRules(
                    f"LadderAuction: keeps_trump={quoted(self.keeps_trump)}: {quoted(str(rung.action))} makes "
                    f"{rung.trump} trump on the ladder; a bid that keeps the trump turned up has no suit there"
                )
        if len({*bids}) < len(bids):
            raise InvalidRules(f"LadderAuction: a bid occurs twice on the ladder: {', '.join(bids)}")
        for answer, proposal in self.answering:
            if bids.index(answer) <= bids.index(proposal):
                raise InvalidRules(f"LadderAuction: {quoted(answer)} answers {quoted(proposal)}, but is not above it")
        if not {*bids} - {*self.only_last}:
            raise InvalidRules(
                f"LadderAuction: only_last={quoted(self.only_last)} leaves nothing for the other seats to bid"
            )
        return super().actions(deck, players)

    def games(self, deck: Deck) -> tuple[str, ...]:
        proposals = [proposal for _, proposal in self.answering]
        return tuple([word for word in super().games(deck) if word not in proposals])

    def begin(self, deal: Deal) -> Deal | BiddingRun:
        """The run of the auction in a deal, or the deal after it if no seat bids.

        Raises:
            InvalidRules: so many seats cannot bid or play together like this, or one has no place among the elders.
        """
        run = super().begin(deal)
        if not self.answering or isinstance(run, Deal):
            return run
        return ProposalRun(deal, self, run.circle, run.elders, run.sides, self.answering)

    def recorded(self, deal: Deal, answers: Answers, won: Won | None, *, over: bool) -> Deal:
        events: list[Event] = [Answered(*answer) for answer in answers]
        if not over:
            return deal.with_record(ContractBids(answers, None), *events)
        if won is None:
            default = self.all_pass.played()
            record = ContractBids(answers, default)
            if default is None:
                return deal.with_record(record, *events, AllPassed(), closed=True)
            return deal.with_record(record, *events, PlayedByDefault(default), trump=None)
        bid = won.rung.action
        trump = deal.trump if str(bid) in self.keeps_trump else won.rung.trump
        contract = f"{bid.level}{bid.denomination}" if isinstance(bid, BidFor) else str(bid)
        answered = str(bid) in dict(self.answering)
        partner = next(seat for seat, call in reversed(answers) if call == bid) if answered else None
        record = ContractBids(answers, contract, bid=bid, doubled=won.doubled, partner=partner)
        # If the bid makes no suit trump, a later phase may.
        named = won.rung.trump is not None
        settled = GameNamed(won.seat, contract, trump) if named else ContractWon(won.seat, contract)
        events += [settled] if partner is None else [settled, ProposalAnswered(won.seat, partner)]
        return deal.with_record(record, *events, trump=trump, declarer=won.seat)

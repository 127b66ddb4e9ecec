"""Bidding for contracts: each bid is higher than the last, and the last seat left plays its bid or a higher game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from attrs import field, frozen, validators

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, BidFor
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import to_pairs, to_texts
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.alone import ALONE, Loners
from trickkit.phases.auction import AuctionCalls
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.bidding import Bidding, BiddingTerms, Won
from trickkit.phases.kinds.polls import Answers, SpokenCalls
from trickkit.phases.naming import GameNamed, Named
from trickkit.phases.reservations import Reservations
from trickkit.policies.all_pass import LastMustBid
from trickkit.policies.ladders import Words, with_trumps
from trickkit.policies.offers import Games, Offer
from trickkit.policies.participants import Everyone, Participants

__all__ = [
    "AtLeastBid",
    "BidContracts",
    "ContractBids",
    "DeclarerPlaying",
    "DependsOnContract",
    "contract_of",
    "words_played",
]


@frozen
class ContractBids(SpokenCalls):
    """The record of the bids for contracts.

    Args:
        calls: in order, as pairs of a seat and its call.
        contract: the contract, in words; None until it is known.
        bid: the bid for it; None until it is known, and if nobody has bid.
        doubled: 0, 1 if it is doubled, 2 if it is redoubled.
        partner: the seat that answered the declarer's proposal; None if the contract does not result from a proposal.

    >>> from trickkit.model.actions import Call, Pass
    >>> str(ContractBids(((1, Call("two")), (0, Pass())), "two")), str(ContractBids((), None))
    ('two, pass', 'no call')
    """

    contract: str | None
    bid: Action | None = None
    doubled: int = 0
    partner: int | None = None

    def played_for(self) -> str:
        return self.contract or ""


def contract_of(deal: Deal) -> str | None:
    """The contract that is played, in words: the one bid or, without a bid, the game named; None until one is known.

    A bid with a level includes it, as in `"7H"`. The game that the winner of an auction names after its bid is in
    `deal[NameTrump].game`, and among the `words_played`.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=3)
    >>> contract_of(deal), contract_of(deal.with_record(ContractBids((), "solo")))
    (None, 'solo')
    >>> contract_of(deal.with_record(Named((), "null", 0)))
    'null'
    """
    return next(iter(_settled(deal)), None)


def words_played(deal: Deal) -> tuple[str, ...]:
    """The words for the game that is played, from all phases in which it was bid or named; () for none.

    They are the contract; for a bid with a level also its denomination, as in `("4S", "S")`; and then what was named,
    also after a reservation. If the winner of an auction also names something else, such as a direction, both count.
    The last word is `"alone"` if the declarer plays alone (`GoAlone`).

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=3)
    >>> words_played(deal), words_played(deal.with_record(ContractBids((), "4low", bid=BidFor(4, "low"))))
    ((), ('4low', 'low'))
    >>> words_played(deal.with_record(ContractBids((), "NT")).with_record(Named((), "low", 0)))
    ('NT', 'low')
    """
    words = _settled(deal)
    loners: Loners | None = deal.get(Loners)
    return (*words, str(ALONE)) if loners is not None and deal.declarer in loners.seats else words


def _settled(deal: Deal) -> tuple[str, ...]:
    """The bid and the named game, in words."""
    words: tuple[str, ...] = ()
    bids: ContractBids | None = deal.get(ContractBids)
    if bids is not None and bids.contract is not None:
        words += (bids.contract, bids.bid.denomination) if isinstance(bids.bid, BidFor) else (bids.contract,)
    calls: AuctionCalls | None = deal.get(AuctionCalls)
    if calls is not None and calls.contract is not None:
        words += (f"{calls.contract.level}{calls.contract.denomination}", calls.contract.denomination)
    for kind in (Reservations, Named):
        named: Reservations | Named | None = deal.get(kind)
        words += () if named is None or named.game is None else (named.game,)
    return words


class DependsOnContract:
    """A base for policies and phases that name contracts; each must be one that can be bid.

    >>> DeclarerPlaying(["two", "one"]).contracts
    ('two', 'one')
    """

    __slots__ = ()

    contracts: Any
    """The words of these contracts, as `words_played` gives them."""


@frozen(kw_only=True)
class BidContracts(Bidding):
    """Seats bid in turn for a contract, each more than the last, or pass for good, until one is left.

    If each seat bids only once, use `BidOnce`; `LadderAuction` has more policies.

    The last seat left becomes the declarer. It then plays the contract that it bid, or names a higher one. If all
    others pass before the last seat has bid, that seat must name something; some contracts are reserved for it.

    Args:
        contracts: in words, the lowest first, each with the suit that it makes trump, or None.
        last: those that only the last seat may name, and only if nobody has bid.
        who: the seats that bid, in order.
        elders: the seats in order of precedence, if a seat may match the bid of one after it; None if every bid must be
            higher.

    Raises:
        InvalidRules: there is no contract, or none except for the last seat; or an argument is of the wrong type.

    >>> from trickkit.model.cards import french
    >>> from trickkit.model.actions import Call, Pass
    >>> phase = BidContracts(contracts={"misere": None, "two": None, "one": None}, last=["misere"])
    >>> run = phase.begin(Deal.fresh(french(), players=3))
    >>> at = run.play(run.start(), 1, Call("two"))
    >>> [str(call) for call in run.legal(at, 2)]
    ['one', 'pass']
    >>> at = run.play(run.play(at, 2, Pass()), 0, Pass())
    >>> at.actors, [str(call) for call in run.legal(at, 1)]
    ((1,), ['two', 'one'])
    >>> contract_of(run.record(run.play(at, 1, Call("one"))))
    'one'
    """

    record: ClassVar[type[Record]] = ContractBids

    contracts: tuple[tuple[str, Suit | None], ...] = field(converter=to_pairs, validator=with_trumps("contract"))
    last: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    elders: Participants | None = field(default=None, validator=validators.optional(is_a(Participants)))

    @last.validator
    def _are_among_them(self, _attribute: object, last: tuple[str, ...]) -> None:
        words = [word for word, _ in self.contracts]
        for word in last:
            if word not in words:
                raise InvalidRules(f"BidContracts: last={quoted(last)}: {quoted(word)} is not among the contracts")
        if not {*words} - {*last}:
            raise InvalidRules("BidContracts: there is no contract that every seat may bid")

    @cached_property
    def terms(self) -> BiddingTerms:
        """The policies of the auction."""
        return BiddingTerms(
            ladder=Words(dict(self.contracts)),
            who=self.who,
            elders=self.elders,
            renames=True,
            only_last=self.last,
            all_pass=LastMustBid(),
        )

    def recorded(self, deal: Deal, answers: Answers, won: Won | None, *, over: bool) -> Deal:
        events: list[Event] = [Answered(*answer) for answer in answers]
        if not over or won is None:
            return deal.with_record(ContractBids(answers, None), *events)
        word, trump = str(won.rung.action), won.rung.trump
        record = ContractBids(answers, word, bid=won.rung.action)
        return deal.with_record(record, *events, GameNamed(won.seat, word, trump), trump=trump, declarer=won.seat)


@frozen
class DeclarerPlaying(Participants, DependsOnContract):
    """Only the declarer, in deals with one of certain contracts; otherwise nobody.

    Args:
        contracts: in words.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=3).with_record(ContractBids((), "two"), declarer=1)
    >>> DeclarerPlaying(["two", "one"]).seats(deal), DeclarerPlaying(["solo"]).seats(deal)
    ((1,), ())
    """

    contracts: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))

    def seats(self, deal: Deal) -> tuple[int, ...]:
        return () if deal.declarer is None or contract_of(deal) not in self.contracts else (deal.declarer,)


def _by_bid(steps: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> tuple[tuple[str, Games], ...]:
    pairs = steps.items() if isinstance(steps, Mapping) else steps
    return tuple((bid, games if isinstance(games, Games) else Games(games)) for bid, games in pairs)


@frozen
class AtLeastBid(Offer, DependsOnContract):
    """The winner of an auction names what it plays: a game that is as high as its bid, or a higher one.

    Args:
        steps: by bid, the lowest first, the games that are just as high, as for `Games`; every bid of the auction is
            among them.

    Raises:
        InvalidRules: there are no games for a bid, or a game has no name or is on two steps; or, in a deal, another
            contract was bid.

    >>> from trickkit.model.cards import french
    >>> clubs, _, hearts, _ = french().suits
    >>> offer = AtLeastBid({"seven": {"7 C": clubs}, "red seven": {"7 H": hearts}, "betl": {"betl": None}})
    >>> deal = Deal.fresh(french(), players=3)
    >>> [*offer.games(deal.with_record(ContractBids((), "red seven")), None)]
    ['7 H', 'betl']
    """

    steps: tuple[tuple[str, Games], ...] = field(converter=_by_bid)

    @steps.validator
    def _no_game_twice(self, _attribute: object, steps: tuple[tuple[str, Games], ...]) -> None:
        bids, words = [bid for bid, _ in steps], [word for _, games in steps for word, _ in games.among]
        for among, where in ((bids, "bid has one step"), (words, "game stands on one step")):
            for word in among:
                if among.count(word) > 1:
                    raise InvalidRules(f"AtLeastBid: {quoted(word)} is named twice; each {where}")
        if not all(isinstance(bid, str) for bid in bids) or not bids:
            raise InvalidRules(f"AtLeastBid: steps has the bids {quoted(bids)}; there is at least one, each a text")

    @property
    def contracts(self) -> tuple[str, ...]:
        """The bids, in ascending order."""
        return tuple([bid for bid, _ in self.steps])

    def words(self, deck: Deck) -> tuple[str, ...]:
        return tuple([word for _, games in self.steps for word, _ in games.among])

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:
        """The games as high as the bid or higher; all of them if there is no bid."""
        bid = contract_of(deal)
        if bid is not None and bid not in self.contracts:
            raise InvalidRules(f"AtLeastBid: {quoted(bid)} was bid; there are: {', '.join(self.contracts)}")
        first = 0 if bid is None else self.contracts.index(bid)
        return {word: trump for _, games in self.steps[first:] for word, trump in games.among}

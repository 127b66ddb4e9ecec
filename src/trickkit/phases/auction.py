"""An auction: seats call in turn, each bid higher than the last, until all others have passed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar

from attrs import field, frozen

from trickkit.model.actions import BidFor
from trickkit.model.cards import Suit
from trickkit.model.checks import each_is_a, is_a, whole
from trickkit.model.converters import to_suits, to_texts
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.questions import Question
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.bidding import Bidding, BiddingTerms, Won
from trickkit.phases.kinds.polls import Answers, SpokenCalls
from trickkit.policies.ladders import Levels
from trickkit.policies.participants import Everyone
from trickkit.policies.partners import Opposite, Partners
from trickkit.policies.speaking import UntilAllPass

__all__ = ["Auction", "AuctionCalls", "AuctionEnded", "Contract"]


@frozen(kw_only=True)
class Contract:
    """The contract: what the declarer's side plays for.

    Args:
        level: the level of the bid, 1 or more.
        denomination: the letter of the trump suit, or another word such as `"NT"`.
        declarer: the seat of that side which was the first to name the denomination.
        doubled: 0, 1 if it is doubled, 2 if it is redoubled.

    >>> str(Contract(level=4, denomination="S", declarer=2, doubled=1))
    '4S doubled, by seat 2'
    """

    level: int
    denomination: str
    declarer: int
    doubled: int = 0

    @property
    def name(self) -> str:
        """The bid, with "doubled" or "redoubled" if it is.

        >>> Contract(level=3, denomination="NT", declarer=0).name
        '3NT'
        """
        return f"{self.level}{self.denomination}{('', ' doubled', ' redoubled')[self.doubled]}"

    def __str__(self) -> str:
        return f"{self.name}{',' if self.doubled else ''} by seat {self.declarer}"


@frozen
class AuctionEnded(Event):
    """An auction is over.

    Args:
        contract: the final contract; None if all passed.

    >>> str(AuctionEnded(Contract(level=4, denomination="S", declarer=2))), str(AuctionEnded(None))
    ('The contract is 4S by seat 2.', 'All pass: the deal is not played.')
    """

    contract: Contract | None

    def __str__(self) -> str:
        return f"The contract is {self.contract}." if self.contract else "All pass: the deal is not played."


@frozen
class AuctionCalls(SpokenCalls):
    """The calls of an auction.

    Args:
        calls: in order, as pairs of a seat and its call.
        contract: what is played if all others pass now, or at the end what is played; None if nobody has bid.

    >>> from trickkit.model.actions import Pass
    >>> str(AuctionCalls(((0, BidFor(1, "H")), (1, Pass())), Contract(level=1, denomination="H", declarer=0)))
    'bid 1H, pass: 1H by seat 0'
    """

    contract: Contract | None

    def played_for(self) -> str:
        return "" if self.contract is None else self.contract.name

    def __str__(self) -> str:
        return f"{super().__str__()}: {self.contract or 'no bid'}"


def _levels(levels: int | Iterable[int]) -> int | tuple[int, ...]:
    return tuple(levels) if isinstance(levels, Iterable) else levels


@frozen(kw_only=True)
class Auction(Bidding):
    """Seats call clockwise, each bid higher than the last, until all others have passed.

    If nobody bids, the deal is not played. A bid is higher than another if its level is, or, at the same level, if its
    denomination is. The denomination of the last bid becomes trump if it is a suit. The declarer is the first seat of
    the bidding side that named it.

    Args:
        levels: how many there are, 1 or more; or the number of each, in ascending order, such as `(80, 90, 100)`.
        denominations: from the lowest to the highest: letters of suits, or other words such as `"NT"`.
        doublings: how often a bid may be doubled: 0 for never, 1 by the other side, 2 if its own side may redouble.
        partners: who plays together.
        after: how many seats to the left of the starter the first seat to call is; 0 is the starter itself.
        ranked: whether, at the same level, a higher denomination makes a higher bid; if not, the level must be higher.
        double_ends: whether a double ends the bidding: then only the side that bid is asked, whether it redoubles.
        trumps: suits without cards in the deck that become trump when their letter is the denomination.

    Raises:
        InvalidRules: there is no level or no denomination, one occurs twice, or a bid may be doubled more than twice.

    >>> from trickkit.model.cards import french
    >>> run = Auction().begin(Deal.fresh(french(), players=4, size=13, starter=3))
    >>> at = run.play(run.start(), 3, BidFor(6, "NT"))
    >>> [str(call) for call in run.legal(at, 0)]
    ['bid 7C', 'bid 7D', 'bid 7H', 'bid 7S', 'bid 7NT', 'double', 'pass']
    """

    record: ClassVar[type[Record]] = AuctionCalls
    asks: ClassVar[Question | None] = Question("What do you call?", "auction")

    levels: int | tuple[int, ...] = field(default=7, converter=_levels)
    denominations: tuple[str, ...] = field(
        default=("C", "D", "H", "S", "NT"), converter=to_texts, validator=each_is_a(str)
    )
    doublings: int = field(default=2, validator=whole(0))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))
    after: int = field(default=0, validator=whole(0))
    ranked: bool = field(default=True, validator=is_a(bool))
    double_ends: bool = field(default=False, validator=is_a(bool))
    trumps: tuple[Suit, ...] = field(default=(), converter=to_suits, validator=each_is_a(Suit))

    def __attrs_post_init__(self) -> None:
        """Check that the policies of the auction agree with each other."""
        _ = self.terms

    @cached_property
    def ladder(self) -> Levels:
        """The bids from the lowest to the highest, as a policy."""
        return Levels(levels=self.levels, denominations=self.denominations, ranked=self.ranked, trumps=self.trumps)

    @cached_property
    def bids(self) -> tuple[BidFor, ...]:
        """Every bid, the lowest first."""
        return tuple(BidFor(level, word) for level in self.ladder.numbers for word in self.denominations)

    def higher(self, bid: BidFor) -> tuple[BidFor, ...]:
        """The bids that are higher than a given one.

        >>> [str(bid) for bid in Auction(levels=(80, 90), denominations="CDHS", ranked=False).higher(BidFor(80, "D"))]
        ['bid 90C', 'bid 90D', 'bid 90H', 'bid 90S']
        """
        above = self.bids[self.bids.index(bid) + 1 :]
        return above if self.ranked else tuple(other for other in above if other.level > bid.level)

    @cached_property
    def terms(self) -> BiddingTerms:
        """The policies of the auction."""
        return BiddingTerms(
            ladder=self.ladder,
            who=Everyone(after=self.after),
            speaking=UntilAllPass(),
            doublings=self.doublings,
            double_ends=self.double_ends,
            partners=self.partners,
            first_namer=True,
        )

    def recorded(self, deal: Deal, answers: Answers, won: Won | None, *, over: bool) -> Deal:
        contract = None if won is None else _contract(won)
        record, events = AuctionCalls(answers, contract), [Answered(*answer) for answer in answers]
        if not over:
            return deal.with_record(record, *events)
        ended = AuctionEnded(contract)
        if won is None:
            return deal.with_record(record, *events, ended, closed=True)
        return deal.with_record(record, *events, ended, trump=won.rung.trump, declarer=won.seat)


def _contract(won: Won) -> Contract:
    bid = won.rung.action
    assert isinstance(bid, BidFor)
    return Contract(level=bid.level, denomination=bid.denomination, declarer=won.seat, doubled=won.doubled)

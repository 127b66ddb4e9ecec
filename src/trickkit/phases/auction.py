"""An auction: seats call in turn, each bid higher than the last, until all others have passed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from attrs import Attribute, field, frozen, validators

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, BidFor, Call, Pass
from trickkit.model.cards import Suit
from trickkit.model.checks import MOST_ACTIONS, counted, each_is_a, is_a, whole
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.questions import Question, Sight
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.partners import Opposite, Partners

if TYPE_CHECKING:
    from collections.abc import Hashable

    from trickkit.model.cards import Deck

__all__ = ["Auction", "AuctionEnded", "Calls", "Contract"]

DOUBLE, REDOUBLE, PASS = Call("double"), Call("redouble"), Pass()
DOUBLES = (DOUBLE, REDOUBLE)


@frozen(kw_only=True)
class Contract:
    """The contract: what the declarer's side plays for.

    Args:
        level: of the bid, 1 or more.
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
        """The bid, and whether it is doubled.

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
class Calls(Record):
    """The calls of an auction.

    Args:
        calls: in order, as pairs of a seat and its call.
        contract: what is played if all others pass now, or at the end what is played; None if nobody has bid.

    >>> str(Calls(((0, BidFor(1, "H")), (1, PASS)), Contract(level=1, denomination="H", declarer=0)))
    'bid 1H, pass: 1H by seat 0'
    """

    calls: Answers
    contract: Contract | None

    def spoken(self) -> tuple[tuple[int, str], ...]:
        """The calls."""
        return tuple((seat, str(call)) for seat, call in self.calls)

    def played_for(self) -> str:
        """The contract, without its declarer."""
        return "" if self.contract is None else self.contract.name

    def __str__(self) -> str:
        calls = ", ".join(str(call) for _, call in self.calls) or "no call"
        return f"{calls}: {self.contract or 'no bid'}"


def _words(denominations: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(denominations)


def _levels(levels: int | Iterable[int]) -> int | tuple[int, ...]:
    return tuple(levels) if isinstance(levels, Iterable) else levels


def _ascend(instance: object, attribute: Attribute[Any], levels: int | tuple[int, ...]) -> None:
    """A validator for a number of levels, or for the list of their numbers."""
    if not isinstance(levels, tuple):
        counted(1)(instance, attribute, levels)
        return
    whole_numbers = all(type(level) is int and level > 0 for level in levels)
    if not levels or not whole_numbers or list(levels) != sorted({*levels}):
        raise InvalidRules(f"Auction: levels={levels!r} are no numbers from 1 on in ascending order")


def _suits(suits: Iterable[Suit]) -> tuple[Suit, ...]:
    return tuple(suits)


@frozen(kw_only=True)
class Auction(Phase):
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

    record: ClassVar[type[Record]] = Calls

    levels: int | tuple[int, ...] = field(default=7, converter=_levels, validator=_ascend)
    denominations: tuple[str, ...] = field(
        default=("C", "D", "H", "S", "NT"), converter=_words, validator=validators.deep_iterable(is_a(str))
    )
    doublings: int = field(default=2, validator=whole(0))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))
    after: int = field(default=0, validator=whole(0))
    ranked: bool = field(default=True, validator=is_a(bool))
    double_ends: bool = field(default=False, validator=is_a(bool))
    trumps: tuple[Suit, ...] = field(default=(), converter=_suits, validator=each_is_a(Suit))

    @denominations.validator
    def _ladder_has_rungs(self, _attribute: object, denominations: tuple[str, ...]) -> None:
        if not denominations or len({*denominations}) < len(denominations):
            raise InvalidRules(f"Auction: denominations={denominations!r}: there are some, each once")
        if len(self._numbers) * len(denominations) > MOST_ACTIONS:
            bids = f"{len(self._numbers)} levels of {len(denominations)} denominations"
            raise InvalidRules(f"Auction: {bids}: a game has at most {MOST_ACTIONS:,} different actions")

    @doublings.validator
    def _twice_at_most(self, _attribute: object, doublings: int) -> None:
        if doublings > len(DOUBLES):
            raise InvalidRules(f"Auction: doublings={doublings}: a bid is doubled and redoubled at most")

    @property
    def _numbers(self) -> Sequence[int]:
        return self.levels if isinstance(self.levels, tuple) else range(1, self.levels + 1)

    @cached_property
    def bids(self) -> tuple[BidFor, ...]:
        """Every bid, the lowest first."""
        return tuple(BidFor(level, word) for level in self._numbers for word in self.denominations)

    def higher(self, bid: BidFor) -> tuple[BidFor, ...]:
        """The bids that are higher than a given one.

        >>> [str(bid) for bid in Auction(levels=(80, 90), denominations="CDHS", ranked=False).higher(BidFor(80, "D"))]
        ['bid 90C', 'bid 90D', 'bid 90H', 'bid 90S']
        """
        return self._higher[bid]

    @cached_property
    def _higher(self) -> dict[BidFor, tuple[BidFor, ...]]:
        """Maps each bid to the higher ones."""
        if self.ranked:
            return {bid: self.bids[number + 1 :] for number, bid in enumerate(self.bids)}
        return {bid: tuple(other for other in self.bids if other.level > bid.level) for bid in self.bids}

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every bid, the doubles, and pass."""
        return (*self.bids, *DOUBLES[: self.doublings], PASS)

    def question(self, view: Sight) -> Question:
        """Asks for a call."""
        return Question("What do you call?", "auction")

    def begin(self, deal: Deal) -> AuctionRun:
        """The auction of a deal.

        Raises:
            InvalidRules: this number of seats cannot be divided into such sides.
        """
        side = tuple(self.partners.side(seat, deal.players) for seat in deal.seats)
        return AuctionRun(deal, self, side)


@frozen(slots=False)
class AuctionRun(PollRun):
    """The auction of one deal.

    Args:
        phase: its policies.
        side: by seat, the seats of its side.
    """

    phase: Auction
    side: tuple[tuple[int, ...], ...]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The seat to the left of the last one, until all others have passed."""
        players = self.deal.players
        if not answers:
            return ((self.deal.starter + self.phase.after) % players,)
        if self.phase.double_ends and self.doubled(answers):
            return self._may_redouble(answers)
        passes = [*takewhile(lambda answer: answer[1] is PASS, reversed(answers))]
        others = players if len(passes) == len(answers) else players - 1
        return () if len(passes) >= others else ((answers[-1][0] + 1) % players,)

    def doubled(self, answers: Answers) -> int:
        """How often the last bid is doubled."""
        last = self.last(answers)
        return 0 if last is None else last.doubled

    def _may_redouble(self, answers: Answers) -> tuple[int, ...]:
        """The next seat of the doubled side, until it has redoubled or all its seats have passed."""
        passes = [seat for seat, _ in takewhile(lambda answer: answer[1] is PASS, reversed(answers))]
        last, players = self.last(answers), self.deal.players
        if last is None or last.doubled == self.phase.doublings:
            return ()
        doubler = answers[-1 - len(passes)][0]
        clockwise = ((doubler + step) % players for step in range(1, players))
        return tuple([seat for seat in clockwise if seat in self.side[last.seat] and seat not in passes])[:1]

    def last(self, answers: Answers) -> Last | None:
        """The last bid; None if nobody has bid."""
        doubled = 0
        for seat, call in reversed(answers):
            if type(call) is BidFor:
                return Last(seat, call, doubled)
            doubled += call in DOUBLES
        return None

    def contract(self, answers: Answers) -> Contract | None:
        """The contract if all others pass now; None if nobody has bid."""
        last = self.last(answers)
        if last is None:
            return None
        level, denomination = last.bid.level, last.bid.denomination
        declarer = self._declarer(answers, last)
        return Contract(level=level, denomination=denomination, declarer=declarer, doubled=last.doubled)

    def _declarer(self, answers: Answers, last: Last) -> int:
        """The first seat of the side of the last bid that named its denomination."""
        side, denomination = self.side[last.seat], last.bid.denomination
        for seat, call in answers:
            if seat in side and type(call) is BidFor and call.denomination == denomination:
                return seat
        return last.seat

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The bids above the last one, double or redouble if allowed, and pass."""
        last = self.last(answers)
        if last is None:
            return (*self.phase.bids, PASS)
        over = self.phase.double_ends and last.doubled
        higher = () if over else self.phase.higher(last.bid)
        if last.doubled < self.phase.doublings and seat in self._doublers(last):
            return (*higher, DOUBLES[last.doubled], PASS)
        return (*higher, PASS)

    def _doublers(self, last: Last) -> tuple[int, ...]:
        """The seats that may double the last bid: those of other sides; if it is doubled, those of its own side."""
        own = self.side[last.seat]
        return own if last.doubled else tuple(seat for seat in self.deal.seats if seat not in own)

    def summary(self, at: Poll) -> Hashable:
        """The last bid, which side made it and whether it is doubled; then who calls next."""
        last = self.last(at.answers)
        if last is None:
            return at.actors, len(at.answers)
        passes = sum(1 for _ in takewhile(lambda answer: answer[1] is PASS, reversed(at.answers)))
        called = (passes, at.answers[-1 - passes][0]) if at.actors else None
        return at.actors, last.bid, self.side[last.seat], last.doubled, called

    def first(self, at: Poll, seat: int, action: Action) -> Hashable:
        """The denomination, if a side is the first to name it."""
        return (self.side[seat], action.denomination) if type(action) is BidFor else None

    def credit(self, at: Poll) -> int | None:
        """The seat that would be the declarer."""
        last = self.last(at.answers)
        return None if last is None else self._declarer(at.answers, last)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """Which rule of the auction forbids a call."""
        last = self.last(at.answers)
        if isinstance(action, BidFor) and last is not None:
            if self.phase.double_ends and last.doubled:
                return f"{last} is doubled, which ends the bidding: it may be redoubled now"
            return f"{action} is not higher than {last}: each bid must be higher than the last"
        if action not in DOUBLES:
            meant = next((bid for bid in self.phase.bids if f"{bid.level}{bid.denomination}" == str(action)), None)
            return f"a call is made now; {action} is none{f' (the bid is written {str(meant)!r})' if meant else ''}"
        if last is None:
            return f"there is no bid to {action}"
        if last.doubled > DOUBLES.index(action):
            return f"{last} is {'redoubled' if last.doubled == len(DOUBLES) else 'doubled'} already"
        if action is REDOUBLE and not last.doubled:
            return f"{last} is not doubled: only a double is redoubled"
        if action is DOUBLE:
            return f"{last} is a bid of seat {seat}'s own side: only another side doubles it"
        return f"{last} is a bid of another side: only the side that made it redoubles it"

    def record(self, at: Poll) -> Deal:
        """The deal with the calls so far; at the end with the contract, its declarer and its trump."""
        contract = self.contract(at.answers)
        record, events = Calls(at.answers, contract), [Answered(*answer) for answer in at.answers]
        if at.actors:
            return self.deal.with_record(record, *events)
        ended = AuctionEnded(contract)
        if contract is None:
            return self.deal.with_record(record, *events, ended, closed=True)
        suits = (*self.deal.deck.suits, *self.phase.trumps)
        trump = next((suit for suit in suits if suit.letter == contract.denomination), None)
        return self.deal.with_record(record, *events, ended, trump=trump, declarer=contract.declarer)


class Last(NamedTuple):
    """The last bid of an auction.

    Args:
        seat: the bidder.
        bid: the bid.
        doubled: 0, 1 if it is doubled, 2 if it is redoubled.
    """

    seat: int
    bid: BidFor
    doubled: int

    def __str__(self) -> str:
        return f"{self.bid} by seat {self.seat}"

"""Auctions: seats bid up a ladder, in an order of speaking, until one has won."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple

from attrs import field, frozen, validators

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, BidFor, Call, Pass
from trickkit.model.cards import Deck
from trickkit.model.checks import each_is_a, is_a, whole
from trickkit.model.converters import to_texts
from trickkit.model.deal import Deal
from trickkit.model.questions import Question
from trickkit.phases.base import Phase
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.all_pass import AllPass, DealIsClosed
from trickkit.policies.ladders import Ladder, Rung
from trickkit.policies.participants import Everyone, Participants, taking_part
from trickkit.policies.partners import Alone, Partners
from trickkit.policies.speaking import Speaking, Talk, UntilOneIsLeft

__all__ = ["Bidding", "BiddingRun", "BiddingTerms", "Won"]

DOUBLE, REDOUBLE, PASS, YES = Call("double"), Call("redouble"), Pass(), Call("yes")
DOUBLES = (DOUBLE, REDOUBLE)


@frozen(kw_only=True)
class BiddingTerms:
    """The policies of an auction.

    Args:
        ladder: what may be bid, and what is higher than what.
        who: the seats that bid, in order.
        speaking: who speaks next, and when the bidding is over.
        elders: the seats in order of precedence, if a seat may bid as much as the last bidder where it comes before
            it; None if every bid must be higher.
        renames: whether the winner names what it plays at last: its bid, or a higher one.
        only_last: texts of bids that only the last seat may make, and only if nobody has bid.
        all_pass: what happens if nobody bids.
        doublings: how often a bid may be doubled: 0 not at all, 1 by another side, 2 redoubled by its own as well.
        double_ends: whether a double ends the bidding: then only the side that bid is asked, whether it redoubles.
        partners: who plays together.
        first_namer: whether the declarer is the seat that was the first of its side to name the denomination of the
            last bid, as in bridge; if not, the last bidder.

    Raises:
        InvalidRules: a policy is of the wrong kind, or a bid may be doubled more than twice.

    >>> from trickkit.policies.ladders import Words
    >>> BiddingTerms(ladder=Words(["petite", "garde"])).speaking
    UntilOneIsLeft()
    """

    ladder: Ladder = field(validator=is_a(Ladder))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    speaking: Speaking = field(default=UntilOneIsLeft(), validator=is_a(Speaking))
    elders: Participants | None = field(default=None, validator=validators.optional(is_a(Participants)))
    renames: bool = field(default=False, validator=is_a(bool))
    only_last: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))
    all_pass: AllPass = field(default=DealIsClosed(), validator=is_a(AllPass))
    doublings: int = field(default=0, validator=whole(0))
    double_ends: bool = field(default=False, validator=is_a(bool))
    partners: Partners = field(default=Alone(), validator=is_a(Partners))
    first_namer: bool = field(default=False, validator=is_a(bool))

    @doublings.validator
    def _twice_at_most(self, _attribute: object, doublings: int) -> None:
        if doublings > len(DOUBLES):
            raise InvalidRules(f"doublings={doublings}: a bid is doubled and redoubled at most")

    @double_ends.validator
    def _may_be_doubled(self, _attribute: object, double_ends: bool) -> None:
        if double_ends and not self.doublings:
            raise InvalidRules(
                f"{type(self).__name__}: double_ends=True, but doublings=0 lets no bid be doubled; write doublings=1, "
                "or 2 if it may be redoubled"
            )


class Won(NamedTuple):
    """The result of an auction, so far or in the end.

    Args:
        seat: the declarer.
        rung: its bid.
        doubled: 0, 1 if it is doubled, 2 if it is redoubled.

    >>> Won(2, Rung(Call("solo"), rank=0), doubled=1).seat
    2
    """

    seat: int
    rung: Rung
    doubled: int


class Bidding(Phase):
    """A base for auctions. A subclass gives its terms, and records the result.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import BidOnce
    >>> [str(action) for action in BidOnce(contracts=["petite", "garde"]).actions(french(), players=3)]
    ['petite', 'garde', 'pass']
    """

    __slots__ = ()

    binding: ClassVar[bool] = True
    finds_declarer: ClassVar[bool] = True
    asks: ClassVar[Question | None] = Question("What do you bid?", "auction")

    @property
    @abstractmethod
    def terms(self) -> BiddingTerms:
        """The policies of the auction."""

    @abstractmethod
    def recorded(self, deal: Deal, answers: Answers, won: Won | None, *, over: bool) -> Deal:
        """The deal with the calls so far; at the end with the result.

        Args:
            deal: as it stood when the auction began.
            answers: in order, as pairs of a seat and its call.
            won: what would be played if all others passed now, or in the end is; None if nobody has bid.
            over: whether the auction is over.
        """

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        terms = self.terms
        answers = (YES,) if terms.speaking.says_yes else ()
        return (*(rung.action for rung in terms.ladder.rungs(deck)), *DOUBLES[: terms.doublings], *answers, PASS)

    def games(self, deck: Deck) -> tuple[str, ...]:
        terms = self.terms
        bids = [rung.action for rung in terms.ladder.rungs(deck)]
        levels = [bid for bid in bids if isinstance(bid, BidFor)]
        words = [f"{bid.level}{bid.denomination}" if isinstance(bid, BidFor) else str(bid) for bid in bids]
        default = terms.all_pass.played()
        return tuple(dict.fromkeys([*words, *[bid.denomination for bid in levels], *([default] if default else [])]))

    def begin(self, deal: Deal) -> Deal | BiddingRun:
        """The run of the auction in a deal, or the deal after it if no seat bids.

        Raises:
            InvalidRules: this number of seats cannot bid or play together in this way, or a seat has no place among the
                elders.
        """
        terms = self.terms
        seats = taking_part(terms.who, deal, self)
        elders = None if terms.elders is None else taking_part(terms.elders, deal, self)
        for seat in seats:
            if elders is not None and seat not in elders:
                name = type(self).__name__
                raise InvalidRules(f"{name}: seat {seat} bids, but {quoted(terms.elders)} does not name it", seat=seat)
        sides = tuple(terms.partners.side(seat, deal.players) for seat in deal.seats)
        if not seats:
            return self.recorded(deal, (), None, over=False)
        lowest = seats.index(min(seats))
        return BiddingRun(deal, self, seats[lowest:] + seats[:lowest], elders, sides)


class Scale(NamedTuple):
    """A ladder with look-up tables for auctions.

    Args:
        rungs: the bids, in ascending order.
        numbers: by bid, its place among them.
        offers: by rank of the last bid, or -1 for none, the higher bids that are open to every seat.
    """

    rungs: tuple[Rung, ...]
    numbers: dict[Action, int]
    offers: dict[int, tuple[Action, ...]]


@lru_cache(maxsize=64)
def _scale(ladder: Ladder, deck: Deck, only_last: tuple[str, ...]) -> Scale:
    rungs = ladder.rungs(deck)
    open_to_all = [rung for rung in rungs if str(rung.action) not in only_last]
    ranks = (-1, *(rung.rank for rung in rungs))
    offers = {rank: tuple(rung.action for rung in open_to_all if rung.rank > rank) for rank in ranks}
    return Scale(rungs, {rung.action: index for index, rung in enumerate(rungs)}, offers)


@frozen(slots=False)
class BiddingRun(PollRun):
    """The run of an auction in one deal.

    Args:
        phase: its policies.
        circle: the seats that bid, in order, from the lowest seat on. If seats bid more than once, it does not matter
            later which one began, so auctions with different first seats are alike.
        elders: the seats in order of precedence; None if every bid must be higher.
        sides: by seat, the seats of its side.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import BidOnce
    >>> run = BidOnce(contracts=["petite", "garde"]).begin(Deal.fresh(french(), players=3))
    >>> at = run.play(run.start(), 1, Call("petite"))
    >>> run.won(at.answers).rung.action.word
    'petite'
    """

    phase: Bidding
    circle: tuple[int, ...]
    elders: tuple[int, ...] | None
    sides: tuple[tuple[int, ...], ...]

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats that bid, in order."""
        start = self.circle.index(self._terms.who.seats(self.deal)[0])
        return self.circle[start:] + self.circle[:start]

    @cached_property
    def _terms(self) -> BiddingTerms:
        return self.phase.terms

    @cached_property
    def _scale(self) -> Scale:
        return _scale(self._terms.ladder, self.deal.deck, self._terms.only_last)

    def _talk(self, answers: Answers) -> Talk:
        # The same answers are looked up several times in a row.
        talk: Talk | None = self.__dict__.get("_talked")
        if talk is None or talk.answers is not answers:
            bids = tuple([index for index, (_, action) in enumerate(answers) if action in self._scale.numbers])
            talk = self.__dict__["_talked"] = Talk(self.seats, answers, bids)
        return talk

    def _last(self, talk: Talk) -> tuple[Rung | None, int]:
        """The last bid, and how often it is doubled."""
        if not talk.bids:
            return None, 0
        last = talk.bids[-1]
        doubled = sum([action in DOUBLES for _, action in talk.answers[last + 1 :]]) if self._terms.doublings else 0
        return self._scale.rungs[self._scale.numbers[talk.answers[last][1]]], doubled

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The seat that speaks next; () when the auction is over."""
        terms, talk = self._terms, self._talk(answers)
        if terms.double_ends and self._last(talk)[1]:
            return self._may_redouble(talk)
        seat = terms.speaking.next(talk)
        if terms.renames and talk.bids:
            if terms.speaking.next(self._talk(answers[:-1])) is None:
                return ()  # the last answer was the name of what is played
            if seat is None and answers[-1][1] is PASS:
                seat = terms.speaking.winner(talk)
        return () if seat is None else (seat,)

    def _may_redouble(self, talk: Talk) -> tuple[int, ...]:
        """The next seat of the side that was doubled, until it has redoubled or all its seats have passed."""
        passes, doubled = talk.passes, self._last(talk)[1]
        passed = [seat for seat, _ in talk.answers[len(talk.answers) - passes :]]
        if doubled == self._terms.doublings or talk.bidder is None:
            return ()
        seat = doubler = talk.answers[-1 - passes][0]
        side = self.sides[talk.bidder]
        while (seat := talk.after(seat)) != doubler:
            if seat in side and seat not in passed:
                return (seat,)
        return ()

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The legal calls: higher bids, or yes; a double or redouble; and pass, unless the seat must bid."""
        terms, talk = self._terms, self._talk(answers)
        if terms.speaking.answers(talk):
            return YES, PASS
        last, doubled = self._last(talk)
        if last is None:
            last_seat = len(answers) == len(self.seats) - 1
            bids = (
                tuple(rung.action for rung in self._scale.rungs)
                if last_seat and terms.only_last
                else self._scale.offers[-1]
            )
            return bids if last_seat and terms.all_pass.must_bid else (*bids, PASS)
        if terms.double_ends and doubled:
            return (*self._doubles(talk, seat), PASS)
        higher = self._scale.offers[last.rank]
        if terms.renames and terms.speaking.next(talk) is None:
            return (last.action, *higher)
        held = (last.action,) if self._holds(talk, seat) else ()
        return (*held, *higher, *self._doubles(talk, seat), PASS)

    def _holds(self, talk: Talk, seat: int) -> bool:
        """Whether a seat precedes the last bidder among the elders, and thus may make the same bid."""
        if self.elders is None or talk.bidder is None:
            return False
        return self.elders.index(seat) < self.elders.index(talk.bidder)

    def _doubles(self, talk: Talk, seat: int) -> tuple[Action, ...]:
        """The double or redouble that a seat may call."""
        _, doubled = self._last(talk)
        if talk.bidder is None or doubled >= self._terms.doublings:
            return ()
        own = seat in self.sides[talk.bidder]
        return (DOUBLES[doubled],) if own == bool(doubled) else ()

    def won(self, answers: Answers) -> Won | None:
        """The result if all others passed now; None if nobody has bid."""
        talk = self._talk(answers)
        (last, doubled), seat = self._last(talk), self._terms.speaking.winner(talk)
        if last is None or seat is None:
            return None
        if self._terms.first_namer:
            seat = self._first_namer(talk, seat, last.action)
        return Won(seat, last, doubled)

    def _first_namer(self, talk: Talk, bidder: int, last: Action) -> int:
        """The first seat of the bidder's side that named the denomination of the last bid."""
        named = _denomination(last)
        answers = (talk.answers[index] for index in talk.bids)
        first = (seat for seat, bid in answers if seat in self.sides[bidder] and _denomination(bid) == named)
        return bidder if named is None else next(first)

    def summary(self, at: Poll) -> Hashable:
        """Who speaks; the last bid, its bidder and whether it is doubled; and the answers that still matter."""
        talk, speaking = self._talk(at.answers), self._terms.speaking
        (last, doubled), bidder = self._last(talk), speaking.winner(talk)
        owner: Any = bidder
        if bidder is not None and self._terms.first_namer:
            owner = self.sides[bidder]
        stands = last and last.action, owner, doubled
        return (at.actors, stands, speaking.summary(talk) if at.actors else speaking.remains(talk))

    def first(self, at: Poll, seat: int, action: Action) -> Hashable:
        """The side and the denomination of a bid, if the first seat to name the latter may become declarer."""
        named = _denomination(action)
        return (self.sides[seat], named) if self._terms.first_namer and named is not None else None

    def credit(self, at: Poll) -> int | None:
        """The seat that would be the declarer for having named the denomination first; None if that does not count."""
        won = self.won(at.answers) if self._terms.first_namer else None
        return won and won.seat

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        talk = self._talk(at.answers)
        last, doubled = self._last(talk)
        last_bid = "nothing" if last is None else f"{last.action} by seat {talk.bidder}"
        if self._terms.speaking.answers(talk):
            return f"seat {seat} answers {last_bid} with yes or pass, not with {action}"
        if action is PASS:
            return f"all others have passed: seat {seat} says what it plays"
        if action in self._scale.numbers:
            if last is None or str(action) in self._terms.only_last:
                return f"only the last seat may bid {action}, and only if all others have passed"
            if self._terms.double_ends and doubled:
                return f"{last_bid} is doubled, which ends the bidding: it may be redoubled now"
            return f"{action} is not higher than {last_bid}: each bid must be higher than the last"
        if action in DOUBLES[: self._terms.doublings]:
            own = talk.bidder is not None and seat in self.sides[talk.bidder]
            return self._no_double(seat, action, last_bid, doubled, own=own)
        meant = next((str(bid) for bid in self._scale.numbers if str(bid).removeprefix("bid ") == str(action)), None)
        return f"a bid is made now; {action} is none{f' (write the bid as {meant!r})' if meant else ''}"

    def _no_double(self, seat: int, action: Action, said: str, doubled: int, *, own: bool) -> str:
        """Explain why a seat may not double or redouble."""
        if said == "nothing":
            return f"there is no bid to {action}"
        if doubled > DOUBLES.index(action):
            return f"{said} is {'redoubled' if doubled == len(DOUBLES) else 'doubled'} already"
        if action is REDOUBLE and not doubled:
            return f"{said} is not doubled: only a double is redoubled"
        if own:
            return f"{said} is a bid of seat {seat}'s own side: only another side doubles it"
        return f"{said} is a bid of another side: only the side that made it redoubles it"

    def record(self, at: Poll) -> Deal:
        return self.phase.recorded(self.deal, at.answers, self.won(at.answers), over=not at.actors)

    def rehearsed(self) -> Deal:
        progress = self.start()
        while progress.actors and self._terms.all_pass.must_bid:
            choices = self.legal(progress, progress.actors[0])
            after = self.play(progress, progress.actors[0], PASS if PASS in choices else choices[0])
            assert after is not None
            progress = after
        return self.record(progress)


def _denomination(action: Action) -> str | None:
    return action.denomination if isinstance(action, BidFor) else None

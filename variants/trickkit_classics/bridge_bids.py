"""A simple natural system of bidding at Bridge: which calls it offers in an auction, and what each of them shows.

Five-card majors, a no trump of 15 to 17 points with Stayman and transfers, weak twos and threes, a strong two clubs,
overcalls and doubles for takeout. From the second bid of a seat on it adds its points to those that its partner has
shown: 25 for a game, 32 for a slam.

The same table bids and reads: a seat makes the first offer that its hand meets, and a call shows what all offers with
this call have in common. Points are high cards, and 1 for each card over four in a suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_

from trickkit_classics.bridge_hands import (
    CLUBS,
    DIAMONDS,
    DOWN,
    HEARTS,
    MAJORS,
    SPADES,
    SUITS,
    Bidder,
    Offer,
    Shown,
    Test,
    shown,
)
from trickkit_classics.bridge_rebids import GAME, GRAND_SLAM, SLAM, Rebids
from trickkit_classics.bridge_talk import DOUBLE, NO_TRUMP, PASS, Position, Talk, bid

__all__ = ["chosen", "offers", "read"]


def chosen(talk: Talk, hand: Bidder) -> Offer:
    """The offer that a hand takes; a pass that shows nothing if it meets none."""
    return next((offer for offer in offers(talk) if offer.is_met_by(hand)), Offer(PASS))


@lru_cache(maxsize=4096)
def read(talk: Talk) -> tuple[Shown, ...]:
    """What all four seats have shown by their calls.

    >>> print(read(Talk(("1NT", "pass", "2C")))[2])
    8 or more points, at most 4 hearts, at most 4 spades
    """
    if not talk.calls:
        return (Shown(),) * 4
    before = Talk(talk.calls[:-1])
    known = [*read(before)]
    told = [offer.shown for offer in offers(before) if offer.call == talk.calls[-1]]
    if told:
        both = known[before.seat] & reduce(or_, told)
        # Who breaks the system has shown nothing.
        known[before.seat] = both if both.low <= both.high else known[before.seat]
    return tuple(known)


@lru_cache(maxsize=4096)
def offers(talk: Talk) -> tuple[Offer, ...]:
    """The calls that the next seat may make, the first that its hand meets before others.

    Args:
        talk: the auction so far.
    """
    return tuple(offer for offer in _Calls(talk, read(talk)).offers() if talk.allows(offer.call))


class _Calls(Position):
    """The first call of a seat for its side, and answers to what a partner asks."""

    def offers(self) -> Iterator[Offer]:
        talk = self.talk
        ours = [made for made in talk.bids if (made[0] - self.seat) % 2 == 0]
        has_called = bool(talk.by(self.seat))
        if talk.last is None:
            return self.openings()
        if not ours and not has_called:
            if talk.calls[-2:-1] == (DOUBLE,):
                return self.advances()
            return Rebids(talk, self.known).offers() if DOUBLE in talk.by(self.partner) else self.overcalls()
        first, level, denomination = talk.bids[0]
        if first == self.partner and len(ours) == 1 and not has_called:
            if denomination == NO_TRUMP:
                return self.responses_to_no_trump(level)
            if (level, denomination) == (2, CLUBS):
                return iter([Offer("2D")])
            return self.responses_to_weak(denomination) if level > 1 else self.responses(denomination)
        is_asked = first == self.seat and len(talk.bids) == len(ours) == 2
        answers = tuple(self.answers(talk.bids[0][1:], talk.bids[1][1:])) if is_asked else ()
        return iter(answers) if answers else Rebids(talk, self.known).offers()

    def openings(self) -> Iterator[Offer]:
        yield Offer("1NT", shown(15, 17, balanced=True), lambda hand: hand.high_cards >= 15)
        yield Offer("2NT", shown(20, 22, balanced=True), lambda hand: 20 <= hand.high_cards <= 21)
        yield Offer("2C", shown(22))
        yield Offer("1S", shown(12, 21, SPADES, 5), _longest(SPADES, (HEARTS,)))
        yield Offer("1H", shown(12, 21, HEARTS, 5))
        yield Offer("1D", shown(12, 21, DIAMONDS, 3), lambda hand: hand.lengths[:2] >= (4, 4) or _more_diamonds(hand))
        yield Offer("1C", shown(12, 21, CLUBS, 3))
        yield Offer("1D", shown(12, 21, DIAMONDS, 3))
        for suit in DOWN:
            yield Offer(bid(3 + (suit in MAJORS), suit), shown(5, 12, suit, 8))
            yield Offer(bid(3, suit), shown(5, 12, suit, 7))
        for suit in DOWN[:3]:
            yield Offer(bid(2, suit), shown(6, 11, suit, 6))
        yield Offer(PASS, shown(0, 11))

    def responses_to_no_trump(self, level: int) -> Iterator[Offer]:
        low, is_free = self.other.low, len(self.talk.bids) > 1
        if not is_free and level <= 2:
            for suit in (HEARTS, SPADES):
                yield Offer(bid(level + 1, suit - 1), shown(suit=suit, least=5))
            stayman = Shown(GAME - low - 2 * (level == 1), 40, most=(13, 13, 4, 4))
            yield Offer(bid(level + 1, CLUBS), stayman, lambda hand: 4 in hand.lengths[HEARTS:])
        yield Offer("7NT", shown(GRAND_SLAM - low))
        yield Offer("6NT", shown(SLAM - low))
        yield Offer("4NT", shown(SLAM - low - 2))
        yield Offer("3NT", shown(GAME - low))
        if level == 1:
            yield Offer("2NT", shown(GAME - low - 2))
        yield Offer(PASS, shown(0, GAME - low - 1))

    def responses_to_weak(self, suit: int) -> Iterator[Offer]:
        """To a weak opening of the partner at two or more."""
        if suit in MAJORS:
            yield Offer(bid(4, suit), shown(15, 40, suit, 2))
        yield Offer("3NT", shown(16), lambda hand: all(hand.stops(other) for other in SUITS if other != suit))
        yield Offer(bid(3, suit), shown(0, 14, suit, 3))
        yield Offer(PASS)

    def responses(self, suit: int) -> Iterator[Offer]:
        """To an opening of one in a suit."""
        if suit in MAJORS:
            yield Offer("2NT", shown(10, 40, suit, 4), lambda hand: hand.support(suit) >= 13)
            yield Offer(bid(4, suit), shown(9, 16, suit, 3), lambda hand: 13 <= hand.support(suit) <= 16)
            yield Offer(bid(3, suit), shown(5, 12, suit, 3), lambda hand: 10 <= hand.support(suit) <= 12)
            yield Offer(bid(2, suit), shown(1, 9, suit, 3), lambda hand: 6 <= hand.support(suit) <= 9)
        ones = [other for other in (DIAMONDS, HEARTS, SPADES) if other != suit and self.talk.allows(bid(1, other))]
        for other in ones:
            yield Offer(bid(1, other), shown(6, 40, other, 4), _comes_first(other, ones))
        if suit not in MAJORS:
            yield Offer("3NT", shown(13, 16, balanced=True))
            yield Offer("2NT", shown(11, 12, balanced=True))
            yield Offer(bid(3, suit), shown(10, 12, suit, 5))
            yield Offer(bid(2, suit), shown(6, 9, suit, 5))
        for other in reversed(range(suit)):
            two = shown(10, 40, other, 5 if other == HEARTS else 4)
            yield Offer(bid(2, other), two, _longest(other, range(suit)))
        yield Offer("3NT", shown(13), lambda hand: min(hand.lengths) > 0)
        yield Offer("1NT", shown(6, 12))
        yield Offer("3NT", shown(13))
        yield Offer(PASS, shown(0, 12 if len(self.talk.bids) > 1 else 5))

    def answers(self, opening: tuple[int, int], response: tuple[int, int]) -> Iterator[Offer]:
        """Of the opener to responses that ask."""
        (level, suit), (higher, asked) = opening, response
        if suit == NO_TRUMP and higher == level + 1 <= 3 and asked < SPADES:
            if asked != CLUBS:
                yield Offer(bid(higher, asked + 1))
                return
            yield Offer(bid(higher, HEARTS), shown(hearts=4))
            yield Offer(bid(higher, SPADES), shown(spades=4))
            yield Offer(bid(higher, DIAMONDS), Shown(most=(13, 13, 3, 3)))
        elif opening == (2, CLUBS) and response == (2, DIAMONDS):
            yield Offer("2NT", shown(22, 24, balanced=True))
            yield Offer("3NT", shown(25, balanced=True))
            for other in DOWN:
                yield Offer(self.talk.cheapest(other), shown(22, 40, other, 5), _longest(other))
            yield Offer("2NT", shown(22, clubs=1, diamonds=1, hearts=1, spades=1))
        elif level == 1 and suit in MAJORS and response == (2, NO_TRUMP):
            yield Offer(bid(3, suit), shown(14, 21), lambda hand: hand.support(suit) >= 16)
            yield Offer(bid(4, suit), shown(12, 17))

    def overcalls(self) -> Iterator[Offer]:
        """Of bids of the other side, where the own side has said nothing."""
        talk = self.talk
        assert talk.last is not None
        _, level, theirs = talk.last
        if theirs != NO_TRUMP and level == 1:
            no_trump = shown(15, 18, balanced=True)
            yield Offer("1NT", no_trump, lambda hand: hand.stops(theirs) and hand.high_cards >= 15)
        may_double = theirs != NO_TRUMP and level <= 3
        if may_double:
            most = tuple(2 if suit == theirs else 13 for suit in SUITS)
            rest = tuple(3 * (suit != theirs and suit not in self.theirs) for suit in SUITS)
            yield Offer(DOUBLE, Shown(11 + level, 40, rest, most))
            yield Offer(DOUBLE, shown(18))
        highest = {1: (8, 17), 2: (12, 18), 3: (14, 20), 4: (16, 22)}
        suits = [suit for suit in DOWN if suit != theirs and suit not in self.theirs]
        for suit in suits:
            own = talk.cheapest(suit)
            low, high = highest.get(int(own[0]), (41, 40))
            yield Offer(own, shown(low, high, suit, 5 + (int(own[0]) > 2)), _longest(suit))
        for suit in suits:
            jump = int(talk.cheapest(suit)[0]) + 1
            if jump <= 3:
                yield Offer(bid(jump, suit), shown(6, 11, suit, 4 + jump))
        yield Offer(PASS, shown(0, 17 if may_double else 40))

    def advances(self) -> Iterator[Offer]:
        """Of a partner's double for takeout."""
        talk = self.talk
        assert talk.last is not None
        theirs = talk.last[2]
        is_free = talk.calls[-1] != PASS
        suits = [suit for suit in DOWN if suit != theirs and suit not in self.theirs]
        for suit in MAJORS:
            if suit in suits:
                yield Offer(bid(4, suit), shown(12, 40, suit, 5))
        yield Offer("3NT", shown(12), lambda hand: theirs == NO_TRUMP or hand.stops(theirs))
        for suit in suits:
            jump = int(talk.cheapest(suit)[0]) + 1
            if jump <= 4:
                yield Offer(bid(jump, suit), shown(10, 40, suit, 4), _longest(suit, suits))
        if theirs != NO_TRUMP:
            one = shown(7, 11, balanced=True)
            yield Offer("1NT", one, lambda hand: hand.stops(theirs) and hand.lengths[theirs] >= 3)
            yield Offer(PASS, shown(7, 40, theirs, 5))
        for suit in suits:
            own = talk.cheapest(suit)
            low = max(6, 3 * int(own[0]) - 1) if is_free else 0
            yield Offer(own, shown(low, 40, suit, 3), _longest(suit, suits))
        yield Offer(PASS)


def _more_diamonds(hand: Bidder) -> bool:
    return hand.lengths[DIAMONDS] > hand.lengths[CLUBS]


def _longest(suit: int, others: Iterable[int] = SUITS) -> Test:
    return lambda hand: hand.has_longest(suit, others)


def _comes_first(suit: int, among: Sequence[int]) -> Test:
    """Whether a suit is bid before others: the longest; the lowest of those with four cards, else the highest."""

    def test(hand: Bidder) -> bool:
        longest = [other for other in among if hand.has_longest(other, among)]
        return suit == (min(longest) if hand.lengths[suit] == 4 else max(longest))

    return test

"""The second half of the natural system: what a seat bids once it knows something of its partner."""

from __future__ import annotations

from collections.abc import Iterator

from trickkit_classics.bridge_hands import CLUBS, DIAMONDS, DOWN, MAJORS, SPADES, SUITS, Bidder, Offer, Test, shown
from trickkit_classics.bridge_talk import DOUBLE, NO_TRUMP, PASS, Position, bid

__all__ = ["GAME", "GRAND_SLAM", "SLAM", "Rebids"]

GAME, MINOR_GAME, SLAM, GRAND_SLAM = 25, 28, 32, 36
"""The points of both hands that are worth it."""
FIT = 8
"""So many trumps of both hands make a suit a good one."""
SPREAD = 4
"""A hand that has shown a wide range is taken to be at most so far above its lowest points, if it is only invited."""


class Rebids(Position):
    """What the points of both hands are worth, in a suit in which they fit."""

    def offers(self) -> Iterator[Offer]:
        """From the second bid of a seat on, or of a partner's overcall."""
        assert self.talk.last is not None
        seat, level, denomination = self.talk.last
        yield from self.slams()
        if (seat - self.seat) % 2:
            yield from self.games(level)
            yield from self.invitations(level, denomination)
            yield from self.competing(level, denomination)
        elif _is_game(level, denomination):
            yield Offer(PASS)
        else:
            yield from self.games(level)
            if seat == self.partner and self.mine.low and level == (2 if denomination == NO_TRUMP else 3):
                yield from self.invited(denomination)
            elif seat == self.partner and self.other.high - self.other.low > 2 * SPREAD and level < 4:
                yield from self.forced(level)
            else:
                yield from self.invitations(level, denomination)
                yield from self.part_scores(denomination)

    def trumps(self, suit: int, both: int = FIT) -> int:
        """How many cards of a suit make it one of `both` trumps with those that the partner has shown."""
        return max(0, both - self.other.least[suit])

    def is_worth(self, suit: int, points: int) -> Test:
        """Whether a hand has so many points or more if a suit becomes trump."""
        supports = self.other.least[suit] >= 3
        return lambda hand: (hand.support(suit) if supports else hand.points) >= points

    def slams(self) -> Iterator[Offer]:
        for level, points in ((7, GRAND_SLAM), (6, SLAM)):
            low = max(0, points - self.other.low)
            for suit in DOWN:
                trumps = shown(max(0, low - 6), 40, suit, self.trumps(suit))
                yield Offer(bid(level, suit), trumps, self.is_worth(suit, low))
            yield Offer(bid(level, NO_TRUMP), shown(low), lambda hand: self.fills(hand, 3))

    def fills(self, hand: Bidder, least: int) -> bool:
        """Whether both hands together have some cards in every suit."""
        return all(mine + its >= least for mine, its in zip(hand.lengths, self.other.least, strict=True))

    def stops(self, hand: Bidder) -> bool:
        """Whether a hand stops the suits of the other side, or the partner has bid no trump, and so stops them."""
        has_bid = any(seat == self.partner and denomination == NO_TRUMP for seat, _, denomination in self.talk.bids)
        return has_bid or all(map(hand.stops, self.theirs))

    def games(self, level: int) -> Iterator[Offer]:
        low = self.other.low
        for suit in MAJORS:
            trumps = shown(max(0, GAME - 6 - low), 40, suit, min(7, self.trumps(suit)))
            yield Offer(bid(4, suit), trumps, self.is_worth(suit, GAME - low))
        for suit in MAJORS if level <= 2 else ():
            cheapest = self.talk.cheapest(suit)
            if suit not in self.theirs and int(cheapest[0]) <= 3 and self.mine.least[suit] < 4 > self.other.least[suit]:
                yield Offer(cheapest, shown(max(0, GAME - low), 40, suit, 5))
        no_trump = shown(max(0, GAME - low))
        yield Offer("3NT", no_trump, lambda hand: self.stops(hand) and self.fills(hand, 2))
        for suit in (DIAMONDS, CLUBS):
            trumps = shown(max(0, MINOR_GAME - 6 - low), 40, suit, self.trumps(suit))
            yield Offer(bid(5, suit), trumps, self.is_worth(suit, MINOR_GAME - low))
        yield Offer("3NT", no_trump, self.stops)

    def invited(self, denomination: int) -> Iterator[Offer]:
        """To a game by the partner: with the better half of what was shown."""
        middle = (self.mine.low + min(self.mine.high, self.mine.low + SPREAD) + 1) // 2
        for suit in MAJORS:
            if denomination in (suit, NO_TRUMP):
                yield Offer(bid(4, suit), shown(middle, 40, suit, self.trumps(suit)))
        yield Offer("3NT", shown(middle), self.stops)
        yield Offer(PASS)

    def invitations(self, level: int, denomination: int) -> Iterator[Offer]:
        low, high = self.other.low, min(self.other.high, self.other.low + SPREAD)
        most = max(0, GAME - 1 - low)
        for suit in MAJORS:
            if level < 3:
                trumps = shown(max(0, GAME - 6 - high), most, suit, self.trumps(suit))
                yield Offer(bid(3, suit), trumps, self.is_worth(suit, GAME - high))
        if (level, denomination) < (2, NO_TRUMP):
            yield Offer("2NT", shown(max(0, GAME - high), most), self.stops)

    def part_scores(self, denomination: int) -> Iterator[Offer]:
        """After a bid of the own side that need not be answered: pass, or a better suit at the level of two."""
        high, together = max(0, GAME - 1 - self.other.low), self.other.least

        def dislikes(hand: Bidder, fit: int) -> bool:
            return denomination == NO_TRUMP or hand.lengths[denomination] + together[denomination] < fit

        cheap = [suit for suit in DOWN if suit != denomination and int(self.talk.cheapest(suit)[0]) <= 2]
        for suit in cheap:
            if together[suit] >= 4:
                better = shown(0, high, suit, self.trumps(suit))
                yield Offer(
                    self.talk.cheapest(suit), better, lambda hand: denomination != NO_TRUMP and dislikes(hand, FIT)
                )
        for suit in cheap:
            yield Offer(self.talk.cheapest(suit), shown(0, high, suit, 6), lambda hand: dislikes(hand, FIT - 1))
        if denomination != NO_TRUMP:
            yield Offer("1NT", shown(0, high), lambda hand: dislikes(hand, FIT - 1))
            for suit in cheap:
                seven = shown(0, high, suit, self.trumps(suit, FIT - 1))
                yield Offer(self.talk.cheapest(suit), seven, lambda hand: dislikes(hand, FIT - 2))
        yield Offer(PASS)

    def forced(self, level: int) -> Iterator[Offer]:
        """After a bid of the partner that may be strong: whatever describes the hand."""
        talk, mine, other = self.talk, self.mine, self.other
        level_of = {suit: int(talk.cheapest(suit)[0]) for suit in (*DOWN, NO_TRUMP)}
        for suit in DOWN:
            if other.least[suit] >= 4 and level_of[suit] <= 3:
                yield Offer(talk.cheapest(suit), shown(suit=suit, least=self.trumps(suit)))
        for suit in DOWN:
            if level_of[suit] <= 2:
                yield Offer(talk.cheapest(suit), shown(suit=suit, least=6))
        own = max((suit for suit in SUITS if mine.least[suit] >= 3), default=SPADES)
        for suit in SUITS:
            is_new = mine.least[suit] < 3 and other.least[suit] < 4 and suit not in self.theirs
            if is_new and (level_of[suit] == 1 or (level_of[suit] == 2 and suit < own)):
                yield Offer(talk.cheapest(suit), shown(suit=suit, least=4))
        if level_of[NO_TRUMP] <= 2:
            yield Offer(talk.cheapest(NO_TRUMP))
        for suit in DOWN:
            if level_of[suit] <= 3 and other.least[suit] >= 3:
                yield Offer(talk.cheapest(suit), shown(suit=suit, least=self.trumps(suit, FIT - 1)))
        yield Offer("3NT" if level == 3 else talk.cheapest(NO_TRUMP))

    def competing(self, level: int, denomination: int) -> Iterator[Offer]:
        """After a bid of the other side."""
        talk, low = self.talk, self.other.low
        for suit in DOWN:
            own = talk.cheapest(suit)
            needed = 20 if int(own[0]) > 3 else 15 + 2 * int(own[0])
            if int(own[0]) <= 4 and self.other.least[suit] >= 3:
                trumps = shown(suit=suit, least=self.trumps(suit, 6 + int(own[0])))
                yield Offer(own, trumps, self.is_worth(suit, needed - low))
        for suit in DOWN:
            cheapest = int(talk.cheapest(suit)[0])
            if cheapest <= 3 and suit not in self.theirs and self.mine.least[suit] < 6:
                yield Offer(bid(cheapest, suit), shown(8 + 2 * cheapest, 40, suit, 6))
        if _is_game(level, denomination) or level >= 4:
            yield Offer(DOUBLE, shown(max(0, GAME - low)))
        elif level >= 2 and denomination != NO_TRUMP:
            yield Offer(DOUBLE, shown(max(0, GAME - 1 - low), 40, denomination, 4))
        yield Offer(PASS)


def _is_game(level: int, denomination: int) -> bool:
    return level >= {CLUBS: 5, DIAMONDS: 5, NO_TRUMP: 3}.get(denomination, 4)

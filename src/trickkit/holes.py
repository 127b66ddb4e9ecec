"""What somebody does not know of a deal, and ways to fill it in.

Cards that are not known lie in spots: so many in this hand, so many that that one laid away. The cards that have not
been seen are shared out to the spots, each way as likely as any other. Then it is drawn where they came from: of the
places in which the cards of a hand were dealt, any that is not known may be that of a card which left it, whether the
card was seen then, or passed on or laid away unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

from trickkit.chance import HOLE, Stacked
from trickkit.deal import Deal, Event, Move
from trickkit.phases.base import Phase
from trickkit.phases.dealing import dealt_again
from trickkit.shares import Shares

if TYPE_CHECKING:
    from trickkit.rules import Rules

__all__ = ["Holes"]


class Step(NamedTuple):
    """One step of a card that is not known, or was not known before.

    Args:
        event: the number of the event that tells of it, -1 for the first deal.
        source: the hand that it left; None where it came off the pack.
        target: the hand that it came to; None where it came to none, or where it is known from then on.
        text: of the card; HOLE where it is not known.
        place: for a card that came off the pack, its place among the cards as they were dealt.
    """

    event: int
    source: int | None
    target: int | None
    text: str = HOLE
    place: int = -1


class Loose(NamedTuple):
    """A card of which it is not known where it is.

    Args:
        text: of the card.
        home: the hand to which it came for all to see, and which it may have left unseen; None where it was never seen.
        time: the number of the event with which it came there.
    """

    text: str
    home: int | None = None
    time: int = -1


class Spot(NamedTuple):
    """A number of cards that are not known, in one place.

    Args:
        hand: whose they are, or were before it put them away.
        event: the number of the event with which they left the hand, or of the last one.
        cards: how many.
        barred: the texts of the cards that are not among them.
    """

    hand: int
    event: int
    cards: int
    barred: frozenset[str]

    def takes(self, loose: Loose, steps: Sequence[Step]) -> bool:
        """Whether a card may be among them.

        Args:
            loose: the card.
            steps: of the cards that are not known.
        """
        if loose.text in self.barred:
            return False
        if loose.home is None or self.hand == loose.home:
            return loose.time < self.event
        return any(step.text == HOLE and self.reached(loose, step) for step in steps)

    def reached(self, loose: Loose, step: Step) -> bool:
        """Whether a card may have come here from its home with a step from hand to hand."""
        return (step.source, step.target) == (loose.home, self.hand) and loose.time < step.event < self.event


@frozen
class Holes:
    """What somebody does not know of a deal.

    Args:
        deal: with holes.
        moves: of the deal, with holes.
        stacked: what is known of how it was dealt.
        steps: what happened to the cards that are not known, or were not known before, in order.
        spots: where cards are that are not known: one for each hand, then those that were put away.
        rest: the places of the cards that are not known and came to no hand.
        shares: the cards that are not known, to be shared out to the spots and the rest.

    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7).view(0)
    >>> holes = Holes.of(view.rules, view.deal, view.moves)
    >>> stacked, gone = holes.filled(Random(1))
    >>> len(stacked.hands[0]), "??" in stacked.hands[0], gone
    (8, False, [[], [], []])
    """

    deal: Deal
    moves: tuple[Move, ...]
    stacked: Stacked
    steps: tuple[Step, ...]
    spots: tuple[Spot, ...]
    rest: tuple[int, ...]
    shares: Shares[Loose]

    @classmethod
    def of(cls, rules: Rules, deal: Deal, moves: tuple[Move, ...]) -> Holes:
        """What is not known of a deal with holes.

        Args:
            rules: of the game.
            deal: with holes.
            moves: of the deal, as far as they are known.
        """
        stacked = dealt_again(deal)
        trace = _Trace(deal, _texts(stacked), sum(len(hand or ()) for hand in stacked.hands or ()))
        pool = Counter(card.text for card in deal.deck)
        pool.subtract(text for text in trace.texts if text != HOLE)
        pool.subtract(trace.named)
        loose = [Loose(text) for text in pool.elements()]
        loose += [Loose(text, hand, time) for hand, known in enumerate(trace.known) for text, time in known]
        steps, spots = tuple(trace.steps), tuple(trace.spots(_barred(rules, deal)))
        cards = [spot.cards for spot in spots]
        may = [[*(spot.takes(one, steps) for spot in spots), one.home is None] for one in loose]
        shares = Shares.of(loose, [*cards, len(loose) - sum(cards)], may)
        came = {step.place for step in steps}
        rest = tuple(place for place, text in enumerate(trace.texts) if text == HOLE and place not in came)
        return cls(deal, moves, stacked, steps, spots, rest, shares)

    def filled(self, rng: Random) -> tuple[Stacked, list[list[str]]]:
        """The deal with all holes filled at random; by hand, the cards that left it unseen, in order.

        Args:
            rng: where randomness comes from.

        Raises:
            IndexError: there is no way; or, where cards are passed on more than once, it did not work out this time.
        """
        shares = self.shares.drawn(rng)
        texts, players, stacked = _texts(self.stacked), self.deal.players, self.stacked
        lying, gone = self._traced(texts, shares, rng)
        for places, share in zip(lying, shares[:players], strict=True):
            for place, text in zip(places, [one.text for one in share if one.home is None], strict=True):
                texts[place] = text
        for place, one in zip(self.rest, shares[len(self.spots)], strict=False):
            texts[place] = one.text
        size, dealt = self.deal.size, len(texts) - len(stacked.stock)
        hands = [texts[at : at + size] for at in range(0, dealt, size)] if dealt else None
        filled = Stacked(hands=hands, turned=stacked.turned, stock=texts[dealt:], rolls=stacked.rolls)
        return filled, [[texts[one] if isinstance(one, int) else one for one in mine] for mine in gone]

    def _traced(
        self, texts: list[str], shares: Sequence[list[Loose]], rng: Random
    ) -> tuple[list[list[int]], list[list[str | int]]]:
        """Send the cards on their ways, any of a hand where it is not known which.

        Args:
            texts: of the cards in all places; of those that became known later it is written into it.
            shares: of the cards that are not known, by spot; what was put away is taken out.
            rng: says which card it was.

        Returns:
            By hand, the places of the cards in it that are not known, and the places or texts of those that left it.
        """
        lying: list[list[int]] = [[] for _ in self.deal.seats]
        gone: list[list[str | int]] = [[] for _ in self.deal.seats]
        away = {(spot.hand, spot.event): share for spot, share in zip(self.spots, shares, strict=False)}
        carried, coming, event = self._carried(shares), list[tuple[int, int]](), -1
        for number, (time, source, target, text, place) in enumerate(self.steps):
            if time != event:
                # What is on its way in one event comes to its hand after all of it has left.
                for hand, new in coming:
                    lying[hand].append(new)
                coming, event = [], time
            if source is None:
                lying[target].append(place)  # type: ignore[index]
                continue
            if text == HOLE and target is None:
                text, home, _ = away[source, time].pop()
                gone[source].append(text)
                if home is not None:
                    continue
            elif number in carried or (text != HOLE and target is not None):
                gone[source].append(carried.get(number, text))
                continue
            mine = lying[source]
            place = mine.pop(int(rng.random() * len(mine)))
            if target is not None:
                coming.append((target, place))
                gone[source].append(place)
            else:
                texts[place] = text
        for hand, new in coming:
            lying[hand].append(new)
        return lying, gone

    def _carried(self, shares: Sequence[Sequence[Loose]]) -> dict[int, str]:
        """By the number of a step with which a card went from hand to hand unseen, the card, where it is one of those
        that had come for all to see."""
        found: dict[int, str] = {}
        for spot, share in zip(self.spots, shares, strict=False):
            for one in share:
                if one.home is not None and one.home != spot.hand:
                    ways = (
                        number
                        for number, step in enumerate(self.steps)
                        if number not in found and step.text == HOLE and spot.reached(one, step)
                    )
                    found[next(ways, -1)] = one.text
        return found


class _Trace:
    """Follows the cards through the events of a deal.

    What is found: `texts` of the dealt cards in order; `steps`; `named`, the cards that were not known before they were
    seen; `known`, by hand, the cards that came to it for all to see and of which it is not known whether they left.
    """

    def __init__(self, deal: Deal, texts: list[str], dealt: int) -> None:
        self.deal = deal
        self.texts = texts
        self.steps: list[Step] = []
        self.named: list[str] = []
        self.known: list[list[tuple[str, int]]] = [[] for _ in deal.seats]
        self.cards = [0] * deal.players
        self.away: dict[tuple[int, int], int] = {}
        self.shown = -1
        self._follow(dealt)

    def _follow(self, first: int) -> None:
        for place in range(first):
            self._comes(-1, place // self.deal.size, place)
        for time, event in enumerate(self.deal.events):
            for place, hand in enumerate(event.into_hands, start=first):
                self._comes(time, hand, place)
            first += len(event.off_stock)
            self._leave(time, event)
        end = len(self.deal.events)
        for hand, cards in enumerate(self.deal.hands):
            for card in cards.known:
                self._seen(end, hand, card.text)

    def _comes(self, time: int, hand: int, place: int) -> None:
        """A card comes off the pack."""
        if self.texts[place] != HOLE:
            self.known[hand].append((self.texts[place], time))
            return
        self.steps.append(Step(time, None, hand, place=place))
        self.cards[hand] += 1

    def _leave(self, time: int, event: Event) -> None:
        """Cards leave hands, and come to others when all have left; those that are seen first."""
        leaving = [*((hand, None, text) for hand, text in event.out_of_hands), *event.passed]
        coming: list[tuple[int, str]] = []
        for source, target, text in sorted(leaving, key=lambda step: step[2] == HOLE):
            if text != HOLE:
                self._seen(time, source, text)
                self.shown = time if target is None else self.shown
            elif target is None:
                self.away[source, time] = self.away.get((source, time), 0) + 1
                self.steps.append(Step(time, source, None))
            else:
                self.steps.append(Step(time, source, target))
                self.cards[source] -= 1
            if target is not None:
                coming.append((target, text))
        for target, text in coming:
            if text == HOLE:
                self.cards[target] += 1
            else:
                self.known[target].append((text, time))

    def _seen(self, time: int, hand: int, text: str) -> None:
        """A card of a hand is seen, as it leaves or in the end."""
        for known in self.known[hand]:
            if known[0] == text:
                self.known[hand].remove(known)
                return
        for number, step in enumerate(self.steps):
            if step.text == HOLE and step.target == hand and step.source is not None:
                for known in self.known[step.source]:
                    if known[0] == text and known[1] < step.event:
                        # It had come to another hand for all to see, which then must have passed it on.
                        self.known[step.source].remove(known)
                        self.steps[number] = step._replace(text=text)
                        self.cards[step.source] += 1
                        self.cards[hand] -= 1
                        return
        self.steps.append(Step(time, hand, None, text))
        self.named.append(text)
        self.cards[hand] -= 1

    def spots(self, barred: Sequence[frozenset[str]]) -> list[Spot]:
        """Where cards are that are not known: one spot for each hand, then those that were put away.

        Args:
            barred: by hand, the texts of the cards that it has shown not to hold.
        """
        left = [cards + len(known) for cards, known in zip(self.cards, self.known, strict=True)]
        for (hand, _), cards in self.away.items():
            left[hand] -= cards
        end = len(self.deal.events)
        now = [Spot(hand, end, left[hand], barred[hand]) for hand in self.deal.seats]
        # What was put away before the last card was seen may be what its hand lacked then.
        none = frozenset[str]()
        away = [
            Spot(hand, time, cards, barred[hand] if time > self.shown else none)
            for (hand, time), cards in self.away.items()
        ]
        return now + away


def _texts(stacked: Stacked) -> list[str]:
    """The cards as they were dealt: those of the hands, seat after seat, then the stock."""
    return [*(text for hand in stacked.hands or () for text in hand or ()), *stacked.stock]


def _barred(rules: Rules, deal: Deal) -> list[frozenset[str]]:
    """By hand, the texts of the cards that it has shown not to hold."""
    masks = [0] * deal.players
    for phase in dict.fromkeys(rules.phases):
        if type(phase).ruled_out is not Phase.ruled_out:
            masks = [one | more for one, more in zip(masks, phase.ruled_out(deal), strict=True)]
    pairs = [*zip(deal.deck.cards, deal.deck.masks, strict=True)]
    return [frozenset(card.text for card, faces in pairs if faces & mask) for mask in masks]

"""What somebody does not know of a deal, and ways to fill it in.

Cards that are not known lie in spots: so many in this hand, so many that that one laid away. The cards that have not
been seen are shared out to the spots, each way as likely as any other. Then it is drawn where they came from: of the
places in which the cards of a hand were dealt, any that is not known may be that of a card which left it, whether the
card was seen then, or passed on or laid away unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import HOLE, Stacked
from trickkit.model.deal import Deal, Move
from trickkit.phases.dealing import dealt_again
from trickkit.worlds.allocation import Shares
from trickkit.worlds.arrivals import PLACED, Arrivals
from trickkit.worlds.traces import Loose, Spot, Step, Trace, texts_of

if TYPE_CHECKING:
    from trickkit.play.rules import Rules

__all__ = ["Holes"]


@frozen
class Holes:
    """What somebody does not know of a deal.

    Args:
        deal: with holes.
        moves: of the deal, with holes.
        together: which of the moves were made together, as in `Result`.
        stacked: what is known of how it was dealt.
        steps: what happened to the cards that are not known, or were not known before, in order.
        spots: where cards are that are not known: one for each hand, then those that were put away.
        rest: the places of the cards that are not known and came to no hand.
        shares: the cards that are not known, to be shared out to the spots and the rest.
        arrivals: by hand, what is known of when its cards came; None where that says nothing.

    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7).view(0)
    >>> holes = Holes.of(view.rules, view.deal, view.moves)
    >>> stacked, gone = holes.filled(Random(1))
    >>> len(stacked.hands[0]), "??" in stacked.hands[0], gone
    (8, False, [[], [], []])
    """

    deal: Deal
    moves: tuple[Move, ...]
    together: tuple[tuple[int, int], ...]
    stacked: Stacked
    steps: tuple[Step, ...]
    spots: tuple[Spot, ...]
    rest: tuple[int, ...]
    shares: Shares[Loose]
    arrivals: tuple[Arrivals | None, ...]

    @classmethod
    def of(cls, rules: Rules, deal: Deal, moves: tuple[Move, ...], together: tuple[tuple[int, int], ...] = ()) -> Holes:
        """What is not known of a deal with holes.

        Args:
            rules: of the game.
            deal: with holes.
            moves: of the deal, as far as they are known.
            together: which of the moves were made together, as in `Result`.
        """
        stacked = dealt_again(deal)
        trace = Trace(deal, texts_of(stacked), sum(len(hand or ()) for hand in stacked.hands or ()))
        pool = Counter(card.text for card in deal.deck)
        pool.subtract(text for text in trace.texts if text != HOLE)
        pool.subtract(trace.named)
        loose = [Loose(text) for text in pool.elements()]
        loose += [Loose(text, hand, time) for hand, known in enumerate(trace.known) for text, time in known]
        voids, barred, steps = _voids(rules, deal), _barred(rules, deal), tuple(trace.steps)
        spots = tuple(trace.spots(barred))
        cards = [spot.cards for spot in spots]
        texts = [one.text for one in loose if one.home is None]
        arrivals = tuple([_arrivals(hand, steps, voids[hand], barred[hand], texts) for hand in deal.seats])
        known = (*arrivals, *[None] * (len(spots) - deal.players))
        may = [[*map(partial(_may, one, steps), spots, known), one.home is None] for one in loose]
        weigh = [*(one.ways if one else None for one in known), None] if any(arrivals) else ()
        shares = Shares.of(loose, [*cards, len(loose) - sum(cards)], may, weigh)
        came = {step.place for step in steps}
        rest = tuple(place for place, text in enumerate(trace.texts) if text == HOLE and place not in came)
        return cls(deal, moves, together, stacked, steps, spots, rest, shares, arrivals)

    def filled(self, rng: Random) -> tuple[Stacked, list[list[str]]]:
        """The deal with all holes filled at random; by hand, the cards that left it unseen, in order.

        Args:
            rng: where randomness comes from.

        Raises:
            IndexError: there is no way; or, where cards are passed on more than once, it did not work out this time.
        """
        shares = self.shares.drawn(rng)
        texts, players, stacked = texts_of(self.stacked), self.deal.players, self.stacked
        lying, gone = self._traced(texts, shares, rng)
        for places, share, known in zip(lying, shares[:players], self.arrivals, strict=True):
            cards = [one.text for one in share if one.home is None]
            for place, text in zip(places, known.placed(cards, places, rng) if known else cards, strict=True):
                texts[place] = text
        for place, one in zip(self.rest, shares[len(self.spots)], strict=False):
            texts[place] = one.text
        size, dealt = self.deal.size, len(texts) - len(stacked.stock)
        hands = [texts[at : at + size] for at in range(0, dealt, size)] if dealt else None
        filled = Stacked(hands=hands, turned=stacked.turned, stock=texts[dealt:], rolls=stacked.rolls)
        return filled, [[texts[one] if isinstance(one, int) else one for one in mine] for mine in gone]

    def ordered(self, viewer: int | None, rng: Random) -> list[Move]:
        """The moves in an order in which they may have been made: nobody saw in which another seat chose its cards.

        Args:
            viewer: the seat that knows its own order; None for a spectator.
            rng: where randomness comes from.
        """
        found = [*self.moves]
        for start, stop in self.together:
            for seat, moves in groupby(found[start:stop], key=itemgetter(0)):
                mine = [*moves]
                if seat != viewer and len(mine) > 1 and mine[0][1] is not UNKNOWN:
                    found[start : start + len(mine)] = rng.sample(mine, len(mine))
                start += len(mine)
        return found

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
        leaving = {
            hand: iter(known.drawn([one.text for one in shares[hand] if one.home is None], rng))
            for hand, known in enumerate(self.arrivals)
            if known
        }
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
            mine, known = lying[source], self.arrivals[source]
            among = known.alike(mine, next(leaving[source])) if known else mine
            place = among[int(rng.random() * len(among))]
            mine.remove(place)
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


def _may(loose: Loose, steps: Sequence[Step], spot: Spot, arrivals: Arrivals | None) -> int:
    """How a card may be in a spot, as `Arrivals.ways` reads it; 0 where it may not."""
    if not spot.takes(loose, steps):
        return 0
    return 1 if arrivals is None else PLACED if loose.home is not None else arrivals.how(loose.text)


def _arrivals(
    hand: int,
    steps: Sequence[Step],
    voids: Sequence[tuple[int, frozenset[str]]],
    barred: frozenset[str],
    texts: Sequence[str],
) -> Arrivals | None:
    """What is known of when the cards of a hand came, where some did after it had shown to lack others.

    A hand that any card left unseen, or for another hand, is left to trying.

    Args:
        hand: of which.
        steps: of all cards.
        voids: the numbers of the events with which the hand showed that it lacked some cards, and their texts.
        barred: the texts of the cards that it does not hold now.
        texts: of the cards of which it is not known where they are.
    """
    mine = [step for step in steps if hand in (step.source, step.target)]
    came = [step for step in mine if step.source is None]
    left = [step for step in mine if step.source is not None]
    if any(step.target is not None or step.text == HOLE for step in left):
        return None
    if not came or all(event > came[-1].event and cards <= barred for event, cards in voids):
        return None
    return Arrivals.of(
        came=[(step.place, step.event) for step in came],
        left=[(step.text, step.event) for step in left],
        voids=voids,
        texts=texts,
    )


def _voids(rules: Rules, deal: Deal) -> list[list[tuple[int, frozenset[str]]]]:
    """By hand, the numbers of the events with which it showed that it lacked some cards, and their texts."""
    found: list[list[tuple[int, frozenset[str]]]] = [[] for _ in deal.seats]
    for phase in dict.fromkeys(rules.phases):
        for void in phase.voids(deal):
            found[void.hand].append((void.event, _among(deal, void.faces)))
    return found


def _barred(rules: Rules, deal: Deal) -> list[frozenset[str]]:
    """By hand, the texts of the cards that it has shown not to hold."""
    masks = [0] * deal.players
    for phase in dict.fromkeys(rules.phases):
        masks = [one | more for one, more in zip(masks, phase.ruled_out(deal), strict=True)]
    return [_among(deal, mask) for mask in masks]


def _among(deal: Deal, mask: int) -> frozenset[str]:
    """The texts of the cards with any of some faces."""
    pairs = zip(deal.deck.cards, deal.deck.masks, strict=True)
    return frozenset([card.text for card, faces in pairs if faces & mask])

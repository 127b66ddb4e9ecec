"""Unknowns: what an observer does not know about a deal, and how to draw it at random.

Unknown cards are in hidden places: in hands, or among cards that a hand laid away. `Allocation` distributes the unseen
cards to these places, with all ways equally likely. Then their origins are drawn: a card that was played, passed on or
laid away from a hand may have been dealt in any unknown place of that hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import groupby, repeat
from math import comb
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve, frozen

from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import HOLE, Stacked
from trickkit.model.deal import Deal
from trickkit.model.moves import Move
from trickkit.phases.base import Claim
from trickkit.phases.dealing import stacked_deal
from trickkit.worlds.allocation import Allocation
from trickkit.worlds.arrivals import PLACED, Arrivals
from trickkit.worlds.evidence import arrivals_of, claims_of, excluded_by, voids_of
from trickkit.worlds.traces import HiddenPlace, Trace, Transfer, UnseenCard, is_loose, texts_of

if TYPE_CHECKING:
    from trickkit.play.rules import Rules

__all__ = ["Unknowns"]

T = TypeVar("T")


@frozen
class Unknowns:
    """What an observer does not know about a deal.

    Args:
        deal: as the observer knows it.
        moves: the moves of the deal, as far as they are known.
        together: which of the moves were simultaneous, as in `Result`.
        stacked: what is known about the dealt cards.
        steps: the transfers of the cards that are or were unknown, in order.
        departed: by hand, the cards that left it in decisions that the observer did not hear, in order: the text, or
            the number of the step.
        hidden_places: the places of unknown cards: one for each hand, then those of cards that were put away.
        stock_places: the places, as dealt, of the unknown cards that came to no hand.
        allocation: distributes the unknown cards to the hidden places and the stock.
        arrivals: by hand, what is known about when its cards came; None if that says nothing.
        claims: the claims about the cards that hands held, each with the known cards among them.
        takers: the numbers of the hidden places, and of the stock after them, in the order of the allocation.
        is_loose: whether the allocation ignores something: a hand drew cards after it had shown that it lacks others,
            and put some away unseen.

    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7).view(0)
    >>> unknowns = Unknowns.of(view.rules, view.deal, view.moves)
    >>> stacked, departed = unknowns.fill(Random(1))
    >>> len(stacked.hands[0]), "??" in stacked.hands[0], departed
    (8, False, [[], [], []])
    """

    deal: Deal
    moves: tuple[Move, ...]
    together: tuple[tuple[int, int], ...]
    stacked: Stacked
    steps: tuple[Transfer, ...]
    departed: tuple[tuple[int | str, ...], ...]
    hidden_places: tuple[HiddenPlace, ...]
    stock_places: tuple[int, ...]
    allocation: Allocation[UnseenCard]
    arrivals: tuple[Arrivals | None, ...]
    claims: tuple[tuple[Claim, tuple[str, ...]], ...]
    takers: tuple[int, ...]
    is_loose: bool

    @classmethod
    def of(
        cls, rules: Rules, deal: Deal, moves: tuple[Move, ...], together: tuple[tuple[int, int], ...] = ()
    ) -> Unknowns:
        """The unknowns of a deal in a view.

        Args:
            rules: the rules of the game.
            deal: a deal of a view.
            moves: the moves of the deal, as far as they are known.
            together: which of the moves were simultaneous, as in `Result`.
        """
        stacked = stacked_deal(deal)
        trace = Trace(deal, texts_of(stacked), sum(len(hand or ()) for hand in stacked.hands or ()))
        shown = {phase: phase.voids(deal) for phase in dict.fromkeys(rules.phases)}
        voids, excluded, claims = voids_of(deal, shown), excluded_by(deal, shown), tuple(claims_of(shown, deal))
        steps, hidden_places = tuple(trace.steps), tuple(trace.hidden_places(excluded, voids))
        unseen = _unseen(deal, trace)
        texts = [card.text for card in unseen if card.home is None]
        drew = {step.target for step in steps if step.event >= 0 and step.source is None}
        arrivals = tuple(
            [
                None
                if hand not in drew and all(cards <= excluded[hand] for _, cards in voids[hand])
                else arrivals_of(hand, steps, voids[hand], excluded[hand], texts)
                for hand in deal.seats
            ]
        )
        claiming = {claim.hand for claim, _ in claims}
        # Hands that claimed to hold something take first, while the choice is largest.
        takers = tuple(sorted(range(len(hidden_places) + 1), key=lambda taker: taker not in claiming))
        came = {step.place for step in steps}
        stock_places = tuple(index for index, text in enumerate(trace.texts) if text == HOLE and index not in came)
        return cls(
            deal, moves, together, stacked, steps, _departed(trace, moves), hidden_places, stock_places,
            _allocation(unseen, hidden_places, steps, arrivals, takers if claims else None), arrivals,
            claims, takers, any(map(is_loose, deal.seats, repeat(steps), voids)),
        )  # fmt: skip

    @cached_property
    def _agrees(self) -> dict[int, Callable[[Sequence[UnseenCard]], bool]]:
        """By taker, a test whether given unknown cards agree with its claims."""

        def agrees(hand: int, unseen: Sequence[UnseenCard]) -> bool:
            texts = [card.text for card in unseen]
            return all(claim.agrees((*known, *texts)) for claim, known in self.claims if claim.hand == hand)

        return {self.takers.index(claim.hand): partial(agrees, claim.hand) for claim, _ in self.claims}

    def guided(self, rng: Random) -> Unknowns:
        """The unknowns with a random group of claimed cards fixed in each claiming hand (`Claim.groups`).

        Args:
            rng: the source of randomness.
        """
        allocation, given = self.allocation, dict[UnseenCard, int]()
        unseen = sum(len(kind) for kind in allocation.kinds)
        for claim, known in self.claims:
            taker = self.takers.index(claim.hand)
            groups = [*self._missing(claim, known, taker, given)]
            if groups:
                # The probability that the cards come together if nothing else is known.
                ways = [comb(allocation.wanted[taker], len(group)) / comb(unseen, len(group)) for group in groups]
                given |= dict.fromkeys(rng.choices(groups, ways)[0], taker)
        return evolve(self, allocation=allocation.giving(given)) if given else self

    def _missing(
        self, claim: Claim, known: Sequence[str], taker: int, given: Mapping[UnseenCard, int]
    ) -> Iterator[tuple[UnseenCard, ...]]:
        """The unknown cards of each group that a hand may have claimed and can still hold."""
        pairs = zip(self.allocation.kinds, self.allocation.allowed[taker], strict=True)
        may = {
            card.text: card for kind, allowed in pairs for card in kind if allowed and given.get(card, taker) == taker
        }
        for group in claim.groups:
            missing = group.difference(known)
            if missing <= may.keys() and len(missing) <= self.allocation.wanted[taker]:
                yield tuple([may[text] for text in sorted(missing)])

    def fill(self, rng: Random) -> tuple[Stacked, list[list[str]]]:
        """The deal with all unknown cards drawn at random, and by hand the cards that left it unseen, in order.

        Args:
            rng: the source of randomness.

        Raises:
            IndexError: there is no solution; or this draw failed, which may happen if cards are passed on more than
                once.
        """
        return self._filled(self.allocation.drawn(rng, self._agrees), rng)

    def fill_somehow(self, rng: Random) -> tuple[Stacked, list[list[str]]]:
        """Like `fill`, but faster and not necessarily random.

        Args:
            rng: as above.

        Raises:
            IndexError: as above.
        """
        drawn = self.claims or self.allocation.weigh
        return self.fill(rng) if drawn else self._filled(self.allocation.any(), rng)

    def _filled(self, given: Sequence[list[UnseenCard]], rng: Random) -> tuple[Stacked, list[list[str]]]:
        """The result of `fill` for given shares of the unknown cards."""
        shares = [given[self.takers.index(taker)] for taker in range(len(self.takers))]
        texts, players, stacked = texts_of(self.stacked), self.deal.players, self.stacked
        remaining, moved = self._traced(texts, shares, rng)
        for places, share, known in zip(remaining, shares[:players], self.arrivals, strict=True):
            cards = [card.text for card in share if card.home is None]
            if len(cards) != len(places):
                raise IndexError("a card came back that was to go elsewhere")
            for index, text in zip(places, known.placed(cards, places, rng) if known else cards, strict=True):
                texts[index] = text
        for index, card in zip(self.stock_places, shares[len(self.hidden_places)], strict=False):
            texts[index] = card.text
        size, dealt = self.deal.size, len(texts) - len(stacked.stock)
        hands = [texts[start : start + size] for start in range(0, dealt, size)] if dealt else None
        left = {
            step_index: texts[reference] if isinstance(reference, int) else reference
            for step_index, reference in moved.items()
        }
        drawn = Stacked(hands=hands, turned=stacked.turned, stock=texts[dealt:], rolls=stacked.rolls)
        return drawn, [
            [departure if isinstance(departure, str) else left[departure] for departure in mine]
            for mine in self.departed
        ]

    def ordered(self, viewer: int | None, rng: Random) -> list[Move]:
        """The moves in a random possible order, as nobody saw the order in which other seats chose their cards.

        Args:
            viewer: the seat that knows its own order; None for a spectator.
            rng: the source of randomness.
        """
        ordered = [*self.moves]
        for start, stop in self.together:
            for seat, moves in groupby(ordered[start:stop], key=itemgetter(0)):
                mine = [*moves]
                if seat != viewer and len(mine) > 1 and mine[0][1] is not UNKNOWN:
                    ordered[start : start + len(mine)] = rng.sample(mine, len(mine))
                start += len(mine)
        return ordered

    def _traced(
        self, texts: list[str], shares: Sequence[list[UnseenCard]], rng: Random
    ) -> tuple[list[list[int]], dict[int, str | int]]:
        """Move the cards step by step; where the moved card is unknown, choose any of the hand.

        Args:
            texts: the texts of the cards in all places; cards that became known later are filled in.
            shares: the unknown cards, by hidden place; what was put away is removed.
            rng: the source of randomness for unknown cards.

        Returns:
            Returns, by hand, the places of the unknown cards in it; and, by step in which a card left a hand, its place
            or its text.
        """
        remaining: list[list[int]] = [[] for _ in self.deal.seats]
        left: dict[int, str | int] = {}
        away = {
            (hidden_place.hand, hidden_place.event): share
            for hidden_place, share in zip(self.hidden_places, shares, strict=False)
        }
        carried, coming, event = self._carried(shares), list[tuple[int, int]](), -1
        leaving = {
            hand: iter(known.drawn([card.text for card in shares[hand] if card.home is None], rng))
            for hand, known in enumerate(self.arrivals)
            if known
        }
        for step_index, (time, source, target, text, index) in enumerate(self.steps):
            if time != event:
                # Cards that move in one event arrive at a hand after all of its own have left.
                for hand, new in coming:
                    remaining[hand].append(new)
                coming, event = [], time
            if source is None:
                if target is None:
                    left[step_index] = text
                else:
                    remaining[target].append(index)
                continue
            if text == HOLE and target is None:
                text, home, _ = away[source, time].pop()
                left[step_index] = text
                if home is not None:
                    continue
            elif step_index in carried or (text != HOLE and target is not None):
                left[step_index] = carried.get(step_index, text)
                continue
            mine, known = remaining[source], self.arrivals[source]
            among = known.alike(mine, next(leaving[source])) if known else mine
            index = among[int(rng.random() * len(among))]
            mine.remove(index)
            if target is not None:
                coming.append((target, index))
                left[step_index] = index
            else:
                texts[index] = left[step_index] = text
        for hand, new in coming:
            remaining[hand].append(new)
        return remaining, left

    def _carried(self, shares: Sequence[Sequence[UnseenCard]]) -> dict[int, str]:
        """By number of an unseen transfer, its card, if that had arrived openly at the first hand."""
        carried: dict[int, str] = {}
        for hidden_place, share in zip(self.hidden_places, shares, strict=False):
            for unseen in share:
                if unseen.home is not None and unseen.home != hidden_place.hand:
                    ways = (
                        step_index
                        for step_index, step in enumerate(self.steps)
                        if step_index not in carried and step.text == HOLE and hidden_place.reached(unseen, step)
                    )
                    carried[next(ways, -1)] = unseen.text
        return carried


def _unseen(deal: Deal, trace: Trace) -> list[UnseenCard]:
    """The cards whose whereabouts are unknown: those never seen, then those that left a hand's known cards unseen."""
    pool = Counter(card.text for card in deal.deck)
    pool.subtract(text for text in trace.texts if text != HOLE)
    pool.subtract(trace.named)
    unseen = [UnseenCard(text) for text in pool.elements()]
    return unseen + [UnseenCard(text, hand, time) for hand, known in enumerate(trace.known) for text, time in known]


def _departed(trace: Trace, moves: tuple[Move, ...]) -> tuple[tuple[int | str, ...], ...]:
    """By hand, the cards that left it in decisions that the observer did not hear."""
    secret = Counter(seat for seat, action, _ in moves if action is UNKNOWN)
    return tuple(
        [
            tuple([card for card, unseen in cards if unseen or secret[hand] > sum(unseen for _, unseen in cards)])
            for hand, cards in enumerate(trace.departed)
        ]
    )


def _allocation(
    unseen: Sequence[UnseenCard],
    hidden_places: Sequence[HiddenPlace],
    steps: Sequence[Transfer],
    arrivals: Sequence[Arrivals | None],
    takers: Sequence[int] | None,
) -> Allocation[UnseenCard]:
    """Distributes the unseen cards to the hidden places and the stock, which take in a given order, if any."""
    cards = [hidden_place.cards for hidden_place in hidden_places]
    known = (*arrivals, *[None] * (len(hidden_places) - len(arrivals)))
    lacked = [hidden_place.excluded for hidden_place in hidden_places]
    wanted = [*cards, len(unseen) - sum(cards)]
    may = [
        # Most cards were never seen, and may be in any hand that has not shown that it lacks them.
        [*[card.text not in texts for texts in lacked], True]
        if card.home is None and not any(arrivals)
        else [*map(partial(_may, card, steps), hidden_places, known), card.home is None]
        for card in unseen
    ]
    weigh = [*(bounds.ways if bounds else None for bounds in known), None] if any(arrivals) else []
    if takers is not None:
        wanted, may = _in(takers, wanted), [_in(takers, row) for row in may]
        weigh = _in(takers, weigh) if weigh else weigh
    return Allocation.of(unseen, wanted, may, weigh)


def _may(unseen: UnseenCard, steps: Sequence[Transfer], hidden_place: HiddenPlace, arrivals: Arrivals | None) -> int:
    """A code for how a card may lie in a hidden place, as `Arrivals.ways` reads it; 0 if it cannot."""
    if not hidden_place.takes(unseen, steps):
        return 0
    return 1 if arrivals is None else PLACED if unseen.home is not None else arrivals.how(unseen.text)


def _in(order: Sequence[int], values: Sequence[T]) -> list[T]:
    return [values[index] for index in order]

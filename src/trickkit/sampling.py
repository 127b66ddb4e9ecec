"""Worlds: whole games that look to a seat exactly like the one it is in.

What a seat does not know of a deal are places: cards in hands and in the stock, and secret decisions. `Worlds` works
out once, for a view, which cards may lie in which places; each sample puts the cards that the seat has not seen into
those places at random, deals the deal again, plays its decisions again, and looks whether the seat would see the same.

Which cards a hand has shown not to hold is said by the phases (`Phase.ruled_out`). What they cannot say is found by
trying: a world that looks different is thrown away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import comb
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from trickkit.cards import UNKNOWN
from trickkit.chance import HOLE, Chance, Stacked
from trickkit.deal import Deal, Event, Move, Result
from trickkit.errors import IllegalAction, InvalidRules, NotYourTurn, TrickkitError
from trickkit.phases.base import Phase
from trickkit.phases.dealing import dealt_again
from trickkit.state import State, resumed

if TYPE_CHECKING:
    from trickkit.rules import Rules
    from trickkit.view import View

__all__ = ["Worlds"]

TRIES = 2000
"""How many worlds are tried before it is said that none was found."""


@frozen
class Worlds:
    """The worlds that agree with what a seat sees.

    Args:
        rules: the rules of the game.
        view: of the seat, or of a spectator.

    >>> from random import Random
    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7).view(0)
    >>> world = Worlds(view.rules, view).sample(Random(1))
    >>> world.view(0) == view, len(world.deal.hands[0].known)
    (True, 8)
    """

    rules: Rules
    view: View

    def sample(self, rng: Random) -> State:
        """A world at random, close to uniform among all.

        What was never shown of finished deals is made up once for all samples.

        Args:
            rng: where randomness comes from.

        Raises:
            TrickkitError: none was found.
        """
        view = self.view
        if view.is_over:
            return self._past(rng)[-1]
        results = self._past(rng)[-1].results if view.results else ()
        for _ in range(TRIES):
            state = self._played(self._now, results, rng)
            if state is not None and state.view(view.seat) == view:
                return state
        raise TrickkitError(
            f"no world found in {TRIES} tries that agrees with the view", game=self.rules.key, deal=view.deal.number
        )

    @cached_property
    def _now(self) -> Holes:
        return Holes.of(self.rules, self.view.deal, self.view.moves)

    @cached_property
    def _finished(self) -> list[State]:
        return []

    def _past(self, rng: Random) -> list[State]:
        """For every finished deal, a state after it in which the seat has seen the same so far."""
        found, seat = self._finished, self.view.seat
        for result in self.view.results[len(found) :]:
            holes = Holes.of(self.rules, result.deal, result.moves)
            results = found[-1].results if found else ()
            for _ in range(TRIES):
                state = self._played(holes, results, rng)
                if state is not None and state.results[-1].seen_by(seat, self.rules.phases) == result:
                    found.append(state)
                    break
            else:
                raise TrickkitError(
                    f"no finished deal found in {TRIES} tries that agrees with the view",
                    game=self.rules.key,
                    deal=result.deal.number,
                )
        return found

    def _played(self, holes: Holes, results: tuple[Result, ...], rng: Random) -> State | None:
        """The state after a deal with its holes filled and its secret decisions made up; None where that cannot be."""
        deal = holes.deal
        first = results[0].deal.begun_by if results else deal.begun_by
        chance = Chance(rng.getrandbits(63))
        try:
            state = resumed(self.rules, first, results, deal.begun_by, holes.filled(rng), chance)
            for seat, action, _ in holes.moves:
                if action is UNKNOWN:
                    legal = state.legal(seat)
                    action = legal[int(rng.random() * len(legal))]
                state = state.play(seat, action)  # type: ignore[arg-type]
        except (IllegalAction, NotYourTurn, InvalidRules, IndexError):
            return None
        return state


@frozen
class Slot:
    """A place for one card of a hand.

    Args:
        time: of the event with which the card came.
        place: in the list of all dealt cards: first those of the hands, seat after seat, then the stock.
    """

    time: int
    place: int


@frozen
class Holes:
    """What somebody does not know of a deal.

    Args:
        deal: with holes.
        moves: of the deal, with holes.
        stacked: what is known of how it was dealt.
        named: by hand, cards that it is known to have held, of which it is not known when they came: their texts, and
            the time until which they had come.
        slots: by hand, the places that cards came to which are not known.
        rest: the places of the stock that are not known.
        pool: the cards of which nothing is known.
        barred: by hand, the texts of the cards in the pool that it has shown not to hold.
    """

    deal: Deal
    moves: tuple[Move, ...]
    stacked: Stacked
    named: tuple[tuple[tuple[str, int], ...], ...]
    slots: tuple[tuple[Slot, ...], ...]
    rest: tuple[int, ...]
    pool: tuple[str, ...]
    barred: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, rules: Rules, deal: Deal, moves: tuple[Move, ...]) -> Holes:
        """What is not known of a deal with holes."""
        stacked = dealt_again(deal)
        dealt = [text for hand in stacked.hands or () for text in hand or ()]
        texts = [*dealt, *stacked.stock]
        slots: list[list[Slot]] = [[] for _ in deal.seats]
        held: list[list[tuple[str, int]]] = [[] for _ in deal.seats]
        for place in range(len(dealt)):
            slots[place // deal.size].append(Slot(-1, place))
        _follow(deal.events, slots, held, len(dealt))
        end = len(deal.events)
        for hand, cards in enumerate(deal.hands):
            held[hand] += [(card.text, end) for card in cards.known]
        named = tuple(_unplaced(texts, slots[hand], held[hand]) for hand in deal.seats)
        free = tuple(tuple(slot for slot in mine if texts[slot.place] == HOLE) for mine in slots)
        in_hands = {slot.place for mine in free for slot in mine}
        rest = tuple(place for place, text in enumerate(texts) if text == HOLE and place not in in_hands)
        known = Counter(text for text in texts if text != HOLE)
        known.update(text for mine in named for text, _ in mine)
        pool = Counter(card.text for card in deal.deck)
        pool.subtract(known)
        barred = _barred(rules, deal)
        listed = tuple(text for text in pool.elements())
        return cls(deal, moves, stacked, named, free, rest, listed, tuple(one & {*listed} for one in barred))

    def filled(self, rng: Random) -> Stacked:
        """The deal with all holes filled at random."""
        texts = [text for hand in self.stacked.hands or () for text in hand or ()]
        split = len(texts)
        texts += self.stacked.stock
        hands, rest = self._shares(rng)
        for slots, named, hidden in zip(self.slots, self.named, hands, strict=True):
            left = list(slots)
            for text, time in named:
                # A card that left its hand early has the fewest places to have come to: those are given away first.
                open_to = [slot for slot in left if slot.time < time]
                slot = open_to[int(rng.random() * len(open_to))]
                texts[slot.place] = text
                left.remove(slot)
            for slot, text in zip(left, hidden, strict=True):
                texts[slot.place] = text
        for place, text in zip(self.rest, rest, strict=False):
            texts[place] = text
        size, stacked = self.deal.size, self.stacked
        dealt = [texts[size * seat : size * seat + size] for seat in self.deal.seats] if split else None
        return Stacked(hands=dealt, turned=stacked.turned, stock=texts[split:], rolls=stacked.rolls)

    def _shares(self, rng: Random) -> tuple[list[list[str]], list[str]]:
        """The pool in random order, shared out to the hands and the rest, so that no hand gets what is barred."""
        sizes = [len(slots) - len(named) for slots, named in zip(self.slots, self.named, strict=True)]
        pool = list(self.pool)
        rng.shuffle(pool)
        if not any(barred and size for barred, size in zip(self.barred, sizes, strict=True)):
            shares, at = [], 0
            for size in sizes:
                shares.append(pool[at : at + size])
                at += size
            return shares, pool[at:]
        return _shared(pool, sizes, self.barred, rng)


def _follow(events: Iterable[Event], slots: list[list[Slot]], held: list[list[tuple[str, int]]], first: int) -> None:
    """Note when cards came to hands from the stock and when named ones left.

    Args:
        events: of the deal.
        slots: by hand, the places that cards came to; those drawn from the stock are added.
        held: by hand, the cards that left it and when; they are added.
        first: the place of the top of the stock as it was dealt.
    """
    off = first
    for time, event in enumerate(events):
        for drawn, hand in enumerate(event.into_hands):
            slots[hand].append(Slot(time, off + drawn))
        off += len(event.off_stock)
        for hand, text in event.out_of_hands:
            if text != HOLE:
                held[hand].append((text, time))


def _unplaced(
    texts: Sequence[str], slots: Sequence[Slot], held: Sequence[tuple[str, int]]
) -> tuple[tuple[str, int], ...]:
    """Of the cards that a hand held, those that are not known to have come to a certain place, first to leave first."""
    placed = Counter(texts[slot.place] for slot in slots)
    found = []
    for text, time in held:
        if placed[text]:
            placed[text] -= 1
        else:
            found.append((text, time))
    return tuple(sorted(found, key=lambda one: one[1]))


def _barred(rules: Rules, deal: Deal) -> list[frozenset[str]]:
    """By hand, the texts of the cards that it has shown not to hold."""
    masks = [0] * deal.players
    for phase in dict.fromkeys(rules.phases):
        if type(phase).ruled_out is not Phase.ruled_out:
            masks = [one | more for one, more in zip(masks, phase.ruled_out(deal), strict=True)]
    pairs = [*zip(deal.deck.cards, deal.deck.masks, strict=True)]
    return [frozenset(card.text for card, faces in pairs if faces & mask) for mask in masks]


def _shared(
    pool: list[str], sizes: list[int], barred: Sequence[frozenset[str]], rng: Random
) -> tuple[list[list[str]], list[str]]:
    """Cards shared out uniformly among all ways that give no hand what is barred.

    Cards that are barred from the same hands are alike: the hands take, one after the other, so many of each kind as
    the number of ways to go on from there has it.

    Args:
        pool: the cards in random order.
        sizes: by hand, how many it gets.
        barred: by hand, what it may not get.
        rng: where randomness comes from.

    Raises:
        IndexError: there is no way.
    """
    hands = [hand for hand, size in enumerate(sizes) if size]
    kinds: dict[tuple[bool, ...], list[str]] = {}
    for text in pool:
        kinds.setdefault(tuple([text in barred[hand] for hand in hands]), []).append(text)
    allowed = tuple(tuple([not kind[place] for kind in kinds]) for place in range(len(hands)))
    wanted = tuple([sizes[hand] for hand in hands])
    left = [*kinds.values()]
    shares: list[list[str]] = [[] for _ in sizes]
    for place, hand in enumerate(hands):
        counts = tuple([len(cards) for cards in left])
        options = _splits(counts, wanted[place], allowed[place])
        weights = [
            _ways(tuple([have - take for have, take in zip(counts, split, strict=True)]), wanted, allowed, place + 1)
            * _choices(counts, split)
            for split in options
        ]
        # Of exact weights, which may be larger than any float.
        ticket = rng.randrange(sum(weights)) if sum(weights) else -1
        for split, weight in zip(options, weights, strict=True):
            if 0 <= ticket < weight:
                for cards, take in zip(left, split, strict=True):
                    shares[hand] += cards[:take]
                    del cards[:take]
            ticket -= weight
        if len(shares[hand]) != sizes[hand]:
            raise IndexError("no way to share out the cards")
    rest = [text for cards in left for text in cards]
    rng.shuffle(rest)
    for share in shares:
        rng.shuffle(share)
    return shares, rest


def _choices(counts: tuple[int, ...], split: tuple[int, ...]) -> int:
    found = 1
    for have, take in zip(counts, split, strict=True):
        found *= comb(have, take)
    return found


@lru_cache(maxsize=4096)
def _splits(counts: tuple[int, ...], size: int, allowed: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
    """All ways to take so many cards of kinds that are allowed, as the number of each kind."""
    if not counts:
        return ((),) if size == 0 else ()
    most = min(counts[0], size) if allowed[0] else 0
    return tuple(
        (take, *others) for take in range(most + 1) for others in _splits(counts[1:], size - take, allowed[1:])
    )


@lru_cache(maxsize=16384)
def _ways(counts: tuple[int, ...], wanted: tuple[int, ...], allowed: tuple[tuple[bool, ...], ...], place: int) -> int:
    """In how many ways the hands from a place on can take what they want."""
    if place == len(wanted):
        return 1
    found = 0
    for split in _splits(counts, wanted[place], allowed[place]):
        left = tuple([have - take for have, take in zip(counts, split, strict=True)])
        found += _choices(counts, split) * _ways(left, wanted, allowed, place + 1)
    return found

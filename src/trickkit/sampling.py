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

from trickkit.actions import Action
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
            stacked, left = holes.filled(rng)
            state = resumed(self.rules, first, results, deal.begun_by, stacked, chance)
            for seat, action, _ in holes.moves:
                if action is UNKNOWN:
                    legal = state.legal(seat)
                    named = [one for one in legal if _named(one, left[seat])] or legal
                    action = named[int(rng.random() * len(named))]
                    for text in _named(action, left[seat]):
                        left[seat].remove(text)
                state = state.play(seat, action)  # type: ignore[arg-type]
        except (IllegalAction, NotYourTurn, InvalidRules, IndexError):
            return None
        return state


def _named(action: Action, cards: Sequence[str]) -> list[str]:
    """The cards among some that an action names by their texts."""
    return [word for word in str(action).split() if word in cards] if cards else []


@frozen
class Journey:
    """One step of a card from place to place, as far as it is known.

    Args:
        place: for a card that came off the pack, its place in the list of all dealt cards: first those of the hands,
            seat after seat, then the stock; else None.
        source: the hand that it left, or None.
        target: the hand that it came to, or stays in; None where it is in none any more.
        text: of the card; HOLE where it is not known.
        event: the number of the event that tells of it: all its cards are on their way at once.
    """

    place: int | None
    source: int | None
    target: int | None
    text: str
    event: int


@frozen
class Holes:
    """What somebody does not know of a deal.

    Args:
        deal: with holes.
        moves: of the deal, with holes.
        stacked: what is known of how it was dealt.
        journeys: the steps of all cards that came to hands, in order, and those that are known to be there now.
        barred: by hand, the texts of the cards that it has shown not to hold.
    """

    deal: Deal
    moves: tuple[Move, ...]
    stacked: Stacked
    journeys: tuple[Journey, ...]
    barred: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, rules: Rules, deal: Deal, moves: tuple[Move, ...]) -> Holes:
        """What is not known of a deal with holes."""
        stacked = dealt_again(deal)
        dealt = len([text for hand in stacked.hands or () for text in hand or ()])
        journeys = [Journey(place, None, place // deal.size, HOLE, -1) for place in range(dealt)]
        journeys += _journeys(deal.events, dealt)
        end = len(deal.events)
        journeys += [
            Journey(None, hand, hand, card.text, end) for hand, cards in enumerate(deal.hands) for card in cards.known
        ]
        return cls(deal, moves, stacked, tuple(journeys), tuple(_barred(rules, deal)))

    def filled(self, rng: Random) -> tuple[Stacked, list[list[str]]]:
        """The deal with all holes filled at random; by hand, the cards that left it unseen."""
        texts = [text for hand in self.stacked.hands or () for text in hand or ()]
        split = len(texts)
        texts += self.stacked.stock
        hands, gone = self._travelled(texts, rng)
        free = [[place for place in places if texts[place] == HOLE] for places in hands]
        in_hands = {place for places in free for place in places}
        rest = [place for place, text in enumerate(texts) if text == HOLE and place not in in_hands]
        shares, others = self._shares(texts, [len(places) for places in free], rng)
        for places, share in zip((*free, rest), (*shares, others), strict=True):
            for place, text in zip(places, share, strict=False):
                texts[place] = text
        size, stacked = self.deal.size, self.stacked
        dealt = [texts[size * seat : size * seat + size] for seat in self.deal.seats] if split else None
        filled = Stacked(hands=dealt, turned=stacked.turned, stock=texts[split:], rolls=stacked.rolls)
        return filled, [[texts[place] for place in places] for places in gone]

    def _travelled(self, texts: list[str], rng: Random) -> tuple[list[list[int]], list[list[int]]]:
        """Send all cards on their journeys; cards that are known later get their places on the way.

        Args:
            texts: of the cards in all places; what is found out is written into it.
            rng: says which of the cards that are not known it was.

        Returns:
            By hand, the places from which its cards came, and those of the cards that left it unseen.

        Raises:
            IndexError: no card that is not known is left where one must be.
        """
        hands: list[list[int]] = [[] for _ in self.deal.seats]
        gone: list[list[int]] = [[] for _ in self.deal.seats]
        staying: list[list[int]] = [[] for _ in self.deal.seats]
        played = [False] * len(hands)
        coming: list[tuple[int, int]] = []
        event = -1
        for number, step in enumerate(self.journeys):
            if step.event != event:
                for target, place in coming:
                    hands[target].append(place)
                coming, event = [], step.event
            if step.source is None:
                if step.target is not None and step.place is not None:
                    hands[step.target].append(step.place)
                continue
            mine = hands[step.source]
            known = [place for place in mine if texts[place] == step.text] if step.text != HOLE else []
            if not known:
                known = [place for place in mine if texts[place] == HOLE]
                if step.text == HOLE:
                    known += self._not_needed(number, texts, mine)
                known = [known[int(rng.random() * len(known))]]
            place = known[0]
            mine.remove(place)
            if step.text == HOLE:
                gone[step.source].append(place)
            else:
                texts[place] = step.text
            if step.target == step.source:
                staying[step.source].append(place)
            elif step.target is not None:
                coming.append((step.target, place))
            elif step.text == HOLE and played[step.source]:
                # What is thrown away in the end is nothing that the hand has shown not to hold.
                staying[step.source].append(place)
            played[step.source] = played[step.source] or (step.text != HOLE and step.target is None)
        for target, place in coming:
            hands[target].append(place)
        return [mine + stays for mine, stays in zip(hands, staying, strict=True)], gone

    def _not_needed(self, number: int, texts: Sequence[str], mine: Sequence[int]) -> list[int]:
        """Of the cards in a hand that are known, those that are not known to leave it or to be there later."""
        source = self.journeys[number].source
        later = {step.text for step in self.journeys[number + 1 :] if step.source == source}
        return [place for place in mine if texts[place] != HOLE and texts[place] not in later]

    @cached_property
    def _deck(self) -> Counter[str]:
        return Counter(card.text for card in self.deal.deck)

    def _shares(self, texts: Iterable[str], sizes: list[int], rng: Random) -> tuple[list[list[str]], list[str]]:
        """The cards that have no place in random order, shared out to the hands and the rest, so that no hand gets what
        is barred."""
        left = Counter(self._deck)
        left.subtract(texts)
        pool = [text for text in left.elements() if text != HOLE]
        rng.shuffle(pool)
        barred = [one.intersection(pool) if size else one for one, size in zip(self.barred, sizes, strict=True)]
        if not any(one and size for one, size in zip(barred, sizes, strict=True)):
            shares, at = [], 0
            for size in sizes:
                shares.append(pool[at : at + size])
                at += size
            return shares, pool[at:]
        return _shared(pool, sizes, barred, rng)


def _journeys(events: Iterable[Event], first: int) -> list[Journey]:
    """The steps of all cards that the events of a deal tell of.

    Args:
        events: in order.
        first: the place of the top of the stock as it was dealt.
    """
    found = []
    for number, event in enumerate(events):
        found += [Journey(place, None, hand, HOLE, number) for place, hand in enumerate(event.into_hands, start=first)]
        first += len(event.off_stock)
        found += [Journey(None, hand, None, text, number) for hand, text in event.out_of_hands]
        # What is known to have gone is not what went unseen.
        known = sorted(event.passed, key=lambda step: step[2] == HOLE)
        found += [Journey(None, source, target, text, number) for source, target, text in known]
    return found


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

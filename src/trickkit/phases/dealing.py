"""Dealing cards to the hands, and fixing deals by hand."""

from __future__ import annotations

from functools import cached_property, lru_cache, partial
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.cards import Deck
from trickkit.model.chance import HOLE, Chance, Stacked
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import OF_MORE, Event, Record, tells_of
from trickkit.model.hands import Hand, Pile, hands_seen
from trickkit.phases.base import Phase

# Names that stood here before.
from trickkit.phases.turning import Cut as Cut
from trickkit.phases.turning import CutTrump as CutTrump
from trickkit.phases.turning import TrumpCut as TrumpCut
from trickkit.phases.turning import TrumpTurned as TrumpTurned
from trickkit.phases.turning import Turned as Turned
from trickkit.phases.turning import TurnTrump as TurnTrump
from trickkit.policies.portion import Portion, Rest
from trickkit.policies.visibility import OwnHand, Visibility

__all__ = ["DealOut", "Dealing", "Dealt", "stacked_deal"]


@frozen
class Dealt(Event):
    """Cards were dealt.

    Args:
        hands: the cards that each hand was dealt, by seat.
        known: for every seat, then for a spectator, which cards it saw, as a mask. Empty in a view.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> event = Dealt((Hand.of(deck, ["AS"]), Hand.of(deck, ["2C"])), (deck.mask(["AS"]), deck.mask(["2C"]), 0))
    >>> str(event.seen_by(0, scored=False))
    'Dealt: hand 0: AS; hand 1: ??.'
    """

    hands: tuple[Hand, ...]
    known: tuple[int, ...] = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> Dealt:
        if not self.known:
            return self
        return Dealt(hands_seen(self.hands, self.known[-1 if seat is None else seat]))

    @property
    def receivers(self) -> tuple[int, ...]:
        return tuple([index for index, hand in enumerate(self.hands) if hand])

    def __str__(self) -> str:
        return f"Dealt: {'; '.join(f'hand {seat}: {hand}' for seat, hand in enumerate(self.hands))}."


@frozen
class Dealing(Record):
    """The record of the cards that were dealt.

    Args:
        each: how many cards each hand was dealt so far.
        hands: by seat, the deck indices of all cards that it is dealt in this deal, in order, including those not dealt
            yet; () in a view.

    >>> from trickkit.model.cards import french
    >>> deal = DealOut().begin(Deal.fresh(french(), players=2, size=5, chance=Chance(7)))
    >>> deal[DealOut].seen_by(0, scored=False)
    Dealing(each=5, hands=())
    """

    each: int
    hands: tuple[tuple[int, ...], ...] = ()

    @property
    def lacking(self) -> int:
        """The number of cards that are still to be dealt to the hands."""
        return sum(len(numbers) - self.each for numbers in self.hands)

    def seen_by(self, seat: int | None, *, scored: bool) -> Dealing:
        return _dealing_seen(self.each)


@lru_cache(maxsize=256)
def _dealing_seen(each: int) -> Dealing:
    """The record as everybody sees it; cached because every view contains it."""
    return Dealing(each)


@frozen(kw_only=True)
class DealOut(Phase):
    """Deal every seat its hand, or a part of it, from a shuffled deck.

    Args:
        visibility: who sees which hand.
        portion: how much of a hand is dealt.

    >>> from trickkit.model.cards import french
    >>> deal = DealOut().begin(Deal.fresh(french(), players=2, size=5, chance=Chance(7)))
    >>> [len(hand) for hand in deal.hands], len(deal.stock), deal.knows(0) == deal.hands[0].mask
    ([5, 5], 42, True)
    """

    record: ClassVar[type[Record]] = Dealing

    visibility: Visibility = field(default=OwnHand(), validator=is_a(Visibility))
    portion: Portion = field(default=Rest(), validator=is_a(Portion))

    @cached_property
    def _sights(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        return {}

    def sight(self, players: int) -> tuple[tuple[int, ...], ...]:
        """By seat, and last for a spectator, the hands whose cards it sees; cached.

        >>> DealOut().sight(2)
        ((0,), (1,), ())
        """
        sight = self._sights.get(players)
        if sight is None:
            sees, hands = self.visibility.sees, range(players)
            sight = tuple([tuple([hand for hand in hands if sees(viewer, hand)]) for viewer in (*hands, None)])
            self._sights[players] = sight
        return sight

    def begin(self, deal: Deal) -> Deal:
        """The deal with the dealt hands.

        Raises:
            InvalidRules: the deck is too small.
        """
        # A hot function: it runs once or more in every deal.
        deck, players = deal.deck, deal.players
        if deal.size * players > len(deck.cards):
            raise InvalidRules(f"{players} hands of {deal.size} cards are more than the {len(deck)} of the deck")
        dealing = deal.get(DealOut)
        if dealing is None:
            dealing, rest, chance = _shuffled(deal)
        else:
            rest, chance = deal.stock.order[: -dealing.lacking or None], deal.chance
        dealt, masks = dealing.each, deck.masks
        upto = dealt + self.portion.cards(deal.size, dealt)
        # Cards still to be dealt to hands are at the bottom of the stock until then.
        if upto < deal.size:
            rest = (*rest, *[index for numbers in dealing.hands for index in numbers[upto:]])
        stock = Pile(deck, rest)
        if upto == dealt:
            # No card is dealt, as with half of an odd hand, so there is nothing to report.
            return deal.with_record(dealing, stock=stock, chance=chance)
        # No card is dealt twice, so a sum of cards is the set of them.
        new = [sum([masks[index] for index in numbers[dealt:upto]]) for numbers in dealing.hands]
        seen = [sum([new[hand] for hand in hands]) for hands in self.sight(players)]
        return deal.with_record(
            Dealing(upto, dealing.hands),
            partial(_dealt, deck, new, seen),
            held=tuple([old | mask for old, mask in zip(deal.held, new, strict=True)]),
            stock=stock,
            known=tuple([old | mask for old, mask in zip(deal.known, seen, strict=True)]),
            chance=chance,
        )


def _dealt(deck: Deck, hands: list[int], seen: list[int]) -> tuple[Event, ...]:
    """The event of dealt cards; `hands` are masks of cards, `seen` masks of the hands that each viewer sees."""
    return (Dealt(tuple([Hand(deck, mask) for mask in hands]), tuple(seen)),)


def _shuffled(deal: Deal) -> tuple[Dealing, tuple[int | None, ...], Chance | None]:
    """The shuffled deck: the hands to be dealt, the numbers of the other cards, and the next source of chance."""
    if deal.chance is None:
        raise InvalidRules("a deal without a source of chance cannot be shuffled")
    size = deal.size
    if deal.stacked is None:
        order, chance = deal.chance.shuffle(len(deal.deck))
    else:
        order, chance = _filled(deal, deal.stacked, deal.chance)
    order = deal.deck.in_order(order)
    hands = tuple([tuple(order[size * seat : size * seat + size]) for seat in deal.seats])
    return Dealing(0, hands), tuple(order[size * deal.players :]), chance


def _filled(deal: Deal, stacked: Stacked, chance: Chance) -> tuple[list[int], Chance]:
    """The whole deck in dealing order: the fixed cards, and a random order in the remaining places."""
    wanted = [*(((HOLE,) * deal.size if hand is None else hand) for hand in stacked.hands or (None,) * deal.players)]
    texts = [*(text for hand in wanted for text in hand), *stacked.top]
    fixed = iter(deal.deck.numbers(text for text in texts if text != HOLE))
    places = [None if text == HOLE else next(fixed) for text in texts]
    taken = set(places) - {None}
    if len(taken) == len(deal.deck):
        return [index for index in places if index is not None], chance.after
    order, after = chance.shuffle(len(deal.deck))
    free = iter([index for index in order if index not in taken])
    return [*(next(free) if index is None else index for index in places), *free], after


def stacked_deal(deal: Deal) -> Stacked:
    """The stacked deal that deals the same cards again; for the deal of a view, only what its seat knows.

    Args:
        deal: at any time after its first phase that deals, or finished.

    >>> from trickkit.variants import pikoko
    >>> rules = pikoko.rules(players=3)
    >>> state = rules.start(seed=7, first=0)
    >>> again = rules.start(first=0, deals=[stacked_deal(state.deal)])
    >>> again.deal.hands == state.deal.hands, again.deal.stock == state.deal.stock
    (True, True)
    """
    cards = deal.deck.cards
    dealing = deal.get(DealOut)
    if dealing is None or not dealing.hands:
        given: list[list[str]] = [[] for _ in deal.seats]
        for event in deal.events:
            if type(event) is Dealt:
                for hand, dealt in zip(given, event.hands, strict=True):
                    hand += [str(card) for card in dealt]
        hands = [[*hand, *[HOLE] * (deal.size - len(hand))] for hand in given] if dealing else None
    else:
        hands = [[cards[index].text for index in numbers] for numbers in dealing.hands]
    stock = [str(card) for card in deal.stock]
    for event in reversed(deal.events):
        if tells_of(type(event)) == OF_MORE:  # type: ignore[arg-type]
            for _, _, got, height in reversed(event.swapped):
                stock[-1 - height] = got
            for _, _, height in reversed(event.put_under):
                del stock[len(stock) - 1 - height]
            stock = [str(card) for card in event.off_stock] + stock
    undealt = sum(deal.size - (dealing.each if dealing else deal.size) for _ in deal.seats)
    return Stacked(
        hands=hands,
        turned=cut_card(deal),
        stock=stock[: len(stock) - undealt] if dealing else (),
        rolls=deal.rolls if deal.chance is None else deal.chance.rolled,
    )


def cut_card(deal: Deal) -> str | None:
    """The text of the card that was cut; None if there was no cut."""
    cut = deal.get(CutTrump)
    return None if cut is None or cut.card is None else cut.card.text

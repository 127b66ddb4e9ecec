"""Traces of cards through a deal: the moves of unknown cards, and the hidden places where they lie now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise, product
from typing import NamedTuple

from trickkit.model.chance import HOLE, Stacked
from trickkit.model.deal import Deal
from trickkit.model.events import OF_MORE, Event, tells_of
from trickkit.phases.dealing import Dealt

__all__ = ["HiddenPlace", "Trace", "Transfer", "UnseenCard", "is_loose", "texts_of"]


class Transfer(NamedTuple):
    """A move of a card that is or was unknown.

    Args:
        event: the number of the event that reports it; -1 for the initial deal.
        source: the hand that it left; None if it came off the pack, or if its origin need not be drawn.
        target: the hand to which it came; None if it came to no hand, or if it is known from then on.
        text: the text of the card; HOLE if it is unknown.
        place: for a card that came off the pack, its index among the cards as they were dealt.

    >>> Transfer(event=3, source=0, target=2)
    Transfer(event=3, source=0, target=2, text='??', place=-1)
    """

    event: int
    source: int | None
    target: int | None
    text: str = HOLE
    place: int = -1


class UnseenCard(NamedTuple):
    """A card that may be in several places.

    Args:
        text: the text of the card.
        home: the hand to which it came openly, and which it may have left unseen; None if it was never seen.
        time: the number of the event with which it came there.

    >>> UnseenCard("AS").home is None
    True
    """

    text: str
    home: int | None = None
    time: int = -1


class HiddenPlace(NamedTuple):
    """A place that holds a number of unknown cards.

    Args:
        hand: the hand that holds the cards, or that put them away.
        event: the number of the event with which they left the hand; for cards still in a hand, of the last event.
        cards: the number of unknown cards.
        excluded: the texts of cards that are not among them.

    >>> place = HiddenPlace(hand=1, event=9, cards=2, excluded=frozenset(["AS"]))
    >>> place.takes(UnseenCard("AS"), []), place.takes(UnseenCard("KS"), [])
    (False, True)
    >>> place.takes(UnseenCard("KS", home=0, time=3), [])
    False
    """

    hand: int
    event: int
    cards: int
    excluded: frozenset[str]

    def takes(self, unseen: UnseenCard, steps: Sequence[Transfer]) -> bool:
        """Whether a card may lie in the place.

        Args:
            unseen: the card.
            steps: those of the unknown cards.
        """
        if unseen.text in self.excluded:
            return False
        if unseen.home is None or self.hand == unseen.home:
            return unseen.time < self.event
        return any(step.text == HOLE and self.reached(unseen, step) for step in steps)

    def reached(self, unseen: UnseenCard, step: Transfer) -> bool:
        """Whether a transfer from hand to hand may have brought a card from its home to this place."""
        return (step.source, step.target) == (unseen.home, self.hand) and unseen.time < step.event < self.event


class Trace:
    """Follows the cards through the events of a deal.

    It collects `texts`, the dealt cards in order; `steps`, the transfers; `named`, the cards that were unknown before
    they were seen; `known`, by hand, the cards that came to it openly and may have left it unseen; and `departed`, by
    hand, the cards that left it without being played, in order: for each the text, or the number of the step, and
    whether it left unseen.

    >>> from trickkit.phases.dealing import stacked_deal
    >>> from trickkit.variants import pikoko
    >>> deal = pikoko.rules(players=3).start(seed=7, first=0).view(0).deal
    >>> trace = Trace(deal, texts_of(stacked_deal(deal)), dealt=24)
    >>> len(trace.steps), [hidden_place.cards for hidden_place in trace.hidden_places([frozenset()] * 3)]
    (8, [8, 0, 0])
    """

    def __init__(self, deal: Deal, texts: list[str], dealt: int) -> None:
        self.deal = deal
        self.texts = texts
        self.steps: list[Transfer] = []
        self.named: list[str] = []
        self.known: list[list[tuple[str, int]]] = [[] for _ in deal.seats]
        self.cards = [0] * deal.players
        self.away: dict[tuple[int, int], int] = {}
        self.withheld: dict[int, frozenset[str]] = {}
        self.shown = -1
        self.departed: list[list[tuple[int | str, bool]]] = [[] for _ in deal.seats]
        self.handed: list[int] = []
        """The numbers of the steps from hand to hand."""
        self._follow(dealt)

    def _follow(self, first: int) -> None:
        size = self.deal.size
        before, portions = _portions(self.deal)
        for index, (text, step) in enumerate(zip(self.texts[:first], _dealt(first, size), strict=True)):
            if index % size >= before:
                continue
            if text == HOLE:
                self.steps.append(step)
                self.cards[step[2]] += 1  # type: ignore[index]
            else:
                self.known[index // size].append((text, -1))
        for time, event in enumerate(self.deal.events):
            tells = tells_of(type(event))  # type: ignore[arg-type]
            if time in portions:
                for hand, offset in product(self.deal.seats, portions[time]):
                    self._comes(time, hand, hand * size + offset, self.texts[hand * size + offset])
            if tells != OF_MORE:
                # A hot function: most events report a played card, or none.
                leaving = event.out_of_hands if tells else ()
                if any(text == HOLE for _, text in leaving):
                    self._leave(time, event)
                    continue
                for hand, text in leaving:
                    self._seen(time, hand, text)
                    self.shown = time
                continue
            drawn = zip(event.into_hands, event.off_stock, strict=False)
            for index, (hand, card) in enumerate(drawn, start=first):
                # A face-up card may have been exchanged since the deal, so the event names the drawn card.
                self._comes(time, hand, index, str(card))
            first += len(event.off_stock)
            self._leave(time, event)
        end = len(self.deal.events)
        for hand, cards in enumerate(self.deal.hands):
            for card in cards.known:
                self._seen(end, hand, card.text)

    def _comes(self, time: int, hand: int, place: int, text: str) -> None:
        """Track a card that comes off the pack."""
        if text != HOLE:
            self.known[hand].append((text, time))
            return
        self.steps.append(Transfer._make((time, None, hand, HOLE, place)))
        self.cards[hand] += 1

    def _leave(self, time: int, event: Event) -> None:
        """Track cards that leave hands in an event, seen ones first; they arrive once all have left."""
        if event.withheld:
            self.withheld[time] = frozenset(event.withheld)
        leaving = [*((hand, None, text) for hand, text in event.out_of_hands), *event.passed]
        coming: list[tuple[int, str]] = []
        step_index = len(self.steps)
        for source, target, text in sorted(leaving, key=lambda step: step[2] == HOLE):
            if text != HOLE:
                self._seen(time, source, text)
                self.shown = time if target is None else self.shown
                step_index = len(self.steps)
            elif target is None:
                self.away[source, time] = self.away.get((source, time), 0) + 1
                self.steps.append(Transfer(time, source, None))
            else:
                self.handed.append(len(self.steps))
                self.steps.append(Transfer(time, source, target))
                self.cards[source] -= 1
            if target is not None:
                coming.append((target, text))
        for source, _, text in leaving:
            self.departed[source].append((step_index, True) if text == HOLE else (text, False))
            step_index += text == HOLE
        for hand, text in event.uncovered:
            self._uncovered(hand, text)
        for hand, gave, got, _ in event.swapped:
            self._seen(time, hand, gave)
            self.known[hand].append((got, time))
            self.shown = time
        for hand, text in event.taken_up:
            self.known[hand].append((text, time))
        for target, text in coming:
            if text == HOLE:
                self.cards[target] += 1
            else:
                self.known[target].append((text, time))

    def _uncovered(self, hand: int, text: str) -> None:
        """Track a laid-away card that becomes visible, if it was unseen before."""
        if (text, False) in self.departed[hand]:
            return
        places = [key for key, cards in self.away.items() if key[0] == hand and cards]
        for _, time in reversed(places):
            step_index = next(
                index
                for index, step in enumerate(self.steps)
                if step[:2] == (time, hand) and step.target is None and step.text == HOLE
            )
            known = next((pair for pair in self.known[hand] if pair[0] == text and pair[1] < time), None)
            self.away[hand, time] -= 1
            if known:
                # It was known before it was laid away.
                self.known[hand].remove(known)
                self.steps[step_index] = Transfer(time, None, None, text)
            else:
                self.named.append(text)
                self.cards[hand] -= 1
                self.steps[step_index] = Transfer(time, hand, None, text)
            return

    def _seen(self, time: int, hand: int, text: str) -> None:
        """Track a card of a hand that becomes visible, as it leaves or at the end."""
        for known in self.known[hand]:
            if known[0] == text:
                self.known[hand].remove(known)
                return
        for step_index in self.handed:
            step = self.steps[step_index]
            if step.text == HOLE and step.target == hand and step.source is not None:
                for known in self.known[step.source]:
                    if known[0] == text and known[1] < step.event:
                        # It had come to another hand openly, so that hand must have passed it on.
                        self.known[step.source].remove(known)
                        self.steps[step_index] = step._replace(text=text)
                        self.cards[step.source] += 1
                        self.cards[hand] -= 1
                        return
        self.steps.append(Transfer._make((time, hand, None, text, -1)))
        self.named.append(text)
        self.cards[hand] -= 1

    def hidden_places(
        self, excluded: Sequence[frozenset[str]], voids: Sequence[Sequence[tuple[int, frozenset[str]]]] = ()
    ) -> list[HiddenPlace]:
        """The places of unknown cards: one for each hand, then those of cards put away.

        Args:
            excluded: by hand, the texts of the cards that it has shown not to hold.
            voids: by hand, the numbers of the events that showed this, and the texts.
        """
        left = [cards + len(known) for cards, known in zip(self.cards, self.known, strict=True)]
        for (hand, _), cards in self.away.items():
            left[hand] -= cards
        end = len(self.deal.events)
        now = [HiddenPlace(hand, end, left[hand], excluded[hand]) for hand in self.deal.seats]
        away, none = [], frozenset[str]()
        for (hand, time), cards in self.away.items():
            if not cards:
                continue
            # Cards put away before the last card was seen may be among those that the hand lacked then; so may cards
            # put away when the hand showed that it had no more of them.
            later = [texts for event, texts in voids[hand] if event >= time] if voids else []
            lacked = excluded[hand].difference(*later) if time > self.shown else none
            away.append(HiddenPlace(hand, time, cards, lacked | self.withheld.get(time, none)))
        return now + away


def is_loose(hand: int, steps: Sequence[Transfer], voids: Sequence[tuple[int, frozenset[str]]]) -> bool:
    """Whether a hand drew cards after it had shown a void, and shed some unseen, so that a share may be impossible.

    Args:
        hand: its number.
        steps: the steps of all cards.
        voids: the numbers of the events with which the hand showed that it lacked some cards, and their texts.

    >>> steps = [Transfer(4, None, 1, place=5), Transfer(5, 1, None)]
    >>> is_loose(1, steps, [(3, frozenset(["AS"]))]), is_loose(1, steps, [(6, frozenset(["AS"]))])
    (True, False)
    """
    drew = [step.event for step in steps if step.target == hand and step.source is None and step.event >= 0]
    shed = any(step.source == hand and step.text == HOLE for step in steps)
    return shed and any(event < max(drew, default=0) for event, _ in voids)


def _portions(deal: Deal) -> tuple[int, dict[int, range]]:
    """The number of cards dealt to each hand before any event; and by later event, the numbers dealt in it."""
    dealings = [(time, len(event.hands[0])) for time, event in enumerate(deal.events) if isinstance(event, Dealt)]
    if not dealings:
        return deal.size, {}
    ends = [*accumulate([cards for _, cards in dealings])]
    return ends[0], {time: range(*upto) for (time, _), upto in zip(dealings[1:], pairwise(ends), strict=True)}


@lru_cache(maxsize=64)
def _dealt(cards: int, size: int) -> tuple[Transfer, ...]:
    """The transfers of the initial deal, hand after hand."""
    return tuple([Transfer(-1, None, index // size, HOLE, index) for index in range(cards)])


def texts_of(stacked: Stacked) -> list[str]:
    """The cards in the order in which they were dealt: hand by hand, then the stock.

    >>> texts_of(Stacked(hands=[["R2"], ["R3"]], stock=["W5"]))
    ['R2', 'R3', 'W5']
    """
    return [*(text for hand in stacked.hands or () for text in hand or ()), *stacked.stock]

"""Melds: groups of cards in one hand that score when they are announced, and which of them is the best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import to_pairs, to_texts
from trickkit.model.hands import Hand

__all__ = ["Combination", "Meld", "Melding", "PossibleMeld", "RunsAndSets"]


@frozen
class Meld:
    """Cards of a hand that score together.

    Args:
        cards: their texts.
        points: what they score.
        strength: compared number by number with that of other melds; the greater is better.

    >>> str(Meld(("6H", "7H", "8H"), points=20, strength=(20, 3, 2)))
    '6H 7H 8H (20)'
    """

    cards: tuple[str, ...]
    points: int
    strength: tuple[int, ...]

    def __str__(self) -> str:
        return f"{' '.join(self.cards)} ({self.points})"


@frozen
class PossibleMeld:
    """A meld that a hand may have, and the cards that it requires or excludes.

    Args:
        meld: the meld.
        needs: the cards that the hand must hold, as a mask.
        lacks: the cards that it must not hold, such as the next card of a run.
        alone: whether its cards are in no other meld; if not, the hand uses the combination of melds that scores most.

    >>> PossibleMeld(Meld(("6H", "7H"), points=20, strength=(20,)), needs=0b11, lacks=0b100).alone
    False
    """

    meld: Meld
    needs: int
    lacks: int
    alone: bool = False


@frozen
class Combination:
    """Cards that score together in a deal, as often as a hand holds all of them.

    Args:
        cards: their texts, each once.
        totals: what one scores, what two score together, and so on, as often as the deck allows; one or more.
        larger: the indices, among all combinations of the deal, of larger ones, which include all its cards and count
            in its place.

    >>> Combination(("KH", "QH"), totals=(40, 80), larger=(0,)).totals
    (40, 80)
    """

    cards: tuple[str, ...]
    totals: tuple[int, ...]
    larger: tuple[int, ...] = ()

    def times(self, hand: Hand) -> int:
        """How many times a hand holds all the cards.

        Args:
            hand: a hand whose cards are all known.

        >>> from trickkit.model.cards import french
        >>> Combination(("KH", "QH"), totals=(40,)).times(Hand.of(french(), ["KH", "QH", "QS"]))
        1
        """
        mask, kinds = hand.mask, hand.deck.kinds
        return min([(mask & kinds[text]).bit_count() for text in self.cards])


class Melding(ABC):
    """Says which melds a hand holds.

    >>> from attrs import frozen
    >>> @frozen
    ... class AllAces(Melding):
    ...     def values(self):
    ...         return (100,)
    ...
    ...     def melds(self, hand, trump):
    ...         aces = tuple(card.text for card in hand.known if card.text[0] == "A")
    ...         return (Meld(aces, 100, (100,)),) if len(aces) == 4 else ()
    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> [str(meld) for meld in AllAces().melds(Hand.of(french(), ["AC", "AD", "AH", "AS", "KS"]), None)]
    ['AC AD AH AS (100)']
    """

    __slots__ = ()

    @abstractmethod
    def values(self) -> tuple[int, ...]:
        """All point values that a meld may have, in ascending order."""

    @abstractmethod
    def melds(self, hand: Hand, trump: Suit | None) -> tuple[Meld, ...]:
        """The melds of a hand, the best first; () for none.

        Args:
            hand: a hand whose cards are all known.
            trump: the trump suit of the deal, or None.
        """

    def possible(self, deck: Deck, trump: Suit | None) -> tuple[PossibleMeld, ...] | None:
        """Every meld that a hand may have, for the batch engine; equally good ones in the order of `melds`.

        Args:
            deck: the deck in use.
            trump: the trump suit of the deal, or None.

        Returns:
            None, the default, if single cards do not determine which melds a hand has.
        """
        return None

    def most(self, deck: Deck, hands: int, cards: int) -> int | None:
        """The most points that a number of hands may have in melds together; None, the default, if unknown.

        Args:
            deck: the deck in use.
            hands: the number of hands.
            cards: the number of cards in each of them.

        >>> from trickkit.model.cards import piquet
        >>> RunsAndSets(order="789TJQKA", runs={3: 20, 4: 50}, sets={"K": 100}).most(piquet(), hands=2, cards=8)
        300
        """
        return None

    def combinations(self, deck: Deck, trump: Suit | None) -> tuple[Combination, ...] | None:
        """Every combination that scores as often as a hand holds it; for the batch engine, where seats show melds.

        Args:
            deck: the deck in use.
            trump: the trump suit of the deal, or None.

        Returns:
            None, the default, if melds are not counted in this way.
        """
        return None

    def laid(self, hand: Hand, trump: Suit | None) -> int:
        """The cards that a hand lays down to show all its melds, as a mask; of equal copies the first ones.

        Args:
            hand: a hand whose cards are all known.
            trump: the trump suit of the deal, or None.

        >>> from trickkit.model.cards import piquet
        >>> hand = Hand.of(piquet(), "7C 8C 9C AH".split())
        >>> str(Hand(piquet(), RunsAndSets(order="789TJQKA", runs={3: 20}, sets={}).laid(hand, None)))
        '7C 8C 9C'
        """
        counts: Counter[str] = Counter()
        for meld in self.melds(hand, trump):
            counts |= Counter(meld.cards)
        return first_of(hand, counts)


def first_of(hand: Hand, counts: Mapping[str, int]) -> int:
    """A number of copies of certain cards of a hand, as a mask; of equal copies the first ones."""
    chosen, deck = 0, hand.deck
    for text, count in counts.items():
        left = hand.mask & deck.kinds[text]
        for _ in range(count):
            chosen |= left & -left
            left &= left - 1
    return chosen


@frozen(kw_only=True)
class RunsAndSets(Melding):
    """Runs of cards of a suit, and sets of one rank in every suit, as in Jass.

    The meld with more points is better; among equals the one with more cards; then the one with the higher card; then a
    run of trumps.

    Args:
        order: the ranks, the lowest first, as they precede the letter of the suit in texts.
        runs: points by the number of cards in a run, 2 or more; longer runs score as the longest one listed here.
        sets: points by rank.
        low_wins: the names of trumps under which lower cards count as higher.
        shared: whether a card may be in a run and in a set; if not, a hand uses the melds that score most together and,
            among equal choices, the one with the best meld.
        sets_first: whether every set is better than every run, as in Belote.
        set_order: the ranks of sets, the lowest first, if their order differs from that of runs.

    Raises:
        InvalidRules: points or numbers of cards are not integers, or a set is of a rank missing from the order.

    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> jass = RunsAndSets(order="6789TJQKA", runs={3: 20, 4: 50}, sets={"K": 100})
    >>> hand = Hand.of(french("6789TJQKA"), "6C 7C 8C TC QH KH AH KC KD KS".split())
    >>> [str(meld) for meld in jass.melds(hand, None)]
    ['KC KD KH KS (100)', 'QH KH AH (20)', '6C 7C 8C (20)']
    """

    order: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))
    runs: tuple[tuple[int, int], ...] = field(converter=to_pairs)
    sets: tuple[tuple[str, int], ...] = field(converter=to_pairs)
    low_wins: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))
    shared: bool = field(default=True, validator=is_a(bool))
    sets_first: bool = field(default=False, validator=is_a(bool))
    set_order: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))

    @runs.validator
    def _runs_of_two_or_more(self, _attribute: object, runs: tuple[tuple[int, int], ...]) -> None:
        for cards, points in runs:
            if not isinstance(cards, int) or not isinstance(points, int) or cards < 2:
                raise InvalidRules(
                    f"RunsAndSets: runs has {quoted(points)} for {quoted(cards)}; it must have whole points by 2 "
                    "cards or more"
                )

    @sets.validator
    def _sets_of_ranks(self, _attribute: object, sets: tuple[tuple[str, int], ...]) -> None:
        for rank, points in sets:
            if rank not in self.order or not isinstance(points, int):
                ranks = " ".join(self.order)
                raise InvalidRules(
                    f"RunsAndSets: sets has {quoted(points)} for {quoted(rank)}; it must have whole points by rank, "
                    f"of {ranks}"
                )

    @set_order.validator
    def _has_every_set(self, _attribute: object, set_order: tuple[str, ...]) -> None:
        for rank, _ in self.sets:
            if set_order and rank not in set_order:
                raise InvalidRules(
                    f"RunsAndSets: set_order={quoted(set_order)} lacks {quoted(rank)}, of which there is a set"
                )

    def values(self) -> tuple[int, ...]:
        """All point values of runs and sets, in ascending order."""
        return tuple(sorted({points for _, points in (*self.runs, *self.sets)}))

    def melds(self, hand: Hand, trump: Suit | None) -> tuple[Meld, ...]:
        cards = {card.text for card in hand.known}
        sets = [*self._sets(cards, hand, trump)]
        choices = [[*sets, *self._runs(cards, hand, trump)]]
        if not self.shared:
            choices = [
                [*chosen, *self._runs(cards.difference(*(meld.cards for meld in chosen)), hand, trump)]
                for count in range(len(sets) + 1)
                for chosen in combinations(sets, count)
            ]
        ordered = [sorted(melds, key=lambda meld: meld.strength, reverse=True) for melds in choices]
        return tuple(
            max(ordered, key=lambda melds: (sum(meld.points for meld in melds), [meld.strength for meld in melds]))
        )

    def possible(self, deck: Deck, trump: Suit | None) -> tuple[PossibleMeld, ...] | None:
        """Every run and set; None if the deck has equal cards."""
        if deck.copies:
            return None
        everything = Hand(deck, deck.all)
        sets = [
            PossibleMeld(meld, deck.mask(meld.cards), 0, not self.shared)
            for meld in self._sets(deck.kinds, everything, trump)
        ]
        runs: list[PossibleMeld] = []
        for suit in deck.suits:
            row = [f"{rank}{suit.letter}" for rank in self.order]
            for start, end in combinations(range(len(row) + 1), 2):
                ends = [card for card in (*row[max(0, start - 1) : start], *row[end : end + 1]) if card in deck.kinds]
                runs += [
                    PossibleMeld(meld, deck.mask(meld.cards), deck.mask(ends))
                    for meld in self._runs([*row[start:end]], everything, trump)
                    if len(meld.cards) == end - start
                ]
        return (*sets, *runs)

    def most(self, deck: Deck, hands: int, cards: int) -> int:
        """The most points if all sets and runs fit together, no rank in two sets and no card in two runs."""
        suits, totals = len(deck.suits), [0]
        values = sorted([max(points, 0) for _, points in self.sets], reverse=True)
        for sets in range(hands * (cards // suits) + 1):
            # Cards of sets are in no run, unless they may be shared; the hands may have different numbers of sets.
            left = hands * cards - (0 if self.shared else sets * suits)
            totals.append(sum(values[:sets]) + self._most_in_runs(left))
        return max(totals)

    def _most_in_runs(self, cards: int) -> int:
        """The most points that runs of a number of cards can score."""
        best = [0] * (cards + 1)
        for count in range(1, cards + 1):
            best[count] = max([best[count - 1], *(best[count - row] + won for row, won in self.runs if row <= count)])
        return best[cards]

    def _first(self, is_set: bool) -> tuple[int, ...]:
        """The part of a strength that precedes the points: whether it is a set, if sets come first."""
        return (int(is_set),) if self.sets_first else ()

    def _sets(self, cards: Collection[str], hand: Hand, trump: Suit | None) -> Iterator[Meld]:
        for rank, points in self.sets:
            texts = tuple([f"{rank}{suit.letter}" for suit in hand.deck.suits])
            if all(text in cards for text in texts):
                height = self.set_order.index(rank) if self.set_order else self._height(self.order.index(rank), trump)
                yield Meld(texts, points, (*self._first(True), points, len(texts), height, 0))

    def _runs(self, cards: Collection[str], hand: Hand, trump: Suit | None) -> Iterator[Meld]:
        runs, shortest = dict(self.runs), min([cards for cards, _ in self.runs], default=0)
        for suit in hand.deck.suits:
            row: list[int] = []
            for index in range(len(self.order) + 1):
                if index < len(self.order) and f"{self.order[index]}{suit.letter}" in cards:
                    row.append(index)
                    continue
                if row and runs and len(row) >= shortest:
                    points = runs[max(length for length in runs if length <= len(row))]
                    height = max(self._height(row[0], trump), self._height(row[-1], trump))
                    texts = tuple([f"{self.order[card]}{suit.letter}" for card in row])
                    yield Meld(texts, points, (*self._first(False), points, len(row), height, int(suit == trump)))
                row = []

    def _height(self, place: int, trump: Suit | None) -> int:
        return len(self.order) - 1 - place if trump is not None and trump.name in self.low_wins else place

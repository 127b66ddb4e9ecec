"""The record of the tricks of a deal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.cards import Deck, Suit
from trickkit.model.events import Event, Later, Record
from trickkit.model.hands import Hand
from trickkit.model.tricks import Captured, Exposed, Played, Trick, TrickTaken
from trickkit.phases.base import Phase
from trickkit.policies.follow import Follow

__all__ = ["Exposed", "Played", "PlayedUnder", "Trick", "TrickTable", "TrickTaken"]


class PlayedUnder(NamedTuple):
    """The conditions under which a trick is played, which may differ between the phases of a deal.

    Args:
        phase: with the policies of the deal.
        follow: the follow policy.
        trump: the trump suit, or None.

    >>> from trickkit.phases import Tricks
    >>> PlayedUnder(Tricks(), Tricks().follow, trump=None).follow
    MustFollow()
    """

    phase: Phase
    follow: Follow
    trump: Suit | None


@frozen
class TrickTable(Record):
    """The tricks of a deal.

    Args:
        tricks: the complete ones, in order.
        current: the plays to the incomplete trick; empty between tricks.
        taken: by hand, the number of tricks it took.
        phases: for each trick, the current one last, the conditions under which it is played; () if they are the same
            for all.
        stuck: the hand that could play none of its cards, which ended the deal; None if there was none.

    >>> str(TrickTable(tricks=(), current=Trick(()), taken=(0, 0)))
    'taken: 0 0; trick 0: -'
    """

    tricks: tuple[Trick, ...]
    current: Trick
    taken: tuple[int, ...]
    phases: tuple[PlayedUnder, ...] = field(default=(), eq=False, repr=False)
    stuck: int | None = None

    @property
    def opener(self) -> int:
        """The hand that led first.

        Raises:
            InvalidRules: no card has been played.
        """
        for trick in (*self.tricks, self.current):
            if trick.plays:
                return trick.plays[0].hand
        raise InvalidRules("no card has been played to a trick")

    @property
    def last(self) -> Trick:
        """The last complete trick; one without cards that nobody took, if the deal was over before (`OrDealEnds`).

        >>> TrickTable((Trick((), taker=1),), Trick(()), (0, 1)).last.taker
        1
        >>> TrickTable((), Trick(()), (0, 0), stuck=1).last
        Trick(plays=(), taker=None, leads=None, captured=None)
        """
        return self.tricks[-1] if self.tricks else Trick(())

    def captured(self, hand: int) -> tuple[str, ...]:
        """The texts of the cards that a hand captured, in the order in which they were played.

        They are the cards in the tricks that it took, unless the capture distributed them differently; a card that
        changed hands later comes last.

        Args:
            hand: 0..players-1.

        >>> from trickkit.model.actions import Play
        >>> TrickTable((Trick((Played(0, 0, Play("AS"), "AS"),), taker=0),), Trick(()), (1,)).captured(0)
        ('AS',)
        """
        return self.piles(hand + 1)[hand]

    def piles(self, players: int) -> tuple[tuple[str, ...], ...]:
        """The result of `captured` for every hand.

        Args:
            players: the number of hands.
        """
        piles: list[list[str]] = [[] for _ in range(players)]
        for trick in self.tricks:
            taker, shared = trick.taker, trick.captured
            if shared is not None:
                _share(piles, trick, shared)
            elif taker is not None and taker < players:
                piles[taker] += [play.card for play in trick.plays]
        return tuple([tuple(pile) for pile in piles])

    def points(self, hand: int, worth: Mapping[str, int]) -> int:
        """The points of the cards that a hand captured.

        Args:
            hand: 0..players-1.
            worth: points by the text of a card; other cards are worth 0.

        >>> from trickkit.model.actions import Play
        >>> TrickTable((Trick((Played(0, 0, Play("AS"), "AS"),), taker=0),), Trick(()), (1,)).points(0, {"AS": 11})
        11
        """
        return sum([worth.get(card, 0) for card in self.captured(hand)])

    def valued(self, players: int, worth: Mapping[str, int]) -> tuple[tuple[tuple[str, int], ...], ...]:
        """By hand, the captured cards that are worth something, each with its worth.

        Each value comes with the texts of its cards, in the order in which they were played, and their total points.

        Args:
            players: the number of hands.
            worth: points by the text of a card; other cards are left out.

        >>> from trickkit.model.actions import Play
        >>> plays = [Played(0, 0, Play(text), text) for text in ("AS", "2H", "KS", "AH")]
        >>> table = TrickTable((Trick(tuple(plays), taker=1),), Trick(()), (0, 1))
        >>> table.valued(2, {"AS": 11, "KS": 4, "AH": 11})
        ((), (('AS AH', 22), ('KS', 4)))
        """
        # A hot function: it looks at every card of a deal.
        piles = []
        for pile in self.piles(players):
            by_value: dict[int, list[str]] = {}
            for text in pile:
                if text in worth:
                    by_value.setdefault(worth[text], []).append(text)
            piles.append(tuple([(" ".join(texts), points * len(texts)) for points, texts in by_value.items()]))
        return tuple(piles)

    def points_in_tricks(self, hand: int, worth: Mapping[str, int]) -> int:
        """The points of the cards in the tricks that a hand took, whoever captured the cards.

        Args:
            hand: 0..players-1.
            worth: points by the text of a card; other cards are worth 0.

        >>> from trickkit.model.actions import Play
        >>> trick = Trick((Played(0, 0, Play("AS"), "AS"),), taker=0, captured=Captured([1]))
        >>> table = TrickTable((trick,), Trick(()), (1, 0))
        >>> table.points(0, {"AS": 11}), table.points_in_tricks(0, {"AS": 11})
        (0, 11)
        """
        taken = [trick for trick in self.tricks if trick.taker == hand]
        return sum([worth.get(play.card, 0) for trick in taken for play in trick.plays])

    def played(self, hand: int) -> tuple[str, ...]:
        """The texts of the cards that a hand played to complete tricks, in order.

        Args:
            hand: 0..players-1.

        >>> from trickkit.model.actions import Play
        >>> TrickTable((Trick((Played(0, 0, Play("AS"), "AS"),), taker=0),), Trick(()), (1,)).played(0)
        ('AS',)
        """
        return tuple([play.card for trick in self.tricks for play in trick.plays if play.hand == hand])

    def taken_since(self, number: int) -> tuple[int, ...]:
        """By hand, how many tricks it took, starting from a given trick.

        Args:
            number: the number of the first trick that counts, 0 or more.

        >>> TrickTable((Trick((), taker=0), Trick((), taker=1)), Trick(()), (1, 1)).taken_since(1)
        (0, 1)
        """
        takers = [trick.taker for trick in self.tricks[number:]]
        return tuple([takers.count(hand) for hand in range(len(self.taken))])

    def taker(self, number: int) -> int | None:
        """The hand that took a trick; None if it is not complete, or nobody took it.

        Args:
            number: the number of the trick, from 0.

        >>> TrickTable((Trick((), taker=1),), Trick(()), (0, 1)).taker(0)
        1
        """
        return self.tricks[number].taker if number < len(self.tricks) else None

    def taker_of(self, card: str) -> int | None:
        """The hand that took the trick to which a card was played; None while nobody has.

        Args:
            card: its text, which occurs once in the deck.

        >>> from trickkit.model.actions import Play
        >>> table = TrickTable((Trick((Played(0, 0, Play("AS"), "AS"),), taker=1),), Trick(()), (0, 1))
        >>> table.taker_of("AS"), table.taker_of("KS")
        (1, None)
        """
        return next((trick.taker for trick in self.tricks for play in trick.plays if play.card == card), None)

    def played_in_full(self, hand: int, groups: Iterable[Collection[str]]) -> int:
        """How many groups of cards a hand played completely, such as king and queen of trump.

        Args:
            hand: 0..players-1.
            groups: each the texts of different cards.

        >>> from trickkit.model.actions import Play
        >>> table = TrickTable((Trick((Played(0, 0, Play("AS"), "AS"),), taker=0),), Trick(()), (1,))
        >>> table.played_in_full(0, [["AS"], ["AS", "KS"]])
        1
        """
        played = {*self.played(hand)}
        return sum([played.issuperset(group) for group in groups])

    def each(self, function: Callable[..., Iterable[tuple[str, int]]], *given: Hashable) -> Iterator[tuple[str, int]]:
        """The results of a function that is called for each complete trick: reasons with points, for a scoring.

        Args:
            function: called with the number of a trick, the trick, and further arguments; its result must depend on
                these alone.
            given: the further arguments.

        >>> def aces(number, trick, points):
        ...     if trick.count({"AS", "AH"}):
        ...         yield f"an ace in trick {number}", points
        >>> from trickkit.model.actions import Play
        >>> tricks = [Trick((Played(0, 0, Play(card), card),), taker=0) for card in ("2S", "AS")]
        >>> list(TrickTable(tuple(tricks), Trick(()), (2,)).each(aces, 5))
        [('an ace in trick 1', 5)]
        """
        for index, trick in enumerate(self.tricks):
            yield from function(index, trick, *given)

    @property
    def owed(self) -> tuple[tuple[int, int], ...]:
        """The open debts, as pairs of the debtor hand and the hand to which it owes a card."""
        last = self.last.captured
        return () if last is None else last.owed

    def __str__(self) -> str:
        taken = " ".join(str(count) for count in self.taken)
        stuck = "" if self.stuck is None else f"; hand {self.stuck} is stuck"
        return f"taken: {taken}; trick {len(self.tricks)}: {self.current}{stuck}"


def told_of(tricks: tuple[Trick, ...], plays: tuple[Played, ...], number: int, logged: int) -> tuple[Event, ...]:
    """The events of complete tricks, and of the plays to the current one.

    Args:
        tricks: the complete ones.
        plays: those to the incomplete one.
        number: the number of the first trick.
        logged: how many plays, the first ones of that trick, are already in the log.
    """
    events: list[Event] = []
    for index, trick in enumerate(tricks, start=number):
        events += [*trick.plays, TrickTaken(trick.taker, index, *trick.told)]
    return (*events, *plays)[logged:]


def told_with_opened(deck: Deck, opened: tuple[tuple[int, int, int], ...], log: Later) -> tuple[Event, ...]:
    """The events of tricks, with each exposed hand after the card that exposed it.

    Args:
        deck: the deck of the deal.
        opened: the hands, each with the number of cards played before it was exposed, and what it held before the
            tricks, as a mask: everybody has seen all of these.
        log: the events of the tricks alone.
    """
    events = [*log()]
    for hand, cards, held in opened:
        plays = [(index, event) for index, event in enumerate(events) if type(event) is Played]
        before = [event.action.face for _, event in plays[:cards] if event.hand == hand]
        shown = Hand(deck, _without(deck, held, before)).known
        events.insert(plays[cards - 1][0] + 1 if cards else 0, Exposed(hand, shown))
    return tuple(events)


def _without(deck: Deck, cards: int, faces: Iterable[str]) -> int:
    """The cards without those that were played as certain faces; of equal copies the first ones are removed."""
    for face in faces:
        held = deck.kinds[face] & cards
        cards &= ~deck.card_of[held & -held]
    return cards


def taken_in(tricks: tuple[Trick, ...], later: tuple[int, ...]) -> tuple[int, ...]:
    """By hand, the number of tricks taken: those in `tricks` plus the numbers in `later`."""
    if not tricks:
        return later
    taken = [*later]
    for trick in tricks:
        if trick.taker is not None:
            taken[trick.taker] += 1
    return tuple(taken)


def _share(piles: list[list[str]], trick: Trick, shared: Captured) -> None:
    """Add the cards of a trick that were distributed one by one to the piles of the hands."""
    for play, hand in zip(trick.plays, shared.cards, strict=True):
        if hand is not None and hand < len(piles):
            piles[hand].append(play.card)
    for move in shared.moved:
        if move.source < len(piles):
            piles[move.source].remove(move.card)
        if move.target < len(piles):
            piles[move.target].append(move.card)

"""Symbolic tricks and calls of a finished deal, which record what is read in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from trickkit.batch.kernel.capacity import set_count
from trickkit.batch.kernel.layout import (
    F_STUCK,
    N_CALLS,
    N_COUNTED,
    N_FACES,
    N_FIRST,
    N_HAND,
    N_LEADER,
    N_MASK,
    N_SEAT,
    N_TAKER,
    N_TRICKS,
    N_WHO,
    N_WORD,
)
from trickkit.batch.lowering.shown import Words
from trickkit.batch.lowering.symbolic import Cards, Part, kinds_of
from trickkit.batch.lowering.texts import Text
from trickkit.batch.points.diagram.kernel import ALL_OF, BY_SEAT, BY_TRICK, CALLED, NOTED, SETS, TURN, WON
from trickkit.batch.points.diagram.quantities import Count, Each
from trickkit.batch.points.diagram.traces import Place, figure
from trickkit.model.tricks import Captured, Trick
from trickkit.policies.capture import Finished

if TYPE_CHECKING:
    from trickkit.batch.points.diagram.deal import ScoredDeal, ScoringAnswers
    from trickkit.model.cards import Deck


def of_sets(column: int, players: int) -> Place:
    """The place of one of the recorded sets of a deal."""
    return Place(SETS, column, set_count(players))


def cards_at(answers: ScoringAnswers, *places: Place) -> Cards:
    """The cards in a recorded set.

    Raises:
        Unsupported: cards are not recorded.
    """
    if not answers.schema.has_cards:
        raise answers.refuse("cards", "which are not recorded as masks")
    return cards_of(answers, kinds_of(answers.schema.rules.deck), *places)


def cards_of(answers: ScoringAnswers, kinds: Mapping[str, int], *places: Place) -> Cards:
    """The cards of certain kinds in a recorded set; the kinds are given by the masks that count them."""
    return Cards(kinds, tuple([place.parts for place in places]), partial(Count.of, answers.trace), answers.refuse)


class NotedTricks:
    """The tricks of a finished deal, with the methods of `TrickTable`; records what is read.

    Args:
        deal: the deal.
        answers: the object that answers questions.
    """

    def __init__(self, deal: ScoredDeal, answers: ScoringAnswers) -> None:
        self._deal, self._answers, self._schema = deal, answers, answers.schema

    @property
    def taken(self) -> tuple[Count | int, ...]:
        """By hand, how many tricks it took."""
        schema, trace = self._schema, self._answers.trace
        columns = [schema.columns.tricks(hand) for hand in self._deal.seats]
        return tuple([Count.of(trace, {figure(column, 0, schema.most_tricks): 1}) for column in columns])

    @property
    def stuck(self) -> int | None:
        """The hand that could play none of its cards; None if there was none."""
        hand = self._answers.trace.fact(F_STUCK, -1, len(self._deal.seats) - 1)
        return None if hand < 0 else hand

    def taken_since(self, number: int) -> tuple[Count | int, ...]:
        """By hand, how many tricks it took, starting from a given trick."""
        first = min(int(number), self._schema.most_tricks)
        if not first:
            return self.taken
        if not self._schema.numbered:
            raise self._answers.refuse("the numbers of tricks", "which several phases count")
        mask = (1 << self._schema.most_tricks) - (1 << first)
        return tuple([Count.of(self._answers.trace, {(SETS, hand, mask): 1}) for hand in self._deal.seats])

    def captured(self, hand: int) -> Cards:
        """The cards that a hand captured."""
        if self._schema.captures:
            raise self._answers.refuse("the cards that a hand got", "which depends on more than who took a trick")
        return self._in_tricks(hand)

    def _in_tricks(self, hand: int) -> Cards:
        return cards_at(self._answers, Place(WON, hand, self._deal.players))

    def piles(self, players: int) -> tuple[Cards, ...]:
        """The result of `captured` for every hand."""
        return tuple([self.captured(hand) for hand in range(players)])

    def points(self, hand: int, worth: Mapping[str, int]) -> Count | int:
        """The points of the cards that a hand captured."""
        return self.captured(hand).points(worth)

    def valued(self, players: int, worth: Mapping[str, int]) -> tuple[Valued, ...]:
        """By hand, the captured cards that are worth something."""
        self._answers.refuse_unless_traced("the order in which cards were played")
        return tuple([Valued(self.captured(hand), worth) for hand in range(players)])

    def points_in_tricks(self, hand: int, worth: Mapping[str, int]) -> Count | int:
        """The points of the cards in the tricks that a hand took."""
        return self._in_tricks(hand).points(worth)

    def played(self, hand: int) -> Cards:
        """The cards that a hand played."""
        if not self._schema.all_played:
            where = "where cards move between tricks, or a hand may end the deal"
            raise self._answers.refuse("the cards that a hand played", where)
        return cards_at(self._answers, of_sets(self._deal.players + hand, self._deal.players))

    def played_in_full(self, hand: int, groups: Iterable[Collection[str]]) -> Count | int:
        """How many groups of cards a hand played completely."""
        (parts_of,), kinds, parts = self.played(hand).places, kinds_of(self._schema.rules.deck), dict[Part, int]()
        if self._schema.rules.deck.copies:
            raise self._answers.refuse("groups of cards", "which are not recorded if there are equal ones")
        for group in groups:
            if kinds.keys() >= {*group}:
                nonempty = [part for part in parts_of(sum(kinds[text] for text in {*group})) if part[2]]
                if len(nonempty) > 1:
                    raise self._answers.refuse("groups of cards", "which do not stand together in the deck")
                part = (ALL_OF, *nonempty[0][1:])
                parts[part] = parts.get(part, 0) + 1
        return Count.of(self._answers.trace, parts)

    @property
    def tricks(self) -> tuple[NotedTrick, ...]:
        """The complete tricks, in order."""
        count = self._answers.noted(N_TRICKS, 0, range(self._schema.most_tricks + 1))
        width = self._schema.trick_width
        tricks: list[NotedTrick] = []
        for index in range(count):
            tricks.append(NotedTrick(self._answers, N_FIRST + index * width, self._deal, tuple(tricks)))
        return tuple(tricks)

    @property
    def last(self) -> NotedTrick | Trick:
        """The last complete trick; if there is none, a trick that nobody took."""
        tricks = self.tricks
        return tricks[-1] if tricks else Trick(())

    def taker(self, number: int) -> int | None:
        """The hand that took a trick; None if there is no such trick, or nobody took it."""
        tricks = self.tricks
        return tricks[number].taker if number < len(tricks) else None

    def taker_of(self, card: str) -> int | None:
        """The hand that took the trick to which a card was played."""
        return next((hand for hand in self._deal.seats if card in self._in_tricks(hand)), None)

    def each(self, function: Callable[..., Iterable[tuple[str, int]]], *given: Any) -> Iterator[tuple[str, Each | int]]:
        """A single pair, with the sum of a function over all tricks, which is evaluated later."""
        self._answers.refuse_unless_traced("points trick by trick")
        self._answers.look_at_notes()
        each = Each(self._answers.trace, (function, given), lambda: self._told(function, given))
        yield "", each.known() if self._answers.trace.by_value else each

    def _told(self, function: Callable[..., Iterable[tuple[str, int]]], given: tuple[Any, ...]) -> int:
        """The results of the function for all tricks, evaluated one after the other."""
        pairs = (function(index, trick, *given) for index, trick in enumerate(self.tricks))
        return sum(int(points) for lines in pairs for _, points in lines)


class Valued:
    """Cards that are worth something: whether there are any, and their points.

    Args:
        cards: cards, not all of which need be worth something.
        worth: the points of a card, by its text.
    """

    def __init__(self, cards: Cards, worth: Mapping[str, int]) -> None:
        self._cards, self._worth = cards, worth

    def __bool__(self) -> bool:
        return bool(self._cards.points(dict.fromkeys(self._worth, 1)))

    def __iter__(self) -> Iterator[tuple[Words, Count | int]]:
        for points in dict.fromkeys(self._worth.values()):
            worth = {text: points for text, other in self._worth.items() if other == points}
            yield Words(), self._cards.points(worth)


class NotedTrick:
    """A trick with the methods of `Trick`; records what is read.

    Args:
        answers: what answers.
        place: the index of its notes.
        deal: the deal; None if the earlier tricks are unknown.
        earlier: the tricks before it.
    """

    def __init__(
        self, answers: ScoringAnswers, place: int, deal: ScoredDeal | None = None, earlier: tuple[NotedTrick, ...] = ()
    ) -> None:
        self._answers, self._schema, self._place = answers, answers.schema, place
        self._deal, self._earlier = deal, earlier

    @classmethod
    def any(cls, answers: ScoringAnswers) -> tuple[Count | int, NotedTrick]:
        """The symbolic number of an arbitrary trick of a deal, and that trick."""
        index = Count.of(answers.trace, {(TURN, 0, answers.schema.most_tricks): 1})
        return index, cls(answers, N_FIRST + (answers.schema.trick_width << BY_TRICK))

    def _who(self, up: int) -> int | None:
        """A hand, which notes count from 1."""
        hands = (None, *range(self._schema.rules.players))
        return self._answers.noted(self._place + N_WHO, up, hands)

    @property
    def taker(self) -> int | None:
        """The hand that took the trick."""
        return self._who(N_TAKER)

    @property
    def counted_taker(self) -> int:
        """The hand that took the trick, or that counts as its taker."""
        hand = self._who(N_COUNTED)
        assert hand is not None
        return hand

    @property
    def leads(self) -> int | None:
        """If nobody took the trick, the hand that counts as its taker."""
        return self.counted_taker if self.taker is None else None

    @property
    def captured(self) -> Captured | None:
        """Which hand got each card, according to the capture; nothing if all cards go to the taker."""
        captures = self._schema.captures
        if not captures:
            return None
        if self._deal is None or len(captures) > 1:
            raise self._answers.refuse("who got which card of a trick", "which is not recorded")
        return captures[0].captured(self.finished(self._deal))

    def finished(self, deal: ScoredDeal) -> Finished:
        """The trick as a capture receives it, without the values of the resolution."""
        return Finished(self, (), self._earlier, deal)  # type: ignore[arg-type]

    @property
    def plays(self) -> tuple[NotedPlay, ...]:
        """The plays, in order."""
        players = self._schema.rules.players
        leader = self._answers.noted(self._place + N_WHO, N_LEADER, range(players))
        hands = [(leader + step) % players for step in range(players)]
        return tuple([NotedPlay(self, hand) for hand in hands if self._plays(hand)])

    def _plays(self, hand: int) -> bool:
        """Whether a hand played to the trick."""
        if not self._schema.rests:
            return True
        faces = len(self._schema.rules.deck.faces)
        return bool(self._answers.noted(self._place + N_FACES, 8 * hand, (False, *[True] * faces)))

    def text(self, hand: int, texts: tuple[str, ...]) -> Text:
        """A text that depends on the face that a hand played."""
        answers, offset, values = self._answers, self._place + N_FACES, (None, *texts)
        return Text(
            lambda values: answers.noted(offset, 8 * hand, values),
            lambda: answers.trace.in_notes(offset, 8 * hand, len(values) - 1),
            values,
        )

    def face_of(self, hand: int) -> Text | None:
        """The face that a hand played."""
        return self.text(hand, self._schema.face_texts) if self._plays(hand) else None

    def led_with(self, deck: Deck, faces: int) -> bool:
        """Whether the first card was played as one of certain faces."""
        led = (False, *(deck.kinds[text] & faces != 0 for text in self._schema.face_texts))
        hand = self._answers.noted(self._place + N_WHO, N_LEADER, range(self._schema.rules.players))
        return bool(self._answers.noted(self._place + N_FACES, 8 * hand, led))

    def points(self, worth: Mapping[str, int]) -> Count | int:
        """The points of its cards."""
        self._answers.look_at_notes()
        place = Place(NOTED, self._place + N_MASK, 1)
        return cards_of(self._answers, self._schema.all_faces, place).points(worth)

    def count(self, faces: Collection[str]) -> Count | int:
        """The number of cards that were played to the trick as one of certain faces."""
        self._answers.look_at_notes()
        kinds, place = self._schema.rules.deck.kinds, Place(NOTED, self._place + N_MASK, 1)
        mask = sum(kinds.get(text, 0) for text in {*faces})
        return Count.of(self._answers.trace, dict.fromkeys(place.parts(mask), 1))


class NotedPlay:
    """A played card, with the attributes of `Played`; records what is read."""

    def __init__(self, trick: NotedTrick, hand: int) -> None:
        self._trick, self.hand = trick, hand

    @property
    def card(self) -> Text:
        """The text of the card."""
        return self._trick.text(self.hand, self._trick._schema.card_texts)

    @property
    def action(self) -> SimpleNamespace:
        """The face as which it was played."""
        return SimpleNamespace(face=self._trick.text(self.hand, self._trick._schema.face_texts))


class NotedCall:
    """A call in tricks, with the attributes of `CallMade`; records what is read.

    Args:
        answers: what answers.
        place: the index of its notes.
    """

    def __init__(self, answers: ScoringAnswers, place: int) -> None:
        self._answers, self._place = answers, place

    @property
    def word(self) -> str:
        """The word that was called."""
        return str(self._answers.noted(self._place, N_WORD, self._answers.schema.words))

    @property
    def hand(self) -> int:
        """The hand from which the seat was about to play."""
        return int(self._answers.noted(self._place, N_HAND, range(self._answers.schema.rules.players)))

    @property
    def seat(self) -> int:
        """The seat that called."""
        return int(self._answers.noted(self._place, N_SEAT, range(self._answers.schema.rules.players)))


class NotedCalls:
    """The calls in the tricks of a deal, with the methods of `Calls`."""

    def __init__(self, answers: ScoringAnswers) -> None:
        self._answers = answers

    @property
    def made(self) -> tuple[NotedCall, ...]:
        """The calls, in order."""
        schema = self._answers.schema
        count = self._answers.noted(N_CALLS, 0, range(schema.most_calls + 1))
        return tuple([NotedCall(self._answers, schema.calls_at + index) for index in range(count)])

    def count(self, words: Collection[str], seat: int | None = None) -> Count | int:
        """How often any of some words was called, by a seat or by anybody."""
        schema = self._answers.schema
        self._answers.look_at_notes()
        mask = sum(1 << index for index, word in enumerate(schema.words) if word in words)
        by = 0 if seat is None else 1 + seat
        column = schema.calls_at | schema.most_calls << BY_TRICK | by << BY_SEAT
        return Count.of(self._answers.trace, {(CALLED, column, mask): 1})

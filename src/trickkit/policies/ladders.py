"""Ladders: the possible bids of an auction, from the lowest to the highest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import Attribute, evolve, field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Bid, BidFor, Call
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import MOST_ACTIONS, counted, each_is_a, is_a
from trickkit.model.converters import to_tuple

__all__ = ["Joined", "Ladder", "Levels", "Numbers", "Rung", "Words"]


@frozen
class Rung:
    """A bid on a ladder.

    Args:
        action: the bid.
        rank: 0 or more; a bid is higher than another if its rank is.
        trump: the suit that it makes trump, or None.

    >>> Rung(Call("solo"), rank=1).action.word
    'solo'
    """

    action: Action
    rank: int
    trump: Suit | None = None


class Ladder(ABC):
    """Says what may be bid, and what is higher than what.

    >>> from attrs import frozen
    >>> @frozen
    ... class Dutch(Ladder):
    ...     def rungs(self, deck):
    ...         return tuple(Rung(Call(f"{tricks} tricks"), rank=tricks) for tricks in range(5, 8))
    >>> from trickkit.model.cards import french
    >>> [rung.action.word for rung in Dutch().rungs(french())]
    ['5 tricks', '6 tricks', '7 tricks']
    """

    __slots__ = ()

    @abstractmethod
    def rungs(self, deck: Deck) -> tuple[Rung, ...]:
        """All bids, one or more, in ascending order; those of equal rank stand together.

        Args:
            deck: the deck of the game, whose suits may become trump.
        """


def _pairs(words: Iterable[str] | Mapping[str, Suit | None]) -> tuple[tuple[str, Suit | None], ...]:
    if isinstance(words, Mapping):
        return tuple(words.items())
    if not isinstance(words, Iterable):
        return words
    return tuple(word if isinstance(word, tuple) else (word, None) for word in words)


def with_trumps(what: str) -> Any:
    """A validator for pairs of a word and the suit that is trump with it, or None; `what` the word is, for errors."""

    def check(instance: object, _attribute: object, pairs: tuple[tuple[str, Suit | None], ...]) -> None:
        for word, trump in pairs:
            if not isinstance(word, str) or not word.strip() or not isinstance(trump, Suit | None):
                where = f"{type(instance).__name__}: {quoted(word)} with {quoted(trump)}"
                raise InvalidRules(f"{where} as trump is not a {what}; it has a name, and a suit or None")

    return check


@frozen
class Words(Ladder):
    """Bids in words, each higher than the one before.

    Args:
        words: from the lowest to the highest; or a mapping from each word to the suit that it makes trump, or None for
            no trump. `LadderAuction.keeps_trump` names words that do not change trump.

    Raises:
        InvalidRules: there is none, one occurs twice, or one is blank.

    >>> from trickkit.model.cards import french
    >>> [str(rung.action) for rung in Words(["petite", "garde"]).rungs(french())]
    ['petite', 'garde']
    """

    words: tuple[tuple[str, Suit | None], ...] = field(converter=_pairs)

    @words.validator
    def _are_words(self, attribute: object, words: tuple[tuple[str, Suit | None], ...]) -> None:
        if not isinstance(words, tuple):
            raise InvalidRules(f"Words: words={quoted(words)} is not a list of str")
        with_trumps("bid")(self, attribute, words)
        _each_once("Words: words", [word for word, _ in words])

    def rungs(self, deck: Deck) -> tuple[Rung, ...]:
        return tuple(Rung(Call(word), rank, trump) for rank, (word, trump) in enumerate(self.words))


@frozen
class Numbers(Ladder):
    """Bids that are numbers.

    Args:
        values: in ascending order, 0 or more.

    Raises:
        InvalidRules: there is none, or they do not ascend.

    >>> from trickkit.model.cards import piquet
    >>> [str(rung.action) for rung in Numbers([18, 20, 22]).rungs(piquet())]
    ['18', '20', '22']
    """

    values: tuple[int, ...] = field(converter=to_tuple, validator=each_is_a(int))

    @values.validator
    def _ascend(self, _attribute: object, values: tuple[int, ...]) -> None:
        if not values or list(values) != sorted({*values}) or values[0] < 0:
            raise InvalidRules(
                f"Numbers: values={quoted(values)}: they are whole numbers from 0 on, in ascending order"
            )

    def rungs(self, deck: Deck) -> tuple[Rung, ...]:
        return tuple(Rung(Bid(value), rank) for rank, value in enumerate(self.values))


def _levels(levels: int | Iterable[int]) -> int | tuple[int, ...]:
    return tuple(levels) if isinstance(levels, Iterable) else levels


def _are_levels(instance: object, attribute: Attribute[Any], levels: int | tuple[int, ...]) -> None:
    """A validator for the number of levels, or the numbers of the levels."""
    if not isinstance(levels, tuple):
        counted(1)(instance, attribute, levels)
        return
    if not levels or not all(type(level) is int and level > 0 for level in levels) or list(levels) != sorted({*levels}):
        raise InvalidRules(f"Levels: levels={quoted(levels)}: they are whole numbers from 1 on, in ascending order")


@frozen(kw_only=True)
class Levels(Ladder):
    """Bids of a level and a denomination, as in bridge.

    A bid is higher than another if its level is, or at the same level its denomination. A denomination that is the
    letter of a suit makes that suit trump.

    Args:
        levels: how many there are, 1 or more; or the number of each, in ascending order, such as `(80, 90, 100)`.
        denominations: from the lowest to the highest: letters of suits, or other words such as `"NT"`.
        ranked: whether denominations count at the same level; if not, a higher bid needs a higher level.
        trumps: suits without cards in the deck that become trump if their letter is the denomination.

    Raises:
        InvalidRules: there is no level or no denomination, or one occurs twice.

    >>> from trickkit.model.cards import french
    >>> rungs = Levels(levels=[6, 7], denominations=["low", "high", "NT"], ranked=False).rungs(french())
    >>> [(str(rung.action), rung.rank) for rung in rungs][1:4]
    [('bid 6high', 0), ('bid 6NT', 0), ('bid 7low', 1)]
    """

    levels: int | tuple[int, ...] = field(default=7, converter=_levels, validator=_are_levels)
    denominations: tuple[str, ...] = field(
        default=("C", "D", "H", "S", "NT"), converter=to_tuple, validator=each_is_a(str)
    )
    ranked: bool = field(default=True, validator=is_a(bool))
    trumps: tuple[Suit, ...] = field(default=(), converter=to_tuple, validator=each_is_a(Suit))

    @denominations.validator
    def _are_some(self, _attribute: object, denominations: tuple[str, ...]) -> None:
        _each_once("Levels: denominations", denominations)
        if len(self.numbers) * len(denominations) > MOST_ACTIONS:
            bids = f"{len(self.numbers)} levels of {len(denominations)} denominations"
            raise InvalidRules(f"Levels: {bids}: a game has at most {MOST_ACTIONS:,} different actions")

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the levels, in ascending order.

        >>> [*Levels(levels=3).numbers]
        [1, 2, 3]
        """
        return self.levels if isinstance(self.levels, tuple) else range(1, self.levels + 1)

    def rungs(self, deck: Deck) -> tuple[Rung, ...]:
        suits = {suit.letter: suit for suit in (*self.trumps, *deck.suits)}
        per_level = len(self.denominations)
        return tuple(
            Rung(BidFor(level, word), step * per_level + index if self.ranked else step, suits.get(word))
            for step, level in enumerate(self.numbers)
            for index, word in enumerate(self.denominations)
        )


@frozen
class Joined(Ladder):
    """Several ladders, one above the other, as when a misère stands between two levels.

    Args:
        parts: from the lowest to the highest.

    Raises:
        InvalidRules: there is none, or one is not a ladder.

    >>> from trickkit.model.cards import french
    >>> six, eight = (Levels(levels=[level], denominations=["S", "H"]) for level in (7, 8))
    >>> [str(rung.action) for rung in Joined([six, Words(["misere"]), eight]).rungs(french())]
    ['bid 7S', 'bid 7H', 'misere', 'bid 8S', 'bid 8H']
    """

    parts: tuple[Ladder, ...] = field(converter=to_tuple, validator=each_is_a(Ladder))

    @parts.validator
    def _are_some(self, _attribute: object, parts: tuple[Ladder, ...]) -> None:
        if not parts:
            raise InvalidRules("Joined: parts=(): it needs at least one ladder")

    def rungs(self, deck: Deck) -> tuple[Rung, ...]:
        rungs: list[Rung] = []
        for part in self.parts:
            below = rungs[-1].rank + 1 if rungs else 0
            rungs += [evolve(rung, rank=rung.rank + below) for rung in part.rungs(deck)]
        return tuple(rungs)


def _each_once(where: str, words: Sequence[str]) -> None:
    if not words or len({*words}) < len(words):
        raise InvalidRules(f"{where}={quoted(tuple(words))}: there must be at least one, and each only once")

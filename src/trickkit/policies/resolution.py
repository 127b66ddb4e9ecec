"""The resolution of a trick: a value that starts with the trick and is folded over its plays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from operator import is_
from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Face, Suit
from trickkit.model.checks import each_is_a
from trickkit.model.converters import one_or_more_texts, to_texts
from trickkit.model.deal import Deal
from trickkit.policies.ranking import Ranked

__all__ = ["Best", "CardsNeverWin", "LowestWins", "Resolution", "SecondOfEqual", "SeveralAtOnce", "StrongestWins"]


class Resolution(ABC):
    """Resolves a trick play by play, as a small automaton.

    A value, which may be any frozen hashable object, contains everything that matters about the plays so far. It
    determines the suit to be followed, the winning play, and what a follow policy may read. A resolution sees only
    faces and their places in the trick, not who plays. It is called once for every value, face and place, and its
    answers are tabulated.

    In this resolution the last card played wins, and no suit need be followed:

    >>> from attrs import frozen
    >>> @frozen
    ... class LastWins(Resolution):
    ...     def fold(self, value, face, place, ranked):
    ...         return place
    ...
    ...     def winner(self, value):
    ...         return value
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> ranked = Ranked(HighCard(), trump=None)
    >>> value = LastWins().start(ranked)
    >>> for place, text in enumerate(["AS", "2C"]):
    ...     value = LastWins().fold(value, french().card(text).faces[0], place, ranked)
    >>> LastWins().winner(value), LastWins().led(value)
    (1, None)
    """

    __slots__ = ()

    def start(self, ranked: Ranked) -> Hashable:
        """The value before the lead; None unless a subclass overrides it.

        Args:
            ranked: the ranking of the tricks under the trump of the deal.
        """
        return None

    @abstractmethod
    def fold(self, value: Any, face: Face, place: int, ranked: Ranked) -> Hashable:
        """The value after a play.

        Args:
            value: before the play, as `start` or `fold` returned it.
            face: the face that is played.
            place: the number of plays to the trick before this one, 0 or more.
            ranked: the ranking of the tricks under the trump of the deal: suits, strengths and the trump itself.
        """

    @abstractmethod
    def winner(self, value: Any) -> int | None:
        """The place in the trick of the winning play, 0 or more; None if nobody is winning.

        Args:
            value: after one play or more.
        """

    def led(self, value: Any) -> Suit | None:
        """The suit that must be followed; None while there is none, such as after a jester was led.

        Args:
            value: after one play or more.
        """
        return None

    def best(self, value: Any) -> Face | None:
        """The winning face, for follow policies that read it; None if a resolution does not define one.

        Args:
            value: after one play or more.
        """
        return None

    def leads(self, value: Any) -> int:
        """The place of the play that would lead next if the trick ended now without a winner; by default the first.

        Args:
            value: after one play or more, when `winner` returns None.
        """
        return 0

    def tells(self, value: Any) -> Hashable:
        """The result of a value when the resolution is part of another one: by default the winner and the next leader.

        Args:
            value: after one play or more.
        """
        winner = self.winner(value)
        return winner, self.leads(value) if winner is None else winner

    def of(self, deal: Deal) -> Resolution:
        """The policy that applies in a deal: itself, or another one if that depends on the game being played.

        Args:
            deal: before a trick; the answer may depend only on what all seats know.
        """
        return self


class SeveralAtOnce(Resolution):
    """Several resolutions at once, each folded over all plays separately; their results are then combined.

    If a trick depends on several things at once, a single resolution would need a value for every combination of them.
    The values of this one consist of a value for each part. The first part says which suit must be followed, and which
    face is best.

    Here the lowest card wins once a two has been played, otherwise the highest one:

    >>> from attrs import frozen
    >>> @frozen
    ... class AnyTwo(Resolution):
    ...     def fold(self, value, face, place, ranked):
    ...         return value or face.text[0] == "2"
    ...
    ...     def winner(self, value):
    ...         return None
    ...
    ...     def tells(self, value):
    ...         return bool(value)
    >>> @frozen
    ... class TwosTurnItAround(SeveralAtOnce):
    ...     parts = StrongestWins(), LowestWins(), AnyTwo()
    ...
    ...     def decided(self, told):
    ...         highest, lowest, turned = told
    ...         return lowest if turned else highest
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> game, ranked = TwosTurnItAround(), Ranked(HighCard(), trump=None)
    >>> value = game.start(ranked)
    >>> for place, text in enumerate(["9S", "KS", "2C", "3S"]):
    ...     value = game.fold(value, french().card(text).faces[0], place, ranked)
    ...     print(game.winner(value), end=" ")
    0 1 0 3
    """

    __slots__ = ()

    parts: ClassVar[tuple[Resolution, ...]]
    """The resolutions, one or more."""

    @abstractmethod
    def decided(self, told: tuple[Any, ...]) -> tuple[int | None, int]:
        """The winning play, and the one that would lead next if there is none, as places in the trick.

        Args:
            told: the result of each part, as given by `tells`, after one play or more.
        """

    def start(self, ranked: Ranked) -> tuple[Hashable, ...]:
        return tuple([part.start(ranked) for part in self.parts])

    def fold(self, value: tuple[Any, ...], face: Face, place: int, ranked: Ranked) -> tuple[Hashable, ...]:
        after = [part.fold(part_value, face, place, ranked) for part, part_value in zip(self.parts, value, strict=True)]
        return value if all(map(is_, after, value)) else tuple(after)

    def led(self, value: tuple[Any, ...]) -> Suit | None:
        return self.parts[0].led(value[0])

    def best(self, value: tuple[Any, ...]) -> Face | None:
        return self.parts[0].best(value[0])

    def winner(self, value: tuple[Any, ...]) -> int | None:
        return self.decided(self._told(value))[0]

    def leads(self, value: tuple[Any, ...]) -> int:
        """The next leader according to `decided`."""
        return self.decided(self._told(value))[1]

    def _told(self, value: tuple[Any, ...]) -> tuple[Hashable, ...]:
        return tuple([part.tells(part_value) for part, part_value in zip(self.parts, value, strict=True)])


@frozen(cache_hash=True)
class Best:
    """The value of an ordinary trick.

    Args:
        led: the suit of the first card.
        face: the best one so far.
        place: the number of plays to the trick before it, 0 or more.

    >>> from trickkit.model.cards import french
    >>> ace = french().card("AS").faces[0]
    >>> str(Best(ace.suit, ace, 0).led)
    'spades'
    """

    led: Suit
    face: Face
    place: int


@frozen
class StrongestWins(Resolution):
    """The first card says which suit is led, and the strongest card wins; of equal ones, the first.

    The ranking of the tricks says how strong a card is. A subclass may override `beats`.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> ranked, value = Ranked(HighCard(), trump=None), None
    >>> for place, text in enumerate(["TS", "AC", "KS", "2S"]):
    ...     value = StrongestWins().fold(value, french().card(text).faces[0], place, ranked)
    >>> StrongestWins().winner(value), str(StrongestWins().led(value)), str(StrongestWins().best(value))
    (2, 'spades', 'KS')
    """

    def beats(self, face: Face, best: Face, led: Suit, ranked: Ranked) -> bool:
        """Whether a face beats the best one so far.

        Args:
            face: the face that is played.
            best: the best one so far.
            led: the suit of the first card.
            ranked: suits and strengths under the trump of the deal.

        `fold` refuses an answer that is neither True nor False.
        """
        return ranked.strength(face, led) > ranked.strength(best, led)

    def fold(self, value: Best | None, face: Face, place: int, ranked: Ranked) -> Best:
        if value is None:
            return Best(ranked.suit(face), face, place)
        beats = self.beats(face, value.face, value.led, ranked)
        if beats is not True and beats is not False:
            name = type(self).__name__
            raise InvalidRules(f"{name}.beats: {face} against {value.face}: {quoted(beats)} is neither True nor False")
        return Best(value.led, face, place) if beats else value

    def winner(self, value: Best) -> int | None:
        return value.place

    def led(self, value: Best) -> Suit | None:
        return value.led

    def best(self, value: Best) -> Face | None:
        return value.face


@frozen
class SecondOfEqual(StrongestWins):
    """The strongest card wins, but of equally strong cards the one played last.

    Args:
        trumps: the texts of the faces for which this holds, as long as they are trumps; () for all cards.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> ace = french().card("AS").faces[0]
    >>> SecondOfEqual().beats(ace, ace, ace.suit, Ranked(HighCard(), trump=None))
    True
    >>> [SecondOfEqual(["AS"]).beats(ace, ace, ace.suit, Ranked(HighCard(), trump)) for trump in (None, ace.suit)]
    [False, True]
    """

    trumps: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))

    def beats(self, face: Face, best: Face, led: Suit, ranked: Ranked) -> bool:
        """Whether the face is at least as strong as the best one; a face that never wins beats nothing."""
        if self.trumps and not (face.text in self.trumps and ranked.suit(face) == ranked.trump):
            return super().beats(face, best, led, ranked)
        strength = ranked.strength(face, led)
        return 0 < strength >= ranked.strength(best, led)


@frozen
class LowestWins(StrongestWins):
    """The weakest card wins, among those that could win at all; of equal ones, the first.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> two, ace, other = (french().card(text).faces[0] for text in ("2S", "AS", "2C"))
    >>> [LowestWins().beats(face, ace, ace.suit, Ranked(HighCard(), trump=None)) for face in (two, other)]
    [True, False]
    """

    def beats(self, face: Face, best: Face, led: Suit, ranked: Ranked) -> bool:
        return 0 < ranked.strength(face, led) < ranked.strength(best, led)


@frozen
class CardsNeverWin(StrongestWins):
    """The strongest card wins, but never certain cards; where one is led, the next other card is to be followed.

    The Excuse of tarot games is such a card, and so are jokers in a deal without trump. Nobody wins a trick that
    consists only of such cards.

    Args:
        cards: their texts; a single one may be given as it is.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> trick, ranked, value = CardsNeverWin("AC"), Ranked(HighCard(), trump=None), None
    >>> for place, text in enumerate(["AC", "2H", "3H"]):
    ...     value = trick.fold(value, french().card(text).faces[0], place, ranked)
    >>> str(trick.led(value)), trick.winner(value)
    ('hearts', 2)
    """

    cards: tuple[str, ...] = field(converter=one_or_more_texts, validator=each_is_a(str))

    def fold(self, value: Best | None, face: Face, place: int, ranked: Ranked) -> Best | None:  # type: ignore[override]
        """The best card so far; None while only cards that never win have been played."""
        return value if face.text in self.cards else super().fold(value, face, place, ranked)

    def led(self, value: Best | None) -> Suit | None:
        return None if value is None else value.led

    def winner(self, value: Best | None) -> int | None:
        return None if value is None else value.place

    def best(self, value: Best | None) -> Face | None:
        return None if value is None else value.face

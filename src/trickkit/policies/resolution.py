"""How a trick is resolved: a value that begins with the trick and is folded over its plays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from typing import Any

from attrs import field, frozen

from trickkit.model.cards import Face, Suit
from trickkit.model.checks import each_is_a
from trickkit.policies.ranking import Ranked

__all__ = ["Best", "LowestWins", "Resolution", "SecondOfEqual", "StrongestWins"]


class Resolution(ABC):
    """Resolves a trick play by play, as a small automaton.

    A value, any frozen and hashable one, says all that matters of the plays so far. From it follow the suit to be
    followed, the play that is winning, and what a follow policy may read. A resolution does not know who plays: it sees
    faces and their places in the trick. It is asked once for every value, face and place, and its answers are
    tabulated.

    A resolution in which the card played last wins, and no suit need be followed:

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
        """The value before the lead; None unless a subclass knows better.

        Args:
            ranked: the ranking of the tricks under the trump of the deal.
        """
        return None

    @abstractmethod
    def fold(self, value: Any, face: Face, place: int, ranked: Ranked) -> Hashable:
        """The value after a play.

        Args:
            value: before the play, as `start` or `fold` gave it.
            face: what is played.
            place: how many plays to the trick came before this one, 0 or more.
            ranked: the ranking of the tricks under the trump of the deal: suits, strengths and the trump itself.
        """

    @abstractmethod
    def winner(self, value: Any) -> int | None:
        """The place in the trick of the play that is winning, 0 or more; None where nobody is.

        Args:
            value: after one play or more.
        """

    def led(self, value: Any) -> Suit | None:
        """The suit that must be followed; None while there is none, as after a jester was led.

        Args:
            value: after one play or more.
        """
        return None

    def best(self, value: Any) -> Face | None:
        """The face that is winning, for follow policies that read it; None where a resolution does not say.

        Args:
            value: after one play or more.
        """
        return None

    def leads(self, value: Any) -> int:
        """The place of the play whose hand would lead next if the trick ended now: the first by default.

        Args:
            value: after one play or more, where `winner` gives None.
        """
        return 0


@frozen
class Best:
    """What matters of an ordinary trick.

    Args:
        led: the suit of the first card.
        face: the best one so far.
        place: where in the trick it was played, 0 or more.

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
    """The suit of the first card is to be followed, and the strongest card wins; of equal ones the first.

    The ranking of the tricks says how strong a card is. A subclass may give its own `beats`.

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
            face: what is played.
            best: the best one so far.
            led: the suit of the first card.
            ranked: suits and strengths under the trump of the deal.
        """
        return ranked.strength(face, led) > ranked.strength(best, led)

    def fold(self, value: Best | None, face: Face, place: int, ranked: Ranked) -> Best:
        """The best card so far, with the suit of the first one."""
        if value is None:
            return Best(ranked.suit(face), face, place)
        return Best(value.led, face, place) if self.beats(face, value.face, value.led, ranked) else value

    def winner(self, value: Best) -> int | None:
        """The place of the best card."""
        return value.place

    def led(self, value: Best) -> Suit | None:
        """The suit of the first card."""
        return value.led

    def best(self, value: Best) -> Face | None:
        """The best card."""
        return value.face


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


@frozen
class SecondOfEqual(StrongestWins):
    """As usual, but of equally strong cards the one played last wins.

    Args:
        trumps: the texts of the faces for which it does, as long as they are trumps; () for all cards.

    Raises:
        InvalidRules: they are no texts.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> ace = french().card("AS").faces[0]
    >>> SecondOfEqual().beats(ace, ace, ace.suit, Ranked(HighCard(), trump=None))
    True
    >>> [SecondOfEqual(["AS"]).beats(ace, ace, ace.suit, Ranked(HighCard(), trump)) for trump in (None, ace.suit)]
    [False, True]
    """

    trumps: tuple[str, ...] = field(default=(), converter=_texts, validator=each_is_a(str))

    def beats(self, face: Face, best: Face, led: Suit, ranked: Ranked) -> bool:
        """Whether it is as strong or stronger; a card that never wins beats nothing."""
        if self.trumps and not (face.text in self.trumps and ranked.suit(face) == ranked.trump):
            return super().beats(face, best, led, ranked)
        strength = ranked.strength(face, led)
        return 0 < strength >= ranked.strength(best, led)


@frozen
class LowestWins(StrongestWins):
    """As usual, but the weakest card wins, of those that could win at all; of equal ones the first.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> two, ace, other = (french().card(text).faces[0] for text in ("2S", "AS", "2C"))
    >>> [LowestWins().beats(face, ace, ace.suit, Ranked(HighCard(), trump=None)) for face in (two, other)]
    [True, False]
    """

    def beats(self, face: Face, best: Face, led: Suit, ranked: Ranked) -> bool:
        """Whether it is weaker, and of a suit that may win."""
        return 0 < ranked.strength(face, led) < ranked.strength(best, led)

"""Tricks in which one of certain cards counts as a trump as long as it is the only one."""

from __future__ import annotations

from attrs import evolve, field, frozen

from trickkit.model.cards import Face, Suit
from trickkit.model.checks import each_is_a
from trickkit.model.converters import one_or_more_texts
from trickkit.policies.ranking import Ranked
from trickkit.policies.resolution import Best, StrongestWins

__all__ = ["LoneTrump", "WithAndWithout"]


@frozen
class WithAndWithout:
    """The value of a trick in which certain cards may count as trumps.

    Args:
        such: how many of these cards were played.
        alone: the best card if they are trumps, as a card of the trump suit.
        shown: the face as which that card was played.
        plain: the best card if they are not trumps.

    >>> from trickkit.model.cards import french
    >>> nine = french().card("9C").faces[0]
    >>> WithAndWithout(0, Best(nine.suit, nine, 0), nine, Best(nine.suit, nine, 0)).such
    0
    """

    such: int
    alone: Best
    shown: Face
    plain: Best


@frozen
class LoneTrump(StrongestWins):
    """The strongest card wins, where one of certain cards counts as a trump of its rank as long as it is the only one.

    The suit to be followed is still the printed suit of such a card. The first of equally strong cards wins.

    Args:
        cards: their texts; a single one may be given as it is.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard, Ranked
    >>> deck = french()
    >>> ranked, trick = Ranked(HighCard(), trump=deck.suits[2]), LoneTrump(["9C", "9D"])
    >>> def winner(*texts):
    ...     value = None
    ...     for place, text in enumerate(texts):
    ...         value = trick.fold(value, deck.card(text).faces[0], place, ranked)
    ...     return trick.winner(value)
    >>> winner("KC", "9D"), winner("9C", "TH"), winner("9C", "9D"), winner("9C", "KC")
    (1, 1, 0, 0)
    """

    cards: tuple[str, ...] = field(converter=one_or_more_texts, validator=each_is_a(str))

    def fold(self, value: WithAndWithout | None, face: Face, place: int, ranked: Ranked) -> WithAndWithout:  # type: ignore[override]
        such = face.text in self.cards
        counted = face if ranked.trump is None or not such else evolve(face, suit=ranked.trump)
        if value is None:
            led = ranked.suit(face)
            return WithAndWithout(int(such), Best(led, counted, place), face, Best(led, face, place))
        alone, plain = super().fold(value.alone, counted, place, ranked), super().fold(value.plain, face, place, ranked)
        return WithAndWithout(value.such + such, alone, face if alone.place == place else value.shown, plain)

    def winner(self, value: WithAndWithout) -> int | None:  # type: ignore[override]
        return (value.alone if value.such == 1 else value.plain).place

    def led(self, value: WithAndWithout) -> Suit | None:  # type: ignore[override]
        return value.plain.led

    def best(self, value: WithAndWithout) -> Face | None:  # type: ignore[override]
        return value.shown if value.such == 1 else value.plain.face

"""Sorts hands for the tricks of a deal."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from attrs import frozen

from trickkit.phases.tricks.phase import Tricks
from trickkit.policies.ranking import HighCard, Ranked, Ranking

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickkit.model.cards import Deck, Face, Suit
    from trickkit.play.view import View

__all__ = ["Group", "groups"]

RED, BLACK = ("diamonds", "hearts"), ("clubs", "spades")
WITHOUT_TRICKS = Ranked(HighCard(), trump=None)
"""The policies that sort the hands of games without tricks."""


@frozen
class Group:
    """Faces that stand together in a hand.

    Args:
        suit: the suit to which they belong; None if that depends on a trump that is not known yet.
        is_trump: whether they are trumps.
        faces: from the highest down.

    >>> Group(None, True, ()).is_trump
    True
    """

    suit: Suit | None
    is_trump: bool
    faces: tuple[Face, ...]


def groups(view: View) -> tuple[Group, ...]:
    """The faces of a deck as players sort a hand: trumps first, then suit by suit, red and black ones in turn.

    As long as no trump is known and no tricks are played, the faces come first that are trumps under any trump.

    Args:
        view: the view of a seat or a spectator; only the trump and the contract of its deal are read.

    >>> from trickkit import load
    >>> first, *_ = groups(load("skat").start(seed=7).view(0))
    >>> " ".join(face.text for face in first.faces)
    'JC JS JH JD'
    """
    tricks, deal = next((phase for phase in view.rules.phases if isinstance(phase, Tricks)), None), view.deal
    if tricks is None:
        return _grouped(WITHOUT_TRICKS, deal.deck)
    ranked = tricks.tables_of(deal).ranked
    is_open = deal.trump is None and deal.get(Tricks) is None
    return _grouped_before_trump(ranked.ranking, deal.deck) if is_open else _grouped(ranked, deal.deck)


@lru_cache(maxsize=256)
def _grouped(ranked: Ranked, deck: Deck, always: frozenset[Face] = frozenset()) -> tuple[Group, ...]:
    """The faces of a deck suit by suit, after those that are always trumps."""
    order = ranked.order(deck)
    rest = [face for face in order if face not in always]
    suits = _in_turn(dict.fromkeys(map(ranked.suit, rest)), None if always else ranked.trump)
    top = (Group(None, True, tuple(face for face in order if face in always)),) if always else ()
    return *top, *(
        Group(suit, suit == ranked.trump and not always, tuple(face for face in rest if ranked.suit(face) == suit))
        for suit in suits
    )


def _in_turn(suits: Iterable[Suit], trump: Suit | None) -> list[Suit]:
    """The suits in order: red and black plain suits alternate, beginning with the colour that trump does not have."""
    colours = (RED, BLACK) if trump is not None and trump.name in BLACK else (BLACK, RED)
    sides = [[suit for suit in suits if suit.name in names and suit != trump] for names in colours]
    sides.sort(key=len, reverse=True)
    mixed = filter(None, chain.from_iterable(zip_longest(*sides)))
    return [next(mixed) if suit.name in RED + BLACK and suit != trump else suit for suit in suits]


@lru_cache(maxsize=256)
def _grouped_before_trump(ranking: Ranking, deck: Deck) -> tuple[Group, ...]:
    """The faces before trump is named: first those that are trumps under any trump, then the others by suit."""
    every = [Ranked(ranking, suit) for suit in deck.suits]
    always = frozenset(face for face in deck.faces if all(ranked.suit(face) == ranked.trump for ranked in every))
    return _grouped(every[0] if always else Ranked(ranking, None), deck, always)

"""Symmetries of a game: rotations of the seats, and renamings of the suits with their effects."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action
from trickkit.model.cards import Deck, Suit
from trickkit.model.chance import HOLE, Stacked
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import to_suits

__all__ = ["Renaming", "Symmetry"]


@frozen(kw_only=True)
class Symmetry:
    """The symmetries that rules claim to have; `trickkit.testing` verifies them.

    Args:
        seats: whether the game stays the same when all seats move on clockwise, including the first starter.
        suits: the suits that may be exchanged; () for none.

    >>> Symmetry(seats=True).suits
    ()
    """

    seats: bool = field(default=False, validator=is_a(bool))
    suits: tuple[Suit, ...] = field(default=(), converter=to_suits, validator=each_is_a(Suit))

    def but(self, named: Collection[Suit]) -> Symmetry:
        """The same symmetry, except that some suits keep their names.

        >>> from trickkit.model.cards import french
        >>> suits = french().suits
        >>> [str(suit) for suit in Symmetry(suits=suits).but(suits[2:3]).suits]
        ['clubs', 'diamonds', 'spades']
        """
        return evolve(self, suits=[suit for suit in self.suits if suit not in named])


@frozen
class Renaming:
    """New names of suits, and the resulting names of faces and cards.

    Args:
        suits: a mapping from every suit of a deck to the suit whose name it gets.
        faces: from the text of every face to the new one.
        cards: the same for cards.

    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.cards import french
    >>> clubs, diamonds, *_ = french().suits
    >>> str(Renaming.of(french(), {clubs: diamonds, diamonds: clubs}).action(Play("AC")))
    'AD'
    """

    suits: dict[Suit, Suit]
    faces: dict[str, str]
    cards: dict[str, str]

    @classmethod
    def of(cls, deck: Deck, suits: Mapping[Suit, Suit]) -> Renaming:
        """The renaming of suits in a deck, with the resulting names of faces and cards.

        Raises:
            InvalidRules: the deck has no card with the new names for one of its cards.
        """
        new = {suit: suits.get(suit, suit) for suit in deck.suits}
        by_faces = {frozenset((face.suit, face.rank) for face in card.faces): card for card in deck}
        cards, faces = dict[str, str](), dict[str, str]()
        for card in deck:
            renamed = by_faces.get(frozenset((new.get(face.suit, face.suit), face.rank) for face in card.faces))
            if renamed is None:
                raise InvalidRules(f"no card is what {card} becomes when its suits change their names")
            cards[card.text] = renamed.text
            texts = {(face.suit, face.rank): face.text for face in renamed.faces}
            faces |= {face.text: texts[new.get(face.suit, face.suit), face.rank] for face in card.faces}
        return cls(new, faces, cards)

    def action(self, action: Action) -> Action:
        """The action under the new names; it may name a card with several faces as a whole."""
        return action.renamed({**self.cards, **self.faces}, {old.letter: new.letter for old, new in self.suits.items()})

    def stacked(self, stacked: Stacked) -> Stacked:
        """A stacked deal under the new names; whatever is left to chance stays so."""
        cards = {HOLE: HOLE, **self.cards}
        return evolve(
            stacked,
            hands=stacked.hands and [[cards[text] for text in hand or ()] for hand in stacked.hands],
            turned=None if stacked.turned is None else cards[stacked.turned],
            stock=[cards[text] for text in stacked.stock],
        )

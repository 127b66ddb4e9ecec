"""Cards chosen in secret, one decision each, out of one's own hand: what laying cards and passing them on share."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.actions import Action, Play
from trickkit.cards import Card, bits
from trickkit.errors import InvalidRules
from trickkit.fields import whole
from trickkit.hands import Hand
from trickkit.phases.base import Phase
from trickkit.phases.simultaneous import Commitments, SimultaneousRun, Turn

if TYPE_CHECKING:
    from trickkit.cards import Deck
    from trickkit.deal import Deal

__all__ = ["Choosing", "ChoosingRun", "Faces"]


@frozen(eq=False)
class Faces:
    """What choosing cards looks up in a deck, made once.

    Args:
        plays: by the bit length of a face, the action that names it, and the bits of all other kinds of cards.
        kinds: by action, the bits of the face and its equal copies.
        cards: by action, the card.

    >>> from trickkit.cards import french
    >>> Faces.of(french("KA")).kinds[Play("AC")]
    2
    """

    plays: dict[int, tuple[Play, int]]
    kinds: dict[Action, int]
    cards: dict[Action, Card]

    @classmethod
    def of(cls, deck: Deck) -> Faces:
        """The look-ups for a deck of cards that have one face each."""
        kinds: dict[Action, int] = {Play(text): mask for text, mask in deck.kinds.items()}
        plays = {
            bit.bit_length(): (Play(text), deck.all ^ mask) for text, mask in deck.kinds.items() for bit in bits(mask)
        }
        return cls(plays, kinds, {Play(card.faces[0].text): card for card in deck})


@frozen(kw_only=True)
class Choosing(Phase):
    """Every seat chooses cards out of its hand in secret; a base for phases that say what becomes of them.

    Args:
        cards: how many a seat chooses, 1 or more; choosing two is deciding twice.

    >>> from trickkit.phases import PassCards, Reveal
    >>> [issubclass(phase, Choosing) for phase in (PassCards, Reveal)]
    [True, True]
    """

    done: ClassVar[str]
    """What becomes of the cards, in a word that follows "are"."""

    cards: int = field(default=1, validator=whole(1))

    @cached_property
    def _looks(self) -> dict[Deck, Faces]:
        return {}

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every face of every card."""
        return tuple(Play(text) for text in deck.kinds)

    def faces(self, deal: Deal) -> Faces:
        """The look-ups for a deal in which every seat can choose.

        Raises:
            InvalidRules: a hand has too few cards, or a card has several faces.
        """

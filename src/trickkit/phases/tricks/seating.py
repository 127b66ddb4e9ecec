"""Tables for the plays of tricks: who plays after whom, and the action and the event of every card."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from attrs import frozen

from trickkit.model.actions import Action, Play
from trickkit.model.cards import Card, Deck, Suit
from trickkit.model.tricks import Played

__all__ = ["Plays", "Seating"]

MOST_TOGETHER = 13
"""The most faces in one part of a deck; of every part, all sets that occur are cached."""


class Plays(dict[int, tuple[Action, ...]]):
    """Maps a mask of faces to the actions that play them, in the order of the deck; equal copies once.

    The faces of a part of the deck, such as a suit, are cached; those of several parts are combined.

    >>> from trickkit.model.cards import french
    >>> [str(action) for action in Plays(french("KA"))[0b1010]]
    ['AC', 'AD']
    """

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.parts = tuple(_parts(deck))
        self.kinds: tuple[tuple[int, Action], ...] = tuple((kind, Play(text)) for text, kind in deck.kinds.items())

    def __missing__(self, faces: int) -> tuple[Action, ...]:
        actions: tuple[Action, ...] = ()
        for part in self.parts:
            some = faces & part
            if some:
                if some == faces:
                    self[faces] = actions = tuple([action for kind, action in self.kinds if kind & faces])
                    return actions
                actions += self[some]
        return actions


def _parts(deck: Deck) -> Iterator[int]:
    """Parts of the deck as masks: suit by suit, with equal copies together and cards of several faces apart."""
    part, suit = 0, _suit(deck.cards[0])
    for card, copies in groupby(zip(deck.cards, deck.masks, strict=True), key=lambda pair: pair[0]):
        faces = sum(mask for _, mask in copies)
        if part and (_suit(card) != suit or (part | faces).bit_count() > MOST_TOGETHER):
            yield part
            part = 0
        part, suit = part | faces, _suit(card)
    yield part


def _suit(card: Card) -> Suit | None:
    return card.faces[0].suit if card.is_plain else None


@frozen(eq=False)
class Seating:
    """The tables for the plays of a deal, computed once for a deck and for who chooses for which hand.

    Args:
        choosers: by hand, the seat that chooses for it.
        acting: by hand, that seat as the only actor.
        after: by hand, the next one clockwise that takes part.
        hands: how many take part.
        moves: by hand and action, the bits of the face and its equal copies, all faces of the card if it has no copies,
            otherwise 0, the number of the face in the deck, and the event of playing it.
        plays: by faces, the actions that play them.
        card_of: by the bit of a face, all faces of its card.

    >>> from trickkit.model.cards import french
    >>> deck = french("KA")
    >>> seating = Seating.of(deck, (0, 1, 0, 1), (2,), Plays(deck))
    >>> seating.hands, seating.after, seating.moves[3][Play("AC")]
    (3, (1, 3, 3, 0), (2, 2, 1, Played(seat=1, hand=3, action=Play(face='AC'), card='AC')))
    """

    choosers: tuple[int, ...]
    acting: tuple[tuple[int], ...]
    after: tuple[int, ...]
    hands: int
    moves: tuple[dict[Action, tuple[int, int, int, Played]], ...]
    plays: Plays
    card_of: dict[int, int]

    @classmethod
    def of(cls, deck: Deck, choosers: tuple[int, ...], resting: tuple[int, ...], plays: Plays) -> Seating:
        """The tables for a deck, for who chooses for which hand, and for the resting hands."""
        players = len(choosers)
        clockwise = [[(hand + step) % players for step in range(1, players + 1)] for hand in range(players)]
        cards = {face.text: card.text for card in deck.cards for face in card.faces}
        actions, card_of = {text: Play(text) for text in deck.kinds}, dict(deck.card_of)
        faces = [(text, kind, (kind & -kind).bit_length() - 1) for text, kind in deck.kinds.items()]
        return cls(
            choosers=choosers,
            acting=tuple((seat,) for seat in choosers),
            after=tuple(next((hand for hand in order if hand not in resting), order[-1]) for order in clockwise),
            hands=players - len(resting),
            moves=tuple(
                {
                    actions[text]: (kind, card_of.get(kind, 0), index, Played(seat, hand, actions[text], cards[text]))
                    for text, kind, index in faces
                }
                for hand, seat in enumerate(choosers)
            ),
            plays=plays,
            card_of=card_of,
        )

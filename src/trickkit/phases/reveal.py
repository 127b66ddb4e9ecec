"""Cards laid on the table in secret and revealed together."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.actions import Action, Play
from trickkit.cards import Card, bits
from trickkit.deal import Deal, Event, Record
from trickkit.errors import InvalidRules
from trickkit.fields import whole
from trickkit.hands import Hand
from trickkit.phases.base import Phase
from trickkit.phases.simultaneous import Commitments, SimultaneousRun, Turn

if TYPE_CHECKING:
    from trickkit.cards import Deck

__all__ = ["Laid", "Reveal", "Revealed"]


@frozen
class Revealed(Event):
    """Cards that were laid in secret were revealed.

    Args:
        cards: by seat, the cards that it laid, in the order of the deck.

    >>> from trickkit.cards import french
    >>> low, _, high = french("QKA").cards[:3]
    >>> str(Revealed(((low, high), (low, low))))
    'Revealed: seat 0: QC AC; seat 1: QC QC.'
    """

    cards: tuple[tuple[Card, ...], ...]

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        """The cards, seat after seat."""
        return tuple([(seat, card.text) for seat, laid in enumerate(self.cards) for card in laid])

    def __str__(self) -> str:
        texts = (f"seat {seat}: {' '.join(str(card) for card in laid)}" for seat, laid in enumerate(self.cards))
        return f"Revealed: {'; '.join(texts)}."


@frozen
class Laid(Record):
    """What lies face up in front of the seats.

    Args:
        cards: by seat, the cards in front of it, turn after turn, in the order of the deck within a turn.

    >>> from trickkit.cards import french
    >>> str(Laid((french("KA").cards[:2], ())))
    'seat 0: KC AC; seat 1: -'
    """

    cards: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        return "; ".join(f"seat {seat}: {' '.join(map(str, mine)) or '-'}" for seat, mine in enumerate(self.cards))


@frozen(kw_only=True)
class Reveal(Phase):
    """Every seat lays cards out of its hand in secret; all are revealed together and stay in front of their seats.

    Args:
        cards: how many a seat lays, 1 or more; laying two is deciding twice.

    >>> from trickkit.chance import Chance
    >>> from trickkit.phases import DealOut
    >>> from trickkit.variants import game5211
    >>> deal = DealOut().begin(Deal.fresh(game5211.deck(), players=2, size=5, chance=Chance(7)))
    >>> run = Reveal(cards=1).begin(deal)
    >>> at = run.play(run.start(), 1, run.legal(run.start(), 1)[0])
    >>> at.actors, len(run.record(at).hands[1])
    ((0,), 5)
    """

    record: ClassVar[type[Record]] = Laid

    cards: int = field(default=1, validator=whole(1))

    @cached_property
    def _looks(self) -> dict[Deck, Faces]:
        return {}

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every face of every card."""
        return tuple(Play(text) for text in deck.kinds)

    def begin(self, deal: Deal) -> RevealRun:
        """The cards that are laid in this turn.

        Raises:
            InvalidRules: a hand has too few cards, or a card has several faces.
        """
        faces = self._looks.get(deal.deck)
        if faces is None:
            faces = self._looks[deal.deck] = Faces.of(deal.deck)
        for seat, hand in enumerate(deal.hands):
            if hand.mask.bit_count() < self.cards:
                raise InvalidRules(f"Reveal: hand {seat} has {len(hand)} cards; {self.cards} are to be laid", seat=seat)
        return RevealRun(deal, (tuple(deal.seats) * self.cards,), faces)


@frozen(eq=False)
class Faces:
    """What laying cards looks up in a deck, made once.

    Args:
        plays: by the bit of a face, the action that plays it, and the bits of its equal copies.
        kinds: by action, the bits of the face and its equal copies.
        cards: by the bit of a face, its card.
    """

    plays: dict[int, tuple[Play, int]]
    kinds: dict[Action, int]
    cards: dict[int, Card]

    @classmethod
    def of(cls, deck: Deck) -> Faces:
        """The look-ups for a deck.

        Raises:
            InvalidRules: a card has several faces.
        """
        for card in deck:
            if not card.is_plain:
                raise InvalidRules(f"Reveal: {card} has several faces; only cards with one can be laid")
        kinds: dict[Action, int] = {Play(text): mask for text, mask in deck.kinds.items()}
        plays = {bit: (Play(text), mask) for text, mask in deck.kinds.items() for bit in bits(mask)}
        return cls(plays, kinds, dict(zip(deck.masks, deck.cards, strict=True)))


@frozen(slots=False)
class RevealRun(SimultaneousRun):
    """The cards that are laid in one turn.

    Args:
        faces: look-ups in the deck.
    """

    faces: Faces = field(eq=False, repr=False)

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        """The cards left in the hand, equal copies once."""
        # A hot function: it runs for every card that is laid.
        plays, cards = self.faces.plays, self.deal.hands[seat].mask
        for action in committed:
            cards ^= self._copy(cards, action)
        found = []
        while cards:
            action, kind = plays[cards & -cards]
            found.append(action)
            cards &= ~kind
        return tuple(found)

    def _copy(self, cards: int, action: Action) -> int:
        """The bit of a card in a set that an action names."""
        held = self.faces.kinds[action] & cards
        return held & -held

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        """That a card of the hand is to be laid."""
        cards = self.deal.hands[seat].mask
        for done in at.pending[seat]:
            cards ^= self._copy(cards, done)
        held = Hand(self.deal.deck, cards)
        if action not in self.faces.kinds:
            return f"a card is laid now, out of hand {seat}; {action} is no card"
        left = "still holds" if at.pending[seat] else "holds"
        return f"hand {seat} does not hold {action}; it {left} {held}"

    def record(self, at: Commitments) -> Deal:
        """The deal with the cards on the table, when all are laid."""
        deal = self.deal
        before = deal.get(Reveal)
        table = before.cards if before is not None else ((),) * deal.players
        if not at.revealed:
            return deal if before is not None else deal.having(Laid(table))
        hands = []
        for hand, laid in zip(deal.hands, at.revealed[0], strict=True):
            left = hand.mask
            for action in laid:
                left ^= self._copy(left, action)
            hands.append(left)
        new = [hand.mask ^ left for hand, left in zip(deal.hands, hands, strict=True)]
        # Which of equal copies lie there would tell of the cards that are not seen: cards are told by name alone.
        shown, cards = sum(new), self.faces.cards
        revealed = tuple([tuple([cards[bit] for bit in bits(laid)]) for laid in new])
        return deal.having(
            Laid(tuple([old + laid for old, laid in zip(table, revealed, strict=True)])),
            Revealed(revealed),
            hands=tuple([Hand(deal.deck, left) for left in hands]),
            out=Hand(deal.deck, deal.out.mask | shown),
            known=tuple([known | shown for known in deal.known]),
        )

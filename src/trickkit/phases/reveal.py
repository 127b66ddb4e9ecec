"""Cards laid on the table in secret and revealed together."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit.model.cards import Card
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.model.questions import Question, Sight
from trickkit.phases.kinds.choosing import Choosing, ChoosingRun, all_at_once
from trickkit.phases.kinds.simultaneous import Commitments

__all__ = ["Laid", "Reveal", "Revealed"]


@frozen
class Revealed(Event):
    """Cards that were laid in secret were revealed.

    Args:
        cards: by seat, the cards that it laid, in the order of the deck.

    >>> from trickkit.model.cards import french
    >>> low, _, high = french("QKA").cards[:3]
    >>> str(Revealed(((low, high), (low, low))))
    'Revealed: seat 0: QC AC; seat 1: QC QC.'
    """

    cards: tuple[tuple[Card, ...], ...]

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        return tuple([(seat, card.text) for seat, laid in enumerate(self.cards) for card in laid])

    def __str__(self) -> str:
        texts = (f"seat {seat}: {' '.join(str(card) for card in laid)}" for seat, laid in enumerate(self.cards))
        return f"Revealed: {'; '.join(texts)}."


@frozen
class Laid(Record):
    """The record of the cards that lie face up in front of the seats.

    Args:
        cards: by seat, the cards in front of it, turn after turn, in the order of the deck within a turn.

    >>> from trickkit.model.cards import french
    >>> str(Laid((french("KA").cards[:2], ())))
    'seat 0: KC AC; seat 1: -'
    """

    cards: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        return "; ".join(f"seat {seat}: {' '.join(map(str, mine)) or '-'}" for seat, mine in enumerate(self.cards))


@frozen(kw_only=True)
class Reveal(Choosing):
    """Every seat lays cards from its hand in secret; all are revealed together and stay in front of their seats.

    Args:
        cards: how many a seat lays, 1 or more; laying two is deciding twice.

    >>> from trickkit.model.chance import Chance
    >>> from trickkit.phases import DealOut
    >>> from trickkit.variants import game5211
    >>> deal = DealOut().begin(Deal.fresh(game5211.deck(), players=2, size=5, chance=Chance(7)))
    >>> run = Reveal(cards=1).begin(deal)
    >>> at = run.play(run.start(), 1, run.legal(run.start(), 1)[0])
    >>> at.actors, len(run.record(at).hands[1])
    ((0,), 5)
    """

    record: ClassVar[type[Record]] = Laid
    done: ClassVar[str] = "laid"
    of_several_faces: ClassVar[bool] = True

    def question(self, view: Sight) -> Question:
        ordinal = len(view.committed) + 1
        which = f"card {ordinal} of {self.cards}" if self.cards > 1 else "a card"
        return Question(f"Choose {which} to lay face down.", "reveal", (("card", ordinal), ("of", self.cards)))

    def begin(self, deal: Deal) -> RevealRun:
        """The run in which seats lay cards.

        Raises:
            InvalidRules: a hand has too few cards.
        """
        return RevealRun(deal, all_at_once(deal.players, self.cards), self.faces(deal))


@frozen(slots=False)
class RevealRun(ChoosingRun):
    """The run of `Reveal` in one deal."""

    done: ClassVar[str] = Reveal.done

    def record(self, at: Commitments) -> Deal:
        # A hot function: it runs after every turn.
        deal, faces, cards_of = self.deal, self.faces, self.faces.cards
        before = deal.get(Reveal)
        table = before.cards if before is not None else ((),) * deal.players
        if not at.revealed:
            return deal if before is not None else deal.with_record(Laid(table))
        held, revealed, lying, shown = [], [], [], 0
        for cards, laid, mine in zip(deal.held, at.revealed[0], table, strict=True):
            left = cards
            for action in laid:
                left ^= faces.one(action, left)
            shown |= cards ^ left
            # The numbers of equal copies would reveal something about the unseen cards, so cards are reported only by
            # name.
            named = (cards_of[laid[0]],) if len(laid) == 1 else self.named(laid)
            held.append(left)
            revealed.append(named)
            lying.append(mine + named)
        return deal.with_record(
            Laid(tuple(lying)),
            Revealed(tuple(revealed)),
            held=tuple(held),
            out=Hand(deal.deck, deal.out.mask | shown),
            known=tuple([known | shown for known in deal.known]),
        )

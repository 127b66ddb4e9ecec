"""Bids made with cards: all seats show some cards at once, and later play these like any others."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.model.questions import Question, Sight
from trickkit.phases.kinds.choosing import Choosing, ChoosingRun, Selection
from trickkit.phases.kinds.simultaneous import Commitments
from trickkit.policies.participants import Everyone, Participants, taking_part

__all__ = ["BidWithCards", "CardBids", "CardBidsShown"]


@frozen
class CardBidsShown(Event):
    """All bids made with cards were shown.

    Args:
        hands: by seat, the cards of its bid.

    >>> from trickkit.model.cards import french
    >>> str(CardBidsShown((Hand.of(french(), ["2C"]), Hand.of(french(), ["AS", "KS"]))))
    'Bids with cards: seat 0: 2C; seat 1: KS AS.'
    """

    hands: tuple[Hand, ...]

    def __str__(self) -> str:
        return f"Bids with cards: {CardBids(self.hands)}."


@frozen
class CardBids(Record):
    """The record of the bids made with cards, which everybody knows.

    Args:
        hands: by seat, the cards of its bid, even after it has played them; none before all are shown.

    >>> from trickkit.model.cards import french
    >>> bids = CardBids((Hand.of(french(), ["2C", "3D"]), Hand(french())))
    >>> str(bids), bids.hands[0].points({"2C": 2, "3D": 3})
    ('seat 0: 2C 3D; seat 1: -', 5)
    """

    field_of_choices: ClassVar[str] = "hands"

    hands: tuple[Hand, ...]

    def __str__(self) -> str:
        return "; ".join([f"seat {seat}: {cards if len(cards) else '-'}" for seat, cards in enumerate(self.hands)])


@frozen(kw_only=True)
class BidWithCards(Choosing):
    """Seats choose cards of their hands in secret; then all are shown together, as bids, and stay in the hands.

    The meaning of the cards is up to later parts, which read them as `deal[BidWithCards].hands`. For example, their sum
    may be the number of tricks that a seat must take, or their suit one that scores against it.

    Args:
        cards: how many a seat chooses, 1 or more; choosing two is deciding twice.
        who: the seats that bid.

    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.cards import french
    >>> deck = french("QKA")
    >>> hands = [Hand.of(deck, [f"{rank}{suit}" for rank in "QKA"]) for suit in "CD"]
    >>> run = BidWithCards().begin(Deal.fresh(deck, players=2).changed(hands=tuple(hands)))
    >>> after = run.record(run.play(run.play(run.start(), 1, Play("QD")), 0, Play("AC")))
    >>> str(after[BidWithCards]), str(after.hands[1]), str(after.seen_by(0).hands[1])
    ('seat 0: AC; seat 1: QD', 'QD KD AD', 'QD ?? ??')
    """

    record: ClassVar[type[Record]] = CardBids
    binding: ClassVar[bool] = True
    done: ClassVar[str] = "bid"
    of_several_faces: ClassVar[bool] = True

    who: Participants = field(default=Everyone(), validator=is_a(Participants))

    def question(self, view: Sight) -> Question:
        """Asks which card to bid."""
        card_number = len(view.committed) + 1
        text = (
            "Which card do you bid?" if self.cards == 1 else f"Choose card {card_number} of {self.cards} for your bid."
        )
        return Question(text, "card_bid", (("card", card_number), ("of", self.cards)))

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        """The seats that take part choose their cards, which stay in the hands."""
        seats = sorted(taking_part(self.who, deal, self))
        return (Selection(numbers=tuple([(seat, self.cards) for seat in seats]), stays=True, openly=True),)

    def begin(self, deal: Deal) -> Deal | CardBidsRun:
        """The bids of a deal, or the deal unchanged if nobody bids.

        Raises:
            InvalidRules: a hand has too few cards.
        """
        seats = tuple([seat for selection in self.selections(deal) for seat, _ in selection.numbers])
        if not seats:
            return deal.with_record(CardBids((Hand(deal.deck),) * deal.players))
        return CardBidsRun(deal, (seats * self.cards,), self.faces(deal))


@frozen(slots=False)
class CardBidsRun(ChoosingRun):
    """The bids made with cards in one deal."""

    done: ClassVar[str] = BidWithCards.done

    def record(self, at: Commitments) -> Deal:
        """The deal with the bids, once all are chosen; everybody knows where these cards are."""
        deal, deck = self.deal, self.deal.deck
        if not at.revealed:
            return deal.with_record(CardBids((Hand(deck),) * deal.players))
        # Which copies of equal cards were chosen must stay unknown, so the record has the first ones of the deck.
        hands = tuple([Hand.of(deck, [card.text for card in self.named(chosen)]) for chosen in at.revealed[0]])
        shown = sum([deal.held[seat] ^ self.left(seat, chosen) for seat, chosen in enumerate(at.revealed[0])])
        known = tuple([known | shown for known in deal.known])
        return deal.with_record(CardBids(hands), CardBidsShown(hands), known=known)

"""Passing between partners after the bidding: the declarer is given cards of its partner, and gives as many back."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.model.questions import Question, Sight
from trickkit.phases.kinds.choosing import Choosing, ChoosingRun, Selection, handed_on, without
from trickkit.phases.kinds.simultaneous import Commitments, Turn
from trickkit.policies.partners import Opposite, Partners

__all__ = ["GivenToPartner", "PassBetweenPartners", "PassedBetweenPartners"]


@frozen
class GivenToPartner(Event):
    """A hand gave a card to that of its partner; only the two see which.

    Args:
        giver: the hand that gave it.
        receiver: the hand that got it.
        card: its text; `"??"` in the view of another seat.

    >>> event = GivenToPartner(2, 0, "AS")
    >>> str(event), str(event.seen_by(1, scored=False))
    ('Hand 2 gives hand 0 AS.', 'Hand 2 gives hand 0 ??.')
    """

    giver: int
    receiver: int
    card: str

    def seen_by(self, seat: int | None, *, scored: bool) -> GivenToPartner:
        """The card for the two partners."""
        return self if seat in (self.giver, self.receiver) else evolve(self, card="??")

    @property
    def passed(self) -> tuple[tuple[int, int, str], ...]:
        """The card."""
        return ((self.giver, self.receiver, self.card),)

    def __str__(self) -> str:
        return f"Hand {self.giver} gives hand {self.receiver} {self.card}."


@frozen
class PassedBetweenPartners(Record):
    """The partners that pass cards to each other.

    Args:
        pair: the declarer's partner and the declarer; () in a deal without a declarer.

    >>> str(PassedBetweenPartners((2, 0))), str(PassedBetweenPartners(()))
    ('hand 2 to hand 0 and back', 'none')
    """

    pair: tuple[int, ...]

    def __str__(self) -> str:
        return f"hand {self.pair[0]} to hand {self.pair[1]} and back" if self.pair else "none"


@frozen(kw_only=True)
class PassBetweenPartners(Choosing):
    """The declarer's partner passes cards to the declarer, who looks at them and passes as many back, face down.

    In a deal without a declarer no cards are passed.

    Args:
        cards: how many, 1 or more; passing three is deciding three times.
        partners: who plays together; the declarer needs one partner.

    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.cards import french
    >>> deck = french("QKA")
    >>> hands = [Hand.of(deck, [f"{rank}{suit}" for rank in "QKA"]) for suit in "CDHS"]
    >>> run = PassBetweenPartners().begin(Deal.fresh(deck, players=4).changed(declarer=1, hands=tuple(hands)))
    >>> at = run.play(run.start(), 3, Play("AS"))
    >>> [str(action) for action in run.legal(at, 1)]
    ['QD', 'KD', 'AD', 'AS']
    >>> [str(run.record(run.play(at, 1, Play("QD"))).hands[seat]) for seat in (1, 3)]
    ['KD AD AS', 'QD QS KS']
    """

    record: ClassVar[type[Record]] = PassedBetweenPartners
    done: ClassVar[str] = "passed to the partner"
    of_several_faces: ClassVar[bool] = True

    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        """Card by card those of the partner, and then those of the declarer; none without a declarer.

        Raises:
            InvalidRules: the declarer does not have one partner.
        """
        declarer = deal.declarer
        if declarer is None:
            return ()
        partners = self.partners.partners(declarer, deal.players)
        if len(partners) != 1:
            raise InvalidRules(f"PassBetweenPartners: seat {declarer} has {len(partners)} partners; it needs one")
        step = (declarer - partners[0]) % deal.players
        gives = Selection(numbers=((partners[0], 1),), steps=(step,))
        returns = Selection(numbers=((declarer, 1),), steps=(deal.players - step,))
        return (gives,) * self.cards + (returns,) * self.cards

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        """Whether the viewer is the partner of the mover."""
        return viewer in self.partners.side(mover, deal.players)

    def question(self, view: Sight) -> Question:
        """Asks which card to pass, and says to whom."""
        given = [event for event in view.deal.events if isinstance(event, GivenToPartner)]
        ordinal = len([event for event in given if event.giver == view.seat]) + 1
        to = next(seat for seat in view.deal[PassBetweenPartners].pair if seat != view.seat)
        fields = (("card", ordinal), ("of", self.cards), ("seat", to))
        return Question(f"Choose card {ordinal} of {self.cards} to pass to seat {to}.", "pass_cards", fields)

    def begin(self, deal: Deal) -> Deal | PartnersRun:
        """The cards that partners pass, or the deal unchanged if there is no declarer.

        Raises:
            InvalidRules: the declarer does not have one partner, or a hand has too few cards.
        """
        selections = self.selections(deal)
        if not selections:
            return deal.with_record(PassedBetweenPartners(()))
        pair = selections[0].numbers[0][0], selections[-1].numbers[0][0]
        turns = tuple([(seat,) for selection in selections for seat, _ in selection.numbers])
        return PartnersRun(deal, turns, self.faces(deal), pair)


@frozen(slots=False)
class PartnersRun(ChoosingRun):
    """The cards that partners pass in one deal.

    Args:
        pair: the declarer's partner and the declarer.
    """

    done: ClassVar[str] = PassBetweenPartners.done

    pair: tuple[int, ...]

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        """The cards of the hand, with those that it was given."""
        cards, _ = self._held(revealed)
        return tuple([action for action, kind in self.faces.kinds.items() if kind & cards[seat]])

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        """That a card of the hand must be chosen."""
        if action not in self.faces.kinds:
            return super().refusal(at, seat, action)
        return f"hand {seat} does not hold {action}; it holds {Hand(self.deal.deck, self._held(at.revealed)[0][seat])}"

    def _held(self, revealed: tuple[Turn, ...]) -> tuple[list[int], list[tuple[int, int, int]]]:
        """By seat, its cards as a mask; and the cards that were given, each with its giver and its receiver."""
        held, given, half = [*self.deal.held], list[tuple[int, int, int]](), len(self.turns) // 2
        for index, turn in enumerate(revealed):
            giver, receiver = self.pair if index < half else self.pair[::-1]
            card = held[giver] ^ without(held[giver], turn[giver], self.faces)
            held[giver] ^= card
            held[receiver] |= card
            given.append((giver, receiver, card))
        return held, given

    def record(self, at: Commitments) -> Deal:
        """The deal with the cards that were passed so far."""
        deal, deck = self.deal, self.deal.deck
        _, given = self._held(at.revealed)
        events = [GivenToPartner(giver, receiver, str(Hand(deck, card))) for giver, receiver, card in given]
        for gift in given:
            deal = handed_on(deal, [gift])
        return deal.with_record(PassedBetweenPartners(self.pair), *events)

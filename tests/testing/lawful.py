"""Small games that are lawful, each unusual in one way: no law may find fault with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import evolve, frozen
from small import COPIES, Ask, Noted, SecretRun, Told, game

from trickkit import Deal, Deck, Event, Outcome, Play, Record, Result, Rules, ScoreLine
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN, french
from trickkit.model.chance import HOLE
from trickkit.model.hands import Hand
from trickkit.model.symmetry import Symmetry
from trickkit.phases import (
    BuyTrump,
    CallDouble,
    DealOut,
    Draw,
    FixedTrump,
    Phase,
    RemoveCards,
    Reveal,
    Tricks,
    TurnTrump,
)
from trickkit.phases.kinds.simultaneous import Commitments, SimultaneousRun, Turn
from trickkit.policies.ending import AtTarget, Ending
from trickkit.policies.follow import Context, Follow, Step
from trickkit.policies.lead import HolderOpens, OpenerAlways
from trickkit.policies.order import AsCalled
from trickkit.policies.portion import EvenHalf
from trickkit.policies.until import AfterTricks
from trickkit.scoring import Scoring

# Cards that go from hand to hand, which their old and their new owner know


@frozen
class Passed(Event):
    """Cards went to the left."""

    cards: tuple[tuple[str, ...], ...]

    def seen_by(self, seat: int | None, *, scored: bool) -> Passed:
        left = len(self.cards)
        return Passed(
            tuple(
                cards if seat is not None and seat in (owner, (owner + 1) % left) else (HOLE,) * len(cards)
                for owner, cards in enumerate(self.cards)
            )
        )

    @property
    def passed(self) -> tuple[tuple[int, int, str], ...]:
        return tuple(
            (owner, (owner + 1) % len(self.cards), card) for owner, cards in enumerate(self.cards) for card in cards
        )

    def __str__(self) -> str:
        return f"Passed: {'; '.join(' '.join(cards) for cards in self.cards)}."


@frozen(slots=False)
class FromHandRun(SimultaneousRun):
    """Every seat chooses cards of its hand in secret."""

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        held = [card.text for card in self.deal.hands[seat].known]
        for action in committed:
            held.remove(str(action))
        return tuple(Play(text) for text in dict.fromkeys(held))

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        return f"a card of the hand is chosen, not {action}"

    def chosen(self, at: Commitments) -> list[list[str]]:
        return [[str(action) for action in actions] for turn in at.revealed for actions in turn]

    def without(self, seat: int, cards: list[str]) -> tuple[int, int]:
        """The hand without some cards, and those cards."""
        left, gone = self.deal.hands[seat].mask, 0
        for text in cards:
            kind = left & self.deal.deck.kinds[text]
            left, gone = left ^ (kind & -kind), gone | kind & -kind
        return left, gone


@frozen(slots=False)
class PassRun(FromHandRun):
    """The chosen cards go to the left."""

    def record(self, at: Commitments) -> Deal:
        if not at.revealed:
            return self.deal
        chosen, players = self.chosen(at), self.deal.players
        parts = [self.without(seat, cards) for seat, cards in enumerate(chosen)]
        hands = [left | parts[seat - 1][1] for seat, (left, _) in enumerate(parts)]
        # What a seat knew of another hand may have been passed on, unseen.
        held = sum(hand.mask for hand in self.deal.hands)
        known = [old & ~held for old in self.deal.known]
        for seat in range(players):
            known[seat] |= hands[seat] | parts[seat][1]
        return evolve(
            self.deal,
            hands=tuple(Hand(self.deal.deck, mask) for mask in hands),
            known=tuple(known),
            events=(*self.deal.events, Passed(tuple(tuple(cards) for cards in chosen))),
        )


@frozen
class PassLeft(Phase):
    """Every seat passes cards to the left, all at once."""

    cards: int = 1

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple(Play(text) for text in deck.kinds)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return viewer == (mover + 1) % deal.players

    def begin(self, deal: Deal) -> PassRun:
        return PassRun(deal, (tuple(deal.seats) * self.cards,))


# Cards that are laid away face down


@frozen
class LaidAway(Event):
    """Every seat laid cards away."""

    cards: tuple[tuple[str, ...], ...]

    def seen_by(self, seat: int | None, *, scored: bool) -> LaidAway:
        return LaidAway(
            tuple(cards if owner == seat else (HOLE,) * len(cards) for owner, cards in enumerate(self.cards))
        )

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        return tuple((owner, card) for owner, cards in enumerate(self.cards) for card in cards)


@frozen(slots=False)
class LayAwayRun(FromHandRun):
    """The chosen cards are out."""

    def record(self, at: Commitments) -> Deal:
        if not at.revealed:
            return self.deal
        chosen = self.chosen(at)
        parts = [self.without(seat, cards) for seat, cards in enumerate(chosen)]
        return evolve(
            self.deal,
            hands=tuple(Hand(self.deal.deck, left) for left, _ in parts),
            out=evolve(self.deal.out, mask=self.deal.out.mask | sum(gone for _, gone in parts)),
            events=(*self.deal.events, LaidAway(tuple(tuple(cards) for cards in chosen))),
        )


@frozen
class LayAway(Phase):
    """Every seat lays a card away, face down."""

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple(Play(text) for text in deck.kinds)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return False

    def begin(self, deal: Deal) -> LayAwayRun:
        return LayAwayRun(deal, (tuple(deal.seats),))


# Chance in the middle of a deal


@frozen
class RollForTrump(Phase):
    """A die says which suit is trump, after the seats have spoken; at 5 and 6 there is none."""

    record: ClassVar[type[Record]] = Noted

    def begin(self, deal: Deal) -> Deal:
        assert deal.chance is not None
        number, chance = deal.chance.below(6)
        trump = deal.deck.suits[number] if number < 4 else None
        return deal.with_record(Noted(number), Told(number), trump=trump, chance=chance)


@frozen
class Lot(Record):
    """A number that everybody sees, and one that is seat 1's secret until it is shown."""

    open: int
    secret: Any

    def seen_by(self, seat: int | None, *, scored: bool) -> Lot:
        return self if seat == 1 or scored else evolve(self, secret=UNKNOWN)


@frozen
class DrawLots(Phase):
    """Draws one of a million numbers openly, and another that seat 1 alone sees."""

    record: ClassVar[type[Record]] = Lot

    def begin(self, deal: Deal) -> Deal:
        assert deal.chance is not None
        secret, chance = deal.chance.below(10**6, seen_by=[1])
        number, chance = chance.below(10**6)
        return deal.with_record(Lot(number, secret), Told(number), chance=chance)


@frozen
class ShowLot(Phase):
    """Shows the secret number to everybody."""

    def begin(self, deal: Deal) -> Deal:
        assert deal.chance is not None
        return deal.changed(Told(deal[DrawLots].secret), chance=deal.chance.shown(0))


@frozen
class HolderStarts(Phase):
    """Whoever holds the queen of clubs shows it, and becomes the starter; all cards are dealt."""

    record: ClassVar[type[Record]] = Noted

    def begin(self, deal: Deal) -> Deal:
        mask = deal.deck.mask(["QC"])
        seat = next(seat for seat, hand in enumerate(deal.hands) if hand.mask & mask)
        return deal.with_record(
            Noted(seat), Told(seat), starter=seat, known=tuple(known | mask for known in deal.known)
        )


@frozen
class PointForYes(Scoring):
    """A point for every yes, and nothing else."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        said = deal[Ask].what
        return tuple(ScoreLine(seat, "said yes", 1) for seat, word in said if word == "yes")


@frozen
class SameNumber(Ending):
    """All win together if they took the same number of tricks, and lose together otherwise."""

    def outcome(self, results: Sequence[Result]) -> Outcome:
        totals, seats = results[-1].totals, tuple(results[-1].deal.seats)
        if len(set(totals)) == 1:
            return Outcome((seats,), "all took the same number")
        return Outcome(((), seats), "somebody took more than others")


SEATS = Symmetry(seats=True)
TWICE = Deck(tuple(card for card in french("QKA") for _ in range(2)))
"""Two packs."""


def after_each_trick(*others: Phase, tricks: int) -> tuple[Phase, ...]:
    """Tricks with something after each but the last."""
    found: list[Phase] = []
    for _ in range(tricks - 1):
        found += [Tricks(until=AfterTricks(1)), *others]
    return (*found, Tricks())


# Tricks to which any card may be played


@frozen
class AnyCard(Follow):
    """Nobody needs to follow suit."""

    def steps(self, context: Context) -> tuple[Step, ...]:
        return (Step(context.all, "any card"),)


FIRST_TRICK = Tricks(until=AfterTricks(1))

LAWFUL: dict[str, Rules] = {
    "a plain game": game(symmetry=Symmetry(seats=True, suits=french("QKA").suits), deals=2),
    "equal copies": game(
        DealOut(),
        TurnTrump(),
        Tricks(),
        deck=COPIES,
        cards=3,
        deals=2,
        symmetry=Symmetry(seats=True, suits=COPIES.suits),
    ),
    "two packs": game(deck=TWICE, players=4, cards=4, symmetry=SEATS),
    "a card is passed": game(DealOut(), PassLeft(), Tricks(), players=3, cards=3, symmetry=SEATS, deals=2),
    "three cards are passed": game(
        DealOut(), PassLeft(3), Tricks(), players=4, cards=10, deck=french("456789TJQKA"), symmetry=SEATS
    ),
    "cards are passed twice": game(DealOut(), PassLeft(2), PassLeft(), Tricks(), players=3, cards=4),
    "who holds a card leads": game(DealOut(), Tricks(opening=HolderOpens("QC")), players=3, cards=4, symmetry=SEATS),
    "a card is laid away": game(DealOut(), LayAway(), Tricks(), players=3, cards=3, symmetry=SEATS, deals=2),
    "a die in mid-deal": game(DealOut(), Ask(), RollForTrump(), Tricks(), deals=2),
    "lots among a million": game(
        DealOut(), Ask(), DrawLots(), Tricks(until=AfterTricks(1)), ShowLot(), Tricks(), deals=2
    ),
    "the starter is another": game(DealOut(), HolderStarts(), Tricks(), players=3, cards=4, deals=3),
    "one player": game(players=1, cards=4, deals=2, symmetry=SEATS),
    "seven players": game(players=7, deck=french("89TJQKA"), cards=3, symmetry=SEATS),
    "drawing after each trick": game(
        DealOut(), *after_each_trick(Draw(), tricks=5), cards=3, deck=french("TJQKA"), deals=2
    ),
    "suit is followed from the third trick on": game(
        DealOut(), Tricks(follow=AnyCard(), until=AfterTricks(2)), Tricks(), players=3, cards=5, deck=french("89TJQKA")
    ),
    "the opener leads the last tricks": game(
        DealOut(), Tricks(until=AfterTricks(1)), Tricks(lead=OpenerAlways()), players=3, cards=4, symmetry=SEATS
    ),
    "hands are dealt in two rounds": game(
        DealOut(portion=EvenHalf()), Tricks(), DealOut(), Tricks(), players=3, cards=6, deck=french("89TJQKA"), deals=2
    ),
    "another suit is trump in the last tricks": game(
        DealOut(),
        FixedTrump("clubs"),
        FIRST_TRICK,
        FixedTrump("hearts"),
        FIRST_TRICK,
        FixedTrump("spades"),
        Tricks(),
        players=3,
        cards=4,
        deck=french("89TJQKA"),
        deals=2,
    ),
    "cards are removed unseen": game(DealOut(), RemoveCards(cards=3), Reveal(), Draw(), Reveal(), cards=2, players=3),
    "calls as they come": game(
        DealOut(), CallDouble(order=AsCalled(), again=True), BuyTrump(price=0, order=AsCalled()), Tricks()
    ),
    "nothing but talk": game(Ask(), scoring=PointForYes(), ending=AtTarget(points=3)),
    "all win or lose together": game(ending=SameNumber(), symmetry=SEATS),
    "nothing is said of secrets": game(DealOut(), Ask(SecretRun), Tricks(), symmetry=SEATS),
}
"""Rules by what is unusual about them."""

"""The stock as a talon: seats take cards from it into their hands, and lay others away, face down."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen, validators

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Call
from trickkit.model.cards import Card, Unknown
from trickkit.model.checks import counted, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand, Pile
from trickkit.model.questions import Question, Sight
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.choosing import Choosing, ChoosingRun, Selection
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.kinds.simultaneous import Commitments, Turn
from trickkit.phases.laid_away import CardsLaidAway, LaidAway
from trickkit.policies.discarding import DiscardRestriction, KeepNothing
from trickkit.policies.participants import Declarer, Participants, taking_part

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["CardsLaidAway", "CardsTaken", "LaidAway", "LayAway", "StockTaken", "TakeStock", "Takers"]

TAKE = Call("take")


@frozen
class CardsTaken(Event):
    """A seat took cards off the stock.

    Args:
        seat: the seat that took them.
        cards: the cards, top first.
        known: for every seat, then for a spectator, which of them it saw, as a mask. Empty in a view.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> event = CardsTaken(1, Pile(deck, (0, 1)), (0, deck.all, 1, 1))
    >>> str(event.seen_by(0, scored=False)), str(event.seen_by(2, scored=False))
    ('Seat 1 takes ?? ??.', 'Seat 1 takes 2C ??.')
    """

    seat: int
    cards: Pile
    known: tuple[int, ...] = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> CardsTaken:
        """The event with only the cards that a seat saw."""
        if not self.known:
            return self
        seen, deck = self.cards.seen_with(self.known[-1 if seat is None else seat]), self.cards.deck
        masks = deck.renumbered(deck.masks[card_index] for card_index in seen.order if card_index is not None)
        return CardsTaken(self.seat, seen.renumbered(masks))

    @property
    def off_stock(self) -> tuple[Card | Unknown, ...]:
        """The cards that were taken, top first."""
        return tuple(self.cards)

    @property
    def into_hands(self) -> tuple[int, ...]:
        """The hand of the seat, once for every card."""
        return (self.seat,) * len(self.cards)

    def __str__(self) -> str:
        return f"Seat {self.seat} takes {self.cards}."


@frozen
class StockTaken(Record):
    """The record of the seats that took cards of the stock.

    Args:
        seats: the seats, in order.

    >>> str(StockTaken((1,))), str(StockTaken(()))
    ('taken by 1', 'not taken')
    """

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return f"taken by {', '.join(str(seat) for seat in self.seats)}" if self.seats else "not taken"


@frozen(kw_only=True)
class TakeStock(Phase):
    """Seats take cards off the top of the stock into their hands, and see what they take.

    A face-up card stays known to all.

    Args:
        cards: how many each takes, 1 or more.
        who: the seats that take cards, in order.
        leave: the word with which a seat may decline them, such as `"hand"`; None if it must take them.
        face_up: whether they are first turned face up, for all to see.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=3).changed(declarer=1)
    >>> after = TakeStock(cards=2).begin(deal)
    >>> str(after.hands[1]), len(after.stock), str(after.seen_by(0).hands[1])
    ('2C 3C', 50, '?? ??')
    >>> run = TakeStock(cards=2, leave="hand").begin(deal)
    >>> [str(action) for action in run.legal(run.start(), 1)]
    ['take', 'hand']
    """

    record: ClassVar[type[Record]] = StockTaken
    draws: ClassVar[bool] = True

    cards: int = field(validator=counted(1))
    who: Participants = field(default=Declarer(), validator=is_a(Participants))
    leave: str | None = field(default=None, validator=validators.optional(is_a(str)))
    face_up: bool = field(default=False, validator=is_a(bool))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """The actions that take the cards, or leave them."""
        return () if self.leave is None else (TAKE, Call(self.leave))

    def question(self, view: Sight) -> Question:
        """Asks whether to take the cards."""
        cards = "the card" if self.cards == 1 else f"{self.cards} cards"
        return Question(f"Do you take {cards} of the stock?", "take_stock", (("cards", self.cards),))

    def begin(self, deal: Deal) -> Deal | TakeRun:
        """The deal with the cards in the hands, or the run that asks the seats whether they take them.

        Raises:
            InvalidRules: the stock has fewer cards.
        """
        seats = taking_part(self.who, deal, self)
        wanted = self.cards * len(seats)
        if wanted > len(deal.stock):
            raise InvalidRules(
                f"TakeStock: it takes {wanted} cards, but the stock has {len(deal.stock)}", deal=deal.number
            )
        if seats and self.leave is not None:
            return TakeRun(deal, self, seats, Call(self.leave))
        for seat in seats:
            deal = self.taken(deal, seat)
        return deal.with_record(StockTaken(seats))

    def taken(self, deal: Deal, seat: int) -> Deal:
        """The deal after a seat took its cards.

        Args:
            deal: before.
            seat: who takes them.
        """
        top, hands = deal.stock[: self.cards], [*deal.hands]
        hands[seat] = Hand(deal.deck, hands[seat].mask | top.mask)
        sees = [self.face_up or viewer == seat for viewer in range(deal.players + 1)]
        known = tuple([old | (top.mask if saw else 0) for old, saw in zip(deal.known, sees, strict=True)])
        event = CardsTaken(seat, top, tuple([mask & top.mask for mask in known]))
        rest = deal.stock[self.cards :]
        return deal.changed(event, hands=tuple(hands), stock=rest, known=known)


@frozen(slots=False)
class TakeRun(PollRun):
    """The run of `TakeStock` in one deal.

    Args:
        phase: its policies.
        seats: who is asked, in order.
        leave: the word with which a seat declines them.
    """

    phase: TakeStock
    seats: tuple[int, ...]
    leave: Call

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat in turn."""
        return self.seats[len(answers) : len(answers) + 1]

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The actions that take the cards, or leave them."""
        return TAKE, self.leave

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """Explain that the seat must take the cards or leave them."""
        return f"cards of the stock may be taken now; {action} is neither {TAKE} nor {self.leave}"

    def record(self, at: Poll) -> Deal:
        """The deal in which the seats that accepted have the cards in their hands."""
        deal = self.deal
        for seat, action in at.answers:
            deal = deal.changed(Answered(seat, action))
            deal = self.phase.taken(deal, seat) if action is TAKE else deal
        return deal.with_record(StockTaken(tuple([seat for seat, action in at.answers if action is TAKE])))


@frozen
class Takers(Participants):
    """The seats that took cards of the stock.

    >>> from trickkit.model.cards import french
    >>> Takers().seats(Deal.fresh(french(), players=3).with_record(StockTaken((1,))))
    (1,)
    """

    def seats(self, deal: Deal) -> tuple[int, ...]:
        """The seats that took cards, in order."""
        taken: StockTaken | None = deal.get(TakeStock)
        return () if taken is None else taken.seats


def _may_let_take(phase: Phase) -> bool:
    return phase.is_own or getattr(phase.inner, "record", None) is StockTaken


@frozen(kw_only=True)
class LayAway(Choosing):
    """Seats choose cards from their hands and lay them away, face down: nobody else knows which ones they are.

    Cards of last resort, as `keeping` defines them, are laid away face up, and only by a hand that has too few others.
    The text of a card with several faces names the whole card.

    Args:
        cards: how many each lays away, 1 or more; laying away two is deciding twice.
        who: the seats that lay cards away.
        keeping: which cards may not be laid away.
        turned_up: whether all are turned up once the deal is scored, for example if they are a bid, or score
            themselves.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=3).with_record(StockTaken((1,)))
    >>> deal = deal.changed(hands=(Hand(deal.deck), Hand.of(deal.deck, ["2C", "3C", "4C"]), Hand(deal.deck)))
    >>> run = LayAway(cards=2).begin(deal)
    >>> at = run.play(run.start(), 1, run.legal(run.start(), 1)[0])
    >>> after = run.record(run.play(at, 1, run.legal(at, 1)[1]))
    >>> str(after.hands[1]), str(after[LayAway])
    ('3C', 'hand 1: 2C 4C')
    """

    record: ClassVar[type[Record]] = LaidAway
    done: ClassVar[str] = "laid away"
    of_several_faces: ClassVar[bool] = True

    who: Participants = field(default=Takers(), validator=is_a(Participants))
    keeping: DiscardRestriction = field(default=KeepNothing(), validator=is_a(DiscardRestriction))
    turned_up: bool = field(default=False, validator=is_a(bool))

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        """Nobody hears which cards another seat laid away, unless they are turned up, and the deal is scored."""
        return self.turned_up and deal.scored

    def question(self, view: Sight) -> Question:
        """Asks which card to lay away."""
        ordinal = len(view.committed) + 1
        fields = (("card", ordinal), ("of", self.cards))
        return Question(f"Choose card {ordinal} of {self.cards} to lay away.", "lay_away", fields)

    def lacks(self, before: tuple[Phase, ...], after: tuple[Phase, ...]) -> str:
        if type(self.who) is not Takers or any(map(_may_let_take, before)):
            return ""
        return "no phase before it lets seats take cards, so that nobody lays any away; who=Everyone() lets all seats"

    def begin(self, deal: Deal) -> Deal | LayAwayRun:
        """The run in which cards are laid away, or the deal unchanged if no seat does so.

        Raises:
            InvalidRules: a hand has too few cards that may be laid away.
        """
        seats = sorted([seat for selection in self.selections(deal) for seat, _ in selection.numbers])
        if not seats:
            return deal.with_record(LaidAway((Hand(deal.deck),) * deal.players, turned_up=self.turned_up))
        deck, faces = deal.deck, self.faces_of(deal.deck)
        kept, last = [
            deck.alike(deck.whole(cards)) for cards in (self.keeping.kept(deal), self.keeping.last_resort(deal))
        ]
        for seat in seats:
            free = (deal.hands[seat].mask & ~kept & deck.firsts).bit_count()
            if free < self.cards:
                raise InvalidRules(
                    f"LayAway: hand {seat} has {free} cards that may be laid away; {self.cards} are to be", seat=seat
                )
        return LayAwayRun(deal, (tuple(seats * self.cards),), faces, kept, last & ~kept, self.turned_up)

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        """The seats that take part choose their cards."""
        seats = taking_part(self.who, deal, self)
        return (Selection(numbers=tuple([(seat, self.cards) for seat in seats]), keeping=self.keeping),)

    def ruled_out(self, deal: Deal) -> tuple[int, ...]:
        """For hands that laid away cards of last resort, all other cards that could have been laid away."""
        laid: LaidAway | None = deal.get(LayAway)
        if laid is None or not laid.lacking:
            return (0,) * deal.players
        events = [*deal.events]
        laying = next(index for index, event in enumerate(events) if type(event) is CardsLaidAway)
        got = {hand for event in events[laying:] for hand in event.receivers}
        return tuple([0 if hand in got else cards for hand, cards in enumerate(laid.lacking)])


@frozen(slots=False)
class LayAwayRun(ChoosingRun):
    """The run of `LayAway` in one deal.

    Args:
        kept: the cards that may not be laid away, as a mask.
        last: the cards of last resort, as a mask.
        turned_up: whether all are turned up once the deal is scored.
    """

    done: ClassVar[str] = LayAway.done

    kept: int
    last: int = 0
    turned_up: bool = False

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        """The cards left in the hand, without those that must be kept; cards of last resort only if necessary."""
        kinds, refused = self.faces.kinds, self.kept
        if self.last:
            resorted = len([action for action in committed if kinds[action] & self.last])
            refused |= self.last if resorted >= self.lacking(seat) else 0
        return tuple([action for action in super().choices(revealed, seat, committed) if not kinds[action] & refused])

    def left_to_choose(
        self, before: tuple[Action, ...], revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]
    ) -> tuple[Action, ...]:
        """The previous choices without the chosen card; computed anew if there are cards of last resort."""
        if self.last:
            return self.choices(revealed, seat, committed)
        return super().left_to_choose(before, revealed, seat, committed)

    def lacking(self, seat: int) -> int:
        """How many cards of last resort a hand must lay away because it has too few others."""
        others = self.deal.held[seat] & ~self.kept & ~self.last & self.deal.deck.firsts
        return max(self.turns[0].count(seat) - others.bit_count(), 0)

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        """Explain that a card of the hand must be chosen, or why this one must be kept."""
        kind = self.faces.kinds.get(action, 0) & self.left(seat, at.pending[seat])
        if kind & self.kept:
            return f"{action} may not be laid away"
        if kind & self.last:
            return f"{action} may be laid away only where the hand has too few other cards"
        return super().refusal(at, seat, action)

    def record(self, at: Commitments) -> Deal:
        """The deal without the laid-away cards, once all are chosen."""
        deal = self.deal
        deck, seats = deal.deck, {seat for turn in self.turns for seat in turn}
        if not at.revealed:
            return deal.with_record(LaidAway((Hand(deck),) * deal.players, turned_up=self.turned_up))
        left = [self.left(seat, chosen) for seat, chosen in enumerate(at.revealed[0])]
        gone = [hand.mask ^ rest for hand, rest in zip(deal.hands, left, strict=True)]
        shown, known = sum(gone) & self.last, []
        for viewer, old in enumerate(deal.known):
            # No other seat knows the whereabouts of cards that a seat may have laid away.
            lost = sum([deal.hands[seat].mask & ~self.kept & ~self.last for seat in seats if seat != viewer])
            known.append(old & ~lost | shown)
        laid = tuple([Hand(deck, cards) for cards in gone])
        faces = tuple([card.text for card in Hand(deck, shown).known])
        others = deck.all & ~self.kept & ~self.last
        lacking = tuple([others if cards & shown else 0 for cards in gone]) if shown else ()
        return deal.with_record(
            LaidAway(laid, faces, lacking, self.turned_up),
            CardsLaidAway(laid, faces, self._kept, self.turned_up),
            hands=tuple([Hand(deck, cards) for cards in left]),
            out=Hand(deck, deal.out.mask | sum(gone)),
            known=tuple(known),
        )

    @property
    def _kept(self) -> tuple[str, ...]:
        """The texts of cards of which no copy may be laid away face down."""
        never = self.kept | self.last
        return (
            tuple([text for text, (_, kind) in self.deal.deck.by_text.items() if kind & never == kind]) if never else ()
        )

    def rehearsed(self) -> Deal:
        """The deal after each hand has laid away the first cards that it may, so that the hands have equal sizes."""
        return self.with_first_choices()

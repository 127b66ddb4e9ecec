"""Discards by hands that have taken cards: each lays its surplus away, hidden or openly."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.model.actions import Action, Play
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand, hands_seen
from trickkit.model.questions import Question, Sight
from trickkit.phases.base import Phase, Void
from trickkit.phases.kinds.choosing import Faces, Selection
from trickkit.phases.kinds.simultaneous import Commitments
from trickkit.phases.talon import LayAwayRun
from trickkit.policies.discarding import DiscardRestriction, KeepNothing
from trickkit.policies.participants import Declarer, Participants, taking_part

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["DiscardDown", "Discarded", "Discards"]


@frozen
class Discarded(Event):
    """A hand laid cards away.

    Args:
        hand: the hand, 0..players-1.
        cards: the cards; hidden ones are known to that seat alone.
        openly: whether all saw them.
        lacking: how many more cards it should have laid away; it holds no others that may be laid away.

    >>> from trickkit.model.cards import french
    >>> event = Discarded(1, Hand.of(french(), ["2C", "AS"]), openly=False, lacking=1)
    >>> str(event), str(event.seen_by(0, scored=False))
    ('Hand 1 discards 2C AS, one too few.', 'Hand 1 discards ?? ??, one too few.')
    """

    hand: int
    cards: Hand
    openly: bool
    lacking: int

    def seen_by(self, seat: int | None, *, scored: bool) -> Discarded:
        """The event with the cards, if the seat discarded them or they were shown; otherwise only their number."""
        if self.openly or seat == self.hand:
            return self
        return Discarded(self.hand, self.cards.seen_with(0), self.openly, self.lacking)

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        """The discarded cards, each with its hand."""
        return tuple([(self.hand, str(card)) for card in self.cards])

    @property
    def disclosed(self) -> tuple[str, ...]:
        """How many cards the hand was short of, and the cards that it discarded openly."""
        few = (f"hand {self.hand} lacks {self.lacking}",) if self.lacking else ()
        return (*few, *(str(card) for card in self.cards)) if self.openly else few

    def __str__(self) -> str:
        few = f", {'one' if self.lacking == 1 else self.lacking} too few" if self.lacking else ""
        return f"Hand {self.hand} discards {self.cards if len(self.cards) else 'nothing'}{few}."


@frozen
class Discards(Record):
    """The record of the cards that were laid away.

    Args:
        hands: by seat, the cards; in a view only the seat's own and the shown ones are known.
        shown: the cards that all saw, as a mask.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> laid = Discards((Hand(deck), Hand.of(deck, ["2C", "AS"])), shown=deck.mask(["AS"]))
    >>> str(laid.seen_by(1, scored=False)), str(laid.seen_by(0, scored=False))
    ('hand 1: 2C AS', 'hand 1: AS ??')
    """

    hands: tuple[Hand, ...]
    shown: int = 0

    def seen_by(self, seat: int | None, *, scored: bool) -> Discards:
        """The record with the viewer's own cards and those that were shown; of the others only the number."""
        own = 0 if seat is None else self.hands[seat].mask
        return Discards(hands_seen(self.hands, own | self.shown), self.shown)

    def __str__(self) -> str:
        return "; ".join(f"hand {seat}: {hand}" for seat, hand in enumerate(self.hands) if len(hand)) or "nothing"


@frozen(kw_only=True)
class DiscardDown(Phase):
    """Seats lay cards away until each hand has its original size.

    A hand with too few cards that may be laid away lays all of these away, and everybody learns that it holds no more
    such cards. The phase may occur again with another restriction, for the rest.

    Args:
        who: the seats that lay cards away.
        keeping: which cards may not be laid away.
        openly: whether all see the cards.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.discarding import KeepCards
    >>> deal = Deal.fresh(french(), players=3, size=1).changed(declarer=1)
    >>> deal = deal.changed(hands=(Hand(deal.deck), Hand.of(deal.deck, ["2C", "KS", "AS"]), Hand(deal.deck)))
    >>> run = DiscardDown(keeping=KeepCards(suits=["spades"])).begin(deal)
    >>> [str(action) for action in run.legal(run.start(), 1)]
    ['2C']
    >>> after = run.record(run.play(run.start(), 1, Play("2C")))
    >>> str(after.hands[1]), str(after.events[-1])
    ('KS AS', 'Hand 1 discards 2C, one too few.')
    """

    record: ClassVar[type[Record]] = Discards

    who: Participants = field(default=Declarer(), validator=is_a(Participants))
    keeping: DiscardRestriction = field(default=KeepNothing(), validator=is_a(DiscardRestriction))
    openly: bool = field(default=False, validator=is_a(bool))

    @cached_property
    def _faces(self) -> dict[Deck, Faces]:
        return {}

    def faces(self, deck: Deck) -> Faces:
        """The look-up tables of a deck, cached; a card of several faces is named by its own text."""
        if deck not in self._faces:
            self._faces[deck] = Faces.of(deck)
        return self._faces[deck]

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """The action that lays each card away."""
        return tuple(Play(text) for text in deck.by_text)

    def _kept(self, deal: Deal) -> int:
        """The cards that may not be laid away, with all their faces and equal copies, as a mask."""
        return deal.deck.alike(deal.deck.whole(self.keeping.kept(deal)))

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        """Whether the cards are laid away openly."""
        return self.openly

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        """For hands that discarded too few cards: all cards that may be discarded, of which they have none left."""
        if self.openly:
            return ()
        free = deal.deck.all & ~self._kept(deal)
        return tuple(
            [
                Void(event.hand, index, free)
                for index, event in enumerate(deal.events)
                if type(event) is Discarded and event.lacking and not event.openly
            ]
        )

    def question(self, view: Sight) -> Question:
        """Asks which card to lay away."""
        deal, seat = view.deal, view.seat or 0
        free = (deal.held[seat] & deal.deck.firsts & ~self._kept(deal)).bit_count()
        ordinal, of = len(view.committed) + 1, min(len(deal.hands[seat]) - deal.size, free)
        return Question(f"Choose card {ordinal} of {of} to lay away.", "lay_away", (("card", ordinal), ("of", of)))

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        """The seats that take part choose their surplus cards."""
        numbers = tuple([(seat, None) for seat in taking_part(self.who, deal, self)])
        return (Selection(numbers=numbers, keeping=self.keeping, openly=self.openly),)

    def begin(self, deal: Deal) -> Deal | DiscardRun:
        """The discards of a deal, or the deal after them if nobody has a choice."""
        faces, kept, turn = self.faces(deal.deck), self._kept(deal), []
        excess = {seat: len(deal.hands[seat]) - deal.size for seat in taking_part(self.who, deal, self)}
        excess = {seat: cards for seat, cards in excess.items() if cards > 0}
        for seat, cards in sorted(excess.items()):
            turn += [seat] * min(cards, (deal.held[seat] & deal.deck.firsts & ~kept).bit_count())
        turns, seats = (tuple(turn),) if turn else (), tuple(excess.items())
        run = DiscardRun(deal, turns, faces, kept, openly=self.openly, excess=seats)
        return run if turn else run.record(run.start())


@frozen(slots=False)
class DiscardRun(LayAwayRun):
    """The run of `DiscardDown` in one deal.

    Args:
        openly: whether all see the cards.
        excess: the seats that have too many cards, and how many.
    """

    openly: bool = False
    excess: tuple[tuple[int, int], ...] = ()

    def record(self, at: Commitments) -> Deal:
        """The deal without the discarded cards, once all are chosen."""
        deal, deck = self.deal, self.deal.deck
        before: Discards = deal.get(DiscardDown) or Discards((Hand(deck),) * deal.players)
        if at.actors or not self.excess:
            return deal.with_record(before)
        chosen = at.revealed[0] if at.revealed else ((),) * deal.players
        left = [self.left(seat, mine) for seat, mine in enumerate(chosen)]
        gone = [old ^ rest for old, rest in zip(deal.held, left, strict=True)]
        events = [
            Discarded(seat, Hand(deck, gone[seat]), self.openly, cards - len(chosen[seat]))
            for seat, cards in self.excess
        ]
        shown = sum(gone) if self.openly else 0
        known = []
        for viewer, old in enumerate(deal.known):
            # No other seat knows the whereabouts of cards that a seat may have laid away hidden.
            lost = sum([deal.held[seat] & ~self.kept for seat, _ in self.excess if seat != viewer])
            known.append(old | shown if self.openly else old & ~lost)
        hands = tuple([Hand(deck, hand.mask | mine) for hand, mine in zip(before.hands, gone, strict=True)])
        return deal.with_record(
            Discards(hands, before.shown | shown),
            *events,
            hands=tuple([Hand(deck, cards) for cards in left]),
            out=Hand(deck, deal.out.mask | sum(gone)),
            known=tuple(known),
        )

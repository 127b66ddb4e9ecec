"""Tricks: hand after hand, clockwise from the leading hand, a card is played out of each."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Play
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Later, PublicLater, Record
from trickkit.model.hands import Hand
from trickkit.phases.base import Phase, Run, Void
from trickkit.phases.tricks.record import Exposed, Played, Trick, TrickTable, TrickTaken
from trickkit.phases.tricks.seating import Plays, Seating
from trickkit.phases.tricks.tables import Cascade, Led, TrickTables
from trickkit.policies.breaking import Breaking, NothingBreaks
from trickkit.policies.capture import BestCard, Capture
from trickkit.policies.control import Control, Owner
from trickkit.policies.exposing import Exposing, NothingExposed
from trickkit.policies.follow import Follow, MustFollow
from trickkit.policies.lead import Lead, Opening, StarterOpens, WinningHand
from trickkit.policies.ranking import HighCard, Ranking
from trickkit.policies.until import HandsEmpty, Until

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickkit.model.cards import Deck, Suit

__all__ = ["Tricks"]


@frozen(kw_only=True)
class Tricks(Phase):
    """Play tricks until the hands are empty.

    Args:
        control: which seat chooses for a hand.
        follow: what may be played.
        ranking: which suit a face belongs to, and how strong it is.
        capture: which hand takes a trick.
        opening: which hand leads the first trick.
        lead: which hand leads the next one.
        breaking: which cards break a suit.
        until: when the tricks are over before the hands are empty.
        exposing: which hands are laid open.

    Where the phase stands again, the tricks go on: the first trick is that of the deal, and `lead` says who leads next.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> playout(pikoko.rules(players=3), seed=7).deal[Tricks].taken
    (2, 1, 5)
    """

    record: ClassVar[type[Record]] = TrickTable

    control: Control = field(default=Owner(), validator=is_a(Control))
    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))
    ranking: Ranking = field(default=HighCard(), validator=is_a(Ranking))
    capture: Capture = field(default=BestCard(), validator=is_a(Capture))
    opening: Opening = field(default=StarterOpens(), validator=is_a(Opening))
    lead: Lead = field(default=WinningHand(), validator=is_a(Lead))
    breaking: Breaking = field(default=NothingBreaks(), validator=is_a(Breaking))
    until: Until = field(default=HandsEmpty(), validator=is_a(Until))
    exposing: Exposing = field(default=NothingExposed(), validator=is_a(Exposing))

    @cached_property
    def _tables(self) -> dict[tuple[Deck, Suit | None], TrickTables]:
        return {}

    @cached_property
    def _seatings(self) -> dict[tuple[Deck, tuple[int, ...], tuple[int, ...]], Seating]:
        return {}

    @cached_property
    def _plays(self) -> dict[Deck, Plays]:
        return {}

    @cached_property
    def _breakers(self) -> dict[tuple[Deck, Suit | None], int]:
        return {}

    def breakers(self, deck: Deck, trump: Suit | None) -> int:
        """The faces that break a suit under a trump, as a mask, remembered."""
        key = deck, trump
        if key not in self._breakers:
            self._breakers[key] = deck.where(lambda face: self.breaking.breaks(face, trump))
        return self._breakers[key]

    def tables(self, deck: Deck, trump: Suit | None) -> TrickTables:
        """What ranking and follow policy answer under a trump, remembered."""
        key = deck, trump
        found = self._tables.get(key)
        if found is None:
            found = self._tables[key] = TrickTables(deck, self.ranking, self.follow, trump)
        return found

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every face of every card."""
        return tuple(Play(text) for text in deck.kinds)

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        """What hands passed over in the cascades: whoever does not follow is void."""
        found: list[Void] = []
        table: TrickTable | None = deal.get(Tricks)
        if table is None:
            return ()
        tables, kinds = self.tables(deal.deck, deal.trump), deal.deck.kinds
        breakers, broken = self.breakers(deal.deck, deal.trump), False
        events = (number for number, event in enumerate(deal.events) if type(event) is Played)
        for number, trick in enumerate((*table.tricks, table.current)):
            led, best, strongest = -1, 0, 0
            first = tables.reads_first and not number
            mine = not table.phases or table.phases[number] == self
            for play, event in zip(trick.plays, events, strict=False):
                face, passed = kinds[play.action.face], 0
                cascades = tables.leading if led < 0 else tables.led[led].cascades
                for binds, allowed in cascades[best if tables.reads_best else 0, first, broken] if mine else ():
                    if allowed & face:
                        break
                    passed |= binds
                found += [Void(play.hand, event, passed)] * (passed != 0)
                broken = broken or bool(tables.reads_broken and face & breakers)
                face &= -face
                led = tables.suit[face] if led < 0 else led
                strength = tables.led[led].strength[face]
                if not best or strength > strongest:
                    best, strongest = face, strength
        return tuple(found)

    def begin(self, deal: Deal) -> TricksRun:
        """The tricks of a deal.

        Raises:
            InvalidRules: nothing is dealt, the hands differ in size, or a seat plays from a hand that it does not see.
        """
        held, firsts = deal.held, deal.deck.firsts
        playing = [hand for hand in deal.seats if hand not in deal.resting]
        sizes = [(held[hand] & firsts).bit_count() for hand in playing]
        if len(set(sizes)) != 1:
            raise InvalidRules(f"Tricks: hands of different sizes: {', '.join(map(str, sizes)) or 'none'}")
        if not sizes[0]:
            raise InvalidRules("Tricks: the hands are empty; a phase before it must deal")
        choosers = self.control.choosers(deal)
        key = deal.deck, choosers, deal.resting
        seating = self._seatings.get(key)
        if seating is None:
            if deal.deck not in self._plays:
                self._plays[deal.deck] = Plays(deal.deck)
            seating = self._seatings[key] = Seating.of(*key, self._plays[deal.deck])
        run = TricksRun(deal, self, seating, self.tables(deal.deck, deal.trump))
        for hand in playing:
            if held[hand] & ~deal.knows(choosers[hand]) and not run.exposes_in_time(hand):
                raise InvalidRules(
                    f"Tricks: with {self.control!r} seat {choosers[hand]} plays from hand {hand}, which it does not "
                    "see; change the control of Tricks or the visibility of DealOut, or expose the hand in time"
                )
        return run


class TricksAt(NamedTuple):
    """How far the tricks have come.

    A named tuple, since one is made at every play and a tuple is built in one step.

    Args:
        actors: the seat that chooses now, or () at the end.
        hand: the hand that plays now.
        legal: the faces it may play, as a mask.
        left: the cards that have not been played from any hand, as a mask.
        plays: the plays to the current trick.
        led: the number of the led suit in the tables; -1 before the lead.
        best: the bit of the best face so far; 0 before the lead.
        best_hand: the hand that played it; -1 before the lead.
        better: the faces that would be the best one now, as a mask.
        steps: what may be played after the lead, by the follow policy; () before the lead.
        broken: whether a card has been played that breaks a suit, where the follow policy reads it.
        tricks: the complete tricks of this phase.
        taken: by hand, how many of them it took.
    """

    actors: tuple[int, ...]
    hand: int
    legal: int
    left: int
    plays: tuple[Played, ...]
    led: int
    best: int
    best_hand: int
    better: int
    steps: Cascade
    broken: bool
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]


@frozen(slots=False)
class TricksRun(Run[TricksAt]):
    """The tricks of one deal.

    Args:
        phase: its policies.
        seating: who chooses for which hand, and look-ups that depend on it.
        tables: what the policies answer, under the trump of the deal.
    """

    phase: Tricks
    seating: Seating = field(eq=False, repr=False)
    tables: TrickTables = field(eq=False, repr=False)
    _hands: tuple[int, ...] = field(init=False, eq=False, repr=False)
    _earlier: tuple[Trick, ...] = field(init=False, eq=False, repr=False)
    _opener: int = field(init=False, eq=False, repr=False)
    _until: Until = field(init=False, eq=False, repr=False)
    _led: tuple[Led, ...] = field(init=False, eq=False, repr=False)
    _breakers: int = field(init=False, eq=False, repr=False)
    _reads: tuple[int, bool] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        # What every play looks up is looked for once. A hot function: it runs once in every deal.
        deal, phase, tables, inside = self.deal, self.phase, self.tables, self.__dict__
        resting, table = deal.resting, deal.get(Tricks)
        held = deal.held
        inside["_hands"] = tuple([0 if hand in resting else held[hand] for hand in deal.seats]) if resting else held
        # The tricks of the deal before this phase.
        inside["_earlier"] = earlier = () if table is None else table.tricks
        inside["_until"] = phase.until.of(deal)
        inside["_led"] = tables.led
        # The faces that break a suit, as far as it is looked at.
        inside["_breakers"] = phase.breakers(deal.deck, deal.trump) if tables.reads_broken else 0
        # What to keep of the context: all or no bits of the best face; whether to tell the first trick.
        inside["_reads"] = -1 if tables.reads_best else 0, tables.reads_first and not earlier
        inside["_opener"] = earlier[0].plays[0].hand if earlier else self._opens()

    def _opens(self) -> int:
        """The hand that leads the first trick of the deal."""
        opener = self.phase.opening.opening(self.deal, self.seating.choosers)
        return self.seating.after[opener] if opener in self.deal.resting else opener

    @cached_property
    def _exposed(self) -> tuple[tuple[int, int], ...]:
        """The hands that are laid open, each with the number of cards played in this phase before it is."""
        exposed = self.phase.exposing.exposed(self.deal)
        if not exposed:
            return ()
        before = sum([len(trick.plays) for trick in self._earlier])
        return tuple([(hand, max(0, cards - before)) for hand, cards in exposed.items()])

    def exposes_in_time(self, hand: int) -> bool:
        """Whether a hand is laid open before a card is played from it."""
        cards = dict(self._exposed).get(hand)
        at, turns = self.start().hand, 0
        while at != hand:
            at, turns = self.seating.after[at], turns + 1
        return cards is not None and cards <= turns

    def start(self) -> TricksAt:
        """Before the first lead."""
        breakers, kinds = self._breakers, self.deal.deck.kinds
        plays = [play for trick in self._earlier for play in trick.plays] if breakers else []
        broken = any(kinds[play.action.face] & breakers for play in plays)
        leader = self._opener
        if self._earlier:
            taker = self._earlier[-1].taker or 0
            leader = self.phase.lead.leader(taker, leader, self.seating.choosers)
        return self._lead(leader, sum(self._hands), broken, (), (0,) * len(self._hands))

    @cached_property
    def _shown(self) -> int:
        """The cards which the opening shows to all to be in the hand that leads first, as a mask."""
        return 0 if self._earlier else self.phase.opening.shown(self.deal) & self._hands[self._opener]

    def _lead(self, hand: int, left: int, broken: bool, tricks: tuple[Trick, ...], taken: tuple[int, ...]) -> TricksAt:
        legal = self._hands[hand] & left
        for binds, allowed in self.tables.leading[0, self._reads[1] and not tricks, broken]:
            if legal & binds:
                legal &= allowed
                break
        after = self.seating.acting[hand], hand, legal, left, (), -1, 0, -1, -1, (), broken, tricks, taken
        return _new(TricksAt, after)

    def legal(self, at: TricksAt, seat: int) -> tuple[Action, ...]:
        """The faces that may be played, in the order of the deck; equal copies once."""
        # A hot function: it runs at every play.
        return self.seating.plays[at.legal]

    def play(self, at: TricksAt, seat: int, action: Action) -> TricksAt | None:
        """Play a card; the last one of a trick completes it."""
        # A hot function: it runs at every play.
        _, hand, legal, left, plays, led, best, best_hand, better, steps, broken, tricks, taken = at
        seating = self.seating
        kind, card, played = seating.moves[hand].get(action, _NO_MOVE)
        bit = kind & legal
        if not bit:
            return None
        if not card:
            # Of equal copies, the first one that the hand holds.
            bit &= -bit
            card = seating.card_of[bit]
        left ^= card
        plays += (played,)
        breaks = self._breakers and not broken and bit & self._breakers != 0
        if breaks:
            broken = True
        if bit & better:
            if led < 0:
                led = self.tables.suit[bit]
            best, best_hand, better, breaks = bit, hand, self._led[led].better[bit], True
        if len(plays) == seating.hands:
            return self._complete(plays, best_hand, left, broken, tricks, taken)
        if breaks:
            # What may be played depends on the card that was led, and perhaps on the best one and on what is broken.
            all_bits, tell_first = self._reads
            steps = self._led[led].cascades[best & all_bits, tell_first and not tricks, broken]
        hand = seating.after[hand]
        legal = self._hands[hand] & left
        for binds, allowed in steps:
            if legal & binds:
                legal &= allowed
                break
        actors = seating.acting[hand]
        after = actors, hand, legal, left, plays, led, best, best_hand, better, steps, broken, tricks, taken
        return _new(TricksAt, after)

    def _complete(
        self,
        plays: tuple[Played, ...],
        best_hand: int,
        left: int,
        broken: bool,
        tricks: tuple[Trick, ...],
        taken: tuple[int, ...],
    ) -> TricksAt:
        phase = self.phase
        taker = phase.capture.taker(best_hand, len(taken))
        tricks = (*tricks, Trick(plays, taker))
        counts = [*taken]
        counts[taker] += 1
        taken = (*counts,)
        if not left or self._until.over(taken, self.deal.declarer):
            return TricksAt((), taker, 0, left, (), -1, 0, -1, -1, (), broken, tricks, taken)
        leader = phase.lead.leader(taker, self._opener, self.seating.choosers)
        return self._lead(leader, left, broken, tricks, taken)

    def refusal(self, at: TricksAt, seat: int, action: Action) -> str:
        """The step of the cascade that forbids a face, or that the hand does not hold it."""
        deck = self.deal.deck
        if not isinstance(action, Play) or action.face not in deck.kinds:
            return f"a card is played now, out of hand {at.hand}; {action} is no card"
        cards = self._hands[at.hand] & at.left
        if not cards & deck.kinds[action.face]:
            return f"hand {at.hand} does not hold {action}; it holds {Hand(deck, cards)}"
        led = None if at.led < 0 else self.tables.suits[at.led]
        context = self.tables.context(led, at.best, not at.tricks and not self._earlier, at.broken)
        rule = next(step.rule for step in self.tables.follow.steps(context) if cards & step.binds)
        return f"{action} is not allowed: {rule}; hand {at.hand} holds {Hand(deck, cards)}"

    def trick(self, at: TricksAt) -> int | None:
        """The number of the current trick."""
        return len(self._earlier) + len(at.tricks) if at.actors else None

    def record(self, at: TricksAt) -> Deal:
        """The deal with the tricks so far."""
        deal, earlier, opened = self.deal, self._earlier, self._opened(at)
        table: TrickTable | None = deal.get(Tricks)
        before = table.phases[: len(earlier)] if table else ()
        phases = (*before, *(self.phase,) * (len(at.tricks) + 1)) if len(before) == len(earlier) else ()
        told: Later = PublicLater(_told, at.tricks, at.plays, len(earlier))
        played = sum(self._hands) & ~at.left
        seen = played | self._shown
        if opened:
            seen |= sum([deal.held[hand] for hand, _ in opened])
            shown = tuple([(hand, cards, deal.held[hand]) for hand, cards in opened])
            told = PublicLater(_told_with_opened, deal.deck, shown, told)
        return deal.having(
            TrickTable(earlier + at.tricks, Trick(at.plays), _taken(earlier, at.taken), phases),
            told,
            held=tuple([cards & ~played for cards in deal.held]),
            out=Hand(deal.deck, deal.out.mask | played),
            known=tuple([known | seen for known in deal.known]),
        )

    def _opened(self, at: TricksAt) -> tuple[tuple[int, int], ...]:
        """The hands that have been laid open, each with the number of cards played in this phase before it was."""
        exposed, deal = self._exposed, self.deal
        if not exposed:
            return ()
        played = len(at.plays) + sum([len(trick.plays) for trick in at.tricks])
        # A hand that everybody has seen before is not shown again.
        hidden = [hand for hand, _ in exposed if any(deal.held[hand] & ~known for known in deal.known)]
        return tuple([(hand, cards) for hand, cards in exposed if hand in hidden and cards <= played])


def _told_with_opened(deck: Deck, opened: tuple[tuple[int, int, int], ...], told: Later) -> tuple[Event, ...]:
    """What is told of tricks, and of each hand after the card with which it was laid open.

    Args:
        deck: of the deal.
        opened: the hands, each with the number of cards played before it was laid open, and what it held before the
            tricks, as a mask: of that, everybody has seen all.
        told: of the tricks alone.
    """
    events = [*told()]
    for hand, cards, held in opened:
        plays = [(place, event) for place, event in enumerate(events) if type(event) is Played]
        before = [event.action.face for _, event in plays[:cards] if event.hand == hand]
        shown = Hand(deck, _without(deck, held, before)).known
        events.insert(plays[cards - 1][0] + 1 if cards else 0, Exposed(hand, shown))
    return tuple(events)


def _without(deck: Deck, cards: int, faces: Iterable[str]) -> int:
    """Cards without those that were played as some faces; of equal copies the first that are held."""
    for face in faces:
        held = deck.kinds[face] & cards
        cards &= ~deck.card_of[held & -held]
    return cards


def _told(tricks: tuple[Trick, ...], plays: tuple[Played, ...], number: int) -> tuple[Event, ...]:
    """What is told of complete tricks, of which the first has a number, and of the plays to the one that is not."""
    events: list[Event] = []
    for place, trick in enumerate(tricks, start=number):
        if trick.taker is not None:
            events += [*trick.plays, TrickTaken(trick.taker, place)]
    return (*events, *plays)


def _taken(tricks: tuple[Trick, ...], later: tuple[int, ...]) -> tuple[int, ...]:
    """By hand, how many tricks it took: those given, and so many later ones."""
    if not tricks:
        return later
    taken = [*later]
    for trick in tricks:
        if trick.taker is not None:
            taken[trick.taker] += 1
    return tuple(taken)


_NO_MOVE: tuple[int, int, Any] = (0, 0, None)
_new = tuple.__new__

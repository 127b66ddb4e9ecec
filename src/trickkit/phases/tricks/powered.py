"""Tricks in which cards have powers, which take effect before the next card is played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, NamedTuple

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.actions import Action, Play
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import each_is_a
from trickkit.model.converters import one_or_more
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.model.questions import Question, Sight
from trickkit.model.tricks import Played
from trickkit.phases.base import Run
from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.record import PlayedUnder, TrickTable
from trickkit.phases.tricks.resuming import ResumedTricks
from trickkit.phases.tricks.run import TricksAt, TricksRun
from trickkit.phases.tricks.tables import Cascade, TrickTables
from trickkit.policies.powers import CardPlayed, Power

__all__ = ["PowerTricks", "Powers"]


@frozen
class Powers(Record):
    """The record of the trumps of a deal, which powers may change.

    Args:
        trumps: the trump when the tricks of a phase began and after each change, with the number of cards played to
            tricks of the deal until then, and whether a phase began with it.
        pending: the index in `after_card` of the power about which a seat decides now; None if a card is to be played.

    >>> from trickkit.model.cards import french
    >>> _, _, hearts, spades = french().suits
    >>> powers = Powers(((0, None, True), (3, hearts, False), (4, spades, True)))
    >>> str(powers), [str(powers.trump_at(4)), str(powers.trump_after(4))]
    ('no trump; hearts after 3 cards; spades after 4 cards', ['spades', 'hearts'])
    """

    trumps: tuple[tuple[int, Suit | None, bool], ...]
    pending: int | None = None

    def trump_at(self, cards: int) -> Suit | None:
        """The trump that applies to the next card after a number of plays.

        Args:
            cards: how many of the deal, 0 or more.
        """
        first = self.trumps[0][1]
        return next((trump for count, trump, _ in reversed(self.trumps) if count <= cards), first)

    def trump_after(self, cards: int) -> Suit | None:
        """The trump after a number of plays and the powers of the last one, which decides a trick that ends there.

        Args:
            cards: how many of the deal, 1 or more.
        """
        first = self.trumps[0][1]
        return next((trump for count, trump, begun in reversed(self.trumps) if count < cards + (not begun)), first)

    def __str__(self) -> str:
        (_, first, _), *later = self.trumps
        changes = [f"{trump or 'no trump'} after {cards} cards" for cards, trump, _ in later]
        return "; ".join([str(first or "no trump"), *changes])


@frozen(kw_only=True)
class PowerTricks(Tricks):
    """Tricks in which something happens after certain cards, before the next card is played or the trick is taken.

    Read the tricks as `deal[Tricks]`.

    Args:
        after_card: the powers; if a card has several, they take effect in this order. A single one may be given as it
            is.

    Raises:
        InvalidRules: an argument is of the wrong type; or, in a game, a power names a card that is not in the deck.

    >>> from trickkit.model.actions import Name
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.powers import ChooseTrump
    >>> from trickkit import Hand
    >>> deck = french("KA")
    >>> hands = [Hand.of(deck, cards) for cards in (["KC", "AC"], ["KD", "AD"])]
    >>> deal = Deal.fresh(deck, players=2).changed(hands=tuple(hands), known=(deck.all,) * 3)
    >>> run = PowerTricks(after_card=ChooseTrump("KC")).begin(deal)
    >>> at = run.play(run.start(), 0, Play("KC"))
    >>> at.actors, [str(action) for action in run.legal(at, 0)]
    ((0,), ['name C', 'name D', 'name H', 'name S'])
    >>> at = run.play(run.play(at, 0, Name("D")), 1, Play("KD"))
    >>> str(run.record(at).trump), run.record(at)[Tricks].tricks[0].taker
    ('diamonds', 1)
    """

    record: ClassVar[type[Record]] = Powers

    after_card: tuple[Power, ...] = field(converter=one_or_more, validator=each_is_a(Power))

    @cached_property
    def of_face(self) -> dict[str, tuple[Power, ...]]:
        """By the text of a face, its powers; only faces that have any."""
        faces = dict.fromkeys([text for power in self.after_card for text in power.cards])
        return {text: tuple([power for power in self.after_card if text in power.cards]) for text in faces}

    @cached_property
    def _offered(self) -> dict[tuple[Deck, int], tuple[frozenset[Action], ...]]:
        return {}

    def _offers(self, deck: Deck, players: int) -> tuple[frozenset[Action], ...]:
        """By power, every action that it may offer; cached."""
        if (deck, players) not in self._offered:
            offers = tuple([frozenset(power.actions(deck, players)) for power in self.after_card])
            self._offered[deck, players] = offers
        return self._offered[deck, players]

    @cached_property
    def _secret(self) -> bool:
        return any(power.secret for power in self.after_card)

    @property
    def returns(self) -> bool:
        return any(power.returns for power in self.after_card)

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every face of every card, and every decision about a power.

        Raises:
            InvalidRules: a power names a card that is not in the deck.
        """
        for text in self.of_face:
            if text not in deck.kinds:
                name = type(self.of_face[text][0]).__name__
                raise InvalidRules(f"{name}: {quoted(text)} is not in the deck{nearest(text, deck.kinds)}")
        more = [action for power in self.after_card for action in power.actions(deck, players)]
        return tuple(dict.fromkeys((*super().actions(deck, players), *more)))

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return not self._secret

    def public(self, deal: Deal, action: Action) -> bool:
        """True if no secret power offers the action."""
        pairs = zip(self.after_card, self._offers(deal.deck, deal.players), strict=True)
        return not any(power.secret and action in offers for power, offers in pairs)

    def question(self, view: Sight) -> Question:
        pending = view.deal[PowerTricks].pending
        if pending is None:
            return super().question(view)
        power = self.after_card[pending]
        return power.asks or Question.of_name(type(power).__name__)

    def tables_then(self, deal: Deal, cards: int) -> TrickTables:
        """The tables of the policies under the trump after a number of plays and the powers of the last one."""
        powers: Powers | None = deal.get(PowerTricks)
        return self.tables_of(deal if powers is None else deal.changed(trump=powers.trump_after(cards)))

    def _under(self, table: TrickTable, number: int, now: PlayedUnder) -> PlayedUnder:
        """The policies under which a trick of the deal was played; its trump may change within the trick."""
        return super()._under(table, number, now)._replace(follow=now.follow, trump=now.trump)

    def _played(self, deal: Deal) -> Iterator[tuple[Played, int, Cascade]]:
        """The plays of a deal, as in other tricks, but each with the cascade under the trump at that time."""
        powers: Powers | None = deal.get(PowerTricks)
        trumps = dict.fromkeys([trump for _, trump, _ in powers.trumps]) if powers else {}
        if powers is None or len(trumps) == 1:
            return super()._played(deal if powers is None else deal.changed(trump=next(iter(trumps))))
        under = {trump: [*super(PowerTricks, self)._played(deal.changed(trump=trump))] for trump in trumps}
        count = len(next(iter(under.values())))
        return iter([under[powers.trump_at(cards)][cards] for cards in range(count)])

    def begin(self, deal: Deal) -> PowerRun:  # type: ignore[override]
        table, before = deal.get(TrickTable), deal.get(Powers)
        tricks, trumps = table.tricks if table else (), before.trumps if before else ()
        if not trumps or trumps[-1][1] != deal.trump:
            trumps = (*trumps, (sum([len(trick.plays) for trick in tricks]), deal.trump, True))
        deal = deal.with_record(Powers(trumps))
        return PowerRun(deal, self, super().begin(deal), len(tricks))


class PowerAt(NamedTuple):
    """The progress of tricks with powers.

    Args:
        actors: the seat that decides now, or () at the end.
        tricks: the progress of the tricks; before the last card as long as its powers are not over.
        run: the run of the tricks, on the deal after the last powers.
        played: the card whose powers are pending, with the current deal; None if a card is to be played.
        waiting: the number of its powers that are over.
        choices: the choices for the next power.
        over: the deal after a power that ended it.
    """

    actors: tuple[int, ...]
    tricks: TricksAt
    run: TricksRun
    played: CardPlayed | None = None
    waiting: int = 0
    choices: tuple[Action, ...] = ()
    over: Deal | None = None


@frozen(slots=False)
class PowerRun(Run[PowerAt]):
    """The run of `PowerTricks` in one deal."""

    phase: PowerTricks
    run: TricksRun
    since: int

    def start(self) -> PowerAt:
        tricks = self.run.start()
        return PowerAt(tricks.actors, tricks, self.run)

    def legal(self, at: PowerAt, seat: int) -> tuple[Action, ...]:
        """The choices of the pending power; if there is none, the faces that may be played."""
        return at.choices if at.played else at.run.legal(at.tricks, seat)

    def play(self, at: PowerAt, seat: int, action: Action) -> PowerAt | None:
        if at.played:
            return self._decided(at, at.played, action) if action in at.choices else None
        after = at.run.play(at.tricks, seat, action)
        if after is None:
            return None
        if not isinstance(action, Play) or action.face not in self.phase.of_face:
            return PowerAt(after.actors, after, at.run)
        hand = at.tricks.hand
        return self._next(at, CardPlayed(_laid(at.run, at.tricks, action), seat, hand, action.face), 0)

    def _decided(self, at: PowerAt, played: CardPlayed, action: Action) -> PowerAt:
        power = self.phase.of_face[played.face][at.waiting]
        return self._next(at, _done(power, played, action), at.waiting + 1)

    def _next(self, at: PowerAt, played: CardPlayed, number: int) -> PowerAt:
        """The next decision, after a number of the powers of a card."""
        for waiting, power in enumerate(self.phase.of_face[played.face][number:], start=number):
            if played.deal.closed:
                break
            choices = power.choices(played)
            if choices:
                return PowerAt((power.asked(played),), at.tricks, at.run, played, waiting, choices)
            played = _done(power, played, None)
        if played.deal.closed:
            return PowerAt((), at.tricks, at.run, over=played.deal)
        run = self._resumed(played)
        tricks = run.start()
        return PowerAt(tricks.actors, tricks, run)

    def _resumed(self, played: CardPlayed) -> TricksRun:
        """The run of the remaining tricks, after all powers of a card.

        Raises:
            InvalidRules: the hands differ in size and may not.
        """
        deal, phase = played.deal, self.phase
        laid = [play.hand for play in deal[Tricks].current.plays]
        sizes = [len(deal.hands[hand]) + (hand in laid) for hand in deal.seats if hand not in deal.resting]
        if len({*sizes}) > 1 and not phase.may_differ:
            raise InvalidRules(
                f"PowerTricks: after the powers of {played.face} the hands differ in size: "
                f"{', '.join(map(str, sizes))}; where that is meant, write may_differ=True"
            )
        return ResumedTricks(deal, phase.of(deal), self.run.seating, self.since)

    def refusal(self, at: PowerAt, seat: int, action: Action) -> str:
        if at.played is None:
            return at.run.refusal(at.tricks, seat, action)
        return self.phase.of_face[at.played.face][at.waiting].refusal(at.played, action)

    def trick(self, at: PowerAt) -> int | None:
        return at.run.trick(at.tricks) if at.actors else None

    def record(self, at: PowerAt) -> Deal:
        if at.played is None:
            return at.over or at.run.record(at.tricks)
        power, deal = self.phase.of_face[at.played.face][at.waiting], at.played.deal
        return deal.with_record(evolve(deal[PowerTricks], pending=self.phase.after_card.index(power)))


def _laid(run: TricksRun, at: TricksAt, action: Play) -> Deal:
    """The deal after a legal card has been laid, before the trick is resolved."""
    kind, card, _, played = run.seating.moves[at.hand][action]
    bit = kind & at.legal
    card = card or run.seating.card_of[bit & -bit]
    return run.record(at._replace(left=at.left ^ card, plays=(*at.plays, played)))


def _done(power: Power, played: CardPlayed, action: Action | None) -> CardPlayed:
    """The moment after a power has taken effect.

    Raises:
        InvalidRules: it returns no deal.
    """
    before = played.deal
    after: object = power.done(played, action)
    if not isinstance(after, Deal):
        raise InvalidRules(f"{quoted(power)}: done returned {quoted(after)}; it must return a deal")
    if after.trump != before.trump:
        table: TrickTable = after[Tricks]
        cards = sum([len(trick.plays) for trick in (*table.tricks, table.current)])
        after = after.with_record(Powers((*after[PowerTricks].trumps, (cards, after.trump, False))))
    return CardPlayed(after, played.seat, played.hand, played.face)

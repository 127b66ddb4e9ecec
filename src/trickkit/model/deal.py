"""The record of one deal, which passes through the phases of the rules and collects their results."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property
from typing import Any, ClassVar, Self

from attrs import fields, frozen

from trickkit.errors import InvalidRules, MissingRecord, quoted
from trickkit.lazy import in_html
from trickkit.model.cards import Card, Deck, Suit
from trickkit.model.chance import Chance, Roll, Stacked
from trickkit.model.events import DealStarted, Event, Later, Record, ScoreLine
from trickkit.model.hands import Hand, Pile
from trickkit.model.holding import seen_to_hold
from trickkit.model.log import Log, redacted

__all__ = ["Deal"]


class _TwoForms:
    """Stores parts of a deal in two forms, each computed from the other on demand.

    Phases work with masks of cards, records by type and a linked log; readers want hands, records and events. Most
    deals in the middle of a game are never read, so computing the second form of all of them would be wasted.

    Invariant: the `__dict__` of a deal has every field, or its other form as in `other`, and nothing else. If it has
    both forms, they agree. In a view, `_hidden` accompanies `held`: by hand, the number of unknown cards.
    `_changed_copy` preserves the invariant by dropping the other form of every changed field.
    """

    other: ClassVar = {
        "hands": "held",
        "held": "hands",
        "records": "_by_type",
        "_by_type": "records",
        "events": "_log",
        "_log": "events",
    }
    """By form that can be changed, the other form."""

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        deck, hidden = self.__dict__["deck"], self.__dict__.get("_hidden")
        if hidden is None:
            return tuple([Hand(deck, mask) for mask in self.held])
        return tuple([Hand(deck, mask, unseen) for mask, unseen in zip(self.held, hidden, strict=True)])

    @cached_property
    def held(self) -> tuple[int, ...]:
        """The known cards in each hand now, by seat, as masks."""
        return tuple([hand.mask for hand in self.hands])

    @cached_property
    def records(self) -> tuple[Record, ...]:
        return tuple(self._by_type.values())

    @cached_property
    def _by_type(self) -> dict[Any, Record]:
        return {type(record): record for record in self.records}

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return tuple([event for part in self.__dict__["_log"].parts() for event in part.told()])

    def _log_seen(self, seat: int | None, *, scored: bool) -> Log:
        """The log as a seat may know it."""
        log = self.__dict__.get("_log")
        if log is None:
            return Log(None, redacted(self.events, seat, scored=scored))
        return log.seen_by(seat, scored=scored)  # type: ignore[no-any-return]

    def _changed_copy(self, events: tuple[Event | Later, ...], changes: dict[str, Any]) -> Self:
        """A copy with more events, and with any fields changed, in either form.

        Raises:
            TypeError: a changed name is not a field.
        """
        # A hot function, and the only reason that a deal has no slots: every phase makes a copy, and taking over all
        # fields in one step is several times as fast as building the copy field by field.
        inside = self.__dict__ | changes
        if len(inside) > len(_FIELDS):
            self._drop_other_forms(inside, changes)
        if events:
            done = inside.pop("events", None)
            inside["_log"] = Log(inside["_log"] if done is None else Log(None, done), events)
        return self._made_of(inside)

    @classmethod
    def _drop_other_forms(cls, inside: dict[str, Any], changes: dict[str, Any]) -> None:
        unknown = changes.keys() - _FIELDS - cls.other.keys()
        if unknown:
            raise TypeError(f"a deal has no {', '.join(sorted(unknown))}")
        for name in changes:
            inside.pop(cls.other.get(name, ""), None)
        if "hands" in changes or "held" in changes:
            inside.pop("_hidden", None)

    @classmethod
    def _made_of(cls, inside: dict[str, Any]) -> Self:
        """A deal whose `__dict__` has the given contents."""
        deal: Self = _new(cls)
        _set(deal, "__dict__", inside)
        return deal

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _FIELDS}


@frozen(kw_only=True, slots=False)
class Deal(_TwoForms):
    """One dealing and all that follows until the next: the state that phases share, and their records.

    Every card is in one of the hands, in the stock or out.

    Args:
        number: the number of the deal, from 0.
        starter: the seat that starts the deal: the first player or the dealer, depending on the game.
        size: how many cards each seat is dealt.
        deck: the deck in use.
        hands: the cards in each hand now, by seat.
        stock: the undealt cards, top first.
        out: the cards that are neither in a hand nor in the stock: turned up, played, thrown away.
        known: for every seat, then for a spectator, the cards whose whereabouts it knows, as a mask. Empty in a view,
            which holds only what its seat knows.
        trump: the trump suit, or None.
        declarer: the seat that plays for the contract, if there is one.
        resting: the hands that do not take part in the tricks, such as that of a lone player's partner.
        records: the results of the phases; read one as `deal[Phase]`.
        events: the events so far, in order.
        lines: the score lines so far, in order.
        scored: whether the deal is over and scored.
        closed: whether a phase ended the deal, so that the phases after it are skipped.
        totals: the points before this deal, by seat.
        earlier: the scores of earlier deals, in order, each with its reasons.
        memory: what the game remembers of earlier deals besides scores: a record for each part of `Rules.memory`.
        chance: the source of random outcomes; None in a view.
        stacked: the part of the deal that is fixed by hand; None if nothing is, and in a view.
        rolls: in a view, the outcomes of `Chance.below` and `Chance.order` in this deal, in order, up to the last one
            that its seat saw, with `"??"` for unseen ones; otherwise ().

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=3, number=0, starter=1, size=8)
    >>> len(deal.hands), len(deal.stock), deal.trump
    (3, 52, None)
    """

    number: int
    starter: int
    size: int
    deck: Deck
    hands: tuple[Hand, ...]
    stock: Pile
    out: Hand
    known: tuple[int, ...]
    trump: Suit | None = None
    declarer: int | None = None
    resting: tuple[int, ...] = ()
    records: tuple[Record, ...] = ()
    events: tuple[Event, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    scored: bool = False
    closed: bool = False
    totals: tuple[int, ...] = ()
    earlier: tuple[tuple[ScoreLine, ...], ...] = ()
    memory: tuple[Record, ...] = ()
    chance: Chance | None = None
    stacked: Stacked | None = None
    rolls: tuple[Roll, ...] = ()

    @classmethod
    def fresh(
        cls,
        deck: Deck,
        *,
        players: int,
        number: int = 0,
        starter: int = 0,
        size: int = 0,
        totals: tuple[int, ...] | None = None,
        earlier: tuple[tuple[ScoreLine, ...], ...] = (),
        chance: Chance | None = None,
        stacked: Stacked | None = None,
    ) -> Deal:
        """A deal before its first phase: nothing dealt, all cards in the stock, unshuffled."""
        deal = cls(
            number=number,
            starter=starter,
            size=size,
            deck=deck,
            hands=(Hand(deck),) * players,
            stock=Pile(deck, tuple(range(len(deck)))),
            out=Hand(deck),
            known=(0,) * (players + 1),
            events=(DealStarted(number, starter),),
            totals=(0,) * players if totals is None else totals,
            earlier=earlier,
            chance=chance,
            stacked=stacked,
        )
        # In the forms that phases use, so that no deal derived from it has to convert them.
        return deal.changed(held=(0,) * players, _by_type={})

    def _repr_html_(self) -> str:
        return in_html(self)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.held)

    @property
    def seats(self) -> range:
        """All seats, 0..players-1."""
        return range(len(self.held))

    @property
    def begun_by(self) -> int:
        """The seat that started the deal when it began; a phase may have changed the starter since."""
        log: Log | None = self.__dict__.get("_log")
        # Reading the first part of a log does not build the parts after it.
        events = self.events if log is None else log.parts()[0].told()
        return next((event.starter for event in events if type(event) is DealStarted), self.starter)

    @property
    def scored_before(self) -> int:
        """The number of earlier deals that had a score."""
        return sum([bool(lines) for lines in self.earlier])

    @property
    def unscored_before(self) -> int:
        """The number of deals without a score directly before this one."""
        return next((count for count, lines in enumerate(self.earlier[::-1]) if lines), len(self.earlier))

    @property
    def scores(self) -> tuple[int, ...]:
        """The points so far, by seat, including those of this deal."""
        if not self.lines:
            return self.totals
        scores = list(self.totals)
        for line in self.lines:
            scores[line.seat] += line.points
        return tuple(scores)

    def knows(self, seat: int | None) -> int:
        """The cards whose whereabouts a seat (None: a spectator) knows, as a mask.

        Raises:
            InvalidRules: this is the deal of a view, which does not say what others know.
        """
        if not self.known:
            raise InvalidRules("the deal of a view does not say what seats know", deal=self.number)
        return self.known[-1 if seat is None else seat]

    def points_before(self, reasons: Collection[str]) -> tuple[int, ...]:
        """By seat, the points scored in earlier deals for certain reasons, such as points that were carried over.

        Args:
            reasons: the reasons of the score lines that count.

        >>> from trickkit.model.cards import french
        >>> earlier = ((ScoreLine(0, "held over", -81), ScoreLine(1, "took 81", 81)),)
        >>> Deal.fresh(french(), players=2, number=1, earlier=earlier).points_before(["held over"])
        (-81, 0)
        """
        points = [0] * self.players
        for line in (line for lines in self.earlier for line in lines):
            points[line.seat] += line.points if line.reason in reasons else 0
        return tuple(points)

    def remembered(self, kind: type[Any]) -> Any:
        """The record of one part of `Rules.memory`, from the earlier deals.

        Args:
            kind: the type of the part, or of its record.

        Raises:
            InvalidRules: the rules remember nothing of the kind.

        >>> from attrs import frozen
        >>> from trickkit.model.cards import french
        >>> @frozen
        ... class Declarers(Record):
        ...     seats: tuple[int, ...]
        >>> Deal.fresh(french(), players=2).changed(memory=(Declarers((1, 0)),)).remembered(Declarers)
        Declarers(seats=(1, 0))
        """
        memory, record = self.memory, getattr(kind, "record", kind)
        for entry in memory:
            if type(entry) is record:
                return entry
        names = ", ".join(type(entry).__name__ for entry in memory) or "nothing"
        raise InvalidRules(
            f"{record.__name__} is not remembered; `memory` of the rules must declare what does. It declares: {names}",
            deal=self.number,
        )

    def exchanged(self, hand: int, text: str, told: Callable[[Card, Card], Event]) -> Deal:
        """The deal after a hand has openly exchanged a card for the one that lies face up under the stock.

        Args:
            hand: 0..players-1.
            text: the text of the card that it gives, which it holds.
            told: called with that card and the face-up one; returns the event that reports the exchange.
        """
        deck, (*above, bottom) = self.deck, self.stock.order
        index = deck.number_in(text, self.held[hand])
        gave, got = deck.masks[index], deck.masks[bottom or 0]
        held = [*self.held]
        held[hand] ^= gave | got
        return self.changed(
            told(deck.cards[index], deck.cards[bottom or 0]),
            held=tuple(held),
            stock=Pile(deck, (*above, index)),
            known=tuple([known | gave | got for known in self.known]),
        )

    def holders(self, card: str) -> tuple[bool | None, ...]:
        """By seat, whether it holds a copy of a card, or held one that left openly; None if nobody can tell.

        Args:
            card: its text.

        Raises:
            InvalidCard: the deck has no such card.
        """
        copies = self.deck.kinds.get(card) or self.deck.mask([card])
        held = [cards & copies for cards in self.held]
        # While all copies are still in hands, no event needs to be examined.
        if sum(held) == copies:
            return tuple([cards != 0 for cards in held])
        return seen_to_hold(card, self.deck, self.hands, (self.out, self.stock), self.events)

    def __getitem__(self, phase: type[Any]) -> Any:
        """The record of a phase; while the phase is going on, its record so far.

        Raises:
            InvalidRules: no such phase has begun in this deal.
        """
        record = self.get(phase)
        if record is None and not hasattr(phase, "record"):
            name = phase.__name__ if isinstance(phase, type) else quoted(phase)
            raise InvalidRules(f"{name} names no record; a phase does with record = ...", deal=self.number)
        if record is None:
            begun = ", ".join(kind.__name__ for kind in map(type, self.records)) or "none"
            raise MissingRecord(
                f"nothing of {phase.__name__} in this deal so far; its records: {begun}",
                phase,
                self.number,
            )
        return record

    def get(self, phase: type[Any]) -> Any:
        """The record of a phase, or None if no such phase has begun; the type of the record may be given instead."""
        return self._by_type.get(getattr(phase, "record", phase))

    def with_record(self, record: Record, *events: Event | Later, **changes: Any) -> Deal:
        """The deal with the record of a phase added, with more events, and with any other fields changed.

        A record replaces an earlier one of its type.

        >>> from trickkit.model.cards import french
        >>> from trickkit.phases import Estimates
        >>> from trickkit.phases.estimates import Estimated
        >>> Deal.fresh(french(), players=2).with_record(Estimated((1, 2)))[Estimates].bids
        (1, 2)
        """
        kind, by_type = type(record), self._by_type.copy()
        by_type.pop(kind, None)
        by_type[kind] = record
        changes["_by_type"] = by_type
        return self._changed_copy(events, changes)

    def changed(self, *events: Event | Later, **changes: Any) -> Deal:
        """The deal with more events, and with any other fields changed; hands may be given as masks, as `held`.

        Raises:
            TypeError: there is no such field.

        >>> from trickkit.model.cards import french
        >>> Deal.fresh(french(), players=3).changed(DealStarted(number=0, starter=0), closed=True).closed
        True
        """
        return self._changed_copy(events, changes)

    def seen_by(self, seat: int | None) -> Deal:
        """The deal as a seat (None: a spectator) knows it, and nothing else.

        The deal of a view stays as it is.
        """
        if not self.known:
            return self
        # A hot function: it runs for every view.
        inside, deck, scored, chance = self.__dict__.copy(), self.deck, self.scored, self.chance
        knowledge, stock, held, out = self.knows(seat), self.stock, self.held, self.out.mask
        on_stock = knowledge & ~sum(held, out)
        if stock.order:
            stock = stock.seen_with(on_stock)
        in_stock = [deck.masks[index] for index in stock.order if index is not None] if on_stock else []
        # The numbers of equal copies would reveal something about the unseen cards.
        masks = deck.renumbered([out & knowledge, *[cards & knowledge for cards in held], *in_stock])
        unseen, whole = deck.firsts & ~knowledge, Record.seen_by
        for name in ("hands", "records", "events"):
            inside.pop(name, None)
        inside |= {
            "held": tuple(masks[1 : len(held) + 1]),
            "_hidden": tuple([(cards & unseen).bit_count() for cards in held]),
            "stock": stock.renumbered(masks[len(held) + 1 :]) if in_stock else stock,
            "out": Hand(deck, masks[0], (out & unseen).bit_count()),
            "known": (),
            "_by_type": {
                kind: record if kind.seen_by is whole else record.seen_by(seat, scored=scored)
                for kind, record in self._by_type.items()
            },
            "_log": self._log_seen(seat, scored=scored),
            "chance": None,
            "stacked": None,
            "rolls": chance.seen_by(seat) if chance is not None and chance.rolled else (),
        }
        return self._made_of(inside)


_FIELDS = tuple(attribute.name for attribute in fields(Deal))
_new = object.__new__
_set = object.__setattr__

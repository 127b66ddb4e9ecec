"""A symbolic deal: it records what a phase reads, and knows only the answers given so far.

A phase or policy receives a `BlankDeal`. If it reads something unknown, `Unanswered` interrupts it, and it is called
again once for each possible answer (a *decision tree on demand*). It need not declare what it reads, and what it does
not read makes no difference.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from attrs import fields

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers
from trickkit.batch.lowering.cards import Gathered, Held, Known
from trickkit.batch.lowering.piles import BlankPile, UnknownCards
from trickkit.batch.lowering.remembering import Expression, Remembered
from trickkit.batch.lowering.sums import Sum
from trickkit.model.cards import Deck
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.model.hands import Hand, Pile
from trickkit.model.log import Log

ASKED = ("starter", "size", "number", "trump", "declarer", "resting")
"""The fields of a deal about which questions can be asked."""


class BlankDeal(Deal):
    """A deal with symbolic fields. Phases change it like any other."""

    @classmethod
    def of(cls, deck: Deck, players: int, answers: Answers) -> BlankDeal:
        """A deal about which only the answers are known."""
        return cls._made_of({"deck": deck, "_players": players, "_answers": answers, "_by_type": {}, **_CONSTANT})

    # A run or its progress may hold the deal, and a comparison of all its fields would ask for each of them.
    __eq__, __hash__ = object.__eq__, object.__hash__

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.__dict__["_players"]

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.players)

    @property
    def held(self) -> tuple[Held, ...]:  # type: ignore[override]
        """The cards in each hand, as symbolic sets."""
        if "held" in self.__dict__:
            raise self.__dict__["_answers"].refuse("`held` of a deal after it has changed it")
        return tuple([Held(self.__dict__["_answers"], seat, self.deck.all) for seat in self.seats])

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands; phases may ask whether a hand has a card, and how many cards it has."""
        return tuple([Hand(self.deck, held) for held in self.held])  # type: ignore[arg-type]

    @property
    def known(self) -> tuple[Known, ...]:  # type: ignore[override]
        """By viewer, the cards that it knows; phases may add cards."""
        stored: tuple[Known, ...] | None = self.__dict__.get("known")
        if stored is not None:
            return stored
        return tuple([Known(self.__dict__["_answers"], viewer) for viewer in range(self.players + 1)])

    @property
    def stock(self) -> Pile:
        """The cards of the stock; phases may ask how many there are."""
        if "stock" in self.__dict__:
            raise self.__dict__["_answers"].refuse("`stock` of a deal after it has changed it")
        return BlankPile.of(self.deck, self.__dict__["_answers"], self.__dict__["_answers"].stock)

    @property
    def out(self) -> Hand:
        """The cards that are out of play; phases may add cards."""
        return Hand(self.deck, Gathered(self.__dict__["_answers"], out=True))  # type: ignore[arg-type]

    @property
    def scored_before(self) -> int:
        """How many of the earlier deals had a score."""
        return self.__dict__["_answers"].ask("scored_before")

    def remembered(self, kind: type[Any]) -> Remembered:
        """The memory of the game; phases may ask whether statements about it are true."""
        record: type[Record] = getattr(kind, "record", kind)
        return Remembered(self.__dict__["_answers"], Expression(record), record)

    def exchanged(self, hand: int, text: str, told: Any) -> Any:
        """The deal after an exchange, which compiled code carries out."""
        return type(self)._made_of({**self.__dict__, "_exchanged": (hand, text)})

    def get(self, phase: type[Any]) -> Any:
        """The record of a phase, with symbolic fields."""
        kind: Any = getattr(phase, "record", phase)
        answers = self.__dict__["_answers"]
        record = self.__dict__["_by_type"].get(kind)
        if record is not None:
            return record
        if kind in answers.blanks:
            return answers.blanks[kind](self)
        if kind in answers.hidden and kind in answers.figured_by:
            return answers.figured_by[kind](answers)
        if kind in answers.hidden:
            raise answers.refuse(f"what {phase.__name__} found out")
        return self.recorded(kind) if kind in answers.written and answers.ask("exists", kind) else None

    def recorded(self, kind: Any) -> Any:
        """An existing record, with symbolic fields."""
        record = object.__new__(asked_record(kind))
        object.__setattr__(record, "_answers", self.__dict__["_answers"])
        return record

    def __getattr__(self, name: str) -> Any:
        answers: Answers | None = self.__dict__.get("_answers")
        if answers is None or name.startswith("__"):
            raise AttributeError(name)
        if name in ASKED:
            return answers.ask(name)
        if name == "totals":
            places = [layout.TOTALS + seat for seat in self.seats]
            return tuple([Sum.of(answers, {(layout.S_NUMBER, offset, -1): 1}) for offset in places])
        raise answers.refuse(f"`{name}` of a deal")


def refusing(name: str) -> property:
    """A property that refuses to read a field of a deal."""

    def refused(deal: BlankDeal) -> Any:
        raise deal.__dict__["_answers"].refuse(f"`{name}` of a deal")

    return property(refused)


for _name in ("records", "events", "begun_by", "scores"):
    setattr(BlankDeal, _name, refusing(_name))
_CONSTANT: dict[str, Any] = {"_log": Log(None, ()), "lines": (), "scored": False, "closed": False}


@lru_cache(maxsize=256)
def asked_record(kind: type[Record]) -> type[Record]:
    """A type of records with symbolic fields that otherwise resembles the records of a phase."""

    def asked(record: Any, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        answers: Answers = record._answers
        if (kind, name) in answers.lost and kind in answers.figured_by:
            return getattr(answers.figured_by[kind](answers), name)
        if (kind, name) in answers.lost:
            raise answers.refuse(
                f"`{name}` of {kind.__name__}",
                "which has too many values, or which the summary of its phase leaves out",
            )
        if (kind, name) in answers.unread:
            return UnknownCards(answers, f"`{name}` of {kind.__name__}", "which tells of cards that nobody looked at")
        return answers.ask("field", kind, name)

    names = {attribute.name for attribute in fields(kind)}  # type: ignore[arg-type]

    def equal(record: Any, other: object) -> bool:
        return isinstance(other, kind) and all(getattr(record, name) == getattr(other, name) for name in sorted(names))

    guarded: dict[str, Any] = {name: property(lambda record, name=name: asked(record, name)) for name in names}  # type: ignore[misc]
    return type(
        f"Asked{kind.__name__}", (kind,), {"__slots__": ("_answers",), "asks_for": kind, "__eq__": equal, **guarded}
    )


def real_record(record: Record) -> Record:
    """The real record behind a symbolic one, after asking for all of its fields."""
    kind: Any = getattr(type(record), "asks_for", None)
    if kind is None:
        return record
    return kind(**{attribute.alias: getattr(record, attribute.name) for attribute in fields(kind)})

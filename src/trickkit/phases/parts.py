"""The stock in parts: it is exposed, the declarer takes one part, and the rest is out of play."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Call
from trickkit.model.cards import Card, Deck, Unknown
from trickkit.model.checks import counted
from trickkit.model.converters import to_pairs
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand, Pile
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.contracts import contract_of
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.talon import CardsTaken

__all__ = ["PartTaken", "PutAside", "StockOpened", "TakePart"]


@frozen
class StockOpened(Event):
    """The stock was exposed.

    Args:
        parts: its cards, part after part.

    >>> from trickkit.model.cards import french
    >>> str(StockOpened((Pile(french(), (0, 1)), Pile(french(), (2, 3)))))
    'The stock is laid open: 1: 2C 3C; 2: 4C 5C.'
    """

    parts: tuple[Pile, ...]

    def __str__(self) -> str:
        return f"The stock is laid open: {'; '.join(f'{label}: {part}' for label, part in enumerate(self.parts, 1))}."


@frozen
class PutAside(Event):
    """The remaining parts of the exposed stock were put aside.

    Args:
        cards: the cards, top first.

    >>> from trickkit.model.cards import french
    >>> str(PutAside(Pile(french(), (0, 1))))
    'Put aside: 2C 3C.'
    """

    cards: Pile

    @property
    def off_stock(self) -> tuple[Card | Unknown, ...]:
        return tuple(self.cards)

    def __str__(self) -> str:
        return f"Put aside: {self.cards}."


@frozen
class PartTaken(Record):
    """The record of the exposed stock, and of the part that was taken.

    Args:
        parts: the cards of all parts, as texts; () if the stock was not exposed.
        taken: the number of the part that was taken, from 0; None if none is.

    >>> record = PartTaken((("2C", "3C"), ("4C", "5C")), 1)
    >>> str(record), record.left
    ('2C 3C | 4C 5C; part 2', ('2C', '3C'))
    """

    parts: tuple[tuple[str, ...], ...] = ()
    taken: int | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards that were exposed."""
        return tuple([text for part in self.parts for text in part])

    @property
    def left(self) -> tuple[str, ...]:
        """The cards that were not taken."""
        return tuple([text for index, part in enumerate(self.parts) for text in part if index != self.taken])

    def __str__(self) -> str:
        parts = " | ".join(" ".join(part) for part in self.parts) or "closed"
        return parts if self.taken is None else f"{parts}; part {self.taken + 1}"


@frozen(kw_only=True)
class TakePart(Phase):
    """The stock is exposed in parts, and the declarer takes one of them into its hand. The rest is out of play.

    Args:
        cards: how many the stock has, 1 or more.
        sizes: by contract, as in `BidContracts`, how many cards a part has; in other deals the stock is not touched.

    Raises:
        InvalidRules: a size is not a number that divides the stock evenly.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.contracts import ContractBids
    >>> deal = Deal.fresh(french("QKA", suits="CD"), players=3).with_record(ContractBids((), "two"), declarer=1)
    >>> run = TakePart(cards=6, sizes={"three": 3, "two": 2}).begin(deal)
    >>> [str(action) for action in run.legal(run.start(), 1)]
    ['take 1', 'take 2', 'take 3']
    >>> after = run.record(run.play(run.start(), 1, Call("take 2")))
    >>> str(after.hands[1]), str(after.out), str(after[TakePart])
    ('AC QD', 'QC KC KD AD', 'QC KC | AC QD | KD AD; part 2')
    """

    record: ClassVar[type[Record]] = PartTaken

    cards: int = field(validator=counted(1))
    sizes: tuple[tuple[str, int], ...] = field(converter=to_pairs)

    @sizes.validator
    def _part_the_stock(self, _attribute: object, sizes: tuple[tuple[str, int], ...]) -> None:
        for word, size in sizes:
            if type(size) is not int or size < 1 or self.cards % size:
                raise InvalidRules(
                    f"TakePart: sizes: {quoted(word)}: {quoted(size)} does not part {self.cards} cards evenly"
                )

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple([Call(f"take {ordinal}") for ordinal in range(1, self.most + 1)])

    @property
    def most(self) -> int:
        """The largest possible number of parts."""
        return max([self.cards // size for _, size in self.sizes], default=0)

    def begin(self, deal: Deal) -> Deal | PartRun:
        """The run in which the declarer chooses a part, or the deal unchanged if the stock is not touched.

        Raises:
            InvalidRules: the stock has another number of cards.
        """
        size = dict(self.sizes).get(contract_of(deal) or "")
        if size is None or deal.declarer is None:
            return deal.with_record(PartTaken())
        if len(deal.stock) != self.cards:
            raise InvalidRules(f"TakePart: the stock has {len(deal.stock)} cards, not {self.cards}", deal=deal.number)
        return PartRun(deal, self, deal.declarer, size)


@frozen(slots=False)
class PartRun(PollRun):
    """The run of `TakePart` in one deal."""

    phase: TakePart
    seat: int
    size: int

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The declarer; () once it has answered."""
        return () if answers else (self.seat,)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return tuple([Call(f"take {ordinal}") for ordinal in range(1, self.phase.cards // self.size + 1)])

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        return f"a part of the stock is taken now, from 1 to {self.phase.cards // self.size}; {action} takes none"

    def record(self, at: Poll) -> Deal:
        deal, stock = self.deal, self.deal.stock
        parts = [stock[start : start + self.size] for start in range(0, len(stock), self.size)]
        known = tuple([old | stock.mask for old in deal.known])
        texts = tuple([tuple([str(card) for card in part]) for part in parts])
        opened = StockOpened(tuple(parts))
        if not at.answers:
            return deal.with_record(PartTaken(texts), opened, known=known)
        _, call = at.answers[0]
        index = int(str(call).removeprefix("take ")) - 1
        taken, start = parts[index], index * self.size
        before, after = stock[:start], stock[start + self.size :]
        held = [*deal.held]
        held[self.seat] |= taken.mask
        events: list[Event] = [opened, Answered(self.seat, call)]
        events += [PutAside(before)] * (len(before) > 0)
        events.append(CardsTaken(self.seat, taken))
        events += [PutAside(after)] * (len(after) > 0)
        return deal.with_record(
            PartTaken(texts, index),
            *events,
            held=tuple(held),
            stock=stock[len(stock) :],
            out=Hand(deal.deck, deal.out.mask | before.mask | after.mask),
            known=known,
        )

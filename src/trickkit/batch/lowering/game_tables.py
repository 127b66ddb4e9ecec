"""The tables of a game while they are written, and the numbers by which they name hand sizes, masks and trumps."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from attrs import define, field

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.budget import Budget
from trickkit.batch.lowering.tables import DEPTHS, Row
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.cards import Suit
from trickkit.play.rules import Rules

DEALS = 10_000
"""For how many deals of a game answers that depend on their number are asked, where the game has no fixed number."""

MOST_DEALS = 30_000
"""For how many deals of a game there is room: their numbers are written down in 16 bits."""


MOST_LEFT = 64
"""The stock may have so many cards at most where it is asked for their number."""


@define(eq=False, slots=False)
class GameTables:
    """The tables of a game so far.

    Args:
        rules: the rules.
        by_card: whether hands are kept card by card, as where cards are laid on the table, not as masks.
        tables: by name, the rows of each table so far.
        header: what else begins the array of tables, by its place in it.
        hands: where all cards are in hands before the phase that is lowered now, how many these are; 0 elsewhere.
        stocks: by place of a phase, how many cards the stock may have before it, but for what explored phases take
            away; none where hands are still to be dealt cards.
        gone: how many cards explored phases may have taken off the stock by now.
        index: the place of the phase that is lowered now.
        most_cards: the most that a hand has.
        most_tricks: the most that are played in a deal.
        budget: of the work that asking phases and policies is.
    """

    rules: Rules
    by_card: bool
    tables: dict[str, Row] = field(init=False, factory=lambda: {name: [] for name in DEPTHS})
    header: dict[int, int] = field(init=False, factory=dict)
    hands: int = field(init=False, default=0)
    stocks: list[set[int]] = field(init=False, factory=list)
    gone: set[int] = field(init=False, factory=lambda: {0})
    index: int = field(init=False, default=0)
    most_cards: int = field(init=False, default=0)
    most_tricks: int = field(init=False, default=0)
    budget: Budget = field(init=False, factory=Budget)
    _other_trumps: list[Suit] = field(init=False, factory=list)

    @cached_property
    def sizes(self) -> list[int]:
        """By number of a deal, the size of its hands, as far as there is room; of a game without end, for many."""
        sizes = self.rules.schedule.hand_sizes
        return [sizes.size(number) for number in range(min(self.rules.ending.most_deals() or DEALS, MOST_DEALS))]

    @cached_property
    def words(self) -> int:
        """How many numbers a mask takes; 0 where there is no room for it."""
        deck = self.rules.deck
        count = len(deck.kinds) if self.by_card else len(deck.faces)
        return 1 if count <= 64 else 2 if count <= layout.MOST_FACES else 0

    @property
    def in_stock(self) -> list[int]:
        """How many cards the stock may have before the phase that is lowered now.

        Raises:
            Unsupported: some of them will still be dealt to hands, or it may have very many.
        """
        self.refuse_slots("the stock")
        stocks = self.stocks[self.index]
        if not stocks:
            raise Unsupported("the stock: the batch engine asks how many cards it has once all hands are dealt")
        found = sorted({cards - gone for cards in stocks for gone in self.gone if cards >= gone})
        if max(found, default=0) > MOST_LEFT:
            raise Unsupported(f"a stock of {max(found)} cards; the batch engine tells {MOST_LEFT} at most apart")
        return found

    def mask(self, faces: int) -> list[int]:
        """A mask as the numbers that it takes."""
        return list(layout.halves(faces)[: self.words])

    def masks(self, sets: Iterable[int]) -> list[int]:
        """Masks as the numbers that they take."""
        return [number for faces in sets for number in self.mask(faces)]

    def add(self, first: str, **rows: Any) -> int:
        """Add a row to each of some tables; gives its number in the first of them."""
        number = len(self.tables[first])
        for name, row in rows.items():
            self.tables[name].append(row)
        return number

    def trumps(self) -> list[Suit | None]:
        """The trumps that there may be, by number: the suits of the deck, none, then suits that no card has."""
        return [*self.rules.deck.suits, None, *self._other_trumps]

    def number_of(self, trump: Suit | None) -> int:
        """The number of a trump."""
        if trump not in self.trumps():
            self._other_trumps.append(trump)  # type: ignore[arg-type]
        return self.trumps().index(trump)

    def refuse_slots(self, what: str) -> None:
        """Refuse to look at hands that are kept card by card."""
        if self.by_card:
            raise Unsupported(
                f"{what}: the batch engine cannot ask for cards of hands in a game in which cards are laid on the table"
            )

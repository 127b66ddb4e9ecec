"""The tables of a game during its lowering, and the numbers that stand for hand sizes, masks and trumps."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from attrs import define, field

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Question
from trickkit.batch.lowering.budget import Budget
from trickkit.batch.lowering.tables import DEPTHS, Row
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.cards import Suit
from trickkit.play.rules import Rules

DEALS = 10_000
"""The number of deals for which answers that depend on the deal's number are computed, if a game has no fixed
length."""

MOST_DEALS = 30_000
"""The most deals of a game, as their numbers are recorded in 16 bits."""


MOST_LEFT = 64
"""The largest stock about whose size a phase may ask."""


@define(eq=False, slots=False)
class GameTables:
    """The tables of a game so far.

    Args:
        rules: the rules.
        by_card: whether hands are stored card by card instead of as masks, as when cards are laid on the table.
        budget: for the work of calling phases and policies.
        tables: by name, the rows of each table so far.
        header: the other numbers at the beginning of the array of tables, by index.
        hands: if all cards are in hands before the phase that is being lowered, the number of hands; otherwise 0.
        stocks: by index of a phase, the maximum stock before it, apart from what explored phases take away; missing
            while hands still lack cards.
        gone: how many cards explored phases may have taken off the stock so far.
        index: the index of the phase that is being lowered.
        most_cards: the maximum hand size.
        most_tricks: the maximum number of tricks in a deal.
        remembered: the questions that phases ask about the memory of the game.
        returns: whether cards may have been put under the stock.
        counts_scored: whether a phase asks for the number of earlier deals with a score.
    """

    rules: Rules
    by_card: bool
    budget: Budget
    tables: dict[str, Row] = field(init=False, factory=lambda: {name: [] for name in DEPTHS})
    header: dict[int, int] = field(init=False, factory=dict)
    hands: int = field(init=False, default=0)
    stocks: list[set[int]] = field(init=False, factory=list)
    gone: set[int] = field(init=False, factory=lambda: {0})
    index: int = field(init=False, default=0)
    most_cards: int = field(init=False, default=0)
    most_tricks: int = field(init=False, default=0)
    remembered: list[Question] = field(init=False, factory=list)
    counts_scored: bool = field(init=False, default=False)
    returns: bool = field(init=False, default=False)
    _other_trumps: list[Suit] = field(init=False, factory=list)

    @cached_property
    def sizes(self) -> list[int]:
        """By number of a deal, its hand size, up to the number of deals for which there is room."""
        sizes = self.rules.schedule.hand_sizes
        return [sizes.size(index) for index in range(min(self.rules.ending.most_deals() or DEALS, MOST_DEALS))]

    @cached_property
    def words(self) -> int:
        """The number of integers that a mask takes; 0 if it is too wide."""
        deck = self.rules.deck
        count = len(deck.kinds) if self.by_card else len(deck.faces)
        return 1 if count <= 64 else 2 if count <= layout.MOST_FACES else 0

    @property
    def in_stock(self) -> list[int]:
        """The maximum stock before the phase that is being lowered.

        Raises:
            Unsupported: some of its cards will still be dealt to hands, or it may have too many cards.
        """
        self.refuse_slots("the stock")
        stocks = self.stocks[self.index]
        if not stocks:
            raise Unsupported("the stock: the batch engine asks how many cards it has once all hands are dealt")
        sizes = sorted({cards - gone for cards in stocks for gone in self.gone if cards >= gone})
        if max(sizes, default=0) > MOST_LEFT:
            raise Unsupported(f"a stock of {max(sizes)} cards; the batch engine distinguishes at most {MOST_LEFT}")
        return sizes

    def mask(self, faces: int) -> list[int]:
        """A mask as a list of integers."""
        return list(layout.halves(faces)[: self.words])

    def masks(self, sets: Iterable[int]) -> list[int]:
        """Masks as a flat list of integers."""
        return [word for faces in sets for word in self.mask(faces)]

    def add(self, first: str, **rows: Any) -> int:
        """Add a row to each of some tables; returns its index in the first of them."""
        index = len(self.tables[first])
        for name, row in rows.items():
            self.tables[name].append(row)
        return index

    def trumps(self) -> list[Suit | None]:
        """The possible trumps, by number: the suits of the deck, none, then suits that no card has."""
        return [*self.rules.deck.suits, None, *self._other_trumps]

    def number_of(self, trump: Suit | None) -> int:
        """The number of a trump."""
        if trump not in self.trumps():
            self._other_trumps.append(trump)  # type: ignore[arg-type]
        return self.trumps().index(trump)

    def refuse_slots(self, what: str) -> None:
        """Refuse a look at hands that are stored card by card."""
        if self.by_card:
            raise Unsupported(
                f"{what}: the batch engine cannot ask for cards of hands in a game in which cards are laid on the table"
            )

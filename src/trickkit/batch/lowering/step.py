"""What the compiled engine knows about each type of phase: its lowering, its code and its limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from trickkit.batch.kernel.capacity import most_queued
from trickkit.batch.kernel.layout import CHOOSE, SLOTS
from trickkit.batch.lowering.compiler import Chosen, Lowering, Moved
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.cards import Deck
from trickkit.model.chance import Chance
from trickkit.phases.base import Phase
from trickkit.play.rules import Rules


def acting(part: object) -> type[Any]:
    """The type that determines how a part acts: a type that adds only a name to its base acts like the base."""
    return next(kind for kind in type(part).__mro__ if _adds(kind))


def _adds(kind: type[Any]) -> bool:
    """Whether a type defines anything except fields and what every class has."""
    inherited = {attribute.name for attribute in getattr(kind, "__attrs_attrs__", ())}
    return any(not (name.startswith("__") or name in inherited or name == "_abc_impl") for name in vars(kind))


@define
class Count:
    """The cards of a deal, counted through its phases.

    Args:
        rules: the rules of the game.
        size: the size of the hands.
        words: the number of integers that a mask takes.
        moved: by explored phase, the cards of the stock that it moves, if known.
        chosen: by phase in which seats choose cards, their selections in all cases, if known.
        each: the number of cards that each hand is dealt in all.
        stock: the number of cards left to draw.
        spare: how many more cards the stock may have, if cards that can be taken may remain there.
        held: by hand, how many cards it has.
        portions: the number of phases that have dealt cards.
        dealt: the number of cards that each hand was dealt.
        laid: the number of cards in front of each seat.
        played: the number of tricks played.
        most: the most cards that any hand has had.
        taken: the number of cards that one hand has taken off the stock without laying others away in exchange.
        uneven: whether a phase in Python has left hands of different sizes.
        lessened: the name of the last phase, other than tricks, that took cards out of hands.
    """

    rules: Rules
    size: int
    words: int
    moved: Mapping[Phase, Moved] = field(factory=dict)
    chosen: Mapping[Phase, Chosen] = field(factory=dict)
    each: int = field(init=False)
    stock: int = field(init=False)
    held: list[int] = field(init=False)
    portions: int = 0
    dealt: int = 0
    laid: int = 0
    taken: int = 0
    spare: int = 0
    played: int = 0
    most: int = 0
    uneven: bool = False
    lessened: str = ""

    def __attrs_post_init__(self) -> None:
        self.stock = len(self.rules.deck) - self.rules.players * self.size
        self.held, self.each = [0] * self.rules.players, self.size

    def laid_out(self, held: Sequence[int], stock: int, *, dealt: bool) -> Count:
        """The count after a phase in Python, which has left the cards as given.

        Args:
            held: by hand, how many cards it has.
            stock: the number of cards left in the stock.
            dealt: whether no later phase deals cards.
        """
        after = evolve(self)
        after.held, after.stock, after.spare, after.taken, after.each = [*held], stock, 0, 0, self.each
        after.uneven = len({*held}) > 1
        if dealt:
            after.size = after.dealt = max(held)
        return after

    def without(self, lost: Sequence[int]) -> Count:
        """The count after each hand has lost some cards for good."""
        after = evolve(self)
        after.held = [held - less for held, less in zip(self.held, lost, strict=True)]
        after.stock, after.each = self.stock, self.each
        after.uneven = self.uneven or len({*after.held}) > 1
        if after.dealt == after.size:
            after.size = after.dealt = max(after.held)
        return after

    def choose(self, phase: Phase, cards: int) -> None:
        """Check that a number of cards can be chosen from a hand.

        Raises:
            Unsupported: a hand has too few, or there are more than the row has room for.
        """
        most, least = most_queued(CHOOSE, self.words), min(self.held) + self.taken
        if least < cards or cards > most:
            raise Unsupported(
                f"{type(phase).__name__}: {cards} cards of {least} in a hand; the batch engine has {most} at most"
            )

    def check(self, phase: Phase, *, by_card: bool) -> None:
        """Check that there are enough cards after a phase, and that rows have room for them.

        Raises:
            Unsupported: there are not.
        """
        most = max(self.laid, *self.held)
        self.most = max(self.most, *self.held)
        if by_card and most > SLOTS:
            raise Unsupported(
                f"{type(phase).__name__}: {most} cards before a seat; the batch engine has room for {SLOTS}"
            )
        if self.stock < 0:
            raise Unsupported(f"{type(phase).__name__}: there are too few cards")


def stay(count: Count, phase: Phase) -> None:
    """Leave all cards in place."""


def _each(rules: Rules, size: int, phase: Phase) -> int:
    """One decision for every seat."""
    return rules.players


@define
class Drawing:
    """The random draws before the first decision of a deal.

    Args:
        deck: the deck of the game.
        size: the size of the hands.
        starter: the seat that starts the deal.
        chance: the source; afterwards, the source of what follows.
        order: the numbers of the cards, in dealing order; () until they are shuffled.
        fixed: by place in that order, the number of a card that is known to be there.
        shown: the number of a card that is shown before it is dealt; for one that is cut, -2 minus its number;
            otherwise -1.
    """

    deck: Deck
    size: int
    starter: int
    chance: Chance
    order: Sequence[int] = ()
    fixed: dict[int, int] = field(factory=dict)
    shown: int = -1

    def shuffle(self) -> list[int]:
        """The numbers of all cards, in random order."""
        order, self.chance = self.chance.shuffle(len(self.deck))
        return order


@frozen
class Step:
    """What the compiled engine knows about a type of phase.

    Args:
        phase: the type.
        opcode: what compiled code does in such phases.
        lower: calls a phase and its policies, writes the answers into tables, and returns the operand.
        count: counts the cards that move; refuses a phase that does not fit into a row. If the deal determines how
            cards move, it returns a count for each case.
        decisions: the most decisions of seats in a phase, given the maximum hand size.
        finds: the kind of result that a row can store only once; `""` for none.
        by_card: whether hands must be stored card by card for it.
        draws: whether it draws anything at random if its record does not exist yet.
        drawn: draws as the phase does; None if only the phase itself can draw.
    """

    phase: type[Phase]
    opcode: int
    lower: Callable[[Lowering, Any], int]
    count: Callable[[Count, Any], Sequence[Count] | None] = stay
    decisions: Callable[[Rules, int, Any], int] = _each
    finds: str = ""
    by_card: bool = False
    draws: bool = False
    drawn: Callable[[Any, Drawing], None] | None = None

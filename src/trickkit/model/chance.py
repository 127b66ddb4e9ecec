"""Chance: the random outcomes of a game, as a pure function of a seed, or fixed by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, UnknownChance, quoted
from trickkit.model.cards import Deck

__all__ = ["HOLE", "Chance", "Roll", "Stacked"]

HOLE = "??"
"""Stands for a card of a stacked deal that is left to chance."""


Roll = int | tuple[int, ...] | str
"""A random outcome: a number, or an order of numbers; `HOLE` if it is left to chance or was not seen."""


SEED_DIGITS = 4_000
"""The most digits of a seed: by default, Python writes no integer of more than 4,300 digits."""


def _seed(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | None):
        raise InvalidRules(f"seed={quoted(value)}: a seed is an integer")
    if value is not None and abs(value) >= _SEED_LIMIT:
        raise InvalidRules(f"a seed has at most {SEED_DIGITS:,} digits; this one has more")
    return value


_SEED_LIMIT = 10**SEED_DIGITS


@frozen
class Chance:
    """A source of random outcomes: outcome k is a function of the seed and k alone, on every machine.

    Every draw returns the outcome and the source for the next one; the source itself never changes.

    Args:
        seed: an integer of at most 4,000 digits; None for a source that draws nothing and has only the outcomes fixed
            by hand.
        drawn: how many outcomes have been drawn.
        rolls: the next outcomes of `order` and `below` in this deal, if they are fixed by hand.
        rolled: the outcomes of `order` and `below` so far in this deal, which cards do not show.
        hidden: by index among these, the seats that have seen the outcome, if not everybody has.

    >>> chance = Chance(7)
    >>> chance.order(5) == chance.order(5)
    True
    >>> (first, after) = chance.order(5)
    >>> sorted(first), after
    ([0, 1, 2, 3, 4], Chance(seed=7, drawn=1, rolls=(), rolled=((2, 4, 1, 0, 3),), hidden=()))
    """

    seed: int | None = field(converter=_seed)
    drawn: int = 0
    rolls: tuple[Roll, ...] = ()
    rolled: tuple[Roll, ...] = ()
    hidden: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def shuffle(self, count: int) -> tuple[list[int], Chance]:
        """The numbers 0..count-1 in random order, for an outcome that the dealt cards will reveal.

        Raises:
            UnknownChance: there is no seed.
        """
        draw = self._numbers().random
        keys = [draw() for _ in range(count)]
        return sorted(range(count), key=keys.__getitem__), self.after

    def cut(self, count: int) -> tuple[int, Chance]:
        """A random number from 0..count-1, for an outcome that a turned-up card will reveal.

        Raises:
            UnknownChance: there is no seed.

        >>> Chance(7).cut(1)
        (0, Chance(seed=7, drawn=1, rolls=(), rolled=(), hidden=()))
        """
        return int(self._numbers().random() * count), self.after

    def _numbers(self) -> Random:
        if self.seed is None:
            raise UnknownChance(
                "what is drawn at random now is not fixed, and no seed is given; rules.start(seed=...) draws it, or "
                "replay(seed=...) what a record does not say"
            )
        # Python guarantees the same numbers in all versions only for `random()`.
        return Random(f"{self.seed}/{self.drawn}")

    @property
    def after(self) -> Chance:
        """The source for the outcome after the next one; used when cards fixed by hand determine the next.

        >>> Chance(7).after == Chance(7).shuffle(5)[1]
        True
        """
        return Chance(self.seed, self.drawn + 1, self.rolls, self.rolled, self.hidden)

    def order(self, count: int, *, seen_by: Iterable[int] | None = None) -> tuple[list[int], Chance]:
        """The numbers 0..count-1 in random order; the views of all who see it contain this outcome.

        Args:
            count: 0 or more.
            seen_by: the seats that see the outcome, () for none; None for everybody, spectators as well.

        Raises:
            InvalidRules: the outcome is fixed by hand, and is not such an order.
            UnknownChance: the outcome is not fixed, and there is no seed.

        >>> Chance(7, rolls=((2, 0, 1),)).order(3)[0]
        [2, 0, 1]
        """
        fixed = self.rolls[0] if self.rolls else HOLE
        if fixed == HOLE:
            order, after = self.shuffle(count)
            return order, after._with_roll(tuple(order), seen_by)
        if not isinstance(fixed, tuple) or sorted(fixed) != [*range(count)]:
            raise InvalidRules(f"Stacked: rolls: {quoted(fixed)} is not an order of the numbers 0..{count - 1}")
        return [*fixed], self.after._with_roll(fixed, seen_by)

    def below(self, count: int, *, seen_by: Iterable[int] | None = None) -> tuple[int, Chance]:
        """A random number from 0..count-1; the views of all who see it contain this outcome.

        Args:
            count: 1 or more.
            seen_by: the seats that see the outcome, () for none; None for everybody, spectators as well.

        Raises:
            InvalidRules: the outcome is fixed by hand, and is not such a number.
            UnknownChance: the outcome is not fixed, and there is no seed.

        >>> Chance(7, rolls=(4,)).below(6)[0]
        4
        """
        fixed = self.rolls[0] if self.rolls else HOLE
        if fixed == HOLE:
            outcome, after = self.cut(count)
            return outcome, after._with_roll(outcome, seen_by)
        if not isinstance(fixed, int) or not 0 <= fixed < count:
            raise InvalidRules(f"Stacked: rolls: {quoted(fixed)} is not a number of 0..{count - 1}")
        return fixed, self.after._with_roll(fixed, seen_by)

    def _with_roll(self, roll: Roll, seen_by: Iterable[int] | None) -> Chance:
        """The source after an outcome that no card reveals."""
        hidden = self.hidden if seen_by is None else (*self.hidden, (len(self.rolled), tuple(seen_by)))
        return evolve(self, rolls=self.rolls[1:], rolled=(*self.rolled, roll), hidden=hidden)

    def shown(self, roll: int) -> Chance:
        """The same source after a hidden outcome has been shown to everybody.

        Args:
            roll: the index of the outcome among those of `order` and `below` in this deal, from 0.

        >>> number, chance = Chance(7).below(6, seen_by=(1,))
        >>> chance.seen_by(0), chance.seen_by(1) == chance.shown(0).seen_by(None) == (number,)
        ((), True)
        """
        return evolve(self, hidden=tuple([entry for entry in self.hidden if entry[0] != roll]))

    def seen_by(self, seat: int | None) -> tuple[Roll, ...]:
        """The outcomes not revealed by cards, as a seat (None: a spectator) saw them, up to the last one that it saw.

        >>> Chance(7).below(6, seen_by=())[1].below(6)[1].seen_by(0)
        ('??', 0)
        """
        rolls = [*self.rolled]
        for index, seats in self.hidden:
            if seat not in seats:
                rolls[index] = HOLE
        while rolls and rolls[-1] == HOLE:
            rolls.pop()
        return tuple(rolls)

    def given(self, rolls: tuple[Roll, ...]) -> Chance:
        """The source for a new deal, in which the first outcomes may be fixed by hand."""
        return Chance(self.seed, self.drawn, rolls) if rolls or self.rolls or self.rolled else self


def _texts(cards: Iterable[object], what: str) -> tuple[str, ...]:
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise InvalidRules(f"Stacked: {what} is a list of the texts of cards, not {quoted(cards)}")
    return tuple(map(str, cards))


def _hands(hands: Iterable[Iterable[object] | None] | None) -> tuple[tuple[str, ...] | None, ...] | None:
    if hands is None:
        return None
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise InvalidRules(f"Stacked: hands is a list with one list of cards a seat, not {quoted(hands)}")
    return tuple(None if hand is None else _texts(hand, f"hand {seat}") for seat, hand in enumerate(hands))


def _turned(card: object) -> str | None:
    return None if card is None else str(card)


def _stock(cards: Iterable[object]) -> tuple[str, ...]:
    return _texts(cards, "stock")


def _rolls(rolls: Iterable[Roll | Sequence[int]]) -> tuple[Roll, ...]:
    if isinstance(rolls, str) or not isinstance(rolls, Iterable):
        raise InvalidRules(f"Stacked: rolls is a list of numbers and of lists of numbers, not {quoted(rolls)}")
    checked = tuple(roll if isinstance(roll, int | str) else tuple(roll) for roll in rolls)
    for roll in checked:
        if roll != HOLE and not all(
            isinstance(outcome, int) for outcome in ((roll,) if isinstance(roll, int) else roll)
        ):
            raise InvalidRules(f"Stacked: rolls is a list of numbers and of lists of numbers, not of {quoted(roll)}")
    return checked


@frozen
class Stacked:
    """A deal that is partly fixed by hand; the rest comes from the seed.

    Args:
        hands: for every seat its whole hand as texts of cards, or None to leave it to the seed; None leaves all. The
            text `"??"` leaves a single card to the seed, here and in the stock.
        turned: the card that is turned up, or None.
        stock: the undealt cards, top first. The list may be incomplete; the seed determines the rest. If a card is
            turned up from the stock, it is either the first of these or given as `turned`.
        rolls: the outcomes of custom phases' draws, in order: a number for `Chance.below`, a tuple for `Chance.order`,
            and `"??"` for one that is left to the seed.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(first=0, deals=[Stacked(turned="W5")])
    >>> str(state.deal.trump)
    'white'
    """

    hands: tuple[tuple[str, ...] | None, ...] | None = field(default=None, converter=_hands)
    turned: str | None = field(default=None, converter=_turned)
    stock: tuple[str, ...] = field(default=(), converter=_stock)
    rolls: tuple[Roll, ...] = field(default=(), converter=_rolls)

    @property
    def top(self) -> tuple[str, ...]:
        """The fixed cards at the top of the stock, preceded by the card to be turned up if one is given."""
        if self.turned is None or self.stock[:1] == (self.turned,):
            return self.stock
        return (self.turned, *self.stock)

    def check(self, deck: Deck, players: int, size: int, *, turns: str) -> None:
        """Check that the fixed cards can be dealt.

        Args:
            deck: the deck of the game.
            players: the number of seats.
            size: how many cards a seat is dealt.
            turns: the source of the turned-up card: `"stock"`, `"pack"` for a card that is dealt like any other, or
                `""` if none is turned up.

        Raises:
            InvalidCard: a text is not a card of the deck.
            InvalidRules: a card occurs twice, a hand has the wrong size, the stock is too large, or a card is to be
                turned up although the rules turn none.

        >>> from trickkit.model.cards import piquet
        >>> Stacked(hands=[["7C"], ["7C"]]).check(piquet(), players=2, size=1, turns="")
        Traceback (most recent call last):
            ...
        trickkit.errors.InvalidRules: Stacked: 7C is given more often than the deck holds it
        """
        if self.turned is not None and turns == "pack":
            deck.card(self.turned)
            evolve(self, turned=None).check(deck, players, size, turns=turns)
            return
        hands: Sequence[tuple[str, ...] | None] = [] if self.hands is None else self.hands
        for text in (*(text for hand in hands if hand is not None for text in hand), *self.top):
            if text != HOLE:
                deck.card(text)
        if self.hands is not None and len(hands) != players:
            raise InvalidRules(
                f"Stacked: {len(hands)} hands for {players} seats; give None for a hand left to the seed"
            )
        for seat, hand in enumerate(hands):
            if hand is not None and len(hand) != size:
                cards = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
                raise InvalidRules(
                    f'Stacked: hand {seat} has {cards}; a whole hand has {size}: "{HOLE}" stands for a card that is '
                    "left to the seed",
                    seat=seat,
                )
        if self.turned is not None and not turns:
            raise InvalidRules(f"Stacked: turned={quoted(self.turned)}, but no card is turned up in this deal")
        undealt = len(deck) - players * size
        if self.turned is not None and len(self.top) > undealt >= len(self.stock):
            raise InvalidRules(
                f"Stacked: turned={quoted(self.turned)}, but the stock of {undealt} cards is given whole and its top "
                f"is {quoted(self.stock[0])}"
            )
        if len(self.top) > undealt:
            raise InvalidRules(f"Stacked: {len(self.top)} cards for the stock; {undealt} lie undealt")
        given = [text for hand in hands if hand is not None for text in hand] + list(self.top)
        try:
            deck.mask(text for text in given if text != HOLE)
        except InvalidRules as error:
            raise InvalidRules(f"Stacked: {error.message}") from None

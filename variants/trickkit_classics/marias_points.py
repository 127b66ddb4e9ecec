"""The score of a deal of Auction Mariáš: see `trickkit_classics.marias`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from attrs import field, frozen

from trickkit import Deal, ScoreLine
from trickkit.model.checks import counted, is_a, one_of
from trickkit.phases import CallingTricks, DoubleParts, NameTrump, Tricks
from trickkit.scoring import Bounds, Extent, Scoring

__all__ = ["BETL", "DURCH", "GAME", "HUNDRED", "SEVEN", "SHARP", "ScoreMarias", "kind_of"]

GAME, SEVEN, HUNDRED, BETL, DURCH = "game", "7", "100", "betl", "durch"
SHARP = tuple(f"{rank}{suit}" for rank in "AT" for suit in "CDHS")
"""The cards that are worth points, and may not be laid away where there is a trump."""

WORTH, LAST, ALL = dict.fromkeys(SHARP, 10), 10, 90
MARRIAGE, ROYAL = 20, 40
VALUE_GAME, VALUE_SEVEN, VALUE_HUNDRED = 1, 2, 4
"""G V 2: what the parts are worth, and twice as much with hearts as trump; silently made, half as much."""


def kind_of(word: str) -> str:
    """The words of a game without its trump.

    >>> kind_of("100 7 S"), kind_of("betl")
    ('100 7', 'betl')
    """
    return word if word in (BETL, DURCH) else word[:-2]


@frozen
class Count:
    """A side's points.

    Args:
        cards: of its aces and tens, and for the last trick.
        marriages: what each that it has shown is worth; 0 for one that it has not.

    >>> Count(60, (0, 20, 40, 0)).total, Count(60, (0, 20, 40, 0)).best
    (120, 100)
    """

    cards: int
    marriages: tuple[int, ...]

    @property
    def shown(self) -> int:
        """The points for the side's marriages."""
        return sum(self.marriages)

    @property
    def total(self) -> int:
        """The sum of the side's points."""
        return self.cards + self.shown

    @property
    def best(self) -> int:
        """The side's points with only its best marriage."""
        return self.cards + max(self.marriages)


@frozen(kw_only=True)
class ScoreMarias(Scoring):
    """The declarer wins or loses each part of what it plays, from or to each opponent.

    Args:
        hundred: which marriages count for an announced hundred: the `"best"` one, or `"all"`.
        growth: what ten points more or less do to a hundred: they add its value, `"linear"`, or `"double"` it.
        silent: whether a seven or a hundred that was not announced counts.
        betl: what betl is worth; durch is worth twice as much.
        limit: the most that an opponent pays or receives.

    Raises:
        InvalidRules: an argument is of the wrong kind.

    >>> ScoreMarias().steps(Count(60, (0, 20, 40, 0)), Count(30, (20, 0, 0, 0)))
    3
    >>> ScoreMarias().steps(Count(40, (0, 20, 40, 0)), Count(50, (20, 0, 0, 0)))
    -4
    """

    reads: ClassVar[tuple[type[Any], ...]] = (NameTrump, DoubleParts, CallingTricks, Tricks)

    hundred: Literal["best", "all"] = field(default="best", validator=one_of("best", "all"))
    growth: Literal["linear", "double"] = field(default="linear", validator=one_of("linear", "double"))
    silent: bool = field(default=True, validator=is_a(bool))
    betl: int = field(default=15, validator=counted(1))
    limit: int = field(default=500, validator=counted(1))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for every seat and every part; none if no game was played."""
        declarer = deal.declarer
        if declarer is None:
            return ()
        parts = [*(self.with_trump(deal, declarer) if deal.trump else self.without(deal, declarer))]
        due = sum([points for _, points in parts])
        if abs(due) > self.limit:
            parts.append((f"limit of {self.limit}", (self.limit if due > 0 else -self.limit) - due))
        others = deal.players - 1
        return tuple(
            [
                ScoreLine(seat, reason, points * (others if seat == declarer else -1))
                for reason, points in parts
                for seat in deal.seats
            ]
        )

    def without(self, deal: Deal, declarer: int) -> Iterator[tuple[str, int]]:
        """The score of a game without trump: betl (no trick) or durch (all tricks)."""
        kind, taken = deal[NameTrump].game, deal[Tricks].taken
        won = not taken[declarer] if kind == BETL else taken[declarer] == deal.size
        value = self.betl * (1 if kind == BETL else 2) * deal[DoubleParts].times(kind)
        yield _result(kind, won), value if won else -value

    def with_trump(self, deal: Deal, declarer: int) -> Iterator[tuple[str, int]]:
        """The scores of a game with trump: the game or a hundred, and the seven."""
        kinds, doubled = kind_of(deal[NameTrump].game).split(), deal[DoubleParts]
        red = 2 if deal.trump.name == "hearts" else 1  # type: ignore[union-attr]
        mine, theirs = self.counts(deal, declarer)
        if HUNDRED in kinds:
            steps = self.steps(mine, theirs)
            value = VALUE_HUNDRED * red * doubled.times(HUNDRED)
            yield f"{_result('hundred', steps > 0)}, {mine.total} points", value * self.grown(steps)
        else:
            yield from self.game(mine, theirs, red, doubled.times(GAME))
        yield from self.seven(deal, declarer, SEVEN in kinds, red, doubled.times(SEVEN))

    def game(self, mine: Count, theirs: Count, red: int, times: int) -> Iterator[tuple[str, int]]:
        """G V 6: the game, won with more points, and a silent hundred of the side that won it."""
        won = mine.total > theirs.total
        sign, more = 1 if won else -1, (mine if won else theirs).total - 100
        silent = self.silent and more >= 0
        reason = f"{_result('game', won)}, {mine.total} to {theirs.total}"
        yield reason + (", silent hundred" if silent else ""), sign * VALUE_GAME * red * times * (2 if silent else 1)
        if silent and more:
            yield f"{more} points more", sign * red * VALUE_HUNDRED // 2 * self.grown(more // 10)

    def seven(self, deal: Deal, declarer: int, announced: bool, red: int, times: int) -> Iterator[tuple[str, int]]:
        """The seven of trumps in the last trick, announced by the declarer or played silently by anyone."""
        last, seven = deal[Tricks].last, f"7{deal.trump.letter}"  # type: ignore[union-attr]
        holder = next((play.hand for play in last.plays if play.card == seven), None)
        won = holder is not None and last.taker == holder
        if announced:
            made = won and holder == declarer
            yield _result("seven", made), (VALUE_SEVEN if made else -VALUE_SEVEN) * red * times
        elif self.silent and holder is not None:
            mine = won == (holder == declarer)
            yield "silent seven" if won else "silent seven caught", (1 if mine else -1) * VALUE_SEVEN // 2 * red

    def counts(self, deal: Deal, declarer: int) -> tuple[Count, Count]:
        """The points of the declarer and of the others: 90 in all, plus marriages."""
        table, calls, trump = deal[Tricks], deal[CallingTricks], deal.trump
        cards = table.points(declarer, WORTH) + LAST * table.taken_since(deal.size - 1)[declarer]
        values = {f"marriage {suit.letter}": ROYAL if suit == trump else MARRIAGE for suit in deal.deck.suits}
        shown = [value * calls.count([word], declarer) for word, value in values.items()]
        others = [value * calls.count([word]) - mine for (word, value), mine in zip(values.items(), shown, strict=True)]
        return Count(cards, tuple(shown)), Count(ALL - cards, tuple(others))

    def steps(self, mine: Count, theirs: Count) -> int:
        """G IV 4, V 5: how often a hundred counts: once for each ten from 100 on; negative for missing tens.

        Of the marriages of the declarer the best one makes the hundred, and the others count where it is made; those of
        its opponents count where it is not.

        Args:
            mine: the points of the declarer.
            theirs: those of its opponents.
        """
        counted_ = mine.best if self.hundred == "best" else mine.total
        return (mine.total - 90) // 10 if counted_ >= 100 else -((100 - counted_ + theirs.shown) // 10)

    def grown(self, steps: int) -> int:
        """The factor by which a hundred counts for a number of steps."""
        if self.growth == "linear" or not steps:
            return steps
        times: int = 2 ** ((steps if steps > 0 else -steps) - 1)
        return times if steps > 0 else -times

    def bounds(self, extent: Extent) -> Bounds:
        """The limit against each opponent."""
        return -self.limit * (extent.players - 1), self.limit * (extent.players - 1)


def _result(part: str, won: bool) -> str:
    return f"{part} {'won' if won else 'lost'}"

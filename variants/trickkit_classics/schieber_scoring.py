"""What a deal of Schieber is worth, and when it is over: see `trickkit_classics.schieber`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from attrs import frozen

from trickkit import Deal, ScoreLine
from trickkit.model.cards import Suit
from trickkit.phases import DeclareMelds, NameTrump, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.until import Until
from trickkit.scoring import Scoring

__all__ = ["OBENABE", "UNEUFE", "ScoreSchieber", "TargetReached"]

OBENABE, UNEUFE = Suit("obenabe", "O"), Suit("uneufe", "U")
"""What stands for trump where there is none: suits of no card."""

PLAIN = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}
TRUMP = {**PLAIN, "J": 20, "9": 14}
WITHOUT = {OBENABE: {**PLAIN, "8": 8}, UNEUFE: {**PLAIN, "8": 8, "A": 0, "6": 11}}
LAST, STOECK, MATCH = 5, 20, 100

Entry = tuple[int, str, int]  # a side, as the number of its first seat; what it scores for; points


@frozen(kw_only=True)
class ScoreSchieber(Scoring):
    """Card points, the last trick, all tricks, melds, and king and queen of trumps, times the factor of the game.

    Args:
        stoeck: whether king and queen of trumps in one hand score, when the second one is played.
        match: whether taking all tricks scores.
        factors: by the name of what is trump, by what all points are multiplied.
        target: with so many points a side has won, and nothing more is counted; None for no such number.

    >>> from trickkit.model.cards import french
    >>> ScoreSchieber().worth("JH", french().suits[2]), ScoreSchieber().worth("6H", UNEUFE)
    (20, 11)
    """

    reads: ClassVar[tuple[type[Any], ...]] = (NameTrump, Tricks)

    stoeck: bool = True
    match: bool = True
    factors: tuple[tuple[str, int], ...] = ()
    target: int | None = None

    def worth(self, card: str, trump: Suit | None) -> int:
        """The points of a card."""
        values = WITHOUT[trump] if trump in WITHOUT else TRUMP if trump and card[1] == trump.letter else PLAIN
        return values.get(card[0], 0)

    def entries(self, deal: Deal, table: TrickTable) -> Iterator[Entry]:
        """All that is scored, as it happens; within a trick king and queen come first, then melds, then its cards."""
        trump, held = deal.trump, list[int]()
        factor, melds = dict(self.factors).get(str(trump), 1), deal.get(DeclareMelds)
        for number, trick in enumerate(table.tricks):
            last = number == deal.size - 1
            for play in trick.plays:
                if self.stoeck and trump and play.card in (f"K{trump.letter}", f"Q{trump.letter}"):
                    if play.hand in held:
                        yield play.hand % 2, f"stöck (K{trump.letter} Q{trump.letter})", factor * STOECK
                    held.append(play.hand)
            for side in (0, 1) if melds and not number else ():
                shown = [meld for seat, mine in enumerate(melds.shown) for meld in mine if seat % 2 == side]
                if shown:
                    yield side, f"melds {', '.join(map(str, shown))}", factor * sum(meld.points for meld in shown)
            points = sum(self.worth(play.card, trump) for play in trick.plays)
            taker = trick.counted_taker % 2
            yield taker, "tricks", factor * (points + LAST * last)
            if self.match and last and all(one.counted_taker % 2 == taker for one in table.tricks):
                yield taker, "match", factor * MATCH

    def total(self, deal: Deal, table: TrickTable, side: int) -> int:
        """The points of a side, with those of earlier deals, after some tricks.

        Args:
            deal: as it was before its tricks.
            table: those that are complete.
            side: 0 or 1.
        """
        trump, hands = deal.trump, (side, side + 2)
        worth = {card.text: self.worth(card.text, trump) for card in deal.deck}
        points: int = sum(table.points(hand, worth) for hand in hands)
        last, taken = table.taken_since(deal.size - 1), table.taken
        points += LAST * sum(last[hand] for hand in hands)
        if self.stoeck and trump:
            pairs = [(f"K{trump.letter}", f"Q{trump.letter}")]
            points += STOECK * sum(table.played_in_full(hand, pairs) for hand in hands)
        if self.match and sum(taken[hand] for hand in hands) == deal.size:
            points += MATCH
        if melds := deal.get(DeclareMelds):
            points += sum(melds.points(hand) for hand in hands)
        return deal.totals[side] + dict(self.factors).get(str(trump), 1) * points

    def counted(self, deal: Deal, table: TrickTable) -> tuple[list[Entry], bool]:
        """What is scored until a side has won, and whether one has."""
        totals, counted = [*deal.totals[:2]], []
        for side, reason, points in self.entries(deal, table):
            totals[side] += points
            counted.append((side, reason, points))
            if self.target is not None and totals[side] >= self.target:
                return counted, True
        return counted, False

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """For both seats of a side the same lines: its melds, its tricks, the match."""
        found: dict[tuple[int, str], int] = {}
        for side, reason, points in self.counted(deal, deal[Tricks])[0]:
            found[side, reason] = found.get((side, reason), 0) + points
        return tuple(ScoreLine(seat, why, points) for (side, why), points in found.items() for seat in (side, side + 2))


@frozen
class TargetReached(Until):
    """The tricks are over when a side has the points that win the game.

    Args:
        scoring: says so.

    >>> TargetReached(ScoreSchieber(target=1000)).over((1, 0, 0, 0), None)
    False
    """

    scoring: ScoreSchieber

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:  # noqa: ARG002
        """Not by the numbers of tricks."""
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:  # noqa: ARG002
        """Whether a side has them."""
        target = self.scoring.target
        return target is not None and any(self.scoring.total(deal, tricks, side) >= target for side in (0, 1))

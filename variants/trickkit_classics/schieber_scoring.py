"""The score of a deal of Schieber, and the end of its play: see `trickkit_classics.schieber`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from attrs import frozen

from trickkit import Deal, ScoreLine
from trickkit.errors import InvalidRules, nearest
from trickkit.model.cards import Deck, Suit
from trickkit.phases import DeclareMelds, NameTrump, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.until import Until
from trickkit.scoring import Bounds, Extent, Scoring

__all__ = ["OBENABE", "UNEUFE", "ScoreSchieber", "TargetReached"]

OBENABE, UNEUFE = Suit("obenabe", "O"), Suit("uneufe", "U")
"""Suits of no card, which stand for trump where there is none."""

PLAIN = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}
TRUMP = {**PLAIN, "J": 20, "9": 14}
WITHOUT = {OBENABE: {**PLAIN, "8": 8}, UNEUFE: {**PLAIN, "8": 8, "A": 0, "6": 11}}
LAST, STOECK, MATCH = 5, 20, 100

Entry = tuple[int, str, int]
"""A side, as the number of its first seat; what it scores for; points."""


@frozen(kw_only=True)
class ScoreSchieber(Scoring):
    """Card points, the last trick, all tricks, melds, and king and queen of trumps, times the factor of the game.

    Args:
        stoeck: whether king and queen of trumps in one hand score, when the second one is played.
        match: whether taking all tricks scores.
        factors: by the name of the trump, the factor for all points.
        target: the points with which a side has won, after which nothing is counted; None for no such number.

    >>> from trickkit.model.cards import french
    >>> ScoreSchieber().worth("JH", french().suits[2]), ScoreSchieber().worth("6H", UNEUFE)
    (20, 11)
    """

    reads: ClassVar[tuple[type[Any], ...]] = (NameTrump, Tricks)

    stoeck: bool = True
    match: bool = True
    factors: tuple[tuple[str, int], ...] = ()
    target: int | None = None

    def check(self, deck: Deck) -> None:
        """Refuse a factor for a game that cannot occur."""
        known = {str(trump) for trump in (*deck.suits, *WITHOUT)}
        for name, _ in self.factors:
            if name not in known:
                raise InvalidRules(f"ScoreSchieber: {name!r} is never trump{nearest(name, known)}")

    def worth(self, card: str, trump: Suit | None) -> int:
        """The points of a card, given the trump."""
        values = WITHOUT[trump] if trump in WITHOUT else TRUMP if trump and card[1] == trump.letter else PLAIN
        return values.get(card[0], 0)

    def parts(self, deal: Deal, table: TrickTable, side: int) -> dict[str, int]:
        """A side's points in some tricks, by their source.

        Args:
            deal: before its tricks, or after them.
            table: the complete tricks.
            side: 0 or 1.
        """
        trump, hands, melds = deal.trump, (side, side + 2), deal.get(DeclareMelds)
        worth = {card.text: self.worth(card.text, trump) for card in deal.deck}
        last, taken = table.taken_since(deal.size - 1), table.taken
        tricks = sum(table.points(hand, worth) for hand in hands) + LAST * sum(last[hand] for hand in hands)
        pairs = sum(table.played_in_full(hand, [self.pair(trump)]) for hand in hands) if self.pair(trump) else 0
        match = self.match and sum(taken[hand] for hand in hands) == deal.size
        shown = sum(melds.points(hand) for hand in hands) if melds else 0
        points_by_part = {"stöck": STOECK * pairs, "melds": shown, "tricks": tricks, "match": MATCH * match}
        factor = dict(self.factors).get(str(trump), 1)
        return {part: factor * points for part, points in points_by_part.items()}

    def pair(self, trump: Suit | None) -> tuple[str, ...]:
        """The king and queen of trumps; () if they do not score."""
        return (f"K{trump.letter}", f"Q{trump.letter}") if trump and self.stoeck else ()

    def total(self, deal: Deal, table: TrickTable, side: int) -> int:
        """A side's points after some tricks, including earlier deals.

        Args:
            deal: as it was before its tricks.
            table: the complete tricks.
            side: 0 or 1.
        """
        return deal.totals[side] + sum(self.parts(deal, table, side).values())

    def of_last_trick(self, deal: Deal, table: TrickTable, parts: list[dict[str, int]]) -> Iterator[Entry]:
        """The scores in the last trick in order of counting: king and queen, then melds, then its cards."""
        trick, trump = table.last, deal.trump
        if trick.count(self.pair(trump)):
            yield from ((side, "stöck", parts[side]["stöck"]) for side in (0, 1))
        if len(table.tricks) <= 1:
            yield from ((side, "melds", parts[side]["melds"]) for side in (0, 1))
        if trick.taker is None:
            return
        worth, taker = {card.text: self.worth(card.text, trump) for card in deal.deck}, trick.taker % 2
        points = trick.points(worth) + LAST * (len(table.tricks) == deal.size)
        yield taker, "tricks", dict(self.factors).get(str(trump), 1) * points
        yield taker, "match", parts[taker]["match"]

    def too_late(self, deal: Deal, table: TrickTable, parts: list[dict[str, int]]) -> list[Entry]:
        """The points that no longer count because a side reached the target earlier in the same trick."""
        totals = [deal.totals[side] + sum(parts[side].values()) for side in (0, 1)]
        if self.target is None or all(total < self.target for total in totals):
            return []
        entries = [*self.of_last_trick(deal, table, parts)]
        for side, _, points in entries:
            totals[side] -= points
        for count, (side, _, points) in enumerate(entries, start=1):
            totals[side] += points
            if totals[side] >= self.target:
                return entries[count:]
        return []

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The same lines for both seats of a side: its stöck, its melds, its tricks, the match."""
        table, melds, pair = deal[Tricks], deal.get(DeclareMelds), self.pair(deal.trump)
        parts = [self.parts(deal, table, side) for side in (0, 1)]
        for side, part, points in self.too_late(deal, table, parts):
            parts[side][part] -= points
        reasons = [
            {"stöck": f"stöck ({' '.join(pair)})", "melds": f"melds {melds.words((side, side + 2))}" if melds else ""}
            for side in (0, 1)
        ]
        return tuple(
            ScoreLine(seat, reasons[side].get(part, part), points)
            for side in (0, 1)
            for part, points in parts[side].items()
            if points
            for seat in (side, side + 2)
        )

    def bounds(self, extent: Extent) -> Bounds:
        """All tricks, all melds of two hands and everything else, times the greatest factor."""
        declaring = extent.phase(DeclareMelds)
        melds = declaring.melding.most(extent.deck, 2, extent.size) if declaring else 0
        if melds is None:
            return None
        cards = max(
            sum(self.worth(card.text, trump) for card in extent.deck) for trump in (*extent.deck.suits, *WITHOUT, None)
        )
        most = cards + LAST + MATCH * self.match + STOECK * self.stoeck + melds
        return 0, most * max([1, *(factor for _, factor in self.factors)])


@frozen
class TargetReached(Until):
    """The tricks are over when a side has the points that win the game.

    Args:
        scoring: the scoring that counts the points.

    >>> TargetReached(ScoreSchieber(target=1000)).over((1, 0, 0, 0), None)
    False
    """

    scoring: ScoreSchieber

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:  # noqa: ARG002
        """Always False, because numbers of tricks alone decide nothing."""
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:  # noqa: ARG002
        """Whether a side has reached the target."""
        target = self.scoring.target
        return target is not None and any(self.scoring.total(deal, tricks, side) >= target for side in (0, 1))

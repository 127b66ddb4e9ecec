"""The score of a deal of Slovenian Tarok: see `trickkit_classics.tarok`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from attrs import field, frozen

from trickkit import Deal, ScoreLine
from trickkit.model.checks import is_a, whole
from trickkit.phases import BidContracts, CallPartner, DiscardDown, GiveTop, TakePart, Tricks
from trickkit.phases.contracts import contract_of
from trickkit.phases.partner import DeclarerAndPartner
from trickkit.phases.tricks.record import TrickTable
from trickkit.scoring import Bounds, Extent, Scoring
from trickkit_classics.tarok_play import BEGGARS, COURT, KINGS, MOND, PAGAT, PARTS, SKIS, TRULA, VALATS, VALUES

__all__ = ["ScoreTarok", "card_points"]

HALF = 35
HONOURS, KING_ULTIMO, PAGAT_ULTIMO, VALAT = 10, 10, 25, 250
WORTH = {
    **dict.fromkeys(TRULA, 5),
    **{f"{rank}{suit}": points for points, rank in enumerate(COURT, 2) for suit in "CDHS"},
}


def card_points(cards: Iterable[str]) -> int:
    """The points of cards: kings and trula 5, queens 4, knights 3, jacks 2, others 1, minus two for every three cards.

    >>> from trickkit_classics.tarok_play import deck
    >>> card_points(["KH", "T5", "T6"]), card_points(card.text for card in deck())
    (5, 70)
    """
    texts = [*cards]
    # Rounded to the nearest integer: a third is left if one or two cards remain.
    return (6 * sum(WORTH.get(text, 1) for text in texts) - 4 * len(texts) + 3) // 6


@frozen(kw_only=True)
class ScoreTarok(Scoring):
    """The contract, the difference to half of the card points, and bonuses.

    In a contract with a part of the talon, the declarer's side scores the difference to 35 card points, the value of
    the contract, which it wins with more than 35, and bonuses for kings, trula and the last trick. In the other
    contracts the declarer wins or loses only the value. In klop everybody scores separately.

    Args:
        mond: what it costs to lose the mond, 0 or more.
        rounded: whether the difference is rounded to a multiple of 5.

    >>> ScoreTarok().honours([*KINGS, "T2"], [*TRULA])
    [('kings', 10), ('trula', -10)]
    """

    reads: ClassVar[tuple[type[Any], ...]] = (BidContracts, TakePart, DiscardDown, Tricks)

    mond: int = field(default=20, validator=whole(0))
    rounded: bool = field(default=False, validator=is_a(bool))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """Lines for the declarer, its partner, and whoever lost the mond; in klop for all; () if nothing was played."""
        contract, declarer = contract_of(deal), deal.declarer
        if contract is None or declarer is None:
            return ()
        if contract == "klop":
            return self.klop(deal)
        table: TrickTable = deal[Tricks]
        lost = self.mond_lost(deal) if contract in PARTS or contract == "solo without" else None
        mond = () if lost is None else (ScoreLine(lost, "lost the mond", -self.mond),)
        if contract in PARTS:
            side = self.side(deal)
            parts = [*self.parts(deal, contract, side)]
            return (*(ScoreLine(seat, reason, points) for seat in side for reason, points in parts), *mond)
        if contract in BEGGARS:
            won = not table.taken[declarer]
        elif contract in VALATS:
            won = table.taken[declarer] == sum(table.taken) == deal.size
        else:
            won = card_points(table.captured(declarer)) > HALF
        value = VALUES[contract] if won else -VALUES[contract]
        return (ScoreLine(declarer, f"{contract} {'won' if won else 'lost'}", value), *mond)

    def bounds(self, extent: Extent) -> Bounds:
        """A contract with all cards and bonuses for one side, or a valat, and the loss of the mond."""
        # Both are multiples of 5, to which differences are rounded.
        difference = max(card_points(card.text for card in extent.deck) - HALF, HALF)
        besides = difference + 2 * HONOURS + max(KING_ULTIMO, PAGAT_ULTIMO)
        most = max(VALAT, *(value + (besides if word in PARTS else 0) for word, value in VALUES.items()))
        return -most - self.mond, most

    def klop(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """All lose their card points; but if some seats took none or more than half, only these score."""
        piles, gifts = deal[Tricks].piles(deal.players), deal.get(GiveTop)
        counts = [card_points((*pile, *(gifts.of(seat) if gifts else ()))) for seat, pile in enumerate(piles)]
        ends = {seat: VALUES["klop"] for seat in deal.seats if not counts[seat]}
        ends |= {seat: -VALUES["klop"] for seat in deal.seats if counts[seat] > HALF}
        scores = ends or {seat: -count for seat, count in enumerate(counts)}
        return tuple([ScoreLine(seat, f"klop: {counts[seat]} card points", scores[seat]) for seat in sorted(scores)])

    def side(self, deal: Deal) -> tuple[int, ...]:
        """The declarer and its partner, if another seat played the called king."""
        seats = DeclarerAndPartner().seen(deal, deal[Tricks].tricks) or ()
        return tuple(sorted(seats, key=lambda seat: seat != deal.declarer))

    def called(self, deal: Deal) -> str | None:
        """The called king, or None."""
        record = deal.get(CallPartner)
        return None if record is None else record.card

    def claimed(self, deal: Deal) -> bool:
        """Whether the declarer won, in a trick, a called king left in the talon, and thus the rest of the talon."""
        king = self.called(deal)
        if king not in deal[TakePart].cards:
            return False
        return any(
            trick.taker == play.hand and play.card == king for trick in deal[Tricks].tricks for play in trick.plays
        )

    def parts(self, deal: Deal, contract: str, side: tuple[int, ...]) -> Iterator[tuple[str, int]]:
        """The parts of the score of a contract with an exchange of talon cards, each with its reason."""
        valat = self.valat(deal, side)
        if valat:
            yield f"valat {'won' if valat > 0 else 'lost'}", VALAT * valat
            return
        own, others = self.piles(deal, side)
        points = card_points(own)
        won = points > HALF
        yield f"{contract} {'won' if won else 'lost'}", VALUES[contract] if won else -VALUES[contract]
        difference = points - HALF
        if self.rounded:
            difference = (difference + 2) // 5 * 5
        if difference:
            yield f"{points} card points", difference
        yield from self.honours(own, others)
        yield from self.last_trick(deal, side)

    def piles(self, deal: Deal, side: tuple[int, ...]) -> tuple[list[str], list[str]]:
        """The cards of the declarer's side, including its discards, and those of the opponents."""
        own, others = [*map(str, deal[DiscardDown].hands[deal.declarer or 0])], list[str]()
        for seat, pile in enumerate(deal[Tricks].piles(deal.players)):
            (own if seat in side else others).extend(pile)
        (own if self.claimed(deal) else others).extend(deal[TakePart].left)
        return own, others

    def valat(self, deal: Deal, side: tuple[int, ...]) -> int:
        """1 if the side took all tricks, -1 if it took none, otherwise 0."""
        taken = sum(deal[Tricks].taken[seat] for seat in side)
        return 1 if taken == deal.size else -1 if not taken else 0

    def honours(self, own: Sequence[str], others: Sequence[str]) -> list[tuple[str, int]]:
        """10 for a side with all kings, and 10 for one with the trula."""
        parts = []
        for reason, cards in (("kings", KINGS), ("trula", TRULA)):
            points = HONOURS * (({*cards} <= {*own}) - ({*cards} <= {*others}))
            parts += [(reason, points)] * (points != 0)
        return parts

    def last_trick(self, deal: Deal, side: tuple[int, ...]) -> list[tuple[str, int]]:
        """10 if the called king is in the last trick, otherwise 25 if the pagat is."""
        last = deal[Tricks].last
        return self.ultimo([play.card for play in last.plays], self.called(deal), last.taker in side)

    def ultimo(self, cards: Sequence[str], king: str | None, won: bool) -> list[tuple[str, int]]:
        """The value of the last trick's cards to the declarer's side, whether it won that trick or not."""
        for reason, card, points in (("king ultimo", king, KING_ULTIMO), ("pagat ultimo", PAGAT, PAGAT_ULTIMO)):
            if card in cards:
                return [(reason, points if won else -points)]
        return []

    def mond_lost(self, deal: Deal) -> int | None:
        """The seat that played the mond to a trick taken by skis or pagat, or left it in the talon; None for nobody."""
        if MOND in deal[TakePart].left:
            return None if self.claimed(deal) else deal.declarer
        for trick in deal[Tricks].tricks:
            played = {play.card: play.hand for play in trick.plays}
            if MOND in played:
                return played[MOND] if trick.taker in (played.get(SKIS), played.get(PAGAT)) else None
        return None

"""The score of a deal of French Tarot: see `trickkit_classics.tarot`."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from trickkit import Deal, ScoreLine
from trickkit.model.bounds import span
from trickkit.phases import Announce, BidOnce, CallingTricks, LayAway, Tricks
from trickkit.phases.contracts import contract_of
from trickkit.phases.partner import DeclarerAndPartner
from trickkit.phases.tricks.record import TrickTable
from trickkit.scoring import Bounds, Extent, Scoring
from trickkit_classics.tarot_cards import BOUTS, EXCUSE, deck, halves, most_shown

__all__ = ["CONTRACTS", "HANDFULS", "SIDES", "SIZES", "ScoreTarot"]

NEEDED = (56, 51, 41, 36)  # points, by the number of bouts that the declarer has in the end
CONTRACTS = {"petite": 1, "garde": 2, "garde sans": 4, "garde contre": 6}
HANDFULS = {"handful": 20, "double handful": 30, "triple handful": 40}
SIZES = {3: (24, (13, 15, 18)), 4: (18, (10, 13, 15)), 5: (15, (8, 10, 13))}
"""By the number of players, the size of a hand, and how many trumps make each handful."""
PETIT = "T1"
HALVES = {card.text: halves(card.text) for card in deck()}
BOUT = dict.fromkeys(BOUTS, 1)
SIDES = DeclarerAndPartner()


@frozen
class ScoreTarot(Scoring):
    """The contract, the Petit in the last trick, shown trumps, and slams: each defender pays the declarer's side."""

    reads: ClassVar[tuple[type[Any], ...]] = (BidOnce, LayAway, Announce, CallingTricks, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for every seat and every part; none if all passed."""
        if deal.declarer is None:
            return ()
        attack = SIDES.after(deal, deal[Tricks])
        shares = [1 if seat in attack else -1 for seat in deal.seats]
        shares[deal.declarer] -= sum(shares)
        parts = [(reason, points) for reason, points in self.parts(deal, attack) if points]
        return tuple(ScoreLine(seat, reason, points * shares[seat]) for reason, points in parts for seat in deal.seats)

    def parts(self, deal: Deal, attack: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
        """The parts of the score with their reasons, as points of the declarer's side."""
        table, contract, announced = deal[Tricks], contract_of(deal) or "", deal[Announce]
        taken, last = sum([table.taken[hand] for hand in attack]), table.last
        swept = None if 0 < taken < deal.size else bool(taken)  # which side has taken all tricks
        excuse = self._excuse(table, attack)
        bouts, halves = (self._cards(deal, attack, contract, worth) for worth in (BOUT, HALVES))
        bouts, halves = bouts + excuse, halves + excuse * HALVES[EXCUSE.text]
        # A low card is given for the Excuse, at once or at the end, but not in the last trick.
        in_last = last.count([EXCUSE.text])
        if excuse and not in_last:
            halves -= excuse
        off = halves - 2 * NEEDED[bouts]
        # A remaining half point goes to the winner.
        sign, points = 1 if off >= 0 else -1, (abs(off) + 1) // 2
        reason = f"{contract} {'made' if sign > 0 else 'lost'} by {points}; bouts: {bouts}"
        # If a slam ends with the Excuse, the Petit counts in the trick before, too.
        early = swept is not None and in_last and _played_by(table, attack) == swept
        petit = last.count([PETIT]) or (early and len(table.tricks) > 1 and table.tricks[-2].count([PETIT]))
        announcers = announced.by("slam")
        slam = (400 if announcers else 200) if swept else -200 if announcers or swept is False else 0
        shown = sum([HANDFULS[word] * deal[CallingTricks].count([word]) for word in HANDFULS])
        return (
            (reason, (25 + points) * CONTRACTS[contract] * sign),
            ("Petit in the last trick", (10 if last.taker in attack else -10) * CONTRACTS[contract] if petit else 0),
            ("trumps shown", shown * sign),
            ("slam", slam),
        )

    def _cards(self, deal: Deal, attack: tuple[int, ...], contract: str, worth: dict[str, int]) -> int:
        """The card points in the tricks of the declarer's side, and in the dog if it counts for that side."""
        assert deal.declarer is not None
        aside: int = deal[LayAway].hands[deal.declarer].points(worth)
        dog = deal.stock.points(worth) if contract == "garde sans" else 0
        tricks: int = sum([deal[Tricks].points_in_tricks(hand, worth) for hand in attack])
        return aside + dog + tricks

    def _excuse(self, table: TrickTable, attack: tuple[int, ...]) -> int:
        """1 if the declarer's side keeps an Excuse that is in a trick of the others; -1 for the reverse."""
        taken = sum([table.points_in_tricks(hand, {EXCUSE.text: 1}) for hand in attack])
        last = table.last
        if last.count([EXCUSE.text]):
            assert last.captured is not None
            shared = zip(last.plays, last.captured.cards, strict=True)
            keeper = next(hand for play, hand in shared if play.card == EXCUSE.text)
            return int(keeper in attack) - int(taken)
        others = tuple([hand for hand in range(len(table.taken)) if hand not in attack])
        if taken:
            return -int(_played_by(table, others))
        return int(_played_by(table, attack))

    def bounds(self, extent: Extent) -> Bounds:
        """All cards or none in the highest contract, with all bonuses for one side, from every other seat."""
        cards, bout = sum(halves(card.text) for card in extent.deck), halves(EXCUSE.text)
        off = [bout * bouts - 2 * needed for bouts, needed in enumerate(NEEDED)]
        off += [cards - bout * (len(BOUTS) - bouts) - 2 * needed for bouts, needed in enumerate(NEEDED)]
        won, lost = (max(CONTRACTS.values()) * (25 + 10 + (points + 1) // 2) for points in (max(off), -min(off)))
        shown = most_shown(SIZES[extent.players][1], tuple(HANDFULS.values()), extent.players)
        # A slam counts twice as much if it was announced, but not for the others.
        low, high, others = -lost - shown - 200, won + shown + 400, extent.players - 1
        return span(*(points * share for points in (low, high) for share in (others, -1)))


def _played_by(table: TrickTable, hands: tuple[int, ...]) -> bool:
    """Whether one of some hands has played the Excuse."""
    return any(EXCUSE.text in table.played(hand) for hand in hands)

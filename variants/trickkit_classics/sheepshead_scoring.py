"""The score of a deal of Sheepshead: see `trickkit_classics.sheepshead`."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from attrs import field, frozen, validators

from trickkit import Deal, ScoreLine
from trickkit.model.checks import is_a
from trickkit.phases import LayAway, Tricks
from trickkit.phases.contracts import contract_of
from trickkit.phases.partner import DeclarerAndPartner
from trickkit.scoring import Bounds, Extent, Scoring

__all__ = ["POINTS", "ScoreSheepshead"]

POINTS = {f"{rank}{suit}": points for rank, points in zip("ATKQJ", (11, 10, 4, 3, 2), strict=True) for suit in "CSHD"}
"""The points of every card that counts; all of them are 120."""

JACK = "JD"
GAME, SCHNEIDER = 61, 91
"""How many points the picker's side needs to win, and to win twice as much; with 120 - 90 at most it loses as much."""


@frozen(kw_only=True)
class ScoreSheepshead(Scoring):
    """The picker wins or loses 2, the partner 1, each opponent 1; without a picker, the fewest points win.

    A picker who plays alone wins or loses 1 with each opponent. All of that counts double if the picker's side has 91
    points or more, or 30 or less, and three times if a side took no trick.

    Args:
        jack: whether the picker's partner is the one who plays the jack of diamonds, not a called card.
        bump: whether the picker's side loses twice as much.
        blind: whose the points of the blind are where nobody picked: the taker's of the first or the last trick.

    Raises:
        InvalidRules: an argument is of the wrong kind.

    >>> [ScoreSheepshead().stake(points, tricks=3, of=6) for points in (30, 31, 60, 61, 90, 91)]
    [-2, -1, -1, 1, 1, 2]
    >>> ScoreSheepshead(bump=True).stake(0, tricks=0, of=6)
    -6
    """

    reads: ClassVar[tuple[type[Any], ...]] = (LayAway, Tricks)

    jack: bool = field(default=False, validator=is_a(bool))
    bump: bool = field(default=False, validator=is_a(bool))
    blind: Literal["first", "last"] = field(default="last", validator=validators.in_(["first", "last"]))

    def stake(self, points: int, tricks: int, of: int) -> int:
        """What each opponent pays to the picker's side; negative if that side lost.

        Args:
            points: of the picker's side.
            tricks: that it took.
            of: how many there were.
        """
        won = points >= GAME
        times = 3 if tricks in (0, of) else 2 if points >= SCHNEIDER or points <= 120 - SCHNEIDER + 1 else 1
        return times if won else -times * (1 + self.bump)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for every seat; none if the deal was not played."""
        declarer = deal.declarer
        if declarer is None:
            return () if contract_of(deal) is None else self.leaster(deal)
        side, table = self.side(deal), deal[Tricks]
        points = deal[LayAway].hands[declarer].points(POINTS) + sum([table.points(seat, POINTS) for seat in side])
        stake = self.stake(points, sum([table.taken[seat] for seat in side]), deal.size)
        # What the opponents lose goes to the partner once, and to the picker as often as is left.
        shares = {seat: 1 if seat in side else -1 for seat in deal.seats}
        shares[declarer] = deal.players - 2 * len(side) + 1
        reason = f"the picker's side has {points}"
        return tuple([ScoreLine(seat, reason, stake * shares[seat]) for seat in deal.seats])

    def side(self, deal: Deal) -> tuple[int, ...]:
        """The picker, and its partner if another seat played the jack or the called card."""
        table = deal[Tricks]
        if not self.jack:
            return DeclarerAndPartner().after(deal, table)
        return tuple([seat for seat in deal.seats if seat == deal.declarer or JACK in table.played(seat)])

    def leaster(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for every seat: the one with the fewest points, but a trick, wins 1 from each of the others.

        Of several with as few points, those win who took the fewest tricks.
        """
        table = deal[Tricks]
        blind = table.taker(0) if self.blind == "first" else table.last.taker
        points = [table.points(seat, POINTS) for seat in deal.seats]
        if blind is None:
            return ()
        points[blind] += deal.stock.points(POINTS)
        best = min((points[seat], table.taken[seat]) for seat in deal.seats if table.taken[seat])
        winners = [seat for seat in deal.seats if (points[seat], table.taken[seat]) == best]
        return tuple(
            [
                ScoreLine(
                    seat,
                    f"leaster: {points[seat]} points",
                    deal.players - len(winners) if seat in winners else -len(winners),
                )
                for seat in deal.seats
            ]
        )

    def bounds(self, extent: Extent) -> Bounds:
        """A lone picker with all tricks."""
        most = 3 * (extent.players - 1)
        return -most * (1 + self.bump), most

"""Sechsundsechzig, the German game for two: marry, close the stock, and say when you have 66 points.

Rules: John McLeod's collection at pagat.com (*Sechsundsechzig*, after Günther Senst; *Schnapsen*), Foster's *Complete
Hoyle*, and what German rule pages agree on. Each player gets six cards; the next one makes trump and lies under the
stock. While there is a stock, anything may be played; then suit is followed. The first player to claim 66 points
correctly scores one to three game points, and seven of these win the game. `trickkit rules sechsundsechzig` lists the
variations; with 20 cards and some of its options the game is Schnapsen.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from attrs import field, frozen

from trickkit import Deal, Deck, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import CallingTricks, CloseStock, DealOut, DrawInTurn, EndDeal, Phase, ShowBottom, Tricks
from trickkit.phases.closing import ClosedBy
from trickkit.phases.tricks.declarations import Closing, Declarations, Exchanging, GoingOut, Marriages
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.calling import Calling, CallMade
from trickkit.policies.ending import AtTarget
from trickkit.policies.follow import MustTrump
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.overtrumping import MustHead
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.stock import OnceStockIsEmpty
from trickkit.policies.until import BeforeDrawing, HandsEmpty, Until
from trickkit.scoring import Bounds, Extent, Scoring
from trickkit_classics.sixty_six_points import ENOUGH, HALF, LAST, points, points_now

__all__ = ["Married", "PointsReached", "ScoreSixtySix", "deck", "rules"]


MOST = 3
"""The most that a deal is worth by itself."""


def deck(*, nines: bool = True) -> Deck:
    """The 24 cards from the nine, which is low, to the ace, or the 20 without the nines.

    >>> len(deck()), len(deck(nines=False)), " ".join(card.text for card in deck().cards[:6])
    (24, 20, '9C JC QC KC TC AC')
    """
    return french("9JQKTA" if nines else "JQKTA")


@frozen
class PointsReached(Until):
    """The tricks are over when somebody has 66 points.

    Args:
        last: what the last trick is worth.

    >>> PointsReached().over((1, 0), None)
    False
    """

    last: int = field(default=LAST)

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:  # noqa: ARG002
        """Always False, because numbers of tricks alone decide nothing."""
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:  # noqa: ARG002
        """Whether a seat has 66 points."""
        return any(points_now(deal, tricks, seat, last=self.last) >= ENOUGH for seat in deal.seats)


@frozen(kw_only=True)
class Married(Marriages):
    """Marriages that end the deal as soon as they make 66 points."""

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        """The deal after a marriage, closed if it makes 66 points."""
        enough = points_now(deal, deal[Tricks], call.seat) >= ENOUGH
        return deal.changed(closed=True) if enough else deal


@frozen(kw_only=True)
class ScoreSixtySix(Scoring):
    """One to three game points for the winner of a deal.

    Args:
        last: what the last trick is worth, or None if whoever takes it wins.
        when_closed: whether a player who closed the stock scores by what the other had then.
        carry: whether a deal without a winner adds a point for the winner of the next one.

    >>> ScoreSixtySix().last
    10
    """

    reads: ClassVar[tuple[type[Any], ...]] = (CallingTricks, Tricks)

    last: int | None = field(default=LAST)
    when_closed: bool = field(default=False)
    carry: bool = field(default=True)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for the winner; none if nobody wins."""
        table, closed, calls = deal[Tricks], deal.get(ClosedBy), deal[CallingTricks]
        had = [points_now(deal, table, seat, last=self.last or 0) for seat in deal.seats]
        out = next((seat for seat in deal.seats if calls.count(["out"], seat)), None)
        winner = self._winner(table, had, closed, out)
        if winner is None:
            return ()
        loser, reason = 1 - winner, f"{had[winner]} points to {had[1 - winner]}"
        if closed is not None and closed.seat == loser:
            worth = self._penalty(_taken_before(table, closed, winner))
            reason = f"the stock was closed for nothing, {reason}"
        elif out == loser:
            worth, reason = self._penalty(table.taken[winner]), f"seat {loser} was not out, {reason}"
        elif closed is not None and self.when_closed and closed.seat == winner:
            had_then = points(deal, table.tricks[: closed.tricks], loser, last=self.last or 0)
            worth = _worth(had_then, _taken_before(table, closed, loser))
        else:
            worth = _worth(had[loser], table.taken[loser])
        carried = deal.unscored_before if self.carry else 0
        more = [ScoreLine(winner, "deals before it that nobody won", carried)] if carried else []
        return (ScoreLine(winner, reason, worth), *more)

    def bounds(self, _extent: Extent) -> Bounds:
        """0 to three points; None if deals without a winner carry over, as they may do any number of times."""
        return None if self.carry else (0, MOST)

    def _winner(self, table: TrickTable, had: list[int], closed: ClosedBy | None, out: int | None) -> int | None:
        """The winner: by a true claim, against a false one, or else by points taken."""
        if out is not None:
            return out if had[out] >= ENOUGH else 1 - out
        if closed is not None:
            return closed.seat if had[closed.seat] >= ENOUGH else 1 - closed.seat
        enough = [seat for seat in (0, 1) if had[seat] >= ENOUGH]
        if self.last is None and len(enough) != 1:
            return table.last.taker
        return max(enough, key=had.__getitem__) if enough and had[0] != had[1] else None

    @staticmethod
    def _penalty(taken: int) -> int:
        """The price of a failed promise, given the winner's number of tricks before it."""
        return MOST - 1 if taken else MOST


def _worth(had: int, taken: int) -> int:
    """The game points of a deal, given the loser's points and number of tricks."""
    return 1 + (had < HALF) + (not taken)


def _taken_before(table: TrickTable, closed: ClosedBy, seat: int) -> int:
    """The number of tricks that a seat took before the stock was closed."""
    return table.taken[seat] - table.taken_since(closed.tricks)[seat]


@variant
def rules(
    *,
    target: Annotated[Literal[7, 9, 11, 15], "how many game points win the game"] = 7,
    nines: Annotated[bool, "whether the nines are in the pack: six cards each of 24, or five each of 20"] = True,
    claims: Annotated[
        Literal["spoken", "at_once"],
        "who wins a deal: a player with the lead that rightly says that it is out; or whoever has 66 points, at once",
    ] = "spoken",
    exchange: Annotated[
        Literal["after_trick", "any_lead", "never"],
        "when a player with the lead may exchange the lowest trump for the one turned up: after it has taken a trick, "
        "already before its first lead, or never",
    ] = "after_trick",
    closing: Annotated[
        Literal["either", "after_drawing", "never"],
        "when a player with the lead may close the stock: before cards are drawn or after it, only after it, or never",
    ] = "either",
    strict: Annotated[
        Literal["head", "trump"],
        "what is played once the stock is gone: follow suit with a higher card if you can, or with any one; else trump",
    ] = "head",
    late_marriages: Annotated[bool, "whether marriages may be shown once the stock is gone or closed"] = True,
    last_trick: Annotated[
        Literal["ten", "wins"],
        "what the last trick is worth where all cards are played and the stock was not closed: 10 points, or the deal",
    ] = "ten",
    schneider: Annotated[
        Literal["in_the_end", "when_closed"],
        "what of the loser's points and tricks counts where the winner closed the stock: all, or what it had then",
    ] = "in_the_end",
    carry: Annotated[bool, "whether a deal that nobody wins adds a point to the next one"] = True,
) -> Rules:
    """The rules of Sechsundsechzig with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=0)
    >>> state.actors, str(state.deal.trump), [str(action) for action in state.legal(1)][6:]
    ((1,), 'diamonds', ['close'])
    """
    pack, spoken = deck(nines=nines), claims == "spoken"
    size, lowest = (6, "9") if nines else (5, "J")
    last = LAST if last_trick == "ten" else None
    until = HandsEmpty() if spoken else PointsReached(last or 0)
    callings: list[Calling] = [(Marriages if spoken else Married)(late=late_marriages)]
    if exchange != "never":
        callings.append(Exchanging(rank=lowest, after_trick=exchange == "after_trick"))
    callings += [*([Closing()] if closing != "never" else []), *([GoingOut()] if spoken else [])]
    tricks = CallingTricks(
        calling=Declarations(callings),
        follow=OnceStockIsEmpty(MustHead() if strict == "head" else MustTrump()),
        opening=LeftOfStarter(),
        until=BeforeDrawing(until),
    )
    before: tuple[Phase, ...] = (CloseStock(),) if closing == "either" else ()
    drawing: tuple[Phase, ...] = (tricks, EndDeal(until), *before, DrawInTurn())
    return Rules(
        key="sechsundsechzig",
        name="Sechsundsechzig",
        summary="Two players marry, close the stock, and say when they have 66 points.",
        source="Sechsundsechzig at pagat.com (John McLeod, Günther Senst); Complete Hoyle (R. F. Foster)",
        players=2,
        deck=pack,
        phases=(DealOut(), ShowBottom(), *drawing * (len(pack) // 2 - size), tricks),
        scoring=ScoreSixtySix(last=last, when_closed=schneider == "when_closed", carry=carry),
        schedule=Schedule(hand_sizes=SameSize(size), starter=NextSeat()),
        ending=AtTarget(points=target),
        symmetry=Symmetry(seats=True, suits=pack.suits),
    )

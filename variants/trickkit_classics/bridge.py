"""Contract Bridge: an auction for the contract, dummy on the table, and thirteen tricks; Chicago or duplicate.

For four players in partnerships. Rules: *Laws of Duplicate Bridge* 2017, World Bridge Federation, with its numbering of
the laws. Chicago is four-deal bridge as the American Contract Bridge League describes it, each deal scored as in
duplicate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from itertools import product
from typing import Annotated, Any, ClassVar, Literal

from attrs import field, frozen, validators

from trickkit import Deal, Event, Record, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.model.checks import one_of
from trickkit.model.converters import to_texts
from trickkit.model.symmetry import Symmetry
from trickkit.phases import Auction, DealOut, Phase, Tricks
from trickkit.phases.auction import Contract
from trickkit.policies.control import DeclarerForDummy
from trickkit.policies.ending import AfterScoredDeals
from trickkit.policies.exposing import DummyExposed
from trickkit.policies.lead import LeftOfDeclarer
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import AgainWithoutScore, SameSize, Schedule
from trickkit.scoring import Bounds, Extent, OthersLose, Scoring

__all__ = ["Board", "ScoreContract", "Vulnerable", "VulnerableSides", "rules"]

WHO = ("nobody", "dealer", "others", "all")
BOARDS = (
    *("nobody", "others", "others", "all"),
    *("dealer", "dealer", "all", "nobody"),
    *("others", "all", "nobody", "others"),
    *("all", "nobody", "dealer", "dealer"),
)
"""Law 2: whose side is vulnerable on the boards 1 to 16, seen from the dealer."""

BOOK = 6
TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
FIRST_NO_TRUMP = 10
GAME = 100


@frozen
class VulnerableSides(Event):
    """The vulnerability has been announced.

    Args:
        seats: those of the vulnerable sides.

    >>> str(VulnerableSides((0, 2))), str(VulnerableSides(()))
    ('Vulnerable: seat 0, seat 2.', 'Vulnerable: nobody.')
    """

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return f"Vulnerable: {', '.join(f'seat {seat}' for seat in self.seats) or 'nobody'}."


@frozen
class Vulnerable(Record):
    """The vulnerable sides of a deal.

    Args:
        seats: those of the vulnerable sides.

    >>> str(Vulnerable((0, 2)))
    'vulnerable: seat 0, seat 2'
    """

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return f"vulnerable: {', '.join(f'seat {seat}' for seat in self.seats) or 'nobody'}"


@frozen(kw_only=True)
class Board(Phase):
    """Announces before the deal which sides are vulnerable, so that bonuses and penalties are higher for them.

    Args:
        cycle: who is vulnerable in one deal after the other, repeated; deals without a score do not count.

    >>> deal = Deal.fresh(french(), players=4, starter=1)
    >>> [Board(cycle=[who]).begin(deal)[Board].seats for who in WHO]
    [(), (1, 3), (0, 2), (0, 1, 2, 3)]
    """

    record: ClassVar[type[Record]] = Vulnerable

    cycle: tuple[str, ...] = field(
        converter=to_texts, validator=validators.and_(validators.min_len(1), validators.deep_iterable(one_of(*WHO)))
    )

    def begin(self, deal: Deal) -> Deal:
        """The deal with its vulnerable sides."""
        played = deal.scored_before
        side = Opposite().side(deal.starter, deal.players)
        sides = {"nobody": (), "dealer": (True,), "others": (False,), "all": (True, False)}
        seats = tuple(seat for seat in deal.seats if (seat in side) in sides[self.cycle[played % len(self.cycle)]])
        return deal.with_record(Vulnerable(seats), VulnerableSides(seats))


@frozen
class ScoreContract(Scoring):
    """The side that makes or defeats the contract scores (Law 77); each of its seats receives the points of the side.

    >>> contract = Contract(level=4, denomination="S", declarer=0)
    >>> [*ScoreContract().parts(contract, tricks=11, vulnerable=True)]
    [('4S made', 120), ('1 over', 30), ('game, vulnerable', 500)]
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Board, Auction, Tricks)
    counts_only: ClassVar[bool] = True

    def tricks(self, deal: Deal, side: tuple[int, ...]) -> int:
        """The number of tricks that a side took."""
        return sum(deal[Tricks].taken[seat] for seat in side)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """For every part of the score, a line for both seats of a side; none if all passed."""
        contract: Contract | None = deal[Auction].contract
        if contract is None:
            return ()
        side = Opposite().side(contract.declarer, deal.players)
        tricks, vulnerable = int(self.tricks(deal, side)), contract.declarer in deal[Board].seats
        return self._lines(contract, tricks, vulnerable, deal.players)

    @cached_property
    def _lines(self) -> Callable[[Contract, int, bool, int], tuple[ScoreLine, ...]]:
        """A cached function from contract, tricks, vulnerability and seats of a side to score lines."""

        def lines(contract: Contract, tricks: int, vulnerable: bool, players: int) -> tuple[ScoreLine, ...]:
            side, made = Opposite().side(contract.declarer, players), tricks >= BOOK + contract.level
            seats = [seat for seat in range(players) if (seat in side) == made]
            parts = [*self.parts(contract, tricks, vulnerable)]
            return tuple(ScoreLine(seat, reason, points) for seat in seats for reason, points in parts)

        return lru_cache(maxsize=1 << 12)(lines)

    def parts(self, contract: Contract, tricks: int, vulnerable: bool) -> Iterator[tuple[str, int]]:
        """The parts of the score, as pairs of a reason and points.

        Args:
            contract: what was played.
            tricks: those of the declarer's side, 0..13.
            vulnerable: whether the declarer's side was vulnerable.
        """
        over, name = tricks - BOOK - contract.level, contract.name
        if over < 0:
            yield f"{name} down {-over}{', vulnerable' * vulnerable}", self.penalty(-over, contract.doubled, vulnerable)
            return
        first = FIRST_NO_TRUMP if contract.denomination == "NT" else 0
        bid = (contract.level * TRICK[contract.denomination] + first) * 2**contract.doubled
        yield f"{name} made", bid
        if over:
            doubled = (200 if vulnerable else 100) * contract.doubled
            yield f"{over} over", over * (doubled or TRICK[contract.denomination])
        if contract.doubled:
            yield "made although doubled", 50 * contract.doubled
        size, bonus = ("game", (300, 500)) if bid >= GAME else ("part score", (50, 50))
        yield f"{size}{', vulnerable' * vulnerable}", bonus[vulnerable]
        slams = {6: ("small slam", (500, 750)), 7: ("grand slam", (1000, 1500))}
        if contract.level in slams:
            size, bonus = slams[contract.level]
            yield f"{size}{', vulnerable' * vulnerable}", bonus[vulnerable]

    def bounds(self, extent: Extent) -> Bounds:
        """The highest score of any contract."""
        contracts = (
            Contract(level=level, denomination=suit, declarer=0, doubled=doubled)
            for level, suit, doubled in product(range(1, 8), TRICK, range(3))
        )
        results = product(contracts, range(extent.tricks + 1), (False, True))
        return 0, max(sum(points for _, points in self.parts(*result)) for result in results)

    def penalty(self, down: int, doubled: int, vulnerable: bool) -> int:
        """The defenders' score for undertricks.

        Args:
            down: how many tricks are missing, 1 or more.
            doubled: 0, 1, or 2 if it was redoubled.
            vulnerable: whether the declarer's side was vulnerable.

        >>> [ScoreContract().penalty(down, 1, False) for down in (1, 2, 3, 4)]
        [100, 300, 500, 800]
        """
        if not doubled:
            return down * (100 if vulnerable else 50)
        steps = (200,) if vulnerable else (100, 200, 200)
        return doubled * (sum(steps[:down]) + 300 * max(0, down - len(steps)))


@variant
def rules(
    *,
    match: Annotated[
        Literal["chicago", "duplicate"],
        "chicago: only the side that made or defeated the contract scores, and a deal that all pass is dealt again by "
        "the same dealer; duplicate: what one side scores the other loses, and such a deal is scored 0",
    ] = "chicago",
    deals: Annotated[int, range(1, 33), "how many deals a match has"] = 4,
    vulnerable: Annotated[
        Literal["by_deal", "nobody", "dealer", "others", "all"],
        "whose side is vulnerable: by the number of the deal, or the same in every deal, seen from the dealer",
    ] = "by_deal",
    chicago_middle: Annotated[
        Literal["dealer", "others"], "whose side is vulnerable in the second and third deal of Chicago"
    ] = "dealer",
) -> Rules:
    """The rules of Contract Bridge with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=0).play_all([(0, "bid 1C"), (1, "double"), (2, "bid 1S")])
    >>> str(state.deal[Auction].contract), state.can(3, "bid 1H"), state.can(3, "bid 1NT")
    ('1S by seat 2', False, True)
    """
    chicago = match == "chicago"
    usual = ("nobody", chicago_middle, chicago_middle, "all") if chicago else BOARDS
    return Rules(
        key="bridge",
        name="Contract Bridge",
        summary="Partners bid for the contract; the declarer plays its own hand and dummy's, which lies open.",
        source="Laws of Duplicate Bridge 2017; Chicago as described by the American Contract Bridge League",
        players=4,
        deck=french(),
        phases=(
            Board(cycle=usual if vulnerable == "by_deal" else (vulnerable,)),
            DealOut(),
            Auction(),
            Tricks(control=DeclarerForDummy(), opening=LeftOfDeclarer(), exposing=DummyExposed()),
        ),
        scoring=ScoreContract() if chicago else OthersLose(scoring=ScoreContract()),
        schedule=Schedule(hand_sizes=SameSize(13), starter=AgainWithoutScore()),
        ending=AfterScoredDeals(deals=deals),
        symmetry=Symmetry(seats=True),
    )

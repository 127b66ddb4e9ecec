"""Solo Whist: find a partner in the auction, or play alone, for tricks or for none.

The last card of the dealer is turned up: its suit is trump in prop and cop, solo and royal abundance. A proposal (prop)
asks for a partner; whoever accepts it (cop) takes eight tricks together with the proposer. Solo is five tricks alone,
abundance nine with a suit of one's own as trump, royal abundance nine with the suit that was turned up, and declared
abundance all thirteen without trump, with the first lead. In misère the declarer takes no trick, and there is no trump;
in open misère, its hand lies on the table after the first trick. A proposal that nobody answers falls.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit import Deal, Rules, variant
from trickkit.model.cards import french
from trickkit.phases import ByContract, DealersCard, DealOut, InContracts, LadderAuction, NameTrump, Tricks
from trickkit.phases.contracts import contract_of
from trickkit.phases.proposals import DeclarerAndAnswerer
from trickkit.policies.ending import AfterDeals
from trickkit.policies.exposing import DeclarerExposed, NothingExposed
from trickkit.policies.ladders import Words
from trickkit.policies.lead import DeclarerOpens, LeftOfStarter
from trickkit.policies.offers import AnySuit
from trickkit.policies.participants import Declarer
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.until import DeclarerTakes, HandsEmpty
from trickkit.scoring import ScoreTwoSides

MISERES = ("misere", "open misere")
NEEDED = {"cop": 8, "solo": 5, "abundance": 9, "royal abundance": 9, "declared abundance": 13}
WORTH = {
    "cop": 1, "solo": 1, "misere": 2, "abundance": 3, "royal abundance": 3, "open misere": 4, "declared abundance": 6,
}  # fmt: skip


@frozen(kw_only=True)
class ScoreSolo(ScoreTwoSides):
    """Each seat of the declarer's side wins what the contract is worth, from each opponent if it is alone."""

    reads: ClassVar[tuple[type, ...]] = (LadderAuction, Tricks)

    def parts(self, deal: Deal, seats: tuple[int, ...]) -> list[tuple[str, int]]:
        """The worth of the contract, negative if it is lost."""
        contract, taken = contract_of(deal) or "", sum(deal[Tricks].taken[seat] for seat in seats)
        made = not taken if contract in MISERES else taken >= NEEDED[contract]
        return [(f"{contract} {'made' if made else 'lost'}", WORTH[contract] if made else -WORTH[contract])]


@variant
def rules() -> Rules:
    """The rules of Solo Whist; every seat deals four times.

    >>> calls = [(1, "prop"), (2, "pass"), (3, "cop"), (0, "pass"), (1, "pass")]
    >>> state = rules().start(seed=7, first=0).play_all(calls)
    >>> state.deal.declarer, state.deal[LadderAuction].partner
    (1, 3)
    """
    return Rules(
        key="solo_whist",
        name="Solo Whist",
        summary="Find a partner in the auction, or play alone, for tricks or for none.",
        source="Solo Whist as it is commonly played in Britain",
        players=4,
        deck=french(),
        phases=(
            DealersCard(),
            DealOut(),
            LadderAuction(
                ladder=Words(["prop", *WORTH]),
                keeps_trump=["cop", "solo", "royal abundance"],
                answering={"cop": "prop"},
            ),
            InContracts("abundance", NameTrump(offers=AnySuit(), who=Declarer(), must=True)),
            Tricks(
                opening=ByContract({"declared abundance": DeclarerOpens()}, LeftOfStarter()),
                until=ByContract({MISERES: DeclarerTakes()}, HandsEmpty()),
                exposing=ByContract({"open misere": DeclarerExposed(tricks=1)}, NothingExposed()),
            ),
        ),
        scoring=ScoreSolo(sides=DeclarerAndAnswerer()),
        schedule=Schedule(hand_sizes=SameSize(13), starter=NextSeat()),
        ending=AfterDeals(deals=16),
    )

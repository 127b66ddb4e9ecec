"""A game that is not lawful for the tests of the command line: a record names a card of a hidden hand."""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import frozen

from trickkit import Deal, Record, Rules
from trickkit.catalog.options import variant
from trickkit.model.cards import Card, french
from trickkit.phases import DealOut, Phase, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule


@frozen
class Peeped(Record):
    card: Card


@frozen
class Peep(Phase):
    record: ClassVar[type[Record]] = Peeped

    def begin(self, deal: Deal) -> Deal:
        return deal.with_record(Peeped(deal.hands[1].known[0]))


@variant
def rules(*, players: Annotated[int, range(2, 4), "how many play"] = 2) -> Rules:
    return Rules(
        key="leaky",
        name="Leaky",
        players=players,
        deck=french("QKA"),
        phases=(DealOut(), Peep(), Tricks()),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(2)),
        ending=AfterDeals(deals=1),
    )

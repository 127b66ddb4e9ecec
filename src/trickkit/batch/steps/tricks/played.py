"""The tricks of a deal, as later phases see them: symbolic values for what a row contains."""

from __future__ import annotations

from typing import Any

from attrs import define

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.sums import Sum
from trickkit.batch.steps.tricks.until import BlankTable
from trickkit.phases.tricks import Tricks
from trickkit.policies.lead import WinningHand

SUMS = ("taken_since", "captured", "piles", "points", "played", "played_in_full", "taker_of")
"""What adds something up, so that it can be compared with numbers."""
TOLD = (
    "of which a row tells how many each hand has taken, which hand counts as the taker of the last one "
    "(`counted_taker`), and the faces that were played to it (`face_of`)"
)


@define(eq=False)
class EarlierTricks:
    """Complete tricks of which only a few facts are known.

    Args:
        deal: after them.
        leads: by the policies that determine the leading hands, in all phases of tricks.
        lowering: of the rules.
    """

    deal: BlankDeal
    leads: frozenset[Any]
    lowering: Lowering

    @property
    def taken(self) -> tuple[int, ...]:
        """By hand, how many tricks it took, as a question."""
        return tuple([int(number) for number in self._table.taken])

    @property
    def tricks(self) -> EarlierTricks:
        """The tricks, of which there is at least one."""
        return self

    @property
    def counted_taker(self) -> int:
        """The hand that counts as the taker of the last trick and leads next, as a question."""
        if any(type(lead) is not WinningHand for lead in self.leads):
            raise self._answers.refuse("who took the last trick", "where another hand may lead the next one")
        return int(Sum.of(self._answers, {(layout.S_NUMBER, layout.HAND, self.deal.players - 1): 1}))

    def face_of(self, hand: int) -> str | None:
        """The text of the face that a hand played to the last trick, as a question; None if it takes no part."""
        if hand in self.deal.resting:
            return None
        if any(one.may_differ for one in self.lowering.rules.phases if isinstance(one, Tricks)):
            raise self._answers.refuse("who played to the last trick", "where the hands may differ in size")
        # Only then it is written down where cards are played at random.
        self.lowering.needs_notes = True
        return str(self._answers.ask("face", hand))

    @property
    def _answers(self) -> Any:
        return self.deal.__dict__["_answers"]

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, place: Any) -> EarlierTricks:
        if place != -1:
            raise self._answers.refuse("tricks", TOLD)
        return self

    def __len__(self) -> int:
        return int(sum(self._table.taken_since(0)))

    @property
    def _table(self) -> BlankTable:
        """The sums over them."""
        return BlankTable(self._answers, self.lowering)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in SUMS:
            return getattr(self._table, name)
        raise self._answers.refuse(f"`{name}` of tricks", TOLD)

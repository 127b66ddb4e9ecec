"""The tricks of a deal, as later phases see them: symbolic values for the contents of a row."""

from __future__ import annotations

from typing import Any

from attrs import define

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.sums import Sum
from trickkit.batch.steps.tricks.until import BlankTable
from trickkit.phases.tricks import Tricks
from trickkit.policies.lead import WinningHand

TOLD = (
    "of which a row has only how many each hand has taken, which hand counts as the taker of the last one "
    "(`counted_taker`), and the faces that were played to it (`face_of`)"
)


@define(eq=False)
class EarlierTricks(BlankTable):
    """Complete tricks, about which only a few facts can be asked for.

    Args:
        answers: what is known.
        lowering: the lowering of the rules.
        deal: the deal after the tricks.
        leads: the policies that determine the leading hands in all phases of tricks.
    """

    deal: BlankDeal
    leads: frozenset[Any]

    @property
    def taken(self) -> tuple[int, ...]:
        """By hand, the number of tricks that it took, as a question."""
        return tuple([int(count) for count in self.taken_since(0)])

    @property
    def tricks(self) -> EarlierTricks:  # type: ignore[override]
        """The tricks; there is at least one."""
        return self

    @property
    def taker(self) -> int:  # type: ignore[override]
        """Refused, because it is possible that nobody took the last trick."""
        raise self.answers.refuse("`taker` of tricks", TOLD)

    @property
    def counted_taker(self) -> int:
        """The hand that counts as the taker of the last trick and leads next, as a question."""
        if any(type(lead) is not WinningHand for lead in self.leads):
            raise self.answers.refuse("who took the last trick", "where another hand may lead the next one")
        return int(Sum.of(self.answers, {(layout.S_NUMBER, layout.HAND, self.deal.players - 1): 1}))

    def face_of(self, hand: int) -> str | None:
        """The text of the face that a hand played to the last trick, as a question; None if the hand takes no part."""
        if hand in self.deal.resting:
            return None
        if any(phase.may_differ for phase in self.lowering.rules.phases if isinstance(phase, Tricks)):
            raise self.answers.refuse("who played to the last trick", "where the hands may differ in size")
        # Only then do random playouts record it.
        self.lowering.needs_notes = True
        return str(self.answers.ask("face", hand))

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, place: Any) -> EarlierTricks:
        if place != -1:
            raise self.answers.refuse("tricks", TOLD)
        return self

    def __len__(self) -> int:
        return int(sum(self.taken_since(0)))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self.answers.refuse(f"`{name}` of tricks", TOLD)

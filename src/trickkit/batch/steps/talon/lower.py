"""The lowering of phases that move cards of the stock."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.knowledge import Source
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.dealing.lower import by_card, trumps_by_card
from trickkit.model.actions import Call
from trickkit.phases.base import Phase
from trickkit.phases.drawing import DrawAfterTrick, DrawInTurn, FaceUp, ShowBottom, ShowTop
from trickkit.phases.stock import FillHands
from trickkit.phases.talon import TAKE, StockTaken, TakeStock
from trickkit.phases.tricks import Tricks
from trickkit.policies.lead import WinningHand
from trickkit.policies.participants import taking_part


def show(lowering: Lowering, phase: ShowTop | ShowBottom) -> int:
    operand = trumps_by_card(lowering, phase, phase.trump)
    _all_cards(lowering, phase)
    lowering.knowledge.learn(by_card(lowering, FaceUp, phase.trump))
    return operand


def take(lowering: Lowering, phase: TakeStock) -> int:
    lowering.refuse_tableau(phase)
    _all_cards(lowering, phase)
    column = lowering.outcome_place(type(phase).__name__)
    records = [StockTaken(()), *(StockTaken((seat,)) for seat in range(lowering.rules.players))]
    operand = _operand(
        lowering,
        cards=phase.cards,
        takes=_who(lowering, phase),
        leaves=phase.leave is not None,
        outcome=column,
        face_up=phase.face_up,
    )
    lowering.number_options(() if phase.leave is None else (TAKE, Call(phase.leave)))
    none: list[dict[int, int]] = [{} for _ in records]
    lowering.knowledge.learn(Source(column, 0, {StockTaken: records}, none, [True] * len(records)))
    return operand


def fill(lowering: Lowering, phase: FillHands) -> int:
    lowering.refuse_tableau(phase)
    _all_cards(lowering, phase)
    lowering.no_decisions()
    return _operand(lowering, cards=phase.cards)


def _operand(
    lowering: Lowering, *, cards: int, takes: int = 0, leaves: bool = False, outcome: int = 0, face_up: bool = False
) -> int:
    """Add a row to the table of how cards are taken, in the order in which compiled code reads it."""
    return lowering.add("talon", talon=[int(entry) for entry in (takes, cards, leaves, outcome, face_up)])


def _who(lowering: Lowering, phase: TakeStock) -> int:
    """The node that writes which seat takes cards, -1 for none."""

    def written(deal: BlankDeal) -> int:
        seats = taking_part(phase.who, deal, phase)
        if len(seats) > 1:
            raise Unsupported(f"{type(phase).__name__}: seats {seats} take part; the batch engine has one at most")
        return lowering.knowledge.node((layout.WRITE, layout.ACTOR, seats[0] if seats else -1, 0))

    return lowering.knowledge.asked(type(phase).__name__, written)


def draw_in_turn(lowering: Lowering, phase: DrawInTurn) -> int:
    operand = draw_after(lowering, phase)
    # A closed stock counts as empty, and needs correspondingly fewer cards.
    lowering.gone |= {gone - lowering.rules.players for gone in lowering.gone if gone >= lowering.rules.players}
    return operand


def draw_after(lowering: Lowering, phase: DrawAfterTrick | DrawInTurn) -> int:
    lowering.refuse_tableau(phase)
    _all_cards(lowering, phase)
    if any(isinstance(other, Tricks) and type(other.lead) is not WinningHand for other in lowering.rules.phases):
        raise Unsupported(
            f"{type(phase).__name__}: the batch engine has it where the winning hand leads the next trick"
        )
    lowering.no_decisions()
    return 0


def _all_cards(lowering: Lowering, phase: Phase) -> None:
    """Let all cards be shuffled, because the stock comes into play."""
    lowering.header[layout.STOCK] = len(lowering.rules.deck)

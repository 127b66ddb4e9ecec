"""The steps that turn the top of the stock face up, take cards from the stock, and draw after a trick."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.step import Count, Step, acting
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.talon.lower import (
    draw_after,
    draw_in_turn,
    fill,
    show,
    take,
)
from trickkit.phases.drawing import DrawAfterTrick, DrawInTurn, ShowBottom, ShowTop
from trickkit.phases.stock import FillHands
from trickkit.phases.talon import TakeStock
from trickkit.play.rules import Rules


def _show(count: Count, phase: ShowTop | ShowBottom) -> None:
    if not count.stock:
        raise Unsupported(f"{type(phase).__name__}: there are too few cards")


def _take(count: Count, phase: TakeStock) -> None:
    # The effect of a subclass is unknown; the phase itself is refused if it cannot be run.
    if acting(phase) is TakeStock:
        count.stock -= phase.cards
        count.spare += phase.cards
        count.taken += phase.cards


def _fill(count: Count, phase: FillHands) -> None:
    # A hand that has taken cards from the stock needs correspondingly fewer.
    most = max(count.held) + count.taken
    if most > phase.cards:
        raise Unsupported(f"FillHands: hands of {most} cards, of {phase.cards}; the batch engine has hands of one size")
    count.stock -= sum(phase.cards - held for held in count.held) - count.taken
    count.held = [phase.cards for _ in count.held]
    count.taken = 0


def _draw_in_turn(count: Count, phase: DrawInTurn) -> None:
    if 0 < count.stock < count.rules.players:
        raise Unsupported(f"DrawInTurn: {count.rules.players} seats draw, and {count.stock} cards are left")
    if count.stock:
        _draw_after(count, phase)


def _draw_after(count: Count, phase: DrawAfterTrick | DrawInTurn) -> None:
    count.stock -= count.rules.players
    count.held = [held + 1 for held in count.held]


def _one_seat(rules: Rules, size: int, phase: TakeStock) -> int:
    return 1


SHOWN = "cards that are turned up or cut"

STEPS = (
    Step(ShowTop, layout.SHOW_TOP, show, _show, finds=SHOWN),
    Step(ShowBottom, layout.SHOW_BOTTOM, show, _show, finds=SHOWN),
    Step(TakeStock, layout.TAKE, take, _take, _one_seat),
    Step(FillHands, layout.FILL, fill, _fill),
    Step(DrawAfterTrick, layout.DRAW_AFTER, draw_after, _draw_after),
    Step(DrawInTurn, layout.DRAW_IN_TURN, draw_in_turn, _draw_in_turn),
)

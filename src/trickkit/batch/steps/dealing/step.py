"""The steps that deal cards and find trump."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.step import Count, Drawing, Step
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.dealing.lower import cut, deal_out, dealers_card, turn_up
from trickkit.phases.dealers_card import DealersCard
from trickkit.phases.dealing import DealOut
from trickkit.phases.turning import CutTrump, TurnTrump

SHOWN = "cards that are turned up or cut"


def _deal_out(count: Count, phase: DealOut) -> None:
    cards = phase.portion.cards(count.size, count.dealt)
    count.portions += 1
    count.dealt += cards
    count.held = [held + cards for held in count.held]


def _dealers_card(count: Count, phase: DealersCard) -> None:
    if count.portions:
        raise Unsupported("DealersCard: the batch engine has it before cards are dealt")


def _dealt(_phase: DealOut, drawing: Drawing) -> None:
    if drawing.order:
        return
    order = drawing.shuffle()
    if drawing.fixed:
        order = [card for card in order if card not in drawing.fixed.values()]
        for index, card in sorted(drawing.fixed.items()):
            order.insert(index, card)
    drawing.order = drawing.deck.in_order(order)


def _cut(phase: CutTrump, drawing: Drawing) -> None:
    if phase.turns(drawing.size):
        index, drawing.chance = drawing.chance.cut(len(drawing.deck))
        drawing.shown = -2 - index


def _shown(_phase: DealersCard, drawing: Drawing) -> None:
    card = drawing.deck.cards[drawing.shuffle()[0]]
    drawing.shown = drawing.deck.numbers([card.text])[0]
    drawing.fixed[drawing.starter * drawing.size] = drawing.shown


STEPS = (
    Step(DealOut, layout.DEAL, deal_out, _deal_out, draws=True, drawn=_dealt),
    Step(TurnTrump, layout.TURN_UP, turn_up, finds=SHOWN),
    Step(CutTrump, layout.CUT, cut, finds=SHOWN, draws=True, drawn=_cut),
    Step(DealersCard, layout.DEALERS, dealers_card, _dealers_card, finds=SHOWN, draws=True, drawn=_shown),
)

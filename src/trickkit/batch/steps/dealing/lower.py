"""How phases that deal cards and turn up trump are lowered."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.compiler import Lowering
from trickkit.phases.dealers_card import DealersCard
from trickkit.phases.dealing import CutTrump, DealOut, TurnTrump
from trickkit.phases.trump import FixedTrump


def deal_out(lowering: Lowering, phase: DealOut) -> int:
    players = lowering.rules.players
    viewers = [*range(players), None]
    lowering.no_decisions()
    return lowering.add(
        "deal_cards",
        deal_cards=lowering.of_sizes(lambda size: [phase.portion.cards(size, dealt) for dealt in range(size + 1)], [0]),
        deal_sees=[
            sum(phase.visibility.sees(viewer, hand) << bit for bit, viewer in enumerate(viewers))
            for hand in range(players)
        ],
    )


def turn_up(lowering: Lowering, phase: TurnTrump) -> int:
    operand = trumps_by_card(lowering, phase)
    lowering.header[layout.STOCK] = 1
    return operand


def trumps_by_card(lowering: Lowering, phase: TurnTrump | DealersCard) -> int:
    """Lower the trump that every card gives when it is turned up."""
    lowering.refuse_tableau(phase)
    trumps = [lowering.number_of(phase.trump.trump(card)) for card in lowering.rules.deck]
    lowering.no_decisions()
    return lowering.add("trump_of", trump_of=trumps, trump_fixed=[-1])


def cut(lowering: Lowering, phase: CutTrump) -> int:
    lowering.header[layout.CUTS] = 1
    trumps = [lowering.number_of(phase.trump.trump(card)) for card in lowering.rules.deck]
    fixed = dict(reversed(phase.fixed))
    by_size = lowering.of_sizes(lambda size: lowering.number_of(fixed[size]) if size in fixed else -1, -1)
    lowering.no_decisions()
    return lowering.add("trump_of", trump_of=trumps, trump_fixed=by_size)


def fixed_trump(lowering: Lowering, phase: FixedTrump) -> int:
    by_size = lowering.of_sizes(lambda size: lowering.number_of(phase.begin(lowering.fresh(size)).trump), 0)
    lowering.no_decisions()
    return lowering.add("trump_of", trump_of=[0], trump_fixed=by_size)

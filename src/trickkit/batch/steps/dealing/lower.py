"""The lowering of phases that deal cards and turn up trump."""

from __future__ import annotations

from collections.abc import Callable

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.knowledge import Source
from trickkit.model.cards import Card
from trickkit.model.events import Record
from trickkit.phases.base import Phase
from trickkit.phases.dealers_card import DealersCard
from trickkit.phases.dealing import DealOut
from trickkit.phases.turning import Cut, CutTrump, Turned, TurnTrump
from trickkit.policies.trump import TrumpFrom


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
    operand = trumps_by_card(lowering, phase, phase.trump)
    lowering.header[layout.STOCK] = 1
    lowering.knowledge.learn(by_card(lowering, Turned, phase.trump, may_lack=phase.may_lack))
    return operand


def by_card(
    lowering: Lowering, record: Callable[[Card], Record], trump: TrumpFrom, *, may_lack: bool = False
) -> Source:
    """By shown card: 0 for none, which makes no trump, then the cards of the deck."""
    deck, none = lowering.rules.deck, lowering.number_of(None)
    made = [record(card) for card in deck]
    return Source(
        layout.SHOWN,
        1,
        {type(made[0]): [None, *made]},
        [{layout.TRUMP: none}, *({layout.TRUMP: lowering.number_of(trump.trump(card))} for card in deck)],
        (may_lack, *(True for _ in deck)),
    )


def dealers_card(lowering: Lowering, phase: DealersCard) -> int:
    operand = trumps_by_card(lowering, phase, phase.trump)
    lowering.knowledge.learn(by_card(lowering, Cut, phase.trump))
    return operand


def trumps_by_card(lowering: Lowering, phase: Phase, trump: TrumpFrom) -> int:
    """Lower the trump that every card makes when it is turned up."""
    lowering.refuse_tableau(phase)
    trumps = [lowering.number_of(trump.trump(card)) for card in lowering.rules.deck]
    lowering.no_decisions()
    lowering.knowledge.may_write(layout.TRUMP, trumps)
    return lowering.add("trump_of", trump_of=trumps, trump_fixed=[-1])


def cut(lowering: Lowering, phase: CutTrump) -> int:
    lowering.header[layout.CUTS] = 1
    trumps = [lowering.number_of(phase.trump.trump(card)) for card in lowering.rules.deck]
    fixed = dict(reversed(phase.fixed))
    by_size = lowering.of_sizes(lambda size: lowering.number_of(fixed[size]) if size in fixed else -1, -1)
    lowering.no_decisions()
    lowering.knowledge.may_write(layout.TRUMP, {*trumps, *(trump for trump in by_size if trump >= 0)})
    return lowering.add("trump_of", trump_of=trumps, trump_fixed=by_size)

"""The step in which seats choose cards that go elsewhere."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.step import Count, Step, acting, choose
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.choosing.lower import choosing
from trickkit.model.deal import Deal
from trickkit.phases.base import Phase
from trickkit.phases.discards import DiscardDown
from trickkit.phases.kinds.choosing import Choosing
from trickkit.phases.talon import LayAway
from trickkit.play.rules import Rules
from trickkit.policies.participants import Everyone


def _count(count: Count, phase: Phase) -> None:
    """Count the cards; what a subclass does is unknown."""
    if isinstance(phase, LayAway) and acting(phase) is LayAway and isinstance(phase.who, Everyone):
        # All hands have as many cards less.
        count.choose(phase)
        count.held = [held - phase.cards for held in count.held]
        if count.dealt == count.size:
            count.size = count.dealt = max(count.held)
    elif isinstance(phase, LayAway):
        if acting(phase) is LayAway and phase.cards != count.taken:
            raise Unsupported(
                f"LayAway: {phase.cards} cards after {count.taken} were taken; the batch engine has hands of one size"
            )
        count.taken = 0 if acting(phase) is LayAway else count.taken
    elif isinstance(phase, DiscardDown):
        # A hand with too many cards comes down to its size.
        kept = phase.keeping.kept(Deal.fresh(count.rules.deck, players=count.rules.players))
        if acting(phase) is DiscardDown and kept.bit_count() <= count.size:
            count.taken = 0
            if max(count.held) > count.each and count.dealt == count.size:
                count.held = [min(held, count.each) for held in count.held]
                count.size = count.dealt = max(count.held)
    elif phase.draws:
        # It is not known how many cards are exchanged for others of the stock.
        count.spare, count.stock = count.spare + count.stock, 0
    else:
        choose(count, phase)


def _decisions(rules: Rules, size: int, phase: Phase) -> int:
    """One decision for each card, of one seat where cards are laid away."""
    if isinstance(phase, LayAway) and not isinstance(phase.who, Everyone):
        return phase.cards
    return rules.players * phase.cards if isinstance(phase, Choosing) else rules.players * size


CHOOSING = Step(Phase, layout.CHOOSE, choosing, _count, _decisions)  # type: ignore[type-abstract]

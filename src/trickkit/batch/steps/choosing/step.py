"""The step in which seats choose cards that go elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Unanswered
from trickkit.batch.lowering.compiler import Chosen
from trickkit.batch.lowering.step import Count, Step
from trickkit.batch.lowering.told import nothing_known
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.choosing.lower import choosing
from trickkit.model.deal import Deal
from trickkit.phases.base import Phase
from trickkit.phases.kinds.choosing import Selection
from trickkit.play.rules import Rules


def _count(count: Count, phase: Phase) -> Sequence[Count]:
    """Count the cards, based on the selections of the phase."""
    cases = count.chosen.get(phase) or _chosen_anyhow(count, phase)
    if not cases:
        # The selections are known once the phase is lowered.
        _come_down(count)
        return [count]
    chosen = [selection for each in cases for selection in each]
    numbers = [amount for selection in chosen for _, amount in selection.numbers]
    for amount in {amount for amount in numbers if amount is not None}:
        count.choose(phase, amount)
    losses = {_lost(each, count.rules.players) for each in cases}
    if None in numbers:
        count.choose(phase, max(count.held) + count.taken - count.size)
        deal = Deal.fresh(count.rules.deck, players=count.rules.players)
        if max(selection.keeping.kept(deal).bit_count() for selection in chosen) <= count.size:
            _come_down(count)
    elif any(selection.draws for selection in chosen):
        # The number of cards exchanged with the stock is unknown.
        count.spare, count.stock = count.spare + count.stock, 0
    elif count.taken and any(map(any, losses)):
        # The other hands may have got just as many cards as make all hands equal.
        got = -min(min(lost) for lost in losses)
        for lost in filter(any, losses):
            if max(lost) + got != count.taken or lost.count(-got) != len(lost) - 1:
                raise Unsupported(
                    f"{type(phase).__name__}: {max(lost)} cards after {count.taken} were taken; the batch engine has "
                    "hands of one size"
                )
        count.held = [held + got for held in count.held]
        count.taken = 0
    elif len(losses) > 1 and len({*count.held}) > 1:
        raise Unsupported(
            f"{type(phase).__name__}: the deal says which hands lay cards away; the batch engine then has hands of one "
            "size"
        )
    else:
        return [count.without(lost) for lost in losses]
    return [count]


def _chosen_anyhow(count: Count, phase: Phase) -> Chosen:
    """The selections of a phase if they are the same in all deals; otherwise ()."""
    try:
        return (phase.selections(nothing_known(count.rules, type(phase).__name__)),)  # type: ignore[attr-defined]
    except (Unanswered, Exception):
        return ()


def _lost(selections: Sequence[Selection], players: int) -> tuple[int, ...]:
    """By seat, how many cards it loses: those laid away or given to others, less those that it gets."""
    lost = [0] * players
    for selection in selections:
        leaves = not (selection.stays or selection.draws)
        # A nonexistent seat is refused later.
        for seat, count in [pair for pair in selection.numbers if leaves and pair[0] < players]:
            lost[seat] += count or 0
            for step in selection.steps[:count]:
                lost[(seat + step) % players] -= 1
    return tuple(lost)


def _come_down(count: Count) -> None:
    """Reduce hands with too many cards to their original size."""
    count.taken = 0
    if max(count.held) > count.each and count.dealt == count.size:
        count.held = [min(held, count.each) for held in count.held]
        count.size = count.dealt = max(count.held)


def _known_once_lowered(rules: Rules, size: int, phase: Phase) -> int:
    return 0


CHOOSING = Step(Phase, layout.CHOOSE, choosing, _count, _known_once_lowered)  # type: ignore[type-abstract]

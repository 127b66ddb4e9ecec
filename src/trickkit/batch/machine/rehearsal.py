"""Plays some deals on the reference engine, to learn the outcomes of phases in Python in advance."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from trickkit.batch.lowering.game_tables import DEALS, MOST_DEALS
from trickkit.batch.lowering.interpreted import Interpreted, Shape
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.interpreter import DealInProgress, undealt
from trickkit.batch.machine.limits import Misfit
from trickkit.batch.steps.explored.step import EXPLORED
from trickkit.batch.steps.table import step_of
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.play.rules import Rules

REHEARSED = 16
"""The number of deals that are played; at least one for each hand size."""
LONGEST = 1_000
"""The most decisions in a phase that is rehearsed."""


def rehearse(rules: Rules, interpreted: Interpreted) -> None:
    """Record the outcomes of phases in Python in some deals."""
    took: dict[int, list[float]] = {index: [] for index in interpreted.reasons}
    for deal in _numbers(rules, interpreted):
        began = time.process_time()
        for index, before, after in _phases(rules, *deal, max(interpreted.reasons)):
            if index in interpreted.reasons:
                took[index].append(time.process_time() - began)
                try:
                    interpreted.note(index, before, after)
                except Unsupported:
                    break
            began = time.process_time()
    interpreted.seconds |= {index: sum(seconds) / len(seconds) for index, seconds in took.items() if seconds}


def to_blame(rules: Rules, interpreted: Interpreted, misfit: Misfit) -> tuple[int, str] | None:
    """The phase that moves cards unexpectedly, and thus makes the count of cards wrong.

    Args:
        rules: the rules of the game.
        interpreted: the phases that already run in Python.
        misfit: the phase at which the count fails.

    Returns:
        The index of the phase and the reason; None if no phase that does not run in Python yet is to blame.
    """
    for index, phase in enumerate(rules.phases[: misfit.index]):
        if index in interpreted.reasons or step_of(phase) is not EXPLORED:
            continue
        for deal_number, seed in _numbers(rules, interpreted):
            if rules.schedule.hand_sizes.size(deal_number) != misfit.size:
                continue
            for other, _, after in _phases(rules, deal_number, seed, index):
                if other == index and Shape.of(after).held not in misfit.reached[index]:
                    why = "it moves cards in a way that the batch engine cannot follow"
                    return index, f"{type(phase).__name__}: {why}"
    return None if misfit.index in interpreted.reasons else (misfit.index, str(misfit))


def _numbers(rules: Rules, interpreted: Interpreted) -> Iterator[tuple[int, int]]:
    """The numbers of deals in their games, covering every hand size, each with a seed; ends when time is up."""
    most = min(rules.ending.most_deals() or DEALS, MOST_DEALS)
    by_size: dict[int, int] = {}
    for deal_number in range(min(most, 200)):
        by_size.setdefault(rules.schedule.hand_sizes.size(deal_number), deal_number)
    numbers = [*by_size.values()]
    for seed in range(max(REHEARSED, len(numbers))):
        if seed and interpreted.budget.is_late:
            return
        yield numbers[seed % len(numbers)], seed


def _phases(rules: Rules, number: int, seed: int, last: int) -> Iterator[tuple[int, Deal, Deal]]:
    """The phases of a random deal, each with its index and the deals before and after it.

    Args:
        rules: the rules of the game.
        number: the number of the deal in its game.
        seed: the source of cards and decisions.
        last: the index of the last phase to be played.
    """
    random = Random(seed)
    starter = random.randrange(rules.players)
    deal = DealInProgress(rules, undealt(rules, number, starter, (0,) * rules.players, Stacked(), Chance(seed)))
    while deal.place <= last and deal.place < len(rules.phases):
        index, before = deal.place, deal.deal
        try:
            for decisions, _ in enumerate(deal.play_out(random.choice)):
                if decisions == LONGEST:
                    return
        except Exception:
            # The error is reported when such a deal is played.
            return
        yield index, before, deal.deal

"""Rules as tables: what the phases and policies answer, asked once, for the compiled engine to look up."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import HEAD, HEADER, Numbers
from trickkit.batch.lowering.compiler import NOBODY, Lowering, Unsupported
from trickkit.batch.points.scorer import LoweredScoring
from trickkit.batch.results import columns, phase_numbers
from trickkit.batch.steps.asking.lower import (
    bids,
    buy,
    called,
    confidence,
    cut,
    deal_out,
    dealers_card,
    double,
    estimates,
    fixed_trump,
    passing,
    turn_up,
)
from trickkit.batch.steps.tableau.lower import draw, evaluate, remove, reveal, throw
from trickkit.batch.steps.tricks.lower import tricks
from trickkit.phases.base import Phase
from trickkit.phases.bids import Bids
from trickkit.phases.called import CallEstimates
from trickkit.phases.calls import BuyTrump, CallDouble
from trickkit.phases.confidence import Confidence
from trickkit.phases.dealers_card import DealersCard
from trickkit.phases.dealing import CutTrump, DealOut, TurnTrump
from trickkit.phases.estimates import Estimates
from trickkit.phases.evaluate import Evaluate
from trickkit.phases.kinds.choosing import Choosing
from trickkit.phases.passing import PassCards
from trickkit.phases.reveal import Reveal
from trickkit.phases.stock import Draw, RemoveCards, ThrowAway
from trickkit.phases.tricks import Tricks
from trickkit.phases.trump import FixedTrump
from trickkit.play.rules import Rules


@frozen(eq=False, slots=False)
class Program:
    """Rules, made ready for the compiled engine.

    Args:
        rules: the rules.
        tables: what their phases and policies answer.
        sizes: by number of a deal, the size of its hands.
        reasons: by place of a phase that cannot run here, why; by -1, why none can.
        choices: by place of a phase, how many options it has; 0 where nobody decides anything.
    """

    rules: Rules
    tables: Numbers
    sizes: tuple[int, ...]
    reasons: dict[int, str]
    choices: tuple[int, ...]

    @property
    def why(self) -> str:
        """What prevents that whole deals are run; `""` when nothing does."""
        return next(iter(self.reasons.values()), "")

    @property
    def width(self) -> int:
        """How long a row is."""
        return layout.WIDE if self.tables[layout.SLOTTED] else layout.WIDTH

    @property
    def totals(self) -> slice:
        """Where the points of earlier deals stand in a row."""
        return slice(layout.TOTALS, layout.TOTALS + self.rules.players)

    @cached_property
    def columns(self) -> layout.Columns:
        """The columns of the facts that are written down of a deal."""
        return columns(self.rules)

    @cached_property
    def options(self) -> Numbers:
        """By phase and number of an action among those of the rules, the option that is this action; -1 for none."""
        found = np.full((len(self.rules.phases), len(self.rules.actions)), -1, np.int64)
        start = HEADER + HEAD * layout.TABLES_OF["code"]
        begin, width = int(self.tables[start]), int(self.tables[start + 1])
        for index, count in enumerate(self.choices):
            for option in range(count):
                found[index, self.tables[begin + index * width + option]] = option
        return found

    @cached_property
    def kinds(self) -> Numbers:
        """By face, the number of its kind; where hands are kept card by card, by kind itself."""
        deck = self.rules.deck
        texts = list(deck.kinds)
        if self.tables[layout.SLOTTED]:
            return np.arange(len(texts))
        return np.array([texts.index(face.text) for face in deck.faces])

    @cached_property
    def different(self) -> Numbers:
        """By phase, its number among the different ones; -1 after the last."""
        return np.array([*phase_numbers(self.rules), -1])

    @cached_property
    def in_tricks(self) -> NDArray[np.bool_]:
        """By phase, whether tricks are played in it; False after the last."""
        return np.array([*(isinstance(phase, Tricks) for phase in self.rules.phases), False])

    def table(self, name: str, index: int) -> int:
        """A number of a table with one dimension."""
        return int(self.tables[self.tables[HEADER + HEAD * layout.TABLES_OF[name]] + index])

    @cached_property
    def scoring(self) -> LoweredScoring:
        """The scorings, lowered."""
        return LoweredScoring(self.rules, max(self.sizes))

    @property
    def longest(self) -> int:
        """More decisions than a deal can have."""
        return sum(self._most(phase) for phase in self.rules.phases)

    def _most(self, phase: Phase) -> int:
        players, size = self.rules.players, max(self.sizes)
        if isinstance(phase, Tricks):
            return players * size
        if isinstance(phase, Bids):
            starters = range(players)
            return max(
                sum(on is not None for turn in phase.bidding.turns(players, one) for on in turn) for one in starters
            )
        if isinstance(phase, Choosing):
            return players * phase.cards
        return players + (phase.most if isinstance(phase, CallDouble) else 0)


_PHASES: dict[type[Phase], Callable[[Lowering, Any], tuple[int, int]]] = {
    DealOut: deal_out,
    TurnTrump: turn_up,
    CutTrump: cut,
    DealersCard: dealers_card,
    FixedTrump: fixed_trump,
    RemoveCards: remove,
    Draw: draw,
    ThrowAway: throw,
    Bids: bids,
    Confidence: confidence,
    Estimates: estimates,
    CallEstimates: called,
    CallDouble: double,
    BuyTrump: buy,
    PassCards: passing,
    Tricks: tricks,
    Reveal: reveal,
    Evaluate: evaluate,
}


@lru_cache(maxsize=64)
def compile_rules(rules: Rules) -> Program:
    """Rules as tables, remembered.

    Raises:
        InvalidRules: the rules cannot be played.
    """
    rules.start()
    lowering = Lowering(rules)
    reasons = dict(lowering.general())
    opcodes, operands = [], []
    for index, phase in enumerate(rules.phases):
        opcode, operand = layout.NOTHING, 0
        ask = _PHASES.get(type(phase))
        try:
            if -1 in reasons:
                break
            if ask is None:
                raise Unsupported(f"the phase {type(phase).__name__} is not among those that the batch engine runs")
            opcode, operand = ask(lowering, phase)
        except Unsupported as error:
            reasons[index] = str(error)
        except Exception as error:
            # A policy of somebody's own may not bear to be asked about what never happens in a game.
            reasons[index] = f"{type(phase).__name__}: a policy could not be asked beforehand: {error!r}"
        lowering.tables["code"] += [NOBODY] * (index + 1 - len(lowering.tables["code"]))
        opcodes.append(opcode)
        operands.append(operand)
    choices = tuple(len(row) for row in lowering.tables["code"])
    return Program(rules, lowering.joined(opcodes, operands), tuple(lowering.sizes), reasons, choices)

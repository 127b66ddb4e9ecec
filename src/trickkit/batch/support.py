"""Whether the compiled engine can run rules, phase by phase."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.machine.program import Program
from trickkit.play.rules import Rules, rules_of

__all__ = ["Support", "supports"]


@frozen
class PhaseSupport:
    """How a phase is run.

    Args:
        name: of the phase.
        how: `"compiled"`, by code and tables for such phases; `"traced"`, by a diagram that was made of what it does;
            or `"python"`, by the reference engine, deal by deal.
        why: why it is run in Python; `""` where it is not.
        cost: of a diagram, how many numbers it takes; in Python, how many seconds of the processor a deal takes in the
            phase, as it was measured in a few; else 0.
    """

    name: str
    how: Literal["compiled", "traced", "python"]
    why: str = ""
    cost: float = 0


@frozen
class Support:
    """Whether rules run on the compiled engine; true where all of their phases do.

    Args:
        yes: whether they do.
        why: which phase or policy prevents it, and why; empty if nothing does.
        slow: what a scoring looks at that is not written down of deals, so that it is asked about each deal by itself,
            as far as is known by now; empty where nothing is.
        phases: by phase, how it is run.

    >>> from trickkit import batch, load
    >>> bool(batch.supports(load("pikoko")))
    True
    """

    yes: bool
    why: str = ""
    slow: str = ""
    phases: tuple[PhaseSupport, ...] = field(default=(), eq=False, repr=False)

    def __bool__(self) -> bool:
        return self.yes

    @property
    def is_mixed(self) -> bool:
        """Whether compiled code plays what it can of a deal, and other phases are run in Python in the midst of it.

        Where that is not so and not all is compiled, the reference engine plays whole deals.
        """
        return not self.yes and any(phase.how != "python" for phase in self.phases)


def supports(rules: Rules) -> Support:
    """Whether the compiled engine can run rules, and if not, what prevents it.

    Args:
        rules: of any game.

    Raises:
        InvalidRules: the argument is not a Rules.

    >>> from attrs import frozen
    >>> from trickkit import batch
    >>> from trickkit.phases import Phase, Tricks
    >>> from trickkit.variants import pikoko
    >>> @frozen
    ... class PointsAreTrump(Phase):
    ...     def begin(self, deal):
    ...         return deal.changed(trump=deal.deck.suits[int(deal.totals[0]) % 4])
    >>> print(batch.supports(pikoko.rules().before(Tricks, PointsAreTrump())).why)
    PointsAreTrump: it looks at the points of earlier deals, which can only be added up and compared
    """
    program = compile_rules(rules_of(rules))
    phases = [_support(program, index) for index in range(len(program.rules.phases))]
    slow = program.scoring.slow if not program.why or program.is_mixed else ""
    return Support(not program.why, program.why, slow, tuple(phases))


def _support(program: Program, place: int) -> PhaseSupport:
    """How one of the phases of rules is run."""
    name, why = type(program.rules.phases[place]).__name__, program.reasons.get(place, "")
    if not program.is_mixed:
        why = why or program.why
    if why:
        return PhaseSupport(name, "python", why, program.interpreted.seconds.get(place, 0.0))
    traced = program.opcode(place) == layout.EXPLORED
    return PhaseSupport(name, "traced" if traced else "compiled", "", 0)

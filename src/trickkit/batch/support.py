"""Reports, phase by phase, whether the compiled engine can run rules."""

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
    """The way in which a phase is run.

    Args:
        name: the name of the phase.
        how: `"compiled"` for code and tables made for such phases; `"traced"` for a decision diagram made from its own
            code; or `"python"` for the reference engine, deal by deal.
        why: why it runs in Python; `""` if it does not.
        cost: for a diagram, the number of its numbers; in Python, the processor time per deal in seconds, measured in a
            few deals; otherwise 0.
    """

    name: str
    how: Literal["compiled", "traced", "python"]
    why: str = ""
    cost: float = 0


@frozen
class Support:
    """Whether rules run on the compiled engine; true if all of their phases do.

    Args:
        yes: whether all phases run there.
        why: which phase or policy prevents it, and why; empty if nothing does.
        slow: what a scoring reads that is not recorded, so that it must be called with each deal, as far as known by
            now; empty for nothing.
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
        """Whether compiled code plays most of a deal, while some phases run in Python in the middle of it.

        If this is false and not all phases are compiled, the reference engine plays whole deals.
        """
        return not self.yes and any(phase.how != "python" for phase in self.phases)


def supports(rules: Rules) -> Support:
    """Whether the compiled engine can run rules, and if not, what prevents it.

    Args:
        rules: any rules.

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
    """The way in which one of the phases of rules is run."""
    name, why = type(program.rules.phases[place]).__name__, program.reasons.get(place, "")
    if not program.is_mixed:
        why = why or program.why
    if why:
        return PhaseSupport(name, "python", why, program.interpreted.seconds.get(place, 0.0))
    traced = program.opcode(place) == layout.EXPLORED
    return PhaseSupport(name, "traced" if traced else "compiled", "", 0)

"""Prints what compiled code does in a part of some rules."""

from __future__ import annotations

from attrs import frozen

from trickkit.batch.api import deals as play_deals
from trickkit.batch.kernel import layout
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.machine.program import Program
from trickkit.batch.printing.phases import Nodes
from trickkit.batch.printing.scorings import ScoringNodes
from trickkit.batch.printing.tree import Tree
from trickkit.errors import InvalidRules, nearest
from trickkit.play.rules import Rules, rules_of

__all__ = ["Diagram", "diagram"]

UNTIL = ".until"
BY_ITSELF = "the engine has compiled code of its own for it; what is traced has one, and the end of tricks"
DEALS = 200
"""The number of deals that a scoring scores before its diagram is printed."""


@frozen
class Diagram:
    """The questions that compiled code asks in a part of some rules, and the consequences of the answers.

    Args:
        name: the name of the part.
        lines: the diagram as an if-tree. A number in parentheses labels a part that occurs more than once.

    >>> print(Diagram("Ruff", ("if the trump is hearts:", "    the declarer is seat 1")))
    if the trump is hearts:
        the declarer is seat 1
    """

    name: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)


def diagram(rules: Rules, name: str) -> Diagram:
    """The diagram of a phase, of the end of tricks, or of a scoring; print it to read it.

    A phase is printed completely, decision by decision, and a scoring as far as 200 random deals have explored it.

    Args:
        rules: any rules.
        name: the name of the type of a phase or scoring, as in `"NameTrump"`, or of tricks with `.until`, as in
            `"Tricks.until"`.

    Raises:
        InvalidRules: the rules have no such part, or it has no diagram; the message says why.

    >>> from attrs import frozen
    >>> from trickkit import batch, load
    >>> from trickkit.phases import Tricks
    >>> from trickkit.policies.until import Until
    >>> @frozen
    ... class SomebodyHasTheQueen(Until):
    ...     def over(self, taken, declarer):
    ...         return False
    ...
    ...     def ended(self, deal, tricks, first):
    ...         return any("QS" in tricks.captured(hand) for hand in deal.seats[:2])
    >>> print(batch.diagram(load("whist").replace(Tricks, until=SomebodyHasTheQueen()), "Tricks.until"))
    if QS taken by hand 0:
        the tricks are over
    elif QS taken by hand 1:
        the tricks are over
    else:
        the tricks go on
    """
    program = compile_rules(rules_of(rules))
    places = {type(part).__name__: index for index, phase in enumerate(rules.phases) for part in (phase, phase.inner)}
    scorings = {type(scoring).__name__ for scoring in rules.scoring}
    of_until = name.endswith(UNTIL)
    if name.removesuffix(UNTIL) in places:
        lines = _of_phase(program, places[name.removesuffix(UNTIL)], name, of_until=of_until)
    elif name in scorings:
        lines = _of_scoring(program, name)
    else:
        names = [*places, *scorings, *[f"{key}{UNTIL}" for key in places if key.endswith("Tricks")]]
        raise InvalidRules(f"the rules have no part {name!r}{nearest(name, names)}; there are {', '.join(names)}")
    return Diagram(name, tuple(lines) or ("the same in all deals",))


def _of_phase(program: Program, place: int, name: str, *, of_until: bool) -> list[str]:
    """The lines of a phase, or of the end of its tricks."""
    why, opcode = program.reasons.get(place, program.reasons.get(-1, "")), layout.NOTHING
    if not why:
        opcode = program.opcode(place)
    if of_until and opcode in (layout.TRICKS, layout.POWERS):
        seated = int(program.line("seated", program.operand(place))[0])
        return Tree(Nodes(program, ending=True).read).lines(seated)
    if opcode == layout.EXPLORED and not of_until:
        return Tree(Nodes(program).read).lines(program.operand(place))
    raise InvalidRules(f"{name} has no diagram: {why or BY_ITSELF}")


def _of_scoring(program: Program, name: str) -> list[str]:
    """The lines of a scoring, one diagram after another."""
    play_deals(program.rules, DEALS, seed=1)
    diagrams = program.scoring.scorer().parts.diagrams
    if diagrams is None or all(name != question.name for question in diagrams.asked):
        raise InvalidRules(f"{name} has no diagram: {program.scoring.slow or 'it offers arrays of points by itself'}")
    nodes, lines = ScoringNodes(diagrams), list[str]()
    if not any(nodes.first(index) for index, question in enumerate(diagrams.asked) if question.name == name):
        raise InvalidRules(f"{name} has no diagram: {next(iter(program.reasons.values()), 'no deal has asked it')}")
    for index, question in enumerate(diagrams.asked):
        if question.name == name:
            lines += Tree(nodes.read).lines(nodes.first(index))
    return lines

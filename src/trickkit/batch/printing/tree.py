"""A decision diagram as an if-tree: equal parts are printed only once, and pointless questions omitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from attrs import define, field, frozen

MOST_LINES = 400
"""The most lines of a diagram; longer ones are cut off."""
MOST_ANSWERS = 6
"""The most answers listed that lead to the same part."""
MOST_DEPTH = 300
"""The most successive questions printed."""
END, CUT = 0, 1
"""The numbers of a part in which nothing happens, and of an omitted part."""


@frozen
class Says:
    """Something that happens, or `""`, and the next node."""

    text: str
    after: Any


@frozen
class Asks:
    """A question, with the node after each answer; for a truth test, the answers are True and False."""

    text: str
    after: tuple[tuple[Any, Any], ...]


Node = Says | Asks | None
"""A node as it is printed; None for the end."""


@define
class Tree:
    """Reduces a diagram and prints it.

    Args:
        node: returns a node, given its name.
    """

    node: Callable[[Any], Node]
    _parts: list[Node] = field(init=False, factory=lambda: [None, Says("...", END)])
    _numbers: dict[Node, int] = field(init=False, factory=dict)
    _known: dict[Any, int] = field(init=False, factory=dict)
    _labels: dict[int, int] = field(init=False, factory=dict)

    def lines(self, root: Any) -> list[str]:
        """The diagram that begins at a node, line by line."""
        first = self._reduced(root, 0)
        used = [child for part in self._parts if isinstance(part, Asks) for _, child in part.after]
        shared = {index for index in {*used} if used.count(index) > 1 and isinstance(self._parts[index], Asks)}
        lines = [*islice(self._printed(first, "", shared), MOST_LINES + 1)]
        return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "..."]

    def _reduced(self, name: Any, depth: int) -> int:
        """The number of a part; equal parts have the same number."""
        if name in self._known or depth > MOST_DEPTH:
            return self._known.get(name, CUT)
        self._known[name] = CUT
        node = self.node(name)
        if isinstance(node, Says):
            after = self._reduced(node.after, depth)
            index = self._number(Says(node.text, after)) if node.text else after
        elif isinstance(node, Asks):
            answers: dict[int, list[Any]] = {}
            for answer, after in node.after:
                answers.setdefault(self._reduced(after, depth + 1), []).append(answer)
            index = next(iter(answers), END)
            if len(answers) > 1:
                merged = [(tuple(these), child) for child, these in answers.items()]
                index = self._number(Asks(node.text, tuple(merged)))
        else:
            index = END
        self._known[name] = index
        return index

    def _number(self, part: Node) -> int:
        if part not in self._numbers:
            self._numbers[part] = len(self._parts)
            self._parts.append(part)
        return self._numbers[part]

    def _printed(self, number: int, indent: str, shared: set[int]) -> Iterator[str]:
        """The lines of a part, with those below a question indented."""
        part = self._parts[number]
        while isinstance(part, Says):
            yield indent + part.text
            number, part = part.after, self._parts[part.after]
        if part is None:
            return
        if number in self._labels:
            yield f"{indent}as in ({self._labels[number]})"
            return
        label = ""
        if number in shared:
            self._labels[number] = len(self._labels) + 1
            label = f"  ({self._labels[number]})"
        branches = {answer: child for answers, child in part.after for answer in answers}
        if {*branches} == {True, False}:
            yield from self._tested(part.text, branches, indent, shared, label)
            return
        yield f"{indent}{part.text}:{label}"
        for answers, child in part.after:
            below = [*self._printed(child, indent + 8 * " ", shared)] or ["nothing"]
            texts = [*map(str, answers[:MOST_ANSWERS])]
            texts += [f"{len(answers) - len(texts)} more"] if len(texts) < len(answers) else []
            heading = f"{indent}    {' or '.join(texts)}:"
            yield from [f"{heading} {below[0].strip()}"] if len(below) == 1 else [heading, *below]

    def _tested(self, text: str, branches: dict[Any, int], indent: str, shared: set[int], label: str) -> Iterator[str]:
        """The lines of a truth test."""
        further = indent + 4 * " "
        if branches[True] == END:
            text, branches = f"not ({text})", {True: branches[False], False: END}
        yield f"{indent}if {text}:{label}"
        yield from self._printed(branches[True], further, shared)
        below = [*self._printed(branches[False], further, shared)]
        if below and below[0].startswith(f"{further}if ") and isinstance(self._parts[branches[False]], Asks):
            yield from [f"{indent}el{below[0].strip()}", *[line[4:] for line in below[1:]]]
        elif below:
            yield from [f"{indent}else:", *below]

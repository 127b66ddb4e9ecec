"""Folded tricks as a finite automaton: every reachable value, after each number of plays, has a number.

An automaton does not depend on what may be played, so all follow policies of a phase share one. Complete tricks differ
only in which play wins, or leads next. Several resolutions at once have an automaton each, and these run side by side
(a *product automaton*, never multiplied out); their final results are looked up together.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import count, product
from typing import Any

from attrs import frozen

from trickkit.batch.kernel.layout import MOST_PARTS
from trickkit.batch.lowering.budget import VALUE, Budget
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.phases.tricks.tables import Node, TrickTables
from trickkit.policies.resolution import Resolution, SeveralAtOnce

MOST_VALUES = 1 << 14
"""The most values of a resolution, each with a number of plays, for which the tables have room under one trump."""


@frozen(eq=False)
class Automaton:
    """The values of tricks, by number.

    Args:
        nodes: those of incomplete tricks, the first before the lead; with several parts, one for each value of the
            first part.
        fold: by number of such a value and by face, the number of the value after it.
        wins: by number, the play that wins and the one that leads next, as `layout.T_WINS` encodes them.
        parts: if there are several, their entries in `layout.T_PARTS`.
    """

    nodes: tuple[Node, ...]
    fold: list[list[int]]
    wins: list[int]
    parts: Sequence[int] = (0,)


def automaton(tables: TrickTables, players: int, budget: Budget) -> Automaton:
    """The automaton of tricks with up to a number of plays.

    Args:
        tables: the tables that resolve the tricks.
        players: the most hands that play to a trick.
        budget: the budget for the work.

    Raises:
        Unsupported: the resolution has too many values, or too many parts.
    """
    if isinstance(tables.resolution, SeveralAtOnce):
        return _several(tables, tables.resolution, players, budget)
    nodes = list[Node]()
    for node in tables.reachable(players - 1):
        nodes.append(node)
        _see_room(tables.resolution, len(nodes), budget)
    # Equal nodes of the same tables are the same object.
    numbers, deck = {id(node): index for index, node in enumerate(nodes)}, tables.deck
    fresh, ends, known = count(len(nodes)), dict[int, int](), dict[Hashable, int]()

    def end(value: Any) -> int:
        """The number of a complete trick."""
        if value not in known:
            _, winner, _, leads = tables.answers(value, players)
            wins = _wins(winner, leads)
            known[value] = ends[wins] if wins in ends else ends.setdefault(wins, next(fresh))
        return known[value]

    def last(node: Node) -> list[int]:
        """By the last face that is played, the number of the complete trick."""
        by_face, same = dict[int, int](), -1
        for face in dict.fromkeys(firsts):
            value = node.value_after(face)
            # Most plays do not win the trick.
            if value is node.value:
                same = end(value) if same < 0 else same
            by_face[face] = same if value is node.value else end(value)
        return [by_face[face] for face in firsts]

    firsts = [alike[0] for alike in tables.alike]
    fold = [
        [numbers[id(node[bit])] for bit in deck.card_of] if node.place + 1 < players else last(node) for node in nodes
    ]
    wins = [_wins(node.winner, node.leads) for node in nodes]
    return Automaton(tuple(nodes), fold, [*wins, *ends])


def _wins(winner: int | None, leads: int) -> int:
    """The winning play, counted from 1, 0 for none; and the one that leads next."""
    return (0 if winner is None else winner + 1) | leads << 8


def _see_room(resolution: Resolution, values: int, budget: Budget) -> None:
    """Count a value, and refuse a resolution with too many."""
    name = f"Tricks: the resolution {resolution!r}"
    advice = "let a value say less of the plays, as only which one is winning, or part it with SeveralAtOnce"
    budget.spend(name, VALUE, advice)
    if values > MOST_VALUES:
        raise Unsupported(f"{name} has more than {MOST_VALUES:,} values under one trump; {advice}")


@frozen(eq=False)
class Part:
    """The values of one of several resolutions, by number.

    Args:
        values: those of incomplete tricks: the number of plays, and the value.
        fold: by number of such a value and by face, the number of the value after it.
        tells: by number of a value, the number of its result.
        told: by number of a result, the result.
    """

    values: list[tuple[int, Any]]
    fold: list[list[int]]
    tells: list[int]
    told: list[Hashable]


def _several(tables: TrickTables, resolution: SeveralAtOnce, players: int, budget: Budget) -> Automaton:
    """The automata of several resolutions, one after the other, and the decision for all their possible results."""
    if len(resolution.parts) > MOST_PARTS:
        raise Unsupported(
            f"Tricks: {resolution!r} has {len(resolution.parts)} parts; the batch engine has {MOST_PARTS}"
        )
    parts = [_part(tables, part, players, budget) for part in resolution.parts]
    fold, wins, begins, times = list[list[int]](), list[int](), list[int](), 1
    for part in reversed(parts):
        wins = [times * index for index in part.tells] + wins
        times *= len(part.told)
    for part in parts:
        begins.append(len(fold))
        fold += [*part.fold, *[[0]] * (len(part.tells) - len(part.fold))]
    decided = [resolution.decided(results) for results in product(*(part.told for part in parts))]
    outcomes = [_wins(winner, leads if winner is None else winner) for winner, leads in decided]
    return Automaton(_nodes(tables, parts[0]), fold, [*wins, *outcomes], (len(parts), *begins, len(wins)))


def _part(tables: TrickTables, part: Resolution, players: int, budget: Budget) -> Part:
    """The automaton of one of several resolutions."""
    faces, ranked, values = [*dict.fromkeys(tables.deck.faces)], tables.ranked, [(0, part.start(tables.ranked))]
    numbers, after = {values[0]: 0}, list[list[Any]]()
    for cards, value in values:
        by_face = {face: part.fold(value, face, cards, ranked) for face in faces}
        reached = [by_face[face] for face in tables.deck.faces]
        after.append(reached)
        for successor in dict.fromkeys(reached) if cards + 1 < players else ():
            if numbers.setdefault((cards + 1, successor), len(values)) == len(values):
                values.append((cards + 1, successor))
        _see_room(part, len(values), budget)
    results: dict[Hashable, int] = {}
    # Before the lead, no policy asks for a result.
    tells = [results.setdefault(part.tells(value), len(results)) if cards else 0 for cards, value in values]
    ends: dict[int, int] = {}

    def end(value: Any) -> int:
        """The number of a complete trick, by its result."""
        return ends.setdefault(results.setdefault(part.tells(value), len(results)), len(values) + len(ends))

    fold = [
        [numbers[cards + 1, successor] if cards + 1 < players else end(successor) for successor in reached]
        for (cards, _), reached in zip(values, after, strict=True)
    ]
    return Part(values, fold, [*tells, *ends], [*results])


def _nodes(tables: TrickTables, first: Part) -> tuple[Node, ...]:
    """For each value of the first part, a node with that value."""
    nodes = {0: tables.root}
    for index, row in enumerate(first.fold):
        for face, after in enumerate(row):
            if after < len(first.values) and after not in nodes:
                nodes[after] = nodes[index][1 << face]
    return tuple([nodes[index] for index in range(len(first.values))])

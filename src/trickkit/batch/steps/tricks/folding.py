"""Tricks that are folded, as a finite automaton: every value that can be reached, after so many plays, has a number.

What may be played makes no difference to it, so that all follow policies of a phase share one. Of complete tricks only
those differ that are won, or led after, by different plays.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import count

from attrs import frozen

from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.phases.tricks.tables import Node, TrickTables

MOST_VALUES = 1 << 14
"""So many values of a resolution, each after so many plays, the tables have room for under one trump."""


@frozen(eq=False)
class Automaton:
    """The values of tricks, by number.

    Args:
        values: those of tricks that go on: after how many plays, and the value; the first is before the lead.
        fold: by number of such a value and by face, the number of the value after it.
        wins: by number, which play wins and which leads next, as `layout.T_WINS` has them.
    """

    values: tuple[tuple[int, Hashable], ...]
    fold: list[list[int]]
    wins: list[int]


def automaton(tables: TrickTables, players: int) -> Automaton:
    """The automaton of tricks of so many plays.

    Args:
        tables: what they are resolved by.
        players: how many hands play to a trick at most.

    Raises:
        Unsupported: it has too many values.
    """
    nodes = tables.reachable(players - 1, MOST_VALUES)
    if len(nodes) > MOST_VALUES:
        raise Unsupported(
            f"Tricks: the resolution {tables.resolution!r} has more than {MOST_VALUES:,} values under one trump; "
            "let a value say less of the plays, for instance only which one is winning"
        )
    numbers, deck = {node: number for number, node in enumerate(nodes)}, tables.deck
    fresh, ends, known = count(len(nodes)), dict[int, int](), dict[Hashable, int]()

    def end(node: Node, face: int) -> int:
        """The number of a complete trick."""
        value = tables.resolution.fold(node.value, deck.faces[face], node.place, tables.ranked)
        if value not in known:
            _, winner, _, leads = tables.answers(value, players)
            wins = _wins(winner, leads)
            known[value] = ends[wins] if wins in ends else ends.setdefault(wins, next(fresh))
        return known[value]

    fold = [
        [numbers[node[bit]] if node.place + 1 < players else end(node, bit.bit_length() - 1) for bit in deck.card_of]
        for node in nodes
    ]
    wins = [_wins(node.winner, node.leads) for node in nodes]
    return Automaton(tuple([(node.place, node.value) for node in nodes]), fold, [*wins, *ends])


def _wins(winner: int | None, leads: int) -> int:
    """Which play wins, counted from 1, 0 for none; and which one leads next."""
    return (0 if winner is None else winner + 1) | leads << 8

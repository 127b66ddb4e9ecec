"""What the seats of a single game are asked, remembered for all games of the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from trickkit.batch.kernel.layout import SEATS
from trickkit.batch.machine.program import Program
from trickkit.batch.machine.single import CODE_ACTORS, CODE_PHASE
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.model.actions import Action

MOST = 1 << 16
"""For how many sets of legal options their actions are remembered."""

Asked = tuple[tuple[int, ...], int, Mapping["Action", int], Mapping[int, tuple["Action", ...]]]
"""What seats are asked: all who may act, the seat that a row waits for, the options that its actions are, and what it
may do, by the options that are legal."""


@lru_cache(maxsize=64)
def memory_of(_rules: Rules) -> dict[int, Asked]:
    """What is asked, by code: the same dictionary for all games of some rules."""
    return {}


def question(program: Program, code: int) -> Asked:
    """What is asked in a phase in which the same is asked wherever the code is the same.

    Args:
        program: the rules, made ready.
        code: what compiled code says of the row that waits.
    """
    actions = _actions_of(program.rules)
    by_option = [actions[number] for number in program.codes[code >> CODE_PHASE]]
    actors = tuple([seat for seat in range(SEATS) if code >> CODE_ACTORS >> seat & 1])
    return actors, code & 255, {action: option for option, action in enumerate(by_option)}, Remembered(by_option)


@lru_cache(maxsize=64)
def _actions_of(rules: Rules) -> list[Action]:
    return list(rules.actions.values())


class Remembered(dict[int, tuple["Action", ...]]):
    """By the options that are legal, as bits: the actions. They are put together when they are first asked for.

    Args:
        actions: by option.
    """

    __slots__ = ("_parts",)

    def __init__(self, actions: list[Action]) -> None:
        self._parts = [(shift, Part(actions[shift : shift + PART])) for shift in range(0, len(actions), PART)]

    def __missing__(self, options: int) -> tuple[Action, ...]:
        found: tuple[Action, ...] = ()
        for shift, part in self._parts:
            bits = options >> shift & _PART
            if bits:
                found += part[bits]
        if len(self) >= MOST:
            self.clear()
        self[options] = found
        return found


PART = 13
"""So many options are looked up together: those of a suit."""
_PART = (1 << PART) - 1


class Part(dict[int, tuple["Action", ...]]):
    """The same for a few options.

    Args:
        actions: by option.
    """

    __slots__ = ("_actions",)

    def __init__(self, actions: list[Action]) -> None:
        self._actions = actions

    def __missing__(self, options: int) -> tuple[Action, ...]:
        found = tuple([action for option, action in enumerate(self._actions) if options >> option & 1])
        self[options] = found
        return found

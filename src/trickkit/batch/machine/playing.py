"""Compiled methods of a mutable game: legal actions, play, undo and copy.

They do the same as the Python methods of the same names, for consecutive decisions within a deal. Everything else is
left to those: a seat out of turn, the end of a deal, a question that has never come up.
"""

from __future__ import annotations

from typing import Any, Literal

from trickkit.batch.kernel.intrinsics import entry, kernel, lowest
from trickkit.batch.kernel.masks import size
from trickkit.batch.machine.methods import (
    MANY,
    NONE,
    NOTHING,
    by_number,
    forget_error,
    from_number,
    from_truth,
    held,
    in_dictionary,
    in_tuple,
    into_slot,
    into_tuple,
    left_to_python,
    method,
    new_tuple,
    none,
    numbers_at,
    release,
    same_type,
    slots_of,
    text_at,
    to_number,
)
from trickkit.batch.machine.single import (
    BASE,
    CONTROL,
    DEPTH,
    FULL,
    ILLEGAL,
    LISTED,
    OPTIONS,
    UPPER_OPTIONS,
    decided,
    taken_back,
)

ACTORS: Literal[0] = 0
SEAT: Literal[1] = 1
OPTION_OF: Literal[2] = 2
LEGAL: Literal[3] = 3
"""A question, as a tuple: all seats that may act; the seat for which a row waits; the options of its actions; and its
actions by option or, if the legal options are not bits, its legal actions."""


class Slots:
    """The attributes that the compiled methods of a game access."""

    __slots__ = (
        *("_address", "_asked", "_block", "_busy", "_held", "_memory", "_moves", "_shared", "_source", "_story"),
        *("actors", "deals"),
    )


_places = slots_of(Slots)
_ADDRESS, _ASKED, _MEMORY, _MOVES = (_places[name] for name in ("_address", "_asked", "_memory", "_moves"))
_BLOCK, _HELD, _SHARED, _SOURCE = (_places[name] for name in ("_block", "_held", "_shared", "_source"))
_BUSY = _places["_busy"]
_STORY, _ACTORS, _DEALS = (_places[name] for name in ("_story", "actors", "deals"))
_WORDS = 1 + max(_places.values())

_play_in_python, _legal_in_python = text_at("_play"), text_at("_legal")
_undo_in_python, _copy_in_python = text_at("_undo"), text_at("_copy")
_branch = text_at("_branch")


@kernel(inline="code")
def _go_on(slots: Any, asked: int) -> None:
    """Continue with the next pending decision."""
    into_slot(slots, _ASKED, held(asked))
    into_slot(slots, _ACTORS, held(in_tuple(asked, ACTORS)))


@kernel
def _block_of(game: int, slots: Any) -> int:
    """The address of a game's block, as an object; NOTHING if it can have none."""
    if slots[_ASKED] and not slots[_ADDRESS]:
        done = left_to_python(game, _branch(), 0, 0, NOTHING)
        if done:
            release(done)
        else:
            # Let Python raise the same error.
            forget_error()
    return slots[_ADDRESS]


@entry
def play(game: int, address: int, count: int, names: int) -> int:
    """Make a decision."""
    slots, given = numbers_at(game, _WORDS), numbers_at(address, count)
    # Code that may run Python comes first; after it nothing can intervene until the decision is made.
    block, moves, option = _block_of(game, slots), new_tuple(3), NOTHING
    question = slots[_ASKED]
    # Each small integer is a single object.
    if count == 2 and not names and question and block and given[0] == in_tuple(question, SEAT):
        held(question)
        option = in_dictionary(in_tuple(question, OPTION_OF), given[1])
        release(question)
    code, after = 0, NOTHING
    if option and slots[_ASKED] == question and slots[_ADDRESS] == block and not to_number(slots[_BUSY]):
        code = decided(to_number(block), to_number(option))
        after = by_number(slots[_MEMORY], code)
        if not after and code != ILLEGAL and code != FULL:
            taken_back(to_number(block))
    if not after:
        # A key that cannot be hashed is an error, which Python reports in its own words.
        forget_error()
        release(moves)
        return left_to_python(game, _play_in_python(), address, count, names)
    into_tuple(moves, 0, slots[_MOVES])
    into_tuple(moves, 1, held(given[0]))
    into_tuple(moves, 2, held(given[1]))
    slots[_MOVES] = moves
    _go_on(slots, after)
    return none()


@entry
def legal(game: int, address: int, count: int, names: int) -> int:
    """The legal actions of a seat."""
    slots, given = numbers_at(game, _WORDS), numbers_at(address, count)
    block = _block_of(game, slots)
    question = slots[_ASKED]
    is_free = question and block and not to_number(slots[_BUSY])
    if count != 1 or names or not is_free or given[0] != in_tuple(question, SEAT):
        return left_to_python(game, _legal_in_python(), address, count, names)
    actions, control = in_tuple(question, LEGAL), numbers_at(to_number(block), CONTROL)
    if control[OPTIONS] == control[UPPER_OPTIONS] == LISTED:
        return held(actions)
    legal_actions, index = new_tuple(size(control[OPTIONS]) + size(control[UPPER_OPTIONS])), 0
    for word in range(2):
        options = control[OPTIONS + word]
        while options:
            into_tuple(legal_actions, index, held(in_tuple(actions, 64 * word + lowest(options))))
            options &= options - 1
            index += 1
    return legal_actions


@entry
def undo(game: int, _nothing: int) -> int:
    """Take back the last decision."""
    slots = numbers_at(game, _WORDS)
    address = to_number(slots[_ADDRESS]) if slots[_ADDRESS] and not to_number(slots[_SHARED]) else 0
    # If nothing is pending, the deal is over, and Python takes the decision back.
    if (
        not address
        or not slots[_ASKED]
        or to_number(slots[_BUSY])
        or numbers_at(address, CONTROL)[DEPTH] == numbers_at(address, CONTROL)[BASE]
    ):
        return left_to_python(game, _undo_in_python(), 0, 0, NOTHING)
    into_slot(slots, _MOVES, held(in_tuple(slots[_MOVES], 0)))
    question = by_number(slots[_MEMORY], taken_back(address))
    if not question:
        # The next call looks up the question.
        into_slot(slots, _ASKED, NOTHING)
        into_slot(slots, _ACTORS, NOTHING)
        return none()
    _go_on(slots, question)
    return none()


@entry
def copy(game: int, _nothing: int) -> int:
    """An independent copy of the game."""
    slots = numbers_at(game, _WORDS)
    address = slots[_ADDRESS]
    if not slots[_ASKED] or to_number(slots[_BUSY]):
        return left_to_python(game, _copy_in_python(), 0, 0, NOTHING)
    made = same_type(game)
    others = numbers_at(made, _WORDS)
    for slot in (_ACTORS, _ASKED, _BUSY, _DEALS, _HELD, _MEMORY, _MOVES, _STORY):
        others[slot] = held(slots[slot])
    if not address:
        others[_SOURCE] = held(slots[_SOURCE])
        return made
    stands = new_tuple(3)
    into_tuple(stands, 0, held(slots[_BLOCK]))
    into_tuple(stands, 1, held(address))
    into_tuple(stands, 2, from_number(numbers_at(to_number(address), CONTROL)[DEPTH]))
    others[_SOURCE] = stands
    into_slot(slots, _SHARED, from_truth(1))
    return made


def with_compiled_methods(kind: Any) -> Any:
    """A class of the same name with compiled versions of its most frequent methods.

    Args:
        kind: a class with `Slots` and with those methods in Python. The compiled ones call them by names that begin
            with an underscore, and also call `_branch`.
    """
    functions = {"play": (play, MANY), "legal": (legal, MANY), "undo": (undo, NONE), "copy": (copy, NONE)}
    in_python = {name: getattr(kind, name) for name in functions}
    namespace = {"__slots__": (), "__module__": kind.__module__, "__doc__": kind.__doc__}
    made = type(kind.__name__, (kind,), {**namespace, **{f"_{name}": like for name, like in in_python.items()}})
    for name, (function, flags) in functions.items():
        setattr(made, name, method(made, in_python[name], function, flags))
    return made

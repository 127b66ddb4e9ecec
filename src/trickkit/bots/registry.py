"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from trickkit.bots.base import Bot
from trickkit.bots.beginner import Beginner, Forgetful
from trickkit.bots.flat import Flat
from trickkit.bots.greedy import Greedy
from trickkit.bots.ismcts import ISMCTS
from trickkit.bots.learned import Learned
from trickkit.bots.levels import Best
from trickkit.bots.solver import Solver
from trickkit.bots.uniform import Random
from trickkit.errors import InvalidRules, TrickkitError, nearest, quoted

__all__ = ["ENTRY_POINTS", "read", "read_all"]

ENTRY_POINTS = "trickkit.bots"
"""The entry-point group in which a distribution registers its bots: a name, and a callable that makes the bot, without
arguments or from the numbers after the colon."""

MOST = 10_000
"""The highest number in a text. Records name bots, and nobody should wait forever after resuming a stranger's
record."""

_BUILT_IN: dict[str, Callable[..., Bot]] = {
    "random": Random,
    "beginner": Beginner,
    "forgetful": Forgetful,
    "flat": Flat,
    "greedy": Greedy,
    "solver": Solver,
    "ismcts": ISMCTS,
    "best": Best,
}


FILE = "learned"
"""The bot that takes a path after the colon."""

THERE_ARE = "; bots: "
"""The words before the list of bots in an error."""


def read(text: str, *, files: bool = True) -> Bot:
    """The bot that a text names, such as `random`, `greedy`, `flat:64` or `best:3@1000`, or a registered one.

    Args:
        text: a name; after a colon a number, such as the playouts of each action for `flat`, or the level for `best`;
            and after `@` a second one, such as the playouts for `best`. Numbers are at most 10,000. After `learned:`
            comes the path of a file that `train` wrote; without it, installed networks play.
        files: whether the text may name a file; False where it comes from a stranger.

    Raises:
        InvalidRules: there is no such bot, or it does not take such numbers.
        InvalidRecord: the file has no network in it.

    >>> read("flat:16"), read("random")
    (Flat(playouts=16, seed=0, utility=None, calls=None, slowly=None), Random(seed=0))
    >>> read("best:3@1000")
    Best(level=3, playouts=1000, seed=0, rules=None, network=Learned(path=None))
    >>> read("flad")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: no bot 'flad' (did you mean 'flat'?); bots: random, beginner, forgetful, flat, \
greedy, solver, ismcts, best, learned, natural, skat_caller, spades_caller, as in flat:64 or learned:FILE
    """
    name, colon, rest = text.strip().partition(":")
    if name == FILE:
        if not colon:
            return Learned()
        if not files:
            raise InvalidRules(f"{quoted(text)}: a text from elsewhere must not name a bot's file")
        if not rest:
            raise InvalidRules(f"{quoted(text)}: the path of a file comes after the colon, as in learned:hearts.npz")
        return Learned(rest)
    # Only a name that is not built in makes it necessary to search all installed packages.
    registered = {} if name in _BUILT_IN else _registered()
    if name not in (*_BUILT_IN, *registered):
        known = [*_BUILT_IN, FILE, *sorted(registered.keys() - _BUILT_IN.keys())]
        raise InvalidRules(
            f"no bot {quoted(name)}{nearest(name, known)}{THERE_ARE}{', '.join(known)}, as in flat:64 or learned:FILE"
        )
    numbers = [_number(text, argument) for argument in rest.split("@", maxsplit=1)] if colon else []
    try:
        make = registered[name].load() if registered else _BUILT_IN[name]
        made: Any = make(*numbers)
    except TrickkitError:
        raise
    except Exception as error:
        raise InvalidRules(f"the bot {quoted(text)} cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(made, Bot):
        raise InvalidRules(f"the bot {quoted(name)} is registered as something else: {quoted(made)}")
    return made


def read_all(texts: Iterable[str]) -> dict[str, Bot]:
    """The bots that some texts name, by text; errors in several are reported together.

    Raises:
        InvalidRules: as `read` raises it.
        InvalidRecord: a file has no network in it.

    >>> read_all(["flad:16", "flat:x", "random"])
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: no bot 'flad' (did you mean 'flat'?); 'flat:x': a whole number comes after the \
colon, as in flat:64 or best:3@1000; bots: random, beginner, forgetful, flat, greedy, solver, ismcts, best, learned, \
natural, skat_caller, spades_caller, as in flat:64 or learned:FILE
    """
    made, errors = dict[str, Bot](), list[TrickkitError]()
    for text in dict.fromkeys(texts):
        try:
            made[text] = read(text)
        except TrickkitError as error:
            errors.append(error)
    if not errors:
        return made
    if len(errors) == 1:
        raise errors[0]
    parts = [error.message.partition(THERE_ARE) for error in errors]
    there_are = max(["".join(rest) for _, *rest in parts])
    raise type(errors[0])("; ".join([wrong for wrong, *_ in parts]) + there_are) from errors[0]


def _number(text: str, number: str) -> int:
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise InvalidRules(f"{quoted(text)}: a whole number comes after the colon, as in flat:64 or best:3@1000")
    if int(number) > MOST:
        raise InvalidRules(f"{quoted(text)}: the number is {MOST} at most")
    return int(number)


def _registered() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}

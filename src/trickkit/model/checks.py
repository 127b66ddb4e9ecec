"""Validators for fields; their errors say what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from trickkit.errors import InvalidRules, TrickkitError, a, nearest, quoted

__all__ = [
    "MOST",
    "MOST_ACTIONS",
    "counted",
    "each_is_a",
    "forget_if_overridden",
    "is_a",
    "one_of",
    "pairs_of",
    "printable",
    "whole",
]

MOST = 1_000
"""The largest number of seats, cards, tricks, levels, tokens and the like in a game."""

MOST_ACTIONS = 10_000
"""The most different actions of a game."""


def is_a(kind: type[Any], error: type[TrickkitError] = InvalidRules) -> Any:
    """A validator for values of a type, which may be abstract.

    >>> from trickkit.policies.control import Owner
    >>> from trickkit.phases import Tricks
    >>> Tricks(follow=Owner())
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: Tricks: follow=Owner() is not a Follow
    """

    def check(instance: Any, field: Any, value: Any) -> None:
        _check(kind, error, f"{type(instance).__name__}: {field.name.lstrip('_')}", value)

    return check


def each_is_a(kind: type[Any]) -> Any:
    """A validator for lists of values of a type, which may be abstract; they are kept as tuples.

    >>> from trickkit.variants import pikoko
    >>> pikoko.rules().replace(scoring=(1,))
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: Rules: scoring[0]=1 is not a Scoring
    """

    def check(instance: Any, field: Any, values: Any) -> None:
        where = f"{type(instance).__name__}: {field.name}"
        if not isinstance(values, tuple):
            hint = f"; write [{quoted(values)}]" if _is_one(values, kind) else ""
            raise InvalidRules(f"{where}={quoted(values)} is not a list of {kind.__name__}{hint}")
        for index, value in enumerate(values):
            _check(kind, InvalidRules, f"{where}[{index}]", value)

    return check


def pairs_of(name: type[Any], value: type[Any], what: str) -> Any:
    """A validator for values by name, kept as pairs; `what` says what they are, for errors.

    >>> from trickkit.scoring import ScoreCards
    >>> ScoreCards(cards={"QS": "13"})
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: ScoreCards: cards has '13' for 'QS'; it must have whole points by name
    """

    def check(instance: Any, field: Any, pairs: Any) -> None:
        for key, other in pairs:
            where = f"{type(instance).__name__}: {field.name}"
            if not isinstance(key, name):
                raise InvalidRules(f"{where} has the key {quoted(key)}; it must have {what}")
            if not isinstance(other, value):
                raise InvalidRules(f"{where} has {quoted(other)} for {quoted(key)}; it must have {what}")

    return check


def _check(kind: type[Any], error: type[TrickkitError], where: str, value: Any) -> None:
    if isinstance(value, type) and issubclass(value, kind):
        raise error(f"{where} is the class {value.__name__}; write {value.__name__}(...)")
    if not _is_one(value, kind):
        hint = f"; write {value}(...), without quotes" if isinstance(value, str) and _is_below(kind, value) else ""
        raise error(f"{where}={quoted(value)} is not {a(kind.__name__)}{hint}")


def _is_below(kind: type[Any], name: str) -> bool:
    """Whether a loaded subclass of a class has a given name."""
    return any(each.__name__ == name or _is_below(each, name) for each in type.__subclasses__(kind))


def _is_one(value: Any, kind: type[Any]) -> bool:
    """Whether a value is of a type; a policy that chooses among others is of the type if all of those are."""
    among = getattr(value, "among_policies", ())
    return isinstance(value, kind) and all(_is_one(policy, kind) for policy in among)


def whole(least: int, error: type[TrickkitError] = InvalidRules) -> Any:
    """A validator for integers with a minimum.

    >>> from trickkit.policies.schedule import SameSize
    >>> SameSize(0)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: SameSize: cards=0 is not a whole number from 1 on
    """

    def check(instance: Any, field: Any, value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            where = f"{type(instance).__name__}: {field.name.lstrip('_')}"
            raise error(f"{where}={quoted(value)} is not a whole number from {least} on")

    return check


def counted(least: int, error: type[TrickkitError] = InvalidRules) -> Any:
    """A validator for the size of something in a game: an integer from a minimum to `MOST`.

    Anybody can request a game with a sheet or a record, and larger numbers would only cost time.

    >>> from trickkit.policies.schedule import SameSize
    >>> SameSize(1_000_000)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: SameSize: cards=1000000 is more than 1,000, the most that a game may have
    """
    is_whole = whole(least, error)

    def check(instance: Any, field: Any, value: Any) -> None:
        is_whole(instance, field, value)
        if value > MOST:
            where = f"{type(instance).__name__}: {field.name.lstrip('_')}"
            raise error(f"{where}={quoted(value)} is more than {MOST:,}, the most that a game may have")

    return check


def printable() -> Any:
    """A validator for printable texts; other texts could send control codes to a terminal.

    >>> from trickkit.variants import pikoko
    >>> pikoko.rules().replace(name="\\x1b[2J")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: Rules: name='\\x1b[2J' is not a text that can be printed
    """

    def check(instance: Any, field: Any, value: Any) -> None:
        if not isinstance(value, str) or not value.isprintable():
            where = f"{type(instance).__name__}: {field.name.lstrip('_')}"
            raise InvalidRules(f"{where}={quoted(value)} is not a text that can be printed")

    return check


def one_of(*values: str) -> Any:
    """A validator for one of a few words.

    >>> from trickkit.policies.schedule import FewestPoints
    >>> FewestPoints(basis="rond")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: FewestPoints: basis='rond' is not one of 'total', 'round' (did you mean 'round'?)
    """

    def check(instance: Any, field: Any, value: Any) -> None:
        if value not in values:
            allowed = ", ".join(repr(choice) for choice in values)
            where = f"{type(instance).__name__}: {field.name}"
            raise InvalidRules(f"{where}={quoted(value)} is not one of {allowed}{nearest(str(value), values)}")

    return check


def forget_if_overridden(kind: type, base: type, names: Sequence[str], others: Collection[str]) -> None:
    """Reset what a class inherits about itself, if it, or a mixin of it, defines anew what that depends on.

    Args:
        kind: the new class.
        base: the class whose definitions replace the inherited ones.
        names: the attributes to reset.
        others: the attributes on which they depend.

    >>> class Base:
    ...     rule, summary = "usual", ""
    >>> class Known(Base):
    ...     rule, summary = "special", "described"
    >>> class Derived(Known):
    ...     rule = "another"
    >>> forget_if_overridden(Derived, Base, ["summary"], ["rule"])
    >>> Derived.summary, Known.summary
    ('', 'described')
    """
    for name in names:
        definer = next(index for index, part in enumerate(kind.__mro__) if name in vars(part))
        if any(other in vars(part) for part in kind.__mro__[:definer] for other in others):
            setattr(kind, name, vars(base)[name])

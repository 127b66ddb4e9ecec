"""Differences between rules, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from trickkit.play.rules import Rules

__all__ = ["differences", "has_text"]


def differences(rules: Rules, base: Rules) -> list[str]:
    """The differences between rules and the rules they were derived from, one line for each part.

    Args:
        rules: phases of the base may be missing; the others keep its order.
        base: the rules they were derived from.

    >>> from trickkit.phases import Bids, Confidence, Tricks
    >>> from trickkit.policies.follow import MustTrump
    >>> from trickkit.variants import pikoko
    >>> house = pikoko.rules().without(Confidence).replace(Tricks, follow=MustTrump())
    >>> differences(house, pikoko.rules())
    ['without Confidence', 'Tricks, follow: MustTrump instead of MustFollow']
    """
    left = {type(phase) for phase in rules.phases}
    changes = [f"without {type(phase).__name__}" for phase in base.phases if type(phase) not in left]
    phases = [phase for phase in base.phases if type(phase) in left]
    changes += _each("phases", rules.phases, phases)
    changes += _each("scoring", rules.scoring, base.scoring)
    for part in ("schedule", "ending"):
        changes += _changes(part, getattr(rules, part), getattr(base, part))
    # A phase that occurs several times is changed everywhere.
    return list(dict.fromkeys(changes))


def _each(label: str, new: Sequence[Any], old: Sequence[Any]) -> Iterator[str]:
    """The values one by one if each has kept its class, otherwise all together."""
    if [type(value) for value in new] == [type(value) for value in old]:
        for newer, older in zip(new, old, strict=True):
            yield from _changes(type(newer).__name__, newer, older)
    elif tuple(new) != tuple(old):
        yield f"{label}: {_text(tuple(new))} instead of {_text(tuple(old))}"


def _changes(label: str, new: Any, old: Any) -> Iterator[str]:
    """One line for every parameter that differs, as deep inside as possible."""
    if new == old:
        return
    if type(new) is type(old) and attrs.has(type(new)) and not has_text(new):
        for field in attrs.fields(type(new)):
            yield from _changes(f"{label}, {field.alias}", getattr(new, field.name), getattr(old, field.name))
    else:
        yield f"{label}: {_text(new)} instead of {_text(old)}"


def _text(value: Any) -> str:
    """A value as a line shows it: a policy as in Python, without brackets if it has no parameters."""
    if isinstance(value, tuple):
        return ", ".join(_text(part) for part in value) or "none"
    return str(value) if has_text(value) else repr(value).removesuffix("()")


def has_text(value: object) -> bool:
    """Whether a value's class defines how it is printed, as those of cards, suits and records do.

    >>> from trickkit.model.cards import Suit
    >>> has_text(Suit("red", "R")), has_text(7)
    (True, False)
    """
    text: object = type(value).__str__
    return text is not object.__str__

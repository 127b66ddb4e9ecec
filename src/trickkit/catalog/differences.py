"""Differences between rules, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from trickkit.play.rules import Rules

__all__ = ["differences", "has_text"]


Say = Callable[[object], str]


def differences(rules: Rules, base: Rules, *, say: Say = lambda _: "") -> list[str]:
    """The differences of rules from the rules they derive from, one line for each part.

    Args:
        rules: phases of the base may be missing, and others added; those of the base keep its order.
        base: the rules they were derived from.
        say: a function that gives a phase or policy in words; "" for its form in Python.

    >>> from trickkit.phases import Bids, Confidence, Tricks
    >>> from trickkit.policies.follow import MustTrump
    >>> from trickkit.variants import pikoko
    >>> house = pikoko.rules().without(Confidence).replace(Tricks, follow=MustTrump())
    >>> differences(house, pikoko.rules())
    ['without Confidence', 'Tricks, follow: MustTrump instead of MustFollow']
    """
    left, before = {type(phase) for phase in rules.phases}, {type(phase) for phase in base.phases}
    changes = [f"without {type(phase).__name__}" for phase in base.phases if type(phase) not in left]
    changes += [f"with {_text(phase, say)}" for phase in rules.phases if type(phase) not in before]
    phases = [phase for phase in base.phases if type(phase) in left]
    changes += _each("phases", [phase for phase in rules.phases if type(phase) in before], phases, say)
    changes += _each("scoring", rules.scoring, base.scoring, say)
    changes += _each("memory", rules.memory, base.memory, say)
    for part in ("schedule", "ending"):
        changes += _changes(part, getattr(rules, part), getattr(base, part), say)
    # A phase that occurs several times is changed everywhere.
    return list(dict.fromkeys(changes))


def _each(label: str, new: Sequence[Any], old: Sequence[Any], say: Say) -> Iterator[str]:
    """Differences value by value if each has kept its class, otherwise of all together."""
    if [type(value) for value in new] == [type(value) for value in old]:
        for newer, older in zip(new, old, strict=True):
            yield from _changes(type(newer).__name__, newer, older, say)
    elif tuple(new) != tuple(old):
        yield f"{label}: {_text(tuple(new), say)} instead of {_text(tuple(old), say)}"


def _changes(label: str, new: Any, old: Any, say: Say) -> Iterator[str]:
    """A line for every parameter that differs, at the deepest level possible."""
    if new == old:
        return
    if type(new) is type(old) and attrs.has(type(new)) and not has_text(new):
        for field in attrs.fields(type(new)):
            yield from _changes(f"{label}, {field.alias}", getattr(new, field.name), getattr(old, field.name), say)
    else:
        text_of = say if say(new) != say(old) else lambda _: ""
        yield f"{label}: {_text(new, text_of)} instead of {_text(old, text_of)}"


def _text(value: Any, say: Say) -> str:
    if isinstance(value, tuple):
        return ", ".join(_text(part, say) for part in value) or "none"
    if has_text(value):
        return str(value)
    return say(value) or repr(value).removesuffix("()")


def has_text(value: object) -> bool:
    """Whether a value's class defines how it is printed, as those of cards, suits and records do.

    >>> from trickkit.model.cards import Suit
    >>> has_text(Suit("red", "R")), has_text(7)
    (True, False)
    """
    text: object = type(value).__str__
    return text is not object.__str__

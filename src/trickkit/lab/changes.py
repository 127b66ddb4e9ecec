"""The differences between two rules, in the words of the rules."""

from __future__ import annotations

import inspect
import re
from typing import Any

from trickkit.catalog.differences import differences
from trickkit.catalog.options import options
from trickkit.catalog.registry import builder
from trickkit.errors import TrickkitError
from trickkit.play.rules import Rules

__all__ = ["changes", "named_change"]

LINES = 8
"""Above this number of differences, rules count as another game."""
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""The beginnings of words in the name of a class."""


def changes(rules: Rules, base: Rules) -> list[str]:
    """The differences between two rules, in words: of options if those differ, otherwise of policies.

    Args:
        rules: the rules.
        base: those they are compared with.

    >>> from trickkit.variants import pikoko
    >>> changes(pikoko.rules(next_lead="start_player"), pikoko.rules())
    ['next lead: start player instead of winning peacock (who leads the next trick)']
    """
    differ = _options(rules, base)
    if differ:
        meanings = _meanings(rules.key)
        return [
            f"{words(name)}: {words(value)} instead of {words(base.options.get(name))}"
            + (f" ({meanings[name]})" if meanings.get(name) else "")
            for name, value in differ.items()
        ]
    lines = [_plain(line) for line in differences(rules, base, say=_first_line)]
    return lines if len(lines) <= LINES else [f"{rules.name} is another game than {base.name}"]


def named_change(rules: Rules, base: Rules) -> tuple[str, int]:
    """The difference between two rules as the subject of a sentence, and the sign of its effect.

    The sign is -1 if the first rules have something that the others lack, because the sentence is then about that.

    >>> from trickkit import load
    >>> named_change(load("oh_hell", hook=False), load("oh_hell"))
    ('the hook', -1)
    >>> named_change(load("pikoko", players=3), load("pikoko"))
    ('changing players from 4 to 3', 1)
    """
    differ = _options(rules, base)
    if len(differ) == 1:
        (name, value), *_ = differ.items()
        if isinstance(value, bool):
            named = f"the rule “{words(name)}”" if "_" in name else f"the {name}"
            return named, 1 if value else -1
        return f"changing {words(name)} from {words(base.options.get(name))} to {words(value)}", 1
    return (f"playing “{rules.name}”" if rules.name != base.name else "the change"), 1


def words(value: object) -> str:
    """An option's name or value in everyday spelling.

    >>> words("next_lead"), words(True)
    ('next lead', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def _plain(line: str) -> str:
    """A line of differences with class names split into words, such as "pass cards, who: ..."."""
    label, colon, rest = line.partition(": ")
    return f"{CAMEL.sub(' ', label).replace('_', ' ').lower()}{colon}{rest}"


def _options(rules: Rules, base: Rules) -> dict[str, Any]:
    if rules.key != base.key or rules.sheet or base.sheet:
        return {}
    return {name: value for name, value in rules.options.items() if value != base.options.get(name)}


def _meanings(key: str) -> dict[str, str]:
    """The meanings of options, by name; {} for rules that are not registered."""
    try:
        return {option.name: re.split(r"[:;(]", option.meaning)[0].strip() for option in options(builder(key))}
    except TrickkitError:
        return {}


def _first_line(value: object) -> str:
    """The first line of a policy's docstring; "" for a built-in value."""
    first = inspect.cleandoc(type(value).__doc__ or "").partition("\n")[0]
    return first.removesuffix(".") if type(value).__module__ != "builtins" else ""

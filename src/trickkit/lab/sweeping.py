"""Variations of rules in an option or in a number inside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from trickkit.catalog.options import options
from trickkit.catalog.registry import builder, sheet
from trickkit.catalog.registry import load as load_rules
from trickkit.catalog.sheets.making import parts_of
from trickkit.catalog.sheets.sheet import parts_in
from trickkit.errors import InvalidRules, TrickkitError, nearest, quoted
from trickkit.play.rules import Rules

__all__ = ["MOST", "based_on", "places_of", "swept"]

MOST = 200
"""The maximum number of rules in a sweep."""

OVER = "over"
"""The name in errors of the sheet that a sweep makes."""

Value = bool | int | str


def based_on(rules: Rules | str) -> tuple[str, Mapping[str, Any]]:
    """The game and the options from which rules can be rebuilt.

    Args:
        rules: a key, the path of a file, or rules built from a key and options alone.

    Raises:
        InvalidRules: the rules were changed in Python, or come from a file.

    >>> from trickkit.variants import pikoko
    >>> game, options = based_on(pikoko.rules(players=3))
    >>> game, options["players"]
    ('pikoko', 3)
    """
    if isinstance(rules, str):
        return rules, {}
    try:
        same = load_rules(rules.key, **rules.options) == rules
    except TrickkitError:
        same = False
    if not same:
        raise InvalidRules(
            f"{quoted(rules)} cannot be rebuilt with other numbers; give the key or the path of the game"
        )
    return rules.key, rules.options


def swept(
    game: str, given: Mapping[str, Any], over: Mapping[str, Sequence[Value]]
) -> tuple[tuple[str, ...], tuple[Rules, ...]]:
    """The rules of a game with every combination of values, and their names.

    Args:
        game: a key, or the path of a file.
        given: options that all of them share.
        over: by name, the values. A name is an option; or what a house-rule sheet changes, written with dots, such as
            `ending.deals`; or the last part of that, if it is unique in the rules.

    Raises:
        InvalidRules: there is no such name or value, or there are too many combinations.

    >>> names, rules = swept("pikoko", {"players": 3}, {"tokens": [7, 8], "ending.deals": [1, 2]})
    >>> names[1], rules[1].ending.deals, rules[1].phases[2].bidding.tokens
    ('tokens=7, ending.deals=2', 2, 7)
    """
    if not over or not all(over.values()):
        raise InvalidRules("over: there is nothing to sweep; give a name and its values, as in tokens=[5, 6, 7]")
    combinations = list(product(*over.values()))
    if len(combinations) > MOST:
        raise InvalidRules(f"over: {len(combinations)} combinations; a sweep has at most {MOST}")
    base = load_rules(game, **given)
    paths = {name: _path(game, base, name) for name in over}
    names = tuple(_name(over, combination) for combination in combinations)
    return names, tuple(
        _changed(game, given, dict(zip(paths.values(), combination, strict=True))) for combination in combinations
    )


def _name(over: Mapping[str, Sequence[Value]], values: Sequence[Value]) -> str:
    """A name made of the values that distinguish rules from the others."""
    pairs = [(name, value) for name, value in zip(over, values, strict=True) if len(over[name]) > 1]
    parts = [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in pairs]
    return ", ".join(parts) or "the rules"


def _changed(game: str, given: Mapping[str, Any], values: Mapping[str, Value]) -> Rules:
    own = {path.removeprefix("options."): value for path, value in values.items() if path.startswith("options.")}
    inside = [f"{path} = {json.dumps(value)}" for path, value in values.items() if not path.startswith("options.")]
    chosen = {**given, **own}
    if not inside:
        return load_rules(game, **chosen)
    text = "\n".join([f"base = {json.dumps(game)}", *inside])
    try:
        return sheet(text, OVER, files=True)(**chosen)
    except InvalidRules as error:
        # The user never sees this sheet: the error is about the value in its line.
        line = re.match(rf"{OVER}, line (\d+): ", error.message)
        if line is None:
            raise
        raise InvalidRules(f"over: {inside[int(line[1]) - 2]}: {error.message[line.end() :]}") from error


def _path(game: str, rules: Rules, name: str) -> str:
    """The one path in a sheet that a name stands for."""
    known = [option.name for option in options(builder(game))]
    if name in known:
        return f"options.{name}"
    if "." in name:
        return name
    places = sorted(set(places_of(rules, name)))
    if not places:
        raise InvalidRules(
            f"no option {quoted(name)}{nearest(name, known)}, and nothing in the rules has this name; options: "
            f"{', '.join(known) or 'none'}"
        )
    if len(places) > 1:
        raise InvalidRules(f"{quoted(name)} occurs several times; name one of them: {', '.join(places)}")
    return places[0]


def places_of(rules: Rules, name: str) -> Iterator[str]:
    """The paths at which a name occurs in rules, as a sheet writes them.

    Args:
        rules: of a game.
        name: of a parameter of a phase, a policy or another part.

    >>> from trickkit.variants import pikoko
    >>> [*places_of(pikoko.rules(), "tokens")], [*places_of(pikoko.rules(), "exact")]
    (['phases.Bids.bidding.tokens'], ['scoring.ScoreBids.exact'])
    """
    for whole, value in parts_in(rules).items():
        for path, _ in parts_of(value, whole):
            if path.endswith(f".{name}"):
                yield path

"""A house-rule sheet: a TOML text that names a game, and lists the differences from it.

```toml
base = "pikinni"            # a key, or the path of a .py or .toml file as seen from the sheet

[options]                   # of the base
players = 3

[phases.Tricks]             # policies and numbers of a phase
follow = "MustOvertrump"

[phases.PassCards]          # a phase that the base lacks, next to one that it has
after = "DealOut"
cards = 1

[ending]                    # a table without `policy` changes the existing one, one with it replaces it
deals = 5
```
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import ModuleType
from typing import Any

from attrs import evolve, frozen

from trickkit.catalog.options import Builder, Option, check, options
from trickkit.catalog.sheets.lines import Path
from trickkit.catalog.sheets.making import absent, elsewhere, listed
from trickkit.catalog.sheets.node import Node, parsed
from trickkit.catalog.sheets.policies import named
from trickkit.catalog.sheets.values import Reader, names_of
from trickkit.errors import InvalidRules, TrickkitError, nearest, quoted
from trickkit.phases.base import Phase
from trickkit.play.rules import Rules, flaw_of
from trickkit.policies.ending import Ending
from trickkit.policies.memory import Memory
from trickkit.policies.schedule import Schedule
from trickkit.scoring.base import Scoring

__all__ = ["Find", "Sheet", "parts_in", "read"]

Build = Callable[..., Rules]

Find = Callable[[str], Build]
"""A function that finds the builder of a sheet's base, given its name in the sheet."""

WORDS = ("key", "name", "summary", "source")
"""Names and descriptions of the rules, which a sheet may change."""

PARTS = {"scoring": tuple[Scoring, ...], "schedule": Schedule, "ending": Ending, "memory": tuple[Memory, ...]}
"""The parts of the rules besides the phases that may be replaced or changed, with the type of each."""

KNOWN = ("base", *WORDS, "options", "without", "phases", *PARTS)


@frozen(eq=False, repr=False, kw_only=True)
class Sheet(Builder):
    """A parsed sheet. Called with options of its base, which override the sheet's own, it returns the rules.

    Args:
        text: the whole sheet.
        path: the path of its file, as it was given.
        saved: whether the file has exactly this text, so that the rules can be loaded from it again.
        tried: whether unplayable rules are refused; false if a sheet based on this one may still repair them.
        base: the function that builds the rules of the base.
        given: the options in the sheet, by name.
        top: the contents of the sheet, by key.

    >>> from trickkit.catalog.registry import sheet
    >>> short = sheet('base = "pikoko"\\nending.deals = 1\\noptions.players = 3', "short.toml")
    >>> short().key, short().players, short(players=5).players, short().ending.deals
    ('short', 3, 5, 1)
    """

    text: str
    path: str
    saved: bool
    tried: bool
    base: Build
    given: Mapping[str, object]
    top: Mapping[str, Node]

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(
            evolve(option, default=self.given.get(option.name, option.default)) for option in options(self.base)
        )

    @property
    def module(self) -> ModuleType | None:
        """The module with the function that builds the base, found through any sheets in between."""
        builder = inspect.unwrap(self.base)
        return builder.module if isinstance(builder, Sheet) else sys.modules.get(builder.__module__)

    def __call__(self, /, **given: Any) -> Rules:
        """The rules with the given options.

        Args:
            given: options, which override those of the sheet.

        Raises:
            InvalidRules: an option does not exist or cannot have that value; or the sheet does not fit its base, or
                makes unplayable rules, with file and line.
        """
        chosen = check(self, given)
        base = self.unchanged(**given)
        rules = self._changed(base, self.top)
        if self.tried and (flaw := flaw_of(rules)) is not None:
            raise self._blamed(flaw, base)
        self._check_options(base, given)
        self._check_given(given)
        words = [f"{name}={value!r}" for name, value in given.items()]
        call = f"load({', '.join([repr(self.path), *words])})" if self.saved else f"{self!r}({', '.join(words)})"
        return evolve(rules, options=chosen, source_text=call, sheet=self.text)

    def unchanged(self, /, **given: Any) -> Rules:
        """The rules of the base with the given options, without the changes of the sheet.

        Args:
            given: options, which override those of the sheet.

        Raises:
            InvalidRules: the base refuses the options.

        >>> from trickkit.catalog.registry import sheet
        >>> short = sheet('base = "pikoko"\\nending.deals = 1\\noptions.players = 3', "short.toml")
        >>> short.unchanged().players, short.unchanged().ending.deals
        (3, 3)
        """
        try:
            return self.base(**{**self.given, **given})
        except TrickkitError as error:
            node = self.top.get("options", self.top["base"])
            raise _innermost(node, error.message, partial(self._refuses, given)).wrong(error.message) from error

    def _refuses(self, given: Mapping[str, object], why: str, without: Path) -> bool:
        """Whether the base still refuses the options, in the same words, without one of them."""
        try:
            self.base(**{**{name: value for name, value in self.given.items() if name != without[-1]}, **given})
        except TrickkitError as error:
            return error.message == why
        return False

    def _check_options(self, base: Rules, given: Mapping[str, object]) -> None:
        """Refuse an option that changes the base but not the rules, because the sheet replaces what it sets."""
        replaced = self._replaced
        for name, node in self.top["options"].table().items() if replaced and "options" in self.top else ():
            if name in given:
                continue
            try:
                usual = self.base(**{other: value for other, value in {**self.given, **given}.items() if other != name})
            except TrickkitError:
                continue
            if why := self._why_idle(usual, base, name, replaced):
                raise node.wrong(f"{name} = {node} changes nothing, as {why} what it sets")

    def _check_given(self, given: Mapping[str, object]) -> None:
        """Refuse likewise an option that is given from outside, if by itself it changes the base, but not the rules."""
        replaced = self._replaced
        usually = {option.name: option.default for option in self.options}
        for name, value in given.items() if replaced else ():
            if value == usually[name]:
                continue
            try:
                usual, base = self.unchanged(), self.unchanged(**{name: value})
            except InvalidRules:
                continue
            if why := self._why_idle(usual, base, name, replaced):
                raise InvalidRules(f"{self.path}: {name}={value!r} changes nothing, as {why} what it sets")

    @property
    def _replaced(self) -> list[Node]:
        """The parts of the sheet that take the place of parts of the base."""
        return [self.top[part] for part in ("without", "phases", *PARTS) if part in self.top]

    def _why_idle(self, usual: Rules, base: Rules, option: str, replaced: Sequence[Node]) -> str:
        """What replaces, or leaves out, all that an option changes in the base; "" if something of it remains."""
        if _parts(usual) == _parts(base) or self._made_of(base, ()) is None or not self._is_idle(usual, base, option):
            return ""
        inner = next((part for part in replaced if not self._is_idle(usual, base, option, part.path)), replaced[0])
        inner = _innermost(inner, option, partial(self._is_idle, usual, base))
        return f"{inner.where} {'leaves out' if inner.path[0] == 'without' else 'replaces'}"

    def _is_idle(self, usual: Rules, base: Rules, option: str, without: Path = ()) -> bool:
        """Whether an option that changes the base has no effect on the sheet without one of its parts."""
        return self._made_of(usual, without) == self._made_of(base, without)

    def _made_of(self, base: Rules, without: Path) -> tuple[object, ...] | None:
        """The result of applying the sheet without one of its parts to a base; None if that is refused."""
        try:
            return _parts(self._changed(base, self._rest(without)))
        except InvalidRules:
            return None

    def _rest(self, without: Path) -> dict[str, Node]:
        """The contents of the sheet without the value at a path."""
        rest = _without({name: node.value for name, node in self.top.items()}, without)
        return {name: evolve(self.top[name], value=value) for name, value in rest.items()}

    def _blamed(self, flaw: str, base: Rules) -> InvalidRules:
        """The error for unplayable rules, placed at the first part of the sheet that causes the flaw."""
        parts = [self.top[name] for name in ("without", *PARTS) if name in self.top]
        phases = self.top["phases"].table().values() if "phases" in self.top else ()
        for node in (*parts, *phases):
            if not self._has(base, flaw, node.path):
                return _innermost(node, flaw, partial(self._has, base)).wrong(flaw)
        return InvalidRules(f"{self.path}: {flaw}")

    def _has(self, base: Rules, flaw: str, without: Path) -> bool:
        """Whether the rules without a part of the sheet have a flaw; True if there are no such rules."""
        try:
            return flaw_of(self._changed(base, self._rest(without))) == flaw
        except InvalidRules:
            return True

    def _changed(self, rules: Rules, top: Mapping[str, Node]) -> Rules:
        reader = Reader(rules.deck, named(self.module))
        words = {word: top[word].text() for word in WORDS if word in top}
        for word in ("key", "name"):
            if words.get(word) == "":
                raise top[word].wrong(f"a {word} is a letter or more")
        parts: dict[str, Any] = {"key": _stem(self.path) or "rules", **words}
        if "without" in top:
            rules = _without_phases(rules, top["without"])
        if "phases" in top:
            parts["phases"] = _phases(rules.phases, top["phases"], reader)
        for name, kind in PARTS.items():
            if name in top:
                parts[name] = reader.read(top[name], kind, getattr(rules, name))
        if "ending" in top and not _says(top["ending"], "wins"):
            parts["ending"] = _won_as(rules.ending, parts["ending"])
        return evolve(rules, **parts).claiming_no_more_than(rules)

    def __repr__(self) -> str:
        files = self.top["base"].value.lower().endswith((".py", ".toml"))
        return f"sheet({self.text!r}, {self.path!r}{', files=True' if files else ''})"


def parts_in(rules: Rules) -> dict[str, object]:
    """The parts of rules that a sheet may change, by their keys.

    Args:
        rules: any.

    >>> from trickkit.variants import pikoko
    >>> [*parts_in(pikoko.rules())]
    ['phases', 'scoring', 'schedule', 'ending', 'memory']
    """
    return {name: getattr(rules, name) for name in ("phases", *PARTS)}


def _parts(rules: Rules) -> tuple[object, ...]:
    """What the rules play by, apart from their names."""
    return rules.players, rules.deck, *parts_in(rules).values()


def _says(node: Node, name: str) -> bool:
    """Whether a value is a table with a certain key."""
    return isinstance(node.value, Mapping) and name in node.value


def _won_as(before: Ending, ending: Ending) -> Ending:
    """The new ending, in which the most or the fewest points win as before, because that depends on the scoring."""
    wins, own = getattr(before, "wins", None), getattr(ending, "wins", None)
    return ending if None in (wins, own) or wins == own else evolve(ending, wins=wins)  # type: ignore[misc]


def _stem(path: str) -> str:
    name = os.path.basename(path)
    return name[: -len(".toml")] if name.lower().endswith(".toml") else name


def _without(values: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Nested tables without the value at a path; all of them for an empty path."""
    if not path:
        return dict(values)
    key, *rest = path
    return {
        name: _without(value, tuple(rest)) if name == key else value
        for name, value in values.items()
        if rest or name != key
    }


def _innermost(node: Node, flaw: str, has: Callable[[str, Path], bool]) -> Node:
    """The innermost key of a table that causes the flaw, or otherwise the table; keys named in the flaw come first.

    Args:
        node: the table, or another value.
        flaw: in words.
        has: whether the flaw remains without the value at a path.
    """
    inside = node.table().values() if isinstance(node.value, Mapping) else ()
    for inner in sorted(inside, key=lambda inner: (inner.label not in flaw, flaw.find(inner.label))):
        if not has(flaw, inner.path):
            return _innermost(inner, flaw, has)
    return node


def _phases(phases: tuple[Phase, ...], node: Node, reader: Reader) -> tuple[Phase, ...]:
    """Phases with the changes of a sheet, and with its new ones, each next to the phase it names."""
    entries = node.table()
    new = {name: entry for name, entry in entries.items() if place_of(entry.value) is not None}
    rest = {name: entry.value for name, entry in entries.items() if name not in new}
    present = [type(phase.inner).__name__ for phase in phases]
    wrapped = {type(phase).__name__: type(phase.inner).__name__ for phase in phases if phase.inner is not phase}
    for name in rest:
        if name not in present and name in wrapped:
            raise entries[name].wrong(f"{name} cannot be changed, only the phase in it, such as {wrapped[name]}")
        if name not in present and reader.knows_phase(name):
            raise entries[name].wrong(
                f"{name} is not among the phases; to add it, say where, as in after = "
                f'"{present[0]}"; there are: {listed(present)}'
            )
    changed = list(reader.each(phases, evolve(node, value=rest)))
    for name, entry in new.items():
        where = place_of(entry.value) or ""
        given = entry.table()
        next_to = given.pop(where)
        if name in {mine[0] for mine in names_of(changed)}:
            raise entry.wrong(f'{name} is among the phases already; to move it, also write without = ["{name}"]')
        index = _index_of(changed, next_to)
        made = reader.phase(name, evolve(entry, value={key: child.value for key, child in given.items()}))
        changed.insert(index + (where == "after"), made)
    return tuple(changed)


def place_of(entry: object) -> str | None:
    """On which side of another phase an entry adds one: `"before"` or `"after"`; None if it changes a phase."""
    given = entry if isinstance(entry, Mapping) else {}
    # The numeric `after` of an auction is an ordinary parameter.
    return next((where for where in ("before", "after") if isinstance(given.get(where), str)), None)


def _without_phases(rules: Rules, node: Node) -> Rules:
    """Rules without the phases that a sheet leaves out, numbered as in its base."""
    out: list[int] = []
    for name in node.items() if isinstance(node.value, list) else [node]:
        index = _index_of(rules.phases, name)
        if index in out:
            raise name.wrong(f"{name.text()} is left out twice")
        out.append(index)
    try:
        return evolve(rules, phases=tuple(phase for index, phase in enumerate(rules.phases) if index not in out))
    except InvalidRules as error:
        raise node.wrong(error.message) from error


def _index_of(phases: Sequence[Phase], node: Node) -> int:
    """The index of the phase that a sheet names.

    Raises:
        InvalidRules: there is no such phase, or there are several; with file and line.
    """
    name, names = node.text(), names_of(phases)
    indices = [index for index, mine in enumerate(names) if name in mine]
    if not indices:
        raise absent(node, name, "phases", dict.fromkeys(mine[0] for mine in names))
    if len(indices) > 1:
        numbered = f"{quoted(f'{name} 1')} to {quoted(f'{name} {len(indices)}')}"
        raise node.wrong(f"{name} occurs {len(indices)} times among the phases; say which one is meant: {numbered}")
    return indices[0]


def read(text: str, path: str, find: Find, *, saved: bool, tried: bool) -> Sheet:
    """A sheet from its text.

    Args:
        text: the whole sheet.
        path: the path of its file, which need not exist.
        find: finds the base.
        saved: whether the file has exactly this text.
        tried: whether unplayable rules are refused.

    Raises:
        InvalidRules: it is not TOML, or has unknown keys, no base, or options that the base does not have; with file
            and line. The parts that it replaces are checked when the rules are built.

    >>> from trickkit.variants import pikoko
    >>> read("base = 'pikoko'\\nplayers = 3", "house.toml", lambda key: pikoko.rules, saved=False, tried=True)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: house.toml, line 2: 'players' is an option of the base; write it below [options]
    """
    whole = parsed(text, path)
    top = whole.table()
    base = _base(top["base"], find) if "base" in top else None
    known = {} if base is None else {option.name: option for option in options(base)}
    for key, node in top.items():
        if key in KNOWN:
            continue
        if key in known:
            raise node.wrong(f"{quoted(key)} is an option of the base; write it below [options]")
        if base is not None:
            sheet = Sheet(text=text, path=path, saved=saved, tried=tried, base=base, given=_given(top, known), top=top)
            error = elsewhere(node, key, parts_in(sheet.unchanged()))
            if error is not None:
                raise error
        raise node.wrong(f"a sheet has no {quoted(key)}{nearest(key, KNOWN)}; it has: {listed(KNOWN)}")
    if base is None:
        raise whole.wrong('a sheet names its base, as in base = "pikoko": a key, or the path of a .py or .toml file')
    return Sheet(text=text, path=path, saved=saved, tried=tried, base=base, given=_given(top, known), top=top)


def _base(node: Node, find: Find) -> Build:
    name = node.text()
    try:
        base = find(name)
        options(base)
    except TrickkitError as error:
        raise node.wrong(error.message) from error
    return base


def _given(top: Mapping[str, Node], known: Mapping[str, Option]) -> dict[str, object]:
    given: dict[str, object] = {}
    for name, entry in top["options"].table().items() if "options" in top else ():
        if name not in known:
            raise entry.wrong(f"no option {quoted(name)}{nearest(name, known)}; options: {listed(known)}")
        given[name] = entry.plain()
        try:
            known[name].check(given[name])
        except InvalidRules as error:
            raise entry.wrong(error.message) from error
    return given

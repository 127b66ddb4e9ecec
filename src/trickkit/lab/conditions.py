"""Conditions: which deals a study keeps.

A condition is a value, and a text such as `hearts of the starter >= 5 and double by anybody`, which the command line
accepts and files store; `read` converts it to the value.

>>> Points("seat 0", least=5) & ~Said("double")
All(parts=(Points(who='seat 0', least=5, most=None), Not(part=Said(action='double', who='anybody'))))
>>> str(_), read(str(_)) == _
('points of seat 0 >= 5 and not double by anybody', True)
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from attrs import Attribute, field, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.lab.observed import Observed
from trickkit.model.cards import Suit
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import to_tuple
from trickkit.play.rules import Rules

__all__ = ["All", "Cards", "Condition", "Not", "Points", "Said", "read"]

WHO = r"anybody|the starter|the declarer|place [0-9]{1,2}|seat [0-9]{1,2}"
NUMBER = r"-?[0-9]{1,18}"
TERM = re.compile(
    rf"(?P<negated>not )?(?P<what>[^ ].*?) (?:by (?P<speaker>{WHO})|of (?P<who>{WHO}) (?P<bound>>=|<=|=|>|<) "
    rf"(?P<number>{NUMBER})(?:\.\.(?P<last>{NUMBER}))?)(?: and (?=[^ ])|$)"
)
LONGEST = 1_000
"""The maximum length of a condition."""
AS_IN = "as in 'points of seat 0 >= 5', 'hearts of the starter = 0..2' or 'not double by anybody'"


class Condition(ABC):
    """Says for each deal whether it is kept. `&` joins two conditions, and `~` keeps the other deals.

    A condition of your own reads arrays of deals; studies with it cannot be stored in files:

    >>> from trickkit import lab
    >>> @frozen
    ... class Long(Condition):
    ...     def met(self, seen):
    ...         return seen.deals.decisions > 50
    ...     def check(self, rules):
    ...         pass
    >>> 0 < lab.profile("pikoko", bots="random", deals=100, metrics=["wins"], where=Long()).kept <= 100
    True
    """

    __slots__ = ()

    @abstractmethod
    def met(self, seen: Observed) -> Array:
        """(deals,), bool: which deals meet the condition."""

    @abstractmethod
    def check(self, rules: Rules) -> None:
        """Refuse rules for which the condition makes no sense.

        Raises:
            InvalidRules: they have no such seat, suit or call.
        """

    def __and__(self, other: Condition) -> All:
        return All((*_parts(self), *_parts(other)))

    def __invert__(self) -> Condition:
        return Not(self)


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, All) else (condition,)


def _is_who(_instance: object, _attribute: Attribute[Any], who: object) -> None:
    if not isinstance(who, str) or not re.fullmatch(WHO, who):
        raise InvalidRules(
            f"{quoted(who)} names no seat; a condition is about 'anybody', 'the starter', 'the declarer', 'place 1' "
            "after the starter, or 'seat 0'"
        )


def _bound(instance: Any, attribute: Attribute[Any], value: object) -> None:
    if value is not None and (type(value) is not int or abs(value) >= 10**18):
        raise InvalidRules(f"{type(instance).__name__}: {attribute.name}={quoted(value)} is not a whole number")


def _of(who: str, seen: Observed) -> Array:
    """(deals, seats), bool: the seats that a text such as "the declarer" names."""
    seats = np.arange(seen.rules.players)
    if who == "anybody":
        return np.ones((len(seen.deals), len(seats)), np.bool_)
    if who == "the declarer":
        declared: Array = seen.deals.declarer[:, None] == seats
        return declared
    if who.startswith("seat "):
        return np.broadcast_to(int(who[5:]) == seats, (len(seen.deals), len(seats)))
    offset = 0 if who == "the starter" else int(who[6:])
    meant: Array = (seen.deals.starter[:, None].astype(np.int64) + offset) % len(seats) == seats
    return meant


def _check_who(who: str, rules: Rules) -> None:
    kind, _, digits = who.rpartition(" ")
    if kind in ("seat", "place") and int(digits) >= rules.players:
        raise InvalidRules(f"where: {quoted(who)}: {rules.name} has {rules.players} seats, numbered from 0")


@frozen
class _Amount(Condition):
    """A quantity of some seat lies within bounds."""

    who: str = field(validator=_is_who)
    least: int | None = field(default=None, validator=_bound, kw_only=True)
    most: int | None = field(default=None, validator=_bound, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if self.least is None and self.most is None:
            raise InvalidRules(f"{quoted(self)}: it has no bound; give least= or most=")
        if self.least is not None and self.most is not None and self.least > self.most:
            raise InvalidRules(f"{quoted(self)}: no number is {self.least} or more, and {self.most} or less")

    @abstractmethod
    def numbers(self, seen: Observed) -> Array:
        """(deals, seats): the quantity."""

    def met(self, seen: Observed) -> Array:
        numbers, meant = self.numbers(seen), _of(self.who, seen)
        if self.least is not None:
            meant = meant & (numbers >= self.least)
        if self.most is not None:
            meant = meant & (numbers <= self.most)
        is_met: Array = np.any(meant, axis=1)
        return is_met

    def check(self, rules: Rules) -> None:
        _check_who(self.who, rules)

    def _text(self, what: str) -> str:
        if self.least is None or self.most is None:
            bound = f"<= {self.most}" if self.least is None else f">= {self.least}"
        else:
            bound = f"= {self.least}" if self.least == self.most else f"= {self.least}..{self.most}"
        return f"{what} of {self.who} {bound}"


@frozen
class Points(_Amount):
    """The points of a deal: a seat has a number of points within bounds.

    Args:
        who: `"anybody"`, `"the starter"`, `"place 1"` after the starter, `"the declarer"` or `"seat 0"`.
        least: the minimum; None for no bound.
        most: the maximum; None for no bound.

    Raises:
        InvalidRules: an argument is invalid, or there is no bound.

    >>> str(Points("the starter", least=5)), str(Points("anybody", least=0, most=0))
    ('points of the starter >= 5', 'points of anybody = 0')
    """

    def numbers(self, seen: Observed) -> Array:
        return seen.deals.points

    def __str__(self) -> str:
        return self._text("points")


@frozen
class Cards(_Amount):
    """The length of a suit in a hand as dealt, within bounds. A card with several suits counts for each of them.

    Args:
        who: as for `Points`.
        suit: its name or its letter.
        least: as for `Points`.
        most: as for `Points`.

    Raises:
        InvalidRules: an argument is invalid, or there is no bound.

    >>> str(Cards("seat 2", "hearts", least=2, most=4))
    'hearts of seat 2 = 2..4'
    """

    suit: str = field(validator=is_a(str))

    def numbers(self, seen: Observed) -> Array:
        return seen.lengths(self._in(seen.rules))

    def _in(self, rules: Rules) -> Suit:
        for suit in rules.deck.suits:
            if self.suit in (suit.name, suit.letter):
                return suit
        names = [suit.name for suit in rules.deck.suits]
        raise InvalidRules(
            f"where: {rules.name} has no suit {quoted(self.suit)}{nearest(self.suit, names)}; suits: {', '.join(names)}"
        )

    def check(self, rules: Rules) -> None:
        self._in(rules)
        super().check(rules)

    def __str__(self) -> str:
        return self._text(self.suit)


@frozen
class Said(Condition):
    """Somebody made a certain decision: a call, a bid or a card.

    Args:
        action: its text as in `rules.actions`, such as `"double"`; or its first word, if others follow, such as
            `"change"` for all suits.
        who: as for `Points`.

    >>> str(Said("double")), str(Said("change", "seat 1"))
    ('double by anybody', 'change by seat 1')
    """

    action: str = field(validator=is_a(str))
    who: str = field(default="anybody", validator=_is_who)

    def met(self, seen: Observed) -> Array:
        moves = seen.deals.moves
        assert moves is not None
        made = np.isin(moves.actions, self._numbers(seen.rules))
        meant = _of(self.who, seen)
        is_speaker = np.take_along_axis(meant, np.maximum(moves.seats, 0).astype(np.int64), axis=1)
        is_met: Array = (made & is_speaker).any(axis=1)
        return is_met

    def _numbers(self, rules: Rules) -> list[int]:
        texts = list(rules.actions)
        return [index for index, text in enumerate(texts) if text == self.action or text.split()[0] == self.action]

    def check(self, rules: Rules) -> None:
        if not self._numbers(rules):
            raise InvalidRules(
                f"where: nobody can say {quoted(self.action)} in {rules.name}{nearest(self.action, rules.actions)}"
            )
        _check_who(self.who, rules)

    def __str__(self) -> str:
        return f"{self.action} by {self.who}"


@frozen
class Not(Condition):
    """The deals that do not meet a condition.

    Args:
        part: a condition without several parts.

    Raises:
        InvalidRules: it is not a condition, or has several parts.

    >>> str(~Said("double")), ~~Said("double")
    ('not double by anybody', Said(action='double', who='anybody'))
    """

    part: Condition = field(validator=is_a(Condition))

    @part.validator
    def _is_one(self, _attribute: object, part: Condition) -> None:
        if isinstance(part, All | Not):
            raise InvalidRules(f"not {part}: only a single part can be negated")

    def met(self, seen: Observed) -> Array:
        return ~self.part.met(seen)

    def check(self, rules: Rules) -> None:
        self.part.check(rules)

    def __invert__(self) -> Condition:
        return self.part

    def __str__(self) -> str:
        return f"not {self.part}"


@frozen
class All(Condition):
    """The deals that meet several conditions at once.

    Args:
        parts: the conditions.

    >>> str(Said("double") & Points("seat 0", least=5))
    'double by anybody and points of seat 0 >= 5'
    """

    parts: tuple[Condition, ...] = field(converter=to_tuple, validator=each_is_a(Condition))

    def met(self, seen: Observed) -> Array:
        are_met: Array = np.all([part.met(seen) for part in self.parts], axis=0)
        return are_met

    def check(self, rules: Rules) -> None:
        for part in self.parts:
            part.check(rules)

    def __str__(self) -> str:
        return " and ".join(map(str, self.parts))


def read(text: str) -> Condition:
    """The condition that a text describes.

    Args:
        text: parts joined by `and`, each optionally preceded by `not`: `points of WHO >= 5`, `SUIT of WHO = 0..2` or
            `ACTION by WHO`; WHO is one of the values of `Points`.

    Raises:
        InvalidRules: it describes none.

    >>> read("hearts of seat 0 < 3 and not double by anybody")
    All(parts=(Cards(who='seat 0', least=None, most=2, suit='hearts'), Not(part=Said(action='double', who='anybody'))))
    >>> read("hearts")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: where: 'hearts' is not a condition on deals, as in 'points of seat 0 >= 5', \
'hearts of the starter = 0..2' or 'not double by anybody'
    """
    if len(text) > LONGEST:
        raise InvalidRules(f"where: a condition has at most {LONGEST:,} letters")
    parts, start = list[Condition](), 0
    while start < len(text) or not parts:
        match = TERM.match(text, start)
        if match is None:
            raise InvalidRules(f"where: {quoted(text[start:])} is not a condition on deals, {AS_IN}")
        part = _term(match)
        parts.append(Not(part) if match["negated"] else part)
        start = match.end()
    return parts[0] if len(parts) == 1 else All(parts)


def _term(found: re.Match[str]) -> Condition:
    subject = found["what"]
    if found["speaker"]:
        return Said(subject, found["speaker"])
    limit, bound = int(found["number"]), found["bound"]
    if found["last"] and bound != "=":
        raise InvalidRules(f"where: {quoted(found[0])}: a range of numbers needs '='")
    least = {">=": limit, ">": limit + 1, "=": limit}.get(bound)
    most = {"<=": limit, "<": limit - 1, "=": int(found["last"] or limit)}.get(bound)
    if subject == "points":
        return Points(found["who"], least=least, most=most)
    return Cards(found["who"], subject, least=least, most=most)

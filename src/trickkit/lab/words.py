"""Numbers, seats and the method of a study in words."""

from __future__ import annotations

from trickkit.lab.changes import CAMEL
from trickkit.lab.metrics import Metric
from trickkit.lab.moments import Estimate
from trickkit.lab.rows import Row
from trickkit.play.dealers import deals_itself
from trickkit.play.rules import Rules

__all__ = ["amount", "bare", "in_words", "interval", "number", "signed", "subject_of", "titled", "who"]

PERCENT, POINTS = " %", " pp"
"""A share, and a difference of shares: percentage points."""


def number(value: float, unit: str, *, sign: bool = False) -> str:
    """A number in its unit: shares in per cent, others as they are.

    Args:
        value: the number.
        unit: `"share"`, or a noun.
        sign: whether it is a difference: a plus is written, and those of shares are percentage points (pp).

    >>> number(0.0113, "share"), number(0.0113, "share", sign=True), number(-0.5, "points", sign=True)
    ('1.1 %', '+1.1 pp', '-0.50')
    """
    shown = value * 100 if unit == "share" else value
    # Two significant digits, whatever the magnitude.
    digits = 1 if unit == "share" else 2
    while 0 < abs(shown) < 10**-digits and digits < 6:
        digits += 1
    return f"{shown:{'+' if sign else ''}.{digits}f}{_suffix(sign=sign) if unit == 'share' else ''}"


def signed(value: float, unit: str) -> str:
    """A difference in its unit.

    >>> signed(0.25, "share")
    '+25.0 pp'
    """
    return number(value, unit, sign=True)


def _suffix(*, sign: bool) -> str:
    return POINTS if sign else PERCENT


def interval(estimate: Estimate | None, unit: str, *, sign: bool = False) -> str:
    """A number with its interval; a dash for none.

    >>> from trickkit.lab.moments import Estimate
    >>> interval(Estimate(0.5, 0.25, 0.75), "points", sign=True), interval(None, "points")
    ('+0.50 (+0.25 to +0.75)', '-')
    >>> interval(Estimate(0.1, -0.1, 0.3), "share")
    '10.0 % (0.0 to 30.0 %)'
    """
    if estimate is None:
        return "-"
    ends = estimate.low, estimate.high
    if unit == "share" and not sign and 0 <= estimate.mean <= 1:
        # No share lies outside these.
        ends = max(0.0, estimate.low), min(1.0, estimate.high)
    mean, low, high = (number(value, unit, sign=sign) for value in (estimate.mean, *ends))
    if estimate.low == estimate.high:
        return mean
    return f"{mean} ({low.removesuffix(_suffix(sign=sign))} to {high})"


def amount(value: float, unit: str) -> str:
    """The size of a difference in words.

    >>> amount(-0.087, "share"), amount(1.5, "tricks")
    ('8.7 percentage points', '1.50 tricks')
    """
    return f"{bare(value, unit)} {'percentage points' if unit == 'share' else unit}"


def bare(value: float, unit: str) -> str:
    """The size of a difference, without its unit.

    >>> bare(-0.087, "share")
    '8.7'
    """
    return number(abs(value), unit).removesuffix(PERCENT)


def in_words(sentence: str) -> str:
    """A sentence with a capital letter and a full stop.

    >>> in_words("the hook has no effect")
    'The hook has no effect.'
    """
    return f"{sentence[0].upper()}{sentence[1:]}."


def subject_of(row: Row, metric: Metric, rules: Rules) -> str:
    """The subject of a sentence about a number.

    >>> from trickkit import load
    >>> from trickkit.lab.metrics import METRICS
    >>> from trickkit.lab.rows import Row
    >>> subject_of(Row("wins", "the starter", "share", (None,), (), 100, (0,)), METRICS["wins"], load("whist"))
    'how often the dealer wins a deal'
    """
    if not metric.about:
        return row.what
    suffix = f" ({CAMEL.sub(' ', row.label).lower()})" if row.label else ""
    return metric.about.format(who=who(row.label, rules), at=suffix)


def who(label: str, rules: Rules) -> str:
    """The label of a number in words: a place by where it sits, the starter as dealer if it deals.

    >>> from trickkit import load
    >>> who("the starter", load("whist")), who("place 1", load("whist")), who("place 2", load("pikoko", players=3))
    ('the dealer', 'the seat left of the dealer', 'the seat right of the starter')
    """
    starter = "the dealer" if deals_itself(rules) else "the starter"
    digits = label.removeprefix("place ")
    if label == "the starter":
        return starter
    if label == digits or not digits.isdecimal():
        return label.replace("who said", "whoever said").replace(" ahead of ", " is ahead of ")
    return f"{_sits(int(digits), rules.players)} {starter}"


def _sits(place: int, players: int) -> str:
    if players == 2:
        return "the seat opposite"
    if place == 1:
        return "the seat left of"
    if place == players - 1:
        return "the seat right of"
    return "the seat opposite" if 2 * place == players else f"the seat {place} places after"


def titled(row: Row, rules: Rules) -> str:
    """The title of a number in a table, with its unit if the words do not give it.

    >>> from trickkit import load
    >>> from trickkit.lab.rows import Row
    >>> titled(Row("wins", "place 1", "share", (None,), (), 100, (0,)), load("whist"))
    'wins, left of the dealer'
    """
    if not row.label:
        return row.what_in_unit
    label = who(row.label, rules).replace("whoever", "who").removeprefix("the seat ")
    return row.what_in_unit.replace(row.what, f"{row.metric}, {label}")

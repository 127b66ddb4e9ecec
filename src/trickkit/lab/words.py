"""The results of a study in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from trickkit.lab.moments import Estimate

if TYPE_CHECKING:
    from trickkit.lab.results import Found, Row

__all__ = ["interval", "method", "number", "sentences", "signed"]

ABOUT = {
    "wins": "who wins",
    "points by place": "the points of a place",
    "points by seat": "the points of a seat",
    "points by call": "the points of those who made a call",
    "wins by call": "how often a call wins",
    "points": "the points of a deal",
    "spread": "how close deals are",
    "ties": "ties",
    "shutouts": "hands without a trick",
    "bids exact": "how many bids are exact",
    "bids off": "by how much bids are off",
    "calls": "calls",
    "calls that pay": "how often calls are worth it",
    "bids by number": "what is bid",
    "bids exact by number": "which bids are exact",
    "bids off by number": "by how much which bids are off",
    "bids exact by hand size": "how many bids are exact with how many cards",
    "bids off by hand size": "by how much bids are off with how many cards",
    "decisions": "the length of a deal",
    "choices": "how many decisions have a choice",
    "branching": "how many actions there are to choose from",
    "forced cards": "how many cards are forced",
    "agency": "how much the best action is worth",
    "agency by trick": "how much the best card of a trick is worth",
    "decisions that matter": "how many decisions matter",
    "skill": "how much playing better is worth",
    "luck": "how much cards and seat decide",
    "luck of the place": "how much the place decides",
    "value of sight": "what it is worth to see all cards",
    "lead changes": "how often the lead changes",
    "decided after": "how late deals are decided",
    "comebacks": "how far winners come back",
}
"""What metrics are about, in words."""


def number(value: float, unit: str, *, sign: bool = False) -> str:
    """A number in its unit: shares in per cent, others as they are.

    Args:
        value: the number.
        unit: `"share"`, or a noun.
        sign: whether a plus is written.

    >>> number(0.0113, "share"), number(-0.5, "points", sign=True)
    ('1.1 %', '-0.50')
    """
    shown = value * 100 if unit == "share" else value
    # Two significant digits, whatever the size.
    digits = 1 if unit == "share" else 2
    while 0 < abs(shown) < 10**-digits and digits < 6:
        digits += 1
    return f"{shown:{'+' if sign else ''}.{digits}f}{' %' if unit == 'share' else ''}"


def signed(value: float, unit: str) -> str:
    """A difference in its unit.

    >>> signed(0.25, "share")
    '+25.0 %'
    """
    return number(value, unit, sign=True)


def interval(estimate: Estimate | None, unit: str, *, sign: bool = False) -> str:
    """A number with its interval; a dash for none.

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
    return f"{mean} ({low.removesuffix(' %')} to {high})"


def sentences(found: Found) -> list[str]:
    """The findings of a study, a sentence or two for each metric: first what the other rules change, then the rest.

    Args:
        found: a study of two rules or more; for one, sentences would only repeat the table.

    >>> from trickkit import lab, load
    >>> rules = load("pikoko", players=3)
    >>> print(*lab.compare(rules, rules, bots="random", deals=3000, metrics=["wins"]).sentences())
    Nothing changed about who wins in any of 3000 deals; an effect of more than 0.1 % can be ruled out.
    """
    said: list[str] = []
    names = found.study.names
    for place, name in enumerate(names[1:]):
        whose = f"{name}: " if len(names) > 2 else ""
        effects, none = list[str](), list[str]()
        for metric, rows in groupby(found.rows, key=lambda row: row.metric):
            asked = [(row, by) for row in rows if (by := row.differences[place]) is not None]
            found_ = [(row, by) for row, by in asked if by.excludes(0)]
            effects += [f"{whose}{_effect(row, by)}" for row, by in found_]
            if asked and not found_:
                none.append(
                    f"{whose}{_no_effect(metric, asked, changed=any(row.apart[place + 1] for row, _ in asked))}"
                )
        said += effects + none
    return said


def _effect(row: Row, by: Estimate) -> str:
    unit = "percentage points" if row.unit == "share" else row.unit
    ends = sorted((abs(by.low), abs(by.high)))
    low, high = (number(end, row.unit).removesuffix(" %") for end in ends)
    size = number(abs(by.mean), row.unit).removesuffix(" %")
    between = "" if low == high else f", between {low} and {high}"
    what = row.what[0].upper() + row.what[1:]
    return f"{what}: {size} {unit} {'more' if by.mean > 0 else 'less'}{between}."


def _no_effect(metric: str, asked: Sequence[tuple[Row, Estimate]], *, changed: bool) -> str:
    about, most = ABOUT.get(metric, metric), max(by.most for _, by in asked)
    unit = asked[0][0].unit
    size = number(most, unit) if unit == "share" else f"{number(most, unit)} {unit}"
    if changed:
        return f"No effect on {about} was found; one of more than {size} can be ruled out."
    nothing = f"Nothing changed about {about} in any of {asked[0][0].deals} deals"
    return f"{nothing}; an effect of more than {size} can be ruled out." if most else f"{nothing}."


def method(found: Found) -> list[str]:
    """The method of a study, a line for each thing that a reader must know to judge it.

    >>> from trickkit import lab
    >>> print(*lab.profile("pikoko", bots="random", deals=500, metrics=["wins"]).method(), sep="\\n")
    500 deals of each game, each for itself; seed 0; all seats: random
    intervals: all 4 values lie in theirs in 95 of 100 studies (Bonferroni)
    """
    study = found.study
    who = study.bots if isinstance(study.bots, tuple) else (study.bots,)
    seats = f"all seats: {who[0]}" if len(who) == 1 else f"seats in turn: {', '.join(map(str, who))}"
    said = [f"{found.deals} deals of each game, each for itself; seed {study.seed}; {seats}"]
    kind = "value"
    if len(study.rules) > 1:
        kind = "difference"
        cards = "the same cards under all rules" if study.has_same_cards else "other cards under other rules"
        said.append(f"{cards}; differences are taken deal by deal")
    if study.where is not None:
        under = f", under {study.names[0]}" if len(study.rules) > 1 and study.has_same_cards else ""
        said.append(f"measured in {found.kept} of them, those with: {study.where}{under}")
    fewer = [row.deals for row in found.rows if row.deals < found.kept]
    if fewer:
        said.append(f"looked at move by move: {min(fewer)} deals")
    right = round(100 * (1 - study.error))
    many = f"all {found.questions} {kind}s lie in theirs" if found.questions > 1 else f"the {kind} lies in its own"
    said.append(f"intervals: {many} in {right} of 100 studies{' (Bonferroni)' * (found.questions > 1)}")
    return said

"""The lines of a study's file as validated plain values: the study, then the results of blocks of deals.

A file may come from anyone. Its contents are either refused, or can safely be added up and shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from reprlib import repr as short
from typing import Any

import trickkit
from trickkit.bots.base import Bot
from trickkit.errors import InvalidRecord, InvalidRules, quoted
from trickkit.lab.conditions import read
from trickkit.lab.metrics import METRICS, metrics_of
from trickkit.lab.moments import Moments
from trickkit.lab.playing import Seat
from trickkit.lab.study import Study
from trickkit.lab.sums import SHOWN, Key, Part, Sums
from trickkit.play.rules import Rules
from trickkit.record import header
from trickkit.record.text import Line, blamed

__all__ = ["described", "study_of", "sums_of"]

VERSION = 1
"""The version of the format."""
LARGEST = 2**63
"""A bound on the numbers that deals give."""
LONGEST_LABEL = 200
"""The maximum length of a label."""
KINDS: dict[str, tuple[type[Any], ...]] = {
    "study": (int,),
    "trickkit": (str,),
    "rules": (list,),
    "names": (list,),
    "bots": (str, list),
    "deals": (int,),
    "seed": (int,),
    "where": (str,),
    "metrics": (list,),
    "until": (dict,),
    "error": (int, float),
}
"""The entries of the first line, and their types."""


def described(study: Study) -> Line:
    """A study as plain values: the first line of its file, which is also sent to other machines.

    Raises:
        InvalidRules: a bot or a metric is not given by name, or a condition not as a text, so that others could not
            rebuild it.

    >>> from trickkit import load
    >>> study = Study(rules=(load("pikoko"),), names=("pikoko",), metrics=metrics_of(["wins"]))
    >>> described(study)["metrics"], study_of(described(study)) == study
    (['wins'], True)
    """
    seats: tuple[Seat, ...] = (study.bots,) if isinstance(study.bots, str | Bot) else study.bots
    for seat in seats:
        if not isinstance(seat, str):
            raise InvalidRules(f"a file names bots, as in 'flat:64'; {quoted(seat)} is given as a value")
    for metric in study.metrics:
        if METRICS.get(metric.name) != metric:
            raise InvalidRules(f"a file names metrics; {quoted(metric)} is none of the library's")
    where = "" if study.where is None else str(study.where)
    if where and read(where) != study.where:
        raise InvalidRules(f"a file writes conditions as texts; {quoted(study.where)} has none")
    return {
        "study": VERSION,
        "trickkit": trickkit.__version__,
        "rules": [header.written(rules).line() for rules in study.rules],
        "names": [*study.names],
        "bots": study.bots if isinstance(study.bots, str) else [*seats],
        "deals": study.deals,
        "seed": study.seed,
        "where": where,
        "metrics": [metric.name for metric in study.metrics],
        "until": dict(study.until),
        "error": study.error,
    }


def study_of(line: Line, rules: Sequence[Rules] = ()) -> Study:
    """The study that a line describes.

    Args:
        line: as `described` returns it.
        rules: those of the study, if the line does not identify them; otherwise ().

    Raises:
        InvalidRecord: it is not such a line, or its rules cannot be found.

    >>> study_of({})
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: line 1: this is not a study of format version 1
    """
    if type(line.get("study")) is not int or line["study"] != VERSION:
        raise InvalidRecord(f"this is not a study of format version {VERSION}", line=1)
    for key, kinds in KINDS.items():
        if key not in line:
            raise InvalidRecord(f"{quoted(key)} is missing from the study", line=1)
        if type(line[key]) not in kinds:
            raise InvalidRecord(f"{quoted(key)} is {short(line[key])} in the study", line=1)
    for key in line:
        if key not in KINDS:
            raise InvalidRecord(f"{short(key)} has no meaning in a study; it has: {', '.join(KINDS)}", line=1)
    for entry in line["rules"]:
        if not isinstance(entry, dict):
            raise InvalidRecord(f"rules are {short(entry)} in the study; they are objects", line=1)
    if rules and len(rules) != len(line["rules"]):
        raise InvalidRecord(f"{len(rules)} rules are given; the study has {len(line['rules'])}", line=1)
    with blamed(1, "the study cannot be made"):
        headers = [header.read(entry) for entry in line["rules"]]
        given: Sequence[Rules | None] = rules or [None] * len(headers)
        return Study(
            rules=tuple(header.rules_of(game_header, mine) for game_header, mine in zip(headers, given, strict=True)),
            names=tuple(line["names"]),
            bots=line["bots"] if isinstance(line["bots"], str) else tuple(line["bots"]),
            deals=line["deals"],
            seed=line["seed"],
            where=line["where"] or None,
            metrics=metrics_of(line["metrics"]),
            until=line["until"],
            error=line["error"],
        )


def sums_of(line: Line, study: Study) -> Sums:
    """The sums that a line contains: the results of some deals of a study.

    Args:
        line: as `Sums.line` returns it.
        study: the study of the deals.

    Raises:
        InvalidRecord: it is not such a line, or cannot belong to this study.

    >>> from trickkit import load
    >>> study = Study(rules=(load("pikoko"),), names=("pikoko",), metrics=metrics_of(["wins"]), deals=100)
    >>> sums_of(study.block(0).line(), study) == study.block(0)
    True
    >>> sums_of({"deals": 101, "kept": 9, "moments": [], "scores": [], "apart": []}, study)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: 'deals' is 101; it is a whole number from 1 to 100
    """
    wanted = ("deals", "kept", "moments", "scores", "apart")
    # Files from before the lab counted how often rules come up lack the rest.
    if {*wanted} - {*line} or {*line} - {*wanted, "counts", "parts"}:
        raise InvalidRecord(f"these are not sums of a study, which have: {', '.join(wanted)}")
    deals = _whole(line["deals"], "'deals'", 1, study.deals)
    kept = _whole(line["kept"], "'kept'", 0 if study.where else deals, deals)
    places = len(study.rules) - 1
    return Sums(
        deals,
        kept,
        dict(_moments(row, study, kept) for row in _rows(line["moments"], "'moments'", 5)),
        {
            _whole(index, "the place of rules", 0, places): dict(_count(pair) for pair in _rows(counts, "scores", 2))
            for index, counts in _rows(line["scores"], "'scores'", 2)
        },
        {
            _whole(index, "the place of rules", 0, places): tuple(_apart(pair, study) for pair in _apart_rows(pairs))
            for index, pairs in _rows(line["apart"], "'apart'", 2)
        },
        Counter(
            {
                (_whole(index, "the place of rules", 0, places), _label(name)): _whole(count, "a count", 0, LARGEST)
                for index, name, count in _rows(line.get("counts", []), "'counts'", 3)
            }
        ),
        dict(_part(row, study) for row in _rows(line.get("parts", []), "'parts'", 6)),
    )


def _label(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > LONGEST_LABEL:
        raise InvalidRecord(f"{short(value)} is not a label")
    return value


def _metric(value: object, study: Study) -> str:
    if not isinstance(value, str) or value not in [metric.name for metric in study.metrics]:
        raise InvalidRecord(f"{short(value)} is not a metric of the study")
    return value


def _part(row: Sequence[Any], study: Study) -> tuple[Part, tuple[int, ...]]:
    index, where, name, label, scale, sums = row
    _whole(index, "the place of rules", 1, len(study.rules) - 1)
    if not isinstance(sums, list) or len(sums) != 4:
        raise InvalidRecord(f"{short(sums)} are not sums of a part")
    part = index, _label(where), _metric(name, study), _label(label), _whole(scale, "a scale", 1, LARGEST)
    return part, tuple([_whole(total, "a sum of a part", -(LARGEST**2), LARGEST**2) for total in sums])


def _rows(value: object, what: str, width: int) -> list[list[Any]]:
    """The rows in a line of a file, each a list of `width` values."""
    if not isinstance(value, list):
        raise InvalidRecord(f"{what} is {short(value)}; it is a list")
    for row in value:
        if not isinstance(row, list) or len(row) != width:
            raise InvalidRecord(f"{what} has {short(row)} in it, which is not a list of {width} values")
    return value


def _whole(value: object, what: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise InvalidRecord(f"{what} is {short(value)}; it is a whole number from {least} to {most}")
    return value


def _moments(row: Sequence[Any], study: Study, deals: int) -> tuple[Key, Moments]:
    index, name, label, scale, numbers = row
    _whole(index, "the place of rules", 0, len(study.rules) - 1)
    _metric(name, study)
    _label(label)
    _whole(scale, "a scale", 1, LARGEST)
    widths = {9: 2, 18: 4} if index else {9: 2}
    if not isinstance(numbers, list) or (numbers != [0] * 4 and len(numbers) not in widths):
        raise InvalidRecord(f"{short(numbers)} are not moments of {quoted(name)}")
    of_deals = _whole(numbers[0], "a number of deals", 0, deals)
    width = widths.get(len(numbers), 0)
    limits: Mapping[int, int] = {1: of_deals, 2: LARGEST, 3: LARGEST}
    for position, moment in enumerate(numbers[1:], 1):
        # The numbers of a deal are bounded, and so are sums and products of them.
        most = limits.get(position, of_deals * (LARGEST if position < 4 + width else LARGEST**2))
        _whole(moment, f"a moment of {name!r}", 0 if position == 1 else -most, most)
    return (index, name, label, scale), Moments.read(numbers)


def _count(pair: Sequence[Any]) -> tuple[int, int]:
    points, times = pair
    return _whole(points, "a score", -LARGEST, LARGEST), _whole(times, "a count of scores", 1, LARGEST)


def _apart_rows(pairs: object) -> list[list[Any]]:
    rows = _rows(pairs, "deals apart", 2)
    if len(rows) > SHOWN:
        raise InvalidRecord(f"{len(rows)} deals are apart; {SHOWN} at most are kept")
    return rows


def _apart(pair: Sequence[Any], study: Study) -> tuple[int, int]:
    points, deal = pair
    return _whole(points, "a difference of points", 1, LARGEST), _whole(deal, "a deal", 0, study.deals - 1)

"""The page: the question, the findings, plots, the deals in which the rule mattered most, and the method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import trickkit
from trickkit.lab.changes import changes
from trickkit.lab.moments import Estimate
from trickkit.lab.report.frame import PAGE
from trickkit.lab.report.plots import plots
from trickkit.lab.results import Found
from trickkit.lab.rows import Row
from trickkit.lab.trace import Trace
from trickkit.lab.verdict import Verdict
from trickkit.lab.words import interval, titled
from trickkit.pictures.pages import strips
from trickkit.play.rules import Rules

__all__ = ["page"]

SHOWN = 3
"""The number of deals of each of the rules that are shown."""


def page(found: Found) -> str:
    """A self-contained page of HTML about a study.

    Raises:
        MissingExtra: matplotlib is not installed.

    >>> from trickkit import lab
    >>> html = page(lab.profile("pikoko", bots="random", deals=500, metrics=["wins"]))
    >>> html[:15], "http" in html.replace("http://www.w3.org", "")
    ('<!DOCTYPE html>', False)
    """
    study = found.study
    several = len(study.rules) > 1
    names = [escape(name) for name in study.names]
    title = f"{escape(study.rules[0].name)}: {' or '.join(names)}?" if several else f"A portrait of {names[0]}"
    shapes, deals = _deals(found)
    return PAGE.substitute(
        title=title,
        verdict="\n".join([*map(_verdict, found.verdicts), _list(found.shared)]),
        question="\n".join(_question(found)),
        table=_table(found),
        plots="\n".join(_figures(found)),
        deals=f"<h2>{'Deals in which it mattered most' if several else 'Some deals'}</h2>\n{deals}" if deals else "",
        shapes=shapes,
        method=_list([*found.method(), f"trickkit {trickkit.__version__}"]),
        measured=_measured(found),
    )


def _verdict(verdict: Verdict) -> str:
    """The headline, the other sure changes, and, folded, the numbers that did not surely change."""
    several = len(verdict.found.study.rules) > 2
    named = f"{escape(verdict.name)}: " if several else ""
    warnings = "".join(f'<p class="warning">{escape(warning)}</p>' for warning in verdict.warnings)
    folded = "".join(
        f"<details><summary>{title}: {len(numbers)}</summary>"
        f"<p>With the most by which it may still change, in brackets:</p>{_list(numbers)}</details>"
        for title, numbers in (
            ("Not shown to change", verdict.ruled_out),
            ("The same in every deal", verdict.untouched),
        )
        if numbers
    )
    came_up = "".join(f"<p>{escape(sentence)}</p>" for sentence in (*verdict.why, verdict.came_up) if sentence)
    headline = f'<p class="headline">{named}{escape(verdict.headline)}</p>'
    return f"{headline}{warnings}{_list(verdict.others)}{came_up}{folded}"


def _question(found: Found) -> Iterator[str]:
    base, *others = found.study.rules
    yield f"<p>{escape(base.summary or base.name)}</p>"
    for name, rules in zip(found.study.names[1:], others, strict=True):
        yield f"<p><strong>{escape(name)}</strong> differs from {escape(found.study.names[0])}:</p>"
        yield _list(changes(rules, base) or ["in nothing"])


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>" if lines else ""


def _table(found: Found) -> str:
    names = [escape(name) for name in found.study.names]
    if len(names) > 2:
        heads = ["measured", "rules", "value", f"difference from {names[0]}"]
        rows = "\n".join(_lines(row, names, found.study.rules[0]) for row in found.rows)
    else:
        heads = ["measured", *names, *("difference" for _ in names[1:])]
        rows = "\n".join(_row(row, found.study.rules[0]) for row in found.rows)
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    body = rows if len(names) > 2 else f"<tbody>{rows}</tbody>"
    table = f"<table><thead><tr>{head}</tr></thead>{body}</table>"
    return f'<div class="wide" role="region" aria-label="Numbers" tabindex="0">{table}</div>'


def _row(row: Row, rules: Rules) -> str:
    values = [f"<td>{escape(interval(value, row.unit))}</td>" for value in row.values]
    differences = [_difference(by, row.unit) for by in row.differences]
    return f'<tr><th scope="row">{escape(titled(row, rules))}</th>{"".join(values + differences)}</tr>'


def _lines(row: Row, names: Sequence[str], rules: Rules) -> str:
    """A row of the table for each of the rules, for studies with too many rules for columns."""
    head = f'<th scope="rowgroup" rowspan="{len(names)}">{escape(titled(row, rules))}</th>'
    lines = []
    for index, (name, value) in enumerate(zip(names, row.values, strict=True)):
        by = _difference(row.differences[index - 1], row.unit) if index else "<td></td>"
        lines.append(f"<tr>{head}<td>{name}</td><td>{escape(interval(value, row.unit))}</td>{by}</tr>")
        head = ""
    return f"<tbody>{''.join(lines)}</tbody>"


def _difference(by: Estimate | None, unit: str) -> str:
    text = escape(interval(by, unit, sign=True))
    return f"<td><strong>{text}</strong></td>" if by is not None and by.excludes(0) else f"<td>{text}</td>"


def _measured(found: Found) -> str:
    names = dict.fromkeys(row.metric for row in found.rows)
    metrics = {metric.name: metric for metric in found.study.metrics}
    sources = {name: f"Worked out from {metric.source}." if metric.source else "" for name, metric in metrics.items()}
    definitions = [(name, " ".join(filter(None, (metrics[name].definition, sources[name])))) for name in names]
    return "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(words.replace('`', ''))}</dd>" for name, words in definitions if words
    )


def _figures(found: Found) -> Iterator[str]:
    for plot in plots(found):
        labelled = plot.svg.replace("<svg", f'<svg role="img" aria-label="{escape(plot.alt)}"', 1)
        yield f"<figure>{labelled}<figcaption>{escape(plot.title)}</figcaption></figure>"


def _deals(found: Found) -> tuple[str, str]:
    """The shapes that pictures share, and the deals that the page steps through."""
    if found.study.is_of_games:
        return "", ""
    tables, names = found.study.tables, found.study.names
    shown: list[tuple[str, list[tuple[str, Trace]]]] = []
    for index in range(1, len(tables)):
        for points, deal in found.sums.apart.get(index, ())[:SHOWN]:
            pair = [(names[side], tables[side].trace(deal)) for side in (0, index)]
            seats = f" in {tables[0].times} rounds" if tables[0].times > 1 else ""
            under = f" under {names[index]}" if len(names) > 2 else ""
            shown.append((f"Deal {deal}{under}: all seats together differ by {points} points{seats}", pair))
    if len(tables) == 1:
        shown = [(f"Deal {deal}", [(names[0], tables[0].trace(deal))]) for deal in range(min(SHOWN, found.deals))]
    shapes, lists = strips([trace.states for _, pair in shown for _, trace in pair])
    steps = iter(lists)
    parts = [_deal(title, pair, [next(steps) for _ in pair]) for title, pair in shown]
    return shapes, "\n".join(parts) or "<p>No deal came out otherwise.</p>"


def _deal(title: str, pair: Sequence[tuple[str, Trace]], lists: Sequence[str]) -> str:
    sides, (begin, explanation) = [], _parting(pair)
    for (name, trace), steps in zip(pair, lists, strict=True):
        scores = trace.states[-1].results[-1].scores
        last = len(trace.states) - 1
        sides.append(
            f'<section class="game"><h3>{escape(name)}: {" ".join(map(str, scores))}</h3>'
            f'<nav aria-label="Moves, {escape(name)}"><button type="button">Back</button><button type="button">On'
            f'</button><input type="range" min="0" max="{last}" value="{begin}" aria-label="Move"><output>{begin} of '
            f"{last}</output></nav>{steps}</section>"
        )
    games = f'<div class="games">{"".join(sides)}</div>'
    return f"<details><summary>{escape(title)}</summary>{explanation}{games}</details>"


def _parting(pair: Sequence[tuple[str, Trace]]) -> tuple[int, str]:
    """After how many moves two deals diverge, and how; (0, "") for a single deal or with other cards."""
    if len({trace.states[0].deal.held for _, trace in pair}) > 1 or len(pair) < 2:
        return 0, ""
    went = [trace.states[-1].results[-1].moves for _, trace in pair]
    alike = next((index for index, moves in enumerate(zip(*went, strict=False)) if len(set(moves)) > 1), None)
    if alike is None:
        return 0, "<p>All moves are alike; what differs is what they score.</p>"
    moves = [f"{name}: seat {moves[alike][0]}, {moves[alike][1]}" for (name, _), moves in zip(pair, went, strict=True)]
    return alike, f"<p>The deals part after {alike} moves ({escape('; '.join(moves))}), where the pictures begin.</p>"

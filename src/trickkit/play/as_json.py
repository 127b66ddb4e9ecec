"""A view as JSON: the contract between the library and programs in other languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import fields, has

from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN, Card, Deck, Face, Suit
from trickkit.model.deal import Deal
from trickkit.model.events import Outcome, Record, ScoreLine
from trickkit.model.hands import Hand, Pile
from trickkit.model.result import Result
from trickkit.phases.tricks.markers import Markers
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.dealers import deals_itself, opens_itself
from trickkit.play.sorting import groups

if TYPE_CHECKING:
    from trickkit.model.tricks import Trick
    from trickkit.play.view import View

__all__ = ["FORMAT", "as_json", "plain", "result_as_json"]

FORMAT = 1
"""The version of the format, which changes if readers of the former one would misread the new one."""
MOST = 2**53
"""An exclusive bound on numbers in JSON, below which every reader represents integers exactly."""

Json = dict[str, Any]


def as_json(view: View, since: int) -> Json:
    """Implements `View.to_json`, which documents arguments and errors.

    >>> from trickkit.variants import pikoko
    >>> as_json(pikoko.rules(players=3).start(seed=7, first=0).view(1), since=3)["events"]["next"]
    3
    """
    deal = view.deal
    return {
        "trickkit": FORMAT,
        "game": view.rules.key,
        "name": view.rules.name,
        "players": view.rules.players,
        "seat": view.seat,
        "over": view.is_over,
        "actors": [*view.actors],
        "phase": None if view.phase is None else type(view.phase).__name__,
        "question": _question(view),
        "legal": [str(action) for action in view.legal()],
        "committed": [str(action) for action in view.committed],
        "deal": {
            "number": deal.number,
            "starter": deal.starter,
            "dealer": deal.starter if deals_itself(view.rules) else None,
            "opener": deal.starter if opens_itself(view.rules) else None,
            "size": deal.size,
            "trump": None if deal.trump is None else deal.trump.letter,
            "declarer": deal.declarer,
            "resting": [*deal.resting],
        },
        "hands": [_texts(hand) for hand in deal.hands],
        "stock": _texts(deal.stock),
        "trick": _trick(deal),
        "board": _board(deal),
        "said": [{"seat": seat, "text": text} for record in deal.records for seat, text in record.spoken()],
        "contract": [text for text in (record.played_for() for record in deal.records) if text],
        "tally": _tally(view),
        "records": {type(record).__name__: _record(record) for record in (*deal.memory, *deal.records)},
        "scores": [*view.scores],
        "lines": [_line(line) for line in deal.lines],
        "results": [result_as_json(result) for result in view.results[-1:]],
        "outcome": None if view.outcome is None else _outcome(view.outcome),
        "events": _events(view, since),
        "order": _order(view),
        **_cards(deal.deck),
    }


def _question(view: View) -> Json | None:
    if view.phase is None or not view.legal():
        return None
    question = view.phase.question(view)
    return {"text": question.text, "code": question.code, "fields": dict(question.fields)}


def _texts(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


def _trick(deal: Deal) -> Json | None:
    """The trick on the table: the current one, or the last one between tricks."""
    table = next((record for record in deal.records if isinstance(record, TrickTable)), None)
    if table is None:
        return None
    between = not table.current.plays and table.tricks
    trick: Trick = table.tricks[-1] if between else table.current
    return {
        "number": len(table.tricks) - bool(between),
        "plays": [
            {"hand": play.hand, "seat": play.seat, "card": play.card, "face": play.action.face} for play in trick.plays
        ],
        "taker": trick.taker,
        "complete": bool(between),
    }


def _board(deal: Deal) -> Json | None:
    """The board of the tricks, with the hand that has a marker on each space."""
    markers = next((record for record in deal.records if isinstance(record, Markers)), None)
    if markers is None:
        return None
    held = zip(markers.board.spaces, markers.hands, strict=True)
    return {
        "rows": [[*row] for row in markers.board.rows],
        "markers": {space: hand for space, hand in held if hand is not None},
        "voids": [[suit.letter for suit in suits] for suits in markers.voids],
    }


def _tally(view: View) -> list[Json]:
    """The tally of cards on the table, from the first phase that keeps one."""
    tallies = (phase.tally(view.deal) for phase in view.rules.phases)
    return [{"name": name, "count": count, "mark": mark} for name, count, mark in next(filter(None, tallies), ())]


def _order(view: View) -> list[str]:
    """The faces in the order in which a hand is sorted."""
    return [face.text for group in groups(view) for face in group.faces]


def _record(record: Record) -> Any:
    """The record of a phase; of tricks only the numbers taken, as events contain the plays."""
    return {"taken": [*record.taken]} if type(record) is TrickTable else plain(record)


def _line(line: ScoreLine) -> Json:
    return {
        "seat": line.seat,
        "points": line.points,
        "reason": line.reason,
        "code": line.code,
        "fields": dict(line.fields),
    }


def result_as_json(result: Result) -> Json:
    """A finished deal: its scores, the new totals, and the reasons.

    >>> from trickkit import load, playout
    >>> result = result_as_json(playout(load("pikinni", players=2), seed=7).results[0])
    >>> result["number"], len(result["scores"])
    (0, 2)
    """
    return {
        "number": result.deal.number,
        "scores": [*result.scores],
        "totals": [*result.totals],
        "lines": [_line(line) for line in result.lines],
    }


def _outcome(outcome: Outcome) -> Json:
    return {
        "winners": [*outcome.winners],
        "ranking": [[*group] for group in outcome.ranking],
        "reason": outcome.reason,
    }


def _events(view: View, since: int) -> Json:
    """The events of this deal and of the one before it, from a given number on."""
    deals = [result.deal for result in view.results]
    if not view.is_over:
        deals.append(view.deal)
    first = sum(len(deal.events) for deal in deals[:-2])
    recent = [event for deal in deals[-2:] for event in deal.events]
    start = max(since, first)
    entries = [{"kind": type(event).__name__, "text": str(event)} for event in recent[start - first :]]
    return {"first": start, "next": first + len(recent), "told": entries}


@lru_cache(maxsize=64)
def _cards(deck: Deck) -> Json:
    """The suits and faces of a deck, and its cards with several faces; cached by deck."""
    return {
        "suits": {suit.letter: suit.name for suit in deck.suits},
        "faces": {face.text: [face.suit.letter, face.rank] for face in deck.faces},
        "several": {card.text: _texts(card.faces) for card in deck if not card.is_plain},
    }


def plain(value: Any) -> Any:
    """A value as JSON: values with fields become objects; cards and actions become texts.

    Args:
        value: a record, or a part of one.

    Returns:
        An object, list, text, number, boolean or null. A number of 2**53 or more is a text.

    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.events import ScoreLine
    >>> plain((Play("R7"), 2**60, ScoreLine(0, "took 3", 3)))
    ['R7', '1152921504606846976', {'seat': 0, 'reason': 'took 3', 'points': 3}]
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if -MOST < value < MOST else str(value)
    if isinstance(value, Suit):
        return value.letter
    if value is UNKNOWN or isinstance(value, Card | Face | Action):
        return str(value)
    if isinstance(value, Hand | Pile):
        return _texts(value)
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, frozenset | set):
        return sorted((plain(part) for part in value), key=str)
    kind = type(value)
    if has(kind):
        return {name: plain(getattr(value, name)) for name in _names(kind)}
    return str(value)


@lru_cache(maxsize=512)
def _names(kind: Any) -> tuple[str, ...]:
    """The fields that distinguish values of a type."""
    return tuple(
        [attribute.name for attribute in fields(kind) if attribute.repr and not attribute.name.startswith("_")]
    )

"""Replays a recorded game move by move, alongside the lines of its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attrs import evolve

from trickkit.errors import InvalidRecord
from trickkit.model.chance import Stacked
from trickkit.play.rules import Rules
from trickkit.play.state import State
from trickkit.record.checks import FIRST, Group, check, is_chance, standing
from trickkit.record.entries import Dealt, Entry, Moved, both
from trickkit.record.log import Log
from trickkit.record.text import blamed

__all__ = ["Replayed", "dealt", "replayed", "states", "steps"]


class Replayed(NamedTuple):
    """The beginning or a move of a game, as replayed.

    Args:
        state: the state after it.
        group: its entries in the record: the move and its consequences, with their line numbers.
        expected: the entries that the rules require.
        log: the log of the game up to there, which continues with the next step.

    >>> from trickkit import load, playout, record
    >>> game = record.of(playout(load("pikoko", players=3), seed=7))
    >>> step = next(replayed(game.rules, game.entries))
    >>> step.state.actors, [line for line, _ in step.group], step.expected == [game.entries[0]]
    ((0, 1), [2], True)
    """

    state: State
    group: Group
    expected: list[Entry]
    log: Log


def dealt(entries: Sequence[Entry]) -> tuple[Stacked, ...]:
    """The cards dealt in each deal, as `rules.start(deals=...)` takes them.

    Args:
        entries: the entries of a game without undone moves.

    >>> from trickkit import load, record
    >>> [len(deal.hands) for deal in dealt(record.of(load("pikoko", players=3).start(seed=7)).entries)]
    [3]
    """
    deals: list[Stacked] = []
    for entry in entries:
        if isinstance(entry, Dealt):
            deals.append(entry.stacked)
        elif isinstance(entry, Moved) and entry.dealt is not None:
            deals[-1] = both(deals[-1], entry.dealt)
    return tuple(deals)


def states(rules: Rules, entries: Sequence[Entry], *, seed: int | None = None) -> Iterator[State]:
    """The states of a game: the first, and one after each move that was not undone.

    Args:
        rules: the rules of the game.
        entries: all of its record.
        seed: for draws after the record; None draws nothing.

    Raises:
        InvalidRecord: a move is not legal, or some dealt cards are missing from the record.

    >>> from trickkit import load, playout, record
    >>> game = record.of(playout(load("pikoko", players=3), seed=7))
    >>> [state.actors for state in states(game.rules, game.entries)][:3]
    [(0, 1), (1,), (1, 2)]
    """
    deals = dealt([entry for group in standing(entries) for _, entry in group])
    if seed is None:
        deals = tuple(_with_whole_stock(rules, deal) for deal in deals)
    state: State | None = None
    for step in replayed(rules, entries):
        _, entry = step.group[0]
        if state is None or not isinstance(entry, Moved):
            state = _started(rules, deals, entry, seed)
        else:
            state = state.play(entry.seat, entry.action)
        yield state


def replayed(rules: Rules, entries: Sequence[Entry]) -> Iterator[Replayed]:
    """The moves of a game that were not undone; all chance outcomes must be in the record.

    Raises:
        InvalidRecord: a move is not legal, or some dealt cards are missing from the record.

    >>> from trickkit import load, playout, record
    >>> game = record.of(playout(load("pikoko", players=3), seed=7))
    >>> len(list(replayed(game.rules, game.entries)))
    109
    """
    for step in steps(rules, standing(entries)):
        chance = [(line, entry) for line, entry in step.group if is_chance(entry)]
        check(chance, [entry for entry in step.expected if is_chance(entry)], end=step.group[-1][0])
        yield step


def steps(rules: Rules, groups: Sequence[Group], *, seed: int = 0) -> Iterator[Replayed]:
    """Consecutive moves, replayed without comparing their recorded consequences.

    Args:
        rules: the rules of the game.
        groups: the entries of a record for the beginning, and for each move.
        seed: the seed of outcomes that are not in the record, which are then reported as missing.

    Raises:
        InvalidRecord: a move is not legal, or nothing was dealt.

    >>> from trickkit import load, playout, record
    >>> game = record.of(playout(load("pikoko", players=3), seed=7))
    >>> all([entry for _, entry in step.group] == step.expected for step in steps(game.rules, standing(game.entries)))
    True
    """
    if not groups[0]:
        raise InvalidRecord("the record breaks off before anything is dealt", line=FIRST)
    log = Log()
    deals = dealt([entry for group in groups for _, entry in group])
    with blamed(FIRST, "the game cannot be started"):
        state = _started(rules, deals, groups[0][0][1], seed)
        expected = log.begun(state)
    yield Replayed(state, groups[0], expected, log)
    for group in groups[1:]:
        line, move = group[0]
        assert isinstance(move, Moved)
        with blamed(line, "the game cannot be played on"):
            state = state.play(move.seat, move.action)
            expected = log.moved(move.seat, move.action, state)
        yield Replayed(state, group, expected, log)


def _with_whole_stock(rules: Rules, deal: Stacked) -> Stacked:
    """The cards dealt, including stock cards that a record omits because they are removed unseen."""
    if deal.hands is None:
        return deal
    named = [card for hand in deal.hands for card in hand or ()] + [*deal.stock]
    left = Counter(card.text for card in rules.deck) - Counter(named)
    return evolve(deal, stock=(*deal.stock, *left.elements()))


def _started(rules: Rules, deals: tuple[Stacked, ...], first: Entry, seed: int | None) -> State:
    assert isinstance(first, Dealt)
    return rules.start(seed=seed, first=first.starter, deals=deals)

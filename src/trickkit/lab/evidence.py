"""The evidence behind a study: how often a rule came up, where deals diverge because of it, and how players play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import frozen

from trickkit.lab.observed import Observed
from trickkit.model.actions import Action, Play
from trickkit.model.cards import bits
from trickkit.phases.tricks import Tricks
from trickkit.play.state import State

__all__ = ["ALIKE", "Counts", "Parting", "came_up", "partings", "players_counted", "situation"]

Counts = Counter[tuple[int, str]]
"""Counts of occurrences, by index of the rules and name."""
ALIKE = "same decisions"
"""The situation of deals that do not diverge."""

Moves = list[tuple[int, "Action"]]


@frozen
class Parting:
    """How one deal went under two rules, and where it diverged.

    Args:
        number: of the deal in the study.
        open: whether other actions were legal at a decision that came up under the first rules.
        used: whether an action was taken that the other rules forbid.
        scored: whether the same decisions score differently.
        situation: in which the deals diverge; `ALIKE` if all decisions are the same.
        instead: the call that replaces another, if the deals diverge at a call; otherwise empty.

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> old, new = (load("pikoko", players=3, multi_must_follow=must) for must in (True, False))
    >>> one, other = (Observed.of(Table(rules, ("random",) * 3, seed=7), range(9)) for rules in (old, new))
    >>> {parting.situation for parting in partings(one, other, 9)} - {ALIKE}
    {'obliged in a trick'}
    """

    number: int
    open: bool
    used: bool
    scored: bool
    situation: str
    instead: str = ""

    @property
    def came_up(self) -> bool:
        """Whether the rule could have mattered in the deal."""
        return self.open or self.used or self.scored or self.situation != ALIKE


def partings(base: Observed, seen: Observed, most: int) -> Iterator[Parting]:
    """How deals with the same cards went under two rules.

    Args:
        base: the deals under the first rules.
        seen: the same deals under the others.
        most: how many are examined if the batch engine plays; otherwise all are.

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> seen = Observed.of(Table(load("whist"), ("random",) * 4, seed=7), range(9))
    >>> [parting.came_up for parting in partings(seen, seen, 3)]
    [False, False, False]
    """
    if base.numbers.tolist() != seen.numbers.tolist():
        return
    for row in range(min(most, len(base.numbers)) if base.table.is_compiled else len(base.numbers)):
        first, second = _moves(base, row), _moves(seen, row)
        begun, other = _begun(base, row), _begun(seen, row)
        part = next((index for index, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), None)
        if part is None and len(first) != len(second):
            part = min(len(first), len(second))
        open_, used, scored, where = _walked(begun, other, first, part)
        if not used and part is not None:
            # Actions that only the second rules allow appear in the deals under these rules.
            _, used, _, _ = _walked(other, begun, second, None)
        yield Parting(int(base.numbers[row]), open_, used, scored, where, _instead(first, second, part))


def _instead(first: Moves, second: Moves, part: int | None) -> str:
    if part is None or part >= min(len(first), len(second)):
        return ""
    (seat, old), (other, new) = first[part], second[part]
    return f"{new} instead of {old}" if seat == other and not isinstance(old, Play) else ""


def _moves(seen: Observed, row: int) -> Moves:
    moves, actions = seen.deals.moves, [*seen.rules.actions.values()]
    assert moves is not None
    count = int(seen.deals.decisions[row])
    pairs = zip(moves.seats[row, :count].tolist(), moves.actions[row, :count].tolist(), strict=True)
    return [(seat, actions[code]) for seat, code in pairs]


def _begun(seen: Observed, row: int) -> State:
    if seen.table.is_compiled:
        return next(seen.deals.states(row))
    return seen.table.begun(int(seen.numbers[row]))


def _walked(state: State, other: State, moves: Moves, part: int | None) -> tuple[bool, bool, bool, str]:
    """Replay a deal's decisions under two rules; return `open`, `used`, `scored` and `situation` of its `Parting`."""
    open_, where, deals = False, ALIKE, len(other.results)
    for index, (seat, action) in enumerate(moves):
        legal = state.legal(seat)
        if index == part:
            where = situation(state, legal)
        theirs = other.legal(seat) if len(other.results) == deals and seat in other.actors else ()
        open_ = open_ or set(theirs) != set(legal)
        if action not in theirs:
            return True, True, False, where
        state, other = state.play(seat, action), other.play(seat, action)
    if part == len(moves) or len(other.results) == deals:
        return True, False, False, where if where != ALIKE else "the end of the deal"
    return open_, False, state.results[-1].scores != other.results[-1].scores, where


def situation(state: State, legal: Sequence[Action]) -> str:
    """The kind of decision that is due, in words.

    Args:
        state: in a deal.
        legal: the legal actions.

    >>> from trickkit import load
    >>> state = load("pikoko", players=3).start(seed=7)
    >>> situation(state, state.legal(state.actors[0]))
    'Bids'
    """
    phase = state.phase
    assert phase is not None  # A decision is due.
    if not isinstance(phase, Tricks):
        return type(phase.inner).__name__
    if not state.deal[Tricks].current:
        return "leading a trick"
    faces = state.deal.deck.faces
    held = [{faces[bit.bit_length() - 1].text for bit in bits(mask)} for mask in state.deal.held]
    return (
        "free in a trick"
        if {action.face for action in legal if isinstance(action, Play)} in held
        else "obliged in a trick"
    )


def came_up(place: int, parted: Sequence[Parting]) -> Counts:
    """In how many deals a rule came up, by kind of effect.

    Args:
        place: the index of the rules.
        parted: the deals that were examined.

    >>> came_up(1, [Parting(0, True, False, False, ALIKE)])[1, "open"]
    1
    """
    counts = Counts({(place, "watched"): len(parted)})
    for parting in parted:
        marks = {
            "came up": parting.came_up,
            "open": parting.open,
            "used": parting.used,
            "scored": parting.scored,
            "parted": parting.situation != ALIKE,
        }
        counts.update((place, name) for name, is_so in marks.items() if is_so)
        counts[place, f"at {parting.situation}"] += 1
        if parting.instead:
            counts[place, parting.instead] += 1
    return counts


def players_counted(place: int, seen: Observed) -> Counts:
    """Counts of bids and results, which show whether players play sensibly.

    Args:
        place: the index of the rules.
        seen: the deals.

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> players_counted(0, Observed.of(Table(load("euchre"), ("random",) * 4, seed=7), range(50)))[0, "contracts"] > 9
    True
    """
    deals, sign, players = seen.deals, seen.utility.sign, seen.rules.players
    declared = deals.declarer >= 0
    own = deals.points[range(len(deals)), deals.declarer.clip(0)]
    ahead = sign * own * players > sign * deals.points.sum(axis=1)
    bid = deals.bids >= 0
    alike = (deals.points == deals.points[:, :1]).all(axis=1)
    passed = (deals.tricks.sum(axis=1) == 0) & ~declared
    return Counts(
        {
            (place, "played"): len(deals),
            (place, "contracts"): int(declared.sum()),
            (place, "passed"): int(passed.sum()),
            (place, "won"): int((declared & ahead).sum()),
            (place, "bids"): int(bid.sum()),
            (place, "exact"): int((bid & deals.exact()).sum()),
            (place, "alike"): int(alike.sum()) if len(seen.utility.sides) > 1 else 0,
        }
    )

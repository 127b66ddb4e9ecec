"""The numbers that stand for actions, phases and seats in tables and arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import Columns
from trickkit.model.actions import Action, Back
from trickkit.model.events import Figure, Record
from trickkit.phases.bids import BidTable
from trickkit.play.rules import Rules


@lru_cache(maxsize=64)
def action_numbers(rules: Rules) -> dict[Action, int]:
    """By action, its number among those of the rules."""
    return {action: index for index, action in enumerate(rules.actions.values())}


@lru_cache(maxsize=64)
def phase_numbers(rules: Rules) -> tuple[int, ...]:
    """By phase of the rules, its number among the distinct ones."""
    numbers = {phase: index for index, phase in enumerate(dict.fromkeys(rules.phases))}
    return tuple([numbers[phase] for phase in rules.phases])


def nobody(rules: Rules) -> int:
    """The number for no trust: one more than the last seat for which there is a card."""
    return sum(isinstance(action, Back) and action.seat is not None for action in rules.actions.values())


def has_bids(rules: Rules) -> bool:
    """Whether rows store bids on tricks by seat and by the seat bid upon, separately from any estimates."""
    records = [getattr(phase, "record", Record) for phase in rules.phases]
    return any(record is BidTable or "points_estimated" in arrays_of(record, rules.players) for record in records)


@lru_cache(maxsize=256)
def arrays_of(record: type[Record], players: int) -> frozenset[str]:
    """The names of the arrays with the figures of a record, if these determine the record."""
    names = set[str]()

    def read(name: str, places: Sequence[tuple[int, ...]], made: object = None) -> tuple[None, ...]:  # noqa: ARG001
        names.add(name)
        return (None,) * len(places)

    with suppress(Exception):
        # A record of a user may not accept missing numbers.
        record.of_figures(read, players)
    return frozenset(names)


def columns(rules: Rules, outcomes: int = 0) -> Columns:
    """The columns of the facts about the deals of a game.

    Args:
        rules: the rules of the game.
        outcomes: the number of phases whose outcome is recorded.
    """
    return Columns(rules.players, has_bids(rules), outcomes)


def row_figures(rules: Rules, figures: Iterable[Figure]) -> Iterator[tuple[int, int]]:
    """The numbers in records, as pairs of a place in a row and the value there."""
    for name, index, value in figures:
        if name == "backs":
            yield layout.BACKS + index[0], nobody(rules) if value is None else value
        elif name == "points_estimated":
            yield layout.ESTIMATES_MADE + index[0], -1 if value is None else value
        elif name == "bids":
            yield place_of_bid(rules, index), -1 if value is None else value
        elif name in ("doubles", "buyer"):
            yield getattr(layout, name.upper()), -1 if value is None else value


def place_of_bid(rules: Rules, index: Sequence[int]) -> int:
    """The place in a row of a seat's bid on another one, or of an estimate of its own tricks."""
    own = index[0] == index[1] and not has_bids(rules)
    return layout.ESTIMATES_MADE + index[0] if own else layout.BIDS_MADE + index[0] * layout.SEATS + index[1]

"""What a policy may look at of the sides is what they are, and it is noted at what it has looked."""

from __future__ import annotations

from collections.abc import Callable
from operator import add
from typing import Any

import pytest

from trickkit.batch.steps.tricks.sided import facts_of, told
from trickkit.policies.sides import DeclarerAlone, Settled

SIDES, SETTLED = DeclarerAlone(), Settled((1, 3), 2)
LOOKS: dict[str, tuple[Callable[[Any], object], set[tuple[str, int]]]] = {
    "a seat": (lambda sides: 1 in sides.seats, {("first", 1)}),
    "another seat": (lambda sides: 0 in sides.seats, {("first", 0)}),
    "both": (lambda sides: [seat in sides.seats for seat in (0, 1)], {("first", 0), ("first", 1)}),
    "no seat": (lambda sides: (4 in sides.seats, "1" in sides.seats), {("whole", -1)}),
    "the trick": (lambda sides: sides.trick > 1, {("trick", -1)}),
    "nothing": (lambda sides: sides is None, set()),
    "how many": (lambda sides: (len(sides.seats), len(sides)), {("whole", -1)}),
    "each": (lambda sides: [*sides.seats], {("whole", -1)}),
    "the first": (lambda sides: (sides.seats[0], sides[1]), {("whole", -1)}),
    "equality": (lambda sides: (sides == SETTLED, sides.seats == (1, 2)), {("whole", -1)}),
    "equality with itself": (lambda sides: sides.seats == sides.seats, {("whole", -1)}),
    "its hash": (lambda sides: {sides: 1}[SETTLED] + {sides.seats: 1}[(1, 3)], {("whole", -1)}),
    "more seats": (lambda sides: (add(sides.seats, (0,)), add((0,), sides.seats)), {("whole", -1)}),
    "parts": (lambda sides: 2 in sides, {("whole", -1)}),
    "its methods": (lambda sides: (sides.seats.index(3), sides._asdict()), {("whole", -1)}),
}


@pytest.mark.parametrize(("look", "noted"), LOOKS.values(), ids=LOOKS)
def test_it_is_noted_what_was_looked_at(look: Callable[[Any], object], noted: set[tuple[str, int]]) -> None:
    looked: set[Any] = set()
    assert look(told(SIDES, SETTLED, 4, looked)) == look(SETTLED)
    assert {(what, seat) for _, _, what, seat in looked} == noted
    assert looked <= facts_of(SIDES, SETTLED, 4).keys()


def test_sides_that_nobody_knows_yet_are_none() -> None:
    assert told(SIDES, None, 4, set()) is None


def test_what_no_tuple_has_is_not_there() -> None:
    with pytest.raises(AttributeError):
        told(SIDES, SETTLED, 4, set()).__index__  # noqa: B018

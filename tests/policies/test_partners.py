"""Partners: who plays together with whom."""

from __future__ import annotations

import pytest

from trickkit import InvalidRules
from trickkit.policies.partners import Alone, Opposite, Partners


@pytest.mark.parametrize(("players", "sides"), [(2, ((0, 1),)), (4, ((0, 2), (1, 3))), (6, ((0, 3), (1, 4), (2, 5)))])
def test_partners_sit_opposite(players: int, sides: tuple[tuple[int, ...], ...]) -> None:
    assert Opposite().sides(players) == sides


@pytest.mark.parametrize("players", [1, 3, 5])
def test_nobody_sits_opposite_at_an_odd_table(players: int) -> None:
    with pytest.raises(InvalidRules, match=f"{players} seats cannot play as partners"):
        Opposite().sides(players)


@pytest.mark.parametrize(("partners", "players"), [(Alone(), 5), (Opposite(), 4), (Opposite(), 6)])
def test_every_seat_is_on_one_side(partners: Partners, players: int) -> None:
    sides = partners.sides(players)
    assert sorted(seat for side in sides for seat in side) == [*range(players)]
    for side in sides:
        for seat in side:
            assert partners.side(seat, players) == side
            assert {seat, *partners.partners(seat, players)} == {*side}

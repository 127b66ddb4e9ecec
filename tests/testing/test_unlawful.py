"""The laws bite: games that are not lawful are caught, each by the law that it breaks, with the shortest game."""

from __future__ import annotations

import pytest
from small import game
from unlawful import UNLAWFUL, Unlawful, done, trump_of_a_hand

from trickkit.testing import LAWS, Law, check, views_do_not_leak
from trickkit.testing.positions import Positions
from trickkit.testing.suite import within


def test_every_law_is_broken_by_some_game() -> None:
    assert {case.law for case in UNLAWFUL} == {*LAWS}


@pytest.mark.sample(5)
@pytest.mark.parametrize("case", UNLAWFUL, ids=lambda case: case.name)
def test_a_game_that_is_not_lawful_is_caught_by_the_law_it_breaks(case: Unlawful) -> None:
    verdict = check(case.law, case.rules)
    assert verdict.broken is not None
    assert verdict.broken.law is case.law
    assert len(verdict.broken.state.moves) == case.moves


def test_a_leak_is_told_by_what_differs() -> None:
    broken = check(views_do_not_leak, done(trump_of_a_hand)).broken
    assert "a spectator can tell two deals apart: `trump` of the deal is " in str(broken)


@pytest.fixture(scope="module")
def positions() -> Positions:
    return Positions.of(game(), moves=60, source=0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_the_same_game_without_the_sin_is_lawful(positions: Positions, law: Law) -> None:
    assert positions.hold(law, within(50)).holds

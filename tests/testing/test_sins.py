"""The laws bite: games that are not lawful are caught, each by the law that it breaks, with the shortest game."""

from __future__ import annotations

import pytest
from sins import SINS, Sin
from small import game

from trickkit.testing import LAWS, Law, check
from trickkit.testing.positions import Positions
from trickkit.testing.suite import within


def test_every_law_is_broken_by_some_game() -> None:
    assert {sin.law for sin in SINS} == {*LAWS}


@pytest.mark.parametrize("sin", SINS, ids=lambda sin: sin.name)
def test_a_game_that_is_not_lawful_is_caught_by_the_law_it_breaks(sin: Sin) -> None:
    verdict = check(sin.law, sin.rules)
    assert verdict.broken is not None
    assert verdict.broken.law is sin.law
    assert len(verdict.broken.state.moves) == sin.moves


@pytest.fixture(scope="module")
def positions() -> Positions:
    return Positions.of(game(), source=0)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_the_same_game_without_the_sin_is_lawful(positions: Positions, law: Law) -> None:
    assert positions.hold(law, within(100)).holds

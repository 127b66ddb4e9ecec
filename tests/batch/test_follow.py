"""Follow policies that depend on what is played, in lanes and in deals that are played on."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest
from attrs import frozen
from lockstep import is_followed
from trickkit_classics.tarok_play import EmperorsTrick, ForehandOrDeclarer, MustPlayTarock

from trickkit import Deal, Rules, ScoreLine, batch, load
from trickkit.phases import AnnulDeal, BidContracts, DealOut, Phase, Tricks
from trickkit.policies.follow import Context, Follow, MustFollow, MustOvertrump, NotBeforeBroken, Step
from trickkit.scoring import Scoring


@frozen
class PerTrick(Scoring):
    """Points for tricks, where any were played."""

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        table = deal.get(Tricks)
        return tuple(ScoreLine(seat, "tricks", taken) for seat, taken in enumerate(table.taken if table else ()))


@frozen
class ByStarter(Follow):
    """Another policy for each starter."""

    reads: ClassVar[tuple[str, ...]] = ("best", "broken")

    def of(self, deal: Deal) -> Follow:
        return (MustFollow(), MustOvertrump(), NotBeforeBroken("spades"), self)[deal.starter]

    def steps(self, context: Context) -> tuple[Step, ...]:
        return ()


@frozen
class LooksAtAll(Phase):
    """It looks at every card of a hand."""

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(closed=int(deal.held[0]) == 0)


def tarok() -> Rules:
    """Slovenian Tarok without the talon."""
    of = load("tarok")
    kept = tuple(one for one in of.phases if isinstance(one, DealOut | AnnulDeal | BidContracts))
    tricks = Tricks(follow=MustPlayTarock(), resolution=EmperorsTrick(), opening=ForehandOrDeclarer())
    return of.replace(phases=(*kept, tricks), scoring=PerTrick())


STARTER = load("whist").replace(Tricks, follow=ByStarter())
GAMES = {"starter": STARTER, "contract": tarok()}


@pytest.mark.sample(0)
@pytest.mark.parametrize("of", GAMES.values(), ids=GAMES)
def test_lanes_take_the_same_decisions(of: Rules) -> None:
    support = batch.supports(of)
    assert support, support.why
    is_followed(of, 8, seed=5)


@pytest.mark.parametrize("starter", range(4))
def test_deals_are_played_on_where_what_came_before_has_no_table(starter: int) -> None:
    of = STARTER.before(Tricks, LooksAtAll())
    assert not batch.supports(of)
    found = batch.playouts(of.start(seed=3, first=starter), 40, seed=1)
    expected = batch.playouts(STARTER.start(seed=3, first=starter), 40, seed=1)
    np.testing.assert_array_equal(found.tricks, expected.tricks)

"""How long tricks are played."""

from __future__ import annotations

import pytest
from attrs import evolve

from trickkit import Deal, InvalidRules, Rules, Stacked
from trickkit.model.cards import french
from trickkit.phases import DealOut, NameTrump, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.offers import Games
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import AfterTricks, DeclarerTakes, HandsEmpty, WithoutTrump


@pytest.mark.parametrize(
    ("taken", "declarer", "over"),
    [((0, 3), 0, False), ((1, 0), 0, True), ((1, 0), None, False), ((0, 0), 1, False)],
)
def test_the_declarer_takes_a_trick(taken: tuple[int, ...], declarer: int | None, over: bool) -> None:
    assert DeclarerTakes().over(taken, declarer) == over


def test_it_may_be_more_than_one() -> None:
    assert not DeclarerTakes(2).over((1, 5), 0)
    assert DeclarerTakes(2).over((2, 5), 0)


def test_only_without_trump() -> None:
    deal = Deal.fresh(french(), players=2)
    until = WithoutTrump(AfterTricks(1))
    assert until.over((1, 0), None)
    assert until.of(deal) == AfterTricks(1)
    assert until.of(evolve(deal, trump=deal.deck.suits[0])) == HandsEmpty()
    assert AfterTricks(1).of(deal) == AfterTricks(1)


def test_bad_arguments() -> None:
    with pytest.raises(InvalidRules, match="DeclarerTakes: tricks=0 is not a whole number from 1 on"):
        DeclarerTakes(0)
    with pytest.raises(InvalidRules, match="WithoutTrump: until=1 is not an Until"):
        WithoutTrump(1)  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "tricks"), [("null", 1), ("spades", 2)])
def test_tricks_end_in_a_deal_without_trump_only(game: str, tricks: int) -> None:
    deck = french("QKA")
    rules = Rules(
        key="null",
        name="Null",
        players=2,
        deck=deck,
        phases=(
            DealOut(),
            NameTrump(offers=Games({"null": None, "spades": deck.suits[3]})),
            Tricks(until=WithoutTrump(DeclarerTakes())),
        ),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(2)),
        ending=AfterDeals(deals=1),
    )
    state = rules.start(first=0, deals=[Stacked(hands=[["QC", "QD"], ["KC", "KD"]])]).play(1, f"name {game}")
    state = state.play(0, "QC").play(1, "KC")
    while state.actors:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    played = state.results[0].deal
    assert len(played[Tricks].tricks) == tricks
    assert {under.phase for under in played[Tricks].phases} == {rules.phases[-1]}
    ended = [AfterTricks(1).ended(played, played[Tricks], first) for first in (tricks - 1, tricks)]
    assert ended == [True, False]

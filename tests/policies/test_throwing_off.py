"""Cards that must be thrown off, tricks that end with certain cards, and points for tricks."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from turns import legal_cards, play

from trickkit import Deal, InvalidRules, Rules, Stacked, State
from trickkit.model.cards import french
from trickkit.model.tricks import Trick
from trickkit.phases import DealOut, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import Anything, NotBeforeBroken
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.throwing_off import MustThrowOff
from trickkit.policies.until import CardsTaken
from trickkit.scoring import Extent, ScoreLastTricks, ScoreTricks

HANDS = "TC 9D AH/KC QH TH/9C AD JS"


def game(**policies: Any) -> Rules:
    """One deal of three cards for three."""
    return Rules(
        key="thrown",
        name="Thrown",
        players=3,
        deck=french("9TJQKA"),
        phases=(DealOut(), Tricks(**policies)),
        scoring=ScoreTricks(),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


def table(plays: str = "", **policies: Any) -> State:
    """Seat 0 leads; the hands are `HANDS`."""
    dealt = [hand.split() for hand in HANDS.split("/")]
    return play(game(**policies).start(first=0, deals=[Stacked(hands=dealt)]), plays)


@pytest.mark.parametrize(
    ("groups", "plays", "legal"),
    [
        ([["QH"]], "9D", "QH"),
        (["hearts"], "9D", "TH QH"),
        (["QS", "hearts"], "9D", "TH QH"),
        ([["KC", "TH"]], "9D", "KC TH"),
        ([["AS"]], "9D", "KC TH QH"),
        ([["QH"]], "TC", "KC"),
        ([["AH"]], "", "TC 9D AH"),
    ],
)
def test_the_first_group_that_is_met_must_be_thrown_off(groups: Any, plays: str, legal: str) -> None:
    assert legal_cards(table(plays, follow=MustThrowOff(groups))) == legal


def test_another_policy_decides_first() -> None:
    assert legal_cards(table("TC", follow=MustThrowOff([["QH"]], follow=Anything()))) == "QH"
    held_back = MustThrowOff(["hearts"], follow=NotBeforeBroken("hearts"))
    assert held_back.reads == ("broken",)
    assert legal_cards(table("", follow=held_back)) == "TC 9D"


def test_what_is_not_in_the_deck_is_refused() -> None:
    with pytest.raises(InvalidRules, match=r"MustThrowOff: 'heart' is nothing in the deck \(did you mean 'hearts'"):
        table("9D", follow=MustThrowOff(["heart"]))
    with pytest.raises(InvalidRules, match="MustThrowOff: 7 is not a text"):
        MustThrowOff([[7]])  # type: ignore[list-item]
    with pytest.raises(InvalidRules, match=r"CardsTaken: 'QX' is nothing in the deck"):
        table("TC KC 9C", until=CardsTaken("QX"))
    with pytest.raises(InvalidRules, match="CardsTaken: no card and no suit is named"):
        table("TC KC 9C", until=CardsTaken())


def test_tricks_end_with_the_last_card_that_counts() -> None:
    assert table("TC KC 9C", until=CardsTaken("KC")).is_over
    assert not table("TC KC 9C", until=CardsTaken(["KC", "QH"])).is_over
    assert table("TC KC 9C QH JS AH", until=CardsTaken(["KC", "QH"])).is_over
    assert not table("TC KC 9C QH JS AH", until=CardsTaken("KC", suits="hearts")).is_over


def test_tricks_and_the_last_ones_score() -> None:
    deal = Deal.fresh(french(), players=3, size=4)
    tricks = tuple(Trick((), taker=hand) for hand in (0, 0, 2, 2))
    deal = deal.with_record(TrickTable(tricks, Trick(()), (2, 0, 2)))
    assert [(line.seat, line.points) for line in ScoreTricks(-5).lines(deal)] == [(0, -10), (2, -10)]
    assert [(line.seat, line.points) for line in ScoreLastTricks(7).lines(deal)] == [(2, 7)]
    assert [(line.seat, line.points) for line in ScoreLastTricks(7, tricks=3).lines(deal)] == [(0, 7), (2, 14)]
    assert [str(line) for line in ScoreLastTricks(7).lines(deal)] == ["seat 2: +7 took a trick, the last one"]
    extent = Extent(french(), players=3, size=4, tricks=4)
    assert (ScoreTricks(-5).bounds(extent), ScoreLastTricks(7, tricks=9).bounds(extent)) == ((-20, 0), (0, 28))
    early = evolve(deal, size=9)
    assert ScoreLastTricks(7, tricks=3).lines(early) == ()

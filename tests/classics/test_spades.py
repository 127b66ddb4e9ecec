"""Spades: bids in turn, spades as trump that must be broken, contracts, nil, bags, the end."""

from __future__ import annotations

from typing import Any

import pytest
from strategies import effort
from trickkit_classics import spades
from turns import legal, played

from trickkit import Deal, IllegalAction, InvalidCard, InvalidRules, Rules, Stacked, State, playout
from trickkit.phases import Estimates, Tricks
from trickkit.phases.estimates import Estimated
from trickkit.phases.tricks.record import Trick, TrickTable
from trickkit.policies.ending import AtTarget
from trickkit.policies.partners import Opposite
from trickkit.testing import laws

RANKS = "AKQJT98765432"
SUITED = [[f"{rank}{suit}" for rank in RANKS] for suit in "SHDC"]
"""Seat 0 holds all spades, seat 1 all hearts, seat 2 all diamonds, seat 3 all clubs."""


def dealt(*hands: list[str], deals: int = 1, dealer: int = 3, **options: Any) -> State:
    """A game of deals with these hands, at its first bid."""
    rules = spades.rules(deals=deals, **options)
    return rules.start(first=dealer, deals=[Stacked(hands=hands or SUITED)] * deals)


def bid(state: State, bids: str) -> State:
    """The bids of a deal, the first bidder's first."""
    for number in bids.split():
        state = state.play(state.actors[0], number)
    return state


def swapped(*pairs: tuple[str, str]) -> list[list[str]]:
    """The hands of one suit each, with some cards exchanged."""
    change = {old: new for one, other in pairs for old, new in ((one, other), (other, one))}
    return [[change.get(card, card) for card in hand] for hand in SUITED]


def worth(bids: str, taken: tuple[int, ...], **options: Any) -> tuple[int, int]:
    """What a deal is worth to both sides, from the bids and the tricks taken."""
    rules = spades.rules(**options)
    deal = Deal.fresh(rules.deck, players=4, size=13)
    deal = deal.with_record(Estimated(tuple(int(number) for number in bids.split())))
    deal = deal.with_record(TrickTable((), Trick(()), taken))
    scores = [0] * 4
    for line in (line for part in rules.scoring for line in part.lines(deal)):
        scores[line.seat] += line.points
    assert scores[:2] == scores[2:]
    return scores[0], scores[1]


# Bids


def test_the_left_of_the_dealer_bids_first_and_leads() -> None:
    state = dealt(dealer=1)
    asked: list[int] = []
    for _ in range(4):
        asked.append(*state.actors)
        state = state.play(state.actors[0], "3")
    assert asked == [2, 3, 0, 1]
    assert state.actors == (2,)


def test_partners_bid_no_more_than_thirteen_together() -> None:
    state = bid(dealt(), "9 13")
    assert legal(state) == ["0", "1", "2", "3", "4"]
    with pytest.raises(IllegalAction, match="partners may not estimate more than all 13 tricks together"):
        state.play(2, "5")
    assert legal(state.play(2, "4")) == ["0"]


# Tricks


def test_spades_are_trump() -> None:
    state = bid(dealt(dealer=0), "1 1 1 1")
    assert str(state.deal.trump) == "spades"
    state = state.play_all([(1, "AH"), (2, "2D"), (3, "AC"), (0, "2S")])
    assert state.deal[Tricks].tricks[0].taker == 0


def test_no_spade_is_led_before_one_is_played() -> None:
    hands = swapped(("2S", "2H"), ("3H", "3D"))  # Seat 0 holds a heart, seat 1 a spade and a diamond.
    state = bid(dealt(*hands), "1 1 1 1")
    assert legal(state) == ["2H"]
    with pytest.raises(IllegalAction, match="no spades may be led before they are broken"):
        state.play(0, "AS")
    state = bid(dealt(*hands, dealer=0), "1 1 1 1")
    assert set(legal(state)) == {"3D", *(f"{rank}H" for rank in "AKQJT987654")}
    state = state.play_all([(1, "3D"), (2, "AD"), (3, "2C"), (0, "2H")])
    assert legal(state)[0][-1] == "D"  # No spade was played: seat 2 leads, and has none anyway.
    state = state.play_all([(2, "KD"), (3, "3C"), (0, "3S"), (1, "2S")])
    assert set(legal(state)) == {f"{rank}S" for rank in "AKQJT987654"}


def test_a_spade_thrown_in_breaks_them() -> None:
    hands = swapped(("2S", "2H"), ("3S", "3H"), ("4S", "4H"))  # Seat 0: three hearts; seat 1: three spades.
    state = bid(dealt(*hands, dealer=1), "1 1 1 1")
    state = state.play_all([(2, "AD"), (3, "2C"), (0, "AS"), (1, "5H")])
    assert set(legal(state)) == {*(f"{rank}S" for rank in "KQJT98765"), "2H", "3H", "4H"}


def test_who_has_only_spades_leads_one() -> None:
    assert len(legal(bid(dealt(), "1 1 1 1"))) == 13


def test_spades_need_not_be_broken() -> None:
    state = bid(dealt(*swapped(("2S", "2H")), breaking=False), "1 1 1 1")
    assert set(legal(state)) == {"2H", *(f"{rank}S" for rank in "AKQJT9876543")}


def test_suit_is_followed_and_who_cannot_plays_anything() -> None:
    state = bid(dealt(*swapped(("2S", "2H")), dealer=0), "1 1 1 1").play_all([(1, "AH"), (2, "2D"), (3, "2C")])
    assert legal(state) == ["2H"]
    assert len(legal(bid(dealt(dealer=0), "1 1 1 1").play(1, "AH"))) == 13


# Contracts


@pytest.mark.parametrize(
    ("bids", "taken", "expected"),
    [
        ("6 3 1 3", (6, 4, 1, 2), (70, 60)),
        ("5 3 1 3", (6, 4, 1, 2), (61, 60)),
        ("6 3 2 3", (6, 4, 1, 2), (-80, 60)),
        ("6 3 1 1", (6, 4, 1, 2), (70, 42)),
    ],
    ids=["made", "a bag", "failed", "two bags"],
)
def test_a_contract(bids: str, taken: tuple[int, ...], expected: tuple[int, int]) -> None:
    assert worth(bids, taken) == expected


@pytest.mark.parametrize(
    ("taken", "options", "expected"),
    [
        ((7, 4, 0, 2), {}, (70 + 100, 60)),
        ((7, 4, 0, 2), {"nil": 50}, (70 + 50, 60)),
        ((7, 4, 0, 2), {"nil": 0}, (70, 60)),
        ((6, 4, 1, 2), {}, (-70 - 100 + 1, 60)),
        ((7, 3, 1, 2), {}, (70 - 100 + 1, -60)),
        ((6, 4, 1, 2), {"nil_counts": True}, (70 - 100, 60)),
        ((6, 4, 1, 2), {"nil": 0}, (70, 60)),
        ((8, 3, 0, 2), {}, (70 + 100 + 1, -60)),
    ],
    ids=str,
)
def test_nil(taken: tuple[int, ...], options: dict[str, Any], expected: tuple[int, int]) -> None:
    assert worth("7 3 0 3", taken, **options) == expected


def test_without_nil_a_bid_of_none_is_a_bid_like_any_other() -> None:
    state = played(bid(dealt(nil=0), "0 3 0 3"))
    assert {line.reason for line in state.results[0].lines} == {"bags: 13", "side bid 6, took 0", "10 bags are full"}


def test_ten_bags_cost_a_hundred() -> None:
    assert worth("1 1 1 1", (13, 0, 0, 0)) == (20 + 11 - 100, -20)
    assert worth("1 1 1 1", (13, 0, 0, 0), bags=5) == (20 + 11 - 200, -20)
    assert worth("1 1 1 1", (13, 0, 0, 0), bags=0) == (20 + 11, -20)


def test_bags_are_counted_over_deals() -> None:
    state = dealt(deals=3)
    for bids, first in (("7 0 0 0", 0), ("0 0 0 7", 1), ("0 0 7 0", 2)):
        assert state.actors == (first,)
        state = played(bid(state, bids))
        assert state.results[-1].deal[Tricks].taken == (13, 0, 0, 0)
    # Six bags, and then six more, of which the fourth is the tenth.
    assert [result.scores[0] for result in state.results][:2] == [70 + 6 + 100, 70 + 6 - 100 + 100]
    assert [result.totals[0] for result in state.results] == [176, 252, 252 + 70 + 6 + 100]
    assert "seat 0: -100 10 bags are full" in [str(line) for line in state.results[1].lines]


# The end


def test_the_side_that_reaches_the_target_wins() -> None:
    rules = spades.rules(target=200)
    state = rules.start(first=3, deals=[Stacked(hands=SUITED)] * 2)
    state = played(bid(state, "13 1 0 1"))
    assert state.is_over
    assert state.scores == (230, -20, 230, -20)
    assert state.outcome is not None
    assert state.outcome.ranking == ((0, 2), (1, 3))
    assert state.outcome.reason == "200 points are reached"


def test_a_side_that_falls_too_low_loses() -> None:
    state = played(bid(spades.rules(lost_at=-100).start(first=3, deals=[Stacked(hands=SUITED)]), "5 9 0 1"))
    assert state.outcome is not None
    assert state.outcome.ranking == ((0, 2), (1, 3))
    assert state.outcome.reason == "somebody has fallen to -100 points"


def test_a_number_of_deals() -> None:
    assert len(playout(spades.rules(deals=3), seed=7).results) == 3
    assert spades.rules().ending == AtTarget(points=500, lost_at=-200, sides=Opposite())


def test_sides_that_are_level_play_on() -> None:
    state = spades.rules(lost_at=-100).start(first=3, deals=[Stacked(hands=SUITED)] * 2)
    # Seats 0 and 2 bid 3 and take 13, of which ten bags cost 100; the others bid 6 and take none.
    state = played(bid(played(bid(state, "2 3 1 3")), "3 1 3 2"))
    assert state.scores == (-120, -120, -120, -120)
    assert not state.is_over


@pytest.mark.parametrize("rules", [spades.rules(), spades.rules(target=1000, lost_at=-1000), spades.rules(deals=20)])
def test_whole_games_end(rules: Rules) -> None:
    for seed in range(3):
        end = playout(rules, seed=seed)
        assert end.outcome is not None
        assert {frozenset(group) for group in end.outcome.ranking} <= {frozenset({0, 2}), frozenset({1, 3})}
        assert [result.deal.starter for result in end.results[:5]] == [
            (end.results[0].deal.starter + number) % 4 for number in range(len(end.results[:5]))
        ]
        for result in end.results:
            bids = result.deal[Estimates].bids
            assert bids[0] + bids[2] <= 13
            assert bids[1] + bids[3] <= 13


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 3}, "players=3 is not one of 4"),
        ({"nil": 30}, "nil=30 is not one of 0, 50, 100, 150, 200"),
        ({"bags": 7}, "bags=7 is not one of 0, 5, 10"),
        ({"target": 10}, "target=10 is not one of 100, 150"),
        ({"lost_at": 0}, "lost_at=0 is not one of -1000, -950"),
        ({"breaking": 1}, "breaking=1 is not one of True, False"),
        ({"bag": 5}, r"no option 'bag' \(did you mean 'bags'\?\)"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        spades.rules(**given)


def test_cards_of_another_deck_are_refused() -> None:
    with pytest.raises(InvalidCard, match="'G1' is not a card of this deck"):
        dealt(["G1", *SUITED[0][1:]], *SUITED[1:])


TestLaws = laws(spades.rules, examples=effort(10))

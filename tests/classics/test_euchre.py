"""Euchre: ordering up, bowers, going alone, what makers and defenders score, and the options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from strategies import effort
from trickkit_classics import euchre
from turns import called, legal, played

from trickkit import IllegalAction, InvalidCard, InvalidRules, Rules, Stacked, State, playout
from trickkit.phases import GoAlone, LayAway, NameTrump, Tricks
from trickkit.testing import laws

HANDS = [
    ["JH", "JD", "AH", "KH", "QH"],
    ["9S", "TS", "QS", "KS", "AS"],
    ["9H", "TH", "9D", "TD", "QD"],
    ["9C", "TC", "QC", "KC", "AC"],
]
"""With hearts as trump, seat 0 holds the five highest trumps."""


def dealt(hands: list[list[str]] = HANDS, dealer: int = 3, turned: str = "AD", deals: int = 1, **options: Any) -> State:
    """A game of deals with these hands, at its first call."""
    return euchre.rules(deals=deals, **options).start(first=dealer, deals=[Stacked(hands=hands, turned=turned)] * deals)


PASSED = "pass, pass, pass, pass"


# Making trump


def test_the_left_of_the_dealer_is_offered_the_suit_of_the_card_turned_up() -> None:
    state = dealt(dealer=1, turned="KD")
    assert state.actors == (2,)
    assert legal(state) == ["name D", "pass"]
    assert all("KD" in str(state.view(seat).deal.stock) for seat in (0, 1, 2, 3, None))


def test_who_orders_it_up_is_the_maker_and_the_dealer_takes_the_card() -> None:
    state = called(dealt(), "pass, name D, pass")
    assert (state.deal.declarer, str(state.deal.trump)) == (1, "diamonds")
    assert (state.actors, state.phase) == ((3,), LayAway(cards=1))
    assert str(state.view(0).deal.hands[3]) == "AD ?? ?? ?? ?? ??"
    assert legal(state) == ["9C", "TC", "QC", "KC", "AC", "AD"]


def test_the_dealer_may_lay_away_any_card_and_nobody_else_knows_which() -> None:
    state = called(dealt(), "name D, pass")
    for card in ("9C", "AD"):
        after = state.play(3, card)
        assert str(after.view(0).deal.hands[3]) == "?? ?? ?? ?? ??"
        assert len(after.deal.hands[3]) == 5
        assert (after.actors, after.phase) == ((0,), state.rules.phases[-1])


def test_the_card_that_was_turned_up_may_have_to_be_kept() -> None:
    state = called(dealt(discard_turned=False), "name D, pass")
    assert legal(state) == ["9C", "TC", "QC", "KC", "AC"]
    with pytest.raises(IllegalAction, match="AD may not be laid away"):
        state.play(3, "AD")
    assert str(state.play(3, "9C").view(0).deal.hands[3]) == "AD ?? ?? ?? ??"


def test_a_card_that_is_not_held_is_not_laid_away() -> None:
    with pytest.raises(IllegalAction, match="hand 3 does not hold JH; it holds"):
        called(dealt(), "name D, pass").play(3, "JH")


def test_when_all_pass_another_suit_may_be_named_and_nothing_is_taken_up() -> None:
    state = called(dealt(), PASSED)
    assert state.actors == (0,)
    assert legal(state) == ["name C", "name H", "name S", "pass"]
    with pytest.raises(IllegalAction, match="D may not be named in round 1"):
        state.play(0, "name D")
    state = called(state, "name H, pass")
    assert isinstance(state.phase, Tricks)
    assert [len(hand) for hand in state.deal.hands] == [5] * 4


def test_when_all_pass_twice_the_next_dealer_deals() -> None:
    state = called(called(dealt(deals=2), PASSED), PASSED)
    assert (len(state.results), state.results[0].lines, state.deal.starter) == (1, (), 0)


def test_the_dealer_may_be_stuck() -> None:
    state = called(called(dealt(stick_the_dealer=True), PASSED), "pass, pass, pass")
    assert state.actors == (3,)
    assert legal(state) == ["name C", "name H", "name S"]
    with pytest.raises(IllegalAction, match="nobody has named trump: seat 3, the last one to be asked, must"):
        state.play(3, "pass")


# Bowers


def test_the_left_bower_is_a_trump_in_following_and_in_taking() -> None:
    hands = [["JD", "AS", "9D", "TD", "QD"], ["9H", "TS", "QS", "KS", "AH"], ["TH", "JH", "KH", "QH", "9S"], HANDS[3]]
    state = called(called(dealt(hands), PASSED), "name H, pass")
    state = state.play(0, "JD")
    assert legal(state) == ["9H", "AH"]  # Hearts must follow the jack of diamonds.
    state = state.play(1, "AH")
    assert legal(state) == ["TH", "JH", "QH", "KH"]
    state = state.play(2, "TH").play(3, "9C")
    assert state.deal[Tricks].tricks[0].taker == 0
    state = state.play(0, "9D")
    assert len(legal(state)) == 4  # Seat 1 has no diamond.


def test_the_right_bower_beats_the_left() -> None:
    hands = [["JD", "AS", "9D", "TD", "QD"], ["9H", "TS", "QS", "KS", "AH"], ["TH", "JH", "KH", "QH", "9S"], HANDS[3]]
    state = called(called(dealt(hands), PASSED), "name H, pass, JD, AH, JH, 9C")
    assert state.deal[Tricks].tricks[0].taker == 2


# Going alone


def test_the_partner_of_one_who_goes_alone_rests() -> None:
    state = called(called(dealt(), PASSED), "name H, alone")
    assert state.deal.resting == (2,)
    state = state.play(0, "JH")
    assert state.actors == (1,)
    state = state.play(1, "9S").play(3, "9C")
    assert len(state.deal[Tricks].tricks) == 1


def test_the_left_of_the_dealer_leads_or_the_next_that_plays() -> None:
    state = called(called(dealt(dealer=3), PASSED), "pass, pass, name H, alone")
    assert (state.deal.resting, state.actors) == ((0,), (1,))


def test_a_dealer_whose_partner_goes_alone_still_takes_the_card() -> None:
    state = called(dealt(dealer=3), "pass, name D, alone")
    assert state.deal.resting == (3,)
    assert state.actors == (3,)
    assert state.play(3, "9C").actors == (0,)


def test_nobody_may_go_alone() -> None:
    rules = euchre.rules(alone=False, lone_defender="always")
    assert not any(isinstance(phase, GoAlone) for phase in rules.phases)
    assert isinstance(called(called(dealt(alone=False), PASSED), "name H").phase, Tricks)


@pytest.mark.parametrize(
    ("option", "said", "asked"),
    [
        ("never", "alone", False),
        ("against_alone", "alone", True),
        ("against_alone", "pass", False),
        ("always", "pass", True),
    ],
)
def test_when_one_may_defend_alone(option: str, said: str, asked: bool) -> None:
    state = called(called(dealt(lone_defender=option), PASSED), f"name H, {said}")
    assert isinstance(state.phase, GoAlone) == asked
    if asked:
        assert state.actors == (1,)
        assert state.play(1, "alone").deal.resting == ((2, 3) if said == "alone" else (3,))


# Scores


@pytest.mark.parametrize(
    ("tricks", "alone", "defended", "points"),
    [
        (3, False, False, 1),
        (4, False, False, 1),
        (4, True, False, 1),
        (5, False, False, 2),
        (5, True, False, 4),
        (5, True, True, 4),
        (2, False, False, -2),
        (0, True, False, -2),
        (2, False, True, -4),
        (0, True, True, -4),
    ],
)
def test_what_a_deal_is_worth(tricks: int, alone: bool, defended: bool, points: int) -> None:
    assert euchre.ScoreMakers().points(tricks, alone, defended) == points


def test_only_the_side_that_wins_scores() -> None:
    state = played(called(called(dealt(), PASSED), "name H, pass"))
    assert state.results[0].deal[Tricks].taken == (5, 0, 0, 0)
    assert state.scores == (2, 0, 2, 0)
    assert [line.reason for line in state.results[0].lines] == ["makers took 5"] * 2


def test_all_five_alone_are_worth_four() -> None:
    assert played(called(called(dealt(), PASSED), "name H, alone")).scores == (4, 0, 4, 0)


def test_makers_who_take_too_few_are_euchred() -> None:
    state = played(called(called(dealt(), PASSED), "pass, name H, pass"))
    assert state.scores == (2, 0, 2, 0)
    assert state.results[0].lines[0].reason == "makers euchred with 0"


def test_who_defends_alone_and_euchres_scores_four() -> None:
    state = called(called(dealt(lone_defender="against_alone"), PASSED), "pass, name H, alone, alone")
    assert state.deal.resting == (2, 3)
    assert played(state).scores == (4, 0, 4, 0)


def test_a_deal_without_makers_scores_nothing() -> None:
    assert called(called(dealt(), PASSED), PASSED).scores == (0, 0, 0, 0)


# Whole games


def test_ten_points_win() -> None:
    for seed in range(5):
        end = playout(euchre.rules(), seed=seed)
        assert end.outcome is not None
        assert end.outcome.reason == "10 points are reached"
        assert max(end.scores) >= 10 > max(end.results[-2].totals)
        assert set(end.outcome.winners) in ({0, 2}, {1, 3})


def test_the_deal_goes_round() -> None:
    end = playout(euchre.rules(deals=9), seed=1, first=2)
    assert [result.deal.starter for result in end.results] == [2, 3, 0, 1, 2, 3, 0, 1, 2]


@pytest.mark.parametrize(
    "rules",
    [
        euchre.rules(stick_the_dealer=True, lone_defender="always", points=15),
        euchre.rules(alone=False, discard_turned=False),
        euchre.rules(deals=12, lone_defender="against_alone"),
    ],
)
def test_whole_games_end_and_everything_happens_in_them(rules: Rules) -> None:
    happened: Counter[Any] = Counter()
    for seed in range(12):
        for result in playout(rules, seed=seed).results:
            named = result.deal[NameTrump]
            happened[named.turn] += 1
            happened["alone"] += len(result.deal.resting)
            assert sum(result.deal[Tricks].taken) == 5 if named.game else not result.lines
    assert {0, 1} <= {*happened}
    assert (happened["alone"] > 0) == rules.options["alone"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"points": 4}, "points=4 is not one of 5, 6"),
        ({"lone_defender": "sometimes"}, "lone_defender='sometimes' is not one of 'never', 'against_alone', 'always'"),
        ({"stick_dealer": True}, r"no option 'stick_dealer' \(did you mean 'stick_the_dealer'\?\)"),
        ({"alone": 1}, "alone=1 is not one of True, False"),
        ({"deals": 51}, "deals=51 is not one of 0, 1"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        euchre.rules(**given)


def test_cards_of_another_deck_are_refused() -> None:
    with pytest.raises(InvalidCard, match="'8S' is not a card of this deck"):
        dealt(turned="8S")


TestLaws = laws(euchre.rules, examples=effort(10))

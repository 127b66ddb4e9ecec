"""Oh Hell: cards, schedule, trump, estimates in turn with the hook, tricks, scores."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from strategies import effort
from trickkit_classics import oh_hell

from trickkit import IllegalAction, InvalidCard, InvalidRules, Stacked, State, playout
from trickkit.phases import CallEstimates, Estimates, Tricks, TurnTrump
from trickkit.testing import laws
from trickkit.testing.strategies import Choice


def table(hands: str, turned: str = "2C", *, dealer: int = 0, **options: Any) -> State:
    """One deal with these hands, a slash between seats, at its first estimate."""
    dealt = [hand.split() for hand in hands.split("/")]
    chosen = {"players": len(dealt), "cards": len(dealt[0]), "hand_sizes": "same", "deals": 1, **options}
    return oh_hell.rules(**chosen).start(first=dealer, deals=[Stacked(hands=dealt, turned=turned)])


def say(state: State, moves: str) -> State:
    """Moves in order, each as `seat:move`."""
    return state.play_all([(int(move[0]), move[2:]) for move in moves.split()])


def legal(state: State) -> str:
    (seat,) = state.actors
    return " ".join(str(action) for action in state.legal(seat))


def dealt_sizes(**options: Any) -> list[int]:
    rules = oh_hell.rules(**options)
    return [rules.schedule.hand_sizes.size(number) for number in range(rules.ending.most_deals() or 0)]


THREE = "AH KC / 5H QC / 9D AD"

# Cards and schedule


@pytest.mark.parametrize(("players", "most"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_hands_shrink_to_one_card_and_grow_again(players: int, most: int) -> None:
    assert dealt_sizes(players=players) == [*range(most, 0, -1), *range(2, most + 1)]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"hand_sizes": "down_up"}, [3, 2, 1, 2, 3]),
        ({"hand_sizes": "up_down"}, [1, 2, 3, 2, 1]),
        ({"hand_sizes": "down"}, [3, 2, 1]),
        ({"hand_sizes": "up"}, [1, 2, 3]),
        ({"hand_sizes": "same"}, [3, 3, 3, 3]),
        ({"hand_sizes": "up", "deals": 2}, [1, 2]),
        ({"hand_sizes": "up", "deals": 5}, [1, 2, 3, 1, 2]),
        ({"hand_sizes": "same", "deals": 1}, [3]),
    ],
    ids=str,
)
def test_other_schedules(given: dict[str, Any], expected: list[int]) -> None:
    assert dealt_sizes(cards=3, **given) == expected


def test_the_deck_may_be_a_part_of_the_french_one() -> None:
    assert len(oh_hell.rules().deck) == 52
    assert str(oh_hell.rules(suits=3, ranks=2).deck) == "KC AC KD AD KH AH"
    assert dealt_sizes(players=3, suits=1, ranks=8, hand_sizes="down") == [2, 1]
    assert dealt_sizes(players=3, suits=1, ranks=9, hand_sizes="down") == [2, 1]
    assert dealt_sizes(players=3, suits=1, ranks=10, hand_sizes="down") == [3, 2, 1]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 8}, "players=8 is not one of 3, 4, 5, 6, 7"),
        ({"cards": 14}, r"cards=14 is not one of 1\.\.13 for 4 players with 52 cards"),
        ({"cards": -1}, r"cards=-1 is not one of 1\.\.13"),
        ({"cards": "2"}, "cards='2' is not one of"),
        ({"players": 7, "cards": 8}, r"cards=8 is not one of 1\.\.7 for 7 players"),
        ({"suits": 5}, r"suits=5 is not one of 1\.\.4 of a French deck"),
        ({"ranks": 1}, r"ranks=1 is not one of 2\.\.13 of a French deck"),
        ({"suits": True}, "suits=True is not one of"),
        ({"players": 4, "suits": 2, "ranks": 2}, "players=4: 2 suits of 2 ranks leave no card to be turned up"),
        ({"hook": "no"}, "hook='no' is not one of True, False"),
        ({"score": "penalties"}, "did you mean 'penalty'"),
        ({"deals": 41}, "deals=41 is not one of"),
        ({"hooks": True}, "did you mean 'hook'"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        oh_hell.rules(**given)


@pytest.mark.parametrize(
    ("stacked", "message"),
    [
        ({"hands": [["RS"], None, None]}, "'RS' is not a card of this deck"),
        ({"hands": [["1C"], None, None]}, "'1C' is not a card of this deck"),
        ({"turned": "W5"}, "'W5' is not a card of this deck"),
    ],
)
def test_cards_of_another_deck_are_refused(stacked: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidCard, match=message):
        oh_hell.rules(players=3, cards=1, hand_sizes="same").start(deals=[Stacked(**stacked)])


# Trump


def test_the_card_turned_up_makes_trump_and_stays_out() -> None:
    state = table(THREE, "7S")
    assert str(state.deal.trump) == "spades"
    assert str(state.deal[TurnTrump].card) == "7S"
    assert str(state.deal.out) == "7S"


def test_where_all_cards_are_dealt_there_is_no_trump() -> None:
    assert oh_hell.rules(cards=13).start(seed=7).deal.trump is None
    assert oh_hell.rules(cards=12).start(seed=7).deal.trump is not None


def test_there_may_never_be_trump() -> None:
    state = say(table(THREE, "7D", trump="none"), "1:0 2:0 0:0 1:QC 2:AD 0:KC")
    assert state.deal.trump is None
    assert state.deal[Tricks].taken == (1, 0, 0)


# Estimates


def test_the_dealer_estimates_last() -> None:
    state = table(THREE, dealer=1)
    asked: list[int] = []
    for _ in range(3):
        asked.append(*state.actors)
        state = state.play(state.actors[0], "0")
    assert asked == [2, 0, 1]


def test_the_dealer_deals_in_turn() -> None:
    end = playout(oh_hell.rules(players=3, cards=3), seed=7, first=2)
    assert [result.deal.starter for result in end.results] == [2, 0, 1, 2, 0]


@pytest.mark.parametrize(
    ("said", "left"),
    [("1:0 2:1", "0 2"), ("1:0 2:0", "0 1"), ("1:1 2:1", "1 2"), ("1:2 2:2", "0 1 2"), ("1:1", "0 1 2")],
)
def test_the_hook(said: str, left: str) -> None:
    assert legal(say(table(THREE), said)) == left


def test_the_refusal_names_the_hook() -> None:
    with pytest.raises(IllegalAction, match="may not add up to the number of tricks, 2"):
        say(table(THREE), "1:0 2:1 0:1")


def test_without_the_hook_the_dealer_is_free() -> None:
    assert legal(say(table(THREE, hook=False), "1:0 2:1")) == "0 1 2"


def test_estimates_are_open_or_shown_at_once() -> None:
    assert say(table(THREE), "1:2").view(0).deal[CallEstimates].bids == (None, 2, None)
    state = table(THREE, bidding="at_once")
    assert state.actors == (0, 1, 2)
    assert state.play(1, "2").view(0).deal[Estimates].bids == ()
    assert say(state, "0:1 1:0 2:1").deal[Estimates].bids == (1, 0, 1)


# Tricks


def test_the_left_of_the_dealer_leads_anything_and_the_winner_leads_next() -> None:
    state = say(table(THREE, "3D", dealer=1), "2:0 0:0 1:0")
    assert state.actors == (2,)
    assert legal(state) == "9D AD"
    state = say(state, "2:9D 0:KC 1:5H")
    assert state.actors == (2,)


def test_suit_is_followed_and_who_cannot_plays_anything() -> None:
    state = say(table(THREE), "1:0 2:0 0:0 1:QC")
    assert legal(state) == "9D AD"
    assert legal(say(state, "2:9D")) == "KC"


@pytest.mark.parametrize(("turned", "taker"), [("2C", 0), ("2D", 2), ("2H", 0), ("2S", 0)])
def test_the_highest_trump_wins_else_the_highest_of_the_led_suit(turned: str, taker: int) -> None:
    state = say(table(THREE, turned), "1:0 2:0 0:0 1:QC 2:9D 0:KC")
    assert state.deal[Tricks].tricks[0].taker == taker


# Scores

PLAYED = "1:QC 2:9D 0:KC 0:AH 1:5H 2:AD"  # Seat 0 takes both tricks.


@pytest.mark.parametrize(
    ("score", "expected"), [("exact_only", (0, 10, 0)), ("every_trick", (2, 10, 0)), ("penalty", (-2, 10, -1))]
)
def test_an_estimate_that_is_wrong(score: str, expected: tuple[int, ...]) -> None:
    assert say(table(THREE, score=score), f"1:0 2:1 0:0 {PLAYED}").scores == expected


@pytest.mark.parametrize("score", ["exact_only", "every_trick", "penalty"])
def test_an_estimate_that_is_right_scores_ten_and_the_tricks(score: str) -> None:
    state = say(table(THREE, score=score), f"1:0 2:1 0:2 {PLAYED}")
    assert state.scores[:2] == (12, 10)
    assert [str(line) for line in state.results[0].lines][:2] == [
        "seat 0: +12 estimated 2, took 2",
        "seat 1: +10 estimated 0, took 0",
    ]


def test_the_most_points_win() -> None:
    state = say(table(THREE), f"1:0 2:1 0:2 {PLAYED}")
    assert state.outcome is not None
    assert state.outcome.ranking == ((0,), (1,), (2,))
    assert state.outcome.reason == "1 deal is played"


@pytest.mark.sample(2)
@pytest.mark.parametrize("players", range(3, 8))
def test_whole_games_end(players: int) -> None:
    for seed in range(3):
        end = playout(oh_hell.rules(players=players), seed=seed)
        assert len(end.results) == len(dealt_sizes(players=players))
        for result in end.results:
            assert sum(result.deal[Estimates].bids) != result.deal.size
            assert sum(result.deal[Tricks].taken) == result.deal.size


TestLaws = laws(oh_hell.rules, examples=effort(10))
TestLawsOfSmallDeals = laws(oh_hell.rules, examples=effort(10), cards=2, suits=2, ranks=8)


def test_the_laws_look_at_small_decks_and_at_hands_that_take_all_cards() -> None:
    values = dict(Choice.of(oh_hell.rules, {}).values)
    names = ("players", "cards", "suits", "ranks")
    games = [oh_hell.rules(**dict(zip(names, one, strict=True))) for one in product(*(values[name] for name in names))]
    left = {len(game.deck) - game.players * max(game.schedule.hand_sizes.sizes) for game in games}
    assert {len(game.deck) for game in games} == {52, 28, 26, 14}
    assert min(left) == 0

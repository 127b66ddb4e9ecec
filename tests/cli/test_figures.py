"""What many games amount to, as plain numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit import load, playout
from trickkit.cli.figures import Together, collected, figures, seed_of
from trickkit.phases import Bids, Tricks
from trickkit.shares import wilson


def game(wins=(1.0, 0.0), scores=(5, 3), tricks=((2, 1),), hits=((True, False), (False,)), deals=1):
    return {
        "games": [1], "deals": [deals], "with tricks": [len(tricks)],
        "won": [int(all(wins))], "lost": [int(not any(wins))],
        "wins": [*wins], "scores": [*scores], "squares": [score**2 for score in scores],
        "tricks": [sum(taken[seat] for taken in tricks) for seat in range(2)],
        "exact": [*map(sum, hits)], "bids": [*map(len, hits)],
    }  # fmt: skip


@given(st.integers(1, 10_000).flatmap(lambda games: st.tuples(st.floats(0, games), st.just(games))))
def test_wilson_interval_holds_the_share_and_stays_within_0_and_1(counts):
    wins, games = counts
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games + 1e-12
    assert wins / games - 1e-12 <= high <= 1


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.4901625, 0.9433178),  # R: prop.test(8, 10, correct = FALSE)
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
    ],
)
def test_wilson_interval_is_that_of_the_literature(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-6)


def test_games_have_seeds_of_their_own():
    assert len({seed_of(seed, number) for seed in (0, 1, -1) for number in range(100)}) == 300


def test_shared_first_place_counts_as_its_fraction():
    found = figures([game(wins=(0.5, 0.5)), game(wins=(1.0, 0.0))])
    assert [seat.wins for seat in found.seats] == [0.75, 0.25]
    assert found.seats[0].interval == wilson(1.5, 2)


def test_scores_have_mean_and_standard_deviation():
    found = figures([game(scores=(4, 0)), game(scores=(8, 0))])
    assert (found.seats[0].mean, found.seats[0].deviation) == (6, pytest.approx(8**0.5))


def test_games_that_all_win_or_lose_together_are_counted():
    won, lost, shared = game(wins=(0.5, 0.5)), game(wins=(0.0, 0.0)), game(wins=(1.0, 0.0))
    assert figures([won, lost, lost]).together == Together(won=1, lost=2)
    assert figures([won, won]).together == Together(won=2, lost=0)
    assert figures([won, shared]).together is None


def test_one_game_has_no_standard_deviation():
    assert figures([game()]).seats[0].deviation is None


def test_tricks_are_a_mean_over_deals_not_games():
    found = figures([game(tricks=((3, 0), (0, 3))), game(tricks=((3, 0),))])
    assert [seat.tricks for seat in found.seats] == [2, 1]


def test_bids_are_a_share_of_all_bids():
    found = figures([game(), game(hits=((True,), ()))])
    assert [seat.exact for seat in found.seats] == [pytest.approx(2 / 3), 0]


def test_what_a_game_lacks_is_none():
    seat = figures([game(tricks=(), hits=((), ()))]).seats[0]
    assert (seat.tricks, seat.exact) == (None, None)


def test_games_and_deals_are_counted():
    found = figures([game(deals=3), game(deals=2)])
    assert (found.games, found.deals) == (2, 5)


def test_finished_game_is_collected_from_its_deals():
    state = playout(load("pikoko", players=3), seed=7)
    found = collected(state)
    deals = [result.deal for result in state.results]
    assert (found["games"], found["deals"], found["with tricks"]) == ([1], [3], [3])
    assert (found["won"], found["lost"]) == ([0], [0])
    assert found["scores"] == [*state.scores]
    assert found["squares"] == [score**2 for score in state.scores]
    assert sum(found["wins"]) == pytest.approx(1)
    assert {seat for seat in range(3) if found["wins"][seat]} == set(state.outcome.winners)
    assert found["tricks"] == [sum(deal[Tricks].taken[seat] for deal in deals) for seat in range(3)]
    # Three players bid on each of three seats in each of three deals.
    assert found["bids"] == [9, 9, 9]
    assert found["exact"][1] == sum(
        deal[Bids].bids[1][on] == deal[Tricks].taken[on] for deal in deals for on in range(3)
    )


def test_winners_who_share_are_collected_with_their_fractions():
    rules = load("pikoko", players=3)
    shared = next(state for seed in range(500) if len((state := playout(rules, seed=seed)).outcome.winners) == 2)
    assert sorted(collected(shared)["wins"]) == [0, 0.5, 0.5]


def test_bids_without_tricks_are_no_hits(games):
    rules = load(str(games / "own.py")).without(Tricks).replace(scoring=())
    assert not any(collected(playout(rules))["bids"])


def test_game_without_tricks_and_bids_is_collected(games):
    found = collected(playout(load(str(games / "whisper.py"))))
    assert (found["with tricks"], found["bids"], found["wins"]) == ([0], [0, 0], [0.5, 0.5])

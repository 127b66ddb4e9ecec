"""Pikoko: bidding (1.4) and the confidence card (1.5)."""

from itertools import permutations

import pytest
from pikoko_table import BIDS, HANDS, TRICKS, TRUST, bid, play, score_round, table, three_rounds, trust

from trickkit import UNKNOWN, State, playout
from trickkit.phases import Bids, Confidence
from trickkit.phases.bids import BidsRevealed
from trickkit.phases.confidence import ConfidenceLaid
from trickkit.variants import pikoko


def complete_table(first: int = 0) -> State:
    return table(HANDS, turned="W5", first=first)


def choices(state: State, seat: int) -> str:
    return " ".join(str(action) for action in state.legal(seat))


@pytest.mark.parametrize(
    ("first", "bidders"),
    [
        (0, "123 023 013 012 0123"),
        (1, "023 013 012 123 0123"),
        (2, "013 012 123 023 0123"),
        (3, "012 123 023 013 0123"),
    ],
)
def test_order_of_the_bids(first: int, bidders: str) -> None:
    """1.4, P3: on the start player's peacock first, then clockwise, all seats but that one; last all on themselves."""
    state = pikoko.rules(players=4).start(first=first)
    for turn in bidders.split():
        assert isinstance(state.phase, Bids)
        assert "".join(map(str, state.actors)) == turn
        for seat in state.actors:
            state = state.play(seat, "1")
    assert isinstance(state.phase, Confidence)
    revealed = [event for event in state.events if isinstance(event, BidsRevealed)]
    upon = [{on for on in event.subjects if on is not None} for event in revealed]
    assert upon == [{(first + turn) % 4} for turn in range(4)] + [{0, 1, 2, 3}]
    assert revealed[-1].subjects == (0, 1, 2, 3)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_bid_on_every_peacock(players: int) -> None:
    """1.4: n + 1 bids, after which each seat has a bid on every peacock, its own included."""
    state = pikoko.rules(players=players).start(seed=2)
    turns = 0
    while isinstance(state.phase, Bids):
        turns += 1
        for seat in state.actors:
            state = state.play(seat, str((seat + turns) % 2))
    assert turns == players + 1
    assert all(len(row) == players and None not in row for row in state.deal[Bids].bids)


def test_bids_of_a_round_land_where_they_were_placed() -> None:
    """1.9 R: the bids by seat and peacock."""
    assert bid(complete_table(), BIDS).deal[Bids].bids == ((2, 4, 2), (3, 3, 3), (5, 4, 0))
    assert bid(complete_table(first=2), BIDS).deal[Bids].bids == ((2, 4, 2), (3, 3, 3), (5, 4, 0))


@pytest.mark.parametrize("order", [*permutations((0, 2, 3))])
def test_bids_are_simultaneous(order: tuple[int, ...]) -> None:
    """1.4: in whatever order the seats commit, the same is revealed."""
    state = pikoko.rules(players=4).start(first=1)
    for done, seat in enumerate(order):
        assert set(state.actors) == set(order[done:])
        state = state.play(seat, str(seat))
    assert state.deal[Bids].bids == ((None, 0, None, None), (None,) * 4, (None, 2, None, None), (None, 3, None, None))


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_a_bid_is_secret_until_all_are_in(viewer: int | None) -> None:
    """1.4: secretly picked, revealed together: whatever seat 1 picked, nobody else sees a difference before that."""
    state = complete_table()
    waiting = [state.play(1, str(number)) for number in range(10)]
    views = [one.view(viewer) for one in waiting]
    assert all(view == views[0] for view in views)
    assert views[0].committed == ()
    assert views[0].actors == (2,)
    assert [str(action) for action in waiting[7].view(1).committed] == ["7"]
    assert not any(isinstance(event, BidsRevealed) for event in views[0].events)
    revealed = [one.play(2, "3").view(viewer).deal[Bids].bids for one in waiting]
    assert revealed == [((None,) * 3, (number, None, None), (3, None, None)) for number in range(10)]


def test_bids_run_from_none_to_all_nine_tokens() -> None:
    """1.4, P13: 0..9, although there are only eight tricks."""
    state = complete_table()
    assert choices(state, 1) == choices(state, 2) == "0 1 2 3 4 5 6 7 8 9"
    assert state.play(1, "9").play(2, "9").deal[Bids].bids == ((None,) * 3, (9, None, None), (9, None, None))


def test_spent_tokens_are_gone() -> None:
    """1.4: what a seat has placed is gone for the round, for itself only."""
    state = complete_table().play(1, "5").play(2, "0")
    assert [choices(state, seat) for seat in (0, 2)] == ["0 1 2 3 4 5 6 7 8 9"] * 2
    state = state.play(0, "2").play(2, "1")
    assert (choices(state, 0), choices(state, 1)) == ("0 1 2 3 4 5 6 7", "0 1 2 3 4")
    state = state.play(0, "7").play(1, "3")
    assert [choices(state, seat) for seat in (0, 1, 2)] == ["0", "0 1", "0 1 2 3 4 5 6 7 8"]


def test_no_tokens_left_means_bids_of_zero() -> None:
    """1.9 S6: after 5 and 4 every later bid is 0, the bid on oneself included."""
    state = complete_table(first=1)
    state = state.play(0, "5").play(2, "0").play(0, "4").play(1, "0")
    state = state.play(1, "1")
    assert choices(state, 2) == "0 1 2 3 4 5 6 7 8 9"
    state = state.play(2, "2")
    assert [choices(state, seat) for seat in (0, 1, 2)] == ["0", "0 1 2 3 4 5 6 7 8", "0 1 2 3 4 5 6 7"]
    state = complete_table(first=2).play(0, "5").play(1, "0").play(1, "0").play(2, "0").play(0, "4").play(2, "0")
    assert choices(state, 0) == "0"


def test_unused_tokens_lie_idle() -> None:
    """1.4: there is no duty to use all tokens."""
    state = bid(complete_table(), "0 0 0 / 1 0 0 / 0 0 2")
    assert isinstance(state.phase, Confidence)


def test_every_round_begins_with_nine_tokens() -> None:
    """1.4: nine tokens for each round, whatever was placed in the last one."""
    state = score_round(three_rounds(), 1, 1, 1)
    assert state.deal.number == 1
    assert [choices(state, seat) for seat in state.actors] == ["0 1 2 3 4 5 6 7 8 9"] * 2


def test_bids_sum_to_nine_at_most() -> None:
    """1.4: the sum of a seat's bids of a round."""
    for seed in range(5):
        for result in playout(pikoko.rules(players=5), seed=seed).results:
            assert max(sum(row) for row in result.deal[Bids].bids) <= 9


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (3, "trust 0|trust 1|trust 2"),
        (4, "trust 0|trust 1|trust 2|trust 3"),
        (5, "trust 0|trust 1|trust 2|trust 3|trust 4"),
    ],
)
def test_confidence_cards(players: int, cards: str) -> None:
    """1.5, P5: any peacock in the game, one's own too, or no confidence."""
    state = bid(pikoko.rules(players=players).start())
    assert state.actors == tuple(range(players))
    for seat in range(players):
        assert "|".join(map(str, state.legal(seat))) == f"{cards}|no trust"
        assert state.can(seat, f"trust {seat}")


@pytest.mark.parametrize("order", [*permutations((0, 1, 2))])
def test_confidence_is_simultaneous(order: tuple[int, ...]) -> None:
    """1.5: laid by all seats in any order, once each."""
    state = bid(complete_table())
    for done, seat in enumerate(order):
        assert set(state.actors) == set(order[done:])
        state = state.play(seat, f"trust {(seat + 1) % 3}")
    assert [str(back) for back in state.deal[Confidence].backs] == ["trust 1", "trust 2", "trust 0"]


def test_confidence_is_revealed_at_scoring_only() -> None:
    """1.5: until then everybody knows their own card and nothing of the others'."""
    state = trust(bid(complete_table(), BIDS), TRUST)
    others = trust(bid(complete_table(), BIDS), "1 / 2 / none")
    assert state.view(0) == others.view(0)
    assert state.view(1) != others.view(1)
    for trick in TRICKS:
        for seat, own in enumerate(("trust 1", "no trust", "trust 0")):
            shown = ["??"] * 3
            shown[seat] = own
            view = state.view(seat)
            assert [str(back) for back in view.deal[Confidence].backs] == shown
            laid = next(event for event in view.events if isinstance(event, ConfidenceLaid))
            assert [str(back) for back in laid.backs] == shown
        assert set(state.view(None).deal[Confidence].backs) == {UNKNOWN}
        state = play(state, trick)
    for viewer in (None, 0, 1, 2):
        (result,) = state.view(viewer).results
        assert [str(back) for back in result.deal[Confidence].backs] == ["trust 1", "no trust", "trust 0"]
        laid = next(event for event in result.deal.events if isinstance(event, ConfidenceLaid))
        assert UNKNOWN not in laid.backs


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_a_confidence_card_is_secret_while_the_others_choose(viewer: int | None) -> None:
    """1.5: whatever seat 1 lays, nobody else sees a difference."""
    state = bid(complete_table())
    views = [state.play(1, card).view(viewer) for card in ("trust 0", "trust 1", "trust 2", "no trust")]
    assert all(view == views[0] for view in views)
    assert views[0].committed == ()

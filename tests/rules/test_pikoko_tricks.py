"""Pikoko: the tricks (1.6), and the rulebooks' own examples of them (1.9, T1 to T8 and R)."""

import pytest
from pikoko_table import (
    BIDS,
    HANDS,
    TRICKS,
    TRUST,
    bid,
    last_taker,
    legal,
    next_leader,
    play,
    table,
    taken,
    tricks,
    trust,
)

from trickkit import State
from trickkit.phases import Bids, Tricks
from trickkit.phases.tricks.record import Played


def whole_round() -> State:
    return trust(bid(table(HANDS, turned="W5"), BIDS), TRUST)


# The examples of the rulebooks


@pytest.mark.parametrize(("turned", "winner", "leader"), [("R6", 0, "2 of 0"), ("M7", 2, "1 of 2")])
def test_t1_the_card_goes_to_the_peacock_it_came_from(turned: str, winner: int, leader: str) -> None:
    """1.9 T1, P12: trump red, then no trump; the leader after Blue won is seat 2."""
    state = tricks("R2 Y6 / B3 Y2 / B5 Y3", turned=turned)
    state = play(state, "0:B3 1:B5 2:R2")
    assert last_taker(state) == winner
    assert next_leader(state) == leader


def test_t2_five_seats() -> None:
    """1.9 T2: trump blue, and 7 white is the multicolour card."""
    state = tricks("P10 Y2 / W6 Y3 / M7 Y5 / R11 Y6 / W3 Y8", turned="B5")
    state = play(state, "0:W6 1:W7 2:R11 3:W3 4:P10")
    assert last_taker(state) == 2
    assert next_leader(state) == "1 of 2"


def test_t3_trump_is_no_substitute_for_following() -> None:
    """1.9 T3: led white, trump blue."""
    state = play(tricks("R3 R5 / W6 Y2 / W2 B1", turned="B5"), "0:W6")
    assert legal(state) == "W2"


@pytest.mark.parametrize(
    ("target", "allowed"),
    [("M4 R9 Y2", "W4"), ("M4 R9 W6", "W6 W4")],
    ids=["lone multicolour card", "with a white card"],
)
def test_t4_a_multicolour_card_counts_as_led(target: str, allowed: str) -> None:
    """1.9 T4: led white, trump red; with 6 white added there is a choice of the two."""
    state = play(tricks(f"R3 R5 R8 / W8 Y3 Y5 / {target} / P2 P3 P5", turned="R6"), "0:W8")
    assert legal(state) == allowed


@pytest.mark.parametrize(("thrown", "winner"), [("R7", 3), ("P7", 1), ("W7", 1)])
def test_t5_a_multicolour_card_thrown_off(thrown: str, winner: int) -> None:
    """1.9 T5, P7: led yellow, trump red: named red it wins, named otherwise it is a discard."""
    state = play(tricks("Y2 R3 / Y9 R5 / Y3 R8 / M7 B5", turned="R6"), "0:Y9 1:Y3")
    assert set(legal(state).split()) == {"P7", "W7", "R7", "B5"}
    state = play(state, f"2:{thrown} 3:Y2")
    assert last_taker(state) == winner


def test_t6_a_multicolour_card_that_follows_may_not_be_trump() -> None:
    """1.9 T6: led white, trump red; M7 must be white, and 8 white wins."""
    state = play(tricks("W3 Y2 / W8 Y3 / M7 B5 / W2 Y5", turned="R6"), "0:W8")
    assert legal(state) == "W7"
    state = play(state, "1:W7 2:W2 3:W3")
    assert last_taker(state) == 1


def test_t7_a_multicolour_lead_is_named_by_the_player() -> None:
    """1.9 T7: M1 as pink, yellow or red; named yellow, the next hand follows yellow."""
    state = tricks("P2 P3 / M1 W2 / M4 R9 / Y9 B2", turned="B5")
    assert set(legal(state).split()) == {"P1", "Y1", "R1", "W2"}
    assert state.actors == (0,)
    state = play(state, "0:Y1")
    assert legal(state) == "Y4"


def test_t8_trump_is_led() -> None:
    """1.9 T8: trump red and red led."""
    state = play(tricks("P2 P3 / R5 W2 / M7 B5", turned="R6"), "0:R5")
    assert legal(state) == "R7"


WINNERS = (0, 1, 0, 2, 1, 0, 1, 1)
LEADERS = ("0 of 1", "2 of 0", "0 of 1", "2 of 0", "1 of 2", "0 of 1", "2 of 0", "0 of 1")


def test_r_a_complete_round_trick_by_trick() -> None:
    """1.9 R: leader, cards and winner of every trick."""
    state = whole_round()
    for number, (trick, leader, winner) in enumerate(zip(TRICKS, LEADERS, WINNERS, strict=True)):
        assert len(state.deal[Tricks].tricks) == number
        assert f"{state.actors[0]} of {(state.actors[0] + 1) % 3}" == leader
        state = play(state, trick)
        deal = state.results[0].deal if state.results else state.deal
        assert deal[Tricks].tricks[number].taker == winner
    assert state.results[0].deal[Tricks].taken == (3, 4, 1)


def test_r_choices_with_multicolour_cards() -> None:
    """1.9 R: one may be led in trick 2, in trick 6 M4 can only be blue, in trick 7 M7 is forced and pink."""
    state = play(whole_round(), TRICKS[0])
    assert set(legal(state).split()) == {"R2", "R5", "Y6", "B7", "W2", "P4", "R1", "Y1", "P1"}
    state = play(state, f"{' '.join(TRICKS[1:5])} 0:B5")
    assert legal(state) == "B6 B4"
    state = play(state, "1:B4 2:B7 2:P4")
    assert legal(state) == "P7"


def test_r_scores_and_next_start_player() -> None:
    """1.9 R: 7, 4 and 2 points; seat 2 has the fewest and starts."""
    state = play(whole_round(), " ".join(TRICKS))
    assert state.results[0].scores == state.scores == (7, 4, 2)
    assert state.deal.number == 1
    assert state.deal.starter == 2
    assert isinstance(state.phase, Bids)
    assert state.actors == (0, 1)


# Who plays what from where


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_start_player_leads_out_of_its_left_neighbours_hand(first: int) -> None:
    """1.6: seat p plays from the hand of p + 1, and the start player begins."""
    assert next_leader(tricks("R2 Y6 / B3 Y2 / B5 Y3", turned="M7", first=first)) == f"{first} of {(first + 1) % 3}"


def test_clockwise_one_card_a_seat_each_out_of_the_left_neighbours_hand() -> None:
    """1.6: one's own cards are chosen by one's right neighbour."""
    state = play(tricks("P10 Y2 / W6 Y3 / M7 Y5 / R11 Y6 / W3 Y8", turned="B5", first=3), "3:W3 4:P10 0:W6 1:W7 2:R11")
    (trick,) = state.deal[Tricks].tricks
    assert [(played.seat, played.hand) for played in trick.plays] == [(3, 4), (4, 0), (0, 1), (1, 2), (2, 3)]
    assert [str(hand) for hand in state.deal.hands] == ["Y2", "Y3", "Y5", "Y6", "Y8"]


def test_lead_any_card() -> None:
    """1.6 Lead: any card of the target, a multicolour one in any of its colours."""
    state = tricks("R3 R5 R6 / W2 B1 M4 / P2 P3 P5", turned="B5")
    assert set(legal(state).split()) == {"W2", "B1", "B4", "W4", "Y4"}


def test_the_named_colour_is_led_for_the_whole_trick() -> None:
    """1.6 Lead: also the last hand follows the colour named at the lead."""
    state = play(tricks("Y9 P3 / M1 W2 / P5 R5 / Y3 P8", turned="B5"), "0:P1")
    assert legal(state) == "P5"
    state = play(state, "1:P5")
    assert legal(state) == "P8"
    state = play(state, "2:P8")
    assert legal(state) == "P3"


def test_follow_with_any_card_of_the_led_colour() -> None:
    """1.6 Follow: free choice of number, higher or lower."""
    state = play(tricks("R3 R5 R6 / W5 B1 Y2 / W2 W6 R2", turned="B5"), "0:W5")
    assert legal(state) == "W2 W6"


def test_lone_multicolour_card_must_follow() -> None:
    """1.6 Follow, P11: if it is the only card that shows the led colour, it must be played."""
    state = play(tricks("R3 R5 R6 / B3 B1 Y2 / M4 W6 R2", turned="R4"), "0:B3")
    assert legal(state) == "B4"


def test_multicolour_card_that_does_not_show_the_led_colour_does_not_follow() -> None:
    """1.6 Follow: the led colour is not among its three."""
    state = play(tricks("R3 R5 / B3 B1 / M7 B2", turned="W5"), "0:B3")
    assert legal(state) == "B2"


def test_cannot_follow_plays_anything() -> None:
    """1.6 Cannot follow: no duty to trump."""
    state = play(tricks("R3 R5 R6 / B3 B1 B2 / Y2 W6 P2", turned="W5"), "0:B3")
    assert legal(state) == "Y2 W6 P2"


def test_no_duty_to_beat_a_trump() -> None:
    """1.6 Cannot follow: under a trump any trump or none may be played."""
    state = play(tricks("W2 W6 Y2 / B3 B1 B2 / W3 P3 P5", turned="W5"), "0:B3 1:W3")
    assert legal(state) == "Y2 W2 W6"


@pytest.mark.parametrize(("named", "winner"), [("R7", 2), ("W7", 0), ("P7", 0)])
def test_a_discarded_multicolour_card_may_or_may_not_be_trump(named: str, winner: int) -> None:
    """1.6 Cannot follow, P7: naming trump makes it a trump, naming another colour a worthless discard."""
    state = play(tricks("Y3 P3 / Y2 P2 / M7 B5", turned="R4"), "0:Y2")
    assert set(legal(state).split()) == {"R7", "W7", "P7", "B5"}
    assert last_taker(play(state, f"1:{named} 2:Y3")) == winner


def test_a_card_is_played_in_all_its_colours_at_once() -> None:
    """1.6: played as one colour, a multicolour card is gone."""
    state = play(tricks("Y3 P3 / M7 P2 / P5 B5", turned="R4"), "0:W7")
    assert [str(hand) for hand in state.deal.hands] == ["Y3 P3", "P2", "B5 P5"]
    shown = next(event for event in state.events if isinstance(event, Played))
    assert (str(shown.action), shown.card) == ("W7", "M7")


# Who wins


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("0:B3 1:B5 2:B2", 2),
        ("0:B3 1:Y6 2:B2", 1),
        ("0:B3 1:Y6 2:P6", 1),
        ("0:B3 1:W2 2:B2", 2),
        ("0:B3 1:W2 2:W3", 0),
        ("0:B3 1:W6 2:W3", 2),
        ("0:W1 1:W6 2:W3", 2),
        ("0:W1 1:B5 2:P6", 1),
    ],
)
def test_winner_of_a_trick(plays: str, winner: int) -> None:
    """1.6 Winner: the highest trump (white), else the highest of the led colour; nothing else ever wins."""
    (_, led), (_, second), (_, third) = (play.split(":") for play in plays.split())
    state = play(tricks(f"{third} R2 / {led} R3 / {second} R4", turned="W5"), plays)
    assert last_taker(state) == winner
    assert taken(state) == tuple(int(hand == winner) for hand in range(3))


@pytest.mark.parametrize(("plays", "winner"), [("0:B3 1:W6 2:P6", 1), ("0:B3 1:W6 2:B2", 1), ("0:P2 1:B7 2:P3", 0)])
def test_without_trump_only_the_led_colour_wins(plays: str, winner: int) -> None:
    """1.3 and 1.6: a multicolour card was turned up."""
    (_, led), (_, second), (_, third) = (play.split(":") for play in plays.split())
    assert last_taker(play(tricks(f"{third} R2 / {led} R3 / {second} R4", turned="M4"), plays)) == winner


def test_the_trick_goes_to_the_owner_not_to_the_player() -> None:
    """1.6 Winner, P12: seat 1 chose the best card; peacock 2 takes the trick and scores it."""
    state = play(tricks("B2 / B3 / B5", turned="W5"), "0:B3 1:B5 2:B2")
    assert state.results[0].deal[Tricks].taken == (0, 0, 1)


@pytest.mark.parametrize(("plays", "leader"), [("B3 B5 B2", "1 of 2"), ("B5 B3 B2", "0 of 1"), ("B3 B2 B5", "2 of 0")])
def test_the_winning_peacock_leads(plays: str, leader: str) -> None:
    """1.6 Next lead, P1: its right neighbour picks the card."""
    led, second, third = plays.split()
    state = tricks(f"{third} R2 / {led} R3 / {second} R4", turned="W5")
    assert next_leader(play(state, f"0:{led} 1:{second} 2:{third}")) == leader


def test_eight_tricks() -> None:
    """1.6: the round is over with the eighth, and with no card left."""
    state = play(whole_round(), " ".join(TRICKS[:-1]))
    assert state.results == ()
    (result,) = play(state, TRICKS[-1]).results
    assert len(result.deal[Tricks].tricks) == 8
    assert [str(hand) for hand in result.deal.hands] == ["-", "-", "-"]

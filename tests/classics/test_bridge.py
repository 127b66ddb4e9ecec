"""Contract Bridge by the laws of duplicate bridge and the customs of Chicago."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve
from strategies import effort
from trickkit_classics import bridge
from turns import played

from trickkit import Deal, GameOver, IllegalAction, InvalidAction, InvalidRules, NotYourTurn, Stacked, State, playout
from trickkit.model.cards import french
from trickkit.phases import Auction, Tricks
from trickkit.phases.auction import Contract
from trickkit.phases.tricks.record import Exposed
from trickkit.policies.exposing import NothingExposed
from trickkit.testing import laws

TestLaws = laws(bridge.rules, examples=effort(10), moves=150)

RANKS = "23456789TJQKA"
SUITED = Stacked(hands=[[f"{rank}{suit}" for rank in RANKS] for suit in "CDHS"])
"""Seat 0 holds all clubs, seat 1 all diamonds, seat 2 all hearts, seat 3 all spades."""


def begun(first: int = 0, **options: Any) -> State:
    return bridge.rules(**options).start(seed=7, first=first, deals=[SUITED])


def called(state: State, calls: str) -> State:
    """The game after calls in turn, written `2C`, `X`, `XX`, `-`."""
    words = {"X": "double", "XX": "redouble", "-": "pass"}
    for text in calls.split():
        state = state.play(state.actors[0], words.get(text, f"bid {text}"))
    return state


def points(contract: str, tricks: int, *, vulnerable: bool = False) -> int:
    """The score of the side that scores, with a contract written `4SX`."""
    name = contract.rstrip("X")
    given = Contract(level=int(name[0]), denomination=name[1:], declarer=0, doubled=len(contract) - len(name))
    return sum(value for _, value in bridge.ScoreContract().parts(given, tricks, vulnerable))


def reasons(state: State, seat: int, deal: int = 0) -> list[tuple[str, int]]:
    return [(line.reason, line.points) for line in state.results[deal].lines if line.seat == seat]


# Before the play


def test_law_1_the_pack_has_52_cards_and_each_seat_is_dealt_13() -> None:
    state = begun()
    assert [len(hand) for hand in state.deal.hands] == [13] * 4
    assert len(state.deal.stock) == 0


def test_law_17_the_dealer_calls_first_and_the_deal_goes_round() -> None:
    state = begun(first=2)
    assert state.actors == (2,)
    assert played(called(state, "1C - - -")).actors == (3,)


def test_law_18_a_bid_is_for_tricks_above_six_and_beats_the_last_one() -> None:
    state = called(begun(), "1S")
    with pytest.raises(IllegalAction, match="bid 1H is not higher than bid 1S by seat 0: each bid must be higher"):
        state.play(1, "bid 1H")
    assert state.can(1, "bid 1NT")
    assert state.can(1, "bid 2C")


def test_law_19_only_bids_of_the_opponents_are_doubled() -> None:
    with pytest.raises(IllegalAction, match="there is no bid to double"):
        begun().play(0, "double")
    with pytest.raises(IllegalAction, match="seat 2's own side"):
        called(begun(), "1S -").play(2, "double")
    with pytest.raises(IllegalAction, match="only a double is redoubled"):
        called(begun(), "1S").play(1, "redouble")
    assert called(begun(), "1S X").can(2, "redouble")


def test_law_17_a_call_out_of_turn_is_refused() -> None:
    with pytest.raises(NotYourTurn, match="seat 2 has nothing to decide now; seat 0 has"):
        begun().play(2, "pass")


def test_a_bid_that_does_not_exist_is_no_action() -> None:
    with pytest.raises(InvalidAction, match=r"'bid 8C' is not an action of this game \(did you mean 'bid"):
        begun().play(0, "bid 8C")


def test_a_card_is_no_call_and_a_call_is_no_card() -> None:
    with pytest.raises(IllegalAction, match=r"a bid is made now; 2C is none \(write the bid as 'bid 2C'\)"):
        begun().play(0, "2C")
    with pytest.raises(IllegalAction, match="a card is played now, out of hand 1; bid 2C is not a card"):
        called(begun(), "1C - - -").play(1, "bid 2C")


def test_law_22_four_passes_end_the_deal_without_play() -> None:
    state = called(begun(match="duplicate", deals=1), "- - - -")
    assert state.is_over
    assert state.results[0].scores == (0, 0, 0, 0)
    assert state.deal.get(Tricks) is None


def test_law_22_three_passes_end_the_auction() -> None:
    state = called(begun(), "1C - 3C X - - -")
    assert state.deal[Auction].contract == Contract(level=3, denomination="C", declarer=0, doubled=1)
    assert str(state.deal.trump) == "clubs"


def test_declarer_is_the_first_of_the_side_to_name_the_denomination() -> None:
    assert called(begun(), "- - 1H - 4H - - -").deal.declarer == 2


# The play


def test_law_41_the_seat_to_the_left_of_declarer_leads() -> None:
    assert called(begun(), "1C - - -").actors == (1,)
    assert called(begun(), "1C 1S - - -").actors == (2,)


def test_law_41_dummy_is_spread_after_the_opening_lead_for_all_to_see() -> None:
    state = called(begun(), "1C - - -")
    assert [len(state.view(seat).deal.hands[2].known) for seat in (0, 1, 2, 3, None)] == [0, 0, 13, 0, 0]
    state = state.play(1, "2D")
    assert [len(state.view(seat).deal.hands[2].known) for seat in (0, 1, 2, 3, None)] == [13] * 5
    assert [event.hand for event in state.events if isinstance(event, Exposed)] == [2]


def test_dummy_sees_its_own_hand_only() -> None:
    view = called(begun(), "1C - - -").play(1, "2D").view(2)
    assert [len(hand.known) for hand in view.deal.hands] == [0, 0, 13, 0]


def test_declarer_plays_both_hands_and_dummy_has_nothing_to_decide() -> None:
    state = called(begun(), "1C - - -").play(1, "2D")
    assert state.actors == (0,)
    assert {str(action) for action in state.legal(0)} == {f"{rank}H" for rank in RANKS}
    with pytest.raises(NotYourTurn, match="seat 2 has nothing to decide now; seat 0 has"):
        state.play(2, "2H")
    state = state.play(0, "2H").play(3, "2S")
    assert state.actors == (0,)
    assert {str(action) for action in state.legal(0)} == {f"{rank}C" for rank in RANKS}


def test_the_defenders_see_dummy_but_not_each_other() -> None:
    view = called(begun(), "1C - - -").play(1, "2D").view(3)
    assert [len(hand.known) for hand in view.deal.hands] == [0, 0, 13, 13]


def test_law_44_who_can_must_follow_suit() -> None:
    mixed = [[*hand] for hand in SUITED.hands or ()]
    mixed[0][0], mixed[1][0] = mixed[1][0], mixed[0][0]
    state = bridge.rules().start(first=0, deals=[Stacked(hands=mixed)])
    state = called(state, "- - - 1S - - -").play(0, "3C")
    with pytest.raises(IllegalAction, match="3D is not allowed: follow suit: clubs was led"):
        state.play(3, "3D")
    assert [str(action) for action in state.legal(3)] == ["2C"]
    assert len(state.play(3, "2C").legal(2)) == 13


def test_law_44_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led() -> None:
    state = called(begun(), "1C - - -")
    for seat, card in ((1, "AD"), (0, "2H"), (3, "AS"), (0, "2C")):
        state = state.play(seat, card)
    assert state.deal[Tricks].tricks[0].taker == 0
    state = called(begun(), "1NT - - -")
    for seat, card in ((1, "2D"), (0, "AH"), (3, "AS"), (0, "AC")):
        state = state.play(seat, card)
    assert state.deal[Tricks].tricks[0].taker == 1


def test_the_trick_that_dummy_takes_is_led_from_dummy() -> None:
    state = called(begun(), "1H - - -")
    assert state.actors == (1,)
    state = called(begun(), "- - 1H - - -")
    for seat, card in ((3, "2S"), (2, "2C"), (1, "2D"), (2, "2H")):
        state = state.play(seat, card)
    assert state.actors == (2,)
    state = called(begun(), "1H - - -")
    for seat, card in ((1, "2D"), (0, "2H"), (3, "2S"), (0, "2C")):
        state = state.play(seat, card)
    assert state.actors == (0,)
    assert {str(action) for action in state.legal(0)} == {f"{rank}H" for rank in RANKS[1:]}


# The score


@pytest.mark.parametrize(
    ("contract", "tricks", "score", "vulnerable"),
    [
        ("1C", 7, 70, 70),
        ("1NT", 7, 90, 90),
        ("2H", 8, 110, 110),
        ("2S", 9, 140, 140),
        ("2NT", 8, 120, 120),
        ("3NT", 9, 400, 600),
        ("3NT", 11, 460, 660),
        ("4S", 10, 420, 620),
        ("5C", 11, 400, 600),
        ("4D", 11, 150, 150),
        ("1CX", 7, 140, 140),
        ("2HX", 8, 470, 670),
        ("2HX", 9, 570, 870),
        ("1NTXX", 7, 560, 760),
        ("1NTXX", 9, 960, 1560),
        ("6D", 12, 920, 1370),
        ("6NT", 13, 1020, 1470),
        ("7H", 13, 1510, 2210),
        ("7NTXX", 13, 2280, 2980),
    ],
)
def test_law_77_contracts_that_are_made(contract: str, tricks: int, score: int, vulnerable: int) -> None:
    assert points(contract, tricks) == score
    assert points(contract, tricks, vulnerable=True) == vulnerable


@pytest.mark.parametrize(
    ("doubled", "vulnerable", "scores"),
    [
        ("", False, [50, 100, 150, 200, 250]),
        ("", True, [100, 200, 300, 400, 500]),
        ("X", False, [100, 300, 500, 800, 1100]),
        ("X", True, [200, 500, 800, 1100, 1400]),
        ("XX", False, [200, 600, 1000, 1600, 2200]),
        ("XX", True, [400, 1000, 1600, 2200, 2800]),
    ],
)
def test_law_77_contracts_that_go_down(doubled: str, vulnerable: bool, scores: list[int]) -> None:
    assert [points(f"4S{doubled}", 10 - down, vulnerable=vulnerable) for down in range(1, 6)] == scores


def test_every_part_of_a_score_has_its_reason() -> None:
    state = played(called(begun(first=1, vulnerable="dealer"), "6D X XX - - -"))
    assert state.results[0].deal[Tricks].taken[1] == 13
    told = [
        ("6D redoubled made", 480),
        ("1 over", 400),
        ("made although doubled", 100),
        ("game, vulnerable", 500),
        ("small slam, vulnerable", 750),
    ]
    assert reasons(state, 1) == reasons(state, 3) == told


def test_the_side_that_defeats_a_contract_scores() -> None:
    state = played(called(begun(), "1D - - -"))
    assert state.results[0].scores == (0, 350, 0, 350)
    assert reasons(state, 1) == [("1D down 7", 350)]


def test_in_chicago_only_one_side_scores() -> None:
    assert played(called(begun(), "7C - - -")).results[0].scores == (1440, 0, 1440, 0)


def test_in_duplicate_the_others_lose_what_one_side_scores() -> None:
    state = played(called(begun(match="duplicate"), "7C - - -"))
    assert state.results[0].scores == (1440, -1440, 1440, -1440)
    assert reasons(state, 1) == [("scored by others", -1440)]


# Matches


def vulnerable(state: State) -> list[tuple[int, ...]]:
    """Who was vulnerable in the finished deals."""
    return [result.deal[bridge.Board].seats for result in state.results]


def a_match(state: State) -> State:
    """A match to its end in which the dealer always bids one club, and nobody else bids."""
    while state.actors:
        state = played(called(state, "1C - - -"))
    return state


def test_chicago_has_four_deals_with_the_usual_vulnerability() -> None:
    state = a_match(begun())
    assert [result.deal.starter for result in state.results] == [0, 1, 2, 3]
    assert vulnerable(state) == [(), (1, 3), (0, 2), (0, 1, 2, 3)]
    assert state.outcome is not None
    assert state.outcome.reason == "4 deals are scored"


def test_chicago_may_have_the_other_side_vulnerable_in_the_middle() -> None:
    assert vulnerable(a_match(begun(chicago_middle="others"))) == [(), (0, 2), (1, 3), (0, 1, 2, 3)]


def test_in_chicago_a_deal_passed_out_is_dealt_again_by_the_same_dealer() -> None:
    state = called(begun(), "- - - -")
    assert (state.actors, len(state.results), state.results[0].scores) == ((0,), 1, (0, 0, 0, 0))
    state = a_match(state)
    assert [result.deal.starter for result in state.results] == [0, 0, 1, 2, 3]
    assert vulnerable(state) == [(), (), (1, 3), (0, 2), (0, 1, 2, 3)]


def test_in_duplicate_a_deal_passed_out_counts() -> None:
    state = called(begun(match="duplicate", deals=1), "- - - -")
    assert state.outcome is not None
    assert state.outcome.ranking == ((0, 1, 2, 3),)
    assert reasons(state, 0) == [("nobody scores", 0)]


def test_law_2_the_boards_of_duplicate() -> None:
    state = a_match(bridge.rules(match="duplicate", deals=17).start(seed=7, first=0))
    north, east, both = (0, 2), (1, 3), (0, 1, 2, 3)
    cycle = [(), north, east, both]
    assert vulnerable(state) == [*cycle, *cycle[1:], (), *cycle[2:], *cycle[:2], both, *cycle[:3], ()]
    assert [result.deal.starter for result in state.results] == [*range(4)] * 4 + [0]


@pytest.mark.parametrize(
    ("who", "seats"), [("nobody", ()), ("dealer", (1, 3)), ("others", (0, 2)), ("all", (0, 1, 2, 3))]
)
def test_vulnerability_may_be_the_same_in_every_deal(who: str, seats: tuple[int, ...]) -> None:
    assert begun(first=1, vulnerable=who).deal[bridge.Board].seats == seats


def test_everybody_knows_who_is_vulnerable_before_the_auction() -> None:
    state = begun(vulnerable="dealer")
    assert str(state.view(None).events[1]) == "Vulnerable: seat 0, seat 2."
    assert state.view(3).deal[bridge.Board].seats == (0, 2)


@pytest.mark.parametrize("match", ["chicago", "duplicate"])
@pytest.mark.parametrize("deals", [1, 4, 7])
def test_a_match_ends_and_partners_share_their_place(match: str, deals: int) -> None:
    end = playout(bridge.rules(match=match, deals=deals), seed=3)
    assert sum(bool(result.lines) for result in end.results) == deals
    assert end.outcome is not None
    assert set(end.outcome.ranking) <= {(0, 2), (1, 3), (0, 1, 2, 3)}
    assert end.scores[:2] == end.scores[2:]
    with pytest.raises(GameOver):
        end.play(0, "pass")


# What is sampled, and what is refused


def test_a_sampled_world_keeps_dummy_and_voids() -> None:
    state = bridge.rules().start(seed=11, first=0)
    state = called(state, "1C - - -")
    rng = Random(5)
    for _ in range(24):
        state = state.play(state.actors[0], rng.choice(state.legal(state.actors[0])))
    for seat in (0, 1, 2, 3, None):
        view = state.view(seat)
        world = view.sample(rng)
        assert world.view(seat) == view
        assert world.deal.hands[2] == state.deal.hands[2]


def test_dummy_that_nobody_sees_is_refused_before_the_game_starts() -> None:
    with pytest.raises(InvalidRules, match="plays from hand 2, which it does not see"):
        bridge.rules().replace(Tricks, exposing=NothingExposed()).start()


@pytest.mark.parametrize("options", [{"match": "rubber"}, {"deals": 0}, {"vulnerable": "north"}, {"players": 3}])
def test_options_that_there_are_not(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidRules):
        bridge.rules(**options)


@pytest.mark.parametrize(("cycle", "told"), [([], "cycle"), (["north"], "cycle='north' is not one of 'nobody'")])
def test_a_board_says_who_is_vulnerable_in_its_own_words(cycle: list[str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        bridge.Board(cycle=cycle)


def test_a_contract_is_scored_by_the_tricks_of_both_partners() -> None:
    deal = Deal.fresh(french(), players=4)
    table = evolve(playout(bridge.rules(), seed=1).results[0].deal[Tricks], taken=(3, 2, 4, 4))
    assert bridge.ScoreContract().tricks(evolve(deal, records=(table,)), (0, 2)) == 7

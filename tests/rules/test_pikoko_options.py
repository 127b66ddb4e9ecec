"""Pikoko: every option with every value (section 4), and house rules made from the game."""

import pytest
from pikoko_table import (
    bid,
    hands_of,
    last_taker,
    legal,
    next_leader,
    play,
    score_round,
    sized,
    table,
    three_rounds,
    tricks,
    trust,
)

from trickkit import IllegalAction, InvalidAction, InvalidRules, Rules, Stacked, State, load
from trickkit.phases import Confidence, DealOut, Tricks, TurnTrump
from trickkit.policies.control import Owner, RightNeighbour
from trickkit.policies.follow import MustOvertrump
from trickkit.policies.visibility import OthersHands, OwnHand
from trickkit.scoring import ScoreBids
from trickkit.variants import pikoko


def test_defaults() -> None:
    """Section 4: the options at a glance."""
    defaults = {
        "next_lead": "winning_peacock",
        "start_basis": "total",
        "start_tie": "after_current",
        "absent_confidence": "illegal",
        "self_confidence": True,
        "multi_must_follow": True,
    }
    assert pikoko.rules(players=3).options == {"players": 3, **defaults}
    assert pikoko.rules(players=4, **defaults) == load("pikoko")


# next_lead


@pytest.mark.parametrize(
    ("option", "leader"), [("winning_peacock", "1 of 2"), ("winning_owner", "2 of 3"), ("start_player", "4 of 0")]
)
def test_next_lead(option: str, leader: str) -> None:
    """P1: peacock 2 wins a trick that seat 4 started."""
    state = tricks("W5 Y2 / W6 Y3 / W8 Y5 / R11 Y6 / W3 Y8", turned="B5", first=4, next_lead=option)
    state = play(state, "4:W5 0:W6 1:W8 2:R11 3:W3")
    assert last_taker(state) == 2
    assert next_leader(state) == leader


@pytest.mark.parametrize(
    ("option", "leader"), [("winning_peacock", "2 of 0"), ("winning_owner", "0 of 1"), ("start_player", "0 of 1")]
)
def test_next_lead_after_t1(option: str, leader: str) -> None:
    """1.9 T1: next leader after Blue won."""
    state = tricks("R2 Y6 / B3 Y2 / B5 Y3", turned="R6", next_lead=option)
    assert next_leader(play(state, "0:B3 1:B5 2:R2")) == leader


@pytest.mark.parametrize(
    ("option", "leaders"),
    [
        ("winning_peacock", ["2 of 0", "1 of 2"]),
        ("winning_owner", ["0 of 1", "2 of 0"]),
        ("start_player", ["1 of 2", "1 of 2"]),
    ],
)
def test_next_lead_trick_after_trick(option: str, leaders: list[str]) -> None:
    """P1: peacock 0 wins the first trick and peacock 2 the second, whoever leads it; seat 1 is the start player."""
    cards = {"2": "B7 R2 Y2", "0": "B2 R3 Y3", "1": "B3 R6 Y5"}  # by the seat that chooses
    state = tricks(f"{cards['2']} / {cards['0']} / {cards['1']}", turned="W5", first=1, next_lead=option)
    found = []
    for one in (0, 1):
        order = [str((state.actors[0] + turn) % 3) for turn in range(3)]
        state = play(state, " ".join(f"{seat}:{cards[seat].split()[one]}" for seat in order))
        found.append(next_leader(state))
    assert found == leaders


# start_basis and start_tie


@pytest.mark.parametrize(("option", "starter"), [("total", 0), ("round", 1)])
def test_start_basis(option: str, starter: int) -> None:
    """P8: after round 2 the totals are 10, 11, 14, the points of the round 7, 2, 9."""
    state = score_round(score_round(three_rounds(start_basis=option), 3, 9, 5), 7, 2, 9)
    assert state.scores == (10, 11, 14)
    assert state.deal.starter == starter


@pytest.mark.parametrize(
    ("option", "first", "points", "starter"),
    [
        ("after_current", 0, (3, 5, 3), 2),
        ("include_current", 0, (3, 5, 3), 0),
        ("next_seat", 0, (3, 5, 3), 1),
        ("after_current", 1, (5, 3, 3), 2),
        ("include_current", 1, (5, 3, 3), 1),
        ("next_seat", 1, (5, 3, 3), 2),
        ("after_current", 1, (3, 5, 3), 2),
        ("include_current", 1, (3, 5, 3), 2),
        ("after_current", 1, (8, 8, 8), 2),
        ("include_current", 1, (8, 8, 8), 1),
        ("next_seat", 1, (8, 8, 8), 2),
        ("after_current", 0, (5, 4, 3), 2),
        ("include_current", 0, (5, 4, 3), 2),
        ("next_seat", 0, (5, 4, 3), 2),
    ],
)
def test_start_tie(option: str, first: int, points: tuple[int, ...], starter: int) -> None:
    """P9: seat `first` starts round 1; who starts round 2. Without a tie the option makes no difference."""
    state = score_round(three_rounds(first=first, start_tie=option), *points)
    assert state.deal.starter == starter


# absent_confidence


@pytest.mark.parametrize(
    ("option", "players", "trusted"),
    [
        ("illegal", 3, "0 1 2"),
        ("illegal", 4, "0 1 2 3"),
        ("illegal", 5, "0 1 2 3 4"),
        ("zero", 3, "0 1 2 3 4"),
        ("zero", 4, "0 1 2 3 4"),
        ("zero", 5, "0 1 2 3 4"),
        ("minus_one", 3, "0 1 2 3 4"),
        ("minus_one", 5, "0 1 2 3 4"),
    ],
)
def test_absent_confidence_allows(option: str, players: int, trusted: str) -> None:
    """P6: which confidence cards may be laid."""
    state = bid(pikoko.rules(players=players, absent_confidence=option).start())
    expected = [*(f"trust {seat}" for seat in trusted.split()), "no trust"]
    assert all([str(action) for action in state.legal(seat)] == expected for seat in range(players))


def test_absent_confidence_is_refused_by_default() -> None:
    """P6: an absent peacock's card is not a move of the game."""
    state = bid(pikoko.rules(players=3).start())
    with pytest.raises(InvalidAction, match="'trust 3' is not an action of this game"):
        state.play(0, "trust 3")


@pytest.mark.parametrize(("option", "points"), [("zero", 0), ("minus_one", -1)])
def test_absent_confidence_scores(option: str, points: int) -> None:
    """P6: seat 0 trusts a peacock that is not in the game; its bids are all two off or more."""
    state = table("R6 / R2 / R3", turned="W5", absent_confidence=option)
    state = play(trust(bid(state, "3 3 3 / 3 3 3 / 3 3 3"), "4 / none / 3"), "0:R2 1:R3 2:R6")
    assert state.scores == (points, 1, points)


# self_confidence


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_self_confidence(seat: int) -> None:
    """P5: with the option off the card of one's own peacock is illegal, and only that."""
    allowed = bid(pikoko.rules(players=3, self_confidence=True).start())
    assert [str(action) for action in allowed.legal(seat)] == ["trust 0", "trust 1", "trust 2", "no trust"]
    barred = bid(pikoko.rules(players=3, self_confidence=False).start())
    others = [f"trust {other}" for other in range(3) if other != seat]
    assert [str(action) for action in barred.legal(seat)] == [*others, "no trust"]
    with pytest.raises(IllegalAction, match=rf"a confidence card is laid now: {', '.join(others)}, no trust; not"):
        barred.play(seat, f"trust {seat}")


# multi_must_follow


@pytest.mark.parametrize(
    ("option", "target", "allowed"),
    [
        (True, "M4 R2 Y2", "B4"),
        (False, "M4 R2 Y2", "R2 Y2 B4"),
        (True, "M4 B2 Y2", "B2 B4"),
        (False, "M4 B2 Y2", "B2 B4"),
        (True, "M7 R2 Y2", "R2 Y2 R7 W7 P7"),
        (False, "M7 R2 Y2", "R2 Y2 R7 W7 P7"),
        (True, "M4 M7 R2", "B4"),
        (False, "M4 M7 R2", "R2 B4 R7 W7 P7"),
    ],
)
def test_multi_must_follow(option: bool, target: str, allowed: str) -> None:
    """P11: blue is led, white is trump; a card that shows blue still counts as blue when it is played."""
    state = play(tricks(f"P2 P3 P5 / B3 B1 B5 / {target}", turned="W5", multi_must_follow=option), "0:B3")
    assert legal(state) == allowed


@pytest.mark.parametrize(("plays", "winner"), [("1:R2 2:P2", 1), ("1:B4 2:P2", 2)])
def test_a_multicolour_card_need_not_follow_but_may(plays: str, winner: int) -> None:
    """P11, `multi_must_follow=False`: thrown away another card, or followed with it."""
    state = play(tricks("P2 P3 / B3 B1 / M4 R2", turned="W5", multi_must_follow=False), f"0:B3 {plays}")
    assert last_taker(state) == winner


# first


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_first_start_player_given(first: int) -> None:
    """P10: whatever the seed."""
    assert {pikoko.rules().start(seed=seed, first=first).deal.starter for seed in range(10)} == {first}


def test_first_start_player_drawn_from_the_seed() -> None:
    """P10: the same for the same seed; any seat for some seed."""
    rules = pikoko.rules(players=5)
    drawn = [rules.start(seed=seed).deal.starter for seed in range(60)]
    assert drawn == [rules.start(seed=seed).deal.starter for seed in range(60)]
    assert set(drawn) == {0, 1, 2, 3, 4}


def test_giving_the_first_start_player_does_not_change_the_cards() -> None:
    """P10: the draw of the start player is one of its own."""
    rules = pikoko.rules()
    hands = {tuple(map(str, rules.start(seed=5, first=first).deal.hands)) for first in (None, 0, 1, 2, 3)}
    assert len(hands) == 1


# House rules: must overtrump


def overtrump(hands: str, plays: str, turned: str = "W5") -> State:
    rules = pikoko.rules(players=len(hands.split("/"))).replace(Tricks, follow=MustOvertrump())
    return play(tricks(hands, turned=turned, rules=rules), plays)


@pytest.mark.parametrize(
    ("target", "ordinary", "house"),
    [
        ("R5 P6 W2", "R5 W2 P6", "W2"),
        ("R5 W2 W6", "R5 W2 W6", "W2 W6"),
        ("R5 P6 Y2", "R5 Y2 P6", "R5 Y2 P6"),
        ("B2 W2 W6", "B2", "B2"),
        ("R5 P6 M7", "R5 P6 R7 W7 P7", "W7"),
        ("R5 W2 M4", "B4", "B4"),
    ],
    ids=["trump", "any trump", "no trump held", "can follow", "multicolour as trump", "multicolour follows"],
)
def test_void_hands_must_trump(target: str, ordinary: str, house: str) -> None:
    """House rule: blue is led and white is trump; out of a hand without blue a trump must be played."""
    hands = f"P2 P3 P5 / B3 B1 B5 / {target}"
    assert legal(play(tricks(hands, turned="W5"), "0:B3")) == ordinary
    assert legal(overtrump(hands, "0:B3")) == house


@pytest.mark.parametrize(
    ("target", "house"),
    [
        ("R5 W2 W6", "W6"),
        ("R5 W2 W1", "W1 W2"),
        ("R5 W2 M7", "W7"),
        ("R5 W2 M1", "W2"),
        ("R5 P6 Y2", "R5 Y2 P6"),
        ("B2 W6 B6", "B2 B6"),
    ],
    ids=["must beat", "must undertrump", "beats as multicolour", "cannot beat", "no trump held", "can follow"],
)
def test_void_hands_must_overtrump(target: str, house: str) -> None:
    """House rule: blue is led and trumped with 3 white."""
    hands = f"{target} / B3 B1 B5 / W3 R2 R3"
    assert legal(overtrump(hands, "0:B3 1:W3")) == house


def test_overtrumping_is_about_the_best_card_so_far() -> None:
    """House rule: the last hand cannot beat 8 white; it can beat 6 white when that is the best."""
    hands = "W3 M7 Y2 / B3 B1 B5 / W6 R2 R3 / {} P2 P3"
    assert legal(overtrump(hands.format("W8"), "0:B3 1:W6 2:W8")) == "W3 W7"
    assert legal(overtrump(hands.format("P8"), "0:B3 1:W6 2:P8")) == "W7"


def test_followers_need_not_beat() -> None:
    """House rule: following suit one may stay below, also when trump is led."""
    assert legal(overtrump("P2 P3 / W3 B1 / W2 W6", "0:W3")) == "W2 W6"


def test_overtrumping_without_trump() -> None:
    """House rule: when no colour is trump there is nothing to beat with."""
    assert legal(overtrump("P2 P3 / B3 B1 / R2 W6", "0:B3", turned="M7")) == "R2 W6"


def test_the_error_names_the_house_rule() -> None:
    """House rule: what a player reads who does not beat the trump."""
    state = overtrump("R5 W2 W6 / B3 B1 B5 / W3 R2 R3", "0:B3 1:W3")
    with pytest.raises(IllegalAction, match="void in the led suit, you must beat the trick with a trump") as caught:
        state.play(2, "W2")
    assert [str(action) for action in caught.value.legal] == ["W6"]


# House rules: the ordinary game


def ordinary(players: int = 3) -> Rules:
    return pikoko.rules(players=players).replace(DealOut, visibility=OwnHand()).replace(Tricks, control=Owner())


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_ordinary_game_own_hand_is_seen(seat: int) -> None:
    """House rule: each seat sees its own hand and no other."""
    view = tricks("R2 Y6 / B3 Y2 / B5 Y3", turned="R6", rules=ordinary()).view(seat)
    shown = ["?? ??"] * 3
    shown[seat] = ["R2 Y6", "Y2 B3", "Y3 B5"][seat]
    assert [str(hand) for hand in view.deal.hands] == shown


def test_ordinary_game_is_played_from_ones_own_hand() -> None:
    """House rule: the start player leads from its own hand; who wins leads the next trick."""
    state = tricks("R2 Y6 / B3 Y2 / B5 Y3", turned="R6", rules=ordinary(), first=1)
    assert next_leader(state) == "1 of 1"
    state = play(state, "1:B3 2:B5 0:R2")
    assert last_taker(state) == 0
    assert next_leader(state) == "0 of 0"
    state = play(state, "0:Y6 1:Y2 2:Y3")
    assert state.results[0].deal[Tricks].taken == (2, 0, 0)


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        (pikoko.rules(players=3).replace(DealOut, visibility=OwnHand()), "seat 2 plays from hand 0"),
        (pikoko.rules(players=3).replace(Tricks, control=Owner()), "seat 0 plays from hand 0"),
    ],
    ids=["visibility only", "control only"],
)
def test_nobody_plays_from_a_hand_that_it_does_not_see(rules: Rules, complaint: str) -> None:
    """House rule: visibility and control belong together; one alone is refused at the start."""
    told = f"{complaint}, which it does not see; change the control of Tricks or the visibility of DealOut"
    with pytest.raises(InvalidRules, match=told):
        rules.start()


def test_house_rules_leave_the_game_as_it_was() -> None:
    """Rules are values: what is made of them does not change them."""
    rules = pikoko.rules(players=3)
    house = ordinary()
    assert house != rules == pikoko.rules(players=3)
    assert house.replace(DealOut, visibility=OthersHands()).replace(Tricks, control=RightNeighbour()) == rules


# House rules: phases left out


def test_without_confidence_the_scoring_changes_too() -> None:
    """House rule: confidence cannot be scored where none is laid."""
    with pytest.raises(InvalidRules, match="ScoreConfidence scores Confidence, which is not among the phases"):
        pikoko.rules(players=3).without(Confidence).start()
    rules = pikoko.rules(players=3).without(Confidence).replace(scoring=ScoreBids(exact=2, close=1))
    state = bid(table("R6 / R2 / R3", turned="W5", rules=rules), "1 0 0 / 2 1 0 / 3 3 3")
    assert isinstance(state.phase, Tricks)
    assert play(state, "0:R2 1:R3 2:R6").scores == (6, 4, 0)


def test_without_a_turned_card_there_is_no_trump() -> None:
    """House rule: the card that would have been turned lies in the stock, and 2 red is a discard."""
    rules = pikoko.rules(players=3).without(TurnTrump)
    deal = Stacked(hands=hands_of("R2 Y6 / B3 Y2 / B5 Y3"), stock=["R6"])
    state = trust(bid(sized(rules, 2).start(first=0, deals=[deal])))
    assert state.deal.trump is None
    assert str(state.deal.stock[0]) == "R6"
    assert last_taker(play(state, "0:B3 1:B5 2:R2")) == 2

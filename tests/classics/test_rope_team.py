"""Rope Team: missions, messages, the end of deals and games; and an oracle of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from strategies import effort
from tiers import sampled
from trickkit_classics import rope_team
from trickkit_classics.drafting import DraftMissions
from trickkit_classics.missions import ExactTricks, NoneOfTheFirst, NoNines, TakeCard, TakeTrick, pile
from turns import called, legal, play

from trickkit import IllegalAction, InvalidRules, Stacked, State, record
from trickkit.model.actions import Play
from trickkit.phases import Tricks
from trickkit.phases.kinds.tasks import Task
from trickkit.phases.tricks.record import Played, Trick, TrickTable
from trickkit.testing import laws

HANDS = (
    "R1 R2 R3 R4 R5 R6 R7 R8 R9 S1 S2 S3 H1",
    "S4 S5 S6 S7 S8 S9 I1 I2 I3 I4 I5 I6 H2",
    "I7 I8 I9 G1 G2 G3 G4 G5 G6 G7 G8 G9 H3",
)
TEXTS = tuple(mission.text for mission in pile(rope_team.deck(3), "all"))


def table(*missions: str, **options: Any) -> State:
    """A deal of three players with HANDS; seat 0 starts; these missions are turned up."""
    left, rolls = [*TEXTS], []
    for text in missions:
        rolls.append(left.index(text))
        left.remove(text)
    rules = rope_team.rules(players=3, missions=len(missions), **options)
    return rules.start(seed=1, first=0, deals=[Stacked(hands=[hand.split() for hand in HANDS], rolls=rolls)])


# Cards


@pytest.mark.parametrize(
    ("players", "hooks", "cards", "last"),
    [(3, True, 39, "H3"), (4, True, 40, "H4"), (5, True, 40, "H4"), (4, False, 36, "G9"), (5, False, 40, "G10")],
)
def test_all_cards_are_dealt(players: int, hooks: bool, cards: int, last: str) -> None:
    rules = rope_team.rules(players=players, hooks=hooks)
    assert len(rules.deck) == cards
    assert rules.deck.cards[-1].text == last
    assert not rules.start(seed=1).deal.stock


# Missions are taken on in turn


def test_the_seats_take_on_missions_in_turn_until_none_is_left() -> None:
    state = table("take R5", "no nines", "exactly 1 trick", "take I2")
    assert (state.actors, legal(state)) == ((0,), ["take R5", "no nines", "exactly 1 trick", "take I2"])
    state = called(state, "no nines, take I2")
    assert (state.actors, legal(state)) == ((2,), ["take R5", "exactly 1 trick"])
    with pytest.raises(IllegalAction, match="one of these tasks is taken on now: take R5; exactly 1 trick"):
        state.play(2, "no nines")
    state = called(state, "take R5, exactly 1 trick")
    assert str(state.deal[DraftMissions]) == (
        "seat 0: no nines; seat 1: take I2; seat 2: take R5; seat 0: exactly 1 trick"
    )


@pytest.mark.parametrize(("growing", "turned"), [(True, [1, 2, 3]), (False, [1, 1, 1])])
def test_every_deal_has_one_mission_more(growing: bool, turned: list[int]) -> None:
    rules, draw = rope_team.rules(missions=1, growing=growing, falls=3), Random(2)
    numbers = list[int]()
    for seed in range(20):
        state = rules.start(seed=seed)
        while not state.is_over:
            state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
        numbers = [len(result.deal[DraftMissions].taken) for result in state.results]
        assert numbers == turned[: len(numbers)]
        if len(numbers) == 3:
            return
    pytest.fail(f"no game of three deals: {numbers}")


# What fulfils a mission


@pytest.mark.parametrize(
    ("mission", "tricks", "expected"),
    [
        (TakeCard("R5"), "0:R1,R2,R3", None),
        (TakeCard("R5"), "0:R1,R5,R3", True),
        (TakeCard("R5"), "1:R1,R5,R3", False),
        (TakeTrick("first"), "", None),
        (TakeTrick("first"), "0:R1 1:R2", True),
        (TakeTrick("first"), "2:R1 0:R2", False),
        (TakeTrick("last"), "1:R1 0:R2 0:R3", None),
        (TakeTrick("last"), "1:R1 1:R2 1:R3 0:R4", True),
        (TakeTrick("last"), "0:R1 0:R2 0:R3 1:R4", False),
        (NoneOfTheFirst(3), "1:R1 2:R2", None),
        (NoneOfTheFirst(3), "1:R1 2:R2 1:R3", True),
        (NoneOfTheFirst(3), "1:R1 2:R2 1:R3 0:R4", True),
        (NoneOfTheFirst(3), "1:R1 2:R2 0:R3", False),
        (ExactTricks(1), "0:R1 1:R2 1:R3", None),
        (ExactTricks(1), "0:R1 1:R2 1:R3 1:R4", True),
        (ExactTricks(1), "0:R1 0:R2", False),
        (ExactTricks(2), "1:R1 1:R2", None),
        (ExactTricks(2), "1:R1 1:R2 1:R3", False),
        (NoNines(), "0:R1 1:R9,S9,I9", None),
        (NoNines(), "0:R1 1:R9,S9,I9 2:G9", True),
        (NoNines(), "1:R9,S9,I9 0:G9", False),
    ],
    ids=str,
)
def test_a_mission_of_seat_0_in_a_deal_of_four_tricks(mission: Task, tricks: str, expected: bool | None) -> None:
    given = []
    for text in tricks.split():
        taker, cards = text.split(":")
        given.append(Trick(tuple(Played(0, 0, Play(card), card) for card in cards.split(",")), int(taker)))
    taken = tuple([sum(trick.taker == hand for trick in given) for hand in range(3)])
    assert mission.fulfilled(0, TrickTable(tuple(given), Trick(()), taken), 4) is expected


def test_missions_for_cards_alone_ask_for_no_hook() -> None:
    rules = rope_team.rules(players=3, tasks="cards")
    (draft,) = [phase for phase in rules.phases if isinstance(phase, DraftMissions)]
    asked = [str(action).removeprefix("take ") for action in draft.actions(rules.deck, 3)]
    assert asked == [card.text for card in rules.deck if card.text[0] != "H"]


# Messages


def test_a_message_is_true() -> None:
    state = called(table("take R5"), "take R5")
    assert legal(state) == ["R1 lowest", "R9 highest", "S1 lowest", "S3 highest", "pass"]
    with pytest.raises(IllegalAction, match="R8 highest is not true of hand 0"):
        state.play(0, "R8 highest")
    with pytest.raises(IllegalAction, match="seat 0 makes a remark or passes; R8 is neither"):
        state.play(0, "R8")


def test_a_single_card_is_the_highest_and_the_lowest_as_well() -> None:
    hands = [hand.split() for hand in (HANDS[0].replace("S3", "I7"), HANDS[1], HANDS[2].replace("I7", "S3"))]
    state = rope_team.rules(players=3, missions=1).start(seed=1, first=0, deals=[Stacked(hands=hands, rolls=[0])])
    state = called(state, "take R1")
    assert legal(state)[4:] == ["I7 highest", "I7 lowest", "I7 only", "pass"]


def test_a_card_that_was_shown_stays_in_the_hand_and_everybody_knows_it() -> None:
    state = called(table("take R5"), "take R5, S3 highest, pass, I7 lowest")
    assert isinstance(state.phase, Tricks)
    assert [str(card) for card in state.view(1).deal.hands[0].known] == ["S3"]
    assert [str(card) for card in state.view(None).deal.hands[2].known] == ["I7"]
    assert "S3" in legal(state)


def test_worlds_agree_with_the_messages() -> None:
    view = called(table("take R5"), "take R5, S3 highest, I6 highest, G1 lowest").view(0)
    draw = Random(3)
    for _ in range(20):
        hands = [{str(card) for card in hand} for hand in view.sample(draw).deal.hands]
        assert not hands[1] & {"I7", "I8", "I9"}
        assert {"I6"} <= hands[1]
        assert {"G1"} <= hands[2]


# Ends


@pytest.mark.parametrize(
    ("missions", "options", "plays", "scores"),
    [
        (("take S1",), {}, "S1 S4 G1", (0, 0, 0)),
        (("take the first trick",), {}, "H1 H2 H3", (0, 0, 0)),
        (("take R1",), {}, "R1 I1 I7", (3, 3, 3)),
        (("take R1",), {"bonus": 5}, "R1 I1 I7", (6, 6, 6)),
        (("take R1",), {"bonus": 0}, "R1 I1 I7", (1, 1, 1)),
        (("take the first trick", "take G9"), {}, "R1 I1 G9", (1, 1, 1)),
    ],
)
def test_a_deal_is_over_when_all_is_decided_or_a_mission_has_failed(
    missions: tuple[str, ...], options: dict[str, Any], plays: str, scores: tuple[int, ...]
) -> None:
    state = called(table(*missions, messages=False, **options), ", ".join(missions))
    state = play(state, plays)
    assert state.results[0].scores == scores
    assert len(state.results[0].deal[Tricks].tricks) == 1


def test_the_tricks_may_go_on_for_the_points_of_other_missions() -> None:
    state = called(table("take S1", "take the first trick", messages=False, play_on=True), "take S1")
    state = play(called(state, "take the first trick"), "S1 S4 G1")
    assert not state.results
    while not state.results:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert [str(line) for line in state.results[0].lines] == [f"seat {seat}: +1 1 of 2 missions" for seat in range(3)]


@pytest.mark.parametrize(
    ("options", "plays", "told"),
    [
        ({"deals": 1}, "R1 I1 I7", "The game is over: the summit is reached. First: seat 0 and seat 1 and seat 2."),
        ({"deals": 1}, "H1 H2 H3", "The game is over: 1 deal has failed. All lose together."),
        ({"deals": 2, "falls": 0}, "H1 H2 H3", "The game is over: 1 deal has failed. All lose together."),
        ({"deals": 2, "falls": 0}, "R1 I1 I7", ""),
        ({"deals": 2, "falls": 1}, "H1 H2 H3", ""),
    ],
)
def test_all_win_or_lose_together(options: dict[str, Any], plays: str, told: str) -> None:
    state = play(called(table("take the first trick", messages=False, **options), "take the first trick"), plays)
    assert (str(state.events[-1]) if state.is_over else "") == told


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 6}, "players=6 is not one of 3, 4, 5"),
        ({"missions": 0}, "missions=0 is not one of 1, 2, 3"),
        ({"tasks": "tricks"}, "tasks='tricks' is not one of"),
        ({"falls": 4}, "falls=4 is not one of 0, 1, 2, 3"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        rope_team.rules(**given)


# An oracle, written from the rules apart from the library: cards and missions are texts


def messages_of(hand: list[str]) -> set[str]:
    found = {"pass"}
    for card in hand:
        others = [int(other[1:]) for other in hand if other[0] == card[0] and other != card]
        if card[0] != "H":
            found |= {f"{card} highest"} if all(other < int(card[1:]) for other in others) else set()
            found |= {f"{card} lowest"} if all(other > int(card[1:]) for other in others) else set()
            found |= set() if others else {f"{card} only"}
    return found


def is_fulfilled(mission: str, seat: int, tricks: list[tuple[int, list[str]]], size: int) -> bool | None:
    """Whether a mission is fulfilled by tricks, each with its taker and its cards."""
    takers, words = [taker for taker, _ in tricks], mission.split()
    mine = [card for taker, cards in tricks if taker == seat for card in cards]
    fallen = [card for _, cards in tricks for card in cards]
    if mission == "no nines":
        if any(card[1:] == "9" for card in mine):
            return False
        return True if sum(card[1:] == "9" for card in fallen) == 4 else None
    if words[0] == "exactly":
        number, left = int(words[1]), size - len(tricks)
        if not takers.count(seat) <= number <= takers.count(seat) + left:
            return False
        return None if left else True
    if words[0] == "none":
        number = int(words[4])
        if seat in takers[:number]:
            return False
        return True if len(takers) >= number else None
    if words[1] == "the":
        place = {"first": 0, "last": size - 1}[words[2]]
        return takers[place] == seat if len(takers) > place else None
    return words[1] in mine if words[1] in fallen else None


def winner_of(lying: list[str]) -> int:
    hooks = [card for card in lying if card[0] == "H"]
    strong = hooks or [card for card in lying if card[0] == lying[0][0]]
    return lying.index(max(strong, key=lambda card: int(card[1:])))


def holds_to_the_oracle(state: State, draw: Random, options: dict[str, Any]) -> int:
    """Play a game to its end, and compare every choice, every score and the end; gives the number of cards."""
    players, cards, fallen = options["players"], 0, 0
    for number in range(options["deals"]):
        assert not state.is_over
        starter, hands = state.deal.starter, [[str(card) for card in hand] for hand in state.deal.hands]
        size, taken, left = len(hands[0]), list[tuple[int, str]](), {*legal(state)}
        assert len(left) == options["missions"] + number * options["growing"]
        while left:
            seat = (starter + len(taken)) % players
            assert state.actors == (seat,)
            assert {*legal(state)} == left
            taken.append((seat, draw.choice(legal(state))))
            left.remove(taken[-1][1])
            state = state.play(*taken[-1])
        for step in range(players * options["messages"]):
            seat = (starter + step) % players
            assert state.actors == (seat,)
            assert {*legal(state)} == messages_of(hands[seat])
            state = state.play(seat, draw.choice(legal(state)))
        tricks, leader, found = list[tuple[int, list[str]]](), starter, list[bool | None]()
        while len(tricks) < size:
            lying = list[str]()
            for step in range(players):
                seat = (leader + step) % players
                follows = [card for card in hands[seat] if lying and card[0] == lying[0][0]]
                assert state.actors == (seat,)
                assert {*legal(state)} == {*(follows or hands[seat])}
                lying.append(draw.choice(legal(state)))
                hands[seat].remove(lying[-1])
                state, cards = state.play(seat, lying[-1]), cards + 1
            leader = (leader + winner_of(lying)) % players
            tricks.append((leader, lying))
            found = [is_fulfilled(mission, seat, tricks, size) for seat, mission in taken]
            if not options["play_on"] and (False in found or None not in found):
                break
        result = state.results[number]
        points = found.count(True)
        assert result.scores == (points + options["bonus"] * (points == len(found)),) * players
        assert len(result.deal[Tricks].tricks) == len(tricks)
        fallen += points < len(found)
        if fallen > options["falls"] or fallen == options["deals"]:
            assert state.outcome is not None
            assert state.outcome.ranking == ((), tuple(range(players)))
            return cards
    assert state.outcome is not None
    assert state.outcome.ranking == (tuple(range(players)),)
    return cards


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", sampled(range(1000), 12))
def test_games_go_as_the_oracle_says(seed: int) -> None:
    draw = Random(seed)
    options: dict[str, Any] = {
        "players": draw.choice((3, 4, 5)),
        "deals": draw.choice((1, 2, 3, 4)),
        "falls": draw.choice((0, 1, 2, 3)),
        "missions": draw.choice((1, 1, 2, 4)),
        "growing": draw.random() < 0.5,
        "tasks": draw.choice(("all", "all", "cards")),
        "messages": draw.random() < 0.7,
        "hooks": draw.random() < 0.7,
        "play_on": draw.random() < 0.3,
        "bonus": draw.choice((0, 2, 5)),
    }
    end = rope_team.rules(**options).start(seed=seed)
    assert holds_to_the_oracle(end, draw, options)


def test_games_are_written_down() -> None:
    draw, state = Random(1), table("take R5", "no nines", deals=1)
    while not state.is_over:
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    again = record.loads(str(record.of(state)))
    again.verify()
    assert again.replay().events == state.events


TestLaws = laws(rope_team.rules, examples=effort(5))

"""Wizard: cards, trump, what may be played, who takes a trick, scores; and an oracle of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from strategies import effort
from tiers import sampled
from trickkit_classics import wizard
from turns import legal_cards as legal
from turns import play

from trickkit import IllegalAction, InvalidRules, Stacked, State, batch, playout, record
from trickkit.phases import Estimates, NameTrump, Tricks
from trickkit.testing import laws


def table(hands: str, turned: str = "J", *, dealer: int | None = None, estimates: str = "", **options: Any) -> State:
    """One deal with these hands, a slash between seats; seat 0 leads unless another one deals; after the estimates."""
    dealt = [hand.split() for hand in hands.split("/")]
    chosen = {"players": len(dealt), "cards": len(dealt[0]), "hand_sizes": "same", **options}
    first = len(dealt) - 1 if dealer is None else dealer
    state = wizard.rules(**chosen).start(first=first, deals=[Stacked(hands=dealt, turned=turned)])
    for said in estimates.split():
        state = state.play(state.actors[0], said)
    return state


# Cards and trump


def test_four_colours_four_wizards_and_four_jesters() -> None:
    texts = [card.text for card in wizard.deck()]
    assert len(texts) == 60
    assert texts.count("W") == texts.count("J") == 4
    assert {"R13", "Y1", "G7", "B10"} <= {*texts}


@pytest.mark.parametrize(("players", "deals"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_hands_grow_until_all_cards_are_dealt(players: int, deals: int) -> None:
    sizes = wizard.rules(players=players).schedule.hand_sizes.sizes
    assert sizes == tuple(range(1, deals + 1))


@pytest.mark.parametrize(("hand_sizes", "expected"), [("up", (1, 2, 3)), ("down", (3, 2, 1)), ("same", (3, 3, 3, 3))])
def test_other_schedules(hand_sizes: str, expected: tuple[int, ...]) -> None:
    assert wizard.rules(cards=3, hand_sizes=hand_sizes).schedule.hand_sizes.sizes == expected


@pytest.mark.parametrize(("turned", "trump"), [("R7", "red"), ("B1", "blue"), ("J", "None")])
def test_the_card_turned_up_makes_trump_but_a_jester_makes_none(turned: str, trump: str) -> None:
    assert str(table("R1 / Y1 / G1", turned).deal.trump) == trump


def test_the_dealer_names_trump_where_a_wizard_is_turned_up() -> None:
    state = table("R1 / Y1 / G1", "W", dealer=1)
    assert state.actors == (1,)
    assert legal(state) == "name R, name Y, name G, name B".replace(",", "")
    state = state.play(1, "name G")
    assert str(state.deal.trump) == "green"
    assert state.actors == (2,)


def test_a_wizard_that_is_turned_up_may_make_no_trump() -> None:
    state = table("R1 / Y1 / G1", "W", wizard_turned="none")
    assert state.deal.trump is None
    assert state.deal.get(NameTrump) is None


def test_the_last_deal_has_no_trump() -> None:
    state = wizard.rules(players=6, hand_sizes="down").start(seed=3)
    assert len(state.deal.hands[0]) == 10
    assert state.deal.trump is None


# Estimates


def test_anybody_may_estimate_anything() -> None:
    assert legal(table("R1 / Y1 / G1", estimates="0 1")) == "0 1"


def test_the_hook() -> None:
    assert legal(table("R1 / Y1 / G1", hook=True, estimates="0 0")) == "0"


def test_estimates_may_be_shown_at_once() -> None:
    assert table("R1 / Y1 / G1", bidding="at_once").actors == (0, 1, 2)


# What may be played


def test_wizards_and_jesters_may_always_be_played() -> None:
    state = play(table("R1 G1 / R7 Y2 / R5 W", estimates="0 0 0"), "R1")
    assert legal(state) == "R7"
    state = play(state, "R7")
    assert legal(state) == "R5 W"
    state = table("R1 G1 / R7 J / R5 W", estimates="0 0 0")
    assert legal(play(state, "R1")) == "R7 J"


def test_a_hand_with_nothing_but_wizards_besides_is_void() -> None:
    state = play(table("R1 G1 / G7 W / R5 Y1", estimates="0 0 0"), "R1")
    assert legal(state) == "G7 W"


def test_after_a_jester_the_next_card_says_what_must_be_followed() -> None:
    state = play(table("J G1 / R7 Y2 / R5 Y1", estimates="0 0 0"), "J")
    assert legal(state) == "R7 Y2"
    state = play(state, "Y2")
    assert legal(state) == "Y1"
    with pytest.raises(IllegalAction, match=r"R5 is not allowed: follow suit \(yellow\), or play a wizard or a jester"):
        state.play(2, "R5")


def test_a_wizard_led_asks_for_nothing() -> None:
    state = play(table("W G1 / R7 Y2 / R5 Y1", estimates="0 0 0"), "W Y2")
    assert legal(state) == "R5 Y1"
    state = play(table("J G1 / W Y2 / R5 Y1", estimates="0 0 0"), "J W")
    assert legal(state) == "R5 Y1"


def test_a_wizard_played_later_leaves_the_colour() -> None:
    assert legal(play(table("R1 G1 / W Y2 / R5 Y1", estimates="0 0 0"), "R1 W")) == "R5"


# Who takes a trick


@pytest.mark.parametrize(
    ("plays", "turned", "taker"),
    [
        ("R1 W W", "J", 1),
        ("W W R13", "J", 0),
        ("J J J", "G5", 0),
        ("J G1 J", "R5", 1),
        ("R1 R13 G1", "G5", 2),
        ("R1 R13 G1", "J", 1),
        ("J R1 Y13", "J", 1),
        ("R13 J W", "R5", 2),
    ],
)
def test_who_takes_a_trick(plays: str, turned: str, taker: int) -> None:
    state = play(table(plays.replace(" ", " / "), turned, estimates="0 0 0"), plays)
    assert state.results[0].deal[Tricks].tricks[0].taker == taker


# Scores


def test_scores() -> None:
    state = play(table("W G1 / R7 Y2 / R5 Y1", estimates="1 1 0"), "W R7 R5 G1 Y2 Y1")
    assert state.results[0].deal[Tricks].taken == (2, 0, 0)
    assert [str(line) for line in state.results[0].lines] == [
        "seat 0: -10 estimated 1, took 2",
        "seat 1: -10 estimated 1, took 0",
        "seat 2: +20 estimated 0, took 0",
    ]
    state = play(table("W G1 / R7 Y2 / R5 Y1", estimates="2 0 0"), "W R7 R5 G1 Y2 Y1")
    assert state.results[0].scores == (40, 20, 20)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 2}, "players=2 is not one of 3, 4, 5, 6"),
        ({"players": 6, "cards": 11}, r"cards=11 is not one of 0\.\.10 for 6 players with 60 cards"),
        ({"cards": True}, "cards=True is not one of"),
        ({"wizard_turned": "name"}, "did you mean 'named'"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        wizard.rules(**given)


# An oracle, written from the rules apart from the library: cards are texts


def may_play(hand: list[str], lying: list[str]) -> set[str]:
    """What of a hand may be played to the cards that lie."""
    serious = [card for card in lying if card != "J"]
    if not serious or serious[0] == "W":
        return {*hand}
    colour = serious[0][0]
    if not any(card[0] == colour and card not in "WJ" for card in hand):
        return {*hand}
    return {card for card in hand if card in "WJ" or card[0] == colour}


def taken_by(lying: list[str], trump: str | None) -> int:
    """The place of the card that takes a trick."""
    if "W" in lying:
        return lying.index("W")
    plain = [place for place, card in enumerate(lying) if card != "J"]
    if not plain:
        return 0
    colour = lying[plain[0]][0]
    trumps = [place for place in plain if lying[place][0] == trump]
    among = trumps or [place for place in plain if lying[place][0] == colour]
    return max(among, key=lambda place: int(lying[place][1:]))


def holds_to_the_oracle(state: State, draw: Random) -> int:
    """Play a game to its end, and compare every card and every score; gives the number of cards."""
    players, totals, cards = state.rules.players, [0] * state.rules.players, 0
    while not state.is_over:
        dealer, number = state.deal.begun_by, state.deal.number
        while not isinstance(state.phase, Tricks):
            seat = draw.choice(state.actors)
            state = state.play(seat, draw.choice(state.legal(seat)))
        hands = [[str(card) for card in hand] for hand in state.deal.hands]
        said = state.deal[Estimates].bids
        trump = state.deal.trump.letter if state.deal.trump else None
        taken, leader = [0] * players, (dealer + 1) % players
        for _ in range(len(hands[0])):
            lying: list[str] = []
            for step in range(players):
                seat = (leader + step) % players
                assert state.actors == (seat,)
                assert {str(action) for action in state.legal(seat)} == may_play(hands[seat], lying)
                card = str(draw.choice(state.legal(seat)))
                hands[seat].remove(card)
                lying.append(card)
                state, cards = state.play(seat, card), cards + 1
            leader = (leader + taken_by(lying, trump)) % players
            taken[leader] += 1
        scores = [
            20 + 10 * took if took == bid else -10 * abs(took - bid) for bid, took in zip(said, taken, strict=True)
        ]
        totals = [old + more for old, more in zip(totals, scores, strict=True)]
        assert state.results[number].deal[Tricks].taken == tuple(taken)
        assert state.results[number].scores == tuple(scores)
    assert state.scores == tuple(totals)
    assert state.outcome is not None
    assert {*state.outcome.winners} == {seat for seat, points in enumerate(totals) if points == max(totals)}
    return cards


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", sampled(range(1000), 12))
def test_games_go_as_the_oracle_says(seed: int) -> None:
    draw = Random(seed)
    options = {
        "players": draw.choice((3, 4, 5, 6)),
        "cards": draw.choice((0, 3, 5)) if seed % 10 == 0 else draw.choice((2, 4, 6)),
        "hand_sizes": draw.choice(("up", "down")),
        "bidding": draw.choice(("in_turn", "at_once")),
        "hook": draw.random() < 0.5,
        "wizard_turned": draw.choice(("named", "none")),
    }
    assert holds_to_the_oracle(wizard.rules(**options).start(seed=seed), draw)


@pytest.mark.sample(1)
@pytest.mark.parametrize("players", [3, 6])
def test_games_are_written_down_and_sampled(players: int) -> None:
    end = playout(wizard.rules(players=players, cards=5), seed=players)
    again = record.loads(str(record.of(end)))
    again.verify()
    assert again.replay().events == end.events
    draw, state = Random(1), wizard.rules(players=players, cards=5, hand_sizes="same").start(seed=4)
    for _ in range(players * 4):
        seat = state.actors[0]
        view = state.view(seat)
        assert view.sample(draw).view(seat) == view
        state = state.play(seat, draw.choice(state.legal(seat)))


@pytest.mark.sample(0)
@pytest.mark.parametrize("options", [{}, {"players": 6, "hook": True, "bidding": "in_turn"}], ids=["usual", "other"])
def test_it_runs_compiled(options: dict[str, Any]) -> None:
    assert batch.supports(wizard.rules(**options))


TestLaws = laws(wizard.rules, examples=effort(10), cards=3)
TestLawsOfWholeGames = laws(wizard.rules, examples=effort(5))

"""Skull King: cards, what may be played, who takes a trick, scores; and an oracle of its own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from strategies import effort
from tiers import sampled
from trickkit_classics import skull_king
from turns import legal_cards as legal
from turns import play

from trickkit import IllegalAction, InvalidRules, Stacked, State, playout, record
from trickkit.model.actions import Play
from trickkit.phases import Estimates, Tricks
from trickkit.phases.tricks.record import Played, Trick
from trickkit.testing import laws


def table(hands: str, *, estimates: str = "", **options: Any) -> State:
    """The deal that has hands of this size, a slash between seats; seat 0 leads; after the estimates."""
    dealt = [hand.split() for hand in hands.split("/")]
    chosen = {"players": len(dealt), "kraken": True, "whale": True, **options}
    rules = skull_king.rules(**chosen)
    first = len(dealt) - len(dealt[0])
    state = rules.start(first=first % len(dealt), deals=[*[Stacked()] * (len(dealt[0]) - 1), Stacked(hands=dealt)])
    draw = Random(1)
    while state.deal.number < len(dealt[0]) - 1:
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    for seat, said in enumerate((estimates or "0 " * len(dealt)).split()):
        state = state.play(seat, said)
    return state


# Cards


@pytest.mark.parametrize(
    ("options", "cards"),
    [({}, 70), ({"mermaids": False}, 68), ({"tigress": False}, 69), ({"kraken": True, "whale": True}, 72)],
)
def test_cards(options: dict[str, bool], cards: int) -> None:
    deck = skull_king.rules(**options).deck
    assert len(deck) == cards
    texts = [card.text for card in deck]
    assert (texts.count("E"), texts.count("P"), texts.count("K")) == (5, 5, 1)
    assert {"G1", "Y14", "V7", "B14"} <= {*texts}


@pytest.mark.parametrize(("players", "sizes"), [(3, (*range(1, 11),)), (8, (1, 2, 3, 4, 5, 6, 7, 8, 8, 8))])
def test_hands_grow_as_far_as_there_are_cards(players: int, sizes: tuple[int, ...]) -> None:
    assert skull_king.rules(players=players).schedule.hand_sizes.sizes == sizes


# What may be played


@pytest.mark.parametrize(
    ("hands", "plays", "expected"),
    [
        ("G1 V1 / G2 Y3 / G3 P", "G1", "G2"),
        ("G1 V1 / G2 Y3 / G3 P", "G1 G2", "G3 P"),
        ("G1 V1 / G2 E / G3 B1", "G1", "G2 E"),
        ("G1 V1 / Y2 E / G3 B1", "G1", "Y2 E"),
        ("E V1 / Y2 G5 / G3 Y1", "E Y2", "Y1"),
        ("P V1 / Y2 G5 / G3 Y1", "P Y2", "G3 Y1"),
        ("E V1 / M G5 / G3 Y1", "E M", "G3 Y1"),
        ("G1 V1 / P G5 / G3 Y1", "G1 P", "G3"),
        ("KR V1 / Y2 G5 / G3 Y1", "KR Y2", "Y1"),
        ("G1 V1 / G2 T / G3 P", "G1", "G2 TE TP"),
    ],
)
def test_what_may_be_played(hands: str, plays: str, expected: str) -> None:
    assert legal(play(table(hands), plays)) == expected


def test_a_refusal_says_the_rule() -> None:
    with pytest.raises(IllegalAction, match=r"Y3 is not allowed: follow suit \(green\), or play a special card"):
        play(table("G1 V1 / G2 Y3 / G3 P"), "G1").play(1, "Y3")


# Who takes a trick


@pytest.mark.parametrize(
    ("plays", "taker"),
    [
        ("G1 G14 Y14", 1),
        ("G14 B1 G13", 1),
        ("E E E", 0),
        ("E G1 E", 1),
        ("TE E E", 0),
        ("G14 P P", 1),
        ("P K M", 2),
        ("K P P", 0),
        ("K M B14", 1),
        ("M M P", 2),
        ("P M M", 0),
        ("M B14 M", 0),
        ("TP P M", 0),
        ("M E TP", 2),
        ("B14 K TP", 1),
        ("P KR K", None),
        ("KR G1 G2", None),
        ("WW G1 Y9", 2),
        ("B2 WW G3", 2),
        ("G9 P WW", 0),
        ("Y9 G9 WW", 0),
        ("P WW M", None),
        ("KR WW G5", 2),
        ("WW KR G5", None),
    ],
)
def test_who_takes_a_trick(plays: str, taker: int | None) -> None:
    dealt = " / ".join(text if text not in ("TE", "TP") else "T" for text in plays.split())
    trick = play(table(dealt), plays).results[0].deal[Tricks].tricks[0]
    assert trick.taker == taker


@pytest.mark.parametrize(
    ("plays", "leads"), [("G1 KR P", 2), ("KR G1 G2", 2), ("G9 G1 KR", 0), ("P WW M", 1), ("E KR E", 0)]
)
def test_who_leads_after_a_trick_that_nobody_takes(plays: str, leads: int) -> None:
    spare = ("V1", "V2", "V3")
    state = table(" / ".join(f"{card} {more}" for card, more in zip(plays.split(), spare, strict=True)))
    state = play(state, plays)
    assert state.deal[Tricks].tricks[0].taker is None
    assert state.actors == (leads,)
    assert state.deal[Tricks].taken == (0, 0, 0)


# Scores


@pytest.mark.parametrize(
    ("estimate", "tricks", "size", "points"),
    [(0, 0, 7, 70), (0, 2, 7, -70), (3, 3, 5, 60), (3, 1, 5, -20), (1, 4, 5, -30)],
)
def test_points(estimate: int, tricks: int, size: int, points: int) -> None:
    assert skull_king.ScoreVoyage().points(estimate, tricks, size) == points


@pytest.mark.parametrize(
    ("plays", "taker", "options", "points"),
    [
        ("P P K", 2, {}, 60),
        ("K M G14", 1, {}, 50),
        ("K M G14", 1, {"king": 50}, 60),
        ("M M P", 2, {}, 40),
        ("B14 G14 P", 2, {}, 30),
        ("P K M", 2, {}, 40),
        ("P TP K", 2, {"bonuses": "characters"}, 60),
        ("B14 G14 P", 2, {"bonuses": "characters"}, 0),
        ("K M G14", 1, {"bonuses": "none"}, 0),
    ],
)
def test_bonuses(plays: str, taker: int, options: dict[str, Any], points: int) -> None:
    played = [Played(seat, seat, Play(text), text) for seat, text in enumerate(plays.split())]
    captured = skull_king.ScoreVoyage(**options).captured(0, Trick(tuple(played), taker), taker)
    assert sum(worth for _, worth in captured) == points


def test_bonuses_are_for_an_estimate_that_is_right() -> None:
    state = play(table("G1 / G14 / G3", estimates="0 1 1"), "G1 G14 G3")
    assert [str(line) for line in state.results[0].lines] == [
        "seat 0: +10 estimated 0, took 0",
        "seat 1: +20 estimated 1, took 1",
        "seat 1: +10 cards captured in trick 0",
        "seat 2: -10 estimated 1, took 0",
    ]
    assert play(table("G1 / G14 / G3", estimates="0 0 1"), "G1 G14 G3").results[0].scores == (10, -10, -10)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 9}, "players=9 is not one of 3, 4, 5, 6, 7, 8"),
        ({"deals": 11}, "deals=11 is not one of 1, 2, 3"),
        ({"deals": True}, "deals=True is not one of"),
        ({"krakens": True}, "did you mean 'kraken'"),
        ({"mermaid_bonus": 45}, "mermaid_bonus=45 is not one of 40, 50"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        skull_king.rules(**given)


# An oracle, written from the rules apart from the library: cards are texts, the tigress as she is played


def is_number(card: str) -> bool:
    return card[-1].isdigit()


def suit_to_follow(lying: list[str]) -> str | None:
    serious = [card for card in lying if card not in ("E", "TE", "KR", "WW")]
    return serious[0][0] if serious and is_number(serious[0]) else None


def may_play(hand: list[str], lying: list[str]) -> set[str]:
    """What of a hand may be played to the cards that lie."""
    faces = [face for card in hand for face in (("TE", "TP") if card == "T" else (card,))]
    suit = suit_to_follow(lying)
    has = [face for face in faces if is_number(face) and face[0] == suit]
    return {face for face in faces if not has or not is_number(face) or face[0] == suit}


def best_of(lying: list[str]) -> int:
    """The place of the card that wins where there are no beasts."""
    kinds = {
        "king": [place for place, card in enumerate(lying) if card == "K"],
        "mermaid": [place for place, card in enumerate(lying) if card == "M"],
        "pirate": [place for place, card in enumerate(lying) if card in ("P", "TP")],
    }
    if kinds["king"] and kinds["mermaid"]:
        return kinds["mermaid"][0]
    for kind in ("king", "pirate", "mermaid"):
        if kinds[kind]:
            return kinds[kind][0]
    for suit in ("B", suit_to_follow(lying)):
        numbers = [place for place, card in enumerate(lying) if is_number(card) and card[0] == suit]
        if numbers:
            return max(numbers, key=lambda place: int(lying[place][1:]))
    return 0


def finished(lying: list[str]) -> tuple[int | None, int]:
    """The place of the card that takes a trick, or None, and the place of who leads next."""
    beasts = [card for card in lying if card in ("KR", "WW")]
    if not beasts:
        return best_of(lying), best_of(lying)
    if beasts[-1] == "KR":
        return None, best_of(lying)
    numbers = [(int(card[1:]), -place) for place, card in enumerate(lying) if is_number(card)]
    return (-max(numbers)[1], -max(numbers)[1]) if numbers else (None, lying.index("WW"))


def bonus_of(lying: list[str], taker: int, bonuses: str, king: int) -> int:
    if bonuses == "none":
        return 0
    best, found = lying[taker], 0
    if best == "K":
        found += 30 * sum(card in ("P", "TP") for card in lying)
    elif best == "M" and "K" in lying:
        found += king
    elif best in ("P", "TP"):
        found += 20 * lying.count("M")
    if bonuses == "all":
        found += sum({"B14": 20, "G14": 10, "Y14": 10, "V14": 10}.get(card, 0) for card in lying)
    return found


def holds_to_the_oracle(state: State, draw: Random, bonuses: str, king: int) -> int:
    """Play a game to its end, and compare every card and every score; gives the number of cards."""
    players, totals, cards = state.rules.players, [0] * state.rules.players, 0
    while not state.is_over:
        dealer, number = state.deal.begun_by, state.deal.number
        while not isinstance(state.phase, Tricks):
            seat = draw.choice(state.actors)
            state = state.play(seat, draw.choice(state.legal(seat)))
        hands = [[str(card) for card in hand] for hand in state.deal.hands]
        said, size = state.deal[Estimates].bids, len(hands[0])
        taken, bonus, leader = [0] * players, [0] * players, (dealer + 1) % players
        for _ in range(size):
            lying: list[str] = []
            for step in range(players):
                seat = (leader + step) % players
                assert state.actors == (seat,)
                assert {str(action) for action in state.legal(seat)} == may_play(hands[seat], lying)
                face = str(draw.choice(state.legal(seat)))
                hands[seat].remove("T" if face in ("TE", "TP") else face)
                lying.append(face)
                state, cards = state.play(seat, face), cards + 1
            best, leads = finished(lying)
            if best is not None:
                taken[(leader + best) % players] += 1
                bonus[(leader + best) % players] += bonus_of(lying, best, bonuses, king)
            leader = (leader + leads) % players
        scores = []
        for bid, took, more in zip(said, taken, bonus, strict=True):
            if bid != took:
                scores.append(-10 * size if bid == 0 else -10 * abs(bid - took))
            else:
                scores.append((10 * size if bid == 0 else 20 * bid) + more)
        totals = [old + more for old, more in zip(totals, scores, strict=True)]
        assert state.results[number].deal[Tricks].taken == tuple(taken)
        assert state.results[number].scores == tuple(scores)
    assert state.scores == tuple(totals)
    return cards


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", sampled(range(1000), 12))
def test_games_go_as_the_oracle_says(seed: int) -> None:
    draw = Random(seed)
    options: dict[str, Any] = {
        "players": draw.choice(range(3, 9)),
        "deals": 10 if seed % 10 == 0 else draw.choice((3, 4, 5)),
        "mermaids": draw.random() < 0.8,
        "tigress": draw.random() < 0.8,
        "kraken": draw.random() < 0.7,
        "whale": draw.random() < 0.7,
        "bonuses": draw.choice(("all", "characters", "none")),
        "mermaid_bonus": draw.choice((40, 50)),
    }
    state = skull_king.rules(**options).start(seed=seed)
    assert holds_to_the_oracle(state, draw, options["bonuses"], options["mermaid_bonus"])


@pytest.mark.sample(1)
@pytest.mark.parametrize("players", [3, 8])
def test_games_are_written_down_and_sampled(players: int) -> None:
    rules = skull_king.rules(players=players, deals=4, kraken=True, whale=True)
    end = playout(rules, seed=players)
    again = record.loads(str(record.of(end)))
    again.verify()
    assert again.replay().events == end.events
    draw, state = Random(1), rules.start(seed=4)
    for number in range(players * 9):
        seat = state.actors[0]
        if number % 3 == 0:
            view = state.view(seat)
            assert view.sample(draw).view(seat) == view
        state = state.play(seat, draw.choice(state.legal(seat)))


TestLaws = laws(skull_king.rules, examples=effort(10), deals=3)
TestLawsOfWholeGames = laws(skull_king.rules, examples=effort(4))

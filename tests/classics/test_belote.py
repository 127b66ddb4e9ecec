"""Belote: taking, what may be played, scores, points held over; and an oracle of its own."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve
from belote_oracle import announced, belotes, melds_of, played_out
from strategies import effort
from tiers import sampled
from trickkit_classics import belote
from turns import called, legal, legal_cards, play, played, sampled_on_the_way, written_down

from trickkit import Hand, IllegalAction, InvalidRules, Stacked, State, playout
from trickkit.phases import ShowTop
from trickkit.testing import laws


def dealt(hands: str, stock: str, *, first: int = 3, **options: Any) -> State:
    """The beginning of a deal with these hands of five, a slash between seats, and this stock, top first."""
    fixed = Stacked(hands=[hand.split() for hand in hands.split("/")], stock=stock.split())
    return belote.rules(**options).start(first=first, deals=[fixed])


HANDS = "JH 9H AC 7D 8D / AH TH KC 9D TD / KH QH TC JD QD / 7H 8H AD KD 7C"
STOCK = "AS 7S 8S 9S TS JS QS KS 8C 9C JC QC"
"""Seat 3 deals. The hands are filled up in the order 0, 1, 2, 3."""


def table(**options: Any) -> State:
    """The deal above, in which seat 2 takes hearts as trump."""
    return called(dealt(HANDS, STOCK, **options), "pass, pass, pass, pass, pass, pass, name H")


# Taking


def test_the_suit_turned_up_is_offered_then_the_others() -> None:
    state = dealt(HANDS, STOCK)
    assert (str(state.deal[ShowTop]), state.actors, legal(state)) == ("AS", (0,), ["name S", "pass"])
    state = called(state, "pass, pass, pass, pass")
    assert (state.actors, legal(state)) == ((0,), ["name C", "name D", "name H", "pass"])


@pytest.mark.parametrize(
    ("calls", "hands"),
    [
        (
            "name S",
            [
                "AC 7D 8D 9H JH 7S 8S AS",
                "KC 9D TD TH AH 9S TS JS",
                "TC JD QD QH KH 8C QS KS",
                "7C KD AD 7H 8H 9C JC QC",
            ],
        ),
        (
            "pass, pass, pass, pass, pass, pass, pass, name C",
            [
                "AC 7D 8D 9H JH 7S 8S 9S",
                "KC 9D TD TH AH TS JS QS",
                "TC 8C JD QD QH KH KS 9C",
                "7C JC QC KD AD 7H 8H AS",
            ],
        ),
    ],
)
def test_the_taker_gets_the_card_and_two_more_the_others_three(calls: str, hands: list[str]) -> None:
    state = called(dealt(HANDS, STOCK), calls)
    assert [{*map(str, hand)} for hand in state.deal.hands] == [{*hand.split()} for hand in hands]
    assert len(state.deal.stock) == 0
    assert all("AS" in str(state.view(seat).deal.hands[state.deal.declarer]) for seat in range(4))
    assert state.actors == (0,)


def test_where_all_pass_twice_the_next_seat_deals() -> None:
    state = called(dealt(HANDS, STOCK), ", ".join(["pass"] * 8))
    assert state.results[0].lines == ()
    assert (state.deal.number, state.deal.starter, state.actors) == (1, 0, (1,))


# What may be played


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ("JH", "TH AH"),
        ("9H", "AH TH"),
        ("9H AH", "QH KH"),
        ("7D", "9D TD"),
        ("7S TS AS", "7H 8H"),
        ("9S JS KS", "7H 8H"),
        ("AC KC TC", "7C 9C JC QC"),
    ],
)
def test_what_may_be_played(plays: str, expected: str) -> None:
    assert {*legal_cards(play(table(), plays)).split()} == {*expected.split()}


def test_a_refusal_says_the_rule() -> None:
    with pytest.raises(IllegalAction, match=r"KD is not allowed: void in the led suit, you must beat the opponent"):
        play(table(), "7S TS AS").play(3, "KD")


# Scores


def scored(state: State) -> list[str]:
    """The score lines of the last deal, without the second seat of each side."""
    return [str(line) for line in state.results[-1].lines if line.seat < 2]


@pytest.mark.parametrize("capot", [252, 250])
def test_all_tricks_and_belote(capot: int) -> None:
    hands = "JH 9H AH TH KH / 7C 8C 9C TC JC / 7D 8D 9D TD JD / 7S 8S 9S TS JS"
    state = called(dealt(hands, "QH 8H 7H QC KC AC QD KD AD QS KS AS", capot=capot), "name H")
    assert scored(played(state)) == [f"seat 0: +{capot} took {capot}", "seat 0: +20 belote"]
    assert state.rules.options["capot"] == capot


def test_takers_with_fewer_points_leave_all_to_the_others() -> None:
    hands = "7C 8C 7D 8D 7H / AC TC AD TD AH / 9C JC 9D JD 9H / KC QC KD QD TH"
    state = called(dealt(hands, "8S 7S 9S JS 8H JH AS TS QH KH KS QS"), "name S")
    assert scored(played(state)) == [
        *("seat 1: +162 takers failed with 59", "seat 1: +20 belote"),
    ]


# Melds

MELDS = "JH 9H TH AC KC / KH QH 7C 8C 9C / 7D 8D 9D TD 7S / JC TC KD QD JD"


def melding(calls: str) -> State:
    """A deal in which seat 0 takes hearts, after some announcements."""
    return called(dealt(MELDS, "AH 8H 7H QC AD 8S 9S TS JS QS KS AS", melds=True), f"name H, {calls}")


def test_melds_are_announced_in_turn_and_the_side_with_the_best_one_shows_them() -> None:
    state = melding("pass, 3 to 9")
    assert [str(card) for card in state.deal.hands[2]] == ["7D", "8D", "9D", "TD", "7S", "9S", "TS", "JS"]
    assert (state.actors, legal(state)) == ((2,), ["4 to T", "pass"])
    state = called(state, "4 to T, pass")
    assert (state.actors, legal(state)) == ((2,), ["show 4 to T of D"])
    state = called(state, "show 4 to T of D")
    assert legal(state) == ["show 3 to J of S", "pass"]
    state = called(state, "show 3 to J of S, pass")
    assert state.actors == (0,)
    assert str(state.view(1).deal.hands[2]) == "7D 8D 9D TD 9S TS JS ??"


def test_only_the_side_with_the_best_meld_scores_what_it_shows() -> None:
    def melds(calls: str) -> list[str]:
        return [line for line in scored(played(melding(calls))) if line.endswith("melds")]

    assert melds("pass, 3 to 9, 4 to T, pass, show 4 to T of D, show 3 to J of S, pass") == ["seat 0: +70 melds"]
    assert melds("pass, 3 to 9, 4 to T, pass, show 4 to T of D, pass") == ["seat 0: +50 melds"]
    assert melds("pass, pass, pass, pass") == []


@pytest.mark.parametrize("shared", [False, True])
def test_melds_are_found_and_compared_as_the_oracle_does(shared: bool) -> None:
    """Hands rich in fours and sequences, which are rare in hands at random."""
    draw, deck, melding = Random(1), belote.rules().deck, evolve(belote.MELDS, shared=shared)
    rows = [[f"{rank}{suit}" for rank in "789TJQKA"] for suit in "CDHS"]
    groups = [[f"{rank}{suit}" for suit in "CDHS"] for rank in "9TJQKA"] + [
        row[at : at + 5] for row in rows for at in range(4)
    ]
    for _ in range(400):
        game, hands = draw.choice("CDHS"), list[list[str]]()
        for _seat in (0, 1):
            free = [card for row in rows for card in row if not any(card in hand for hand in hands)]
            wanted = [card for group in draw.sample(groups, 2) for card in group if card in free]
            rest = [card for card in free if card not in wanted]
            hands.append([*dict.fromkeys([*wanted, *draw.sample(rest, 8)])][:8])
        trump = next(suit for suit in deck.suits if suit.letter == game)
        found = [melding.melds(Hand.of(deck, hand), trump) for hand in hands]
        expected = [melds_of(hand, game, shared) for hand in hands]
        assert [sorted((meld.points, sorted(meld.cards)) for meld in melds) for melds in found] == [
            sorted((points, sorted(cards)) for _, points, cards in melds) for melds in expected
        ]
        if all(found):
            better = [melds[0].strength for melds in found]
            keys = [melds[0][0] for melds in expected]
            assert (better[0] > better[1], better[0] == better[1]) == (keys[0] > keys[1], keys[0] == keys[1])


# The oracle


def told(takers: dict[str, int], others: dict[str, int], options: dict[str, Any], waiting: int) -> tuple[int, int, int]:
    """The points of the takers and of the others, and what waits after the deal."""
    mine, theirs = (side["cards"] + side["melds"] for side in (takers, others))
    compared = [side["cards"] for side in (takers, others)]
    if options["belote_counts"]:
        compared = [mine + takers["belote"], theirs + others["belote"]]
    if compared[0] > compared[1]:
        return mine + takers["belote"] + waiting, theirs + others["belote"], 0
    if compared[0] < compared[1] or options["tie"] == "failed":
        return takers["belote"], mine + theirs + others["belote"] + waiting, 0
    if options["tie"] == "shared":
        return mine + takers["belote"], theirs + others["belote"], 0
    return takers["belote"], theirs + others["belote"], waiting + mine


def holds_to_the_oracle(state: State, draw: Random, options: dict[str, Any]) -> Counter[str]:
    """Play a game to its end, and compare every deal, every card and every score; counts what happened."""
    totals, waiting, seen = [0, 0], 0, Counter[str]()
    while not state.is_over:
        number, dealer = state.deal.number, state.deal.begun_by
        hands = [[str(card) for card in hand] for hand in state.deal.hands]
        stock = [str(card) for card in state.deal.stock]
        order = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
        taker, trump = None, ""
        for turn, seat in enumerate(order * 2):
            assert state.actors == (seat,)
            names = [letter for letter in "CDHS" if (letter == stock[0][1]) == (turn < 4)]
            assert legal(state) == [*(f"name {letter}" for letter in names), "pass"]
            if draw.random() < 0.2:
                taker, trump = seat, draw.choice(names)
                state = state.play(seat, f"name {trump}")
                break
            state = state.play(seat, "pass")
        if taker is None:
            seen["all passed"] += 1
            assert state.results[number].scores == (0, 0, 0, 0)
            continue
        hands[taker].append(stock.pop(0))
        for seat in order:
            while len(hands[seat]) < 8:
                hands[seat].append(stock.pop(0))
        assert [{*map(str, hand)} for hand in state.deal.hands] == [{*hand} for hand in hands]
        pairs = belotes(hands, trump)
        state, shown = announced(state, order[0], trump, draw, options)
        seen["melds"] += any(shown)
        state, cards, tricks = played_out(state, order[0], trump, draw, options)
        sides = [{"cards": cards[side], "belote": pairs[side]} for side in (0, 1)]
        for side in (0, 1):
            sides[side]["melds"] = sum(meld[1] for seat in (side, side + 2) for meld in shown[seat])
            if tricks[side] + tricks[side + 2] == 8:
                sides[side]["cards"], seen["capot"] = options["capot"], seen["capot"] + 1
        takers, others = sides[taker % 2], sides[1 - taker % 2]
        before = waiting
        *scores, waiting = told(takers, others, options, waiting)
        seen["failed" if not scores[0] - takers["belote"] else "made"] += 1
        seen["held"] += waiting > before
        seen["released"] += waiting < before
        expected = scores if taker % 2 == 0 else scores[::-1]
        assert state.results[number].scores == (*expected, *expected)
        totals = [old + new for old, new in zip(totals, expected, strict=True)]
        assert state.scores == (*totals, *totals)
    assert options["deals"] or (max(totals) >= options["points"] and totals[0] != totals[1])
    return seen


def some_options(draw: Random) -> dict[str, Any]:
    return {
        "undertrump": draw.random() < 0.6,
        "over_partner": draw.random() < 0.6,
        "capot": draw.choice((252, 250)),
        "tie": draw.choice(("held", "failed", "shared")),
        "belote_counts": draw.random() < 0.6,
        "melds": draw.random() < 0.5,
        "shared": draw.random() < 0.5,
        "points": draw.choice((501, 1000)),
        "deals": draw.choice((1, 1, 2)),
    }


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", sampled(range(1000), 12))
def test_games_go_as_the_oracle_says(seed: int) -> None:
    draw = Random(seed)
    options = some_options(draw)
    if seed % 50 == 0:
        options = {**options, "points": 501, "deals": 0}
    assert holds_to_the_oracle(belote.rules(**options).start(seed=seed), draw, options)


@pytest.mark.parametrize("seed", [86, 108])
def test_points_that_are_held_over_go_to_the_side_that_wins_the_next_deal(seed: int) -> None:
    draw = Random(seed)
    options = {**some_options(draw), "tie": "held", "melds": False, "deals": 4}
    seen = holds_to_the_oracle(belote.rules(**options).start(seed=seed), draw, options)
    assert (seen["held"], seen["released"]) == (1, 1)


def test_games_are_written_down_and_sampled() -> None:
    rules = belote.rules(points=501)
    written_down(playout(rules, seed=3))
    sampled_on_the_way(rules.start(seed=4))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"points": 500}, "points=500 is not one of 501, 1000, 2000"),
        ({"tie": "hold"}, r"tie='hold' is not one of 'held', 'failed', 'shared' \(did you mean 'held'\?\)"),
        ({"capots": 250}, "did you mean 'capot'"),
        ({"deals": 51}, "deals=51 is not one of"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        belote.rules(**given)


def test_a_scoring_knows_its_ties() -> None:
    with pytest.raises(InvalidRules, match="ScoreTakers: tie='lost' is not one of 'held', 'failed', 'shared'"):
        belote.ScoreTakers(tie="lost")


TestLaws = laws(belote.rules, examples=effort(10), deals=1)

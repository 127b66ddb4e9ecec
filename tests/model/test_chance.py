"""Chance is a function of a seed and a number; stacked deals fix what they say."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit import InvalidRules, Stacked
from trickkit.model.cards import Deck, french
from trickkit.model.chance import HOLE, Chance


@given(st.integers(), st.integers(0, 60))
def test_an_outcome_depends_on_the_seed_and_its_number_alone(seed: int, drawn: int) -> None:
    source = Chance(seed, drawn)
    order, after = source.order(10)
    assert sorted(order) == list(range(10))
    assert (order, after) == Chance(seed, drawn).order(10)
    assert after == Chance(seed, drawn + 1, rolled=(tuple(order),))
    number, after = source.below(10)
    assert 0 <= number < 10
    assert after == Chance(seed, drawn + 1, rolled=(number,))
    assert source.shuffle(10) == (order, Chance(seed, drawn + 1))
    assert source.cut(10) == (number, Chance(seed, drawn + 1))


def test_the_same_numbers_on_every_machine() -> None:
    # Written down once: games that were noted with their seed must stay what they were.
    assert Chance(7).order(6)[0] == [2, 4, 5, 1, 0, 3]
    assert Chance(7, 1).below(100)[0] == 5


def test_orders_are_uniform() -> None:
    counts = Counter(tuple(Chance(seed).order(3)[0]) for seed in range(6000))
    assert len(counts) == 6
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 20.5  # 5 degrees of freedom: once in a thousand by chance, and the seeds are fixed


def test_outcomes_fixed_by_hand_come_first_and_in_order() -> None:
    source = Chance(7, 3, rolls=((2, 0, 1), 4, 0))
    order, source = source.order(3)
    number, source = source.below(5)
    assert (order, number) == ([2, 0, 1], 4)
    assert source == Chance(7, 5, rolls=(0,), rolled=((2, 0, 1), 4))
    number, source = source.below(1)
    # What comes after them is what it would have been without them.
    assert (number, source.order(10)[0], source.below(100)[0]) == (
        0,
        Chance(7, 6).order(10)[0],
        Chance(7, 6).below(100)[0],
    )
    assert source.rolls == ()


def test_cards_that_are_shuffled_or_cut_take_no_fixed_outcome_and_note_none() -> None:
    source = Chance(7, 3, rolls=(4, 5), rolled=(1,))
    assert source.shuffle(10) == (Chance(7, 3).shuffle(10)[0], Chance(7, 4, rolls=(4, 5), rolled=(1,)))
    assert source.cut(10) == (Chance(7, 3).cut(10)[0], Chance(7, 4, rolls=(4, 5), rolled=(1,)))


@pytest.mark.parametrize("fixed", [3, -1, (0,), (0, 1, 2)])
def test_a_fixed_number_is_one_that_could_be_drawn(fixed: Any) -> None:
    with pytest.raises(InvalidRules, match=r"Stacked: rolls: .* is not a number of 0\.\.2"):
        Chance(7, rolls=(fixed,)).below(3)
    assert Chance(7, rolls=(2,)).below(3)[0] == 2
    assert Chance(7, rolls=(0,)).below(3)[0] == 0


@pytest.mark.parametrize("fixed", [3, (0, 1), (0, 1, 1), (1, 2, 3), (0, 1, 2, 3), ()])
def test_a_fixed_order_is_one_that_could_be_drawn(fixed: Any) -> None:
    with pytest.raises(InvalidRules, match=r"Stacked: rolls: .* is not an order of the numbers 0\.\.2"):
        Chance(7, rolls=(fixed,)).order(3)


def test_a_new_deal_begins_with_its_own_fixed_outcomes() -> None:
    used = Chance(7, 3, rolls=(4,), rolled=(1, 2))
    assert used.given((5, 6)) == Chance(7, 3, rolls=(5, 6))
    assert used.given(()) == Chance(7, 3)
    assert Chance(7, 3, rolled=(1,)).given(()) == Chance(7, 3, rolls=(4,)).given(()) == Chance(7, 3)
    assert Chance(7, 3).given(()) == Chance(7, 3)


@pytest.mark.parametrize("seed", [True, 1.5, "7"])
def test_a_seed_is_an_integer(seed: Any) -> None:
    with pytest.raises(InvalidRules, match="a seed is an integer"):
        Chance(seed)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hands": "AS"}, "hands is a list"),
        ({"hands": 7}, "hands is a list"),
        ({"hands": ["AS", "KS"]}, "hand 0 is a list of the texts of cards, not 'AS'"),
        ({"hands": [7]}, "hand 0 is a list"),
        ({"stock": "AS"}, "stock is a list"),
        ({"rolls": "12"}, "rolls is a list of numbers and of lists of numbers, not '12'"),
        ({"rolls": 3}, "rolls is a list of numbers and of lists of numbers, not 3"),
        ({"rolls": [1, ["2"]]}, r"rolls is a list of numbers and of lists of numbers, not of \('2',\)"),
        ({"rolls": [[1.5]]}, r"rolls is a list of numbers and of lists of numbers, not of \(1\.5,\)"),
    ],
)
def test_cards_come_in_lists(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        Stacked(**given)


def test_lists_become_tuples_in_a_stacked_deal() -> None:
    given: Any = {"hands": [["AS", HOLE], None], "stock": ["KS"], "rolls": [3, [1, 0]]}
    stacked = Stacked(**given)
    assert stacked == Stacked(hands=(("AS", "??"), None), stock=("KS",), rolls=(3, (1, 0)))
    assert hash(stacked) == hash(Stacked(**given))
    assert eval(repr(stacked)) == stacked


def check(deck: Deck = french("QKA"), players: int = 2, size: int = 2, turns: str = "stock", **given: Any) -> None:  # noqa: B008
    Stacked(**given).check(deck, players, size, turns=turns)


def test_what_can_be_dealt_is_accepted() -> None:
    check()
    check(hands=[["AS", "KS"], None])
    check(hands=[None, ("AS", "KS")], turned="QS", stock=["QC"])
    check(turned="QS", stock=["QS", "QC", "KC", "AC", "QD", "KD", "AD", "QH"])
    check(turned="QS", stock=["QC", "KC", "AC", "QD", "KD", "AD", "QH"])
    check(hands=[["??", "??"], ["AS", "??"]], stock=["??"] * 8)
    check(hands=[["AS", "KS"], None], turned="AS", turns="pack")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hands": [["AS", "2S"], None]}, "'2S' is not a card of this deck"),
        ({"turned": "1S"}, "'1S' is not a card of this deck"),
        ({"stock": ["1S"]}, "'1S' is not a card of this deck"),
        ({"hands": [["AS", "AS"], None]}, "AS is given more often"),
        ({"hands": [["AS", "KS"], None], "stock": ["KS"]}, "KS is given more often"),
        ({"hands": [["AS", "KS"]]}, "1 hands for 2 seats"),
        (
            {"hands": [["AS"], None]},
            r'hand 0 has 1 card; a whole hand has 2: "\?\?" stands for a card that is left to the seed',
        ),
        ({"hands": [None, ["AS", "KS", "QS"]]}, "hand 1 has 3 cards; a whole hand has 2"),
        ({"stock": ["QC", "KC", "AC", "QD", "KD", "AD", "QH", "KH", "AH"]}, "9 cards for the stock; 8 lie undealt"),
        (
            {"turned": "QS", "stock": ["QC", "KC", "AC", "QD", "KD", "AD", "QH", "KH"]},
            "the stock of 8 cards is given whole and its top is 'QC'",
        ),
        ({"turned": "QS", "turns": ""}, "no card is turned up in this deal"),
        ({"turned": "1S", "turns": "pack"}, "'1S' is not a card of this deck"),
        ({"hands": [["AS"], None], "turned": "AS", "turns": "pack"}, "hand 0 has 1 card;"),
        ({"hands": [["??"], None]}, "hand 0 has 1 card; a whole hand has 2"),
        ({"hands": [["AS", "??"], ["??", "AS"]]}, "AS is given more often"),
        ({"stock": ["??"] * 9}, "9 cards for the stock; 8 lie undealt"),
    ],
)
def test_what_cannot_be_dealt_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        check(**given)


def test_an_outcome_is_seen_by_everybody_or_by_the_seats_that_are_named() -> None:
    number, chance = Chance(7).below(6)
    order, chance = chance.order(3, seen_by=[1])
    hidden, chance = chance.below(6, seen_by=())
    assert chance.rolled == (number, tuple(order), hidden)
    assert chance.seen_by(1) == (number, tuple(order))
    assert chance.seen_by(0) == chance.seen_by(None) == (number,)
    assert chance.shown(2).seen_by(0) == (number, HOLE, hidden)
    assert chance.shown(2).shown(1).seen_by(None) == chance.rolled
    assert chance.given(()) == Chance(7, 3)


def test_a_hole_among_the_rolls_is_left_to_the_seed() -> None:
    order, chance = Chance(7, rolls=(HOLE, 5)).order(4)
    assert order == Chance(7).order(4)[0]
    assert chance.below(6)[0] == 5
    assert Chance(7, rolls=(HOLE,)).below(6)[0] == Chance(7).below(6)[0]

"""Points for cards taken in tricks, for all of them, and for no trick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from trickkit_classics import whist
from trickkit_classics.schieber_scoring import ScoreSchieber

from trickkit import Deal, InvalidRules, Rules, ScoreLine, Stacked, load
from trickkit.model.actions import Play
from trickkit.model.cards import french
from trickkit.model.tricks import Played, Trick
from trickkit.phases import DealOut, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import DeclarerPoints, OthersLose, ScoreCards, ScoreNoTricks, Scoring, ShootTheMoon
from trickkit.variants import pikoko

BAD = ScoreCards(suits={"hearts": 1}, cards={"QS": 13})
SPLIT = "AC AH / KC QS / QC KH"
"""Seat 0 takes both tricks, and all points."""

SHARED = "AC QD / KC QS / QH AD"
"""Seat 0 takes the queen of hearts; then seat 2 the queen of spades."""


def played(hands: str, scoring: Scoring | tuple[Scoring, ...]) -> Deal:
    """A deal in which everybody plays its cards in the order in which they stand."""
    dealt = [hand.split() for hand in hands.split("/")]
    rules = Rules(
        key="points",
        name="Points",
        players=len(dealt),
        deck=french("QKA"),
        phases=(DealOut(), Tricks()),
        scoring=scoring,
        schedule=Schedule(hand_sizes=SameSize(len(dealt[0]))),
        ending=AfterDeals(deals=1),
    )
    state, left = rules.start(first=0, deals=[Stacked(hands=dealt)]), [list(hand) for hand in dealt]
    while not state.is_over:
        seat = state.actors[0]
        state = state.play(seat, left[seat].pop(0))
    return state.results[0].deal


def test_cards_score_for_who_took_them() -> None:
    lines = played(SHARED, BAD).lines
    assert lines == (ScoreLine(0, "took QH", 1), ScoreLine(2, "took QS", 13))


def test_cards_of_one_value_stand_in_a_line_in_the_order_in_which_they_fell() -> None:
    assert played(SPLIT, BAD).lines == (ScoreLine(0, "took AH KH", 2), ScoreLine(0, "took QS", 13))


def test_a_card_of_its_own_goes_before_its_suit() -> None:
    scoring = ScoreCards(suits={"hearts": 1}, cards={"AH": 5})
    assert scoring.worth(french("KA")) == {"AH": 5, "KH": 1}
    assert [line.points for line in played(SPLIT, scoring).lines] == [5, 1]


def test_ranks_score_in_every_suit_and_may_be_worth_more_as_trumps() -> None:
    deck, jass = french("9JQ", suits="CD"), ScoreCards(ranks={"Q": 3, "J": 2}, trumps={"J": 20, "9": 14})
    clubs, diamonds = deck.suits
    assert jass.worth(deck) == {"JC": 2, "QC": 3, "JD": 2, "QD": 3}
    assert jass.worth(deck, clubs) == {"9C": 14, "JC": 20, "QC": 3, "JD": 2, "QD": 3}
    deal = Deal.fresh(deck, players=2).changed(trump=diamonds)
    assert jass.worth_in(deal)["JD"] == 20


def test_a_card_or_a_suit_goes_before_a_rank() -> None:
    scoring = ScoreCards(cards={"JC": 9}, suits={"diamonds": 1}, ranks={"J": 2}, trumps={"J": 20})
    deck = french("JQ", suits="CDH")
    assert scoring.worth(deck, deck.suits[1]) == {"JC": 9, "JD": 1, "QD": 1, "JH": 2}


def test_who_takes_all_trumps_that_score_has_shot_the_moon() -> None:
    moon = ShootTheMoon(cards=ScoreCards(trumps={"A": 5}), shooter=0, others=8)
    deck = french("A", suits="CD")
    tricks = TrickTable(
        (Trick((Played(0, 0, Play("AC"), "AC"), Played(1, 1, Play("AD"), "AD")), taker=1),), Trick(()), (0, 1)
    )
    deal = Deal.fresh(deck, players=2).with_record(tricks)
    scores = [
        [(line.seat, line.points) for line in moon.lines(deal.changed(trump=trump))] for trump in (*deck.suits, None)
    ]
    assert scores == [[(0, 8), (1, 0)], [(0, 8), (1, 0)], []]


def test_points_may_be_negative() -> None:
    assert played(SHARED, ScoreCards(cards={"AD": -10})).lines == (ScoreLine(2, "took AD", -10),)


def test_cards_of_several_faces_belong_to_no_suit() -> None:
    worth = ScoreCards(suits={"red": 1}, cards={"M7": 3}).worth(pikoko.deck(4))
    assert worth.pop("M7") == 3
    assert set(worth) == {card.text for card in pikoko.deck(4) if card.text.startswith("R")}


def test_who_takes_all_cards_that_score_has_shot_the_moon() -> None:
    moon = ShootTheMoon(cards=BAD, shooter=0, others=26)
    assert played(SPLIT, moon).lines == (
        ScoreLine(0, "shot the moon", 0),
        ScoreLine(1, "seat 0 shot the moon", 26),
        ScoreLine(2, "seat 0 shot the moon", 26),
    )
    assert played(SHARED, moon).lines == played(SHARED, BAD).lines


def test_what_scores_besides_does_so_only_without_a_moon() -> None:
    moon = ShootTheMoon(cards=BAD, shooter=-26, others=0, besides=ScoreNoTricks(-5))
    assert [line.points for line in played(SPLIT, moon).lines] == [-26, 0, 0]
    assert played(SHARED, moon).lines[-1] == ScoreLine(1, "took no trick", -5)
    assert ShootTheMoon(cards=BAD, shooter=1, others=0, besides=[ScoreNoTricks(1)]).besides == (ScoreNoTricks(1),)


def test_where_nobody_takes_a_card_that_scores_nobody_shoots_the_moon() -> None:
    moon = ShootTheMoon(cards=ScoreCards(cards={"AS": 5}), shooter=0, others=26)
    assert played(SPLIT, moon).lines == ()


def test_no_trick_scores() -> None:
    assert played(SPLIT, ScoreNoTricks(3)).lines == (ScoreLine(1, "took no trick", 3), ScoreLine(2, "took no trick", 3))


@pytest.mark.parametrize(
    ("scoring", "message"),
    [
        (ScoreCards(cards={"2S": 1}), r"ScoreCards: '2S' is nothing in the deck \(did you mean"),
        (ScoreCards(ranks={"10": 1}), "ScoreCards: '10' is nothing in the deck"),
        (ScoreCards(suits={"heart": 1}), r"ScoreCards: 'heart' is nothing in the deck \(did you mean 'hearts'\?\)"),
    ],
)
def test_what_the_deck_does_not_have_cannot_score(scoring: ScoreCards, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        played(SPLIT, scoring)


@pytest.mark.parametrize("wrapped", [lambda part: part, lambda part: OthersLose(scoring=part), lambda part: moon(part)])
@pytest.mark.parametrize(
    ("part", "message"),
    [
        (ScoreCards(cards={"QZ": 13}), r"ScoreCards: 'QZ' is nothing in the deck \(did you mean "),
        (ScoreCards(suits={"harts": 1}), r"ScoreCards: 'harts' is nothing in the deck \(did you mean 'hearts'\?\)"),
        (whist.Honours("AKQX"), "Honours: 'X' is not a rank of the deck; there are: 2, "),
        (ScoreSchieber(factors=(("harts", 2),)), r"ScoreSchieber: 'harts' is never trump \(did you mean 'hearts'\?\)"),
        (DeclarerPoints(ranks={"X": 1}, half=20), "DeclarerPoints: 'X' is not a rank of the deck"),
    ],
)
def test_rules_refuse_names_that_the_deck_does_not_have_however_deep(
    part: Scoring, message: str, wrapped: Callable[[Scoring], Scoring]
) -> None:
    with pytest.raises(InvalidRules, match=message):
        load("hearts").replace(scoring=wrapped(part)).start()


def moon(part: Scoring) -> Scoring:
    """The part where no seat takes all of the hearts."""
    return ShootTheMoon(cards=ScoreCards(), shooter=0, others=26, besides=part)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: ScoreCards(cards={"AS": "1"}),
            "ScoreCards: cards has '1' for 'AS'; it must have whole points by name",
        ),
        (lambda: ScoreCards(suits={3: 1}), "ScoreCards: suits has the key 3; it must have whole points by name"),
        (lambda: ScoreNoTricks(0.5), r"ScoreNoTricks: points=0\.5 is not an int"),
        (
            lambda: ShootTheMoon(cards=ScoreNoTricks(1), shooter=0, others=1),
            "ShootTheMoon: cards=.* is not a ScoreCards",
        ),
        (lambda: ShootTheMoon(cards=BAD, shooter=None, others=1), "ShootTheMoon: shooter=None is not an int"),
        (lambda: ShootTheMoon(cards=BAD, shooter=0, others=1, besides=[3]), r"besides\[0\]=3 is not a Scoring"),
    ],
)
def test_points_are_whole_numbers_and_parts_are_scorings(make: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        make()


def test_what_scores_besides_says_what_it_needs_too() -> None:
    moon = ShootTheMoon(cards=ScoreCards(), shooter=0, others=26, besides=ScoreNoTricks(1))
    assert moon.reads == (Tricks,)
